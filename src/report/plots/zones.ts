/** The tolerance zones of a curve: up to which added latency the program stays within a slowdown (LLAMP, Fig. 1). */
import { type Curve, largestWithinCurve, runtimeAt } from '../../analysis/piecewise.js';

/** The latencies between two tolerances. */
export interface Zone {
  readonly percent: number;
  /** Interval of ΔL, ns, cut at the curve's ends. */
  readonly from: number;
  readonly to: number;
  /** Largest ΔL within `percent`; Infinity when it lies beyond the curve. */
  readonly tolerance: number;
}

/** Slowdowns whose zones are drawn by default, percent. */
export const PERCENTS: readonly number[] = [1, 2, 5];

/** Zones from the base on, ascending; none where the base is not on the curve. */
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
