/** Longest paths over the rows of a line system: a pass at one value of x, as in src/solve/sweep/pass.ts, and all that is made of more. */
import { f64At, putF64, putU32, u32At } from './program';
import { base, from, rowStart, slope } from './rows';

export { join, number, onwards, own, rowsKept, rowsLeft, thin, verticesLeft, write } from './contract';
export { rows } from './rows';
export {
  baseTraced,
  forward,
  gather,
  gatherEnd,
  part,
  rowsGathered,
  sift,
  slopeTraced,
  trace,
  verticesGathered,
} from './split';

/**
 * The lines of vertices [first, end), of which 0 is none: `c` and `a` as in `Labels`. The same operations in the same order
 * as `passWithin`: the same bits.
 */
export function pass(first: u32, end: u32, c: usize, a: usize, at: f64, sign: f64, tie: f64): void {
  // A global is read anew each time.
  const froms = from;
  const bases = base;
  const slopes = slope;
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = u32At(rowStart, v + 1);
    let u: u32 = u32At(froms, r);
    let bestC: f64 = f64At(c, u) + f64At(bases, r);
    let bestA: f64 = f64At(a, u) + f64At(slopes, r);
    let best: f64 = bestC + bestA * at;
    for (r++; r < next; r++) {
      u = u32At(froms, r);
      const nextC: f64 = f64At(c, u) + f64At(bases, r);
      const nextA: f64 = f64At(a, u) + f64At(slopes, r);
      const value: f64 = nextC + nextA * at;
      const ahead: f64 = value - best;
      const slack: f64 = tie * value;
      if (ahead > slack || (ahead >= -slack && sign * (nextA - bestA) > 0)) {
        bestC = nextC;
        bestA = nextA;
        best = value;
      }
    }
    putF64(c, v, bestC);
    putF64(a, v, bestA);
  }
}

/** The lines of vertices [first, end) as x grows without bound: the steepest, and of those the highest. */
export function steepest(first: u32, end: u32, c: usize, a: usize): void {
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = u32At(rowStart, v + 1);
    let bestC: f64 = -Infinity;
    let bestA: f64 = -Infinity;
    for (; r < next; r++) {
      const u: u32 = u32At(from, r);
      const nextC: f64 = f64At(c, u) + f64At(base, r);
      const nextA: f64 = f64At(a, u) + f64At(slope, r);
      if (nextA > bestA || (nextA === bestA && nextC > bestC)) {
        bestC = nextC;
        bestA = nextA;
      }
    }
    putF64(c, v, bestC);
    putF64(a, v, bestA);
  }
}

/** By how much at most a row to vertices [first, end) leads past its vertex at `at`; at least `most`. */
export function violation(first: u32, end: u32, c: usize, a: usize, at: f64, most: f64): f64 {
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = u32At(rowStart, v + 1);
    const here: f64 = f64At(c, v) + f64At(a, v) * at;
    for (; r < next; r++) {
      const u: u32 = u32At(from, r);
      const over: f64 = f64At(c, u) + f64At(base, r) + (f64At(a, u) + f64At(slope, r)) * at - here;
      if (over > most) most = over;
    }
  }
  return most;
}

/** The rows of the longest path to vertex `v`, last to first, as far as there is room for them: how many. */
export function path(v: u32, c: usize, a: usize, at: usize, room: u32): u32 {
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
