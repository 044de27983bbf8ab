/**
 * Statistics of values: mean and median, fit quality, quartiles, quantiles of a sample with confidence intervals,
 * prediction intervals.
 */

/** The arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Root of the mean square; NaN of nothing. */
export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => value * value)));

/**
 * 1 − SSE/SST; below 0 if the mean of `measured` would predict better. Undefined if it has no meaning: no rows, all of them
 * the same and not met, or sums past the range of numbers.
 */
export function rSquared(measured: readonly number[], predicted: readonly number[]): number | undefined {
  const middle = mean(measured);
  let error = 0;
  let total = 0;
  for (let i = 0; i < measured.length; i++) {
    error += (measured[i] - predicted[i]) ** 2;
    total += (measured[i] - middle) ** 2;
  }
  if (measured.length > 0 && total === 0 && error === 0) return 1;
  const score = 1 - error / total;
  return Number.isFinite(score) ? score : undefined;
}

/** Slope of the line of least squares through points of two or more different x; NaN of others. */
export function slopeThrough(x: readonly number[], y: readonly number[]): number {
  const [middleX, middleY] = [mean(x), mean(y)];
  const moment = (other: readonly number[], middle: number): number =>
    x.reduce((sum, value, i) => sum + (value - middleX) * (other[i] - middle), 0);
  return moment(y, middleY) / moment(x, middleX);
}

/** Middle one of the values in ascending order, or the mean of the middle two; NaN of none. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const half = ascending.length >> 1;
  return ascending.length % 2 === 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

/** A median with its quartiles. */
export interface Estimate {
  readonly value: number;
  /** A quarter of the values is below, a quarter above `high`. */
  readonly low: number;
  readonly high: number;
}

/** The quantile of `values` at a share, linear between neighbours; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  const at = (ascending.length - 1) * share;
  const below = Math.floor(at);
  if (below + 1 >= ascending.length) return ascending.at(-1) ?? Number.NaN;
  return ascending[below] + (ascending[below + 1] - ascending[below]) * (at - below);
}

/** Their median and quartiles; with `value` that instead of the median. */
export function estimateOf(values: readonly number[], value = median(values)): Estimate {
  return {
    value,
    low: Math.min(value, quantile(values, 0.25)),
    high: Math.max(value, quantile(values, 0.75)),
  };
}

/** Half of the distance between the quartiles, as a share of the value; 0 where both are 0. */
export function relativeSpread({ value, low, high }: Estimate): number {
  return high === low ? 0 : (high - low) / 2 / Math.abs(value);
}

/** Whether its spread exceeds its value, so that it is only an upper limit. */
export const isVague = (estimate: Estimate): boolean => relativeSpread(estimate) > 1;

/** The slopes through all pairs of points, whose median is the Theil-Sen slope; `x` ascends. */
export function slopesThrough(x: readonly number[], y: readonly number[]): number[] {
  return x.flatMap((right, i) => x.slice(0, i).map((left, j) => (y[i] - y[j]) / (right - left)));
}

/** A quantile of a sample with a confidence interval of at least the stated level. */
export interface QuantileEstimate {
  readonly share: number;
  readonly value: number;
  /** Order statistics; null: the sample is too small on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Summary of a sample of times, ns. */
export interface SampleSummary {
  readonly samples: number;
  readonly mean: number;
  /** Of the mean: sd / √samples. */
  readonly standardError: number;
  readonly sd: number;
  readonly least: number;
  readonly largest: number;
  readonly quantiles: readonly QuantileEstimate[];
}

/** Confidence level of the intervals of quantiles, at least. */
const CONFIDENCE = 0.95;

/** Least value that a share of an ascending sample does not exceed. */
export const sampleQuantile = (ascending: Float64Array, share: number): number =>
  ascending[rankAt(ascending.length, share)];

/** Index of that value. A share in binary may be slightly above the decimal. */
const rankAt = (samples: number, share: number): number =>
  Math.min(Math.max(Math.ceil(samples * share - 1e-9), 1), samples) - 1;

/** `shares`: of the quantiles. */
export function summarise(values: Float64Array, shares: readonly number[]): SampleSummary {
  const ascending = values.toSorted();
  const samples = values.length;
  // Relative to the minimum, so that equal values have an exact mean and no spread.
  const [least] = ascending;
  const mean = least + ascending.reduce((sum, value) => sum + (value - least), 0) / samples;
  const squares = ascending.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = samples > 1 ? Math.sqrt(squares / (samples - 1)) : 0;
  return {
    samples,
    mean,
    standardError: sd / Math.sqrt(samples),
    sd,
    least,
    largest: ascending[samples - 1],
    quantiles: shares.map((share) => ({
      share,
      value: sampleQuantile(ascending, share),
      ...intervalOf(ascending, share),
    })),
  };
}

/**
 * The interval between two order statistics: the number of values below a quantile is binomial, whatever the distribution.
 * Source: W. Conover, "Practical nonparametric statistics", 3rd ed. (1999), section 3.2.
 */
function intervalOf(ascending: Float64Array, share: number): Pick<QuantileEstimate, 'low' | 'high'> {
  const n = ascending.length;
  const outside = (1 - CONFIDENCE) / 2;
  const below = binomialBelow(n, share);
  // P(B ≤ low − 1) and P(B ≥ high) are at most `outside`; order statistics count from 1.
  const low = below.findLastIndex((p) => p <= outside) + 1;
  const high = below.findIndex((p) => p >= 1 - outside) + 1;
  return {
    low: low === 0 ? null : ascending[low - 1],
    high: high === 0 || high > n ? null : ascending[high - 1],
  };
}

/** [n + 1] P(B ≤ k) of a binomial of n and p. */
function binomialBelow(n: number, p: number): Float64Array {
  const logs = new Float64Array(n + 1);
  logs[0] = n * Math.log1p(-p);
  for (let k = 1; k <= n; k++) logs[k] = logs[k - 1] + Math.log((n - k + 1) / k) + Math.log(p / (1 - p));
  let sum = 0;
  return logs.map((log) => {
    sum += Math.exp(log);
    return sum;
  });
}

// Student's t distribution of a whole number of degrees of freedom. Source: M. Abramowitz, I. Stegun, *Handbook of
// Mathematical Functions*, 26.7.3 and 26.7.4.

/** P(|t| ≤ x) with `freedom` degrees of freedom, x ≥ 0. */
function studentWithin(x: number, freedom: number): number {
  const angle = Math.atan(x / Math.sqrt(freedom));
  const cos2 = Math.cos(angle) ** 2;
  const odd = freedom % 2 === 1;
  let term = odd ? Math.cos(angle) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k < freedom; k += 2) {
    term *= ((k - 1) / k) * cos2;
    sum += term;
  }
  const series = Math.sin(angle) * sum;
  return odd ? (2 / Math.PI) * (angle + series) : series;
}

/** x with P(|t| ≤ x) = `share`, for 0 < share < 1. */
export function studentQuantile(share: number, freedom: number): number {
  let low = 0;
  let high = 1;
  while (studentWithin(high, freedom) < share) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (studentWithin(middle, freedom) < share) low = middle;
    else high = middle;
  }
}

/**
 * Prediction interval of one more normal value with probability `share`: mean ± t · s · √(1 + 1/n). `apart` is half of an
 * interval of another, independent error; squares add up. Takes two values or more. Source: D. Montgomery, G. Runger,
 * *Applied Statistics and Probability for Engineers*, section 8-6.
 */
export function predictionInterval(
  values: readonly number[],
  share: number,
  apart = 0,
): readonly [low: number, high: number] {
  const n = values.length;
  const middle = mean(values);
  const sd = rootMeanSquare(values.map((value) => value - middle)) * Math.sqrt(n / (n - 1));
  const half = Math.hypot(studentQuantile(share, n - 1) * sd * Math.sqrt(1 + 1 / n), apart);
  return [middle - half, middle + half];
}

/** Rows by what `key` says of them, in the order in which the keys come. */
export function groupBy<Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}
