import { LimitError } from '../errors.js';
import { isEnd, opOf } from '../graph/events.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { orderFor } from '../graph/execution-graph.js';
import type { ProgramOrder } from '../graph/program-order.js';
import type { SerialOrder } from '../graph/serial.js';
import type { Window } from '../graph/windows.js';
import {
  beyondData,
  COSTS,
  type Cost,
  DATA,
  INJECTION,
  OVERHEAD,
  type ProtocolCosts,
} from '../machine/costs.js';
import { type Machine, overheadOf } from '../machine/machine.js';
import { isSynchronous, protocolOf } from '../machine/message.js';
import { grown, NONE, u16, u32 } from '../schedule/columns.js';
import { CALC, DEP_OP, IREQUIRES, RECV, SEND } from '../schedule/schedule.js';
import { Gathered, Location, MAX_COUNT, RowColumns } from './rows.js';
import type { TimingSystem } from './system.js';
import { type Bound, WindowCosts } from './window-costs.js';

/** Rows that hardly a program exceeds. */
const ROWS_PER_OPERATION = 1.5;
const MAX_ROUTES = MAX_COUNT + 1;

/** Bits of `used`: something waits for the end of the operation. */
const END_USED = 1;

/**
 * Prices every event of a graph under a machine and writes the rows of its linear program, folding what has a
 * single binding predecessor. Orders the graph anew when the machine's protocol differs from the graph's.
 * Throws ModelError (a cycle under the new protocol) and LimitError.
 */
export function compile(graph: ExecutionGraph, machine: Machine): TimingSystem {
  return new Compiler(orderFor(graph, machine), machine).run();
}

class Compiler {
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #serial: SerialOrder | null;
  readonly #program: ProgramOrder | null;
  readonly #windows: WindowCosts | null;
  readonly #rows = new RowColumns();
  readonly #gathered = new Gathered();
  #rowStart = u32(2);
  #vertexEvent = u32(1);
  #vertices = 0;
  /** [operations] where each post lies: the columns of a Location. */
  readonly #posts: RowColumns;
  /** [operations] by receive: vertex at which message and receive meet. */
  readonly #meet: Uint32Array;
  /** Vertex at which the data of a receive have come, where that is not where message and receive meet. */
  readonly #come = new Map<number, number>();
  readonly #rank: Uint16Array | Uint32Array;
  readonly #used: Uint8Array;
  readonly #at = new Location();
  readonly #row = new Location();

  constructor(graph: ExecutionGraph, machine: Machine) {
    if (machine.network.routes.length > MAX_ROUTES) {
      throw new LimitError(
        `${machine.network.routes.length} routes, at most ${MAX_ROUTES} can be told apart`,
      );
    }
    const { operations, ranks, rankStart } = graph.schedule;
    this.#graph = graph;
    this.#serial = graph.serial;
    this.#program = graph.program;
    this.#machine = machine;
    this.#posts = new RowColumns();
    this.#posts.reserve(operations);
    // Memory that is reserved and not touched costs nothing; columns that grow stand twice for a while.
    this.#rows.reserve(Math.ceil(operations * ROWS_PER_OPERATION));
    this.#vertexEvent = u32(operations);
    this.#rowStart = u32(operations + 1);
    this.#meet = u32(operations).fill(NONE);
    this.#used = new Uint8Array(operations);
    this.#rank = ranks <= MAX_COUNT ? u16(operations) : u32(operations);
    for (let rank = 0; rank < ranks; rank++) this.#rank.fill(rank, rankStart[rank], rankStart[rank + 1]);
    this.#windows = graph.program === null ? null : new WindowCosts(graph, machine, this.#rank);
  }

  run(): TimingSystem {
    this.#newVertex(NONE);
    const { schedule, order } = this.#graph;
    for (let i = 0; i < order.length; i++) {
      const event = order[i];
      if (isEnd(event)) this.#meetingOf(opOf(event));
      else this.#post(opOf(event));
    }
    this.#gathered.clear();
    for (let op = 0; op < schedule.operations; op++) {
      if ((this.#used[op] & END_USED) === 0) this.#gathered.add(this.#end(op));
    }
    for (const window of this.#program?.windows.atEnd ?? []) this.#windowed(window.op, window);
    if (this.#gathered.length === 0) this.#gathered.push(this.#at.set(0));
    this.#vertexOfGathered(NONE);
    const rows = this.#rows;
    const n = rows.length;
    return {
      graph: this.#graph,
      machine: this.#machine,
      vertices: this.#vertices,
      rows: n,
      rowStart: this.#rowStart.subarray(0, this.#vertices + 1),
      vertexEvent: this.#vertexEvent.subarray(0, this.#vertices),
      from: rows.from.subarray(0, n),
      constant: rows.constant.subarray(0, n),
      bytes: rows.bytes.subarray(0, n),
      overheads: rows.overheads.subarray(0, n),
      latencies: rows.latencies.subarray(0, n),
      route: rows.route.subarray(0, n),
    };
  }

  /** post(v) = max over what it requires. */
  #post(op: number): void {
    const { depStart, deps } = this.#graph.schedule;
    const gathered = this.#gathered;
    gathered.clear();
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i];
      const before = dep & DEP_OP;
      if ((dep & IREQUIRES) === 0) {
        this.#used[before] |= END_USED;
        gathered.add(this.#end(before));
      } else {
        const at = this.#posts.read(before, this.#at);
        at.constant += this.#machine.async;
        gathered.add(at);
      }
    }
    if (this.#serial !== null) this.#serialPost(op, this.#serial);
    if (this.#program !== null) this.#orderedPost(op, this.#program);
    if (gathered.length === 0) this.#posts.write(op, this.#at.set(0));
    else if (gathered.length === 1) this.#posts.write(op, gathered.read(0, this.#at));
    else this.#posts.write(op, this.#at.set(this.#vertexOfGathered(op * 2)));
  }

  /** The post of `op` waits for its CPU and NIC. */
  #serialPost(op: number, { cpuBefore, nicBefore }: SerialOrder): void {
    const { kind } = this.#graph.schedule;
    if (cpuBefore !== null && kind[op] !== RECV && cpuBefore[op] !== NONE)
      this.#gathered.add(this.#released(cpuBefore[op]));
    const send = nicBefore === null ? NONE : nicBefore[op];
    if (send === NONE) return;
    // max(o, g + (s − 1)·G) after the send before: a row for either.
    this.#gathered.add(this.#plus(send, OVERHEAD, send));
    this.#injected(send);
  }

  /** The NIC is free again g + (s − 1)·G after the post of `send`. */
  #injected(send: number): void {
    const at = this.#plus(send, INJECTION, send);
    at.constant += this.#machine.gap;
    this.#gathered.add(at);
  }

  /** The post of `op` waits for the send before it, and for all receives of a window. */
  #orderedPost(op: number, { before, cpu, nic, windows }: ProgramOrder): void {
    const { kind } = this.#graph.schedule;
    if (kind[op] === SEND && before[op] !== NONE) {
      const send = before[op];
      if (cpu) this.#gathered.add(this.#plus(send, OVERHEAD, send));
      if (nic) this.#injected(send);
    }
    const window = windows.byOp.get(op);
    if (window === undefined) return;
    this.#windowed(op, window);
  }

  #windowed(op: number, window: Window): void {
    for (const bound of this.#windows?.of(window) ?? []) this.#bounded(op, bound);
  }

  /** What is gathered, the post of `op` or the end of the program, comes after all that `bound` sums up. */
  #bounded(op: number, { from, overheads, overheadNs, tolls }: Bound): void {
    const at = from === NONE ? this.#at.set(0) : this.#posts.read(from, this.#at);
    at.constant += overheadNs;
    for (let left = overheads; left > 0; ) {
      if (at.overheads === MAX_COUNT) this.#breakAt(at, op);
      const part = Math.min(left, MAX_COUNT - at.overheads);
      at.overheads += part;
      left -= part;
    }
    for (const { route, latencies, bytes } of tolls) {
      const full = at.latencies + latencies > MAX_COUNT;
      if (full || (at.crossesNetwork && at.route !== route)) this.#breakAt(at, op);
      at.route = route;
      at.latencies += latencies;
      at.bytes += bytes;
    }
    this.#gathered.add(at);
  }

  /** `at` becomes a vertex of its own on the way to the post of `op`. */
  #breakAt(at: Location, op: number): void {
    this.#rows.push(at);
    at.set(this.#newVertex(op * 2));
  }

  /** Message and receive wait for the CPU that takes the message. */
  #serialMeeting(recv: number, { cpuBefore }: SerialOrder): void {
    if (cpuBefore !== null && cpuBefore[recv] !== NONE) this.#gathered.add(this.#released(cpuBefore[recv]));
  }

  /** Where `op` has left its CPU, in the register; a receive must have met its message. */
  #released(op: number): Location {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    const send = kind === RECV ? partner[op] : op;
    // Most operations leave their CPU as they end: then the end need not be waited for once more.
    if (kind === CALC || !isSynchronous(schedule, this.#machine, send)) {
      this.#used[op] |= END_USED;
      return this.#end(op);
    }
    if (kind === SEND) return this.#plus(op, OVERHEAD, op);
    const at = this.#at.set(this.#meet[op]);
    this.#add(at, OVERHEAD, send);
    return at;
  }

  /** Where `op` has ended, in the register. */
  #end(op: number): Location {
    const { schedule } = this.#graph;
    const kind = schedule.kind[op];
    if (kind === CALC) {
      const at = this.#posts.read(op, this.#at);
      at.constant += schedule.value[op];
      return at;
    }
    const send = kind === SEND ? op : this.#graph.partner[op];
    const costs = this.#costsOf(send);
    const cost = kind === RECV ? costs.recvEnd : costs.sendEnd;
    if (cost === null) return this.#plus(op, OVERHEAD, send);
    const at = this.#at.set(this.#meetingOf(op));
    const come = this.#come.get(kind === RECV ? op : this.#graph.partner[op]);
    if (come === undefined) this.#add(at, cost, send);
    else this.#add(at.set(come), beyondData(cost), send);
    return at;
  }

  /** Vertex at which the message of `op` and its receive (and the CPU that takes it) meet; made at the first call, when both are posted. */
  #meetingOf(op: number): number {
    const { schedule, partner } = this.#graph;
    const recv = schedule.kind[op] === RECV ? op : partner[op];
    if (this.#meet[recv] !== NONE) return this.#meet[recv];
    const send = partner[recv];
    const arrival = this.#plus(send, this.#costsOf(send).sendToMeet, send);
    this.#gathered.clear();
    this.#gathered.add(arrival);
    this.#gathered.add(this.#posts.read(recv, this.#at));
    if (this.#serial !== null) this.#serialMeeting(recv, this.#serial);
    const rdma = this.#costsOf(send).recvEnd.transfers > 0;
    if (!rdma) this.#orderedArrival(recv);
    this.#meet[recv] = this.#vertexOfGathered(recv * 2 + 1);
    if (rdma) this.#fetched(recv);
    return this.#meet[recv];
  }

  /** The data of `recv` come (s − 1)·G after those of the receive before it, and o where one CPU takes both. */
  #orderedArrival(recv: number): void {
    const program = this.#program;
    if (program === null || program.before[recv] === NONE) return;
    const earlier = program.before[recv];
    if (program.cpu) this.#gathered.add(this.#transferred(this.#comeOf(earlier, true), program.nic, recv));
    if (program.nic && (!program.cpu || this.#machine.gap > 0)) {
      const at = this.#transferred(this.#comeOf(earlier, false), true, recv);
      at.constant += this.#machine.gap;
      this.#gathered.add(at);
    }
  }

  /** The data of a rendezvous that the receiver fetches come after those of the receive before it. */
  #fetched(recv: number): void {
    if (this.#program === null || this.#program.before[recv] === NONE) return;
    const send = this.#graph.partner[recv];
    this.#gathered.clear();
    const at = this.#at.set(this.#meet[recv]);
    this.#add(at, DATA, send);
    this.#gathered.add(at);
    this.#orderedArrival(recv);
    this.#come.set(recv, this.#vertexOfGathered(recv * 2 + 1));
  }

  /** Where the data of `recv` have come, in the register; `taken`: and its CPU has taken them. */
  #comeOf(recv: number, taken: boolean): Location {
    const send = this.#graph.partner[recv];
    const come = this.#come.get(recv);
    const at = this.#at.set(come ?? this.#meet[recv]);
    if (come === undefined && this.#costsOf(send).recvEnd.transfers > 0) this.#add(at, DATA, send);
    if (taken) this.#add(at, OVERHEAD, send);
    return at;
  }

  /** The register, and the transfer of the message of `recv` behind it. */
  #transferred(at: Location, transfer: boolean, recv: number): Location {
    if (!transfer) return at;
    const send = this.#graph.partner[recv];
    if (this.#mustBreak(at, INJECTION, send)) this.#breakAt(at, recv);
    this.#add(at, INJECTION, send);
    return at;
  }

  #costsOf(send: number): ProtocolCosts {
    return COSTS[protocolOf(this.#graph.schedule, this.#machine, send)];
  }

  /** The post of `op` plus a cost of message `send`, in the register. */
  #plus(op: number, cost: Cost, send: number): Location {
    const at = this.#posts.read(op, this.#at);
    if (this.#mustBreak(at, cost, send)) {
      this.#rows.push(at);
      at.set(this.#newVertex(op * 2));
      this.#posts.write(op, at);
    }
    this.#add(at, cost, send);
    return at;
  }

  /** A row names one route and counts to MAX_COUNT. */
  #mustBreak(at: Location, cost: Cost, send: number): boolean {
    if (at.overheads + cost.overheads > MAX_COUNT || at.latencies + cost.latencies > MAX_COUNT) return true;
    const crosses = cost.latencies > 0 || cost.transfers > 0;
    return crosses && at.crossesNetwork && at.route !== this.#routeOf(send);
  }

  #add(at: Location, cost: Cost, send: number): void {
    const { schedule } = this.#graph;
    const bytes = schedule.value[send];
    at.overheads += cost.overheads;
    if (this.#machine.overheadBySize !== null)
      at.constant += cost.overheads * overheadOf(this.#machine, bytes);
    if (cost.latencies === 0 && cost.transfers === 0) return;
    at.route = this.#routeOf(send);
    at.latencies += cost.latencies;
    at.bytes += cost.transfers * Math.max(bytes - 1, 0);
  }

  #routeOf(send: number): number {
    return this.#machine.network.routeOf(this.#rank[send], this.#graph.schedule.peer[send]);
  }

  #vertexOfGathered(event: number): number {
    const { length } = this.#gathered;
    for (let i = 0; i < length; i++) this.#rows.push(this.#gathered.read(i, this.#row));
    return this.#newVertex(event);
  }

  /** A vertex whose rows are the ones pushed since the vertex before. */
  #newVertex(event: number): number {
    const vertex = this.#vertices++;
    if (this.#vertexEvent.length <= vertex) {
      this.#vertexEvent = grown(this.#vertexEvent, u32, vertex + 1);
      this.#rowStart = grown(this.#rowStart, u32, vertex + 2);
    }
    if (this.#rowStart.length <= vertex + 1) this.#rowStart = grown(this.#rowStart, u32, vertex + 2);
    this.#vertexEvent[vertex] = event;
    this.#rowStart[vertex + 1] = this.#rows.length;
    return vertex;
  }
}
