/**
 * Uniform draws of all lanes for one source of noise, whatever is drawn before: a function of seed, source and lane alone.
 *
 * Philox4x32-10 makes 128 bits of (seed, source); four lanes at a time are hashed under them by pcg4d. Philox for every
 * lane would take most of the time of a sweep. Source of the hash: M. Jarzynski, M. Olano, "Hash functions for GPU
 * rendering", JCGT 9(3) (2020).
 */
import { philox } from './philox.js';

const MULTIPLIER = 1_664_525;
const INCREMENT = 1_013_904_223;

/** What kind of draw: those of one operation for different ends have nothing to do with each other. */
export const DRAW = { latency: 0, computation: 1, phase: 2 } as const;

/** Lanes are hashed by so many. */
export const LANES_AT_ONCE = 4;

const key = new Int32Array(4);

/**
 * Fills `out` with words of 32 bits, uniform, of the lanes from `first` on; both are multiples of {@link LANES_AT_ONCE}.
 * `seed`: a whole number below 2^53. `kind`: a {@link DRAW}; `of`: the operation, or rank, that draws; `group`: the
 * latency class; `index`: which of the same, for each latency that a message pays is drawn anew.
 */
export function drawWords(
  out: Int32Array,
  first: number,
  seed: number,
  kind: number,
  of: number,
  group = 0,
  index = 0,
): void {
  philox(key, of, index, group, kind, seed | 0, (seed / 2 ** 32) | 0);
  // The lane is added to the first word: its product is added to the product.
  let x = (Math.imul(key[0] + first / LANES_AT_ONCE, MULTIPLIER) + INCREMENT) | 0;
  const y = (Math.imul(key[1], MULTIPLIER) + INCREMENT) | 0;
  const z = (Math.imul(key[2], MULTIPLIER) + INCREMENT) | 0;
  const w = (Math.imul(key[3], MULTIPLIER) + INCREMENT) | 0;
  for (let lane = 0; lane < out.length; lane += LANES_AT_ONCE) {
    let a = (x + Math.imul(y, w)) | 0;
    let b = (y + Math.imul(z, a)) | 0;
    let c = (z + Math.imul(a, b)) | 0;
    let d = (w + Math.imul(b, c)) | 0;
    a ^= a >>> 16;
    b ^= b >>> 16;
    c ^= c >>> 16;
    d ^= d >>> 16;
    a = (a + Math.imul(b, d)) | 0;
    b = (b + Math.imul(c, a)) | 0;
    c = (c + Math.imul(a, b)) | 0;
    d = (d + Math.imul(b, c)) | 0;
    out[lane] = a;
    out[lane + 1] = b;
    out[lane + 2] = c;
    out[lane + 3] = d;
    x = (x + MULTIPLIER) | 0;
  }
}
