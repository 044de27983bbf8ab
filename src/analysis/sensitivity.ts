/**
 * T at a machine, its growth with each parameter and where that is valid, and the tolerance of a parameter (LLAMP, section
 * II-D).
 */

import { joinWarnings, type Telling, type Warning } from '../errors.js';
import { routeLatencyNs } from '../machine/parameters.js';
import type { Certificate, EngineName, Interval } from '../solve/engine.js';
import { type Axis, gapAxis, overheadAxis, sameAxis } from '../timing/axis.js';
import { largestBySlowdown, type Model, rangeWarning, slowerThere } from './model.js';

/** T at one value of a parameter, its derivatives, and their range. Times in ns. */
export interface Sensitivity {
  readonly engine: EngineName;
  readonly certificate: Certificate;
  /** T at the machine's parameters, ns. */
  readonly runtime: number;
  /** ∂T/∂L, ∂T/∂G (bytes) and ∂T/∂o, right derivatives. */
  readonly lambda: { readonly L: number; readonly G: number; readonly o: number };
  /** Share of the critical path that is latency. */
  readonly rho: number;
  /** Range of constant λ_L, ns. */
  readonly range: Interval;
  /** Range in which the optimal basis stays optimal, ns; null if not requested. */
  readonly basisRange: Interval | null;
  /** λ by latency class; null on a machine with one. */
  readonly lambdaByClass: Readonly<Record<string, number>> | null;
  /**
   * Wires per message of the critical path, averaged over messages that cross any; null if a latency is that of a message,
   * and if no message is on the path.
   */
  readonly wiresPerMessage: number | null;
  /** The requested parameter, if not L: its λ and range. */
  readonly parameter: ParameterSensitivity | null;
  readonly warnings: readonly Warning[];
}

/** λ of one parameter, and its range. */
export interface ParameterSensitivity {
  readonly axis: Axis;
  readonly lambda: number;
  readonly range: Interval;
}

/** T, λ, ρ and their ranges at the machine's parameters. */
export async function sensitivity(model: Model, axis: Axis = model.latency): Promise<Sensitivity> {
  const { engine, machine, system } = model;
  const lines = model.lines(model.latency);
  const base = model.latency.base;
  const solved = await engine.evaluate(lines, base);
  const range = await engine.rangeOfLambda(lines, base);
  const basisRange = engine.name === 'highs' ? await engine.basisRange(lines, base) : null;
  const latency = latencyShare(model, solved.routeLatencies);
  const changes = await rangeWarning(model, model.latency, range, solved);
  return {
    engine: engine.name,
    certificate: solved.certificate,
    runtime: solved.runtime,
    lambda: {
      L: solved.lambda,
      G: (await engine.slopeBy(lines, base, system.bytes)) ?? (await slope(model, gapAxis(machine))),
      o: (await engine.slopeBy(lines, base, system.overheads)) ?? (await slope(model, overheadAxis(machine))),
    },
    rho: solved.runtime === 0 ? 0 : latency / solved.runtime,
    range,
    basisRange,
    lambdaByClass: machine.network.latencies.length === 1 ? null : byClass(model, solved.routeLatencies),
    wiresPerMessage: wiresPerMessage(model, solved.routeLatencies),
    parameter: isLatency(model, axis) ? null : await parameterSensitivity(model, axis),
    warnings: joinWarnings(model, solved.lambda === 0 && NOT_LATENCY_BOUND, changes),
  };
}

/** A class that is the only latency keeps its own name if it was requested by that name. */
const isLatency = ({ latency }: Model, axis: Axis): boolean =>
  sameAxis(axis, latency) && axis.name === latency.name;

async function slope(model: Model, axis: Axis): Promise<number> {
  return (await model.engine.evaluate(model.lines(axis), axis.base)).lambda;
}

async function parameterSensitivity(model: Model, axis: Axis): Promise<ParameterSensitivity> {
  const lines = model.lines(axis);
  return {
    axis,
    lambda: await slope(model, axis),
    range: await model.engine.rangeOfLambda(lines, axis.base),
  };
}

/** Latency on the critical path, ns: messages by route times the latency of the route. */
export function latencyShare(model: Model, routeLatencies: Float64Array): number {
  const { network } = model.machine;
  return routeLatencies.reduce((sum, count, route) => sum + count * routeLatencyNs(network, route), 0);
}

/** λ of every latency class from the critical messages by route. */
export function byClass(model: Model, routeLatencies: Float64Array): Record<string, number> {
  const { latencies, routes } = model.machine.network;
  const lambda: Record<string, number> = {};
  latencies.forEach(({ name }, k) => {
    lambda[name] = routeLatencies.reduce((sum, count, route) => sum + count * routes[route].counts[k], 0);
  });
  return lambda;
}

function wiresPerMessage({ machine }: Model, routeLatencies: Float64Array): number | null {
  const { latencyOf, routes } = machine.network;
  if (latencyOf !== 'wire') return null;
  let messages = 0;
  let wires = 0;
  routes.forEach(({ counts }, route) => {
    const crossed = counts.reduce((sum, count) => sum + count, 0);
    if (crossed === 0) return;
    messages += routeLatencies[route];
    wires += crossed * routeLatencies[route];
  });
  return messages === 0 ? null : wires / messages;
}

const NOT_LATENCY_BOUND: Warning = {
  code: 'not-latency-bound',
  message: 'the critical path has no network latency (λ_L = 0), so the runtime does not depend on L here',
};

// The tolerance of a parameter (LLAMP, section II-D2): its largest value until T has grown by x %.

/** How much of a parameter the program tolerates before it runs `percent` slower. */
export interface Tolerance {
  readonly percent: number;
  /** Largest value of the parameter (ns, or ns/B); Infinity when no value is too large. */
  readonly value: number;
  /** Its distance from the machine's value. */
  readonly delta: number;
}

/** A sensitivity, and the tolerance at each slowdown. */
export interface ToleranceResult extends Sensitivity {
  readonly axis: Axis;
  readonly tolerance: readonly Tolerance[];
}

/**
 * The x % tolerances of a parameter, by default the latency (LLAMP §II-D2). `percents` as in [1, 2, 5]. Throws a UsageError
 * unless they are numbers of at least 0.
 */
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
  const message = `no path uses ${axis.name}, so its tolerance is unlimited`;
  const unlimited =
    list.some((one) => !Number.isFinite(one.value)) && ({ code: 'unlimited', message } as const);
  return { ...base, axis, tolerance: list, warnings: joinWarnings(base, ...slower, unlimited) };
}

/** Default distance from the machine's value if no tolerance is finite, ns or ns per byte. */
const UNLIMITED_REACH: Readonly<Record<Axis['unit'], number>> = { ns: 100e3, 'ns/B': 1 };

/** End of a tolerance plot, so that its zones are visible: `room` times the largest finite tolerance. */
export function reachOf({ axis, tolerance }: ToleranceResult, room: number): number {
  const ends = tolerance.map(({ delta }) => delta).filter((delta) => Number.isFinite(delta) && delta > 0);
  const far = ends.length === 0 ? UNLIMITED_REACH[axis.unit] : room * Math.max(...ends);
  return axis.base + far;
}
