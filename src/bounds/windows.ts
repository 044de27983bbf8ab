/** Which stretches of a program are looked at: from behind one level to another. */

/** Levels: from the end of what precedes all of `from` to all firsts of `to`; the number of levels is the end of the program. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Longest stretch besides the whole program, in levels. */
export const LONGEST = 64;

/**
 * Stretches of a program of `end` levels but the whole: of 1, 2, 4 … 64 levels, each beginning half of its length behind
 * the one before. Whatever lasts shorter than half a stretch lies within one of them, and an operation lies in two of a
 * length at the most: their number, and what they add up, grow with the program alone.
 */
export function stretchesOf(end: number): Stretch[] {
  const found: Stretch[] = [];
  for (let length = 1; length <= LONGEST; length *= 2) {
    const step = Math.max(length / 2, 1);
    for (let from = 0; from < end; from += step) {
      const to = Math.min(from + length, end);
      const known = length > 1 && from + length / 2 >= end;
      if (!known && to - from < end) found.push({ from, to });
    }
  }
  return found;
}
