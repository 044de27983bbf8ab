/**
 * Philox4x32-10: random numbers as a function of a counter and a key, without a state. Source: J. Salmon, M. Moraes, R. Dror,
 * D. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11).
 */

const ROUNDS = 10;
const FIRST = 0xd251_1f53;
const SECOND = 0xcd9e_8d57;
const FIRST_WEYL = 0x9e37_79b9;
const SECOND_WEYL = 0xbb67_ae85;

/** The high 32 bits of the product of two numbers of 32 bits, whose halves are multiplied for that. */
function high(one: number, other: number): number {
  const low = Math.imul(one & 0xffff, other & 0xffff) >>> 16;
  const middle = (Math.imul(one >>> 16, other & 0xffff) >>> 0) + low;
  const rest = (Math.imul(one & 0xffff, other >>> 16) >>> 0) + (middle & 0xffff);
  return (Math.imul(one >>> 16, other >>> 16) + (middle >>> 16) + (rest >>> 16)) | 0;
}

/** Four words of `out`: what belongs to the counter (`a`, `b`, `c`, `d`) under the key (`k`, `l`), all of 32 bits. */
export function philox(
  out: Int32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  k: number,
  l: number,
): void {
  for (let round = 0; round < ROUNDS; round++) {
    const top = high(SECOND, c) ^ b ^ k;
    const bottom = high(FIRST, a) ^ d ^ l;
    b = Math.imul(SECOND, c);
    d = Math.imul(FIRST, a);
    a = top;
    c = bottom;
    k = (k + FIRST_WEYL) | 0;
    l = (l + SECOND_WEYL) | 0;
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}
