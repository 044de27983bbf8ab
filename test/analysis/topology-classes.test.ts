/** Latency classes from where ranks sit, through every answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { logGPS } from '../../src/machine/machine.js';
import { mapBy } from '../../src/platform/mapping.js';
import { platformNetwork } from '../../src/platform/platform.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { axisByName } from '../../src/timing/axis.js';
import { LARGEST, testEqualChannels } from './equal-channels.js';
import { twoLevels } from './platforms.js';
import { channelMachines, randomPrograms, scheduleOf } from './random-program.js';
import { sharedSchedules } from './schedules.js';

const border = new HighsBorder();
const goal = (text: string) => parseGoal(new TextEncoder().encode(text));
const machine = (platform: ReturnType<typeof twoLevels>, by: string, ranks: number) => ({
  ...logGPS({ L: 0, o: 10, G: 0 }),
  network: platformNetwork(platform, mapBy(platform, by, ranks)),
});

describe('two ranks, two channels', () => {
  // rank 0 sends to rank 1: T = o + L + o = 20 + L, of the channel between their cores.
  const text = 'num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\n}\n';
  it.each([
    ['core', 120, { near: 1, far: 0 }],
    ['node', 1020, { near: 0, far: 1 }],
  ] as const)('mapped by %s', async (by, runtime, lambda) => {
    for (const engine of ['sweep', 'highs'] as const) {
      const model = await Model.of(goal(text), machine(twoLevels(2, 2, 100, 1000), by, 2), { engine });
      const result = await sensitivity(model);
      expect(result.runtime).toBeCloseTo(runtime, 9);
      expect(result.lambda.L).toBe(1);
      expect(result.lambdaByClass).toEqual(lambda);
    }
  });
});

describe('four ranks, two channels', () => {
  // 0 → 1 within a node, then 1 → 3 between nodes: 4·o + near + far = 1140; rank 2 computes for 1500.
  // T = max(1500, 40 + near + far).
  const text = `num_ranks 4
rank 0 {
l1: send 1b to 1
}
rank 1 {
l1: recv 1b from 0
l2: send 1b to 3
l2 requires l1
}
rank 2 {
l1: calc 1500
}
rank 3 {
l1: recv 1b from 1
}
`;
  it.each(['sweep', 'highs'] as const)('by hand, %s', async (engine) => {
    const model = await Model.of(goal(text), machine(twoLevels(2, 2, 100, 1000), 'core', 4), { engine });
    const base = await sensitivity(model);
    expect(base.runtime).toBeCloseTo(1500, 9);
    expect(base.lambdaByClass).toEqual({ near: 0, far: 0 });
    // 10 % slower is 1650: far ≤ 1650 − 40 − 100, near ≤ 1650 − 40 − 1000, both together by (1650 − 1140) / 2 more.
    for (const [name, value] of [
      ['far', 1510],
      ['near', 610],
      ['L', 255],
    ] as const) {
      const found = await tolerance(model, [10], axisByName(model.machine, name));
      expect(found.tolerance[0].value).toBeCloseTo(value, 6);
    }
    // At far = 2000, T = 2140 and both channels count once.
    const slow = await Model.of(goal(text), machine(twoLevels(2, 2, 100, 2000), 'core', 4), { engine });
    const result = await sensitivity(slow);
    expect(result.runtime).toBeCloseTo(2140, 9);
    expect(result.lambdaByClass).toEqual({ near: 1, far: 1 });
    expect(result.rho).toBeCloseTo(2100 / 2140, 9);
  });
});

testEqualChannels(sharedSchedules().filter((name) => name !== LARGEST));

describe('both engines', () => {
  it('agree on T, λ, messages and bytes by route, and tolerances, whatever the channels', async () => {
    await fc.assert(
      fc.asyncProperty(randomPrograms({ ranks: 6, steps: 60 }), channelMachines, async (program, own) => {
        const model = await Model.of(scheduleOf(program), own, { engine: 'sweep' });
        const highs = new HighsEngine(model.system, { border });
        const axes = own.network.latencies.map(({ name }) => axisByName(own, name));
        for (const axis of [model.latency, ...axes]) {
          const lines = model.lines(axis);
          const swept = await model.engine.evaluate(lines, axis.base);
          const solved = await highs.evaluate(lines, axis.base);
          expect(solved.runtime).toBeCloseTo(swept.runtime, 6);
          expect(solved.lambda).toBe(swept.lambda);
          expect([...solved.routeLatencies]).toEqual([...swept.routeLatencies]);
          expect([...solved.routeBytes]).toEqual([...swept.routeBytes]);
          const limit = swept.runtime * 1.05;
          const far = await model.engine.largestWithin(lines, limit, axis.base);
          const farHighs = await highs.largestWithin(lines, limit, axis.base);
          if (Number.isFinite(far)) expect(farHighs).toBeCloseTo(far, 6);
          else expect(farHighs).toBe(far);
        }
      }),
      { numRuns: 60 },
    );
  });
});
