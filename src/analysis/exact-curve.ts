/**
 * T(x) on an interval, exactly: every piece and every critical value (model.md, "The curve"), by tangents, envelopes or the published
 * search; points of the curve, and T over added latency.
 */
import { checkNumber, checkNumbers, LimitError, type Warning } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import { type PathLine, pass, SAME_RUNTIME, sharedLabels } from '../solve/sweep/pass.js';
import { bytesOfPieces, type LinePiece, piecesByEnvelope, piecesByPasses } from '../solve/sweep/pieces.js';
import { type Axis, timesPaid } from '../timing/axis.js';
import type { LineSystem } from '../timing/line-system.js';
import { countsAt } from './critical-path-shares.js';
import { largestWithin, MOST_ORDERS, type Model, ordersOf } from './model.js';
import {
  type Curve,
  type LatencyCurve,
  lowerEnvelope,
  type Piece,
  rhoAt,
  runtimeAt,
  SLIVER,
} from './piecewise.js';
import { latencyShare } from './sensitivity.js';

/**
 * `passes`: intersections of tangents, on systems reduced to what can be critical. `envelope`: one pass in which every
 * vertex carries its envelope. `ranging`: the published walk by basis ranges (LLAMP, Algorithm 2).
 */
export type CurveMethod = 'passes' | 'envelope' | 'ranging';

/** Method for the pieces of a curve, and its limits. */
export interface ExactCurveOptions {
  readonly axis?: Axis;
  readonly method?: CurveMethod;
  readonly ranging?: RangingOptions;
  /** Maximum number of message orders followed, if the order depends on prices. */
  readonly orders?: number;
}

/**
 * The curve on [low, high], both at least the axis' lowest value. If the order of messages depends on prices, it is the
 * minimum over the orders found at both ends and wherever one order takes over from another. Throws a UsageError for ends
 * that are none.
 */
export async function exactCurve(
  model: Model,
  low: number,
  high: number,
  options: ExactCurveOptions = {},
): Promise<Curve> {
  checkNumber('exactCurve: low', low, { least: (options.axis ?? model.latency).lowest });
  checkNumber('exactCurve: high', high, { least: low });
  if (!dependsOnPrices(model.graph)) return curveOf(model, low, high, options);
  const axis = options.axis ?? model.latency;
  const orders = ordersOf(model, axis);
  const curves = new Map<Model, Curve>();
  const looked = new Set<number>();
  const most = options.orders ?? MOST_ORDERS;
  let cut = false;
  const places = [low, high, ...(axis.base > low && axis.base < high ? [axis.base] : [])];
  for (;;) {
    for (const x of places.splice(0)) {
      looked.add(x);
      const there = await orders.at(axis, x);
      if (curves.has(there)) continue;
      if (curves.size >= most) {
        cut = true;
        continue;
      }
      const own = await curveOf(there, low, high, options);
      const { graph } = there;
      curves.set(there, { ...own, pieces: own.pieces.map((piece) => ({ ...piece, graph })) });
    }
    const envelope = lowerEnvelope([...curves.values()]);
    if (!cut) places.push(...takeovers(envelope).filter((x) => !looked.has(x)));
    if (places.length === 0) return cut ? { ...envelope, warnings: [ordersCut(most)] } : envelope;
  }
}

function ordersCut(most: number): Warning {
  const message = `this range has more than ${most} orders of messages; T is the minimum over the first ${most} and may be too high`;
  return { code: 'orders-cut', message };
}

/** Where one order takes over from another. */
function takeovers({ pieces }: Curve): number[] {
  return pieces.filter(({ graph }, i) => i > 0 && graph !== pieces[i - 1].graph).map(({ start }) => start);
}

/** The curve of one order. */
async function curveOf(model: Model, low: number, high: number, options: ExactCurveOptions): Promise<Curve> {
  const axis = options.axis ?? model.latency;
  const lines = model.lines(axis);
  const found = await findPieces(model, lines, low, high, options);
  const clean = withoutSlivers(found, high);
  const pieces = withRuntimes(model, axis, lines, clean, high);
  const labels = sharedLabels(lines);
  return {
    axis,
    low,
    high,
    pieces,
    lambdaBefore: low > axis.lowest ? pass(lines, low, labels, 'left').a : pieces[0].lambda,
    lambdaAfter: pass(lines, high, labels, 'right').a,
  };
}

async function findPieces(
  model: Model,
  lines: LineSystem,
  low: number,
  high: number,
  options: ExactCurveOptions,
): Promise<LinePiece[]> {
  switch (options.method ?? 'passes') {
    case 'envelope':
      return piecesByEnvelope(lines, low, high);
    case 'ranging':
      return walkByRanging(model, lines, low, high, options.ranging);
    default:
      model.need(bytesOfPieces(lines));
      return piecesByPasses(lines, low, high);
  }
}

/** Drops pieces of no length and joins neighbours of the same slope. */
export function withoutSlivers(found: readonly LinePiece[], high: number): LinePiece[] {
  const kept: LinePiece[] = [];
  found.forEach((piece, i) => {
    const end = found[i + 1]?.start ?? high;
    // A kink at the end of the interval shows in the slope after it, not as a piece without length.
    if (found.length > 1 && end - piece.start <= Math.abs(end) * SLIVER) return;
    if (kept.at(-1)?.line.a === piece.line.a) return;
    kept.push(piece);
  });
  return kept.length > 0 ? kept : [found[0]];
}

function withRuntimes(
  model: Model,
  axis: Axis,
  lines: LineSystem,
  found: readonly LinePiece[],
  high: number,
): Piece[] {
  return found.map(({ start, line }, i) => {
    const end = found[i + 1]?.start ?? high;
    const otherLatency = latencyBeside(model, axis, line, (start + end) / 2);
    return { start, end, runtime: runtimeOn(lines, line, start), lambda: line.a, otherLatency };
  });
}

const runtimeOn = (lines: LineSystem, line: PathLine, x: number): number => line.c / lines.scale + line.a * x;

/** Latency on the critical path that does not grow with x, ns: 0 if x is the only latency. */
function latencyBeside(model: Model, axis: Axis, line: PathLine, x: number): number {
  const { latencies, routes } = model.machine.network;
  const alone = latencies.length === 1 && routes.every((route) => route.constantNs === 0);
  if (alone && axis.latency !== null) return 0;
  const moving = axis.latency === null ? 0 : line.a * axis.base;
  return latencyShare(model, countsAt(model, axis, x).routeLatencies) - moving;
}

/** T and its slope at one value of the parameter. */
export interface CurvePoint {
  /** Value of the parameter (ns, or ns/B). */
  readonly x: number;
  readonly runtime: number;
  readonly lambda: number;
  /** Share of the critical path that is latency, at this point. */
  readonly rho: number;
}

/**
 * T, λ and ρ at each of `values`, each from its own solve, in the order found there. Throws a UsageError for a value below the
 * axis' lowest, and for what is no number.
 */
export async function curveAt(
  model: Model,
  values: readonly number[],
  axis: Axis = model.latency,
): Promise<CurvePoint[]> {
  checkNumbers('curveAt: values', values, { least: axis.lowest });
  const orders = ordersOf(model, axis);
  const points: CurvePoint[] = [];
  for (const x of values) {
    const there = await orders.at(axis, x);
    const { runtime, lambda, routeLatencies } = await there.engine.evaluate(there.lines(axis), x);
    const latency = latencyShare(model, routeLatencies) + latencyMoved(model, axis, routeLatencies, x);
    points.push({ x, runtime, lambda, rho: runtime === 0 ? 0 : latency / runtime });
  }
  return points;
}

/** The left derivative of T at x, in the order found there; the right one at the lowest x. */
export async function slopeBefore(model: Model, x: number, axis: Axis = model.latency): Promise<number> {
  const lines = (await ordersOf(model, axis).at(axis, x)).lines(axis);
  return pass(lines, x, sharedLabels(lines), x > axis.lowest ? 'left' : 'right').a;
}

/** Change of the latency of the critical messages as `axis` moves from its base to x, ns. */
function latencyMoved(model: Model, axis: Axis, routeLatencies: Float64Array, x: number): number {
  if (axis.latency === null) return 0;
  const { routes } = model.machine.network;
  const paid = routeLatencies.reduce((sum, count, route) => sum + count * timesPaid(axis, routes[route]), 0);
  return paid * (x - axis.base);
}

/** The points of the curve: its ends and every critical value. */
export function pointsOf(curve: Curve): CurvePoint[] {
  const { pieces, low, high, lambdaAfter } = curve;
  const points = pieces.map(({ start: x, runtime, lambda }) => ({
    x,
    runtime,
    lambda,
    rho: rhoAt(curve, x),
  }));
  if (high === low) return points;
  const end = { x: high, runtime: runtimeAt(curve, high), lambda: lambdaAfter, rho: rhoAt(curve, high) };
  return [...points, end];
}

// The curve over latency added to a machine's own.

/** The curve for added latencies low … high, both within the limits of the axis. */
export async function latencyCurve(model: Model, low: number, high: number): Promise<LatencyCurve> {
  const axis = model.latency;
  const from = axis.base + low;
  const to = Number.isFinite(high) ? axis.base + high : from;
  const interval = { base: axis.base, low, high };
  if (!dependsOnPrices(model.graph)) {
    const lines = model.lines(axis);
    const pieces = withoutSlivers(piecesByPasses(lines, from, to), to);
    const { scale, exact } = lines;
    return { ...interval, scale, exact, lines: pieces.map(({ line }) => line), ends: null };
  }
  const { pieces, warnings } = await exactCurve(model, from, to);
  const lines = pieces.map(({ start, runtime, lambda }) => ({ c: runtime - lambda * start, a: lambda }));
  const ends = pieces.slice(1).map(({ start }) => start - axis.base);
  return { ...interval, scale: 1, exact: false, lines, ends, warnings };
}

/** Latency that may be added until T exceeds `limit` ns; Infinity if it never does. */
export async function addedUntil(model: Model, limit: number): Promise<number> {
  const axis = model.latency;
  return (await largestWithin(model, axis, limit)).x - axis.base;
}

// The published search for critical latencies (LLAMP, Algorithm 2): from the upper end down, solve, read the basis range of
// L, step below it, solve again. Kept for comparison. If a step passed over a piece, the lines of its two ends meet at a
// latency where nothing changes; the walk then returns into the step.

/** Steps of the walk. */
export interface RangingOptions {
  /** Least distance between two solves, ns. */
  readonly step?: number;
  /** How far below a range's end the next solve is made, ns. */
  readonly epsilon?: number;
}

const STEP = 100;
const EPSILON = 1e-3;
const MAX_SOLVES = 100_000;

/** Pieces on [low, high] as the walk sees them, ascending. */
export async function walkByRanging(
  model: Model,
  lines: LineSystem,
  low: number,
  high: number,
  options: RangingOptions = {},
): Promise<LinePiece[]> {
  const step = options.step ?? STEP;
  const epsilon = options.epsilon ?? EPSILON;
  const down: Solved[] = [];
  let x = high;
  for (let solves = 0; ; solves++) {
    if (solves === MAX_SOLVES) {
      throw new LimitError(
        `ranging did not reach the lower end of the interval in ${MAX_SOLVES} solves`,
        'use a shorter interval or a larger step',
      );
    }
    const solved = await solve(model, lines, x);
    down.push(solved);
    if (x <= low) break;
    const range = await model.engine.basisRange(lines, x);
    x = Math.max(Math.min(range.low - epsilon, x - step), low);
  }
  // Ranges are narrower than pieces; consecutive ranges of one slope are one piece.
  const pieces: LinePiece[] = [];
  const waiting = down;
  let last = waiting.pop();
  if (last !== undefined) pieces.push({ start: low, line: lineOf(lines, last) });
  for (let next = waiting.pop(); last !== undefined && next !== undefined; next = waiting.pop()) {
    if (next.lambda !== last.lambda) {
      const start = meeting(last, next);
      const between = start > last.x && start < next.x ? await solve(model, lines, start) : next;
      if (between.lambda > last.lambda && between.lambda < next.lambda && isAbove(between, last)) {
        waiting.push(next, between);
        continue;
      }
      pieces.push({ start: Math.min(Math.max(start, low), high), line: lineOf(lines, next) });
    }
    last = next;
  }
  return pieces;
}

/** T and its right derivative at x. */
interface Solved {
  readonly x: number;
  readonly runtime: number;
  readonly lambda: number;
}

async function solve(model: Model, lines: LineSystem, x: number): Promise<Solved> {
  const { runtime, lambda } = await model.engine.evaluate(lines, x);
  return { x, runtime, lambda };
}

function lineOf(lines: LineSystem, { x, runtime, lambda }: Solved): PathLine {
  return { c: (runtime - lambda * x) * lines.scale, a: lambda };
}

/** Whether T is above the tangent of another place by more than rounding. Where three tangents meet, none is passed over. */
function isAbove({ x, runtime }: Solved, other: Solved): boolean {
  return runtime - (other.runtime + other.lambda * (x - other.x)) > SAME_RUNTIME * runtime;
}

/** x at which the tangents of two places meet. */
function meeting(one: Solved, other: Solved): number {
  const rise = one.runtime - one.lambda * one.x - (other.runtime - other.lambda * other.x);
  return rise / (other.lambda - one.lambda);
}

// The values of a parameter up to which T stays below a time.

/** The largest value that leaves T within a limit. */
export interface WithinRuntime {
  /** The limit, ns. */
  readonly limit: number;
  /** Infinity if no value is too large; null if the lowest one is. */
  readonly value: number | null;
  /** Its distance from the machine's value, negative below it. */
  readonly delta: number | null;
  /** T at the lowest value, ns; null if not needed, because T is within the limit at the machine. */
  readonly least: number | null;
  /** Warnings of the searched curve. */
  readonly warnings?: readonly Warning[] | undefined;
}

/** The largest value of `axis` with T ≤ `limit` (ns). Throws a UsageError for a limit that is no number. */
export async function withinRuntime(model: Model, limit: number, axis: Axis): Promise<WithinRuntime> {
  checkNumber('withinRuntime: limit', limit, { unlimited: true });
  const { runtime } = await model.engine.evaluate(model.lines(axis), axis.base);
  if (runtime <= limit) {
    const { x } = await largestWithin(model, axis, limit);
    return { limit, value: x, delta: x - axis.base, least: null };
  }
  const curve = await exactCurve(model, axis.lowest, axis.base, { axis });
  const value = largestBelow(curve, limit);
  const least = curve.pieces[0].runtime;
  const { warnings } = curve;
  return { limit, value, delta: value === null ? null : value - axis.base, least, warnings };
}

/** The largest x, from the end of a curve down, with T(x) ≤ `limit`; null if there is none. */
export function largestBelow({ pieces }: Curve, limit: number): number | null {
  const piece = pieces.findLast((one) => one.runtime <= limit);
  if (piece === undefined) return null;
  const { start, end, runtime, lambda } = piece;
  return lambda === 0 ? end : Math.min(end, start + (limit - runtime) / lambda);
}
