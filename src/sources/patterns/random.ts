/** Random numbers that a seed decides, the same everywhere. */

/** Whole numbers below a bound, by xorshift with 32 bits (Marsaglia, "Xorshift RNGs", 2003). */
export function randomBelow(seed: number): (bound: number) => number {
  // Zero is the one state that xorshift does not leave; neighbouring seeds are first spread apart.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

/** The numbers below `n` in random order (Fisher and Yates). */
export function shuffled(n: number, below: (bound: number) => number): Int32Array {
  const items = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const other = below(i + 1);
    const item = items[i];
    items[i] = items[other];
    items[other] = item;
  }
  return items;
}
