/**
 * Who comes first depends on what messages cost: what wildcard receives take, and the order on serial CPUs and NICs, is
 * found at the value that is asked about, never kept from another.
 */
import type { Warning } from '../errors.js';
import { dependsOnPrices, type ExecutionGraph, graphAmong } from '../graph/execution-graph.js';
import { type Axis, axisKey, machineAt } from '../timing/axis.js';
import { formatGapPerByte, formatTime } from '../units.js';
import type { Model } from './model.js';

/** Orders that are kept for one question; programs whose order changes with every step have no end of them. */
export const MOST_ORDERS = 16;
/** Latency at which a range without end is looked at, ns: past any network's. */
const FAR = 1e6;
/** Relative difference below which two runtimes are the same. */
const SAME = 1e-12;

/** The orders of a program by where they are found, each as a model of the same machine under the same engine. */
class Orders {
  readonly #model: Model;
  readonly #found: Model[];

  constructor(model: Model) {
    this.#model = model;
    this.#found = [model];
  }

  /** The model of the order that the machine has with `axis` at `x`. */
  async at(axis: Axis, x: number): Promise<Model> {
    const model = this.#model;
    if (x === axis.base || !dependsOnPrices(model.graph)) return model;
    const graphs = this.#found.map((one) => one.graph);
    const graph = graphAmong(graphs, model.schedule, machineAt(model.machine, axis, x));
    const known = this.#found.find((one) => sameOrder(one.graph, graph));
    if (known !== undefined) return known;
    const made = await model.ordered(graph);
    if (this.#found.length < MOST_ORDERS) this.#found.push(made);
    return made;
  }
}

const remembered = new WeakMap<Model, Map<string, Orders>>();

/** The orders of a model along an axis, kept as long as the model is. */
export function ordersOf(model: Model, axis: Axis): Orders {
  const byAxis = remembered.get(model) ?? new Map<string, Orders>();
  remembered.set(model, byAxis);
  const orders = byAxis.get(axisKey(axis)) ?? new Orders(model);
  byAxis.set(axisKey(axis), orders);
  return orders;
}

/** Whether two graphs of one schedule have the same matches and the same order on CPUs and NICs. */
function sameOrder(one: ExecutionGraph, other: ExecutionGraph): boolean {
  return (
    same(one.partner, other.partner) &&
    same(one.serial?.cpuBefore ?? null, other.serial?.cpuBefore ?? null) &&
    same(one.serial?.nicBefore ?? null, other.serial?.nicBefore ?? null)
  );
}

function same(one: Uint32Array | null, other: Uint32Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

/** T at x in the order that is found there, ns. */
async function runtimeAt(model: Model, axis: Axis, x: number): Promise<number> {
  const there = await ordersOf(model, axis).at(axis, x);
  return (await there.engine.evaluate(there.lines(axis), x)).runtime;
}

/** Largest x with T(x) ≤ `limit` (ns), from the axis' base on, and T there in the order that is found there. */
interface Reach {
  readonly x: number;
  readonly runtime: number;
}

/**
 * The largest x at which T stays within `limit` in one of the orders that are found on the way: where one ends, that of
 * its end may go on. Infinity where one never exceeds it.
 */
export async function largestWithin(model: Model, axis: Axis, limit: number): Promise<Reach> {
  let x = await model.engine.largestWithin(model.lines(axis), limit, axis.base);
  if (!dependsOnPrices(model.graph) || !Number.isFinite(x)) return { x, runtime: limit };
  const orders = ordersOf(model, axis);
  for (let step = 0; step < MOST_ORDERS; step++) {
    const there = await orders.at(axis, x);
    const lines = there.lines(axis);
    const { runtime } = await there.engine.evaluate(lines, x);
    const further = runtime > limit * (1 + SAME) ? x : await there.engine.largestWithin(lines, limit, x);
    if (further <= x * (1 + SAME)) return { x, runtime };
    x = further;
    if (!Number.isFinite(x)) return { x, runtime: limit };
  }
  return { x, runtime: await runtimeAt(model, axis, x) };
}

/** The largest x within each slowdown of `runtime`, T in ns at the axis' base. `percents` as in [1, 2, 5]. */
export async function largestBySlowdown(
  model: Model,
  axis: Axis,
  runtime: number,
  percents: readonly number[],
): Promise<(Reach & { readonly percent: number; readonly limit: number })[]> {
  const found = [];
  for (const percent of percents) {
    const limit = runtime * (1 + percent / 100);
    found.push({ percent, limit, ...(await largestWithin(model, axis, limit)) });
  }
  return found;
}

/** Said where T at the largest x is above the limit in the order of its own. */
export function slowerThere(axis: Axis, limit: number, { x, runtime }: Reach): Warning[] {
  if (!Number.isFinite(x) || runtime <= limit * (1 + SAME)) return [];
  const name = `${axis.relative ? 'added ' : ''}${axis.name}`;
  const message = `T stays within ${formatTime(limit)} up to ${name} ${valueText(axis, x)} in an order found below it; in the order of that value itself it is ${formatTime(runtime)}`;
  return [{ code: 'order-changes', message }];
}

/** Said where T leaves its tangent earlier than the range of λ says, since another order is found at an end of it. */
export async function rangeWarnings(
  model: Model,
  axis: Axis,
  { low, high }: { readonly low: number; readonly high: number },
  tangent: { readonly runtime: number; readonly lambda: number },
): Promise<Warning[]> {
  if (!dependsOnPrices(model.graph)) return [];
  for (const x of [low, Number.isFinite(high) ? high : Math.max(FAR, axis.base)]) {
    if (x === axis.base) continue;
    const kept = tangent.runtime + tangent.lambda * (x - axis.base);
    const runtime = await runtimeAt(model, axis, x);
    if (Math.abs(runtime - kept) <= SAME * kept) continue;
    const message = `the range of λ_${axis.name} is that of the order found at ${valueText(axis, axis.base)}: at ${valueText(axis, x)} another is found, and T is ${formatTime(runtime)} instead of ${formatTime(kept)}`;
    return [{ code: 'order-changes', message }];
  }
  return [];
}

/** Said by answers, or by what of them `kept` names, that keep the order of the machine. */
export function orderKept(model: Model, kept = 'the whole of this answer'): Warning[] {
  if (!dependsOnPrices(model.graph)) return [];
  const message = `what is matched or ordered by who comes first is kept as at the machine's parameters over ${kept}`;
  return [{ code: 'order-kept', message }];
}

/** A value of a parameter with its unit. */
export const valueText = (axis: Axis, x: number): string =>
  axis.unit === 'ns' ? formatTime(x) : formatGapPerByte(x);
