/** Where two runs differ, for programs that a person can solve. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { apportioned, decimalsFor, difference } from '../../../src/analysis/run-difference.js';
import { profileOf, type RunProfile } from '../../../src/analysis/run-profile.js';
import { logGPS, type Machine } from '../../../src/machine/machine.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { goalText } from '../../goal.js';

/** Two ranks: computation, one message, computation. */
const program = (before: number, bytes: number, after: number): string => `num_ranks 2
rank 0 {
l1: calc ${before}
l2: send ${bytes}b to 1
l2 requires l1
}
rank 1 {
l1: recv ${bytes}b from 0
l2: calc ${after}
l2 requires l1
}
`;

async function profile(goal: string, machine: Machine, percents = [1]): Promise<RunProfile> {
  const schedule = parseGoal(new TextEncoder().encode(goal));
  return profileOf(await Model.of(schedule, machine, { engine: 'sweep' }), percents);
}

const MACHINE = logGPS({ L: 1_000, o: 100, G: 2 });

describe('two runs', () => {
  it('differ by computation, bytes and nothing else on one machine', async () => {
    // T_A = 500 + o + L + 9·G + o + 300 = 2 018; T_B = 700 + 100 + 1 000 + 19·2 + 100 + 250 = 2 188.
    const a = await profile(program(500, 10, 300), MACHINE);
    const b = await profile(program(700, 20, 250), MACHINE);
    const { runtime, kinds, prices, groups } = difference(a, b);
    expect(runtime).toEqual({ a: 2_018, b: 2_188, delta: 170 });
    expect(kinds).toEqual({
      computation: { a: 800, b: 950, delta: 150 },
      overhead: { a: 200, b: 200, delta: 0 },
      latency: { a: 1_000, b: 1_000, delta: 0 },
      bandwidth: { a: 18, b: 38, delta: 20 },
    });
    expect(prices.map(({ name, program: p, machine }) => [name, p, machine])).toEqual([
      ['o', 0, 0],
      ['L', 0, 0],
      ['G', 20, 0],
    ]);
    expect(groups.rank).toEqual([
      {
        ...{ name: 'rank 0', a: 1_618, b: 1_838, delta: 220 },
        kinds: { computation: 200, overhead: 0, latency: 0, bandwidth: 20 },
      },
      {
        ...{ name: 'rank 1', a: 400, b: 350, delta: -50 },
        kinds: { computation: -50, overhead: 0, latency: 0, bandwidth: 0 },
      },
    ]);
    expect(groups.call).toBeUndefined();
  });

  it('differ by what the program pays more often, at the price before, and by the price, as often as it is paid then', async () => {
    const once = await profile(program(0, 1, 0), MACHINE);
    const pingPong = goalText(
      'l1: send 1b to 1\nl2: recv 1b from 1\nl2 requires l1',
      'l1: recv 1b from 0\nl2: send 1b to 0\nl2 requires l1',
    );
    const twice = await profile(pingPong, logGPS({ L: 1_500, o: 40, G: 2 }));
    // Δ(λ·L) = (2 − 1)·1 000 + 2·(1 500 − 1 000); Δ(λ·o) = (4 − 2)·100 + 4·(40 − 100).
    const { runtime, prices } = difference(once, twice);
    expect(runtime).toEqual({ a: 1_200, b: 3_160, delta: 1_960 });
    expect(prices).toEqual([
      {
        ...{ name: 'o', kind: 'overhead', countA: 2, countB: 4, priceA: 100, priceB: 40 },
        ...{ program: 200, machine: -240, delta: -40 },
      },
      {
        ...{ name: 'L', kind: 'latency', countA: 1, countB: 2, priceA: 1_000, priceB: 1_500 },
        ...{ program: 1_000, machine: 1_000, delta: 2_000 },
      },
      {
        ...{ name: 'G', kind: 'bandwidth', countA: 0, countB: 0, priceA: 2, priceB: 2 },
        ...{ program: 0, machine: 0, delta: 0 },
      },
    ]);
  });

  it('are not split where no parameter of both prices the difference', async () => {
    const a = await profile(program(0, 1, 0), MACHINE);
    const table = [{ bytes: 0, ns: 130 }];
    const b = await profile(program(0, 1, 0), { ...MACHINE, overheadBySize: table });
    const overheads = difference(a, b).prices.filter(({ kind }) => kind === 'overhead');
    expect(overheads).toMatchObject([{ name: null, program: null, machine: null, delta: 60 }]);
  });

  it('differ in nothing where they are one', async () => {
    const one = await profile(program(500, 10, 300), MACHINE);
    const { runtime, groups } = difference(one, one);
    expect(runtime.delta).toBe(0);
    expect(groups.rank?.every(({ delta }) => delta === 0)).toBe(true);
  });
});

describe('digits', () => {
  it('go to the largest remainders', () => {
    // 3.4 + 3.4 + 3.2 = 10 units: 3 + 3 + 3 leave one, which one of the 0.4 takes.
    expect(apportioned([3.4, 3.4, 3.2], 10, 0)).toEqual([4, 3, 3]);
    expect(apportioned([3.6, 3.6, 2.8], 10, 0)).toEqual([3, 4, 3]);
    expect(apportioned([0, 0.4, -0.4], 1, 0)).toEqual([0, 1, 0]);
  });

  it('are as many as doubles print', () => {
    expect([0, 1, 999, 1e9 - 1, 1e9, 1e12, 1e15, 1e18].map(decimalsFor)).toEqual([6, 6, 6, 6, 5, 2, 0, 0]);
  });
});
