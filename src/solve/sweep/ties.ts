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
  const first = sweep(tieWithin(exact, at, 0));
  const needed = tieWithin(exact, at, length(first));
  return needed === tieWithin(exact, at, 0) ? first : sweep(needed);
}

/** The relative difference of {@link withTies} for a sweep whose longest path is of `length`. */
export function tieWithin(exact: boolean, at: readonly number[], length: number): number {
  if (!exact) return INEXACT_ROUNDING;
  return addsWhole(exact, at, length) ? 0 : ROUNDING * at.length;
}

/** Whether all sums up to a longest path of `length` are exact: paths are equally long then where their sums are equal. */
export function addsWhole(exact: boolean, at: readonly number[], length: number): boolean {
  return exact && at.every(Number.isInteger) && length < EXACT_LIMIT;
}

/** Relative difference below which two runtimes that passes have found are the same: the rounding of one sum. */
export const SAME_RUNTIME = 1e-13;
