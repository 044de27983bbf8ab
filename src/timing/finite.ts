import { LimitError } from '../errors.js';

/** What to look at when numbers end. */
export const CHECK_TIMES =
  'times differ by too many orders of magnitude: check those of the input and of the machine';

/** Counts of messages and bytes are below 2^84, so that no product of both with a time leaves the range of doubles. */
const LARGEST = 1e250;

/** A time or a sum of times as it is. Throws LimitError when it is none, or so large that sums of it may be infinite. */
export function finite(value: number): number {
  if (Math.abs(value) <= LARGEST) return value;
  throw new LimitError(`${value} ns is no time that can be calculated with`, CHECK_TIMES);
}
