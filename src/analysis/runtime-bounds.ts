/**
 * Lower and upper bound of the runtime with serial CPUs, NICs and links. T*, the time of the best order of service, is
 * between the two: the lower bound holds for every order, the upper is the time of one. Also the deciding resources, the
 * benefit of a faster link, the certain tolerance, and T and λ by assumption on contention.
 */
import { type BoundedSystem, boundedCompiler } from '../bounds/bounded-system.js';
import { type DemandSpan, type Dependencies, dependenciesOf } from '../bounds/demand-plan.js';
import { latestRuntime } from '../bounds/upper-bound.js';
import { cardLinks, type SharedResource } from '../bounds/uses.js';
import { checkNumber, checkNumbers, LlampError } from '../errors.js';
import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { LinkNetwork } from '../platform/link-network.js';
import { type MemoryGuard, NONE } from '../schedule/schedule.js';
import { type Contended, contended, fairlyShared } from '../simulation/link-contention.js';
import { latencySlopes, simulate, slopesWarning } from '../simulation/simulate.js';
import { Labels, pass, pathRows } from '../solve/sweep/pass.js';
import { machineAt } from '../timing/axis.js';
import type { LineSystem } from '../timing/line-system.js';
import { largestWithin, Model, type ModelOptions } from './model.js';
import { type Sensitivity, sensitivity } from './sensitivity.js';
import type { SharedRow, SharedWay } from './shared-rows.js';

/** A link that carries bytes, in the play that gives the upper bound. */
export interface BusyLink {
  readonly name: string;
  readonly bytes: number;
  readonly busyNs: number;
  /** Time that heads of messages waited for it, summed over messages, ns. */
  readonly waitedNs: number;
}

/** The bounds of a program, and what decides. */
export interface Bounds {
  /** Without contention. */
  readonly plain: Sensitivity;
  /** With lower bounds for contention; λ_G is that of all gaps, including those of links. */
  readonly lower: Sensitivity;
  /** T of one order of service, ns. */
  readonly upper: number;
  /** T that no work-conserving order of the links exceeds if CPUs are free, ns; null without links. */
  readonly anyOrder: number | null;
  /** T with fair sharing of links and CPUs that serve in order of readiness, which is no bound, ns; null without links. */
  readonly fair: number | null;
  /** Shared resources on the critical path of the lower bound, the longest first. */
  readonly critical: readonly CriticalResource[];
  /** [gap classes] ∂T by each gap of the network and of links, bytes. */
  readonly lambdaByGap: Readonly<Record<string, number>>;
  /** Links on that path, each made twice as fast. */
  readonly doubled: readonly Doubled[];
  /** Links of the upper bound by waiting time; those without waiting are omitted. */
  readonly busy: readonly BusyLink[];
  readonly tolerance: readonly BoundedTolerance[];
}

/** Options of {@link bounds}. */
export interface BoundsQuery {
  /** Links between ranks; null: the NIC of each rank. */
  readonly links: LinkNetwork | null;
  /** Slowdowns, percent; none by default. */
  readonly percents?: readonly number[];
  /** How many links are made twice as fast, one at a time; 3 by default. */
  readonly doubled?: number;
}

/** A model of lower bounds: its curve, tolerance and λ are those of the plain model with further rows. */
export function lowerModel(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork | null,
  options: ModelOptions = {},
): Promise<Model> {
  return Model.ofGraph(graph, machine, { ...options, compile: boundedCompiler(machine.network, links) });
}

/** The upper bound, with service in order of readiness, ns. */
export function served(graph: ExecutionGraph, machine: Machine, links: LinkNetwork | null): Contended {
  const nic = links === null && machine.gap > 0 ? 'serial' : 'free';
  const all = links ?? cardLinks(machine.network, graph.schedule.ranks);
  return contended(graph, { ...machine, cpu: 'serial', nic }, all);
}

/** The bounds of a model without contention. Throws LimitError, and a UsageError for negative `percents` or `doubled`. */
export async function bounds(
  plain: Model,
  { links, percents = [], doubled = 3 }: BoundsQuery,
): Promise<Bounds> {
  checkNumbers('percents', percents, { least: 0 });
  checkNumber('doubled', doubled, { least: 0 });
  const { graph, machine } = plain;
  const dependencies = dependenciesOf(orderFor(graph, machine));
  const compile = boundedCompiler(machine.network, links, dependencies);
  const system = compile(graph, machine);
  const lower = await plain.compiledBy((other, at) =>
    other === graph && at === machine ? system : compile(other, at),
  );
  const above = served(graph, machine, links);
  const axis = lower.latency;
  const critical = criticalResources(system, lower.lines(axis), axis.base);
  const found = await sensitivity(lower);
  const { routeBytes } = await lower.engine.evaluate(lower.lines(axis), axis.base);
  return {
    plain: await sensitivity(plain),
    lower: found,
    upper: above.runtime,
    anyOrder: links === null ? null : latestRuntime(graph, machine, links, dependencies.levels),
    fair: links === null ? null : fairlyShared(graph, { ...machine, cpu: 'serial', nic: 'free' }, links),
    critical,
    lambdaByGap: byGap(lower, routeBytes),
    doubled:
      links === null ? [] : await doubledLinks(dependencies, machine, links, { critical, doubled, lower }),
    busy: links === null ? [] : busyLinks(links, above),
    tolerance: await boundedTolerances(lower, percents, {
      lower: found.runtime,
      upper: above.runtime,
      upperAt: (x) => served(graph, machineAt(machine, plain.latency, x), links).runtime,
    }),
  };
}

function byGap({ machine }: Model, routeBytes: Float64Array): Record<string, number> {
  const { gaps, routes } = machine.network;
  const bytes = gaps.map(() => 0);
  routeBytes.forEach((count, route) => {
    bytes[routes[route].gap] += count;
  });
  return Object.fromEntries(gaps.map(({ name }, k) => [name, bytes[k]]));
}

function busyLinks(links: LinkNetwork, { busyNs, waitedNs, bytes }: Contended): BusyLink[] {
  return Array.from(waitedNs, (waited, link) => ({ link, waited }))
    .filter(({ waited }) => waited > 0)
    .sort((one, other) => other.waited - one.waited)
    .map(({ link, waited }) => ({
      name: links.name(link),
      bytes: bytes[link],
      busyNs: busyNs[link],
      waitedNs: waited,
    }));
}

/** The work of a resource on the critical path, over all stretches of it. */
export interface CriticalResource extends SharedResource {
  /** Stretches of the path that it decides. */
  readonly stretches: number;
  /** Uses in them. */
  readonly users: number;
  /** How long they take, ns. */
  readonly timeNs: number;
  /** Share of T. */
  readonly share: number;
  /** ∂T by the time that a byte holds the resource, on this path: bytes. For CPUs those before the first of them. */
  readonly bytes: number;
  /** ∂T by o in these stretches. */
  readonly overheads: number;
}

/** Resources on the critical path at x, the longest first. If paths tie, those of the right derivative. */
export function criticalResources(system: BoundedSystem, lines: LineSystem, x: number): CriticalResource[] {
  const labels = new Labels(lines.vertices);
  const { c, a } = pass(lines, x, labels);
  const runtime = c + a * x * lines.scale;
  const found = new Map<number, { demands: DemandSpan[]; ns: number }>();
  const demandOf = demandsByRow(system);
  let vertex = 1;
  for (const row of pathRows(lines, labels)) {
    while (system.rowStart[vertex + 1] <= row) vertex++;
    const demand = demandOf(row, vertex);
    if (demand === null) continue;
    const one = found.get(demand.resource) ?? { demands: [], ns: 0 };
    if (one.demands.at(-1) !== demand) one.demands.push(demand);
    one.ns += lines.base[row] + lines.slope[row] * x * lines.scale;
    found.set(demand.resource, one);
  }
  const sum = (demands: readonly DemandSpan[], of: (one: DemandSpan) => number): number =>
    demands.reduce((total, one) => total + of(one), 0);
  return [...found]
    .map(([resource, { demands, ns }]) => ({
      ...system.resources.describe(resource),
      stretches: demands.length,
      users: sum(demands, ({ users }) => users),
      timeNs: ns / lines.scale,
      share: runtime === 0 ? 0 : ns / runtime,
      bytes: sum(demands, ({ bytes }) => bytes),
      overheads: sum(demands, ({ overheads }) => overheads),
    }))
    .sort((one, other) => other.timeNs - one.timeNs);
}

/** The demand that a row of a vertex belongs to; null: a row of the program itself. */
function demandsByRow(system: BoundedSystem): (row: number, vertex: number) => DemandSpan | null {
  const { checkpoints, plan, vertexEvent, vertices } = system;
  const joinAt = new Map<number, number>();
  checkpoints.joins.forEach((vertex, join) => {
    if (vertex !== NONE) joinAt.set(vertex, join);
  });
  const amid = checkpoints.amid as ReadonlyMap<number, DemandSpan>;
  return (row, vertex) => {
    const within = amid.get(vertex) ?? amid.get(system.from[row]);
    if (within !== undefined) return within;
    const join = joinAt.get(vertex);
    const event = vertexEvent[vertex];
    const spans =
      join !== undefined
        ? plan.joins[join]
        : vertex === vertices - 1
          ? plan.spansToEnd
          : [...(plan.spansTo.get(event) ?? []), ...(plan.spansTo.get(event ^ 1) ?? [])];
    return spans.find((span) => isRow(system, row, span)) ?? null;
  };
}

function isRow(system: BoundedSystem, row: number, span: DemandSpan): boolean {
  const start = span.start === NONE ? 0 : system.checkpoints.starts[span.start];
  return (
    system.from[row] === start &&
    system.constant[row] === span.constantNs &&
    system.overheads[row] === span.overheads &&
    system.latencies[row] === span.latencies &&
    system.bytes[row] === span.bytes
  );
}

/** A link of twice the bandwidth, and what the lower bound is then. */
export interface Doubled {
  readonly name: string;
  /** The lower bound with this link twice as fast, ns, and by how much that is less. */
  readonly lowerNs: number;
  readonly savedNs: number;
}

/** The same links where `link` is twice as fast: in a class of its own. */
function withDoubled(links: LinkNetwork, link: number): LinkNetwork {
  const own = links.classes.length;
  const classOf = links.classOf.slice();
  classOf[link] = own;
  return {
    ...links,
    classes: [...links.classes, `${links.name(link)}, doubled`],
    gapNsPerByte: [...links.gapNsPerByte, links.gapNsPerByte[links.classOf[link]] / 2],
    classOf,
    name: (other) => links.name(other),
    routes: (source, destination) => links.routes(source, destination),
  };
}

/** The first links of the critical path, one at a time. */
async function doubledLinks(
  dependencies: Dependencies,
  machine: Machine,
  links: LinkNetwork,
  query: { readonly critical: readonly CriticalResource[]; readonly doubled: number; readonly lower: Model },
): Promise<Doubled[]> {
  const runtime = await runtimeOf(query.lower);
  const found: Doubled[] = [];
  const wanted = query.critical.filter(({ kind }) => kind === 'link').slice(0, query.doubled);
  for (const { index, name } of wanted) {
    const compile = boundedCompiler(machine.network, withDoubled(links, index), dependencies);
    const lowerNs = await runtimeOf(
      await Model.ofGraph(dependencies.graph, machine, { engine: 'sweep', compile }),
    );
    found.push({ name, lowerNs, savedNs: runtime - lowerNs });
  }
  return found;
}

async function runtimeOf(model: Model): Promise<number> {
  return (await model.engine.evaluate(model.lines(model.latency), model.latency.base)).runtime;
}

// Bounds of T as bounds of the tolerance. T*, the time of the best order of service, is unknown, but is between lower and
// upper bound at every latency and never falls. With T* at the machine in [lower, upper]:
// - if the lower bound at L exceeds (1 + x)·upper, T* has grown by more than x, so the tolerance is less than L;
// - if the upper bound at L is at most (1 + x)·lower, T* has grown by at most x, so the tolerance is at least L.
// The upper bound jumps with L, so the second is the best of the latencies tried.

/** The certain range of the latency tolerance. */
export interface BoundedTolerance {
  readonly percent: number;
  /**
   * The tolerance is at least this value of the latency, ns; null: the bounds at the machine are too far apart. Infinity:
   * neither bound depends on it.
   */
  readonly from: number | null;
  /** And at most this; Infinity: the lower bound never grows that far. */
  readonly to: number;
}

/** Number of latencies tried between the machine's and the maximum of the tolerance. */
const TRIED = 12;

/** T at the machine, ns. */
interface BoundedRuntime {
  readonly lower: number;
  readonly upper: number;
  /** The upper bound at another latency, ns. */
  readonly upperAt: (x: number) => number;
}

/** Tolerances of the latency. `lower`: the model of the lower bound. */
async function boundedTolerances(
  lower: Model,
  percents: readonly number[],
  at: BoundedRuntime,
): Promise<BoundedTolerance[]> {
  const found: BoundedTolerance[] = [];
  for (const percent of percents) {
    const more = 1 + percent / 100;
    const { x: to } = await largestWithin(lower, lower.latency, more * at.upper);
    found.push({ percent, from: leastOf(lower, to, more * at.lower, at), to });
  }
  return found;
}

/** Largest latency tried at which the upper bound stays within `limit`; null: not even the machine's. */
function leastOf(lower: Model, to: number, limit: number, { upper, upperAt }: BoundedRuntime): number | null {
  const axis = lower.latency;
  if (upper > limit) return null;
  // No path has a latency then, whatever the order.
  if (!Number.isFinite(to)) return to;
  let low = axis.base;
  let high = to;
  for (let i = 0; i < TRIED; i++) {
    const middle = (low + high) / 2;
    if (upperAt(middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/** The assumptions on contention, in the order of the rows. */
const SHARINGS = [
  { way: 'plain', sharing: 'free' },
  { way: 'ordered', sharing: 'ordered' },
  { way: 'serial', sharing: 'serial' },
] as const;

/** Step of the latency: relative, and at least so many ns. */
const STEP = 0.01;
const LEAST_STEP = 1;

/**
 * The rows of a program at its machine's latency, whatever that machine shares. `memory`: called by each model. `pause`:
 * awaited between two rows; an exception ends the work. Without the replay if it finds no partner for a message. Throws
 * LimitError.
 */
export async function sharing(
  own: Model,
  memory?: MemoryGuard,
  pause: () => Promise<void> = async () => undefined,
): Promise<SharedRow[]> {
  const { graph, machine } = own;
  const options = { engine: 'sweep', ...(memory === undefined ? {} : { memory }) } as const;
  const rows: SharedRow[] = [];
  for (const { way, sharing } of SHARINGS) {
    const same = machine.cpu === sharing && machine.nic === sharing;
    const on: Machine = { ...machine, cpu: sharing, nic: sharing };
    rows.push(
      same
        ? { ...(await rowOf(way, own)), own: true }
        : await rowOf(way, await Model.ofGraph(graph, on, options)),
    );
    await pause();
  }
  const free: Machine = { ...machine, cpu: 'free', nic: 'free' };
  const lower = await rowOf('bounds', await lowerModel(graph, free, null, options));
  rows.push({ ...lower, upper: served(graph, free, null).runtime });
  await pause();
  const played = replayed(graph, machine);
  return played === null ? rows : [...rows, played];
}

async function rowOf(way: SharedWay, model: Model): Promise<SharedRow> {
  const axis = model.latency;
  const { runtime, lambda } = await model.engine.evaluate(model.lines(axis), axis.base);
  return { way, runtime, upper: null, lambda };
}

function replayed({ schedule }: ExecutionGraph, machine: Machine): SharedRow | null {
  const on: Machine = { ...machine, cpu: 'serial', nic: 'serial', protocol: 'sync' };
  try {
    const { runtime } = simulate(schedule, on);
    const latency = Math.min(...on.network.latencies.map(({ latencyNs }) => latencyNs));
    const slopes = latencySlopes(schedule, on, { runtime, step: Math.max(LEAST_STEP, latency * STEP) });
    const jumps = slopesWarning(slopes).length > 0;
    return { way: 'replay', runtime, upper: null, lambda: jumps ? null : slopes.above };
  } catch (error) {
    if (error instanceof LlampError) return null;
    throw error;
  }
}
