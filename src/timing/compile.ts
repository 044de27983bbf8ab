/**
 * From an execution graph to the rows of its linear program, by kernels for the machines and programs that they know.
 */

import { LimitError } from '../errors.js';
import { type ExecutionGraph, forgetOrder, orderFor } from '../graph/execution-graph.js';
import { isEnd, opOf, type SerialOrder } from '../graph/graph-events.js';
import { placedGraph } from '../graph/match.js';
import type { ProgramOrder } from '../graph/program-order.js';
import type { Window } from '../graph/receive-windows.js';
import { worthAKernel } from '../kernels/arena.js';
import { bytesOfCompiling, compileKernel } from '../kernels/compile-kernel.js';
import {
  bytesOfPlaying,
  type KernelCosts,
  type KernelCounts,
  type KernelMachine,
  PlayKernel,
} from '../kernels/play-kernel.js';
import {
  COSTS,
  type Cost,
  type CountedPart,
  constantParts,
  crossesNetwork,
  INJECTION,
  isSynchronous,
  MessageCosts,
  type ProtocolCosts,
} from '../machine/costs.js';
import { checkMachine, type Machine } from '../machine/machine.js';
import { PARAMETER_ROWS, type RowField } from '../machine/parameters.js';
import {
  CALC,
  DEP_OP,
  IREQUIRES,
  type MemoryGuard,
  NONE,
  RECV,
  type Schedule,
  SEND,
  u32,
} from '../schedule/schedule.js';
import { overheadAxis } from './axis.js';
import { CheckpointRows, type Checkpoints, type CheckpointVertices } from './checkpoints.js';
import { CopyCosts } from './copy-costs.js';
import {
  CountedCosts,
  Gathered,
  Location,
  MAX_COUNT,
  RowColumns,
  type TimingSystem,
  Twins,
  Vertices,
} from './timing-system.js';
import { type Bound, WindowCosts } from './window-costs.js';

// A machine as kernels know it, for programs that they know.

/** Parameters that kernels compute with, or that say nothing where CPUs and NICs have no order: g. */
const KNOWN: ReadonlySet<string> = new Set<RowField>(['overhead', 'gap', 'rendezvous', 'protocol', 'async']);

/**
 * Input of kernels for `machine` and a graph that is ordered for it, made on request; null for machines that kernels do
 * not support (an order of CPUs and NICs, overheads by size, other settings than the defaults), for more routes than 16
 * bits can number, and for small programs.
 */
export function kernelMachine(
  { schedule, serial, program }: ExecutionGraph,
  machine: Machine,
): (() => KernelMachine) | null {
  if (!worthAKernel(schedule.operations) || serial !== null || program !== null) return null;
  if (!isKnown(machine) || machine.network.routes.length > MAX_COUNT) return null;
  return () => ({
    async: machine.async,
    rendezvous: machine.rendezvous,
    eager: costsOf(COSTS.eager),
    above: costsOf(COSTS[machine.protocol]),
    routes: routesOf(schedule, machine),
  });
}

/** Kernels pay what costs count, and of a machine's other parameters nothing. */
const isKnown = (machine: Machine): boolean =>
  constantParts(machine).length === 0 &&
  PARAMETER_ROWS.every(
    ({ field, default: usual }) => field === undefined || KNOWN.has(field) || machine[field] === usual,
  );

/** A part that rows count besides wants its place in the table that kernels read. */
const counts = ({ overheads, latencies, transfers }: Cost): KernelCounts =>
  ({ overheads, latencies, transfers }) satisfies Record<CountedPart, number>;

const costsOf = ({ sending, sendToMeet, recvEnd, sendEnd }: ProtocolCosts): KernelCosts => ({
  sending: counts(sending),
  sendToMeet: counts(sendToMeet),
  recvEnd: counts(recvEnd),
  sendEnd: sendEnd === null ? null : counts(sendEnd),
});

/** [operations] route of the message of each send; null where all take the only one. */
function routesOf(
  { ranks, rankStart, operations, kind, peer }: Schedule,
  { network }: Machine,
): Uint16Array | null {
  if (network.routes.length === 1) return null;
  const routes = new Uint16Array(operations);
  for (let rank = 0; rank < ranks; rank++)
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (kind[op] === SEND) routes[op] = network.routeOf(rank, peer[op], op);
  return routes;
}

/** Bytes of an operation that the kernel writes: where its post is, its rows and vertices, as far as most programs have them. */
const WRITTEN_BYTES = 60;

/**
 * The timing system of a graph that is ordered for `machine`; null for CPUs and NICs that have an order, overheads by size,
 * programs that no kernel knows, and where there is no room. Throws the LimitError of `memory`.
 */
function compiledByKernel(
  graph: ExecutionGraph,
  machine: Machine,
  memory: MemoryGuard | null,
): TimingSystem | null {
  const known = kernelMachine(graph, machine);
  const placed = known === null ? null : placedGraph(graph, bytesOfCompiling(graph.schedule.operations));
  if (known === null || placed === null) return null;
  const { operations } = graph.schedule;
  memory?.need(placed.program.arena.fresh(operations * WRITTEN_BYTES), operations);
  const columns = compileKernel(placed.program, placed.order, known());
  return columns === null ? null : { graph, machine, ...columns };
}

/** A play of a graph that is ordered for `machine`; null where no kernel knows both, and where there is no room. */
export function playKernel(graph: ExecutionGraph, machine: Machine): PlayKernel | null {
  const known = kernelMachine(graph, machine);
  if (known === null) return null;
  const routes = machine.network.routes.length;
  const placed = placedGraph(graph, bytesOfPlaying(graph.schedule.operations, routes));
  return placed === null ? null : new PlayKernel(placed.program, placed.order, known(), routes);
}

// From an execution graph to the rows of its linear program.

/** Rows that hardly a program exceeds: with CPUs and NICs free, and in the order of the program. */
const ROWS_PER_OPERATION = { free: 1.5, ordered: 3 } as const;
const MAX_ROUTES = MAX_COUNT + 1;
/** Bytes that are written for every operation: base, constant and overheads of its post, its meeting, whether its end is used. */
const POST_BYTES = 15;
/** Events between two looks at the memory that is left, and what an event writes at the most, but for rare long waits. */
const EVENTS_AT_A_TIME = 1 << 17;
const EVENT_BYTES = 100;

/** Operations above which the order of events is forgotten once they are compiled: hardly any question needs it after that. */
const ORDER_KEPT = 1 << 24;

/** Bits of `used`: something waits for the end of the operation. */
const END_USED = 1;

/**
 * Prices every event of a graph under a machine and writes the rows of its linear program, folding events with a single
 * binding predecessor. Orders the graph again when the machine's protocol differs from the graph's. Throws ModelError
 * (a cycle under the new protocol) and LimitError, also that of `memory`, which is called on the way.
 */
export function compile(
  graph: ExecutionGraph,
  machine: Machine,
  memory: MemoryGuard | null = null,
): TimingSystem {
  checkMachine('compile', machine);
  const { operations } = graph.schedule;
  memory?.need(operations * POST_BYTES, operations);
  const ordered = orderFor(graph, machine);
  return compiledByKernel(ordered, machine, memory) ?? new Compiler(ordered, machine, { memory }).run();
}

/**
 * {@link compile} for T only, over any parameters: vertices that are always reached at the same time, as those of ranks
 * that all do the same, are one. An event without its own vertex is in no `vertexEvent`.
 */
export function compileMerged(
  graph: ExecutionGraph,
  machine: Machine,
  memory: MemoryGuard | null = null,
): TimingSystem {
  const { operations } = graph.schedule;
  memory?.need(operations * POST_BYTES, operations);
  return new Compiler(orderFor(graph, machine), machine, { memory, twins: new Twins() }).run();
}

/** A timing system with the vertices of the checkpoints that were added to it. */
export interface MarkedSystem extends TimingSystem {
  readonly checkpoints: CheckpointVertices;
}

/**
 * {@link compile} with checkpoints, for a graph that is ordered for the machine. Joins and spans to an end hold for the
 * meeting of message and receive: they sum up what is over before either is posted.
 */
export function compileMarked(
  graph: ExecutionGraph,
  machine: Machine,
  checkpoints: Checkpoints,
): MarkedSystem {
  const compiler = new Compiler(graph, machine, { checkpoints });
  return { ...compiler.run(), checkpoints: compiler.checkpoints };
}

/** Input of a compilation besides graph and machine. */
interface Compiling {
  readonly checkpoints?: Checkpoints | null;
  readonly memory?: MemoryGuard | null;
  readonly twins?: Twins | null;
}

/** A method that takes `at` puts its answer there and returns it: one register does for all, as rows copy what they take. */
class Compiler {
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #costs: MessageCosts;
  readonly #counted: CountedCosts;
  readonly #serial: SerialOrder | null;
  readonly #program: ProgramOrder | null;
  readonly #windows: WindowCosts | null;
  readonly #copies: CopyCosts | null;
  readonly #vertices: Vertices;
  readonly #gathered: Gathered;
  /** [operations] place of each post: the columns of a Location. */
  readonly #posts: RowColumns;
  /** [operations] by receive: vertex at which message and receive meet; NONE: not yet. */
  readonly #meet: Uint32Array;
  /** Vertex at which the data of a receive have come, where that is not where message and receive meet. */
  readonly #come = new Map<number, number>();
  readonly #used: Uint8Array;
  readonly #at = new Location();
  readonly #marks: CheckpointRows | null;
  readonly #memory: MemoryGuard | null;

  constructor(
    graph: ExecutionGraph,
    machine: Machine,
    { checkpoints = null, memory = null, twins = null }: Compiling = {},
  ) {
    if (machine.network.routes.length > MAX_ROUTES) {
      throw new LimitError(
        `the network has ${machine.network.routes.length} routes, more than ${MAX_ROUTES}`,
        'use a smaller topology or fewer ranks',
      );
    }
    const { operations } = graph.schedule;
    this.#graph = graph;
    this.#machine = machine;
    this.#costs = new MessageCosts(graph.schedule, machine);
    this.#counted = new CountedCosts(this.#costs);
    this.#serial = graph.serial;
    this.#program = graph.program;
    this.#windows = graph.program === null ? null : new WindowCosts(graph, this.#costs);
    this.#copies = graph.program === null ? null : new CopyCosts(graph, this.#costs);
    this.#memory = memory;
    this.#gathered = new Gathered(overheadAxis(machine).lowest);
    const rows = ROWS_PER_OPERATION[graph.program === null ? 'free' : 'ordered'];
    this.#vertices = new Vertices(operations, Math.ceil(operations * rows), { memory, twins });
    this.#posts = new RowColumns(memory);
    this.#posts.reserve(operations);
    this.#meet = u32(operations).fill(NONE);
    this.#used = new Uint8Array(operations);
    this.#marks = checkpoints === null ? null : this.#rowsOf(checkpoints);
  }

  #rowsOf(checkpoints: Checkpoints): CheckpointRows {
    const timeOf = (event: number, at: Location): Location =>
      isEnd(event) ? this.#end(opOf(event), at) : this.#posts.read(opOf(event), at);
    const growing = { vertices: this.#vertices, gathered: this.#gathered, timeOf };
    return new CheckpointRows(checkpoints, growing, this.#graph.schedule.operations * 2);
  }

  get checkpoints(): CheckpointVertices {
    return this.#marks?.vertices() ?? { starts: u32(0), joins: u32(0), amid: new Map() };
  }

  run(): TimingSystem {
    this.#vertices.first(NONE);
    this.#allEvents(this.#graph.order);
    if (this.#graph.schedule.operations > ORDER_KEPT) forgetOrder(this.#graph);
    this.#finish();
    return { graph: this.#graph, machine: this.#machine, ...this.#vertices.columns() };
  }

  #allEvents(order: Uint32Array): void {
    for (let from = 0; from < order.length; from += EVENTS_AT_A_TIME) {
      const some = order.subarray(from, from + EVENTS_AT_A_TIME);
      this.#memory?.need(some.length * EVENT_BYTES);
      this.#events(some);
    }
  }

  #events(some: Uint32Array): void {
    const { kind } = this.#graph.schedule;
    for (const event of some) {
      const op = opOf(event);
      if (!isEnd(event)) this.#post(op);
      else this.#meets(kind[op] === RECV ? op : this.#graph.partner[op]);
    }
  }

  /** The end of the program: what nothing else waits for. */
  #finish(): void {
    const gathered = this.#gathered;
    const { operations } = this.#graph.schedule;
    const alone = this.#marks === null && this.#program === null;
    // Nothing waits for most sends, so these rows are many. If nothing else leads to the end, they need not all be
    // gathered: vertices that an end needs of its own are made first.
    for (let op = 0; op < operations && alone; op++)
      if ((this.#used[op] & END_USED) === 0) this.#end(op, this.#at);
    this.#marks?.prepareEnd();
    gathered.begin();
    // Growing doubles the memory for a while.
    if (!alone) gathered.reserve(this.#used.reduce((sum, used) => sum + ((used & END_USED) ^ END_USED), 0));
    for (let op = 0; op < operations; op++) {
      if ((this.#used[op] & END_USED) !== 0) continue;
      gathered.add(this.#end(op, this.#at));
      if (alone) this.#vertices.takeSettled(gathered);
    }
    for (const window of this.#program?.windows.atEnd ?? []) this.#windowed(window.op, window);
    this.#marks?.addEnd();
    if (gathered.length === 0) gathered.push(this.#at.set(0));
    this.#vertexOfGathered(NONE);
  }

  /** post(v) = max over what it requires. */
  #post(op: number): void {
    const { depStart, deps } = this.#graph.schedule;
    const gathered = this.#gathered;
    const at = this.#at;
    this.#marks?.prepare(op * 2);
    gathered.begin();
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i];
      const before = dep & DEP_OP;
      if ((dep & IREQUIRES) === 0) {
        this.#used[before] |= END_USED;
        gathered.add(this.#end(before, at));
      } else if (this.#costs.holdsCpu(before)) gathered.add(this.#released(before, at));
      else {
        this.#posts.read(before, at).constant += this.#costs.startNs(before);
        gathered.add(at);
      }
    }
    if (this.#serial !== null) this.#serialPost(op, this.#serial);
    if (this.#program !== null) this.#orderedPost(op, this.#program);
    this.#marks?.add(op * 2);
    const marked = this.#marks?.leadsTo(op * 2) === true;
    if (gathered.length > 1 || marked) at.set(this.#vertexOfGathered(op * 2));
    else gathered.only(at);
    this.#posts.write(op, at);
  }

  /** The post of `op` waits for its CPU and NIC. */
  #serialPost(op: number, { cpuBefore, nicBefore }: SerialOrder): void {
    const { kind } = this.#graph.schedule;
    if (cpuBefore !== null && kind[op] !== RECV && cpuBefore[op] !== NONE)
      this.#gathered.add(this.#released(cpuBefore[op], this.#at));
    const send = nicBefore === null ? NONE : nicBefore[op];
    if (send === NONE) return;
    // max(o, g + (s − 1)·G) after the send before: a row for either.
    this.#gathered.add(this.#plus(send, this.#costs.of(send).sending, this.#at));
    this.#injected(send);
  }

  /** The NIC is free again g + (s − 1)·G after the post of `send`. */
  #injected(send: number): void {
    const at = this.#plus(send, INJECTION, this.#at);
    at.constant += this.#machine.gap;
    this.#gathered.add(at);
  }

  /** The post of `op` waits for the sends before it, and for all receives of a window. */
  #orderedPost(op: number, { before, cpu, nic, windows }: ProgramOrder): void {
    const { kind } = this.#graph.schedule;
    if (kind[op] === SEND && before[op] !== NONE) {
      const send = before[op];
      const distant = this.#copies?.sendBefore(op) ?? NONE;
      if (cpu) this.#gathered.add(this.#plus(send, this.#costs.of(send).sending, this.#at));
      else if (send !== distant) this.#gathered.add(this.#posts.read(send, this.#at));
      if (nic && distant !== NONE) this.#injected(distant);
      for (const bound of this.#copies?.boundsOf(op) ?? []) this.#bounded(op * 2, bound);
    }
    const window = windows.byOp.get(op);
    if (window === undefined) return;
    this.#windowed(op, window);
  }

  #windowed(op: number, window: Window): void {
    for (const bound of this.#windows?.of(window) ?? []) this.#bounded(op * 2, bound);
  }

  /** The gathered rows, of `event` or the end of the program, come after the sum in `bound`. */
  #bounded(event: number, { from, overheads, overheadNs, gapNs, tolls }: Bound): void {
    const at = from === NONE ? this.#at.set(0) : this.#posts.read(from, this.#at);
    at.constant += overheadNs + gapNs;
    for (let left = overheads; left > 0; ) {
      if (at.overheads === MAX_COUNT) this.#vertices.breakAt(at, event);
      const part = Math.min(left, MAX_COUNT - at.overheads);
      at.overheads += part;
      left -= part;
    }
    for (const { route, latencies, bytes } of tolls) {
      const full = at.latencies + latencies > MAX_COUNT;
      if (full || (at.crossesNetwork && at.route !== route)) this.#vertices.breakAt(at, event);
      at.route = route;
      at.latencies += latencies;
      at.bytes += bytes;
    }
    this.#gathered.add(at);
  }

  /** Where `op` has left its CPU; a receive must have met its message. */
  #released(op: number, at: Location): Location {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    const send = kind === RECV ? partner[op] : op;
    // Most operations leave their CPU as they end: then the end need not be waited for once more.
    if (kind === CALC || !isSynchronous(schedule, this.#machine, send)) {
      this.#used[op] |= END_USED;
      return this.#end(op, at);
    }
    const { sending, taking } = this.#costs.of(send);
    if (kind === SEND) return this.#plus(op, sending, at);
    this.#counted.add(at.set(this.#meetingOf(op)), taking, send);
    return at;
  }

  /** Where `op` has ended; a receive, and a send that waits for its receiver, must have met the other end. */
  #end(op: number, at: Location): Location {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    if (kind === CALC) {
      this.#posts.read(op, at).constant += schedule.value[op];
      return at;
    }
    const send = kind === SEND ? op : partner[op];
    const costs = this.#costs.of(send);
    const cost = kind === RECV ? costs.recvEnd : costs.sendEnd;
    if (cost === null) return this.#plus(op, costs.sending, at);
    const recv = partner[send];
    const come = this.#come.get(recv);
    const afterData = kind === RECV ? costs.recvAfterData : costs.sendAfterData;
    if (come === undefined || afterData === null)
      this.#counted.add(at.set(this.#meetingOf(recv)), cost, send);
    else this.#counted.add(at.set(come), afterData, send);
    return at;
  }

  /** Vertex at which `recv` and its message meet. In the order of events it precedes all that use it. */
  #meetingOf(recv: number): number {
    const vertex = this.#meet[recv];
    if (vertex === NONE) throw new Error(`receive ${recv} is used before it has met its message`);
    return vertex;
  }

  /** Message, receive and the CPU that takes it meet, both ends being posted: the end of either says so, the first counts. */
  #meets(recv: number): void {
    if (this.#meet[recv] !== NONE) return;
    const send = this.#graph.partner[recv];
    const { sendToMeet, data } = this.#costs.of(send);
    const ends = this.#metEnds(send, recv);
    for (const end of ends) this.#marks?.prepare(end);
    this.#gathered.begin();
    this.#gathered.add(this.#plus(send, sendToMeet, this.#at));
    this.#gathered.add(this.#posts.read(recv, this.#at));
    const cpuBefore = this.#serial?.cpuBefore?.[recv] ?? NONE;
    if (cpuBefore !== NONE) this.#gathered.add(this.#released(cpuBefore, this.#at));
    for (const end of ends) this.#marks?.add(end);
    const fetched = crossesNetwork(data);
    if (!fetched) this.#orderedArrival(recv);
    this.#meet[recv] = this.#vertexOfGathered(recv * 2 + 1);
    if (fetched) this.#fetched(recv);
  }

  /** The ends that follow a meeting and wait for both posts alone; with `sync` a send waits for the end of its receive. */
  #metEnds(send: number, recv: number): number[] {
    if (this.#marks === null) return [];
    return this.#machine.protocol === 'sync' ? [recv * 2 + 1] : [recv * 2 + 1, send * 2 + 1];
  }

  /**
   * The data of `recv` come behind the copies that were sent with them, and (s − 1)·G after those of the receive before it,
   * and o where one CPU takes both.
   */
  #orderedArrival(recv: number): void {
    const program = this.#program;
    const copied = this.#copies?.arrivalOf(this.#graph.partner[recv]) ?? null;
    if (copied !== null) this.#bounded(recv * 2 + 1, copied);
    if (program === null || program.before[recv] === NONE) return;
    const earlier = program.before[recv];
    if (program.cpu) {
      const at = this.#comeOf(earlier, true, this.#at);
      if (program.nic) this.#transferred(at, recv);
      this.#gathered.add(at);
    }
    if (program.nic && (!program.cpu || this.#machine.gap > 0)) {
      const at = this.#comeOf(earlier, false, this.#at);
      this.#transferred(at, recv);
      at.constant += this.#machine.gap;
      this.#gathered.add(at);
    }
  }

  /** The data of a rendezvous that the receiver fetches come after those of the receive before it, and behind other copies. */
  #fetched(recv: number): void {
    if (this.#program === null) return;
    const send = this.#graph.partner[recv];
    const alone = (this.#copies?.arrivalOf(send) ?? null) === null;
    if (alone && this.#program.before[recv] === NONE) return;
    const at = this.#at.set(this.#meetingOf(recv));
    this.#counted.add(at, this.#costs.of(send).data, send);
    this.#gathered.begin();
    this.#gathered.add(at);
    this.#orderedArrival(recv);
    this.#come.set(recv, this.#vertexOfGathered(recv * 2 + 1));
  }

  /** Where the data of `recv` have come; `taken`: and its CPU has taken them. */
  #comeOf(recv: number, taken: boolean, at: Location): Location {
    const send = this.#graph.partner[recv];
    const come = this.#come.get(recv);
    at.set(come ?? this.#meetingOf(recv));
    const { data, taking } = this.#costs.of(send);
    if (come === undefined) this.#counted.add(at, data, send);
    if (taken) this.#counted.add(at, taking, send);
    return at;
  }

  /** Moves `at` on by the transfer of the message of `recv`. */
  #transferred(at: Location, recv: number): void {
    const send = this.#graph.partner[recv];
    if (!this.#counted.fits(at, INJECTION, send)) this.#vertices.breakAt(at, recv * 2);
    this.#counted.add(at, INJECTION, send);
  }

  /** The post of `send` plus a cost of its message. */
  #plus(send: number, cost: Cost, at: Location): Location {
    this.#posts.read(send, at);
    if (!this.#counted.fits(at, cost, send)) {
      this.#vertices.breakAt(at, send * 2);
      this.#posts.write(send, at);
    }
    this.#counted.add(at, cost, send);
    return at;
  }

  /** A vertex behind all that is gathered, which ends the gathering. */
  #vertexOfGathered(event: number): number {
    const vertex = this.#vertices.behind(this.#gathered, event);
    this.#gathered.end();
    return vertex;
  }
}
