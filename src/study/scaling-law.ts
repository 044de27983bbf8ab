/** A quantity over the number of ranks: the law in performance-model normal form that fits its points, and its predictions. */

import type { ToleranceResult } from '../analysis/sensitivity.js';
import { studentQuantile } from '../analysis/statistics.js';
import { fitLine } from '../collective-models/fit/least-squares.js';
import { type CollectiveSpec, chooseAlgorithm } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import { checkNumber, InputError, UsageError, type Warning } from '../errors.js';
import type { Program } from '../sources/program.js';
import type { Axis } from '../timing/axis.js';

/** Fewer points do not distinguish laws. */
const LEAST_POINTS = 3;

/** The law that fits the points, and those that the points do not distinguish from it. */
export interface ScalingLaw {
  /** By rising number of ranks. */
  readonly points: readonly ScalingPoint[];
  readonly best: FittedLaw;
  /** All that predict omitted points nearly as well as the best, which is the first. */
  readonly plausible: readonly FittedLaw[];
}

/** The prediction of a law for one number of ranks. */
export interface ScalingPrediction {
  readonly ranks: number;
  readonly value: number;
  /** By the same law in whole rounds, if no point distinguishes them: of ⌊log2 p⌋ and of ⌈log2 p⌉; otherwise null. */
  readonly rounded: readonly [down: number, up: number] | null;
  /** Over all plausible laws, the ends of the 95 % prediction interval if the law is true. */
  readonly low: number;
  readonly high: number;
  /** Factor beyond the nearest point: 1 between the points. */
  readonly beyond: number;
}

/** Maximum error of a law with a term, relative to that of a constant, each point predicted by the others. */
const CLEARLY_BETTER = 0.5;

/**
 * Chooses c₀ + c₁ · p^i · log2(p)^j, or that of whole rounds, by leave-one-out cross-validation: a constant unless a term
 * predicts omitted points at least twice as well. Values must not be negative. Throws UsageError for fewer than {@link
 * LEAST_POINTS} points and for two at one number of ranks, InputError for values that are not finite.
 */
export function scalingLaw(points: readonly ScalingPoint[]): ScalingLaw {
  checkPoints(points);
  const sorted = [...points].sort((a, b) => a.ranks - b.ranks);
  const sample = sampleOf(sorted);
  const constant = fitConstant(sample);
  if (constant.exact) return { points: sorted, best: constant, plausible: [constant] };
  const laws = TERMS.flatMap((term) => fitTerm(sample, term) ?? []).sort(
    (a, b) => a.crossError - b.crossError,
  );
  const better = laws.filter(({ crossError }) => crossError <= CLEARLY_BETTER * constant.crossError);
  const all = better.length > 0 ? [...laws, constant] : [constant, ...laws];
  const [best] = all;
  const nearly = studentQuantile(CONFIDENCE, sorted.length - 2) * best.crossError;
  const plausible = all.filter(({ crossError }) => crossError <= nearly);
  return { points: sorted, best, plausible };
}

function checkPoints(points: readonly ScalingPoint[]): void {
  checkRanks(points.map(({ ranks }) => ranks));
  const wrong = points.find(({ ranks, value }) => !(ranks >= 1) || !Number.isFinite(value));
  if (wrong === undefined) return;
  throw new InputError({
    what: wrong.ranks >= 1 ? 'the value of a point is not finite' : 'a point has fewer than 1 rank',
    mend: 'omit the point',
  });
}

/** Throws UsageError for fewer than {@link LEAST_POINTS} numbers of ranks, and for duplicates. */
function checkRanks(ranks: readonly number[]): void {
  const different = new Set(ranks);
  if (different.size < ranks.length)
    throw new UsageError(
      'two programs have the same number of ranks',
      'keep one of them; runs with the same number of ranks show noise, not scaling',
    );
  if (different.size < LEAST_POINTS)
    throw new UsageError(
      `a scaling law needs ${LEAST_POINTS} numbers of ranks; the input has ${different.size}`,
      'trace the program at more numbers of ranks, preferably five',
    );
}

/** The prediction for `ranks` ranks; never below zero. Throws a UsageError for no number of ranks. */
export function predictAt(law: ScalingLaw, ranks: number): ScalingPrediction {
  checkNumber('predictAt: ranks', ranks, { least: 1 });
  const { points, best, plausible } = law;
  const ends = plausible.flatMap((one) => {
    const at = lawAt(one, ranks);
    return [at - one.halfWidth(ranks), at + one.halfWidth(ranks)];
  });
  const [first, last] = [points[0].ranks, points[points.length - 1].ranks];
  const alike = isPowerOfTwo(ranks) ? null : alikeOf(law);
  return {
    ranks,
    value: Math.max(0, lawAt(best, ranks)),
    rounded: alike && [Math.max(0, lawAt(alike.down, ranks)), Math.max(0, lawAt(alike.up, ranks))],
    low: Math.max(0, Math.min(...ends)),
    high: Math.max(0, ...ends),
    beyond: Math.max(1, ranks / last, first / ranks),
  };
}

/** The best law in whole rounds, if no point distinguishes them; otherwise null. */
function alikeOf({
  points,
  best: { term },
  plausible,
}: ScalingLaw): Readonly<Record<'down' | 'up', FittedLaw>> | null {
  if (term === null || !points.every(({ ranks }) => isPowerOfTwo(ranks))) return null;
  const of = (rounding: Rounding) =>
    plausible.find((one) => one.term !== null && one.term.rounding === rounding && twins(one.term, term));
  const [down, up] = [of('down'), of('up')];
  return down === undefined || up === undefined ? null : { down, up };
}

/** Whether log2 p is a whole number. */
export const isPowerOfTwo = (ranks: number): boolean => Number.isInteger(Math.log2(ranks));

/** Range of predictions: as many times beyond the numbers of ranks as these span. */
function farthest(ranks: readonly number[]): { readonly low: number; readonly high: number } {
  const [first, last] = [Math.min(...ranks), Math.max(...ranks)];
  return { low: Math.max(1, first * (first / last)), high: last * (last / first) };
}

/** Two and four times the largest, as far as the range allows. */
export function nextRanks(ranks: readonly number[]): number[] {
  if (ranks.length < LEAST_POINTS) return [];
  const largest = Math.max(...ranks);
  return [2 * largest, 4 * largest].filter((one) => one <= farthest(ranks).high);
}

// One hypothesis, c₀ + c₁ times a term of the number of ranks, fitted by least squares and cross-validated.

/** The value at one number of ranks. */
export interface ScalingPoint {
  readonly ranks: number;
  readonly value: number;
}

/** A fitted law; `term` is null for a constant. */
export interface FittedLaw {
  readonly term: Term | null;
  readonly constant: number;
  /** Of the term; 0 without one. */
  readonly coefficient: number;
  /** Root mean square of the errors at each point by the law fitted to the others: relative if no value is 0. */
  readonly crossError: number;
  /** Whether it meets all points, up to rounding. */
  readonly exact: boolean;
  /** Half the width of the 95 % prediction interval at p, if this were the true law and errors normal. */
  halfWidth(p: number): number;
}

/** Relative to the largest value: rounding. */
const ROUNDING = 1e-9;
const CONFIDENCE = 0.95;

/** The value of a law at p ranks. */
export const lawAt = ({ term, constant, coefficient }: FittedLaw, p: number): number =>
  term === null ? constant : constant + coefficient * termAt(term, p);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const largest = (points: readonly ScalingPoint[]): number =>
  Math.max(...points.map(({ value }) => Math.abs(value)));

/** Points with the weights of their errors. */
interface Sample {
  readonly points: readonly ScalingPoint[];
  /** [points] 1 over the value if none is 0, because noise is relative; otherwise 1. */
  readonly weights: readonly number[];
  readonly relative: boolean;
}

function sampleOf(points: readonly ScalingPoint[]): Sample {
  const relative = points.every(({ value }) => value > 0);
  return { points, relative, weights: points.map(({ value }) => (relative ? 1 / value : 1)) };
}

/** The value as a constant: its weighted mean. */
function fitConstant(sample: Sample): FittedLaw {
  const { points, weights } = sample;
  const total = sumOf(weights.map((weight) => weight ** 2));
  const constant = sumOf(points.map(({ value }, k) => value * weights[k] ** 2)) / total;
  return judged(sample, { term: null, constant, coefficient: 0 }, () => 1 / total);
}

/**
 * Null if the points, or all of them but one, do not determine its coefficients, or if it is negative anywhere from the
 * first point on.
 */
function fitTerm(sample: Sample, term: Term): FittedLaw | null {
  const { points, weights, relative } = sample;
  const x = points.map(({ ranks }) => termAt(term, ranks));
  if (!x.every(Number.isFinite)) return null;
  const total = sumOf(weights.map((weight) => weight ** 2));
  const mean = sumOf(x.map((one, k) => one * weights[k] ** 2)) / total;
  const spread = sumOf(x.map((one, k) => (weights[k] * (one - mean)) ** 2));
  // A point with leverage 1 alone determines the term; without it the law cannot be validated.
  const leverage = x.map((one, k) => weights[k] ** 2 * (1 / total + (one - mean) ** 2 / spread));
  if (!leverage.every((one) => one < 1 - ROUNDING)) return null;
  const y = points.map(({ value }) => value);
  const { intercept, slope } = fitLine(x, y, relative ? 'relative' : 'absolute');
  const law = judged(
    sample,
    { term, constant: intercept, coefficient: slope },
    (p) => 1 / total + (termAt(term, p) - mean) ** 2 / spread,
  );
  return goesBelowZero(law, points) ? null : law;
}

/** No fitted quantity can be negative. */
function goesBelowZero(law: FittedLaw, points: readonly ScalingPoint[]): boolean {
  if (law.term === null) return false;
  const allowed = -ROUNDING * largest(points);
  const last = falls(law.term) ? law.constant : law.coefficient;
  return last < allowed || points.some(({ ranks }) => lawAt(law, ranks) < allowed);
}

/** `variance`: of the law at p, in units of the variance of a weighted error. */
function judged(
  { points, weights, relative }: Sample,
  made: Pick<FittedLaw, 'term' | 'constant' | 'coefficient'>,
  variance: (p: number) => number,
): FittedLaw {
  const bare = { ...made, crossError: 0, exact: true, halfWidth: () => 0 };
  const residuals = points.map(({ ranks, value }) => value - lawAt(bare, ranks));
  if (residuals.every((one) => Math.abs(one) <= ROUNDING * largest(points))) return bare;
  const weighted = residuals.map((one, k) => one * weights[k]);
  // The error at an omitted point is its residual over 1 − leverage, so no law is fitted again.
  const crossed = weighted.map((one, k) => one / (1 - weights[k] ** 2 * variance(points[k].ranks)));
  const freedom = points.length - (made.term === null ? 1 : 2);
  const noise = sumOf(weighted.map((one) => one ** 2)) / freedom;
  const quantile = studentQuantile(CONFIDENCE, freedom);
  return {
    ...bare,
    exact: false,
    crossError: Math.sqrt(sumOf(crossed.map((one) => one ** 2)) / points.length),
    halfWidth: (p) => quantile * Math.sqrt(noise * ((relative ? lawAt(bare, p) ** 2 : 1) + variance(p))),
  };
}

// The terms of the performance-model normal form, p^i · log2(p)^j. Source: A. Calotoiu, T. Hoefler, M. Poke, F. Wolf,
// "Using Automated Performance Modeling to Find Scalability Bugs in Complex Codes", SC 2013, with i ≥ 0 and j of 0, 1 or 2.
// Added are falling terms, for work divided among the ranks and for tolerances, and whole rounds: ⌈log2 p⌉ of a
// dissemination, ⌊log2 p⌋ of the longest way down a binomial tree.

/** An exponent as it is written, such as `2/3`. */
export interface Exponent {
  readonly text: string;
  readonly value: number;
}

/** A term of the normal form: p^i · log2(p)^j, or the same of ⌊log2(p)⌋ or ⌈log2(p)⌉. */
export interface Term {
  /** Of p. */
  readonly i: Exponent;
  /** Of log2(p). */
  readonly j: number;
  /** Rounding of log2(p); at powers of two all are equal. */
  readonly rounding: 'none' | 'down' | 'up';
}

type Rounding = Term['rounding'];

const exponent = (text: string): Exponent => {
  const [above, below = '1'] = text.split('/');
  return { text, value: Number(above) / Number(below) };
};

const RISING = ['1', '1/2', '2', '1/3', '2/3', '1/4', '3/4', '3/2', '4/3', '5/4', '5/3', '5/2', '3'];
const FALLING = ['-1', '-1/2', '-1/3', '-2/3'];
const NONE = exponent('0');

const SMOOTH = [
  { i: NONE, j: 1 },
  ...RISING.map((i) => ({ i: exponent(i), j: 0 })),
  ...FALLING.map((i) => ({ i: exponent(i), j: 0 })),
  { i: NONE, j: 2 },
  { i: NONE, j: -1 },
  ...RISING.flatMap((i) => [1, 2].map((j) => ({ i: exponent(i), j }))),
  { i: exponent('-1'), j: 1 },
];

/** The simplest first: of equally good laws, the first is taken. */
export const TERMS: readonly Term[] = [
  ...SMOOTH.map((term): Term => ({ ...term, rounding: 'none' })),
  ...SMOOTH.filter(({ j }) => j !== 0).flatMap((term): Term[] => [
    { ...term, rounding: 'up' },
    { ...term, rounding: 'down' },
  ]),
];

const ROUNDED: Readonly<Record<Rounding, (log: number) => number>> = {
  none: (log) => log,
  down: Math.floor,
  up: Math.ceil,
};

/** The value at p; not finite for a division by log2(p) = 0. */
export const termAt = ({ i, j, rounding }: Term, p: number): number =>
  p ** i.value * ROUNDED[rounding](Math.log2(p)) ** j;

/** Whether two terms differ only in how log2(p) is rounded. */
export const twins = (one: Term, other: Term): boolean =>
  one.i.value === other.i.value && one.j === other.j && one.rounding !== other.rounding;

/** Whether the term falls towards 0 as p grows. */
const falls = ({ i, j }: Term): boolean => i.value < 0 || (i.value === 0 && j < 0);

/** Such as `p^(2/3) · log2 p`, or `⌈log2 p⌉^2`. */
export function termText({ i, j, rounding }: Term): string {
  const power =
    i.value === 0 ? '' : i.text === '1' ? 'p' : `p^${i.text.includes('/') ? `(${i.text})` : i.text}`;
  const log = j === 0 ? '' : logText(j, rounding);
  return [power, log].filter((part) => part !== '').join(' · ');
}

function logText(j: number, rounding: Rounding): string {
  if (rounding === 'none') return j === 1 ? 'log2 p' : `log2^${j} p`;
  const rounds = rounding === 'up' ? '⌈log2 p⌉' : '⌊log2 p⌋';
  return j === 1 ? rounds : `${rounds}^${j}`;
}

// Laws for the answers about one program at several numbers of ranks, and changes of algorithms.

/** A program at one number of ranks, with its tolerances. */
export interface ScaledRun {
  readonly ranks: number;
  readonly result: ToleranceResult;
}

/** `latency`: latency on the critical path, ns; `tolerance`: the distance of the parameter from the machine's. */
export type ScaledName = 'runtime' | 'latency' | 'lambda_L' | 'lambda_G' | 'lambda_o' | 'tolerance';

/** One quantity over the number of ranks. */
export interface ScaledQuantity {
  readonly name: ScaledName;
  /** ns, ns/B, bytes, or a plain number. */
  readonly unit: Axis['unit'] | 'B' | '1';
  /** Of a tolerance. */
  readonly percent: number | null;
  /** By rising number of ranks; Infinity if unlimited. */
  readonly points: readonly ScalingPoint[];
  /** Null if a point is not finite. */
  readonly law: ScalingLaw | null;
  readonly predictions: readonly ScalingPrediction[];
}

/**
 * The laws of T, λ and the tolerances, and their values at each of `predicted`. Throws UsageError if the runs are too few
 * for a law, and for a number of ranks farther from the runs than they span.
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
    `--predict ${outside} is too far from the numbers of ranks of the programs`,
    `predict from ${Math.ceil(low)} to ${Math.floor(high)}, or add programs closer to ${outside} ranks`,
  );
}

/** Names of the algorithms of each collective, in the order of the calls. */
export type AlgorithmsTaken = ReadonlyMap<CollectiveName, ReadonlySet<string>>;

/** By `choices` and the program's own defaults; none if collectives are messages already. */
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

/** A warning for each collective whose algorithm changes with the number of ranks, because laws bend there. */
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
    const message = `${collective} uses ${list.join(', ')}; a law over all of them may bend in between`;
    return [{ code: 'algorithm-changes', message }];
  });
}
