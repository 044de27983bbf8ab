/**
 * Values of a distribution by inversion of its distribution function, from tables: a draw grows with its uniform, so that
 * the same uniforms under another scale or distribution are the same luck.
 */
import type { DiscreteDistribution, Distribution } from '../analysis/distribution.js';
import { meanAndDeviation, quantileOf } from '../analysis/distribution.js';
import { UsageError } from '../errors.js';

/** A distribution that words of 32 bits are turned into. */
export interface Sampler {
  readonly mean: number;
  readonly sd: number;
  /** The same distribution, its values multiplied by `factor`, which is not below 0, and rounded to whole numbers. */
  times(factor: number): Adder;
  /** The same as knots of a table, for who draws by itself; null: it has none. */
  knots(factor: number): Float64Array | null;
  /** The same as single values; null: it has knots. */
  atoms(factor: number): AtomTable | null;
}

/** Finitely many values, each with its share of all words of 32 bits. */
export interface AtomTable {
  /** Rounded to whole numbers. */
  readonly values: Float64Array;
  /** Words below it belong to the value, or to one before it. */
  readonly ends: Float64Array;
  /** By the first 12 bits of a word: the first value that it may be. */
  readonly first: Uint32Array;
}

/** Adds to each of `sums` the value that belongs to the word at the same place. */
export type Adder = (sums: Float64Array, words: Int32Array) => void;

/** Knots of each octave of probability. */
const KNOTS = 64;
const KNOT_BITS = 6;
const OCTAVES = 32;
/** Knots of one half of the distribution, and one more behind the last. */
const HALF = OCTAVES * KNOTS;
const REST_BITS = 31 - KNOT_BITS;
const REST = 2 ** REST_BITS;
const REST_MASK = REST - 1;
const KNOT_MASK = KNOTS - 1;

/** Samplers of values from 0 on. Throws UsageError for values below. */
export function samplerOf(distribution: Distribution): Sampler {
  const low = distribution.kind === 'discrete' ? distribution.values[0] : distribution.low;
  if (low < 0)
    throw new UsageError('noise below 0 would make the program faster than it is', 'give values from 0');
  return distribution.kind === 'discrete' ? new AtomSampler(distribution) : smoothSampler(distribution);
}

/** The same of a quantile function, `mean` and `sd` being its own. */
export function samplerBy(quantile: (p: number) => number, mean: number, sd: number): Sampler {
  return new SmoothSampler(quantile, mean, sd);
}

function smoothSampler(distribution: Distribution): Sampler {
  const { mean, sd } = meanAndDeviation(distribution);
  return samplerBy((p) => quantileOf(distribution, p), mean, sd);
}

/**
 * Quantiles at knots that lie the closer the nearer they are to either end (64 in each octave of the probability up to
 * 2^-33), with lines between them.
 */
class SmoothSampler implements Sampler {
  readonly mean: number;
  readonly sd: number;
  /** Value at a knot, and what the line to the next one rises by: of the lower half, then of the upper one. */
  readonly #table = new Float64Array(4 * HALF);

  constructor(quantile: (p: number) => number, mean: number, sd: number) {
    this.mean = mean;
    this.sd = sd;
    this.#fill(0, (p) => quantile(p));
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
