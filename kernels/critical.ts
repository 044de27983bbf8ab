/** Rows of longest paths, after a pass: src/solve/sweep/{pass,search}.ts. */
import { f64At, putF64, putU32, u32At } from './program';

let rowStart: usize = 0;
let from: usize = 0;
let base: usize = 0;
let slope: usize = 0;
let c: usize = 0;
let a: usize = 0;

/** Columns as in `LineSystem` and `Labels`. */
export function columns(
  rowStartAt: usize,
  fromAt: usize,
  baseAt: usize,
  slopeAt: usize,
  cAt: usize,
  aAt: usize,
): void {
  rowStart = rowStartAt;
  from = fromAt;
  base = baseAt;
  slope = slopeAt;
  c = cAt;
  a = aAt;
}

/** The rows of the longest path to vertex `v`, last to first, as far as there is room for them: how many. */
export function path(v: u32, at: usize, room: u32): u32 {
  let length: u32 = 0;
  for (; v > 0 && length < room; length++) {
    const hereC = f64At(c, v);
    const hereA = f64At(a, v);
    let r = u32At(rowStart, v);
    let u = u32At(from, r);
    // The pass stored exactly these two sums for one of the rows.
    while (f64At(c, u) + f64At(base, r) !== hereC || f64At(a, u) + f64At(slope, r) !== hereA)
      u = u32At(from, ++r);
    putU32(at, length, r);
    v = u;
  }
  return length;
}

/** By vertex 1 more than its place among those of longest paths, 0: on none. */
let places: usize = 0;
let rows: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
let room: u32 = 0;
let found: u32 = 0;
let met: u32 = 0;

/** Columns of critical rows: those to the last vertex first, and the places that each leads from and to. */
export function critical(rowsAt: usize, startsAt: usize, endsAt: usize): void {
  rows = rowsAt;
  starts = startsAt;
  ends = endsAt;
}

/** Looks for as many rows as there is room for; `placesAt`: all 0. The place of vertex `last` is 0. */
export function seek(last: u32, placesAt: usize, rowRoom: u32): void {
  places = placesAt;
  room = rowRoom;
  found = 0;
  met = 1;
  putU32(places, last, 1);
}

/**
 * The rows to vertices [first, end), from the last one down, whose sum at `at` is the value of the vertex that they lead to,
 * within `tie` of it; false: there is no room for all.
 */
export function mark(first: u32, end: u32, at: f64, tie: f64): bool {
  for (let v: u32 = end; v-- > first; ) {
    const place = u32At(places, v);
    if (place === 0) continue;
    const value = f64At(c, v) + f64At(a, v) * at;
    const slack = tie * Math.abs(value);
    const last = u32At(rowStart, v + 1);
    for (let r = u32At(rowStart, v); r < last; r++) {
      const u = u32At(from, r);
      const sum = f64At(c, u) + f64At(base, r) + (f64At(a, u) + f64At(slope, r)) * at;
      if (Math.abs(sum - value) > slack) continue;
      if (found === room) return false;
      let start = u32At(places, u);
      if (start === 0) {
        start = ++met;
        putU32(places, u, start);
      }
      putU32(rows, found, r);
      putU32(starts, found, start - 1);
      putU32(ends, found, place - 1);
      found++;
    }
  }
  return true;
}
export function rowsFound(): u32 {
  return found;
}
export function placesFound(): u32 {
  return met;
}

/**
 * By place, `most`: the largest sum of weights over the rows of a path to it, and `cost`: what those cost at x = 0. The first
 * `length` rows that were found; `weights`: of all rows, of `width` bytes each, which `sign` is multiplied with. `most` and
 * `cost` are 0, and so is `reached`.
 */
export function best(
  length: u32,
  weights: usize,
  width: u32,
  sign: f64,
  most: usize,
  cost: usize,
  reached: usize,
): void {
  for (let i: u32 = length; i-- > 0; ) {
    const r = u32At(rows, i);
    const start = u32At(starts, i);
    const end = u32At(ends, i);
    const weight: f64 = width === 2 ? (load<u16>(weights + ((r as usize) << 1)) as f64) : f64At(weights, r);
    const sum = f64At(most, start) + sign * weight;
    const at = reached + (end as usize);
    // Of equal ones the first, as in a pass: rows to a vertex come last to first.
    if (load<u8>(at) === 0 || sum >= f64At(most, end)) {
      putF64(most, end, sum);
      putF64(cost, end, f64At(cost, start) + f64At(base, r));
    }
    store<u8>(at, 1);
  }
}
