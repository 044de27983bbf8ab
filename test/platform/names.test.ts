import { expect, it } from 'vitest';
import { PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../src/platform/platform.js';
import { PLATFORM_PRESETS } from '../../src/platform/platform-presets.js';
import { TOPOLOGIES } from '../../src/platform/topologies.js';

it('names what ships', () => {
  expect(Object.keys(PLATFORM_PRESETS)).toEqual([...PLATFORM_NAMES]);
  expect(TOPOLOGIES.map((one) => one.name)).toEqual([...TOPOLOGY_NAMES]);
});
