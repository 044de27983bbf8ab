/**
 * The tolerance of a parameter: how large it may be until T has grown by x % (LLAMP, section II-D2), or within which value T
 * stays below a time; and how far a picture of tolerances goes.
 */
import { allTold, type Telling, type Warning } from '../errors.js';
import type { Axis } from '../timing/axis.js';
import { exactCurve } from './exact-curve.js';
import { largestBySlowdown, largestWithin, type Model, slowerThere } from './model.js';
import type { Curve } from './piecewise.js';
import { type Sensitivity, sensitivity } from './sensitivity.js';

/** How much of a parameter the program bears before it runs `percent` slower. */
export interface Tolerance {
  readonly percent: number;
  /** Largest value of the parameter (ns, or ns/B); Infinity when no value is too large. */
  readonly value: number;
  /** Its distance from the machine's value. */
  readonly delta: number;
}

/** A sensitivity, and how much of the parameter each slowdown leaves room for. */
export interface ToleranceResult extends Sensitivity {
  readonly axis: Axis;
  readonly tolerance: readonly Tolerance[];
}

/** The x % tolerances of a parameter, by default the latency (LLAMP §II-D2). `percents` as in [1, 2, 5]. */
export async function tolerance(
  model: Model,
  percents: readonly number[],
  axis: Axis = model.latency,
): Promise<ToleranceResult> {
  const base = await sensitivity(model, axis);
  const list: Tolerance[] = [];
  const slower: Telling[] = [];
  for (const largest of await largestBySlowdown(model, axis, base.runtime, percents)) {
    const { percent, x: value, limit } = largest;
    list.push({ percent, value, delta: value - axis.base });
    slower.push(slowerThere(axis, limit, largest));
  }
  const message = `no path crosses ${axis.name}: its tolerance is unlimited`;
  const unlimited =
    list.some((one) => !Number.isFinite(one.value)) && ({ code: 'unlimited', message } as const);
  return { ...base, axis, tolerance: list, warnings: allTold(base, ...slower, unlimited) };
}

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
  /** Of the curve on which the limit was looked for. */
  readonly warnings?: readonly Warning[] | undefined;
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
  const { warnings } = curve;
  return { limit, value, delta: value === null ? null : value - axis.base, least, warnings };
}

/** Going down from the end of a curve, the first x with T(x) ≤ `limit`; null where there is none. */
export function largestBelow({ pieces }: Curve, limit: number): number | null {
  const piece = pieces.findLast((one) => one.runtime <= limit);
  if (piece === undefined) return null;
  const { start, end, runtime, lambda } = piece;
  return lambda === 0 ? end : Math.min(end, start + (limit - runtime) / lambda);
}

/** Where no tolerance has an end: distance from the machine's value, ns or ns per byte. */
const UNLIMITED_REACH: Readonly<Record<Axis['unit'], number>> = { ns: 100e3, 'ns/B': 1 };

/** How far a picture of tolerances goes, so that their zones can be seen: `room` times the largest that has an end. */
export function reachOf({ axis, tolerance }: ToleranceResult, room: number): number {
  const ends = tolerance.map(({ delta }) => delta).filter((delta) => Number.isFinite(delta) && delta > 0);
  const far = ends.length === 0 ? UNLIMITED_REACH[axis.unit] : room * Math.max(...ends);
  return axis.base + far;
}
