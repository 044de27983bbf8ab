/**
 * A simulation that is heard while it is played, and its critical path: from the end back in time, each time by what let
 * the next begin: its CPU or NIC, which was busy, the message that came, the operation that it waits for.
 */

import { behind, COSTS, INJECTION, MessageCosts, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import {
  CALC,
  Column,
  DEP_OP,
  f64,
  IREQUIRES,
  NONE,
  RECV,
  ranksOf,
  type Schedule,
  SEND,
  u32,
} from '../schedule/schedule.js';
import type { PathStep } from '../timing/path-steps.js';
import type { Listener } from './simulation.js';
import { type OperationTimes, operationTimes } from './simulation-events.js';

/** Work of a CPU for an operation, ns. */
export interface HeardWork {
  /** Which of all that was heard. */
  readonly index: number;
  /** The operation; of a message that is taken, its send. */
  readonly op: number;
  readonly rank: number;
  readonly takes: boolean;
  readonly start: number;
  readonly end: number;
}

/** Hears a simulation of a schedule. */
export class HeardSimulation {
  readonly listener: Listener;
  readonly times: OperationTimes;
  readonly schedule: Schedule;
  readonly costs: MessageCosts;
  readonly #op = new Column(u32);
  readonly #rank = new Column(u32);
  readonly #start = new Column(f64);
  readonly #end = new Column(f64);

  constructor(schedule: Schedule, machine: Machine) {
    this.schedule = schedule;
    this.costs = new MessageCosts(schedule, machine);
    this.times = operationTimes(schedule.operations);
    this.listener = (op, rank, start, end) => {
      if (start === end && schedule.kind[op] === CALC) return;
      this.#op.push(op);
      this.#rank.push(rank);
      this.#start.push(start);
      this.#end.push(end);
    };
  }

  /** [ranks] what was heard of each, in the order of time. A message is heard of when it is sent, and again when it is taken. */
  byRank(): HeardWork[][] {
    const { kind, operations, ranks } = this.schedule;
    const sent = new Uint8Array(operations);
    const found = Array.from({ length: ranks }, (): HeardWork[] => []);
    for (let index = 0; index < this.#op.length; index++) {
      const [op, rank] = [this.#op.at[index], this.#rank.at[index]];
      const takes = sent[op] === 1;
      if (kind[op] === SEND) sent[op] = 1;
      found[rank].push({ index, op, rank, takes, start: this.#start.at[index], end: this.#end.at[index] });
    }
    for (const list of found) list.sort((a, b) => a.start - b.start || a.index - b.index);
    return found;
  }

  /** When an entry of `deps` let what waited for it start, ns. */
  dependency(dep: number): number {
    const { starts, ends } = this.times;
    const op = dep & DEP_OP;
    return (dep & IREQUIRES) === 0 ? ends[op] : starts[op] + this.costs.startNs(op);
  }
}

/** The way of a message without its bytes. */
const HEAD = behind(WIRE, INJECTION);

/** What let something begin: work up to a time, or nothing, at the start of the program. */
type Cause = { readonly work: HeardWork; readonly until: number } | 'start';

/**
 * The critical path of the recorded events, `runtime` its end. Null where the cause of an event is unknown: ranks with
 * several CPUs or NICs, and LogGOPSim's own peculiarities.
 */
export function simulatedPath(heard: HeardSimulation, runtime: number): PathStep[] | null {
  const { cpu, nic } = heard.schedule;
  return cpu === null && nic === null ? new Backwards(heard).from(runtime) : null;
}

const NOTHING = {
  ...{ computation: 0, overhead: 0, latency: 0, bandwidth: 0, overheads: 0, latencies: 0, bytes: 0 },
  ...{ route: -1, send: -1 },
};

class Backwards {
  readonly #heard: HeardSimulation;
  readonly #costs: MessageCosts;
  readonly #byRank: readonly (readonly HeardWork[])[];
  readonly #rank: Uint32Array;
  /** [heard] place among what was heard of its rank. */
  readonly #place: readonly number[];
  /** By send: its sending, and its taking; by computation: itself. */
  readonly #own = new Map<number, HeardWork>();
  readonly #taking = new Map<number, HeardWork>();
  /** By receive: the send whose message ended it. */
  readonly #sendOf = new Map<number, number>();
  /** Last first. */
  readonly #steps: PathStep[] = [];

  constructor(heard: HeardSimulation) {
    this.#heard = heard;
    this.#costs = heard.costs;
    this.#byRank = heard.byRank();
    this.#rank = ranksOf(heard.schedule);
    const place: number[] = [];
    for (const list of this.#byRank) for (const [at, { index }] of list.entries()) place[index] = at;
    this.#place = place;
    for (const work of this.#byRank.flat()) (work.takes ? this.#taking : this.#own).set(work.op, work);
    heard.times.receives.forEach((recv, send) => {
      if (recv !== NONE) this.#sendOf.set(recv, send);
    });
  }

  from(runtime: number): PathStep[] | null {
    let cause = this.#atEnd(runtime);
    while (cause !== null && cause !== 'start') {
      this.#work(cause.work, cause.until);
      cause = this.#before(cause.work);
    }
    return cause === null ? null : this.#steps.reverse();
  }

  /** What ended last: work, or an operation that took no time. */
  #atEnd(runtime: number): Cause | null {
    const everything = Number.POSITIVE_INFINITY;
    const last = this.#byRank.map((list) => list.at(-1)).find((work) => work?.end === runtime);
    if (last !== undefined) return { work: last, until: runtime };
    const op = this.#heard.times.ends.indexOf(runtime);
    const cause = op < 0 ? null : this.#ended(op, runtime, everything);
    return typeof cause === 'number' ? this.#released(op, cause, everything) : cause;
  }

  // Steps of the path.

  #work({ op, start, takes }: HeardWork, end: number): void {
    const { kind } = this.#heard.schedule;
    if (kind[op] === CALC) this.#step(op, start, end, { computation: end - start });
    else if (!takes) this.#step(op, start, end, { overhead: end - start, overheads: 1 });
    else {
      const overhead = Math.min(this.#costs.onCpuNs(op, COSTS.eager.taking), end - start);
      const bandwidth = end - start - overhead;
      this.#step(this.#heard.times.receives[op], start, end, { overhead, bandwidth, overheads: 1, send: op });
    }
  }

  #step(op: number, start: number, end: number, parts: Partial<PathStep>): void {
    if (end > start) this.#steps.push({ op, start, end, ...NOTHING, ...parts });
  }

  // What lets something begin. What was heard before is looked at alone: causes come before what they let begin.

  #before(work: HeardWork): Cause | null {
    const { op, rank, start, takes } = work;
    const before = this.#byRank[rank][this.#place[work.index] - 1];
    if (before !== undefined && before.end === start) return { work: before, until: start };
    if (takes) return this.#come(work) ?? this.#behindNic(work);
    return this.#released(op, start, work.index) ?? this.#behindNic(work);
  }

  /** The message of `work` came when it was taken. */
  #come({ op, start }: HeardWork): Cause | null {
    const sent = this.#own.get(op);
    if (sent === undefined) return null;
    const left = sent.start + this.#costs.onCpuNs(op, COSTS.eager.sending);
    if (left + this.#costs.price(op, HEAD) !== start) return null;
    this.#step(op, left, start, { latency: start - left, latencies: 1, send: op });
    return { work: sent, until: left };
  }

  /** Its NIC was busy with what was sent, or taken, before; a rendezvous keeps it until its message is met. */
  #behindNic(work: HeardWork): Cause | null {
    const { rank, start, takes, index } = work;
    const { kind } = this.#heard.schedule;
    const list = this.#byRank[rank];
    for (let at = this.#place[index] - 1; at >= 0; at--) {
      const before = list[at];
      const { op } = before;
      if (before.takes !== takes || kind[op] !== SEND) continue;
      if (before.start + this.#costs.machine.gap + this.#transfer(op) === start) {
        const from = Math.min(before.end, start);
        this.#step(work.op, from, start, { bandwidth: start - from });
        return { work: before, until: from };
      }
      if (!takes && this.#heard.times.ends[op] === start) return this.#met(op, start, index);
    }
    return null;
  }

  #transfer(send: number): number {
    return this.#costs.price(send, INJECTION);
  }

  /** The operation that `op` waited for the longest. */
  #released(first: number, at: number, index: number): Cause | null {
    const { deps, depStart } = this.#heard.schedule;
    let [op, time] = [first, at];
    for (;;) {
      const from = depStart[op];
      const dep = deps
        .subarray(from, depStart[op + 1])
        .findLast((one) => this.#heard.dependency(one) === time);
      if (dep === undefined) return time === 0 ? 'start' : null;
      const before = dep & DEP_OP;
      const cause =
        (dep & IREQUIRES) === 0 ? this.#ended(before, time, index) : this.#begun(before, time, index);
      if (typeof cause !== 'number') return cause;
      op = before;
      time = cause;
    }
  }

  /** The event that ended `op` at `time`; a time: it waited until then, because it took none. */
  #ended(op: number, time: number, index: number): Cause | number | null {
    const { kind } = this.#heard.schedule;
    const sent = this.#sendOf.get(op);
    const work = kind[op] === RECV && sent !== undefined ? this.#taking.get(sent) : this.#own.get(op);
    if (work?.end === time && work.index < index) return { work, until: time };
    if (kind[op] === SEND) return this.#met(op, time, index);
    return this.#busy(op, time, index) ?? time;
  }

  /** What let `op` begin, so that `time` comes behind that. */
  #begun(op: number, time: number, index: number): Cause | number | null {
    const work = this.#own.get(op);
    if (work !== undefined && work.index < index) {
      const until = Math.min(time, work.end);
      this.#step(op, until, time, { overhead: time - until });
      return { work, until };
    }
    const began = this.#heard.times.starts[op];
    this.#step(op, began, time, { overhead: time - began });
    return this.#busy(op, began, index) ?? began;
  }

  /** Work of the rank of `op` that ended at `time`. */
  #busy(op: number, time: number, index: number): Cause | null {
    const list = this.#byRank[this.#rank[op]];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle].end <= time) low = middle + 1;
      else high = middle;
    }
    for (let at = low - 1; at >= 0 && list[at].end === time; at--)
      if (list[at].index < index) return { work: list[at], until: time };
    return null;
  }

  /** A sender that waits is let go when its message comes, or when its receive is posted. */
  #met(send: number, time: number, index: number): Cause | null {
    const taken = this.#taking.get(send);
    if (taken !== undefined && taken.start === time) return this.#before(taken);
    const recv = this.#heard.times.receives[send];
    return recv === NONE ? null : (this.#busy(recv, time, index) ?? this.#released(recv, time, index));
  }
}
