/** Where a search ends that finds no end. */
import { LimitError } from '../../errors.js';
import { CHECK_TIMES } from '../../timing/finite.js';

/**
 * Passes of one search. A convex piecewise linear function is left by Newton after as many steps as it has pieces;
 * rounding may keep it from there.
 */
export const MAX_PASSES = 10_000;

/** The error of a search for `what` that is given up. */
export function notFound(what: string): LimitError {
  return new LimitError(`${what} was not found in ${MAX_PASSES} passes`, CHECK_TIMES);
}
