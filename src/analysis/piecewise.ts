/**
 * T(x) on an interval, piecewise linear and exact (model.md, "The curve"); convex unless the order of messages depends on x, in which
 * case it is the minimum over several orders.
 */
import type { Warning } from '../errors.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { PathLine } from '../solve/sweep/pass.js';
import type { Axis } from '../timing/axis.js';

/** Shorter pieces, relative to x, are intersections of several lines or curves up to rounding. */
export const SLIVER = 1e-12;

/** A piece on which T = runtime + lambda·(x − start). */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** T at `start`, ns. */
  readonly runtime: number;
  readonly lambda: number;
  /** Latency on the critical path of this piece besides λ·x (other classes, switches), ns; needed for ρ. */
  readonly otherLatency: number;
  /** Its matches and order, if they depend on prices and are not the model's own. */
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
  /** Slopes just outside; they differ from those of the outer pieces if an end is a kink. */
  readonly lambdaBefore: number;
  readonly lambdaAfter: number;
  /** What a reader should know of how it was found. */
  readonly warnings?: readonly Warning[];
}

/** The piece that is valid right of x (right derivative); x must be in [low, high]. */
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

/** T at x, ns; x must be in [low, high]. */
export function runtimeAt(curve: Curve, x: number): number {
  const piece = pieceAt(curve, x);
  return piece.runtime + piece.lambda * (x - piece.start);
}

/** Share of the critical path that is latency at x; x must be in [low, high]. */
export function rhoAt(curve: Curve, x: number): number {
  const piece = pieceAt(curve, x);
  const runtime = piece.runtime + piece.lambda * (x - piece.start);
  const moving = curve.axis.latency === null ? 0 : piece.lambda * x;
  return runtime === 0 ? 0 : (moving + piece.otherLatency) / runtime;
}

/** Every value in [low, high] at which the slope changes, ascending, including kinks at the ends. */
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

/** Largest x in [low, high] with T(x) ≤ limit; undefined if T stays within it on the whole interval. */
export function largestWithinCurve(curve: Curve, limit: number): number | undefined {
  for (const piece of curve.pieces) {
    const end = piece.runtime + piece.lambda * (piece.end - piece.start);
    if (end > limit) return piece.start + (limit - piece.runtime) / piece.lambda;
  }
  return undefined;
}

// The minimum of several curves over one interval: T of a program that may run in any of several orders.

/** Piece `piece` as a line, and its end. */
interface Part {
  readonly piece: Piece;
  readonly end: number;
}

const valueAt = ({ runtime, lambda, start }: Piece, x: number): number => runtime + lambda * (x - start);

/**
 * The lower envelope of curves over the same interval and axis. It does not fall, but is concave where one curve takes over
 * from another; λ is the right derivative.
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

/** Adds the minimum of `parts`, which are straight lines there, from x to `until`; returns its end. */
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

/** A piece from `start` to `end`, joined to the previous one if that is the same line. */
function push(pieces: Piece[], line: Piece, start: number, end: number): void {
  const before = pieces.at(-1);
  if (before !== undefined && before.lambda === line.lambda && before.graph === line.graph) {
    pieces[pieces.length - 1] = { ...before, end };
    return;
  }
  pieces.push({ ...line, start, end, runtime: valueAt(line, start) });
}

// T over latency added to a machine's own, which allows curves of different machines to be compared.

/** The exact curve on an interval as lines c/scale + a·(base + Δ), one after the other. */
export interface LatencyCurve {
  /** The machine's own latency, ns; 0 where several latencies grow together. */
  readonly base: number;
  /** Ends of the interval as added latency, ns; `high` is Infinity if T does not grow. */
  readonly low: number;
  readonly high: number;
  readonly scale: number;
  /** Whether the lines are free of rounding. */
  readonly exact: boolean;
  readonly lines: readonly PathLine[];
  /**
   * [lines − 1] added latency at which each gives way to the next; null if T is convex (the maximum of its lines). If the
   * order of messages depends on the latency, T is the minimum over several orders.
   */
  readonly ends: readonly number[] | null;
  /** Those of {@link Curve}. */
  readonly warnings?: readonly Warning[] | undefined;
}

const timeOn = ({ base, scale }: LatencyCurve, { c, a }: PathLine, added: number): number =>
  (c + a * ((base + added) * scale)) / scale;

/** T where `added` ns are added, ns. */
export function runtimeWith(curve: LatencyCurve, added: number): number {
  const { lines, ends } = curve;
  if (ends === null) return Math.max(...lines.map((line) => timeOn(curve, line, added)));
  const past = ends.findIndex((end) => added < end);
  return timeOn(curve, lines[past < 0 ? lines.length - 1 : past], added);
}

/** Largest added latency with T ≤ limit on a curve that reaches so far; Infinity if T does not grow. */
export function addedWithin(curve: LatencyCurve, limit: number): number {
  const { base, scale, lines, ends, high } = curve;
  const reached = ({ c, a }: PathLine): number =>
    a > 0 ? (limit * scale - c) / a / scale - base : Number.POSITIVE_INFINITY;
  if (ends === null) return Math.min(...lines.map(reached));
  for (const [i, line] of lines.entries()) {
    const added = reached(line);
    if (added <= (ends[i] ?? high)) return added;
  }
  return high;
}

/** Added latencies at which the slope changes, ascending. */
export function kinksOf({ base, scale, lines, ends }: LatencyCurve): readonly number[] {
  return ends ?? lines.slice(1).map(({ c, a }, i) => (lines[i].c - c) / (a - lines[i].a) / scale - base);
}
