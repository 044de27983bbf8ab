/** Ratios, growth and comparisons of given times. */
import { describe, expect, it } from 'vitest';
import { compare, hasMoved } from '../../bench/harness/against.js';
import type { Plan, Run } from '../../bench/harness/case.js';
import { parseResult, type Result, type Spread } from '../../bench/harness/result.js';
import { logSlope } from '../../bench/harness/statistics.js';
import { summarize } from '../../bench/harness/summary.js';
import { comparisonLines, tablesOf } from '../../bench/harness/tables.js';

const machine = { cpus: 2, model: 'a CPU', node: 'v20.0.0', platform: 'linux' };
const about = { machine, asked: '--quick' };
const runs = (...times: [number, number | null][]): Run[] => times.map(([wall, cpu]) => ({ wall, cpu }));
const planned = (plan: Partial<Plan>): Plan => ({ cases: [], pairs: [], series: [], skipped: [], ...plan });

function summaryOf(plan: Partial<Plan>, found: Readonly<Record<string, Run[]>>): Result {
  const byName = new Map(
    Object.entries(found).map(([name, one]) => [name, { peakBytes: null, runs: one }] as const),
  );
  return summarize(planned(plan), { byName, failures: [] }, about);
}

describe('numbers out of rounds', () => {
  it.each([0.5, 1, 2])('finds the exponent %s of a power', (exponent) => {
    const points = [10, 100, 3000].map((x) => ({ x, y: 7 * x ** exponent }));
    expect(logSlope(points)).toBeCloseTo(exponent, 12);
  });

  it('has no slope of one point, of one size, and of times below nought', () => {
    expect(logSlope([{ x: 1, y: 1 }])).toBeNull();
    expect(logSlope([10, 10].map((x) => ({ x, y: x })))).toBeNull();
    expect(logSlope([1, 2].map((x) => ({ x, y: x - 1 })))).toBeNull();
  });
});

describe('a summary', () => {
  it('divides times of the same round, as far as both ran', () => {
    const found = { a: runs([20, 2], [90, 3], [40, 8]), b: runs([10, 1], [30, 2]) };
    const { ratios } = summaryOf({ pairs: [{ of: 'a', over: 'b' }] }, found);
    expect(ratios).toEqual([
      {
        of: 'a',
        over: 'b',
        wall: { median: 2.5, low: 2, high: 3, rounds: 2 },
        cpu: { median: 1.75, low: 1.5, high: 2, rounds: 2 },
      },
    ]);
  });

  it('has no CPU time where the host does not tell one', () => {
    const found = { a: runs([20, null]), b: runs([10, 1]) };
    const { cases, ratios } = summaryOf({ pairs: [{ of: 'a', over: 'b' }] }, found);
    expect(cases[0].cpu_ms).toBeNull();
    expect(ratios[0].cpu).toBeNull();
  });

  it('leaves out ratios of what did not run', () => {
    const plan = { pairs: [{ of: 'a', over: 'b' }], skipped: ['b: not there'] };
    const { ratios, skipped } = summaryOf(plan, { a: runs([1, 1]), b: [] });
    expect(ratios).toEqual([]);
    expect(skipped).toEqual(['b: not there']);
  });

  it('takes the start off before it looks at growth, round by round', () => {
    const points = [10, 1000].map((operations) => ({ operations, case: String(operations) }));
    const series = [{ name: 'line', start: 'start', points }];
    const found = {
      start: runs([1, 50], [1, 60]),
      '10': runs([1, 51], [1, 61]),
      '1000': runs([1, 150], [1, 10_060]),
    };
    const [growth] = summaryOf({ series }, found).growth;
    expect(growth.points).toEqual([
      { operations: 10, cpu_ms: 51 },
      { operations: 1000, cpu_ms: 150 },
    ]);
    expect(growth.slope?.low).toBeCloseTo(1, 12);
    expect(growth.slope?.high).toBeCloseTo(2, 12);
  });

  it('is read again from its JSON, and nothing else is', () => {
    const result = summaryOf({}, { a: runs([2, 1]) });
    expect(parseResult(JSON.stringify(result))).toEqual(result);
    expect(() => parseResult('{"version": 2}')).toThrow();
  });

  it('is a table', () => {
    const found = { a: runs([20, 2], [40, 6]), b: runs([10, 1], [10, 1]) };
    const page = tablesOf(summaryOf({ pairs: [{ of: 'a', over: 'b' }] }, found));
    expect(page).toContain('| a | 2 | 20 / 30 | 2.0 / 4.0 |  |');
    expect(page).toContain('| a / b | 3.00 (2.00–4.00) | 4.00 (2.00–6.00) |');
    expect(page).not.toContain('slope');
  });
});

describe('against an earlier run', () => {
  const spread = (low: number, middle: number, high: number, rounds = 5): Spread => ({
    low,
    median: middle,
    high,
    rounds,
  });
  const resultOf = (wall: Spread, node = 'v20.0.0'): Result => ({
    version: 1,
    machine: { ...machine, node },
    asked: '',
    cases: [],
    ratios: [{ of: 'a', over: 'b', wall, cpu: null }],
    growth: [{ name: 'line', points: [], slope: spread(0.9, 1, 1.1) }],
    skipped: [],
  });

  it('moves where each median lies outside of the other rounds', () => {
    expect(hasMoved(spread(1, 1.1, 1.2), spread(1.3, 1.4, 1.5))).toBe(true);
    expect(hasMoved(spread(1, 1.1, 9), spread(1.3, 1.4, 1.5))).toBe(false);
    expect(hasMoved(spread(1.3, 1.4, 1.5), spread(1, 1.1, 1.35))).toBe(true);
    expect(hasMoved(spread(1, 2, 3), spread(1, 2, 3))).toBe(false);
  });

  it('names what moved, and counts what was compared', () => {
    const found = compare(resultOf(spread(1, 1.1, 1.2)), resultOf(spread(2, 2.1, 2.2)));
    expect(comparisonLines(found)).toEqual([
      'wall of a / b: 1.10 (1.00–1.20) before, 2.10 (2.00–2.20) now',
      '1 of 2 ratios moved by more than their own spread',
    ]);
  });

  it('says nothing of ratios of too few rounds, and that it does not', () => {
    const found = compare(resultOf(spread(1, 1, 1, 2)), resultOf(spread(2, 2, 2)));
    expect(found).toMatchObject({ compared: 1, moved: [] });
    expect(found.notes).toEqual(['1 of fewer than 3 rounds are not compared']);
  });
});
