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

/** Who draws: an operation (or rank), and which of its draws it is. */
export interface Source {
  readonly kind: number;
  readonly of: number;
  /** Latency class. */
  readonly group: number;
  /** Which of the same: each latency that a message pays is drawn anew. */
  readonly index: number;
}

/** Lanes are hashed by so many. */
export const LANES_AT_ONCE = 4;

/**
 * Fills `out` with words of 32 bits, uniform, of the lanes from `first` on; both are multiples of {@link LANES_AT_ONCE}.
 * `seed`: a whole number below 2^53.
 */
export function drawWords(out: Int32Array, seed: number, source: Source, first: number): void {
  const { kind, of, group, index } = source;
  const key = philox([of, index, group, kind], [seed % 2 ** 32, Math.floor(seed / 2 ** 32)]);
  const [x, y, z, w] = key.map((word) => (Math.imul(word, MULTIPLIER) + INCREMENT) | 0);
  // The lane is added to the first word: its product is added to the product.
  let at = (x + Math.imul(first / LANES_AT_ONCE, MULTIPLIER)) | 0;
  for (let lane = 0; lane < out.length; lane += LANES_AT_ONCE) {
    hashInto(out, lane, at, y, z, w);
    at = (at + MULTIPLIER) | 0;
  }
}

/** The rest of pcg4d, after its multiplication and addition. */
function hashInto(out: Int32Array, lane: number, x: number, y: number, z: number, w: number): void {
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
}
