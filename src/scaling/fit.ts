/** One hypothesis, c₀ + c₁ times a term of the number of ranks, fitted to points by least squares and held against each of them in turn. */
import { fitLine } from '../collective-models/fit/least-squares.js';
import { studentQuantile } from './student.js';
import { falls, type Term, termAt } from './terms.js';

/** What was read at one number of ranks. */
export interface ScalingPoint {
  readonly ranks: number;
  readonly value: number;
}

/** A law that was fitted; `term` is null where the value is taken as constant. */
export interface FittedLaw {
  readonly term: Term | null;
  readonly constant: number;
  /** Of the term; 0 without one. */
  readonly coefficient: number;
  /** Root mean square of the errors at each point by the law that is fitted to the others: relative where no value is 0. */
  readonly crossError: number;
  /** Whether it meets all points, but for rounding. */
  readonly exact: boolean;
  /** Half the width of the interval that holds one more value at p with 95 %, were this the true law and errors normal. */
  halfWidth(p: number): number;
}

/** Of the largest value: what arithmetic may lose. */
const ROUNDING = 1e-9;
const CONFIDENCE = 0.95;

/** The value of a law at p ranks. */
export const lawAt = ({ term, constant, coefficient }: FittedLaw, p: number): number =>
  term === null ? constant : constant + coefficient * termAt(term, p);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const largest = (points: readonly ScalingPoint[]): number =>
  Math.max(...points.map(({ value }) => Math.abs(value)));

/** Points with what their errors count. */
export interface Sample {
  readonly points: readonly ScalingPoint[];
  /** [points] 1 over the value where none is 0: noise grows with what it disturbs; else 1. */
  readonly weights: readonly number[];
  readonly relative: boolean;
}

export function sampleOf(points: readonly ScalingPoint[]): Sample {
  const relative = points.every(({ value }) => value > 0);
  return { points, relative, weights: points.map(({ value }) => (relative ? 1 / value : 1)) };
}

/** The value as a constant: its mean, weighted as all laws are. */
export function fitConstant(sample: Sample): FittedLaw {
  const { points, weights } = sample;
  const total = sumOf(weights.map((weight) => weight ** 2));
  const constant = sumOf(points.map(({ value }, k) => value * weights[k] ** 2)) / total;
  return judged(sample, { term: null, constant, coefficient: 0 }, () => 1 / total);
}

/** Null where the points, or all of them but one, cannot tell its coefficients, or it would be below zero somewhere from the first point on. */
export function fitTerm(sample: Sample, term: Term): FittedLaw | null {
  const { points, weights, relative } = sample;
  const x = points.map(({ ranks }) => termAt(term, ranks));
  if (!x.every(Number.isFinite)) return null;
  const total = sumOf(weights.map((weight) => weight ** 2));
  const mean = sumOf(x.map((one, k) => one * weights[k] ** 2)) / total;
  const spread = sumOf(x.map((one, k) => (weights[k] * (one - mean)) ** 2));
  // A point whose leverage is 1 alone tells the term: without it there is no law that could be held against it.
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

/** None of the quantities that are fitted can be. */
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
  // Without the point at hand the error there is its residual over 1 − leverage: no law need be fitted again.
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
