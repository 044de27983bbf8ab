/**
 * Runs with noise on messages, 64 side by side: src/noise/lanes.ts, where each noisy row draws from one table. The same
 * operations in the same order: the same bits.
 */

const BYTES: usize = 512;
/** Lanes are hashed four at a time, and four such fours at once. */
const MULTIPLIER: u32 = 1664525;
const INCREMENT: u32 = 1013904223;

/** Behind the words of 64 lanes in the scratch: their sums. */
const SUMS: usize = 256;

function shifted(target: usize, source: usize, cost: f64): void {
  const more = f64x2.splat(cost);
  for (let k: usize = 0; k < BYTES; k += 32) {
    v128.store(target + k, f64x2.add(v128.load(source + k), more));
    v128.store(target + k, f64x2.add(v128.load(source + k, 16), more), 16);
  }
}

function raised(target: usize, source: usize, cost: f64): void {
  const more = f64x2.splat(cost);
  for (let k: usize = 0; k < BYTES; k += 32) {
    v128.store(target + k, f64x2.pmax(v128.load(target + k), f64x2.add(v128.load(source + k), more)));
    v128.store(
      target + k,
      f64x2.pmax(v128.load(target + k, 16), f64x2.add(v128.load(source + k, 16), more)),
      16,
    );
  }
}

/** Words of 64 lanes, those of each four by their place in the four, four fours after another. */
function draw(words: usize, op: u32, index: u32, seed: u32, seedHigh: u32, block: u32): void {
  let a: u32 = op;
  let b: u32 = index;
  let c: u32 = 0;
  let d: u32 = 0;
  let k: u32 = seed;
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
  for (let at: usize = words; at < words + SUMS; at += 64) {
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

/** Adds the value of a word to a sum: 64 knots in each octave of the probability, as in src/noise/sampler.ts. */
function addValue(sum: usize, word: i32, table: usize): void {
  const upper = word >> 31;
  const distance: u32 = (((word ^ upper) << 1) | 1) as u32;
  const zeros = clz(distance);
  const moved: u32 = distance << zeros;
  const octave: u32 = 31 - zeros + ((upper as u32) & 32);
  const knot = table + ((((octave << 6) + ((moved >> 25) & 63)) as usize) << 4);
  const value = load<f64>(knot) + load<f64>(knot, 8) * ((moved & 0x1ffffff) as f64);
  store<f64>(sum, load<f64>(sum) + Math.floor(value + 0.5));
}

function addDraws(sums: usize, words: usize, table: usize): void {
  for (let four: usize = 0; four < 16; four++) {
    const from = words + ((four >> 2) << 6) + ((four & 3) << 2);
    const to = sums + (four << 5);
    addValue(to, load<i32>(from), table);
    addValue(to + 8, load<i32>(from, 16), table);
    addValue(to + 16, load<i32>(from, 32), table);
    addValue(to + 24, load<i32>(from, 48), table);
  }
}

/**
 * The values of vertices [first, end), of which 0 is none. Columns of rows: `from`, slot of the vertex it comes from;
 * `cost`; `draws`, how many latencies are drawn, from `index` on, for the message of `op`. `to`: slots of vertices.
 * `block`: number of the first four lanes.
 */
export function play(
  first: u32,
  end: u32,
  rowStart: usize,
  to: usize,
  from: usize,
  cost: usize,
  draws: usize,
  index: usize,
  op: usize,
  values: usize,
  scratch: usize,
  table: usize,
  seed: u32,
  seedHigh: u32,
  block: u32,
): void {
  let r: u32 = load<u32>(rowStart + ((first as usize) << 2));
  for (let v: u32 = first; v < end; v++) {
    const start = r;
    const next: u32 = load<u32>(rowStart + ((v as usize) << 2), 4);
    const target = values + (load<u32>(to + ((v as usize) << 2)) as usize) * BYTES;
    for (; r < next; r++) {
      const source = values + (load<u32>(from + ((r as usize) << 2)) as usize) * BYTES;
      const own = load<f64>(cost + ((r as usize) << 3));
      const count: u32 = load<u8>(draws + (r as usize));
      if (count === 0) {
        if (r === start) shifted(target, source, own);
        else raised(target, source, own);
        continue;
      }
      const sums = r === start ? target : scratch + SUMS;
      shifted(sums, source, own);
      const begin: u32 = load<u8>(index + (r as usize));
      for (let i: u32 = begin; i < begin + count; i++) {
        draw(scratch, load<u32>(op + ((r as usize) << 2)), i, seed, seedHigh, block);
        addDraws(sums, scratch, table);
      }
      if (r !== start) raised(target, sums, 0);
    }
  }
}
