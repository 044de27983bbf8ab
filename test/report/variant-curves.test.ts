/** What `compare --latency-range --plot` draws of a variant, held against a case solved by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { variantResult } from '../../src/analysis/rank-variants.js';
import { logGPS } from '../../src/machine/machine.js';
import { variantLines } from '../../src/report/plots/compare-plot.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';

/** goal-samples/three-slopes.goal: T = max(10 µs, 8 µs + L, 1 µs + 3 L), and L of the machine is 1 µs. */
const BASE = 1000;
const byHand = (L: number): number => Math.max(10_000, 8000 + L, 1000 + 3 * L);

describe('T, λ and ρ of a variant', async () => {
  const schedule = parseGoal(readFileSync('goal-samples/three-slopes.goal'));
  const model = await Model.of(schedule, logGPS({ L: BASE, o: 0, G: 0 }));
  const result = await variantResult(model, [1], { range: { low: -1000, high: 4000 } });
  const { runtime, lambda, share } = variantLines(result, BASE);

  it('have their kinks where lines meet, at 2 µs and 3.5 µs', () => {
    expect(runtime).toEqual([0, 2000, 3500, 5000].map((L) => ({ x: L - BASE, y: byHand(L) })));
    expect(lambda).toEqual([
      { x: -1000, y: 0 },
      { x: 1000, y: 1 },
      { x: 2500, y: 3 },
      { x: 4000, y: 3 },
    ]);
  });

  it('have ρ = λ·L/T between them, and jump with λ', () => {
    for (const { x, y } of share) {
      const L = BASE + x;
      const slopes = [L <= 2000 ? 0 : null, L >= 2000 && L <= 3500 ? 1 : null, L >= 3500 ? 3 : null];
      const possible = slopes.flatMap((slope) => (slope === null ? [] : [(100 * slope * L) / byHand(L)]));
      expect(Math.min(...possible.map((one) => Math.abs(one - y)))).toBeLessThan(1e-9);
    }
    expect(share.filter(({ x }) => x === 1000).map(({ y }) => y)).toEqual([0, 20]);
    expect(share.at(-1)?.y).toBeCloseTo((100 * 3 * 5) / 16, 9);
  });
});
