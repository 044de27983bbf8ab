/** What a sample tells: mean, spread, quantiles, and how sure they are. */

/** A quantile of a sample with an interval that holds the true one at least as often as it says. */
export interface QuantileEstimate {
  readonly share: number;
  readonly value: number;
  /** Order statistics; null: the sample is too small for one on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

/** What a sample of times tells, ns. */
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

/** How often intervals of quantiles hold the true one, at least. */
export const CONFIDENCE = 0.95;

/** Least value that a share of an ascending sample does not exceed. */
export const sampleQuantile = (ascending: Float64Array, share: number): number =>
  ascending[rankAt(ascending.length, share)];

/** Index of that value. A share in binary may lie a little above what was written. */
const rankAt = (samples: number, share: number): number =>
  Math.min(Math.max(Math.ceil(samples * share - 1e-9), 1), samples) - 1;

/** `shares`: of the quantiles. */
export function summarise(values: Float64Array, shares: readonly number[]): SampleSummary {
  const ascending = values.toSorted();
  const samples = values.length;
  // About the least one: equal values then have a mean without rounding, and no spread.
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
 * The interval between two order statistics: how many of a sample lie below a quantile is binomial, whatever the
 * distribution. Source: W. Conover, "Practical nonparametric statistics", 3rd ed. (1999), section 3.2.
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
