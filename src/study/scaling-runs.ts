/** Answers about one program at several numbers of ranks: laws over that number, and whether algorithms change with it. */
import type { ToleranceResult } from '../analysis/tolerance.js';
import { type CollectiveSpec, chooseAlgorithm } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import { UsageError, type Warning } from '../errors.js';
import type { Program } from '../sources/program.js';
import type { Axis } from '../timing/axis.js';
import {
  checkRanks,
  farthest,
  predictAt,
  type ScalingLaw,
  type ScalingPoint,
  type ScalingPrediction,
  scalingLaw,
} from './scaling-law.js';

/** A program at one number of ranks, asked for its tolerances. */
export interface ScaledRun {
  readonly ranks: number;
  readonly result: ToleranceResult;
}

/** `latency`: what latency takes of the critical path, ns; `tolerance`: the distance of the parameter from the machine's. */
export type ScaledName = 'runtime' | 'latency' | 'lambda_L' | 'lambda_G' | 'lambda_o' | 'tolerance';

/** One quantity over the number of ranks. */
export interface ScaledQuantity {
  readonly name: ScaledName;
  /** ns, ns/B, bytes, or a plain number. */
  readonly unit: Axis['unit'] | 'B' | '1';
  /** Of a tolerance. */
  readonly percent: number | null;
  /** By rising number of ranks; Infinity where nothing limits it. */
  readonly points: readonly ScalingPoint[];
  /** Null where a point is not finite. */
  readonly law: ScalingLaw | null;
  readonly predictions: readonly ScalingPrediction[];
}

/**
 * The laws of T, λ and the tolerances, and what they say at each of `predicted`. Throws InputError where the runs are too
 * few to tell a law, and UsageError for a number of ranks farther from the runs than they span.
 */
export function scaling(runs: readonly ScaledRun[], predicted: readonly number[]): ScaledQuantity[] {
  checkRanks(runs.map(({ ranks }) => ranks));
  checkReach(runs, predicted);
  const sorted = [...runs].sort((a, b) => a.ranks - b.ranks);
  const over = (
    name: ScaledName,
    unit: ScaledQuantity['unit'],
    read: (result: ToleranceResult) => number,
    percent: number | null = null,
  ): ScaledQuantity => {
    const points = sorted.map(({ ranks, result }) => ({ ranks, value: read(result) }));
    const law = points.every(({ value }) => Number.isFinite(value)) ? scalingLaw(points) : null;
    const predictions = law === null ? [] : predicted.map((ranks) => predictAt(law, ranks));
    return { name, unit, percent, points, law, predictions };
  };
  const [{ result: first }] = sorted;
  return [
    over('runtime', 'ns', ({ runtime }) => runtime),
    over('latency', 'ns', ({ rho, runtime }) => rho * runtime),
    over('lambda_L', '1', ({ lambda }) => lambda.L),
    over('lambda_G', 'B', ({ lambda }) => lambda.G),
    over('lambda_o', '1', ({ lambda }) => lambda.o),
    ...first.tolerance.map(({ percent }, k) =>
      over('tolerance', first.axis.unit, ({ tolerance }) => tolerance[k].delta, percent),
    ),
  ];
}

function checkReach(runs: readonly ScaledRun[], predicted: readonly number[]): void {
  const { low, high } = farthest(runs.map(({ ranks }) => ranks));
  const outside = predicted.find((ranks) => ranks < low || ranks > high);
  if (outside === undefined) return;
  throw new UsageError(
    `${outside} ranks are farther from the traces than these are from each other`,
    `predict from ${Math.ceil(low)} to ${Math.floor(high)}, or trace the program at more ranks`,
  );
}

/** Names of the algorithms of each collective, in the order of the calls. */
export type AlgorithmsTaken = ReadonlyMap<CollectiveName, ReadonlySet<string>>;

/** By `choices` and the program's own defaults; none where collectives are messages already. */
export function algorithmsTaken(program: Program, choices: readonly CollectiveSpec[]): AlgorithmsTaken {
  const { specs, options } = program.defaults();
  const taken = new Map<CollectiveName, Set<string>>();
  for (const { collective, ranks, bytes } of program.calls() ?? []) {
    const { algorithm } = chooseAlgorithm([...choices, ...specs], collective, ranks, bytes, options);
    const names = taken.get(collective) ?? new Set();
    taken.set(collective, names.add(algorithm.name));
  }
  return taken;
}

/** A warning for each collective that goes another way at some number of ranks: laws bend there. */
export function changeWarnings(
  runs: readonly { readonly ranks: number; readonly taken: AlgorithmsTaken }[],
): Warning[] {
  const collectives = new Set(runs.flatMap(({ taken }) => [...taken.keys()]));
  return [...collectives].flatMap((collective) => {
    const ways = new Map<string, number[]>();
    for (const { ranks, taken } of runs) {
      const way = [...(taken.get(collective) ?? [])].sort().join(' and ');
      if (way !== '') ways.set(way, [...(ways.get(way) ?? []), ranks]);
    }
    if (ways.size < 2) return [];
    const list = [...ways].map(([way, ranks]) => `${way} at ${ranks.join(', ')} ranks`);
    const message = `${collective} goes by ${list.join(', by ')}: a law over all of them may bend in between`;
    return [{ code: 'algorithm-changes', message }];
  });
}
