/**
 * The schedule played at one set of parameters, operation by operation, without folding: when each operation starts and
 * ends, as lines c + a·x. It shares only the costs of messages with `compile.ts`.
 */

import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import { isEnd, opOf } from '../graph/graph-events.js';
import type { KernelPrices, PlayKernel } from '../kernels/play-kernel.js';
import { type Cost, crossesNetwork, INJECTION, MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, DEP_OP, IREQUIRES, NONE, RECV, SEND } from '../schedule/schedule.js';
import type { Axis } from './axis.js';
import { playKernel } from './compile.js';
import { CopyCosts } from './copy-costs.js';
import { EXACT_LIMIT, INEXACT_ROUNDING, type Prices, pricesOf, ROUNDING } from './line-system.js';
import { type Bound, WindowCosts } from './window-costs.js';

/** A time as c + a·x, in 1/scale ns. */
export interface Value {
  c: number;
  a: number;
}

export const same = (one: Value, other: Value): boolean => one.c === other.c && one.a === other.a;

export class Play {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly costs: MessageCosts;
  readonly #axis: Axis;
  /** Whether all computations are whole ns. */
  readonly #whole: boolean;
  #prices: Prices;
  #x: number;
  /** [operations] post, and by receive the meeting point, as c + a·x. */
  readonly #postC: Float64Array;
  readonly #postA: Float64Array;
  readonly #meetC: Float64Array;
  readonly #meetA: Float64Array;
  /** By receive whose data come apart from its meeting point: when they do. */
  readonly #come = new Map<number, Value>();
  readonly #windows: WindowCosts;
  readonly #copies: CopyCosts;
  readonly #kernel: PlayKernel | null;

  /** Plays `graph` at x on `axis`. */
  constructor(graph: ExecutionGraph, machine: Machine, axis: Axis, x: number) {
    const { operations, kind, value } = graph.schedule;
    let whole = true;
    for (let op = 0; op < operations && whole; op++) whole = kind[op] !== CALC || Number.isInteger(value[op]);
    this.graph = orderFor(graph, machine);
    this.machine = machine;
    this.costs = new MessageCosts(graph.schedule, machine);
    this.#axis = axis;
    this.#whole = whole;
    this.#prices = pricesOf(machine, axis, whole);
    this.#x = x * this.#prices.scale;
    this.#kernel = playKernel(this.graph, machine);
    this.#postC = this.#kernel?.postC ?? new Float64Array(operations);
    this.#postA = this.#kernel?.postA ?? new Float64Array(operations);
    this.#meetC = this.#kernel?.meetC ?? new Float64Array(operations);
    this.#meetA = this.#kernel?.meetA ?? new Float64Array(operations);
    this.#windows = new WindowCosts(this.graph, this.costs);
    this.#copies = new CopyCosts(this.graph, this.costs);
    this.#runAt(x);
  }

  /** Plays it at another x. All times are those of there then. */
  moveTo(x: number): void {
    this.#prices = pricesOf(this.machine, this.#axis, this.#whole);
    this.#x = x * this.#prices.scale;
    this.#runAt(x);
  }

  #runAt(x: number): void {
    this.#run();
    if (!this.#prices.exact || this.#addsExactly()) return;
    this.#prices = pricesOf(this.machine, this.#axis, false);
    this.#x = x * this.#prices.scale;
    this.#run();
  }

  #run(): void {
    if (this.#kernel === null) this.#runHere();
    else this.#kernel.run(this.#kernelPrices());
  }

  #runHere(): void {
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

  /** Whether all times are whole numbers that doubles add exactly: any fraction in the costs appears in them. */
  #addsExactly(): boolean {
    if (this.#kernel !== null) return this.#kernel.addsExactly(this.#kernelPrices());
    const { operations } = this.graph.schedule;
    for (let op = 0; op < operations; op++) {
      const { c } = this.endOf(op);
      const whole =
        Number.isInteger(c) && Number.isInteger(this.#postC[op]) && Number.isInteger(this.#meetC[op]);
      if (!whole || c >= EXACT_LIMIT) return false;
    }
    return true;
  }

  /** Share of their length within which two paths are equally long. */
  get #tie(): number {
    return this.#prices.exact ? ROUNDING : INEXACT_ROUNDING;
  }

  #kernelPrices(): KernelPrices {
    return { ...this.#prices, x: this.#x, tie: this.#tie };
  }

  /** Its prices, and x as they count it. */
  get prices(): Prices {
    return this.#prices;
  }

  get x(): number {
    return this.#x;
  }

  ns(value: Value): number {
    return (value.c + value.a * this.#x) / this.#prices.scale;
  }

  /** Whether `one` is the longer path, or as long and steeper. */
  longer(one: Value, other: Value): boolean {
    const difference = one.c - other.c + (one.a - other.a) * this.#x;
    const length = Math.abs(one.c + one.a * this.#x);
    if (Math.abs(difference) > length * this.#tie) return difference > 0;
    return one.a > other.a || (one.a === other.a && one.c > other.c);
  }

  later(one: Value, other: Value): Value {
    return this.longer(one, other) ? one : other;
  }

  postOf(op: number): Value {
    return { c: this.#postC[op], a: this.#postA[op] };
  }

  /** When message and receive meet, and the CPU is there to take it. */
  meetingOf(recv: number): Value {
    return { c: this.#meetC[recv], a: this.#meetA[recv] };
  }

  /** When the message of `recv` reaches it, were nothing else in its way. */
  arrivalOf(recv: number): Value {
    const send = this.graph.partner[recv];
    return this.plus(this.postOf(send), this.costs.of(send).sendToMeet, send);
  }

  endOf(op: number): Value {
    const { kind, value } = this.graph.schedule;
    const post = this.postOf(op);
    if (kind[op] === CALC) return { c: post.c + value[op] * this.#prices.scale, a: post.a };
    const send = kind[op] === SEND ? op : this.graph.partner[op];
    const costs = this.costs.of(send);
    const ending = kind[op] === SEND ? costs.sendEnd : costs.recvEnd;
    if (ending === null) return this.plus(post, costs.sending, send);
    const recv = this.graph.partner[send];
    const come = this.#come.get(recv);
    const afterData = kind[op] === SEND ? costs.sendAfterData : costs.recvAfterData;
    if (come !== undefined && afterData !== null) return this.plus(come, afterData, send);
    return this.plus(this.meetingOf(recv), ending, send);
  }

  /** When the operations from `first` on start and end, ns, into columns of one length. */
  spans(first: number, starts: Float64Array, ends: Float64Array): void {
    if (this.#kernel !== null) {
      this.#kernel.spans(this.#kernelPrices(), first, starts, ends);
      return;
    }
    for (let i = 0; i < starts.length; i++) {
      starts[i] = this.ns(this.postOf(first + i));
      ends[i] = this.ns(this.endOf(first + i));
    }
  }

  /** When what an operation depends on lets it start. */
  dependency(dep: number): Value {
    const before = dep & DEP_OP;
    if ((dep & IREQUIRES) === 0) return this.endOf(before);
    if (this.costs.holdsCpu(before)) return this.sentBy(before);
    const ns = this.costs.startNs(before);
    return { c: this.#postC[before] + ns * this.#prices.scale, a: this.#postA[before] };
  }

  /** When the CPU of `send` has done what it does from the post on. */
  sentBy(send: number): Value {
    return this.plus(this.postOf(send), this.costs.of(send).sending, send);
  }

  /** When the CPU of the receive of `send` is done with data that come at `come`. */
  takenAt(come: Value, send: number): Value {
    return this.plus(come, this.costs.of(send).taking, send);
  }

  /** When `op` has left its CPU. */
  released(op: number): Value {
    const { kind } = this.graph.schedule;
    if (kind[op] === CALC) return this.endOf(op);
    if (kind[op] === SEND) return this.sentBy(op);
    const send = this.graph.partner[op];
    return this.takenAt(this.meetingOf(op), send);
  }

  /** The operation that holds the CPU before `op`; NONE without. */
  cpuBefore(op: number): number {
    return this.graph.serial?.cpuBefore?.[op] ?? NONE;
  }

  /** The send whose distance `op` keeps on its NIC, or behind which the program's order puts it; NONE without. */
  sendBefore(op: number): number {
    const { serial, schedule } = this.graph;
    if (schedule.kind[op] !== SEND) return NONE;
    return serial === null ? this.#copies.sendBefore(op) : (serial.nicBefore?.[op] ?? NONE);
  }

  /** The send after which the program posts `op`, where that is not the one from which it is spaced; NONE otherwise. */
  postedBehind(op: number): number {
    return this.#copies.postedBehind(op);
  }

  /** When the program may post the send behind `send`: at once, or when its CPU has done that. */
  posted(send: number): Value {
    return this.machine.cpu === 'free' ? this.postOf(send) : this.sentBy(send);
  }

  /** The send, or the receive, that the program's order puts before `op`; NONE without. */
  programBefore(op: number): number {
    return this.graph.program?.before[op] ?? NONE;
  }

  /** When the send behind `send` may leave by its NIC: max(o, g + (s − 1)·G) later; o or the rest where only one is in order. */
  distanceEnd(send: number): Value {
    const injected = this.plus(this.postOf(send), INJECTION, send);
    injected.c += this.machine.gap * this.#prices.scale;
    const { cpu, nic } = this.machine;
    if (nic === 'free') return this.sentBy(send);
    if (nic === 'ordered' && cpu === 'free') return injected;
    return this.later(injected, this.sentBy(send));
  }

  /** When the data of the receive before `recv` let its own come; null without one. */
  behindData(recv: number): Value | null {
    const before = this.programBefore(recv);
    if (before === NONE) return null;
    const { cpu, nic, gap } = this.machine;
    const come = this.comeOf(before);
    const taken = cpu === 'free' ? come : this.takenAt(come, this.graph.partner[before]);
    if (nic === 'free') return taken;
    const after = this.plus(taken, INJECTION, this.graph.partner[recv]);
    const spaced = this.plus(come, INJECTION, this.graph.partner[recv]);
    spaced.c += gap * this.#prices.scale;
    return cpu === 'free' || this.longer(spaced, after) ? spaced : after;
  }

  /** When the data of `recv` have come: its meeting point, or later where the receiver fetches them. */
  comeOf(recv: number): Value {
    const known = this.#come.get(recv);
    if (known !== undefined) return known;
    const send = this.graph.partner[recv];
    return this.plus(this.meetingOf(recv), this.costs.of(send).data, send);
  }

  /** Whether the data of `recv` come at a time of their own, behind its meeting point. */
  comesApart(recv: number): boolean {
    return this.#come.has(recv);
  }

  /** Whether the receiver fetches the message of `send`. */
  fetches(send: number): boolean {
    return crossesNetwork(this.costs.of(send).data);
  }

  /** Further predecessors of the start of `op`: copies that were sent before it, and all receives of a window. */
  boundsOf(op: number): readonly Bound[] {
    const copied = this.#copies.boundsOf(op);
    const window = this.graph.program?.windows.byOp.get(op);
    return window === undefined ? copied : [...copied, ...this.#windows.of(window)];
  }

  /** When the data of `send` have come at the earliest for the copies that were sent with them; null: they are alone. */
  copiedOf(send: number): Bound | null {
    return this.#copies.arrivalOf(send);
  }

  boundEnd({ from, overheads, overheadNs, gapNs, tolls }: Bound): Value {
    const p = this.#prices;
    const value = from === NONE ? { c: 0, a: 0 } : this.postOf(from);
    value.c += overheads * p.overhead + (overheadNs + gapNs) * p.scale;
    value.a += overheads * p.overheadSlope;
    for (const { route, latencies, bytes } of tolls) {
      value.c += latencies * p.latency[route] + bytes * p.gap[route];
      value.a += latencies * p.latencySlope[route] + bytes * p.gapSlope[route];
    }
    return value;
  }

  /** The longest of the windows for which only the end of the program waits; null without any. */
  lastBound(): { readonly op: number; readonly bound: Bound } | null {
    let best: { readonly op: number; readonly bound: Bound } | null = null;
    for (const window of this.graph.program?.windows.atEnd ?? []) {
      for (const bound of this.#windows.of(window)) {
        if (best !== null && !this.longer(this.boundEnd(bound), this.boundEnd(best.bound))) continue;
        best = { op: window.op, bound };
      }
    }
    return best;
  }

  /** The operation that ends last, of several the one with the steepest path; NONE in an empty schedule. */
  lastOp(): number {
    if (this.#kernel !== null) return this.#kernel.lastOp(this.#kernelPrices());
    let best = NONE;
    let bestEnd: Value = { c: Number.NEGATIVE_INFINITY, a: 0 };
    for (let op = 0; op < this.graph.schedule.operations; op++) {
      const end = this.endOf(op);
      if (best !== NONE && !this.longer(end, bestEnd)) continue;
      best = op;
      bestEnd = end;
    }
    return best;
  }

  plus(value: Value, cost: Cost, send: number): Value {
    const p = this.#prices;
    let c = value.c + cost.overheads * p.overhead + this.costs.constantNs(send, cost) * p.scale;
    let a = value.a + cost.overheads * p.overheadSlope;
    if (crossesNetwork(cost)) {
      const route = this.costs.route(send);
      const bytes = cost.transfers * this.costs.bytes(send);
      c += cost.latencies * p.latency[route] + bytes * p.gap[route];
      a += cost.latencies * p.latencySlope[route] + bytes * p.gapSlope[route];
    }
    return { c, a };
  }

  #post(op: number): void {
    const { depStart, deps } = this.graph.schedule;
    let best: Value = { c: 0, a: 0 };
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const value = this.dependency(deps[i]);
      if (i === depStart[op] || this.longer(value, best)) best = value;
    }
    const cpu = this.graph.schedule.kind[op] === RECV ? NONE : this.cpuBefore(op);
    if (cpu !== NONE) best = this.later(this.released(cpu), best);
    const sent = this.sendBefore(op);
    if (sent !== NONE) best = this.later(this.distanceEnd(sent), best);
    const posted = this.postedBehind(op);
    if (posted !== NONE) best = this.later(this.posted(posted), best);
    for (const bound of this.boundsOf(op)) best = this.later(this.boundEnd(bound), best);
    this.#postC[op] = best.c;
    this.#postA[op] = best.a;
  }

  #meet(recv: number): void {
    const send = this.graph.partner[recv];
    let later = this.later(this.postOf(recv), this.arrivalOf(recv));
    const cpu = this.cpuBefore(recv);
    if (cpu !== NONE) later = this.later(this.released(cpu), later);
    const behind = this.#heldBack(recv);
    if (behind !== null && !this.fetches(send)) later = this.later(behind, later);
    this.#meetC[recv] = later.c;
    this.#meetA[recv] = later.a;
    if (behind !== null && this.fetches(send))
      this.#come.set(recv, this.later(behind, this.plus(later, this.costs.of(send).data, send)));
  }

  /** When other messages let the data of `recv` come: that of the receive before it, and those sent with its own; null without any. */
  #heldBack(recv: number): Value | null {
    const behind = this.behindData(recv);
    const copied = this.copiedOf(this.graph.partner[recv]);
    if (copied === null) return behind;
    const end = this.boundEnd(copied);
    return behind === null ? end : this.later(end, behind);
  }
}
