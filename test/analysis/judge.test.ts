import { describe, expect, it } from 'vitest';
import { SUPPORTED, type Support } from '../../src/analysis/collective-support.js';
import { crossingsOf } from '../../src/analysis/curve-crossovers.js';
import { Model } from '../../src/analysis/model.js';
import {
  budgetTolerances,
  type Candidate,
  type Contender,
  judge,
  leastRuntime,
  variantResult,
} from '../../src/analysis/rank-variants.js';
import { logGPS } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';

/** A program of T = c + a·L: a messages one after the other, and a computation. */
function chain(c: number, a: number): string {
  const ops = Array.from({ length: a }, (_, i) => i);
  const rank = (own: number): string =>
    ops
      .map((i) =>
        i % 2 === own ? `m${i}: send 1b to ${1 - own} tag ${i}` : `m${i}: recv 1b from ${1 - own} tag ${i}`,
      )
      .join('\n');
  const after = ops
    .slice(1)
    .map((i) => `m${i} requires m${i - 1}`)
    .join('\n');
  return `num_ranks 2\nrank 0 {\nw: calc ${c}\n${rank(0)}\nm0 requires w\n${after}\n}\nrank 1 {\n${rank(1)}\n${after}\n}\n`;
}

async function candidate(c: number, a: number, L = 100, support: Support = SUPPORTED): Promise<Candidate> {
  const model = await Model.of(parseGoal(chain(c, a)), logGPS({ L, o: 0, G: 0 }), { engine: 'sweep' });
  return { result: await variantResult(model, [10, 50]), support };
}

const unpriced: Support = { supported: false, unpriced: ['bcast=linear'], reason: 'because' };

describe('a budget', () => {
  it('is that of the fastest: slowness bears nothing', async () => {
    // L = 100. T: 1000 + 2 L = 1200; 1080 + 1 L = 1180; 9000 + 1 L = 9100.
    const list = [await candidate(1000, 2), await candidate(1080, 1), await candidate(9000, 1)];
    const { budgets, best, tolerant } = judge(list);
    // 10 %: 1298. 1000 + 2 L ≤ 1298: L ≤ 149; 1080 + L ≤ 1298: L ≤ 218. 50 %: 1770: L ≤ 385, L ≤ 690.
    expect(budgets.map((one) => one.map(({ delta }) => delta))).toEqual([
      [49, 285],
      [118, 590],
      [null, null],
    ]);
    expect(budgets[2]).toEqual([
      { percent: 10, limit: 1298, delta: null, reason: 'over-budget' },
      { percent: 50, limit: 1770, delta: null, reason: 'over-budget' },
    ]);
    // By its own runtime the slowest would bear 910 more, and be called the most tolerant.
    expect(list[2].result.tolerance[0].delta).toBe(910);
    expect([best, tolerant]).toEqual([1, 1]);
  });

  it('may make a slower one the most tolerant, within it', async () => {
    // T: 900 + 2 L = 1100, 1050 + L = 1150. 10 %: 1210: L ≤ 155, L ≤ 160.
    const { budgets, best, tolerant, crossovers } = judge([
      await candidate(900, 2),
      await candidate(1050, 1),
    ]);
    expect(budgets.map(([{ delta }]) => delta)).toEqual([55, 60]);
    expect([best, tolerant]).toEqual([0, 1]);
    // 900 + 2 L = 1050 + L at L = 150; followed until one has doubled: 900 + 2 L = 2200 at 650, 2300 at 1250.
    expect(crossovers).toHaveLength(1);
    expect(crossingsOf(crossovers[0])).toEqual([50]);
    expect([crossovers[0].low, crossovers[0].high]).toEqual([0, 550]);
  });

  it('calls none of several the fastest, or the most tolerant, that do the same', async () => {
    // T: 1000 + 2 L = 1200, 1100 + L = 1200, and the first once more. 10 %: 1320: L ≤ 160, L ≤ 220.
    const list = [await candidate(1000, 2), await candidate(1100, 1), await candidate(1000, 2)];
    const { alike, best, tolerant } = judge(list);
    expect(alike).toEqual({ runtime: [0, 1, 2], tolerance: [1] });
    expect([best, tolerant]).toEqual([1, 1]);
    expect(judge([list[0], list[2]]).alike).toEqual({ runtime: [0, 1], tolerance: [0, 1] });
    const { alike: priced } = judge([list[0], await candidate(1000, 2, 100, unpriced)]);
    expect(priced).toEqual({ runtime: [0], tolerance: [0] });
    expect(judge([await candidate(1000, 2, 100, unpriced)]).alike).toEqual({ runtime: [], tolerance: [] });
  });

  it('counts what is added to each machine of its own', async () => {
    // 1000 + L at L = 100, 1000 + L at L = 40: 1100 and 1040. 10 %: 1144, that is 44 and 104 more.
    const { budgets } = judge([await candidate(1000, 1, 100), await candidate(1000, 1, 40)]);
    expect(budgets.map(([{ delta }]) => delta)).toEqual([44, 104]);
  });

  it('is not set by what cannot be priced, nor borne by it', async () => {
    const quick = await candidate(10, 1, 100, unpriced);
    const { budgets, best, tolerant, crossovers } = judge([quick, await candidate(1000, 1)]);
    expect(budgets[0][0]).toEqual({
      percent: 10,
      limit: expect.closeTo(1210),
      delta: null,
      reason: 'unsupported',
    });
    expect(budgets[1][0].delta).toBeCloseTo(110, 9);
    expect([best, tolerant]).toEqual([1, 1]);
    expect(crossovers).toEqual([]);
    expect(judge([quick])).toMatchObject({ best: -1, tolerant: -1 });
    expect(judge([quick]).budgets[0][0]).toEqual({
      percent: 10,
      limit: null,
      delta: null,
      reason: 'unsupported',
    });
  });

  it('has no end where no message is on the path', () => {
    const flat = {
      base: 0,
      low: 0,
      high: Number.POSITIVE_INFINITY,
      scale: 1,
      exact: true,
      lines: [{ c: 5, a: 0 }],
      ends: null,
    };
    const own = [{ percent: 1, value: Number.POSITIVE_INFINITY, delta: Number.POSITIVE_INFINITY }];
    const one: Contender = { runtime: 5, tolerance: own, curve: flat, supported: true };
    expect(budgetTolerances([one])[0][0].delta).toBe(Number.POSITIVE_INFINITY);
    expect(leastRuntime([])).toBe(Number.POSITIVE_INFINITY);
  });
});
