/** Times of all rounds as least and median, as ratios, and as growth. */
import type { Pair, Plan, Run, Series } from './case.js';
import type { Result, Spread } from './result.js';
import type { Measured, Outcome } from './rounds.js';
import { logSlope, median, spreadOf } from './statistics.js';

type Found = ReadonlyMap<string, Measured>;

/** CPU time of each run; null where one is unknown. */
function cpuTimes(runs: readonly Run[]): number[] | null {
  const known = runs.flatMap(({ cpu }) => (cpu === null ? [] : [cpu]));
  return known.length === runs.length ? known : null;
}

const times = (values: readonly number[]) => ({ min: Math.min(...values), median: median(values) });

function caseOf([name, { runs, peakBytes }]: [string, Measured]): Result['cases'][number] {
  const cpu = cpuTimes(runs);
  return {
    name,
    rounds: runs.length,
    wall_ms: times(runs.map(({ wall }) => wall)),
    cpu_ms: cpu && times(cpu),
    peak_bytes: peakBytes,
  };
}

/** Round by round, as far as both have been run; null where a time is nought. */
function ratio(of: readonly number[], over: readonly number[]): Spread | null {
  const rounds = Math.min(of.length, over.length);
  const ratios = Array.from({ length: rounds }, (_, i) => of[i] / over[i]);
  return rounds > 0 && ratios.every(Number.isFinite) ? spreadOf(ratios) : null;
}

function ratioOf({ of, over }: Pair, found: Found): Result['ratios'] {
  const [a, b] = [found.get(of)?.runs, found.get(over)?.runs];
  if (a === undefined || b === undefined) return [];
  const walls = (runs: readonly Run[]): number[] => runs.map(({ wall }) => wall);
  const wall = ratio(walls(a), walls(b));
  const [cpuA, cpuB] = [cpuTimes(a), cpuTimes(b)];
  const cpu = cpuA === null || cpuB === null ? null : ratio(cpuA, cpuB);
  return wall === null ? [] : [{ of, over, wall, cpu }];
}

/** The slope of each round of which all points rise above the start. */
function growthOf({ name, start, points }: Series, found: Found): Result['growth'] {
  const startCpu = cpuTimes(found.get(start)?.runs ?? []) ?? [];
  const there = points.flatMap(({ operations, case: one }) => {
    const cpu = cpuTimes(found.get(one)?.runs ?? []) ?? [];
    return cpu.length > 0 ? [{ operations, cpu }] : [];
  });
  if (there.length < 2 || startCpu.length === 0) return [];
  const rounds = Math.min(startCpu.length, ...there.map(({ cpu }) => cpu.length));
  const slopes = Array.from({ length: rounds }, (_, round) =>
    logSlope(there.map(({ operations, cpu }) => ({ x: operations, y: cpu[round] - startCpu[round] }))),
  ).filter((slope) => slope !== null);
  return [
    {
      name,
      points: there.map(({ operations, cpu }) => ({ operations, cpu_ms: Math.min(...cpu) })),
      slope: slopes.length > 0 ? spreadOf(slopes) : null,
    },
  ];
}

/** What `plan` asked of what was found. */
export function summarize(
  plan: Plan,
  { byName, failures }: Outcome,
  about: Pick<Result, 'machine' | 'asked'>,
): Result {
  const found = new Map([...byName].filter(([, { runs }]) => runs.length > 0));
  return {
    version: 1,
    ...about,
    cases: [...found].map(caseOf),
    ratios: plan.pairs.flatMap((pair) => ratioOf(pair, found)),
    growth: plan.series.flatMap((series) => growthOf(series, found)),
    skipped: [...plan.skipped, ...failures.map(({ why }) => why.split('\n')[0])],
  };
}
