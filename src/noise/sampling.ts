/**
 * Values of a distribution by inversion of its distribution function, from tables. A draw grows with its uniform number, so
 * the same uniforms give comparable draws under another scale or distribution.
 */
import {
  type DiscreteDistribution,
  type Distribution,
  discrete,
  meanAndDeviation,
  quantileOf,
} from '../analysis/distributions.js';
import { InputError, type Problem, UsageError } from '../errors.js';
import { decimal } from '../units.js';

/** A distribution that converts words of 32 bits. */
export interface Sampler {
  readonly mean: number;
  readonly sd: number;
  /** The same distribution, its values multiplied by `factor`, which is not below 0, and rounded to whole numbers. */
  times(factor: number): Adder;
  /** The same as knots of a table, for kernels; null: it has none. */
  knots(factor: number): Float64Array | null;
  /** The same as single values; null: it has knots. */
  atoms(factor: number): AtomTable | null;
}

/** Finitely many values, each with its share of all words of 32 bits. */
export interface AtomTable {
  /** Rounded to whole numbers. */
  readonly values: Float64Array;
  /** Words below it belong to the value, or to an earlier one. */
  readonly ends: Float64Array;
  /** By the first 12 bits of a word: the first possible value. */
  readonly first: Uint32Array;
}

/** Adds to each of `sums` the value that belongs to the word at the same place. */
export type Adder = (sums: Float64Array, words: Int32Array) => void;

/** Knots of each octave of probability. */
const KNOTS = 64;
const KNOT_BITS = 6;
const OCTAVES = 32;
/** Knots of one half of the distribution, and one more after the last. */
const HALF = OCTAVES * KNOTS;
const REST_BITS = 31 - KNOT_BITS;
const REST = 2 ** REST_BITS;
const REST_MASK = REST - 1;
const KNOT_MASK = KNOTS - 1;

/** Samplers of values of at least 0. Throws UsageError for lower values. */
export function samplerOf(distribution: Distribution): Sampler {
  const low = distribution.kind === 'discrete' ? distribution.values[0] : distribution.low;
  if (low < 0) throw new UsageError('noise below 0 would speed up the program', 'use values of at least 0');
  if (distribution.kind === 'discrete') return new AtomSampler(distribution);
  const { mean, sd } = meanAndDeviation(distribution);
  return samplerBy((p) => quantileOf(distribution, p), mean, sd);
}

/** The same for a quantile function with its own `mean` and `sd`. */
export function samplerBy(quantile: (p: number) => number, mean: number, sd: number): Sampler {
  return new SmoothSampler(quantile, mean, sd);
}

/**
 * Quantiles at knots that are closer together near either end (64 in each octave of the probability up to 2^-33), with
 * linear interpolation.
 */
class SmoothSampler implements Sampler {
  readonly mean: number;
  readonly sd: number;
  /** Value at a knot, and the rise to the next one: of the lower half, then of the upper one. */
  readonly #table = new Float64Array(4 * HALF);

  constructor(quantile: (p: number) => number, mean: number, sd: number) {
    this.mean = mean;
    this.sd = sd;
    this.#fill(0, quantile);
    this.#fill(HALF, (p) => quantile(1 - p));
  }

  #fill(from: number, at: (p: number) => number): void {
    const knot = (i: number): number =>
      at((2 ** (i >>> KNOT_BITS) * (1 + (i % KNOTS) / KNOTS)) / 2 ** (OCTAVES + 1));
    let value = knot(0);
    for (let i = 0; i < HALF; i++) {
      const next = knot(i + 1);
      this.#table[2 * (from + i)] = value;
      this.#table[2 * (from + i) + 1] = (next - value) / REST;
      value = next;
    }
  }

  times(factor: number): Adder {
    const table = this.knots(factor);
    return (sums, words) => addBetween(table, sums, words);
  }

  knots(factor: number): Float64Array {
    return this.#table.map((value) => value * factor);
  }

  atoms(): null {
    return null;
  }
}

function addBetween(table: Float64Array, sums: Float64Array, words: Int32Array): void {
  for (let k = 0; k < sums.length; k++) {
    const word = words[k];
    const upper = word >> 31;
    // Distance from the nearer end, in halves of 2^-32: odd, hence not 0.
    const distance = ((word ^ upper) << 1) | 1;
    const zeros = Math.clz32(distance);
    const shifted = distance << zeros;
    const octave = 31 - zeros + (upper & OCTAVES);
    const i = ((octave << KNOT_BITS) + ((shifted >>> REST_BITS) & KNOT_MASK)) << 1;
    sums[k] += Math.floor(table[i] + table[i + 1] * (shifted & REST_MASK) + 0.5);
  }
}

/** Finitely many values, each with exactly its share of the words but for one in 2^32. */
class AtomSampler implements Sampler {
  readonly mean: number;
  readonly sd: number;
  readonly #values: Float64Array;
  readonly #ends: Float64Array;
  readonly #first = new Uint32Array(GUIDED);

  constructor(distribution: DiscreteDistribution) {
    const { mean, sd } = meanAndDeviation(distribution);
    this.mean = mean;
    this.sd = sd;
    this.#values = Float64Array.from(distribution.values);
    let sum = 0;
    this.#ends = Float64Array.from(distribution.probabilities, (share) => {
      sum += share;
      return Math.round(sum * 2 ** 32);
    });
    this.#ends[this.#ends.length - 1] = 2 ** 32;
    let value = 0;
    for (let i = 0; i < GUIDED; i++) {
      while (this.#ends[value] <= (i * 2 ** 32) / GUIDED) value++;
      this.#first[i] = value;
    }
  }

  times(factor: number): Adder {
    const table = this.atoms(factor);
    return (sums, words) => addAtoms(table, sums, words);
  }

  knots(): null {
    return null;
  }

  atoms(factor: number): AtomTable {
    const values = this.#values.map((value) => Math.floor(value * factor + 0.5));
    return { values, ends: this.#ends, first: this.#first };
  }
}

function addAtoms({ values, ends, first }: AtomTable, sums: Float64Array, words: Int32Array): void {
  for (let k = 0; k < sums.length; k++) {
    const word = words[k] >>> 0;
    let value = first[word >>> GUIDE_SHIFT];
    while (word >= ends[value]) value++;
    sums[k] += values[value];
  }
}

const GUIDED = 4096;
const GUIDE_SHIFT = 20;

// Philox4x32-10: random numbers as a function of a counter and a key, without state. Source: J. Salmon, M. Moraes, R. Dror,
// D. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11).

const ROUNDS = 10;
const FIRST = 0xd251_1f53;
const SECOND = 0xcd9e_8d57;
const FIRST_WEYL = 0x9e37_79b9;
const SECOND_WEYL = 0xbb67_ae85;

/** The high 32 bits of the product of two numbers of 32 bits, by multiplying their halves. */
function high(one: number, other: number): number {
  const low = Math.imul(one & 0xffff, other & 0xffff) >>> 16;
  const middle = (Math.imul(one >>> 16, other & 0xffff) >>> 0) + low;
  const rest = (Math.imul(one & 0xffff, other >>> 16) >>> 0) + (middle & 0xffff);
  return (Math.imul(one >>> 16, other >>> 16) + (middle >>> 16) + (rest >>> 16)) | 0;
}

/** Four words of `out` for the counter (`a`, `b`, `c`, `d`) under the key (`k`, `l`), all of 32 bits. */
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

// Uniform draws of all lanes for one source of noise, independent of earlier draws: a function of seed, source and lane.
// Philox4x32-10 makes 128 bits of (seed, source), under which pcg4d hashes four lanes at a time. Philox for every lane
// would take most of the time of a sweep. Source of the hash: M. Jarzynski, M. Olano, "Hash functions for GPU rendering",
// JCGT 9(3) (2020).

const MULTIPLIER = 1_664_525;
const INCREMENT = 1_013_904_223;

/** Kind of draw, so that draws of one operation for different purposes are independent. */
export const DRAW = { latency: 0, computation: 1, phase: 2 } as const;

/** Number of lanes hashed at once. */
export const LANES_AT_ONCE = 4;

const key = new Int32Array(4);

/**
 * Fills `out` with uniform words of 32 bits of the lanes from `first` on; both are multiples of {@link LANES_AT_ONCE}.
 * `seed`: a whole number below 2^53. `kind`: a {@link DRAW}; `of`: the drawing operation or rank; `group`: the latency
 * class; `index`: distinguishes the latencies of one message.
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
  // The lane is added to the first word, so its product is added to the product.
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

/** Header of the raw times that `measure` writes. */
const MEASURED = 'kind,from,to,bytes,messages,delay_ns,repeat,time_ns';

/**
 * A distribution of times, ns: one per line, optionally followed by its count after a comma or blanks; `#` begins a
 * comment, and the first line may be a header. From the raw times of `measure`: half of each round trip of the smallest
 * message, minus the least of them. Each value is drawn as often as it was measured. Throws InputError.
 */
export function parseHistogram(text: string, source: string): Distribution {
  const lines = text.split('\n').map((line) => line.trim());
  return lines[0] === MEASURED ? ofMeasured(lines, source) : ofValues(lines, source);
}

function ofValues(lines: readonly string[], source: string): Distribution {
  const values: number[] = [];
  const counts: number[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [value, count = 1, ...more] = line.split(/[\s,;]+/).map(decimal);
    if (i === 0 && Number.isNaN(value)) continue;
    if (!(value >= 0) || !(count >= 0) || more.length > 0)
      throw new InputError({
        place: { source, line: i + 1 },
        what: `'${line}' is not a time in ns of at least 0, alone or with a count`,
        mend: 'write lines such as 250 or 250,17',
      });
    values.push(value);
    counts.push(count);
  }
  return weighted(values, counts, source, {
    what: values.length === 0 ? 'the file has no times' : 'no time has a count above 0',
    mend: 'write one time in ns per line, such as 250, or 250,17 with its count',
  });
}

/** Round trips of one message of the smallest size, without warm-up. */
function ofMeasured([, ...lines]: readonly string[], source: string): Distribution {
  const trips = lines.flatMap((line) => {
    const [kind, , , bytes, messages, , repeat, ns] = line.split(',');
    const counts = kind === 'round-trip' && Number(messages) === 1 && Number(repeat) >= 0;
    return counts ? [{ bytes: Number(bytes), half: Number(ns) / 2 }] : [];
  });
  const smallest = trips.reduce((least, { bytes }) => Math.min(least, bytes), Number.POSITIVE_INFINITY);
  const halves = trips.filter(({ bytes }) => bytes === smallest).map(({ half }) => half);
  const least = halves.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const above = halves.map((half) => half - least);
  return weighted(
    above,
    above.map(() => 1),
    source,
    { what: 'the file has no round trip of one message after warm-up', mend: 'measure again' },
  );
}

function weighted(
  values: readonly number[],
  counts: readonly number[],
  source: string,
  none: Pick<Problem, 'what' | 'mend'>,
): Distribution {
  if (counts.some((count) => count > 0)) return discrete(values, counts);
  throw new InputError({ place: { source }, ...none });
}
