/** T over latency that is added to a machine's own: what curves of different machines have in common. */

import type { Line } from '../solve/sweep/pass.js';
import { piecesByPasses } from '../solve/sweep/pieces.js';
import { largestWithin } from '../solve/sweep/search.js';
import { withoutSlivers } from './exact-curve.js';
import type { Model } from './model.js';

/** The exact curve on an interval as lines c/scale + a·(base + Δ), each steeper than the one before it. */
export interface LatencyCurve {
  /** The machine's own latency, ns; 0 where several latencies grow together. */
  readonly base: number;
  /** Ends of the interval as added latency, ns; `high` is Infinity where T does not grow at all. */
  readonly low: number;
  readonly high: number;
  readonly scale: number;
  /** Whether the lines are free of rounding. */
  readonly exact: boolean;
  readonly lines: readonly Line[];
}

/** The curve for added latencies low … high, both at least what the axis allows. */
export function latencyCurve(model: Model, low: number, high: number): LatencyCurve {
  const axis = model.latency;
  const lines = model.lines(axis);
  const from = axis.base + low;
  const to = Number.isFinite(high) ? axis.base + high : from;
  const pieces = withoutSlivers(piecesByPasses(lines, from, to), to);
  const { scale, exact } = lines;
  return { base: axis.base, low, high, scale, exact, lines: pieces.map(({ line }) => line) };
}

/** How much latency may be added until T exceeds `limit` ns; Infinity where it never does. */
export function addedUntil(model: Model, limit: number): number {
  const axis = model.latency;
  return largestWithin(model.lines(axis), limit, axis.base) - axis.base;
}

/** T where `added` ns are added, ns. T is the highest of its lines. */
export function runtimeWith({ base, scale, lines }: LatencyCurve, added: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const { c, a } of lines) highest = Math.max(highest, (c + a * ((base + added) * scale)) / scale);
  return highest;
}

/** Largest added latency with T ≤ limit on a curve that reaches so far; Infinity where T does not grow. */
export function addedWithin({ base, scale, lines }: LatencyCurve, limit: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { c, a } of lines) if (a > 0) least = Math.min(least, (limit * scale - c) / a / scale);
  return least - base;
}

/** Added latencies at which the slope changes, ascending. */
export function kinksOf({ base, scale, lines }: LatencyCurve): number[] {
  return lines.slice(1).map(({ c, a }, i) => (lines[i].c - c) / (a - lines[i].a) / scale - base);
}
