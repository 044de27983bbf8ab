/** Long loops a part at a time: between calls an engine changes over to what it has compiled well meanwhile. */

/** Operations, events or vertices of one call. */
export const PART = 1 << 15;

/** Calls `each` for parts of [from, end) until it returns false; whether it never did. */
export function parts(from: number, end: number, each: (first: number, end: number) => boolean): boolean {
  for (let first = from; first < end; first += PART)
    if (!each(first, Math.min(first + PART, end))) return false;
  return true;
}

/** The same for ranks, as many at a time as have so many operations. */
export function rankParts(rankStart: Uint32Array, each: (first: number, end: number) => void): void {
  const ranks = rankStart.length - 1;
  for (let first = 0; first < ranks; ) {
    let end = first + 1;
    while (end < ranks && rankStart[end + 1] - rankStart[first] <= PART) end++;
    each(first, end);
    first = end;
  }
}
