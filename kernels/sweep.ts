/** Longest paths over the rows of a line system: a pass at one value of x, as in src/solve/sweep/pass.ts, and all that is made of more. */
import { f64At, putF64, u32At } from './program';
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
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = u32At(rowStart, v + 1);
    let u: u32 = u32At(from, r);
    let bestC: f64 = f64At(c, u) + f64At(base, r);
    let bestA: f64 = f64At(a, u) + f64At(slope, r);
    let best: f64 = bestC + bestA * at;
    for (r++; r < next; r++) {
      u = u32At(from, r);
      const nextC: f64 = f64At(c, u) + f64At(base, r);
      const nextA: f64 = f64At(a, u) + f64At(slope, r);
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
