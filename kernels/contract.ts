/** Vertices that one row leads on from, joined to it: src/solve/sweep/sparsify.ts. The same operations in the same order: the same bits. */
import { f64At, NONE, putF64, putU32, u32At } from './program';
import { base, from, rowStart, slope } from './rows';

/** Of a vertex that rows lead on from to more than one, or that stays for another reason. */
const STAYS: u32 = 0xffff_fffe;

let onward: usize = 0;
let onwardBase: usize = 0;
let onwardSlope: usize = 0;
let count: usize = 0;
let place: usize = 0;
let ownStart: usize = 0;
let ownFrom: usize = 0;
let ownBase: usize = 0;
let ownSlope: usize = 0;
let low: f64 = 0;
let high: f64 = 0;
let vertices: u32 = 0;
let rows: u32 = 0;
let kept: u32 = 0;

/** By vertex the columns of `Onward`, of which `count` holds 0 and `onward` NONE. */
export function onwards(
  onwardAt: usize,
  onwardBaseAt: usize,
  onwardSlopeAt: usize,
  countAt: usize,
  placeAt: usize,
): void {
  onward = onwardAt;
  onwardBase = onwardBaseAt;
  onwardSlope = onwardSlopeAt;
  count = countAt;
  place = placeAt;
}

/** Columns of the rows that are left, and the ends of the interval, in 1/scale units. */
export function own(
  startAt: usize,
  fromAt: usize,
  baseAt: usize,
  slopeAt: usize,
  lowAt: f64,
  highAt: f64,
): void {
  ownStart = startAt;
  ownFrom = fromAt;
  ownBase = baseAt;
  ownSlope = slopeAt;
  low = lowAt;
  high = highAt;
  vertices = 0;
  rows = 0;
  kept = 0;
}

/** Whether line (b, s) rises nowhere in the interval above line (c, a). */
function below(b: f64, s: f64, c: f64, a: f64): bool {
  const steeper = s - a;
  if (steeper === 0) return b <= c;
  return c - b > steeper * (steeper > 0 ? high : low);
}

/** Where vertices before those of [first, end) lead on to, whose own is known: from the last one down. */
export function join(first: u32, end: u32): void {
  for (let v: u32 = end; v-- > first; ) {
    let to = u32At(onward, v);
    if (to === NONE) continue;
    let b: f64 = 0;
    let s: f64 = 0;
    const start = u32At(rowStart, v);
    const last = u32At(rowStart, v + 1);
    if (to === STAYS) to = v;
    else {
      b = f64At(onwardBase, v);
      s = f64At(onwardSlope, v);
      putU32(count, to, u32At(count, to) - 1);
    }
    putU32(count, to, u32At(count, to) + last - start);
    for (let r: u32 = start; r < last; r++) {
      const u = u32At(from, r);
      const there = u32At(onward, u);
      if (there === STAYS) continue;
      const c = f64At(base, r) + b;
      const a = f64At(slope, r) + s;
      if (there !== NONE) {
        if (there !== to) {
          putU32(onward, u, STAYS);
          continue;
        }
        const knownBase = f64At(onwardBase, u);
        const knownSlope = f64At(onwardSlope, u);
        if (below(c, a, knownBase, knownSlope)) continue;
        if (!below(knownBase, knownSlope, c, a)) {
          putU32(onward, u, STAYS);
          continue;
        }
      }
      putU32(onward, u, to);
      putF64(onwardBase, u, c);
      putF64(onwardSlope, u, a);
    }
  }
}

/** Numbers those of vertices [first, end) that stay, and says where their rows have room. */
export function number(first: u32, end: u32): void {
  for (let v: u32 = first; v < end; v++) {
    if (u32At(onward, v) !== STAYS) continue;
    const most = u32At(count, v);
    putU32(place, v, vertices);
    putU32(ownStart, vertices, rows);
    putU32(count, vertices++, rows);
    rows += most;
  }
}
export function verticesLeft(): u32 {
  return vertices;
}
export function rowsLeft(): u32 {
  return rows;
}

/** Writes the rows to vertices [first, end), each to where it leads on to. */
export function write(first: u32, end: u32): void {
  for (let v: u32 = first; v < end; v++) {
    let to = u32At(onward, v);
    if (to === NONE) continue;
    let b: f64 = 0;
    let s: f64 = 0;
    if (to === STAYS) to = v;
    else {
      b = f64At(onwardBase, v);
      s = f64At(onwardSlope, v);
    }
    const target = u32At(place, to);
    let row = u32At(count, target);
    const last = u32At(rowStart, v + 1);
    for (let r: u32 = u32At(rowStart, v); r < last; r++) {
      const u = u32At(from, r);
      if (u32At(onward, u) !== STAYS) continue;
      putU32(ownFrom, row, u32At(place, u));
      putF64(ownBase, row, f64At(base, r) + b);
      putF64(ownSlope, row++, f64At(slope, r) + s);
    }
    putU32(count, target, row);
  }
}

/**
 * Of rows between the same two of those that stay, leaves out what rises nowhere above another, and closes gaps: rows to vertices
 * [first, end) of those. `onward` holds 0: here behind the last row that comes from a vertex.
 */
export function thin(first: u32, end: u32): void {
  for (let v: u32 = first; v < end; v++) {
    const start = u32At(ownStart, v);
    const last = u32At(count, v);
    const begin = kept;
    putU32(ownStart, v, begin);
    for (let r: u32 = start; r < last; r++) {
      const u = u32At(ownFrom, r);
      const b = f64At(ownBase, r);
      const s = f64At(ownSlope, r);
      let to = kept;
      const behind = u32At(onward, u);
      if (behind > begin) {
        const known = behind - 1;
        const c = f64At(ownBase, known);
        const a = f64At(ownSlope, known);
        if (below(b, s, c, a)) continue;
        if (below(c, a, b, s)) to = known;
      }
      if (to === kept) {
        putU32(ownFrom, to, u);
        putU32(onward, u, ++kept);
      }
      putF64(ownBase, to, b);
      putF64(ownSlope, to, s);
    }
  }
}
export function rowsKept(): u32 {
  return kept;
}
