/** The few figures of a run that are followed over many: T, λ_L, ρ_L and tolerances, and their quantiles. */
import type { Model } from '../analysis/model.js';
import { largestWithin } from '../analysis/orders.js';
import { latencyShare } from '../analysis/sensitivity.js';
import { quantile } from '../measure/estimate.js';
import type { Axis } from '../timing/axis.js';

/** Of one program on one machine. */
export interface Figures {
  /** T, ns. */
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** [percents] distance that the parameter may grow, ns or ns/B; Infinity: unlimited. */
  readonly tolerance: readonly number[];
}

/** λ is that of the axis, ρ that of the latency. */
export async function figuresOf(model: Model, percents: readonly number[], axis: Axis): Promise<Figures> {
  const solved = await model.engine.evaluate(model.lines(axis), axis.base);
  const tolerance: number[] = [];
  for (const percent of percents) {
    const { x } = await largestWithin(model, axis, solved.runtime * (1 + percent / 100));
    tolerance.push(x - axis.base);
  }
  const { runtime, lambda, routeLatencies } = solved;
  const rho = runtime === 0 ? 0 : latencyShare(model, routeLatencies) / runtime;
  return { runtime, lambda, rho, tolerance };
}

/** Figures each at one quantile: not those of any one run. */
export interface FigureQuantile extends Figures {
  readonly share: number;
}

/** Each figure's quantile by itself, at each of `shares`. */
export function quantilesOf(list: readonly Figures[], shares: readonly number[]): FigureQuantile[] {
  const at = (share: number, read: (one: Figures) => number): number => bounded(list.map(read), share);
  return shares.map((share) => ({
    share,
    runtime: at(share, ({ runtime }) => runtime),
    lambda: at(share, ({ lambda }) => lambda),
    rho: at(share, ({ rho }) => rho),
    tolerance: (list[0]?.tolerance ?? []).map((_, k) => at(share, ({ tolerance }) => tolerance[k])),
  }));
}

/** Between a finite value and an unlimited one there is no line: then the larger. */
function bounded(values: readonly number[], share: number): number {
  const found = quantile(values, share);
  if (!Number.isNaN(found)) return found;
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length - 1) * share)];
}
