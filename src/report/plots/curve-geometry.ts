/** Geometry of the panels and the tolerance zones of the curve, shared by the plot and the cursor. */
import { type Curve, largestWithinCurve, runtimeAt } from '../../analysis/piecewise.js';
import type { Unit } from './scales.js';

/** A measured runtime: of one run, or the median of several with their shortest and longest. */
export interface MeasuredPoint {
  /** Value of the axis' parameter, ns. */
  readonly x: number;
  /** ns */
  readonly runtime: number;
  readonly min?: number;
  readonly max?: number;
}

/** A plotting area in pixels of the picture, and the values at its edges. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Values at bottom and top, in the panel's unit. */
  readonly low: number;
  readonly high: number;
}

/** Geometry of curve, zones and measured points, for the cursor of a page. */
export interface CurveGeometry {
  readonly width: number;
  readonly height: number;
  /** Distance from the base at the left and right edge, ns. */
  readonly deltaLow: number;
  readonly deltaHigh: number;
  /** Units of ΔL and of T. */
  readonly deltaUnit: Unit;
  readonly runtimeUnit: Unit;
  readonly runtime: Area;
  readonly lambda: Area;
  readonly rho: Area;
}

/** Points of a line. */
export type Points = readonly { readonly x: number; readonly y: number }[];

/** Where the pieces of a curve begin, and where the last ends. */
const knotsOf = ({ pieces, high }: Curve): number[] => [...pieces.map(({ start }) => start), high];

/** T at each of them, `from` a value on. */
export const runtimePoints = (curve: Curve, from = 0): Points =>
  knotsOf(curve).map((x) => ({ x: x - from, y: runtimeAt(curve, x) }));

/** λ from each of them on, and at the end. */
export const lambdaPoints = (curve: Curve, from = 0): Points =>
  knotsOf(curve).map((x, i, { length }) => ({
    x: x - from,
    y: curve.pieces[Math.min(i, length - 2)].lambda,
  }));

// The tolerance zones of a curve: the added latency of each slowdown (LLAMP, Fig. 1).

/** The latencies between two tolerances. */
export interface Zone {
  readonly percent: number;
  /** Interval of ΔL, ns, cut at the curve's ends. */
  readonly from: number;
  readonly to: number;
  /** Largest ΔL within `percent`; Infinity if it is beyond the curve. */
  readonly tolerance: number;
}

/** Slowdowns whose zones are drawn by default, percent. */
export const PERCENTS: readonly number[] = [1, 2, 5];

/** Zones from the base on, ascending; none if the base is not on the curve. */
export function zonesOf(curve: Curve, percents: readonly number[] = PERCENTS): Zone[] {
  const { base } = curve.axis;
  if (base < curve.low || base > curve.high) return [];
  const runtime = runtimeAt(curve, base);
  const end = curve.high - base;
  const zones: Zone[] = [];
  let from = 0;
  for (const percent of [...percents].sort((a, b) => a - b)) {
    const limit = largestWithinCurve(curve, runtime * (1 + percent / 100));
    const tolerance = limit === undefined ? Number.POSITIVE_INFINITY : Math.max(limit - base, 0);
    const to = Math.min(tolerance, end);
    zones.push({ percent, from, to, tolerance });
    from = to;
  }
  return zones;
}
