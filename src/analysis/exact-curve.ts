/** T(x) on an interval, exactly: every piece and every critical value (model §6). */

import type { Warning } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import { piecesByEnvelope } from '../solve/sweep/envelope.js';
import type { PathLine } from '../solve/sweep/pass.js';
import { pass, sharedLabels } from '../solve/sweep/pass.js';
import { bytesOfPieces, type LinePiece, piecesByPasses } from '../solve/sweep/pieces.js';
import type { Axis } from '../timing/axis.js';
import type { LineSystem } from '../timing/lines.js';
import { lowerEnvelope } from './lower-envelope.js';
import type { Model } from './model.js';
import { MOST_ORDERS, ordersOf } from './orders.js';
import { type Curve, type Piece, SLIVER } from './piecewise.js';
import { type RangingOptions, walkByRanging } from './ranging.js';
import { latencyShare } from './sensitivity.js';

/**
 * `passes`: tangents intersected, on systems reduced to what can be critical. `envelope`: one pass in which every
 * vertex carries its envelope. `ranging`: the published walk by basis ranges (LLAMP, Algorithm 2).
 */
export type CurveMethod = 'passes' | 'envelope' | 'ranging';

/** How the pieces of a curve are found, and when to stop. */
export interface ExactCurveOptions {
  readonly axis?: Axis;
  readonly method?: CurveMethod;
  readonly ranging?: RangingOptions;
  /** Most orders of who comes first that are followed, where that depends on prices. */
  readonly orders?: number;
}

/**
 * The curve on [low, high], both at least the axis' lowest value. Where who comes first depends on prices, it is the
 * least over the orders that are found at both ends, and wherever one takes over from another.
 */
export async function exactCurve(
  model: Model,
  low: number,
  high: number,
  options: ExactCurveOptions = {},
): Promise<Curve> {
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
  return {
    code: 'orders-cut',
    message: `more than ${most} orders of who comes first were found on this range: T is the least over the first ${most} of them, and may lie above that of another`,
  };
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
  const pieces = await withRuntimes(model, axis, lines, clean, high);
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

/** Drops pieces of no length and joins neighbours of one slope. */
export function withoutSlivers(found: readonly LinePiece[], high: number): LinePiece[] {
  const kept: LinePiece[] = [];
  found.forEach((piece, i) => {
    const end = found[i + 1]?.start ?? high;
    const empty = end - piece.start <= Math.abs(end) * SLIVER && found.length > 1;
    // A kink at the interval's very end is told by the slope behind it, not by a piece without length.
    if (empty && !(i === 0 && found.length === 1)) return;
    if (kept.at(-1)?.line.a === piece.line.a) return;
    kept.push(piece);
  });
  return kept.length > 0 ? kept : [found[0]];
}

async function withRuntimes(
  model: Model,
  axis: Axis,
  lines: LineSystem,
  found: readonly LinePiece[],
  high: number,
): Promise<Piece[]> {
  const low = found[0].start;
  const pieces: Piece[] = [];
  for (let i = 0; i < found.length; i++) {
    const { line } = found[i];
    const start = i === 0 ? low : found[i].start;
    const end = found[i + 1]?.start ?? high;
    const otherLatency = await latencyBeside(model, axis, lines, line, (start + end) / 2);
    pieces.push({ start, end, runtime: runtimeOn(lines, line, start), lambda: line.a, otherLatency });
  }
  return pieces;
}

const runtimeOn = (lines: LineSystem, line: PathLine, x: number): number => line.c / lines.scale + line.a * x;

/** Latency on the critical path that does not grow with x, ns: none where x is the only latency there is. */
async function latencyBeside(
  model: Model,
  axis: Axis,
  lines: LineSystem,
  line: PathLine,
  x: number,
): Promise<number> {
  const { latencies, routes } = model.machine.network;
  const alone = latencies.length === 1 && routes.every((route) => route.constantNs === 0);
  if (alone && axis.latency !== null) return 0;
  const { routeLatencies } = await model.engine.evaluate(lines, x);
  const moving = axis.latency === null ? 0 : line.a * axis.base;
  return latencyShare(model, routeLatencies) - moving;
}
