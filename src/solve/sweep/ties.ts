/** When two paths, or two runtimes, are equally long. */
import { EXACT_LIMIT, INEXACT_ROUNDING, ROUNDING } from '../../timing/exact.js';

/**
 * Runs `sweep` with the relative difference within which two paths are equally long at values `at` of the parameters
 * (in 1/scale units). Whole numbers need none as long as the longest path, which `length` tells, is exact: past that
 * the sweep is run once more, with room for rounding.
 */
export function withTies<Result>(
  exact: boolean,
  at: readonly number[],
  sweep: (tie: number) => Result,
  length: (result: Result) => number,
): Result {
  if (!exact) return sweep(INEXACT_ROUNDING);
  const rounded = ROUNDING * at.length;
  if (!at.every(Number.isInteger)) return sweep(rounded);
  const result = sweep(0);
  return addsWhole(exact, at, length(result)) ? result : sweep(rounded);
}

/** Whether all sums up to a longest path of `length` are exact: paths are equally long then where their sums are equal. */
export function addsWhole(exact: boolean, at: readonly number[], length: number): boolean {
  return exact && at.every(Number.isInteger) && length < EXACT_LIMIT;
}

/** Relative difference below which two runtimes that passes have found are the same: the rounding of one sum. */
export const SAME_RUNTIME = 1e-13;
