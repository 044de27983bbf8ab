/** Platforms and topologies offered by the form; made at build time, so that the page does not contain their readers. */

import { PLATFORM_NAMES } from '../../src/platform/platform.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { offeredTopologies } from '../../src/platform/topologies.js';

export interface Offers {
  /** Levels to map by, of each platform. */
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** A spec of each family, and what it means. */
  readonly topologies: readonly { readonly spec: string; readonly summary: string }[];
}

export const offers = (): Offers => ({
  levels: Object.fromEntries(
    PLATFORM_NAMES.map((name) => [name, platformPreset(name).platform.levels.map((level) => level.name)]),
  ),
  topologies: offeredTopologies(),
});
