/**
 * Philox4x32-10: random numbers as a function of a counter and a key, without a state. Source: J. Salmon, M. Moraes, R. Dror,
 * D. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11).
 */

const ROUNDS = 10;
const MULTIPLIER = [0xd251_1f53, 0xcd9e_8d57] as const;
const WEYL = [0x9e37_79b9, 0xbb67_ae85] as const;

/** The high 32 bits of a product of two numbers of 32 bits. */
function high(one: number, other: number): number {
  const [a, b] = [one >>> 16, one & 0xffff];
  const [c, d] = [other >>> 16, other & 0xffff];
  const low = Math.imul(b, d) >>> 16;
  const middle = (Math.imul(a, d) >>> 0) + low;
  const rest = (Math.imul(b, c) >>> 0) + (middle % 0x1_0000);
  return (Math.imul(a, c) + Math.floor(middle / 0x1_0000) + Math.floor(rest / 0x1_0000)) >>> 0;
}

/** Four words of 32 bits. */
export type Words = readonly [number, number, number, number];

/** What belongs to `counter` under `key`. */
export function philox(counter: Words, key: readonly [number, number]): Words {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < ROUNDS; round++) {
    const [high0, low0] = [high(MULTIPLIER[0], c0), Math.imul(MULTIPLIER[0], c0)];
    const [high1, low1] = [high(MULTIPLIER[1], c2), Math.imul(MULTIPLIER[1], c2)];
    [c0, c1, c2, c3] = [high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0];
    k0 = (k0 + WEYL[0]) | 0;
    k1 = (k1 + WEYL[1]) | 0;
  }
  return [c0 >>> 0, c1 >>> 0, c2 >>> 0, c3 >>> 0];
}
