/** One value of many, and how far they lie apart. */

/** A median with its quartiles. */
export interface Estimate {
  readonly value: number;
  /** A quarter of what it comes from lies below, a quarter above `high`. */
  readonly low: number;
  readonly high: number;
}

/** The value below which a share of `values` lies, between neighbours by the line through them; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  const at = (ascending.length - 1) * share;
  const below = Math.floor(at);
  if (below + 1 >= ascending.length) return ascending.at(-1) ?? Number.NaN;
  return ascending[below] + (ascending[below + 1] - ascending[below]) * (at - below);
}

/** The middle one; NaN of none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

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

/** Whether it spreads by more than its value: then it says little but how much there is at most. */
export const isVague = (estimate: Estimate): boolean => relativeSpread(estimate) > 1;

/** The slopes through all pairs of points, of which Theil and Sen take the median; `x` ascends. */
export function slopesThrough(x: readonly number[], y: readonly number[]): number[] {
  return x.flatMap((right, i) => x.slice(0, i).map((left, j) => (y[i] - y[j]) / (right - left)));
}
