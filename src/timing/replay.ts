/**
 * The schedule played at one set of parameters, operation by operation, without folding: when each operation starts
 * and ends, and what the critical path consists of. It shares the cost table with `compile.ts` and nothing else.
 */

import { isEnd, opOf } from '../graph/events.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { orderFor } from '../graph/execution-graph.js';
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
import { protocolOf } from '../machine/message.js';
import { NONE as NO_OP } from '../schedule/columns.js';
import { CALC, DEP_OP, IREQUIRES, RECV, SEND } from '../schedule/schedule.js';
import { type Axis, latencyAxis } from './axis.js';
import { EXACT_LIMIT } from './exact.js';
import { type Prices, pricesOf } from './lines.js';
import type { PathStep } from './path.js';
import { Steps, withGap } from './steps.js';
import { type Bound, WindowCosts } from './window-costs.js';

const NONE = -1;

const NO_COST: Cost = { overheads: 0, latencies: 0, transfers: 0 };

/**
 * A place on the critical path: when `op` starts, ends, has left its CPU, lets the next send leave by its NIC, or when its
 * data have come.
 */
interface Point {
  readonly op: number;
  readonly what: 'post' | 'end' | 'released' | 'distance' | 'come';
}

/** A longest-path value as c + a·x. */
interface Value {
  c: number;
  a: number;
}

/** Plays a schedule forward in time on a machine, event by event: the independent check of compiled systems. */
export class Replay {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly axis: Axis;
  #prices: Prices;
  #x: number;
  /** [operations] post, and by receive the meeting point, as c + a·x. */
  readonly #postC: Float64Array;
  readonly #postA: Float64Array;
  readonly #meetC: Float64Array;
  readonly #meetA: Float64Array;
  readonly #rank: Uint32Array;
  /** By receive whose data come apart from its meeting point: when they do. */
  readonly #come = new Map<number, Value>();
  readonly #windows: WindowCosts;

  /** Plays `graph` at x on `axis`, by default at the machine's own latency. */
  constructor(
    graph: ExecutionGraph,
    machine: Machine,
    axis: Axis = latencyAxis(machine),
    x: number = axis.base,
  ) {
    const { operations, ranks, rankStart, kind, value } = graph.schedule;
    const whole = value.every((one, op) => kind[op] !== CALC || Number.isInteger(one));
    this.graph = orderFor(graph, machine);
    this.machine = machine;
    this.axis = axis;
    this.#prices = pricesOf(machine, axis, whole);
    this.#x = x * this.#prices.scale;
    this.#postC = new Float64Array(operations);
    this.#postA = new Float64Array(operations);
    this.#meetC = new Float64Array(operations);
    this.#meetA = new Float64Array(operations);
    this.#rank = new Uint32Array(operations);
    for (let rank = 0; rank < ranks; rank++) this.#rank.fill(rank, rankStart[rank], rankStart[rank + 1]);
    this.#windows = new WindowCosts(this.graph, machine, this.#rank);
    this.#play();
    if (!this.#prices.exact || this.#addsExactly()) return;
    this.#prices = pricesOf(machine, axis, false);
    this.#x = x * this.#prices.scale;
    this.#play();
  }

  #play(): void {
    const { order, schedule } = this.graph;
    const { kind } = schedule;
    for (let i = 0; i < order.length; i++) {
      const op = opOf(order[i]);
      if (!isEnd(order[i])) this.#post(op);
      else if (kind[op] === RECV) this.#meet(op);
      // A rendezvous send may come before its receive in the order: its end needs their meeting point.
      else this.#meet(this.graph.partner[op]);
    }
  }

  #addsExactly(): boolean {
    const { operations } = this.graph.schedule;
    for (let op = 0; op < operations; op++) if (this.#end(op).c >= EXACT_LIMIT) return false;
    return true;
  }

  /** Steps at the prices that the program was played with. */
  get #steps(): Steps {
    return new Steps(this.graph.schedule, this.machine, this.#prices, this.#x, (send) => this.#route(send));
  }

  /** When `op` starts, ns. */
  startOf(op: number): number {
    return this.#ns({ c: this.#postC[op], a: this.#postA[op] });
  }

  /** When `op` has ended, ns. */
  endOf(op: number): number {
    return this.#ns(this.#end(op));
  }

  /** When the message of a receive has arrived, its receive is posted, and the CPU is there to take it, ns. */
  meetingOf(recv: number): number {
    return this.#ns({ c: this.#meetC[recv], a: this.#meetA[recv] });
  }

  /** Rank of `op`. */
  rankOf(op: number): number {
    return this.#rank[op];
  }

  /** Operation that ends last (of several, the one with the steepest path), or −1 in an empty schedule. */
  lastOp(): number {
    let best = NONE;
    let bestEnd: Value = { c: Number.NEGATIVE_INFINITY, a: 0 };
    for (let op = 0; op < this.graph.schedule.operations; op++) {
      const end = this.#end(op);
      if (best !== NONE && !this.#longer(end, bestEnd)) continue;
      best = op;
      bestEnd = end;
    }
    return best;
  }

  /** The critical path, first step first. */
  criticalPath(): PathStep[] {
    const steps: PathStep[] = [];
    const last = this.lastOp();
    let at: Point | null = last === NONE ? null : { op: last, what: 'end' };
    const final = this.#lastBound();
    if (final !== null && last !== NONE && this.#longer(this.#boundEnd(final.bound), this.#end(last)))
      at = this.#boundBack(final.op, final.bound, steps);
    while (at !== null) at = this.#stepBack(at, steps);
    return steps.reverse();
  }

  /** The point that decides when `at` is, after the step between the two was added. */
  #stepBack({ op, what }: Point, steps: PathStep[]): Point | null {
    const { kind } = this.graph.schedule;
    if (what === 'post') return this.#postBack(op, steps);
    if (what === 'come') return this.#comeBack(op, steps);
    if (kind[op] === CALC) {
      steps.push(this.#steps.computation(op, this.startOf(op)));
      return { op, what: 'post' };
    }
    if (what === 'distance') {
      steps.push(this.#distanceStep(op));
      return { op, what: 'post' };
    }
    const send = kind[op] === SEND ? op : this.graph.partner[op];
    const costs = this.#costs(send);
    const whole = kind[op] === SEND ? costs.sendEnd : costs.recvEnd;
    const ending = what === 'end' ? whole : kind[op] === RECV ? OVERHEAD : null;
    if (ending === null) {
      steps.push(this.#steps.message(op, this.startOf(op), OVERHEAD, send));
      return { op, what: 'post' };
    }
    const recv = this.graph.partner[send];
    const come = this.#come.get(recv);
    if (come !== undefined && what === 'end') {
      steps.push(this.#steps.message(op, this.#ns(come), beyondData(ending), send));
      return { op: recv, what: 'come' };
    }
    steps.push(this.#steps.message(op, this.meetingOf(recv), ending, send));
    return this.#meetingBack(recv, steps);
  }

  /** What decides when `recv` meets its message. */
  #meetingBack(recv: number, steps: PathStep[]): Point {
    const send = this.graph.partner[recv];
    const costs = this.#costs(send);
    if (this.#arrivesLast(recv)) {
      steps.push(this.#steps.message(send, this.startOf(send), costs.sendToMeet, send));
      return { op: send, what: 'post' };
    }
    const posted = this.#postC[recv] === this.#meetC[recv] && this.#postA[recv] === this.#meetA[recv];
    if (posted) return { op: recv, what: 'post' };
    const cpu = this.#cpuBefore(recv);
    return cpu === NONE ? this.#behindBack(recv, steps) : { op: cpu, what: 'released' };
  }

  /** What decides when the data of `recv` have come: its own message, or the receive before it. */
  #comeBack(recv: number, steps: PathStep[]): Point {
    const send = this.graph.partner[recv];
    const come = this.#comeOf(recv);
    const fetched = this.#plus({ c: this.#meetC[recv], a: this.#meetA[recv] }, DATA, send);
    if (!this.#fetches(send)) return this.#meetingBack(recv, steps);
    if (come.c !== fetched.c || come.a !== fetched.a) return this.#behindBack(recv, steps);
    steps.push(this.#steps.message(recv, this.meetingOf(recv), DATA, send));
    return this.#meetingBack(recv, steps);
  }

  /** The transfer of `recv` behind what the receive before it took. */
  #behindBack(recv: number, steps: PathStep[]): Point {
    const before = this.#programBefore(recv);
    const send = this.graph.partner[before];
    const start = this.#comeOf(before);
    const end = this.#behindData(recv) ?? start;
    const transfer = this.machine.nic === 'free' ? NO_COST : INJECTION;
    const taken = this.machine.cpu === 'free' ? start : this.#plus(start, OVERHEAD, send);
    const after = this.#plus(taken, transfer, this.graph.partner[recv]);
    const spaced = end.c !== after.c || end.a !== after.a;
    const free = spaced ? start : taken;
    const step = this.#steps.message(recv, this.#ns(free), transfer, this.graph.partner[recv]);
    steps.push(spaced ? withGap(step, this.machine.gap) : step);
    if (!spaced && this.machine.cpu !== 'free')
      steps.push(this.#steps.message(before, this.#ns(start), OVERHEAD, send));
    return { op: before, what: 'come' };
  }

  #post(op: number): void {
    const { depStart, deps } = this.graph.schedule;
    let best: Value = { c: 0, a: 0 };
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const value = this.#dependency(deps[i]);
      if (i === depStart[op] || this.#longer(value, best)) best = value;
    }
    const { serial, schedule } = this.graph;
    if (serial !== null && schedule.kind[op] !== RECV) {
      const cpu = this.#cpuBefore(op);
      if (cpu !== NONE) best = this.#later(this.#released(cpu), best);
      const nic = this.#nicBefore(op);
      if (nic !== NONE) best = this.#later(this.#distanceEnd(nic), best);
    }
    const sent = this.#sentBefore(op);
    if (sent !== NONE) best = this.#later(this.#distanceEnd(sent), best);
    for (const bound of this.#boundsOf(op)) best = this.#later(this.#boundEnd(bound), best);
    this.#postC[op] = best.c;
    this.#postA[op] = best.a;
  }

  /** The operation that holds the CPU before `op`, and the send that leaves by the NIC before it; NONE without. */
  #cpuBefore(op: number): number {
    const before = this.graph.serial?.cpuBefore?.[op] ?? NO_OP;
    return before === NO_OP ? NONE : before;
  }

  #nicBefore(op: number): number {
    const before = this.graph.serial?.nicBefore?.[op] ?? NO_OP;
    return before === NO_OP ? NONE : before;
  }

  /** When `op` has left its CPU. */
  #released(op: number): Value {
    const { kind } = this.graph.schedule;
    if (kind[op] === CALC) return this.#end(op);
    if (kind[op] === SEND) return this.#plus(this.#postOf(op), OVERHEAD, op);
    return this.#plus({ c: this.#meetC[op], a: this.#meetA[op] }, OVERHEAD, this.graph.partner[op]);
  }

  /** The send, or the receive, that the program's order puts before `op`; NONE without. */
  #sentBefore(op: number): number {
    return this.graph.schedule.kind[op] === SEND ? this.#programBefore(op) : NONE;
  }

  #programBefore(op: number): number {
    const before = this.graph.program?.before[op] ?? NO_OP;
    return before === NO_OP ? NONE : before;
  }

  /** What the start of `op` waits for besides: all receives of a window. */
  #boundsOf(op: number): readonly Bound[] {
    const window = this.graph.program?.windows.byOp.get(op);
    return window === undefined ? [] : this.#windows.of(window);
  }

  #boundEnd({ from, overheads, overheadNs, tolls }: Bound): Value {
    const p = this.#prices;
    const value = from === NO_OP ? { c: 0, a: 0 } : this.#postOf(from);
    value.c += overheads * p.overhead + overheadNs * p.scale;
    value.a += overheads * p.overheadSlope;
    for (const { route, latencies, bytes } of tolls) {
      value.c += latencies * p.latency[route] + bytes * p.gap[route];
      value.a += latencies * p.latencySlope[route] + bytes * p.gapSlope[route];
    }
    return value;
  }

  /** When the send behind `send` may leave by its NIC: max(o, g + (s − 1)·G) later; o or the rest where only one is in order. */
  #distanceEnd(send: number): Value {
    const injected = this.#plus(this.#postOf(send), INJECTION, send);
    injected.c += this.machine.gap * this.#prices.scale;
    const { cpu, nic } = this.machine;
    if (nic === 'free') return this.#plus(this.#postOf(send), OVERHEAD, send);
    if (nic === 'ordered' && cpu === 'free') return injected;
    return this.#later(injected, this.#plus(this.#postOf(send), OVERHEAD, send));
  }

  /** When the data of the receive before `recv` let its own come; null without one. */
  #behindData(recv: number): Value | null {
    const before = this.#programBefore(recv);
    if (before === NONE) return null;
    const { cpu, nic, gap } = this.machine;
    const come = this.#comeOf(before);
    const taken = cpu === 'free' ? come : this.#plus(come, OVERHEAD, this.graph.partner[before]);
    if (nic === 'free') return taken;
    const after = this.#plus(taken, INJECTION, this.graph.partner[recv]);
    const spaced = this.#plus(come, INJECTION, this.graph.partner[recv]);
    spaced.c += gap * this.#prices.scale;
    return cpu === 'free' || this.#longer(spaced, after) ? spaced : after;
  }

  /** When the data of `recv` have come: its meeting point, or later where the receiver fetches them. */
  #comeOf(recv: number): Value {
    const known = this.#come.get(recv);
    if (known !== undefined) return known;
    const send = this.graph.partner[recv];
    const meet = { c: this.#meetC[recv], a: this.#meetA[recv] };
    return this.#fetches(send) ? this.#plus(meet, DATA, send) : meet;
  }

  /** Whether the receiver fetches the message of `send`. */
  #fetches(send: number): boolean {
    return this.#costs(send).recvEnd.transfers > 0;
  }

  #postOf(op: number): Value {
    return { c: this.#postC[op], a: this.#postA[op] };
  }

  #later(one: Value, other: Value): Value {
    return this.#longer(one, other) ? one : other;
  }

  #dependency(dep: number): Value {
    const before = dep & DEP_OP;
    if ((dep & IREQUIRES) === 0) return this.#end(before);
    return { c: this.#postC[before] + this.machine.async * this.#prices.scale, a: this.#postA[before] };
  }

  #meet(recv: number): void {
    const send = this.graph.partner[recv];
    const arrival = this.#plus(this.#postOf(send), this.#costs(send).sendToMeet, send);
    let later = this.#later(this.#postOf(recv), arrival);
    const cpu = this.#cpuBefore(recv);
    if (cpu !== NONE) later = this.#later(this.#released(cpu), later);
    const behind = this.#behindData(recv);
    if (behind !== null && !this.#fetches(send)) later = this.#later(behind, later);
    this.#meetC[recv] = later.c;
    this.#meetA[recv] = later.a;
    if (behind !== null && this.#fetches(send))
      this.#come.set(recv, this.#later(behind, this.#plus(later, DATA, send)));
  }

  #arrivesLast(recv: number): boolean {
    const send = this.graph.partner[recv];
    const arrival = this.#plus(this.#postOf(send), this.#costs(send).sendToMeet, send);
    return arrival.c === this.#meetC[recv] && arrival.a === this.#meetA[recv];
  }

  #end(op: number): Value {
    const { kind, value } = this.graph.schedule;
    const post = { c: this.#postC[op], a: this.#postA[op] };
    if (kind[op] === CALC) return { c: post.c + value[op] * this.#prices.scale, a: post.a };
    const send = kind[op] === SEND ? op : this.graph.partner[op];
    const costs = this.#costs(send);
    const ending = kind[op] === SEND ? costs.sendEnd : costs.recvEnd;
    if (ending === null) return this.#plus(post, OVERHEAD, send);
    const recv = this.graph.partner[send];
    const come = this.#come.get(recv);
    if (come !== undefined) return this.#plus(come, beyondData(ending), send);
    return this.#plus({ c: this.#meetC[recv], a: this.#meetA[recv] }, ending, send);
  }

  /** What decides when `op` starts; adds the price of an `irequires` where there is one. */
  #postBack(op: number, steps: PathStep[]): Point | null {
    const { depStart, deps } = this.graph.schedule;
    const post = this.#postOf(op);
    const is = (value: Value): boolean => value.c === post.c && value.a === post.a;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      if (!is(this.#dependency(deps[i]))) continue;
      const before = deps[i] & DEP_OP;
      if ((deps[i] & IREQUIRES) === 0) return { op: before, what: 'end' };
      if (this.machine.async > 0) steps.push(this.#steps.async(op, this.startOf(before)));
      return { op: before, what: 'post' };
    }
    const cpu = this.graph.schedule.kind[op] === RECV ? NONE : this.#cpuBefore(op);
    if (cpu !== NONE && is(this.#released(cpu))) return { op: cpu, what: 'released' };
    const nic = this.#nicBefore(op);
    if (nic !== NONE && is(this.#distanceEnd(nic))) return { op: nic, what: 'distance' };
    const sent = this.#sentBefore(op);
    if (sent !== NONE && is(this.#distanceEnd(sent))) return { op: sent, what: 'distance' };
    const bound = this.#boundsOf(op).find((one) => is(this.#boundEnd(one)));
    return bound === undefined ? null : this.#boundBack(op, bound, steps);
  }

  #boundBack(op: number, bound: Bound, steps: PathStep[]): Point | null {
    steps.push(...this.#boundSteps(op, bound));
    return bound.from === NO_OP ? null : { op: bound.from, what: 'post' };
  }

  /** The longest of the windows for which only the end of the program waits; null without any. */
  #lastBound(): { readonly op: number; readonly bound: Bound } | null {
    let best: { readonly op: number; readonly bound: Bound } | null = null;
    for (const window of this.graph.program?.windows.atEnd ?? []) {
      for (const bound of this.#windows.of(window)) {
        if (best !== null && !this.#longer(this.#boundEnd(bound), this.#boundEnd(best.bound))) continue;
        best = { op: window.op, bound };
      }
    }
    return best;
  }

  /** When the program ends, ns. */
  get runtime(): number {
    const last = this.lastOp();
    if (last === NONE) return 0;
    const end = this.#end(last);
    const final = this.#lastBound();
    return this.#ns(final === null ? end : this.#later(this.#boundEnd(final.bound), end));
  }

  /** The sum of several receives, in the name of the operation that waits: a step for each route, last first. */
  #boundSteps(op: number, { from, overheads, overheadNs, tolls }: Bound): PathStep[] {
    const o = this.#steps.overheadOf(overheads, overheadNs);
    let end = from === NO_OP ? 0 : this.startOf(from);
    const steps = tolls.map((toll, i) => {
      const step = this.#steps.toll(op, end, toll, i === 0 ? o : 0);
      end = step.end;
      return step;
    });
    return steps.reverse();
  }

  #costs(send: number): ProtocolCosts {
    return COSTS[protocolOf(this.graph.schedule, this.machine, send)];
  }

  #route(send: number): number {
    return this.machine.network.routeOf(this.#rank[send], this.graph.schedule.peer[send]);
  }

  #plus(value: Value, cost: Cost, send: number): Value {
    const p = this.#prices;
    const size = this.graph.schedule.value[send];
    const table = this.machine.overheadBySize === null ? 0 : overheadOf(this.machine, size) * p.scale;
    let c = value.c + cost.overheads * (p.overhead + table);
    let a = value.a + cost.overheads * p.overheadSlope;
    if (cost.latencies > 0 || cost.transfers > 0) {
      const route = this.#route(send);
      const bytes = cost.transfers * Math.max(size - 1, 0);
      c += cost.latencies * p.latency[route] + bytes * p.gap[route];
      a += cost.latencies * p.latencySlope[route] + bytes * p.gapSlope[route];
    }
    return { c, a };
  }

  /** Whether `one` is the longer path, or as long and steeper. */
  #longer(one: Value, other: Value): boolean {
    const difference = one.c - other.c + (one.a - other.a) * this.#x;
    const length = Math.abs(one.c + one.a * this.#x);
    if (Math.abs(difference) > length * (this.#prices.exact ? 2 ** -51 : 1e-14)) return difference > 0;
    return one.a > other.a || (one.a === other.a && one.c > other.c);
  }

  #ns(value: Value): number {
    return (value.c + value.a * this.#x) / this.#prices.scale;
  }

  /** What a send keeps the next one waiting for at its NIC: its overhead, or gap and bytes. */
  #distanceStep(send: number): PathStep {
    const overhead = this.#plus(this.#postOf(send), OVERHEAD, send);
    const end = this.#distanceEnd(send);
    const start = this.startOf(send);
    if (end.c === overhead.c && end.a === overhead.a) return this.#steps.message(send, start, OVERHEAD, send);
    return withGap(this.#steps.message(send, start, INJECTION, send), this.machine.gap);
  }
}
