/**
 * What to buy: the cost and benefit of every machine parameter for a percentage of T, how far improving it pays, and where
 * another parameter takes over.
 */
import { checkNumber, type Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { withOwnLatency } from '../machine/parameters.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { type Axis, classAxis, gapAxis, latencyAxis, machineAt, overheadAxis } from '../timing/axis.js';
import { countsAt, pathPrices } from './critical-path-shares.js';
import { exactCurve, largestBelow, withinRuntime } from './exact-curve.js';
import { Model, type ModelOptions, ordersOf } from './model.js';
import { type Curve, runtimeAt } from './piecewise.js';
import { sensitivity } from './sensitivity.js';
import { curveOverAdded, mixedTolerance, type Weighted } from './workload-mix.js';

/** The value of one parameter at the machine, ns (gaps in ns per byte). */
export interface Worth {
  readonly axis: Axis;
  /** ∂T/∂x, right derivative. */
  readonly lambda: number;
  /** x·λ/T: percent growth of T for one percent of the parameter; null if x is an added amount. */
  readonly share: number | null;
  /** Value at which T is the percentage larger; Infinity if no value is too large. */
  readonly slower: number;
  /** Value at which T is the percentage smaller; null if not even the lowest suffices. */
  readonly faster: number | null;
  /** Share by which T falls at the parameter's lowest value, usually 0: its maximum benefit. */
  readonly most: number;
  /** Where another parameter becomes more beneficial; null if none does, or if not requested. */
  readonly takeover: Takeover | null;
  /** Warnings of its curve. */
  readonly warnings?: readonly Warning[] | undefined;
}

/** For `percent` of T. `follow`: whether to search for the takeover, which needs absolute values. */
async function worthOf(model: Model, axis: Axis, percent: number, follow: boolean): Promise<Worth> {
  const { runtime, lambda } = await model.engine.evaluate(model.lines(axis), axis.base);
  const part = percent / 100;
  const { value } = await withinRuntime(model, runtime * (1 + part), axis);
  const curve = await exactCurve(model, axis.lowest, axis.base, { axis });
  const share = runtime === 0 ? 0 : (axis.base * lambda) / runtime;
  const found = follow && !axis.relative ? await takeover(model, curve) : null;
  return {
    axis,
    lambda,
    share: axis.relative ? null : share,
    slower: value ?? axis.base,
    faster: runtime === 0 ? null : largestBelow(curve, runtime * (1 - part)),
    most: runtime === 0 ? 0 : 1 - runtimeAt(curve, axis.lowest) / runtime,
    // A parameter that costs nothing is only worse than one that costs something.
    takeover: lambda > 0 || found?.name != null ? found : null,
    warnings: curve.warnings,
  };
}

/** A parameter for the messages of one MPI call alone. */
export interface CallWorth extends Worth {
  readonly call: string;
  /** Messages of the call in the whole program. */
  readonly messages: number;
}

/** The table of one program on one machine. */
export interface Budget {
  readonly percent: number;
  /** T, ns. */
  readonly runtime: number;
  /** Of the critical path, ns. */
  readonly latency: number;
  /** L, o, G and the latency classes; added amounts first, then by falling share. */
  readonly parameters: readonly Worth[];
  /** Latency of each call's messages, by falling λ; null if the input does not record calls. */
  readonly calls: readonly CallWorth[] | null;
  /** Calls that were not searched, those with the fewest messages. */
  readonly left: number;
}

/** Maximum number of calls; each needs a search. */
const MOST_CALLS = 20;

/** Analyses each parameter. `percent`: above 0, below 100. Throws a UsageError for one that is not. */
export async function budgetOf(model: Model, percent: number): Promise<Budget> {
  checkNumber('budgetOf: percent', percent, { least: 0, most: 100 });
  const { runtime, rho } = await sensitivity(model);
  const parameters: Worth[] = [];
  for (const axis of axesOf(model)) parameters.push(await worthOf(model, axis, percent, true));
  const query = callsOf(model);
  const calls: CallWorth[] = [];
  for (const { call, name, messages } of (query ?? []).slice(0, MOST_CALLS)) {
    const gains = (send: number): boolean => model.schedule.call?.[send] === call;
    const own = await ownLatency(model, gains);
    calls.push({ ...(await worthOf(own.model, own.axis, percent, false)), call: name, messages });
  }
  return {
    ...{ percent, runtime, latency: rho * runtime },
    parameters: parameters.sort(byShare),
    calls: query === null ? null : calls.sort((a, b) => b.lambda - a.lambda),
    left: Math.max((query ?? []).length - MOST_CALLS, 0),
  };
}

// Several programs as one workload.

/** A program of a mix. */
export interface BudgetedProgram extends Weighted {
  readonly model: Model;
  readonly budget: Budget;
}

/** The parameters that all programs have, for the whole mix: T and λ are weighted sums of runs. */
export async function mixedBudget(programs: readonly BudgetedProgram[]): Promise<Budget> {
  const [{ budget: first }] = programs;
  const sum = (of: (one: Budget) => number): number =>
    programs.reduce((total, { weight, budget }) => total + weight * of(budget), 0);
  const mix = {
    percent: first.percent,
    runtime: sum((one) => one.runtime),
    latency: sum((one) => one.latency),
  };
  const parameters: Worth[] = [];
  for (const { axis } of first.parameters) {
    const own = programs.flatMap(({ weight, model, budget: { runtime, parameters: list } }) => {
      const worth = list.find((one) => one.axis.name === axis.name);
      return worth === undefined ? [] : [{ weight, model, runtime, worth }];
    });
    if (own.length === programs.length) parameters.push(await mixedWorth(own, mix));
  }
  return { ...mix, parameters: parameters.sort(byShare), calls: null, left: 0 };
}

async function mixedWorth(
  programs: readonly (Weighted & {
    readonly model: Model;
    readonly runtime: number;
    readonly worth: Worth;
  })[],
  { runtime, percent }: Pick<Budget, 'runtime' | 'percent'>,
): Promise<Worth> {
  const [{ worth: first }] = programs;
  const { base, relative } = first.axis;
  const falls = Math.max(...programs.map(({ worth: { axis } }) => axis.lowest - axis.base));
  const parts = programs.map(({ weight, model, worth: { axis }, runtime: own }) => ({
    ...{ weight, model, axis },
    result: { runtime: own, lambda: { L: 0, G: 0, o: 0 }, rho: 0 },
  }));
  const [{ delta }] = await mixedTolerance(parts, [percent]);
  const curve = await curveOverAdded(parts, falls, 0);
  const faster = runtime === 0 ? null : largestBelow(curve, runtime * (1 - percent / 100));
  const lambda = programs.reduce((total, { weight, worth }) => total + weight * worth.lambda, 0);
  return {
    axis: { ...first.axis, lowest: base + falls },
    lambda,
    share: relative ? null : runtime === 0 ? 0 : (base * lambda) / runtime,
    slower: base + delta,
    faster: faster === null ? null : base + faster,
    most: runtime === 0 ? 0 : 1 - runtimeAt(curve, falls) / runtime,
    takeover: null,
  };
}

/** Added amounts first, then by falling share. */
function byShare(a: Worth, b: Worth): number {
  const order = (one: Worth): number => one.share ?? Number.POSITIVE_INFINITY;
  return order(a) === order(b) ? 0 : order(b) - order(a);
}

/** All parameters; with several latency classes also each class. */
function axesOf({ machine }: Model): Axis[] {
  const { latencies } = machine.network;
  const classes = latencies.length === 1 ? [] : latencies.map((_, k) => classAxis(machine, k));
  return [latencyAxis(machine), overheadAxis(machine), gapAxis(machine), ...classes];
}

interface CallQuery {
  /** Index of the call's name. */
  readonly call: number;
  readonly name: string;
  readonly messages: number;
}

/** Calls that send, by falling number of their messages; null if the input does not record them. */
function callsOf({ schedule, graph }: Model): CallQuery[] | null {
  const { call, callNames, kind, operations } = schedule;
  if (call === null) return null;
  const messages = new Map<number, number>();
  for (let op = 0; op < operations; op++)
    if (kind[op] === SEND && graph.partner[op] < operations)
      messages.set(call[op], (messages.get(call[op]) ?? 0) + 1);
  return [...messages]
    .map(([index, count]) => ({ call: index, name: callNames[index] || 'unknown', messages: count }))
    .sort((a, b) => b.messages - a.messages);
}

// Where the next parameter takes over. A parameter of price p with count n on the critical path has the share n·p/T: one
// percent less of it reduces T by so many percent. Reducing it shrinks its share until another is larger; from there on,
// one percent of the other is more beneficial.

/** Where another parameter becomes more beneficial than this one. */
export interface Takeover {
  /** Value of this one; that of the machine if the other is already more beneficial. */
  readonly below: number;
  /** `o`, a latency class or a gap class; null: none is on the critical path from there on, so no parameter helps. */
  readonly name: string | null;
}

/** Maximum number of followed pieces; each needs one pass. */
const MOST_PIECES = 200;

/**
 * Follows a curve down from the machine's value, piece by piece: each piece has one critical path, whose time on this
 * parameter is λ·x, and on the others is constant. null: none takes over within {@link MOST_PIECES}.
 */
async function takeover(model: Model, curve: Curve): Promise<Takeover | null> {
  const { pieces, axis } = curve;
  const orders = ordersOf(model, axis);
  for (const piece of pieces.slice(-MOST_PIECES).reverse()) {
    const x = (piece.start + piece.end) / 2;
    const other = largestOther(await orders.at(axis, x), axis, x);
    if (piece.lambda === 0) return { below: Math.min(piece.end, axis.base), name: other?.name ?? null };
    // Shares are equal where λ·x is the other's time.
    const equal = other === null ? 0 : other.ns / piece.lambda;
    if (other !== null && equal > piece.start)
      return { below: Math.min(equal, piece.end, axis.base), name: other.name };
  }
  return null;
}

interface Share {
  readonly name: string;
  /** Time of the critical path, ns. */
  readonly ns: number;
}

/** The other parameter with most time on a longest path at x; null if it has none. */
function largestOther(model: Model, axis: Axis, x: number): Share | null {
  const { machine } = model;
  const own = (kind: string, name: string): boolean =>
    (axis.overhead && kind === 'overhead') ||
    (axis.latency !== null &&
      kind === 'latency' &&
      machine.network.latencies[Number(axis.latency)]?.name === name) ||
    (axis.gap !== null && kind === 'bandwidth' && machine.network.gaps[Number(axis.gap)]?.name === name);
  return pathPrices(machineAt(machine, axis, x), countsAt(model, axis, x))
    .filter(({ kind, name }) => !own(kind, name))
    .map(({ name, price, count }) => ({ name, ns: price * count }))
    .reduce<Share | null>((most, one) => (one.ns > (most?.ns ?? 0) ? one : most), null);
}

/** A model of the same runtime in which the messages that `gains` names have their own latency class. */
interface OwnLatency {
  readonly model: Model;
  /** That class; at its base every message costs the same as on the machine. */
  readonly axis: Axis;
}

/**
 * The class has the lowest latency of these messages, and their routes are reduced by it, so the class can fall to 0 and no
 * message's latency becomes negative.
 */
export async function ownLatency(
  { graph, machine, schedule }: Model,
  gains: (send: number) => boolean,
  options: ModelOptions = { engine: 'sweep' },
): Promise<OwnLatency> {
  const lowest = lowestPaid(schedule, machine, gains);
  const network = withOwnLatency(machine.network, 'own', gains);
  const last = network.latencies.length - 1;
  const priced: Machine = {
    ...machine,
    network: {
      ...network,
      latencies: network.latencies.map((one, k) => (k === last ? { ...one, latencyNs: lowest } : one)),
      routes: network.routes.map((one) => ({
        ...one,
        constantNs: one.constantNs - one.counts[last] * lowest,
      })),
    },
  };
  return { model: await Model.ofGraph(graph, priced, options), axis: classAxis(priced, last) };
}

/** 0 if they have none. */
function lowestPaid(schedule: Schedule, { network }: Machine, gains: (send: number) => boolean): number {
  const routes = new Set<number>();
  for (let op = 0; op < schedule.operations; op++)
    if (schedule.kind[op] === SEND && schedule.peer[op] >= 0 && gains(op))
      routes.add(network.routeOf(rankOf(schedule, op), schedule.peer[op], op));
  const paid = [...routes].flatMap((route) =>
    network.latencies.filter((_, k) => network.routes[route].counts[k] > 0),
  );
  return paid.reduce((least, { latencyNs }) => Math.min(least, latencyNs), paid[0]?.latencyNs ?? 0);
}
