/**
 * Longest paths at eight values of x side by side, and the parts of a system that they leave: src/solve/sweep/pass.ts and
 * split.ts. The same operations in the same order: the same bits.
 */
import { f64At, NONE, putF64, putU32, u32At } from './program';
import { base, from, rowStart, slope } from './rows';

/** Shift to the eight values of a vertex. */
const LANES: usize = 6;

function costAt(at: usize, b: v128, s: v128, x: v128): v128 {
  return f64x2.add(f64x2.add(v128.load(at), b), f64x2.mul(s, x));
}

/**
 * Longest paths from time zero to vertices [first, end), of which 0 is none, at the fractions p / q, times q: whole numbers
 * where those are. `places`: eight p, then eight q.
 */
export function forward(first: u32, end: u32, places: usize, values: usize): void {
  const p0 = v128.load(places);
  const p1 = v128.load(places, 16);
  const p2 = v128.load(places, 32);
  const p3 = v128.load(places, 48);
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = u32At(rowStart, v + 1);
    let most0 = f64x2.splat(-Infinity);
    let most1 = most0;
    let most2 = most0;
    let most3 = most0;
    for (; r < next; r++) {
      const u: usize = values + ((u32At(from, r) as usize) << LANES);
      const b = f64x2.splat(f64At(base, r));
      const s = f64x2.splat(f64At(slope, r));
      most0 = f64x2.pmax(most0, costAt(u, f64x2.mul(b, v128.load(places, 64)), s, p0));
      most1 = f64x2.pmax(most1, costAt(u + 16, f64x2.mul(b, v128.load(places, 80)), s, p1));
      most2 = f64x2.pmax(most2, costAt(u + 32, f64x2.mul(b, v128.load(places, 96)), s, p2));
      most3 = f64x2.pmax(most3, costAt(u + 48, f64x2.mul(b, v128.load(places, 112)), s, p3));
    }
    const here: usize = values + ((v as usize) << LANES);
    v128.store(here, most0);
    v128.store(here, most1, 16);
    v128.store(here, most2, 32);
    v128.store(here, most3, 48);
  }
}

let lineBase: f64 = 0;
let lineSlope: f64 = 0;

/** Sums the line of a longest path to vertex `v` at lane `k` of a forward pass, at p / q. */
export function trace(v: u32, k: u32, p: f64, q: f64, values: usize): void {
  const lane: usize = values + ((k as usize) << 3);
  lineBase = 0;
  lineSlope = 0;
  while (v > 0) {
    const most = load<f64>(lane + ((v as usize) << LANES));
    let r: u32 = u32At(rowStart, v);
    let u: u32 = u32At(from, r);
    // The pass stored exactly this sum for one of the rows.
    while (load<f64>(lane + ((u as usize) << LANES)) + f64At(base, r) * q + f64At(slope, r) * p !== most)
      u = u32At(from, ++r);
    lineBase += f64At(base, r);
    lineSlope += f64At(slope, r);
    v = u;
  }
}
export function baseTraced(): f64 {
  return lineBase;
}
export function slopeTraced(): f64 {
  return lineSlope;
}

/** Eight numbers each, one after another: x, T there, how far rows may stay behind between two of them, and where. */
const TOTAL: usize = 64;
const REACH: usize = 128;
const SHARE: usize = 192;
/** Scratch: how far a row stays behind at each of the eight, and a place more. */
const BEHIND: usize = 256;

/** Parts 2k and 2k + 1 of which a row is one: a bit each. */
function partsAt(points: usize, k: usize, slack: v128): u32 {
  const place = points + (k << 4);
  const left = v128.load(place, BEHIND);
  const right = v128.load(place, BEHIND + 8);
  const between = f64x2.add(left, f64x2.mul(v128.load(place, SHARE), f64x2.sub(right, left)));
  const near = v128.or(f64x2.le(left, slack), f64x2.le(right, slack));
  return (
    (i64x2.bitmask(v128.or(near, f64x2.le(between, v128.load(place, REACH)))) as u32) << ((k << 1) as u32)
  );
}

/**
 * The rows to vertices [first, end), from the last one down, that can be critical in parts between neighbouring values of x, of the
 * parts in `wanted`: by part a bit each in `words` numbers of `kept`, where all are 0; `counts`: rows by part, to which these are
 * added. `values`: longest paths from time zero; `ahead`: to the end over rows that are kept, −Infinity where there is none yet.
 */
export function sift(
  first: u32,
  end: u32,
  points: usize,
  slack: f64,
  farthest: f64,
  wanted: u32,
  values: usize,
  ahead: usize,
  kept: usize,
  words: u32,
  counts: usize,
): void {
  const x0 = v128.load(points);
  const x1 = v128.load(points, 16);
  const x2 = v128.load(points, 32);
  const x3 = v128.load(points, 48);
  const near = f64x2.splat(slack);
  const far = f64x2.splat(farthest);
  for (let v: u32 = end; v-- > first; ) {
    const here: usize = ahead + ((v as usize) << LANES);
    if (load<f64>(here) === -Infinity) continue;
    const last: u32 = u32At(rowStart, v + 1);
    for (let r: u32 = u32At(rowStart, v); r < last; r++) {
      const lanes: usize = (u32At(from, r) as usize) << LANES;
      const u: usize = values + lanes;
      const b = f64x2.splat(f64At(base, r));
      const s = f64x2.splat(f64At(slope, r));
      const to0 = costAt(here, b, s, x0);
      const to1 = costAt(here + 16, b, s, x1);
      const to2 = costAt(here + 32, b, s, x2);
      const to3 = costAt(here + 48, b, s, x3);
      const behind0 = f64x2.sub(v128.load(points, TOTAL), f64x2.add(v128.load(u), to0));
      const behind1 = f64x2.sub(v128.load(points, TOTAL + 16), f64x2.add(v128.load(u, 16), to1));
      const behind2 = f64x2.sub(v128.load(points, TOTAL + 32), f64x2.add(v128.load(u, 32), to2));
      const behind3 = f64x2.sub(v128.load(points, TOTAL + 48), f64x2.add(v128.load(u, 48), to3));
      const nearest = f64x2.pmin(f64x2.pmin(behind0, behind1), f64x2.pmin(behind2, behind3));
      if (!v128.any_true(f64x2.le(nearest, far))) continue;
      v128.store(points, behind0, BEHIND);
      v128.store(points, behind1, BEHIND + 16);
      v128.store(points, behind2, BEHIND + 32);
      v128.store(points, behind3, BEHIND + 48);
      let parts = partsAt(points, 0, near) | partsAt(points, 1, near);
      parts |= partsAt(points, 2, near) | partsAt(points, 3, near);
      parts &= wanted;
      if (parts === 0) continue;
      const there: usize = ahead + lanes;
      v128.store(there, f64x2.pmax(v128.load(there), to0));
      v128.store(there, f64x2.pmax(v128.load(there, 16), to1), 16);
      v128.store(there, f64x2.pmax(v128.load(there, 32), to2), 32);
      v128.store(there, f64x2.pmax(v128.load(there, 48), to3), 48);
      for (; parts !== 0; parts &= parts - 1) {
        const part = ctz(parts);
        const word = part * words + (r >> 5);
        putU32(kept, word, u32At(kept, word) | (1 << (r & 31)));
        putU32(counts, part, u32At(counts, part) + 1);
      }
    }
  }
}

let placeOf: usize = 0;
let baseOf: usize = 0;
let slopeOf: usize = 0;
let partStart: usize = 0;
let partFrom: usize = 0;
let partBase: usize = 0;
let partSlope: usize = 0;
let vertices: u32 = 0;
let partRows: u32 = 0;
/** The vertex whose rows are gathered, and the first of them in the part. */
let vertex: u32 = 0;
let vertexRow: u32 = 0;

/** Scratch by vertex: its place in the part, all NONE, and what leads there; columns of the part, with room for its rows. */
export function part(
  placeAt: usize,
  baseAt: usize,
  slopeAt: usize,
  startAt: usize,
  partFromAt: usize,
  partBaseAt: usize,
  partSlopeAt: usize,
): void {
  placeOf = placeAt;
  baseOf = baseAt;
  slopeOf = slopeAt;
  partStart = startAt;
  partFrom = partFromAt;
  partBase = partBaseAt;
  partSlope = partSlopeAt;
  putU32(placeOf, 0, 0);
  putF64(baseOf, 0, 0);
  putF64(slopeOf, 0, 0);
  putU32(partStart, 0, 0);
  putU32(partStart, 1, 0);
  vertices = 1;
  partRows = 0;
  vertex = 0;
  vertexRow = 0;
}

/** All rows to a vertex are there: a single one is joined to those behind it, but not at the last vertex. */
function finish(last: u32): void {
  if (partRows === vertexRow) return;
  if (partRows === vertexRow + 1 && vertex !== last) {
    partRows = vertexRow;
    putU32(placeOf, vertex, u32At(partFrom, vertexRow));
    putF64(baseOf, vertex, f64At(partBase, vertexRow));
    putF64(slopeOf, vertex, f64At(partSlope, vertexRow));
    return;
  }
  putU32(placeOf, vertex, vertices);
  putF64(baseOf, vertex, 0);
  putF64(slopeOf, vertex, 0);
  putU32(partStart, ++vertices, partRows);
  vertexRow = partRows;
}

/** Adds the rows whose bits stand in numbers [first, end) of `kept`. */
export function gather(first: u32, end: u32, last: u32, kept: usize): void {
  let behind: u32 = u32At(rowStart, vertex + 1);
  for (let word: u32 = first; word < end; word++) {
    for (let bits = u32At(kept, word); bits !== 0; bits &= bits - 1) {
      const r: u32 = (word << 5) + ctz(bits);
      if (r >= behind) {
        finish(last);
        do vertex++;
        while (u32At(rowStart, vertex + 1) <= r);
        behind = u32At(rowStart, vertex + 1);
      }
      const u = u32At(from, r);
      const place = u32At(placeOf, u);
      if (place === NONE) continue;
      putU32(partFrom, partRows, place);
      putF64(partBase, partRows, f64At(baseOf, u) + f64At(base, r));
      putF64(partSlope, partRows, f64At(slopeOf, u) + f64At(slope, r));
      partRows++;
    }
  }
}
export function gatherEnd(last: u32): void {
  finish(last);
}
export function verticesGathered(): u32 {
  return vertices;
}
export function rowsGathered(): u32 {
  return partRows;
}
