import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { bestOf, variantResult } from '../../src/analysis/rank-variants.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goalText } from '../goal.js';
import { patternSchedule } from '../pattern-schedule.js';

/** Two classes: `near` (100 ns) between ranks of one pair 2i, 2i + 1, else `far` (1000 ns). */
const twoClasses: Network = {
  latencies: [
    { name: 'near', latencyNs: 100 },
    { name: 'far', latencyNs: 1000 },
  ],
  gaps: [{ name: 'G', gapNsPerByte: 0 }],
  routes: [
    { name: 'near', counts: [1, 0], constantNs: 0, gap: 0 },
    { name: 'far', counts: [0, 1], constantNs: 0, gap: 0 },
  ],
  routeOf: (a, b) => (a >> 1 === b >> 1 ? 0 : 1),
};
const machine: Machine = { ...logGPS({ L: 0, o: 0, G: 0 }), network: twoClasses };

/** Rank 0 computes 900 and sends near to 1, 0 computes nothing and sends far to 2; each ends on its own. */
const goal = goalText(
  'a: calc 950\nn: send 1b to 1\nn requires a\nf: send 1b to 2',
  'r: recv 1b from 0',
  'r: recv 1b from 0',
);

describe('a variant', () => {
  for (const engine of ['sweep', 'highs'] as const)
    it(`has a tolerance for each class, and the class that ends it (${engine})`, async () => {
      const model = await Model.of(parseGoal(goal), machine, { engine });
      const result = await variantResult(model, [10, 20]);
      // T = max(950 + near, far) = 1050. At 10 %: 1155 = 950 + near → near ≤ 205; far ≤ 1155, at 20 %: 310 and 1260.
      expect(result.runtime).toBe(1050);
      const [near, far] = result.classes ?? [];
      expect([near.lambda, far.lambda]).toEqual([1, 0]);
      expect(near.tolerance.map(({ delta }) => delta)).toEqual([105, 210]);
      expect(far.tolerance.map(({ delta }) => delta)).toEqual([155, 260]);
      expect(result.limitingClass).toBe('near');
    });

  it('has none on a machine with one class', async () => {
    const model = await Model.of(parseGoal(goal), logGPS({ L: 100, o: 0, G: 0 }));
    expect(await variantResult(model, [1])).toMatchObject({ classes: null, limitingClass: null });
  });
});

describe('the best', () => {
  it('has the least runtime, or the largest tolerance; the other figure decides ties, then the order', () => {
    const scores = [
      { runtime: 2, tolerance: 9 },
      { runtime: 1, tolerance: 3 },
      { runtime: 1, tolerance: 4 },
      { runtime: 1, tolerance: 4 },
      { runtime: 3, tolerance: 9 },
    ];
    expect(bestOf('runtime', scores)).toBe(2);
    expect(bestOf('tolerance', scores)).toBe(0);
    expect(bestOf('runtime', [])).toBe(-1);
    // With fewer that cannot be priced a variant is better, whatever it takes.
    expect(bestOf('runtime', [{ unpriced: 1, runtime: 1, tolerance: 9 }, ...scores.slice(0, 1)])).toBe(1);
  });
});

describe('ring against recursive doubling', () => {
  it('the ring is more sensitive to latency, and grows so with the ranks', async () => {
    const testbed = logGPS({ L: 3000, o: 5000, G: 0.018 });
    let before = 0;
    for (const ranks of [8, 16, 32, 64, 128, 256]) {
      const lambda = async (algorithm: string): Promise<number> => {
        const flags = { pattern: 'allreduce', ranks, bytes: '8KiB', compute: '100us', iterations: 1 };
        const schedule = patternSchedule(flags, [`allreduce=${algorithm}`]);
        return (await sensitivity(await Model.of(schedule, testbed, { engine: 'sweep' }))).lambda.L;
      };
      const [ring, doubling] = [await lambda('ring'), await lambda('recursive-doubling')];
      // Reduce-scatter and allgather round the ring: 2 (p − 1) steps; doubling: log2 p.
      expect(ring).toBe(2 * (ranks - 1));
      expect(doubling).toBe(Math.log2(ranks));
      expect(ring / doubling).toBeGreaterThan(before);
      before = ring / doubling;
    }
  });
});
