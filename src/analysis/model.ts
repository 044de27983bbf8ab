/** A program on a machine, with the engine that solves it and its memory limits. */
import {
  checkMade,
  checkName,
  checkNumber,
  checkNumbers,
  joinWarnings,
  LimitError,
  ModelError,
  type Warning,
} from '../errors.js';
import {
  buildGraph,
  dependsOnPrices,
  type ExecutionGraph,
  graphAmong,
  warningsAt,
} from '../graph/execution-graph.js';
import { leaveUnplaced } from '../graph/match.js';
import { worthAKernel } from '../kernels/arena.js';
import { protocolsChange } from '../machine/costs.js';
import { checkMachine, type Machine, sameButLatencies, sameRows } from '../machine/machine.js';
import type { MemoryGuard, Schedule } from '../schedule/schedule.js';
import type { Engine, EngineName } from '../solve/engine.js';
import type { HighsOptions } from '../solve/highs/highs-engine.js';
import { FallbackEngine, SweepEngine } from '../solve/sweep/sweep-engine.js';
import { type Axis, axisKey, latencyAxis, machineAt } from '../timing/axis.js';
import { compile } from '../timing/compile.js';
import { bytesToPrice, type LineSystem, linesOf } from '../timing/line-system.js';
import { Replay } from '../timing/replay.js';
import type { TimingSystem } from '../timing/timing-system.js';
import { formatGapPerByte, formatTime } from '../units.js';

const ENGINES: readonly (EngineName | 'auto')[] = ['auto', 'highs', 'sweep'];

/** Rows up to which `auto` lets HiGHS solve: there it answers within about a second. */
export const HIGHS_LIMIT = 200_000;

/** Bytes per operation while the graph is built: partner, order, channels; kernels keep a second copy of the columns. */
const GRAPH_BYTES = 16;
const PLACED_BYTES = 38;
/** Bytes per operation that kernels write up to the first answer, measured; TypeScript needs about half. */
const KERNEL_BYTES = 120;
/** Bytes of an operation that is played. */
const REPLAY_BYTES = 32;
/**
 * Rows above which HiGHS is passed a reduced program with the same T, because the whole one would dominate the time. A start
 * without a basis checks the whole one.
 */
const WORTH_REDUCING = 10_000;
const reducedAbove = ({ highs }: ModelOptions): number =>
  highs?.reduceAbove ?? (highs?.cold ? Number.POSITIVE_INFINITY : WORTH_REDUCING);
/**
 * Bytes of HiGHS: fixed, per row of the program that it is passed, and per row of the whole one where it is reduced. Measured
 * beside the sweep, reduced: 24 MB for 40,000 rows, 31 MB for 1.3 million.
 */
const HIGHS_BYTES = { fixed: 16 * 2 ** 20, passed: 1_200, reduced: 120 };

/** The engine, and its size limit. */
export interface ModelOptions {
  readonly engine?: EngineName | 'auto';
  /** Rows up to which `auto` uses HiGHS. */
  readonly highsLimit?: number;
  readonly highs?: HighsOptions;
  /** Called before each stage takes its memory, and may refuse by a LimitError. */
  readonly memory?: MemoryGuard;
  /** Makes the rows, if they differ from those of the plain model. */
  readonly compile?: (graph: ExecutionGraph, machine: Machine) => TimingSystem;
}

/** A program on a machine: graph, timing system and engine. */
export class Model {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly system: TimingSystem;
  readonly engine: Engine;
  readonly #options: ModelOptions;
  readonly #lines = new Map<string, LineSystem>();

  private constructor(system: TimingSystem, engine: Engine, options: ModelOptions) {
    this.#options = options;
    this.graph = system.graph;
    this.machine = system.machine;
    this.system = system;
    this.engine = engine;
  }

  get schedule(): Schedule {
    return this.graph.schedule;
  }

  /** Warnings of the program, and of the solves so far. */
  get warnings(): readonly Warning[] {
    return joinWarnings(this.graph, this.engine);
  }

  /** The same if the order of messages was also determined `at` other values than the machine's. */
  warningsAt(at: string): readonly Warning[] {
    return joinWarnings(warningsAt(this.graph, at), this.engine);
  }

  /**
   * Matches, orders and compiles a schedule. Throws ModelError and LimitError, and a UsageError for what is no schedule, no
   * machine or no engine.
   */
  static async of(schedule: Schedule, machine: Machine, options: ModelOptions = {}): Promise<Model> {
    const made = 'ScheduleBuilder, parseGoal or readProgram';
    checkMade(
      'Model.of: schedule',
      schedule,
      'a Schedule',
      ['operations', 'rankStart', 'kind', 'deps'],
      made,
    );
    checkMachine('Model.of', machine);
    const { operations } = schedule;
    const worth = worthAKernel(operations);
    const placed = worth && hasRoom(operations * KERNEL_BYTES, operations, options);
    if (worth && !placed) leaveUnplaced(schedule);
    options.memory?.need(operations * (placed ? PLACED_BYTES : GRAPH_BYTES), operations);
    return Model.ofGraph(buildGraph(schedule, machine), machine, options);
  }

  /** The same for a graph that is already built. */
  static async ofGraph(graph: ExecutionGraph, machine: Machine, options: ModelOptions = {}): Promise<Model> {
    const system = options.compile?.(graph, machine) ?? compile(graph, machine, options.memory);
    return new Model(system, ...(await engineFor(system, options)));
  }

  /** The same machine and engine, with the message order of another graph of the same schedule. */
  ordered(graph: ExecutionGraph): Promise<Model> {
    return Model.ofGraph(graph, this.machine, this.#sameEngine);
  }

  /** The same graph on another machine, under the same engine and solver. */
  on(machine: Machine): Promise<Model> {
    return Model.ofGraph(this.graph, machine, this.#sameEngine);
  }

  /** `schedule` is that of this model with other computation times; on another machine. */
  withTimes(schedule: Schedule, machine: Machine = this.machine): Promise<Model> {
    if (dependsOnPrices(this.graph)) return Model.of(schedule, machine, this.#sameEngine);
    return Model.ofGraph({ ...this.graph, schedule }, machine, this.#sameEngine);
  }

  /** The same graph and machine with rows of another kind, under the same engine and solver. */
  compiledBy(compile: NonNullable<ModelOptions['compile']>): Promise<Model> {
    return Model.ofGraph(this.graph, this.machine, { ...this.#sameEngine, compile });
  }

  /** The same program for many evaluations beside an answer, as {@link forMany}. */
  forMany(): Model {
    const options = forMany(this.#options);
    if (options.engine !== 'sweep' || this.engine.name === 'sweep') return this;
    return new Model(this.system, new SweepEngine(this.system), options);
  }

  /** The same program under another engine. */
  async withEngine(engine: EngineName, highs?: HighsOptions): Promise<Model> {
    const { compile: own } = this.#options;
    const options = {
      engine,
      ...(own === undefined ? {} : { compile: own }),
      ...(highs === undefined ? {} : { highs }),
    };
    return new Model(this.system, ...(await engineFor(this.system, options)));
  }

  /**
   * The same program if only prices differ, or S and no message affected by it: nothing is compiled again, and if only the
   * single latency differs, results over it are kept. Null if `machine` differs in more, if matches or order depend on
   * prices, or if the rows are not those of the plain model.
   */
  repriced(machine: Machine): Model | null {
    if (this.engine.name !== 'sweep' || dependsOnPrices(this.graph)) return null;
    if (this.#options.compile !== undefined) return null;
    const { rendezvous } = this.machine;
    if (!sameRows({ ...machine, rendezvous }, this.machine)) return null;
    if (protocolsChange(this.schedule, rendezvous, machine.rendezvous)) return null;
    checkMachine('Model.repriced', machine);
    const graph = { ...this.graph, rendezvous: machine.rendezvous };
    const system: TimingSystem = { ...this.system, graph, machine };
    const model = new Model(system, new SweepEngine(system), this.#options);
    const key = axisKey(this.latency);
    const kept = this.#lines.get(key);
    if (
      kept !== undefined &&
      !this.latency.relative &&
      sameButLatencies({ ...machine, rendezvous }, this.machine)
    )
      model.#lines.set(key, kept);
    return model;
  }

  /** Once the sweep has taken over, it continues. */
  get #sameEngine(): ModelOptions {
    return this.engine.name === 'sweep' ? { ...this.#options, engine: 'sweep' } : this.#options;
  }

  /** The latency axis of this machine. */
  get latency(): Axis {
    return latencyAxis(this.machine);
  }

  /** T at the machine's parameters, ns. */
  async runtime(): Promise<number> {
    const { latency } = this;
    return (await this.engine.evaluate(this.lines(latency), latency.base)).runtime;
  }

  /** Reserves `bytes` for a computation. Throws LimitError if they are not available. */
  need(bytes: number): void {
    this.#options.memory?.need(bytes, this.schedule.operations);
  }

  /** The program played at the machine's own latency. Throws LimitError if memory is insufficient. */
  played(): Replay {
    this.need(this.schedule.operations * REPLAY_BYTES);
    return new Replay(this.graph, this.machine);
  }

  /** The system priced along an axis, kept for the next solve. Throws a UsageError for what is no axis. */
  lines(axis: Axis): LineSystem {
    checkMade(
      'axis',
      axis,
      'an Axis',
      ['base', 'lowest', 'latency', 'gap'],
      'axisByName, latencyAxis or gapAxis',
    );
    const kept = this.#lines.get(axisKey(axis));
    if (kept !== undefined) return kept;
    this.need(bytesToPrice(this.system, axis));
    const lines = linesOf(this.system, axis);
    this.#lines.set(axisKey(axis), lines);
    return lines;
  }
}

/** Options of many evaluations beside an answer: the faster engine, unless the caller has chosen one. */
export const forMany = (options: ModelOptions): ModelOptions =>
  (options.engine ?? 'auto') === 'auto' ? { ...options, engine: 'sweep' } : options;

/** The engine, and the options for models beside it; one solver is enough for all. */
async function engineFor(
  system: TimingSystem,
  options: ModelOptions,
): Promise<[engine: Engine, options: ModelOptions]> {
  const wanted = options.engine ?? 'auto';
  checkName('engine', wanted, ENGINES);
  checkNumber('highsLimit', options.highsLimit ?? HIGHS_LIMIT, { least: 0, unlimited: true });
  const useHighs =
    wanted === 'highs' || (wanted === 'auto' && system.rows <= (options.highsLimit ?? HIGHS_LIMIT));
  if (!useHighs || !roomForHighs(system, wanted, options)) return [new SweepEngine(system), options];
  const { HighsEngine } = await import('../solve/highs/highs-engine.js');
  const { commonBorder } = await import('../solve/highs/border.js');
  const highs = {
    ...options.highs,
    reduceAbove: reducedAbove(options),
    border: options.highs?.border ?? commonBorder(),
  };
  const engine = new HighsEngine(system, highs);
  const own = wanted === 'highs' ? engine : new FallbackEngine(engine, new SweepEngine(system));
  return [own, { ...options, highs }];
}

/** Whether `bytes` more are available. */
function hasRoom(bytes: number, operations: number, { memory }: ModelOptions): boolean {
  try {
    memory?.need(bytes, operations);
    return true;
  } catch (error) {
    if (error instanceof LimitError) return false;
    throw error;
  }
}

/** Whether HiGHS has its memory. Throws the LimitError if no other engine may take over. */
function roomForHighs(system: TimingSystem, wanted: EngineName | 'auto', options: ModelOptions): boolean {
  const { fixed, passed, reduced } = HIGHS_BYTES;
  const most = reducedAbove(options);
  const bytes =
    fixed + passed * Math.min(system.rows, most) + (system.rows > most ? reduced * system.rows : 0);
  const { operations } = system.graph.schedule;
  if (wanted === 'auto') return hasRoom(bytes, operations, options);
  options.memory?.need(bytes, operations);
  return true;
}

// The order of messages depends on their costs: matches of wildcard receives, and the order on serial CPUs and NICs, are
// determined at each analysed value and never reused from another.

/** Maximum number of orders kept; in some programs the order changes with every step. */
export const MOST_ORDERS = 16;
/** Latency at which an unbounded range is checked, ns: beyond any network's. */
const FAR = 1e6;
/** Relative difference below which two runtimes are the same. */
const SAME = 1e-12;
/** Weight of T relative to a parameter's value in the distances at which further orders are checked. */
const FINE = 1e-3;

/** The orders of a program by value, each as a model of the same machine under the same engine. */
class Orders {
  readonly #model: Model;
  readonly #found: Model[];

  constructor(model: Model) {
    this.#model = model;
    this.#found = [model];
  }

  /** The model of the order that the machine has with `axis` at `x`. Throws ModelError where the program cannot run so. */
  async at(axis: Axis, x: number): Promise<Model> {
    const model = this.#model;
    if (x === axis.base || !dependsOnPrices(model.graph)) return model;
    const graph = this.#graphAt(axis, x);
    const known = this.#found.find((one) => sameOrder(one.graph, graph));
    if (known !== undefined) return known;
    const made = await model.ordered(graph);
    if (this.#found.length < MOST_ORDERS) this.#found.push(made);
    return made;
  }

  #graphAt(axis: Axis, x: number): ExecutionGraph {
    const { schedule, machine } = this.#model;
    const graphs = this.#found.map((one) => one.graph);
    try {
      return graphAmong(graphs, schedule, machineAt(machine, axis, x));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const [first, ...others] = error.problems;
      throw new ModelError([
        { ...first, what: `at ${axis.name} = ${valueText(axis, x)}: ${first.what}` },
        ...others,
      ]);
    }
  }
}

const remembered = new WeakMap<Model, Map<string, Orders>>();

/** The orders of a model along an axis, kept as long as the model. */
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

/** T at x in the order found there, ns. */
async function runtimeAt(model: Model, axis: Axis, x: number): Promise<number> {
  const there = await ordersOf(model, axis).at(axis, x);
  return (await there.engine.evaluate(there.lines(axis), x)).runtime;
}

/** Largest x with T(x) ≤ `limit` (ns), from the axis' base on, and T there in the order found there. */
interface Reach {
  readonly x: number;
  readonly runtime: number;
  /** Why the program cannot run in the order found there; left out: it can. */
  readonly fault?: string;
}

/**
 * Distances above a value at which its order is checked, relative to the value and to T. Rounding may reorder simultaneous
 * events at a single value; such an order says nothing about larger values. An order continues if it is found at each of
 * these distances.
 */
const ABOVE = [1e-9, 2.3e-9, 4.1e-9];

/**
 * The largest x at which T stays within `limit` in one of the orders found on the way; where one order exceeds it, the
 * order at that point may continue. Infinity if one never exceeds it.
 */
export async function largestWithin(model: Model, axis: Axis, limit: number): Promise<Reach> {
  let x = await model.engine.largestWithin(model.lines(axis), limit, axis.base);
  if (!dependsOnPrices(model.graph) || !Number.isFinite(x)) return { x, runtime: limit };
  const orders = ordersOf(model, axis);
  for (let step = 0; step < MOST_ORDERS; step++) {
    let further = Number.POSITIVE_INFINITY;
    for (const distance of ABOVE) {
      const there = await runs(orders.at(axis, x + distance * (Math.abs(x) + FINE * limit)));
      if (there instanceof ModelError) return { x, runtime: limit, fault: there.problems[0].what };
      const lines = there.lines(axis);
      const { runtime } = await there.engine.evaluate(lines, x);
      const reach = runtime > limit * (1 + SAME) ? x : await there.engine.largestWithin(lines, limit, x);
      if (reach <= x * (1 + SAME)) return { x, runtime };
      further = Math.min(further, reach);
    }
    x = further;
    if (!Number.isFinite(x)) return { x, runtime: limit };
  }
  return { x, runtime: await runtimeAt(model, axis, x) };
}

/**
 * The largest x within each slowdown of `runtime`, T in ns at the axis' base. `percents` as in [1, 2, 5]. Throws a UsageError
 * unless they are numbers of at least 0.
 */
export async function largestBySlowdown(
  model: Model,
  axis: Axis,
  runtime: number,
  percents: readonly number[],
): Promise<(Reach & { readonly percent: number; readonly limit: number })[]> {
  checkNumbers('percents', percents, { least: 0 });
  const found = [];
  for (const percent of percents) {
    const limit = runtime * (1 + percent / 100);
    found.push({ percent, limit, ...(await largestWithin(model, axis, limit)) });
  }
  return found;
}

/** What was found, or the ModelError of a program that cannot run in the order of messages there. */
async function runs<Found>(found: Promise<Found>): Promise<Found | ModelError> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/** Warns if T at the largest x exceeds the limit in the order at that x, or the program cannot run in it. */
export function slowerThere(axis: Axis, limit: number, { x, runtime, fault }: Reach): Warning | null {
  if (fault !== undefined) {
    const message = `T stays within ${formatTime(limit)} up to ${axis.relative ? 'added ' : ''}${axis.name} ${valueText(axis, x)} in the order of messages found for smaller values; with the order found there, the program cannot run (${fault})`;
    return { code: 'order-changes', message };
  }
  if (!Number.isFinite(x) || runtime <= limit * (1 + SAME)) return null;
  const name = `${axis.relative ? 'added ' : ''}${axis.name}`;
  const message = `T stays within ${formatTime(limit)} up to ${name} ${valueText(axis, x)} in the order of messages found for smaller values; in the order found at this value, T is ${formatTime(runtime)}`;
  return { code: 'order-changes', message };
}

/** Warns if T leaves its tangent within the range of λ, because another order is found at an end of it. */
export async function rangeWarning(
  model: Model,
  axis: Axis,
  { low, high }: { readonly low: number; readonly high: number },
  tangent: { readonly runtime: number; readonly lambda: number },
): Promise<Warning | null> {
  if (!dependsOnPrices(model.graph)) return null;
  for (const x of [low, Number.isFinite(high) ? high : Math.max(FAR, axis.base)]) {
    if (x === axis.base) continue;
    const kept = tangent.runtime + tangent.lambda * (x - axis.base);
    const runtime = await runs(runtimeAt(model, axis, x));
    if (runtime instanceof ModelError) {
      const message = `the range of λ_${axis.name} is valid for the order of messages at ${valueText(axis, axis.base)}; with another order, the program cannot run (${runtime.problems[0].what})`;
      return { code: 'order-changes', message };
    }
    if (Math.abs(runtime - kept) <= SAME * kept) continue;
    const message = `the range of λ_${axis.name} is valid for the order of messages at ${valueText(axis, axis.base)}; at ${valueText(axis, x)} the order differs, and T is ${formatTime(runtime)} instead of ${formatTime(kept)}`;
    return { code: 'order-changes', message };
  }
  return null;
}

/** The warning of an answer that keeps the machine's order of operations. `kept`: the part of the answer with that order. */
export function orderKept(model: Model, kept = 'this whole answer'): Warning | null {
  if (!dependsOnPrices(model.graph)) return null;
  const message = `the order of messages and operations at the machine's parameters is kept for ${kept}`;
  return { code: 'order-kept', message };
}

/** A value of a parameter with its unit. */
export const valueText = (axis: Axis, x: number): string =>
  axis.unit === 'ns' ? formatTime(x) : formatGapPerByte(x);
