/** When two paths are equally long. */
import { EXACT_LIMIT } from '../../timing/exact.js';

/** Two sums of whole numbers differ by rounding of c + a·x alone; inexact ones by that of their terms too. */
const EXACT_TIE = 2 ** -51;
const INEXACT_TIE = 1e-14;

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
  if (!exact) return sweep(INEXACT_TIE);
  const rounded = EXACT_TIE * at.length;
  if (!at.every(Number.isInteger)) return sweep(rounded);
  const result = sweep(0);
  return length(result) < EXACT_LIMIT ? result : sweep(rounded);
}
