/**
 * Compiles a graph into a noise program: every event of the schedule in its order, as in `timing/compile.ts`, at the
 * machine's parameters. Only the costs of messages are shared with it.
 */

import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import { isEnd, opOf } from '../graph/graph-events.js';
import { type Cost, crossesNetwork, INJECTION, isSynchronous, MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, DEP_OP, IREQUIRES, NONE, RECV, type Schedule, SEND, u32 } from '../schedule/schedule.js';
import type { Axis } from '../timing/axis.js';
import { CopyCosts } from '../timing/copy-costs.js';
import { EXACT_LIMIT, type Prices, pricesOf } from '../timing/line-system.js';
import { type Bound, WindowCosts } from '../timing/window-costs.js';
import {
  foldedTo,
  Gathered,
  ITEM,
  type NoisePlaces,
  type NoiseProgram,
  type Place,
  type Row,
  slotsOf,
  Vertices,
  ZERO,
} from './noise-program.js';

/** Options: `fold` is false if a path back through the program needs every operation. */
interface NoiseCompileOptions {
  readonly places: NoisePlaces;
  readonly axis: Axis;
  readonly fold?: boolean;
}

/** Orders the graph again if the machine's protocol differs from the graph's. Throws ModelError (for a cycle). */
export function compileNoise(
  graph: ExecutionGraph,
  machine: Machine,
  options: NoiseCompileOptions,
): NoiseProgram {
  return new NoiseCompiler(orderFor(graph, machine), machine, options).run();
}

class NoiseCompiler {
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #costs: MessageCosts;
  readonly #places: NoisePlaces;
  readonly #axis: Axis;
  readonly #fold: boolean;
  readonly #prices: FinePrices;
  readonly #windows: WindowCosts;
  readonly #copies: CopyCosts;
  readonly #vertices = new Vertices();
  readonly #gathered: Gathered;
  /** [operations] place of each post: vertex and offset. */
  readonly #postFrom: Uint32Array;
  readonly #postBase: Float64Array;
  readonly #postSlope: Float64Array;
  /** [operations] by computation with noise: the vertex of its end; by receive: where it is matched. NONE: none. */
  readonly #own: Uint32Array;
  /**
   * Vertices of data that arrive separately from the matching (by receive), and of sends that end separately with noise (by
   * send).
   */
  readonly #come = new Map<number, number>();
  readonly #ended = new Map<number, number>();
  /** [operations] 1: another operation waits for the end. */
  readonly #used: Uint8Array;
  /** The latest end so far. */
  #end: Place = ZERO;

  constructor(graph: ExecutionGraph, machine: Machine, { places, axis, fold = true }: NoiseCompileOptions) {
    const { operations, deps } = graph.schedule;
    this.#graph = graph;
    this.#machine = machine;
    this.#costs = new MessageCosts(graph.schedule, machine);
    this.#places = places;
    this.#axis = axis;
    this.#fold = fold;
    this.#prices = finePrices(graph.schedule, machine, axis);
    this.#gathered = new Gathered(axis.lowest * this.#prices.unit);
    this.#windows = new WindowCosts(graph, this.#costs);
    this.#copies = new CopyCosts(graph, this.#costs);
    this.#postFrom = u32(operations);
    this.#postBase = new Float64Array(operations);
    this.#postSlope = new Float64Array(operations);
    this.#own = u32(operations).fill(NONE);
    this.#used = new Uint8Array(operations);
    for (const dep of deps) if ((dep & IREQUIRES) === 0) this.#used[dep & DEP_OP] = 1;
  }

  run(): NoiseProgram {
    this.#vertices.push([], NONE);
    const { schedule, order, partner, program } = this.#graph;
    for (const event of order) {
      const op = opOf(event);
      if (!isEnd(event)) this.#post(op);
      else this.#meets(schedule.kind[op] === RECV ? op : partner[op]);
      if (isEnd(event) === this.#endsApart(op) && this.#used[op] === 0) this.#over(this.#endOf(op));
    }
    for (const { op, ...window } of program?.windows.atEnd ?? [])
      for (const bound of this.#windows.of({ op, ...window })) this.#over(this.#boundEnd(bound));
    this.#vertices.push([{ ...this.#end, item: ITEM.none, op: NONE }], NONE);
    const columns = this.#vertices.columns();
    return {
      graph: this.#graph,
      costs: this.#costs,
      axis: this.#axis,
      unit: this.#prices.unit,
      places: this.#places,
      ...columns,
      ...slotsOf(columns),
    };
  }

  #endsApart(op: number): boolean {
    const { schedule } = this.#graph;
    const kind = schedule.kind[op];
    return kind === RECV || (kind === SEND && isSynchronous(schedule, this.#machine, op));
  }

  /** The program does not end before `place`. */
  #over(place: Place): void {
    this.#gathered.add(this.#end);
    this.#gathered.add(place);
    this.#end = this.#settle(NONE, true);
  }

  /** post(v) = max over what it requires. */
  #post(op: number): void {
    const { depStart, deps, kind } = this.#graph.schedule;
    const gathered = this.#gathered;
    const begins = this.#places.begins.get(this.#costs.rank[op]) ?? 0;
    if (begins > 0 && depStart[op] === depStart[op + 1]) gathered.add(this.#later(ZERO, begins));
    for (let i = depStart[op]; i < depStart[op + 1]; i++) gathered.add(this.#dependency(deps[i]));
    const cpu = this.#graph.serial?.cpuBefore?.[op] ?? NONE;
    if (kind[op] !== RECV && cpu !== NONE) gathered.add(this.#released(cpu));
    if (kind[op] === SEND) this.#distances(op);
    const window = this.#graph.program?.windows.byOp.get(op);
    if (window !== undefined)
      for (const bound of this.#windows.of(window)) gathered.add(this.#boundEnd(bound));
    const place = this.#settle(op * 2, this.#fold);
    this.#postFrom[op] = place.from;
    this.#postBase[op] = place.base;
    this.#postSlope[op] = place.slope;
    if (kind[op] === CALC) this.#computes(op);
  }

  #dependency(dep: number): Place {
    const before = dep & DEP_OP;
    if ((dep & IREQUIRES) === 0) return this.#endOf(before);
    if (this.#costs.holdsCpu(before)) return this.#released(before);
    return this.#later(this.#postOf(before), this.#costs.startNs(before));
  }

  /** A computation with noise ends at a vertex of its own. */
  #computes(op: number): void {
    if (!this.#places.computation || this.#graph.schedule.value[op] === 0) return;
    this.#gathered.add(this.#calcEnd(op), ITEM.computation, op);
    this.#own[op] = this.#settle(op * 2 + 1, false).from;
  }

  /** Without noise. */
  #calcEnd(op: number): Place {
    const factor = this.#places.factors.get(this.#costs.rank[op]) ?? 1;
    return this.#later(this.#postOf(op), this.#graph.schedule.value[op] * factor);
  }

  /** The post of a send waits for the previous one: at a serial NIC max(o, g + (s − 1)·G), in program order as shared. */
  #distances(op: number): void {
    const { serial, program } = this.#graph;
    const send = serial === null ? this.#copies.sendBefore(op) : (serial.nicBefore?.[op] ?? NONE);
    const cpu = serial !== null || program?.cpu === true;
    const nic = serial !== null || program?.nic === true;
    if (serial === null) this.#behindCopies(op, cpu);
    if (send === NONE) return;
    const post = this.#postOf(send);
    if (cpu) this.#gathered.add(this.#plus(post, this.#costs.of(send).sending, send));
    if (nic) this.#gathered.add(this.#later(this.#plus(post, INJECTION, send), this.#machine.gap));
  }

  /** In program order a send is posted after copies, and later operations wait for all of them. */
  #behindCopies(op: number, cpu: boolean): void {
    const posted = this.#copies.postedBehind(op);
    if (posted !== NONE) {
      const post = this.#postOf(posted);
      this.#gathered.add(cpu ? this.#plus(post, this.#costs.of(posted).sending, posted) : post);
    }
    for (const bound of this.#copies.boundsOf(op)) this.#gathered.add(this.#boundEnd(bound));
  }

  /** Where `op` releases its CPU. */
  #released(op: number): Place {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    if (kind === CALC) return this.#endOf(op);
    const { sending, taking } = this.#costs.of(kind === SEND ? op : partner[op]);
    if (kind === SEND) return this.#plus(this.#postOf(op), sending, op);
    return this.#plus(this.#meetingOf(op), taking, partner[op]);
  }

  /** Where `op` ends; operations that end separately must be matched first. */
  #endOf(op: number): Place {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    if (kind === CALC) return this.#own[op] === NONE ? this.#calcEnd(op) : at(this.#own[op]);
    const send = kind === SEND ? op : partner[op];
    const { sending, ...costs } = this.#costs.of(send);
    const cost = kind === SEND ? costs.sendEnd : costs.recvEnd;
    if (cost === null) return this.#plus(this.#postOf(op), sending, send);
    const ended = this.#ended.get(op);
    if (ended !== undefined) return at(ended);
    const come = this.#come.get(partner[send]);
    const afterData = kind === SEND ? costs.sendAfterData : costs.recvAfterData;
    if (come !== undefined && afterData !== null) return this.#plus(at(come), afterData, send);
    return this.#plus(this.#meetingOf(partner[send]), cost, send);
  }

  #meetingOf(recv: number): Place {
    if (this.#own[recv] === NONE) throw new Error(`receive ${recv} is read before it is matched`);
    return at(this.#own[recv]);
  }

  /** Message, receive and the receiving CPU meet. */
  #meets(recv: number): void {
    if (this.#own[recv] !== NONE) return;
    const send = this.#graph.partner[recv];
    const { sendToMeet, data } = this.#costs.of(send);
    const gathered = this.#gathered;
    const noisy = this.#isNoisy(send);
    const item = noisy && sendToMeet.latencies > 0 ? ITEM.toMeeting : ITEM.none;
    gathered.add(this.#plus(this.#postOf(send), sendToMeet, send), item, send);
    gathered.add(this.#postOf(recv));
    const cpu = this.#graph.serial?.cpuBefore?.[recv] ?? NONE;
    if (cpu !== NONE) gathered.add(this.#released(cpu));
    const fetched = crossesNetwork(data);
    if (!fetched) this.#heldBack(recv, item);
    this.#own[recv] = this.#settle(recv * 2 + 1, false).from;
    if (fetched) this.#fetched(recv, send, noisy);
    if (noisy) this.#endsWithNoise(recv, send);
  }

  /** The data of a rendezvous arrive at their own vertex, with the noise of their way. */
  #fetched(recv: number, send: number, noisy: boolean): void {
    const place = this.#plus(this.#meetingOf(recv), this.#costs.of(send).data, send);
    const item = noisy ? ITEM.data : ITEM.none;
    this.#gathered.add(place, item, send);
    this.#heldBack(recv, item);
    this.#come.set(recv, this.#settle(recv * 2 + 1, false).from);
  }

  /** Ends behind further messages of the protocol, with the noise of their way. */
  #endsWithNoise(recv: number, send: number): void {
    const { recvAfterData, sendAfterData, sendEnd } = this.#costs.of(send);
    const come = this.#come.get(recv);
    const ends = (op: number, from: Place, cost: Cost | null, item: number): void => {
      if (cost === null || cost.latencies === 0) return;
      this.#gathered.add(this.#plus(from, cost, send), item, send);
      this.#ended.set(op, this.#settle(op * 2 + 1, false).from);
    };
    if (come !== undefined) ends(recv, at(come), recvAfterData, ITEM.recvAfterData);
    if (come !== undefined && sendAfterData !== null) ends(send, at(come), sendAfterData, ITEM.sendAfterData);
    else ends(send, this.#meetingOf(recv), sendEnd, ITEM.sendEnd);
  }

  /**
   * In program order the data of `recv` follow copies that were sent with them, with the noise of their own way, and the
   * data of the previous receive.
   */
  #heldBack(recv: number, item: number): void {
    const { program, partner } = this.#graph;
    const copied = this.#copies.arrivalOf(partner[recv]);
    if (copied !== null) this.#gathered.add(this.#boundEnd(copied), item, partner[recv]);
    const before = program?.before[recv] ?? NONE;
    if (program === null || before === NONE) return;
    const come = this.#comeOf(before);
    const transferred = (place: Place): Place =>
      program.nic ? this.#plus(place, INJECTION, partner[recv]) : place;
    const { taking } = this.#costs.of(partner[before]);
    if (program.cpu) this.#gathered.add(transferred(this.#plus(come, taking, partner[before])));
    if (program.nic) this.#gathered.add(this.#later(transferred(come), this.#machine.gap));
  }

  #comeOf(recv: number): Place {
    const come = this.#come.get(recv);
    if (come !== undefined) return at(come);
    const send = this.#graph.partner[recv];
    return this.#plus(this.#meetingOf(recv), this.#costs.of(send).data, send);
  }

  /** All receives of a window, whose sum contains no noise, so that it remains a lower bound. */
  #boundEnd({ from, overheads, overheadNs, gapNs, tolls }: Bound): Place {
    const p = this.#prices;
    const start = from === NONE ? ZERO : this.#postOf(from);
    let base = start.base + overheads * p.overhead + (overheadNs + gapNs) * p.unit;
    let slope = start.slope + overheads * p.overheadSlope;
    for (const { route, latencies, bytes } of tolls) {
      base += latencies * p.latency[route] + bytes * p.gap[route];
      slope += latencies * p.latencySlope[route] + bytes * p.gapSlope[route];
    }
    return { from: start.from, base, slope };
  }

  #isNoisy(send: number): boolean {
    const { counts } = this.#machine.network.routes[this.#costs.route(send)];
    return counts.some((count, k) => count > 0 && this.#places.latency[k] === true);
  }

  #postOf(op: number): Place {
    return { from: this.#postFrom[op], base: this.#postBase[op], slope: this.#postSlope[op] };
  }

  #later({ from, base, slope }: Place, ns: number): Place {
    return { from, base: base + ns * this.#prices.unit, slope };
  }

  /** `place` plus a part of the cost of the message of `send`. */
  #plus({ from, base, slope }: Place, cost: Cost, send: number): Place {
    const p = this.#prices;
    const own = cost.overheads * p.overhead + this.#costs.constantNs(send, cost) * p.unit;
    const growth = slope + cost.overheads * p.overheadSlope;
    if (!crossesNetwork(cost)) return { from, base: base + own, slope: growth };
    const route = this.#costs.route(send);
    const bytes = cost.transfers * this.#costs.bytes(send);
    return {
      from,
      base: base + own + cost.latencies * p.latency[route] + bytes * p.gap[route],
      slope: growth + cost.latencies * p.latencySlope[route] + bytes * p.gapSlope[route],
    };
  }

  /** The gathered rows as a place: with `fold` without a new vertex if only one without noise remains. */
  #settle(event: number, fold: boolean): Place {
    const rows: readonly Row[] = this.#gathered.take();
    const place = fold ? foldedTo(rows) : null;
    return (
      place ?? this.#vertices.push(rows.length === 0 ? [{ ...ZERO, item: ITEM.none, op: NONE }] : rows, event)
    );
  }
}

const at = (vertex: number): Place => ({ from: vertex, base: 0, slope: 0 });

/** {@link Prices} in 1/unit ns: a unit fine enough for rounded draws, and coarse enough for exact sums. */
interface FinePrices extends Omit<Prices, 'scale' | 'exact'> {
  readonly unit: number;
}

/** Maximum number of parts of a ns, or of the unit that makes all costs whole. */
const FINEST = 2 ** 10;
/** Headroom of all computations of a rank below the largest exact sum, for messages and noise. */
const ROOM = 64;

/** Prices of a machine along an axis, in a unit in which costs are whole numbers if possible. */
function finePrices(schedule: Schedule, machine: Machine, axis: Axis): FinePrices {
  const { kind, value } = schedule;
  const whole = value.every((one, op) => kind[op] !== CALC || Number.isInteger(one));
  const { scale, exact: _, ...prices } = pricesOf(machine, axis, whole);
  let finer = FINEST;
  while (finer > 1 && longestRank(schedule) * ROOM * scale * finer > EXACT_LIMIT) finer /= 2;
  const times = (values: Float64Array): Float64Array => values.map((one) => one * finer);
  return {
    ...prices,
    unit: scale * finer,
    latency: times(prices.latency),
    gap: times(prices.gap),
    overhead: prices.overhead * finer,
  };
}

/** The largest computation of a rank, ns. */
function longestRank({ ranks, rankStart, kind, value }: Schedule): number {
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let sum = 0;
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) if (kind[op] === CALC) sum += value[op];
    most = Math.max(most, sum);
  }
  return most;
}
