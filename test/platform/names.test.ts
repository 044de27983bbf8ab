import { expect, it } from 'vitest';
import { PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../src/platform/names.js';
import { PLATFORM_PRESETS } from '../../src/platform/presets/index.js';
import { TOPOLOGIES } from '../../src/platform/topology-spec.js';

it('names what ships', () => {
  expect(Object.keys(PLATFORM_PRESETS)).toEqual([...PLATFORM_NAMES]);
  expect(TOPOLOGIES.map((one) => one.name)).toEqual([...TOPOLOGY_NAMES]);
});
