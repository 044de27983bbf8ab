/** How large a parameter may be so that T stays within a time: above the machine's value, or below it. */
import type { Axis } from '../timing/axis.js';
import { exactCurve } from './exact-curve.js';
import type { Model } from './model.js';
import { largestWithin } from './orders.js';
import type { Curve } from './piecewise.js';

/** The largest value that leaves T within a limit. */
export interface WithinRuntime {
  /** The limit, ns. */
  readonly limit: number;
  /** Infinity where no value is too large; null where the lowest one is. */
  readonly value: number | null;
  /** Its distance from the machine's value, negative below it. */
  readonly delta: number | null;
  /** T at the lowest value, ns; null where that was not asked, for T is within the limit at the machine. */
  readonly least: number | null;
}

/** The largest value of `axis` with T ≤ `limit` (ns). */
export async function withinRuntime(model: Model, limit: number, axis: Axis): Promise<WithinRuntime> {
  const { runtime } = await model.engine.evaluate(model.lines(axis), axis.base);
  if (runtime <= limit) {
    const { x } = await largestWithin(model, axis, limit);
    return { limit, value: x, delta: x - axis.base, least: null };
  }
  const curve = await exactCurve(model, axis.lowest, axis.base, { axis });
  const value = largestBelow(curve, limit);
  const least = curve.pieces[0].runtime;
  return { limit, value, delta: value === null ? null : value - axis.base, least };
}

/** Going down from the end of a curve, the first x with T(x) ≤ `limit`; null where there is none. */
export function largestBelow({ pieces }: Curve, limit: number): number | null {
  const piece = pieces.findLast((one) => one.runtime <= limit);
  if (piece === undefined) return null;
  const { start, end, runtime, lambda } = piece;
  return lambda === 0 ? end : Math.min(end, start + (limit - runtime) / lambda);
}
