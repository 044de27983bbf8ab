/**
 * The distribution of the runtime if a parameter is drawn once for the whole run. T(x) is known piece by piece, so moments
 * are sums over pieces and quantiles are T at the parameter's quantiles. Nothing is simulated.
 */
import { checkNumbers, joinWarnings, type Warning } from '../errors.js';
import { type Labels, pass, passAtInfinity, sharedLabels, valueAt } from '../solve/sweep/pass.js';
import { type LinePiece, piecesByPasses } from '../solve/sweep/pieces.js';
import { meet } from '../solve/sweep/sweep-engine.js';
import type { Axis } from '../timing/axis.js';
import type { LineSystem } from '../timing/line-system.js';
import {
  type ContinuousDistribution,
  type Distribution,
  meanAndDeviation,
  momentsBetween,
  probabilityAbove,
  quantileOf,
  spreadOf,
} from './distributions.js';
import { type Model, orderKept } from './model.js';

/** One quantile of the runtime, ns. */
export interface RuntimeQuantile {
  /** P(T ≤ runtime). */
  readonly p: number;
  /** The parameter's quantile (ns, or ns/B), and T there, ns. */
  readonly x: number;
  readonly runtime: number;
}

/** Probability that the runtime is above a limit. */
export interface Exceedance {
  readonly percent: number;
  /** Largest value of the parameter at which T is within the limit. */
  readonly value: number;
  /** P(T > (1 + percent/100)·T₀). */
  readonly probability: number;
}

/** The runtime of a program with one parameter drawn once for the whole run. Times in ns. */
export interface RuntimeDistribution {
  readonly axis: Axis;
  /** Mean and standard deviation of the parameter as it is used. */
  readonly parameter: { readonly mean: number; readonly sd: number };
  /** T at the machine's value, ns. */
  readonly baseRuntime: number;
  /** Mean and standard deviation of T, ns. */
  readonly mean: number;
  readonly sd: number;
  readonly quantiles: readonly RuntimeQuantile[];
  readonly exceedances: readonly Exceedance[];
  readonly warnings: readonly Warning[];
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/** Below the lowest of the even levels, where a line through these alone would have a step. */
const TAIL: readonly number[] = [0.0005, 0.001, 0.002, 0.003, 0.004];

/** Levels at which the quantiles make a smooth line. */
export const FINE_QUANTILES: readonly number[] = [
  ...TAIL,
  ...Array.from({ length: 199 }, (_, i) => (i + 1) / 200),
  ...TAIL.toReversed().map((share) => 1 - share),
];

/** Least cut-off share of a normal distribution that gets a warning. */
const NOTEWORTHY = 1e-6;

/**
 * Distribution of T when the parameter of `axis` has `distribution`. Throws a UsageError for negative `percents`, and
 * `quantiles` that are not between 0 and 1.
 */
export async function runtimeDistribution(
  model: Model,
  distribution: Distribution,
  percents: readonly number[],
  axis: Axis = model.latency,
  quantiles: readonly number[] = QUANTILES,
): Promise<RuntimeDistribution> {
  checkNumbers('percents', percents, { least: 0 });
  checkNumbers('quantiles', quantiles, { least: 0, most: 1 });
  const lines = model.lines(axis);
  const labels = sharedLabels(lines);
  const runtimeAt = (x: number): number => valueAt(lines, pass(lines, x, labels), x);
  const baseRuntime = runtimeAt(axis.base);
  const exceedances: Exceedance[] = [];
  for (const percent of percents) {
    const limit = baseRuntime * (1 + percent / 100);
    const value = await model.engine.largestWithin(lines, limit, axis.base);
    exceedances.push({ percent, value, probability: probabilityAbove(distribution, value) });
  }
  const spread =
    distribution.kind === 'discrete'
      ? spreadOf(distribution.values.map(runtimeAt), distribution.probabilities)
      : spreadOverPieces(lines, distribution, labels);
  return {
    axis,
    parameter: meanAndDeviation(distribution),
    baseRuntime,
    ...spread,
    quantiles: quantiles.map((p) => {
      const x = quantileOf(distribution, p);
      return { p, x, runtime: runtimeAt(x) };
    }),
    exceedances,
    warnings: joinWarnings(cutWarning(axis, distribution), orderKept(model)),
  };
}

/** Mean and standard deviation of T from the moments on each piece, taken about T at the distribution's centre. */
function spreadOverPieces(
  lines: LineSystem,
  distribution: ContinuousDistribution,
  labels: Labels,
): { readonly mean: number; readonly sd: number } {
  const { center } = distribution;
  const about = valueAt(lines, pass(lines, center, labels), center);
  const pieces = allPieces(lines, distribution.low, labels);
  let mean = 0;
  let square = 0;
  pieces.forEach(({ start, line }, i) => {
    const end = pieces[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const [mass, first, second] = momentsBetween(distribution, start, end);
    // On this piece T is `about` + offset + slope·(x − center).
    const offset = valueAt(lines, line, center) - about;
    const slope = line.a;
    mean += offset * mass + slope * first;
    square += offset * offset * mass + 2 * offset * slope * first + slope * slope * second;
  });
  return { mean: about + mean, sd: Math.sqrt(Math.max(square - mean * mean, 0)) };
}

/** The pieces of T from `low` on, the last without end. */
function allPieces(lines: LineSystem, low: number, labels: Labels): LinePiece[] {
  const line = passAtInfinity(lines, labels);
  const last = lastBreakpoint(lines, low, labels);
  const pieces = last > low ? piecesByPasses(lines, low, last) : [];
  if (pieces.at(-1)?.line.a !== line.a) pieces.push({ start: last, line });
  return pieces;
}

/** Where T joins the line that it follows to infinity: each tangent meets that line no later. */
function lastBreakpoint(lines: LineSystem, low: number, labels: Labels): number {
  const final = passAtInfinity(lines, labels);
  let x = low;
  for (;;) {
    const line = pass(lines, x, labels, 'right');
    if (line.a === final.a) return x;
    const next = meet(lines, line, final);
    if (!(next > x)) return x;
    x = next;
  }
}

function cutWarning(axis: Axis, distribution: Distribution): Warning | null {
  if (distribution.kind === 'discrete' || distribution.cutOff <= NOTEWORTHY) return null;
  const share = Number((100 * distribution.cutOff).toPrecision(3));
  const message = `${share} % of the ${distribution.family} distribution is below the lowest ${axis.name} and is cut off; the rest is scaled to 1`;
  return { code: 'distribution-cut', message };
}
