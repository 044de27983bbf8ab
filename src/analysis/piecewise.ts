/**
 * T(x) on an interval as what it is: piecewise linear, known exactly (model §6); convex unless who comes first depends
 * on x, where it is the least over several orders.
 */
import type { Warning } from '../errors.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Axis } from '../timing/axis.js';

/** Pieces shorter than this share of x are where several lines or curves meet but for rounding. */
export const SLIVER = 1e-12;

/** A piece on which T = runtime + lambda·(x − start). */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** T at `start`, ns. */
  readonly runtime: number;
  readonly lambda: number;
  /** Latency on the critical path of this piece beside λ·x (other classes, switches), ns: what ρ needs. */
  readonly otherLatency: number;
  /** The matches and order that it was found in, where they depend on prices and are not the model's own. */
  readonly graph?: ExecutionGraph;
}

/** A value of the parameter at which the slope changes. */
export interface CriticalValue {
  readonly x: number;
  readonly runtime: number;
  readonly lambdaBelow: number;
  readonly lambdaAbove: number;
}

/** The exact curve on [low, high]; a zero-length interval has one piece. */
export interface Curve {
  readonly axis: Axis;
  readonly low: number;
  readonly high: number;
  readonly pieces: readonly Piece[];
  /** Slopes just outside: different from those of the outer pieces where an end is a kink itself. */
  readonly lambdaBefore: number;
  readonly lambdaAfter: number;
  /** What a reader should know of how it was found. */
  readonly warnings?: readonly Warning[];
}

/** The piece that holds right of x (right derivative); x must lie in [low, high]. */
export function pieceAt(curve: Curve, x: number): Piece {
  const { pieces } = curve;
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (pieces[middle].start <= x) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** T at x, ns. */
export function runtimeAt(curve: Curve, x: number): number {
  const piece = pieceAt(curve, x);
  return piece.runtime + piece.lambda * (x - piece.start);
}

/** Share of the critical path that is latency at x. */
export function rhoAt(curve: Curve, x: number): number {
  const piece = pieceAt(curve, x);
  const runtime = piece.runtime + piece.lambda * (x - piece.start);
  const moving = curve.axis.latency === null ? 0 : piece.lambda * x;
  return runtime === 0 ? 0 : (moving + piece.otherLatency) / runtime;
}

/** Every value in [low, high] at which the slope changes, ascending; a kink at an end is one of them. */
export function criticalValues(curve: Curve): CriticalValue[] {
  const { pieces, lambdaBefore, lambdaAfter } = curve;
  const values: CriticalValue[] = [];
  let below = lambdaBefore;
  for (const { start, runtime, lambda } of pieces) {
    if (lambda !== below) values.push({ x: start, runtime, lambdaBelow: below, lambdaAbove: lambda });
    below = lambda;
  }
  if (lambdaAfter !== below) {
    const x = curve.high;
    values.push({ x, runtime: runtimeAt(curve, x), lambdaBelow: below, lambdaAbove: lambdaAfter });
  }
  return values;
}

/** Largest x in [low, high] with T(x) ≤ limit; undefined when T stays within it on the whole interval. */
export function largestWithinCurve(curve: Curve, limit: number): number | undefined {
  for (const piece of curve.pieces) {
    const end = piece.runtime + piece.lambda * (piece.end - piece.start);
    if (end > limit) return piece.start + (limit - piece.runtime) / piece.lambda;
  }
  return undefined;
}
