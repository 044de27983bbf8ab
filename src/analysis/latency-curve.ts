/** T over latency that is added to a machine's own: what curves of different machines have in common. */

import { dependsOnPrices } from '../graph/execution-graph.js';
import type { PathLine } from '../solve/sweep/pass.js';
import { piecesByPasses } from '../solve/sweep/pieces.js';
import { exactCurve, withoutSlivers } from './exact-curve.js';
import type { Model } from './model.js';
import { largestWithin } from './orders.js';

/** The exact curve on an interval as lines c/scale + a·(base + Δ), one after the other. */
export interface LatencyCurve {
  /** The machine's own latency, ns; 0 where several latencies grow together. */
  readonly base: number;
  /** Ends of the interval as added latency, ns; `high` is Infinity where T does not grow at all. */
  readonly low: number;
  readonly high: number;
  readonly scale: number;
  /** Whether the lines are free of rounding. */
  readonly exact: boolean;
  readonly lines: readonly PathLine[];
  /**
   * [lines − 1] added latency at which each gives way to the next; null where T is convex, the highest of its lines:
   * they end where they meet. Where who comes first depends on the latency, T is the least over several orders.
   */
  readonly ends: readonly number[] | null;
}

/** The curve for added latencies low … high, both at least what the axis allows. */
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
  const { pieces } = await exactCurve(model, from, to);
  const lines = pieces.map(({ start, runtime, lambda }) => ({ c: runtime - lambda * start, a: lambda }));
  const ends = pieces.slice(1).map(({ start }) => start - axis.base);
  return { ...interval, scale: 1, exact: false, lines, ends };
}

/** How much latency may be added until T exceeds `limit` ns; Infinity where it never does. */
export async function addedUntil(model: Model, limit: number): Promise<number> {
  const axis = model.latency;
  return (await largestWithin(model, axis, limit)).x - axis.base;
}

const valueAt = ({ base, scale }: LatencyCurve, { c, a }: PathLine, added: number): number =>
  (c + a * ((base + added) * scale)) / scale;

/** T where `added` ns are added, ns. */
export function runtimeWith(curve: LatencyCurve, added: number): number {
  const { lines, ends } = curve;
  if (ends === null) return Math.max(...lines.map((line) => valueAt(curve, line, added)));
  const past = ends.findIndex((end) => added < end);
  return valueAt(curve, lines[past < 0 ? lines.length - 1 : past], added);
}

/** Largest added latency with T ≤ limit on a curve that reaches so far; Infinity where T does not grow. */
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
