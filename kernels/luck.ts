/**
 * What is drawn for 64 lanes, side by side: src/noise/draws.ts and src/noise/sampling.ts. Lanes lie in fours whose members
 * stand 4 apart, as the hash makes them: within 16 lanes, the one at 4·i + j is at 4·j + i.
 */

import { FOUR, HALF, KNOT_BITS, REST_BITS, SIGN_BIT, UNITS, vectors } from './vectors';

export const LANES: usize = 64;
/** Bytes of the values of all lanes. */
export const BYTES: usize = 512;
/** Bytes of the words of all lanes. */
export const WORDS: usize = 256;

const MULTIPLIER: u32 = 1664525;
const INCREMENT: u32 = 1013904223;

let seedLow: u32 = 0;
let seedHigh: u32 = 0;
/** Number of the first four lanes. */
let block: u32 = 0;

export function luckOf(low: u32, high: u32, first: u32): void {
  seedLow = low;
  seedHigh = high;
  block = first;
}

/** The words of all lanes for one source of noise. */
export function drawn(words: usize, source: u32, index: u32, group: u32, kind: u32): void {
  let a: u32 = source;
  let b: u32 = index;
  let c: u32 = group;
  let d: u32 = kind;
  let k: u32 = seedLow;
  let l: u32 = seedHigh;
  for (let round = 0; round < 10; round++) {
    const one: u64 = (0xd2511f53 as u64) * (a as u64);
    const other: u64 = (0xcd9e8d57 as u64) * (c as u64);
    a = ((other >> 32) as u32) ^ b ^ k;
    c = ((one >> 32) as u32) ^ d ^ l;
    b = other as u32;
    d = one as u32;
    k += 0x9e3779b9;
    l += 0xbb67ae85;
  }
  const y = i32x4.splat(b * MULTIPLIER + INCREMENT);
  const z = i32x4.splat(c * MULTIPLIER + INCREMENT);
  const w = i32x4.splat(d * MULTIPLIER + INCREMENT);
  let x = i32x4.add(
    i32x4.splat((a + block) * MULTIPLIER + INCREMENT),
    i32x4(0, MULTIPLIER, 2 * MULTIPLIER, 3 * MULTIPLIER),
  );
  const step = i32x4.splat(4 * MULTIPLIER);
  for (let at: usize = words; at < words + WORDS; at += 64) {
    let p = i32x4.add(x, i32x4.mul(y, w));
    let q = i32x4.add(y, i32x4.mul(z, p));
    let r = i32x4.add(z, i32x4.mul(p, q));
    let s = i32x4.add(w, i32x4.mul(q, r));
    p = v128.xor(p, i32x4.shr_u(p, 16));
    q = v128.xor(q, i32x4.shr_u(q, 16));
    r = v128.xor(r, i32x4.shr_u(r, 16));
    s = v128.xor(s, i32x4.shr_u(s, 16));
    p = i32x4.add(p, i32x4.mul(q, s));
    q = i32x4.add(q, i32x4.mul(r, p));
    r = i32x4.add(r, i32x4.mul(p, q));
    s = i32x4.add(s, i32x4.mul(q, r));
    v128.store(at, p);
    v128.store(at, q, 16);
    v128.store(at, r, 32);
    v128.store(at, s, 48);
    x = i32x4.add(x, step);
  }
}

/** Adds the values of words to sums: of `atoms` values, or, where that is 0, between knots. */
export function addValues(sums: usize, words: usize, table: usize, atoms: u32): void {
  if (atoms === 0) addBetween(sums, words, table);
  else addAtoms(sums, words, table, atoms);
}

/**
 * Four words at once. 4 times the middle of a word is, by its sign, how far the word lies from either end; its exponent
 * counts octaves, the first 6 bits of its mantissa knots of the octave, and the other bits are what lies behind the knot.
 */
function addBetween(sums: usize, words: usize, table: usize): void {
  const middle = v128.load(vectors, HALF);
  const four = v128.load(vectors, FOUR);
  const knotBits = v128.load(vectors, KNOT_BITS);
  const signBit = v128.load(vectors, SIGN_BIT);
  const restBits = v128.load(vectors, REST_BITS);
  const units = v128.load(vectors, UNITS);
  const first = i32x4.splat(table as i32);
  for (let end: usize = words + WORDS; words < end; words += 16) {
    const own = v128.load(words);
    const low = f64x2.mul(f64x2.add(f64x2.convert_low_i32x4_s(own), middle), four);
    const high = f64x2.mul(
      f64x2.add(f64x2.convert_low_i32x4_s(v128.shuffle<i64>(own, own, 1, 1)), middle),
      four,
    );
    const heads = v128.shuffle<i32>(low, high, 1, 3, 5, 7);
    const knots = v128.or(
      v128.and(i32x4.shr_u(heads, 10), knotBits),
      v128.and(i32x4.shr_u(heads, 16), signBit),
    );
    v128.store(words, i32x4.add(knots, first));
    const one = v128.load(load<u32>(words) as usize);
    const two = v128.load(load<u32>(words, 4) as usize);
    const three = v128.load(load<u32>(words, 8) as usize);
    const last = v128.load(load<u32>(words, 12) as usize);
    const lowRest = f64x2.sub(v128.or(v128.and(low, restBits), units), units);
    const highRest = f64x2.sub(v128.or(v128.and(high, restBits), units), units);
    const lowValue = f64x2.add(
      v128.shuffle<f64>(one, two, 0, 2),
      f64x2.mul(v128.shuffle<f64>(one, two, 1, 3), lowRest),
    );
    const highValue = f64x2.add(
      v128.shuffle<f64>(three, last, 0, 2),
      f64x2.mul(v128.shuffle<f64>(three, last, 1, 3), highRest),
    );
    v128.store(sums, f64x2.add(v128.load(sums), f64x2.floor(f64x2.add(lowValue, middle))));
    v128.store(sums, f64x2.add(v128.load(sums, 16), f64x2.floor(f64x2.add(highValue, middle))), 16);
    sums += 32;
  }
}

/** The table: by the first 12 bits of a word its first value, then where the words of each value end, then values. */
function addAtoms(sums: usize, words: usize, table: usize, atoms: u32): void {
  const ends = table + 16384;
  const values = ends + ((atoms as usize) << 3);
  for (let k: usize = 0; k < LANES; k++) {
    const word: u32 = load<u32>(words + (k << 2));
    const number = word as f64;
    let value = load<u32>(table + ((word >> 20) << 2)) as usize;
    while (number >= load<f64>(ends + (value << 3))) value++;
    const sum = sums + (k << 3);
    store<f64>(sum, load<f64>(sum) + load<f64>(values + (value << 3)));
  }
}
