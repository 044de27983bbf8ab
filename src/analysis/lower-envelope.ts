/** The least of several curves over one interval: T where a program may run in any of several orders. */
import { type Curve, type Piece, SLIVER } from './piecewise.js';

/** Piece `piece` as a line, and until where it holds. */
interface Part {
  readonly piece: Piece;
  readonly end: number;
}

const valueAt = ({ runtime, lambda, start }: Piece, x: number): number => runtime + lambda * (x - start);

/**
 * The lower envelope of curves over the same interval and axis. It does not fall, but bends down where one curve takes
 * over from another; λ is the right derivative.
 */
export function lowerEnvelope(curves: readonly Curve[]): Curve {
  const [first] = curves;
  if (curves.length === 1) return first;
  const { axis, low, high } = first;
  const pieces: Piece[] = [];
  const next = curves.map(() => 0);
  for (let x = low; ; ) {
    const parts = curves.map((curve, k): Part => {
      while (next[k] + 1 < curve.pieces.length && curve.pieces[next[k] + 1].start <= x) next[k]++;
      return { piece: curve.pieces[next[k]], end: curve.pieces[next[k] + 1]?.start ?? high };
    });
    const until = Math.min(...parts.map(({ end }) => end));
    x = leastUntil(parts, x, until, pieces);
    if (x >= high) break;
  }
  const atLow = curves.filter((curve) => isLeast(curves, curve, low));
  const atHigh = curves.filter((curve) => isLeast(curves, curve, high));
  return {
    axis,
    low,
    high,
    pieces,
    lambdaBefore: Math.max(...atLow.map((curve) => curve.lambdaBefore)),
    lambdaAfter: Math.min(...atHigh.map((curve) => curve.lambdaAfter)),
  };
}

/** Adds the least of `parts`, which are straight lines there, from x to `until`; returns where that ends. */
function leastUntil(parts: readonly Part[], x: number, until: number, pieces: Piece[]): number {
  let at = x;
  for (;;) {
    let best = parts[0].piece;
    for (const { piece } of parts) if (isBelow(piece, best, at)) best = piece;
    let end = until;
    for (const { piece } of parts) {
      if (piece.lambda >= best.lambda) continue;
      const meet = at + (valueAt(piece, at) - valueAt(best, at)) / (best.lambda - piece.lambda);
      if (meet > at + Math.abs(at) * SLIVER && meet < end) end = meet;
    }
    push(pieces, best, at, end);
    if (end >= until) return until;
    at = end;
  }
}

/** Whether `one` is less than `other` right of x. */
function isBelow(one: Piece, other: Piece, x: number): boolean {
  const lead = valueAt(one, x) - valueAt(other, x);
  const same = Math.abs(lead) <= SLIVER * valueAt(other, x);
  return same ? one.lambda < other.lambda : lead < 0;
}

function isLeast(curves: readonly Curve[], curve: Curve, x: number): boolean {
  const at = (one: Curve): number => valueAt(pieceHolding(one, x), x);
  const least = Math.min(...curves.map(at));
  return at(curve) <= least * (1 + SLIVER);
}

function pieceHolding({ pieces }: Curve, x: number): Piece {
  let held = pieces[0];
  for (const piece of pieces) if (piece.start <= x) held = piece;
  return held;
}

/** A piece from `start` to `end`, joined to the one before it where that is the same line. */
function push(pieces: Piece[], line: Piece, start: number, end: number): void {
  const before = pieces.at(-1);
  if (before !== undefined && before.lambda === line.lambda && before.graph === line.graph) {
    pieces[pieces.length - 1] = { ...before, end };
    return;
  }
  pieces.push({ ...line, start, end, runtime: valueAt(line, start) });
}
