import { describe, expect } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { byClass } from '../../src/analysis/sensitivity.js';
import { logGPS } from '../../src/machine/machine.js';
import { mapBy } from '../../src/platform/mapping.js';
import { platformNetwork } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { itForEach, sharedSchedule } from './schedules.js';

/** 27 ranks of LULESH: seconds where others take tenths. */
export const LARGEST = 'lulesh-27-big';

/** Tests that a machine of several channels of one latency answers as one with a single channel. */
export function testEqualChannels(names: readonly string[]): void {
  describe('channels of one latency', () => {
    const { platform } = readPlatform(
      `
name: equal
channels:
  near: { latency_ns: 3000, gap_ns_per_byte: 0.018 }
  mid: { latency_ns: 3000, gap_ns_per_byte: 0.018 }
  far: { latency_ns: 3000, gap_ns_per_byte: 0.018 }
levels:
  - { name: node, count: 4, channel: far }
  - { name: socket, count: 2, channel: mid }
  - { name: core, count: 4, channel: near }
`,
      'equal.yaml',
    );
    itForEach(names)(
      'answer as a homogeneous machine: %s',
      async (name) => {
        const schedule = sharedSchedule(name);
        const one = logGPS({ L: 3000, o: 5000, G: 0.018, S: 256 * 1024 });
        const many = { ...one, network: platformNetwork(platform, mapBy(platform, 'node', schedule.ranks)) };
        const options = { engine: 'sweep' } as const;
        const single = await Model.of(schedule, one, options);
        const split = await Model.of(schedule, many, options);
        const wanted = await single.engine.evaluate(single.lines(single.latency), 3000);
        const found = await split.engine.evaluate(split.lines(split.latency), 0);
        expect(Math.abs(found.runtime - wanted.runtime)).toBeLessThanOrEqual(1e-12 * wanted.runtime);
        expect(found.lambda).toBe(wanted.lambda);
        const classes = byClass(split, found.routeLatencies);
        expect(Object.values(classes).reduce((a, b) => a + b, 0)).toBe(wanted.lambda);
        const limit = wanted.runtime * 1.01;
        const most = await single.engine.largestWithin(single.lines(single.latency), limit, 3000);
        const added = await split.engine.largestWithin(split.lines(split.latency), limit, 0);
        expect(added + 3000).toBeCloseTo(most, 5);
      },
      60_000,
    );
  });
}
