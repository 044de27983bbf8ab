import { pass, sharedLabels } from '../solve/sweep/pass.js';
import { type Axis, timesPaid } from '../timing/axis.js';
import type { Model } from './model.js';
import { ordersOf } from './orders.js';
import { type Curve, rhoAt, runtimeAt } from './piecewise.js';
import { latencyShare } from './sensitivity.js';

/** T and its slope at one value of the parameter. */
export interface CurvePoint {
  /** Value of the parameter (ns, or ns/B). */
  readonly x: number;
  readonly runtime: number;
  readonly lambda: number;
  /** Share of the critical path that is latency, at this point. */
  readonly rho: number;
}

/** T, λ and ρ at each of `values`, each from a solve of its own, in the order that is found there. */
export async function curveAt(
  model: Model,
  values: readonly number[],
  axis: Axis = model.latency,
): Promise<CurvePoint[]> {
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

/** The left derivative of T at x, in the order that is found there; the right one where nothing lies below x. */
export async function slopeBefore(model: Model, x: number, axis: Axis = model.latency): Promise<number> {
  const lines = (await ordersOf(model, axis).at(axis, x)).lines(axis);
  return pass(lines, x, sharedLabels(lines), x > axis.lowest ? 'left' : 'right').a;
}

/** What moving `axis` from its base to x adds to the latency of the critical messages, ns. */
function latencyMoved(model: Model, axis: Axis, routeLatencies: Float64Array, x: number): number {
  if (axis.latency === null) return 0;
  const { routes } = model.machine.network;
  const paid = routeLatencies.reduce((sum, count, route) => sum + count * timesPaid(axis, routes[route]), 0);
  return paid * (x - axis.base);
}

/** The curve's own points: its ends and every critical value. */
export function pointsOf(curve: Curve): CurvePoint[] {
  const points = curve.pieces.map(({ start, runtime, lambda }) => ({
    x: start,
    runtime,
    lambda,
    rho: rhoAt(curve, start),
  }));
  const { high } = curve;
  if (high > curve.low)
    points.push({
      x: high,
      runtime: runtimeAt(curve, high),
      lambda: curve.lambdaAfter,
      rho: rhoAt(curve, high),
    });
  return points;
}
