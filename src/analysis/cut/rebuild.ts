/** Builds the schedule of what is within a region. */
import { endsApart } from '../../graph/events.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import { NONE } from '../../schedule/columns.js';
import { ANY, CALC, DEP_OP, IREQUIRES, isAnyTag, type Schedule, SEND } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { RegionEntry } from './bounds.js';
import { BEFORE, WITHIN } from './parts.js';

/** A schedule, and how many messages are under way at its ends. */
export interface Rebuilt {
  readonly schedule: Schedule;
  readonly arriving: number;
  readonly leaving: number;
}

/** Computations that the ends of the region part: by operation the ns of it that lie before each. */
export interface Parted {
  readonly from: ReadonlyMap<number, number>;
  readonly to: ReadonlyMap<number, number>;
}

/** What stands for an operation within. */
const KEPT = 0;
/** A receive of a message that was sent before: its posting, and a computation that ends when it is over. */
const ARRIVING = 1;
/** A send whose receive is elsewhere: what it costs its sender. */
const SENT = 2;
/** A receive whose message is sent behind: its posting. */
const OPEN = 3;

const MOST_CPUS = 0xffff;

export class Rebuilding {
  readonly #replay: Replay;
  readonly #schedule: Schedule;
  readonly #parts: Uint8Array;
  readonly #parted: Parted;
  readonly #begin: number;
  readonly #together: boolean;
  readonly #builder: ScheduleBuilder;
  readonly #unreceived: number[] = [];
  /** [operations] place within the rank of the new schedule. */
  readonly #place: Uint32Array;
  /** Places of the computations that end when an arriving message is received. */
  readonly #received = new Map<number, number>();
  /** By time, ns, the place of the computation of the open rank that ends then. */
  readonly #until = new Map<number, number>();
  #label = 0;
  #arriving = 0;
  #leaving = 0;

  /** `begin`: time zero of the new schedule, ns. */
  constructor(replay: Replay, parts: Uint8Array, parted: Parted, begin: number, entry: RegionEntry) {
    this.#replay = replay;
    this.#schedule = replay.graph.schedule;
    this.#parts = parts;
    this.#parted = parted;
    this.#begin = begin;
    this.#together = entry === 'together';
    this.#builder = new ScheduleBuilder(this.#schedule.ranks);
    this.#place = new Uint32Array(this.#schedule.operations).fill(NONE);
  }

  run(): Rebuilt {
    const { ranks, rankStart } = this.#schedule;
    for (let rank = 0; rank < ranks; rank++) this.#rank(rankStart[rank], rankStart[rank + 1], rank);
    const { lenient, calls, sites } = this.#schedule;
    const made = this.#builder.finish(sites, calls === null ? null : { ...calls, marks: null });
    const schedule = {
      ...made,
      ...(lenient === undefined ? {} : { lenient }),
      ...(this.#unreceived.length === 0 ? {} : { unreceived: this.#unreceivedColumn(made.operations) }),
    };
    return { schedule, arriving: this.#arriving, leaving: this.#leaving };
  }

  #unreceivedColumn(operations: number): Uint8Array {
    const column = new Uint8Array(operations);
    for (const op of this.#unreceived) column[op] = 1;
    return column;
  }

  #rank(from: number, to: number, rank: number): void {
    this.#builder.beginRank(rank);
    this.#until.clear();
    this.#label = this.#largestLabel(from, to);
    for (let op = from; op < to; op++) if (this.#parts[op] === WITHIN) this.#add(op);
    for (let op = from; op < to; op++) if (this.#roleOf(op) === ARRIVING) this.#receive(op);
    for (let op = from; op < to; op++) if (this.#parts[op] === WITHIN) this.#depend(op);
  }

  #largestLabel(from: number, to: number): number {
    const { labelNumber } = this.#schedule;
    if (labelNumber === null) return to - from;
    let largest = 0;
    for (let op = from; op < to; op++) largest = Math.max(largest, labelNumber[op]);
    return largest;
  }

  #roleOf(op: number): number {
    const { kind } = this.#schedule;
    if (this.#parts[op] !== WITHIN || kind[op] === CALC) return KEPT;
    const other = this.#replay.graph.partner[op];
    if (other !== NONE && this.#parts[other] === WITHIN) return KEPT;
    if (kind[op] === SEND) return SENT;
    return other !== NONE && this.#parts[other] === BEFORE ? ARRIVING : OPEN;
  }

  #add(op: number): void {
    const builder = this.#builder;
    const { kind, synchronous, cpu, nic, unreceived } = this.#schedule;
    const role = this.#roleOf(op);
    this.#from(op);
    if (kind[op] !== CALC && (role === KEPT || role === SENT)) this.#place[op] = this.#message(op);
    else this.#place[op] = builder.calc(kind[op] === CALC ? this.#within(op) : 0);
    this.#lineOf(op);
    if (synchronous?.[op] === 1 && role !== SENT) builder.synchronous();
    builder.resource(cpu?.[op] ?? 0, nic?.[op] ?? 0);
    this.#named(op);
    if (role === SENT) {
      this.#unreceived.push(builder.operations - 1);
      if (unreceived?.[op] !== 1) this.#leaving++;
    }
    if (role === KEPT && kind[op] !== CALC) this.#orderOf(op);
  }

  /** ns of a computation that lie within. */
  #within(op: number): number {
    const { from, to } = this.#parted;
    return (to.get(op) ?? this.#schedule.value[op]) - (from.get(op) ?? 0);
  }

  /** A send, or a receive; one that took another message than it asks for, as it came, asks for that. */
  #message(op: number): number {
    const { kind, value, peer, tag } = this.#schedule;
    if (kind[op] === SEND) return this.#builder.send(value[op], peer[op], tag[op]);
    const send = this.#replay.graph.partner[op];
    const from = peer[op] === ANY ? ANY : this.#replay.rankOf(send);
    return this.#builder.recv(
      Math.max(value[op], value[send]),
      from,
      isAnyTag(tag[op]) ? tag[op] : tag[send],
    );
  }

  /** Labels stay what they are, so that answers name the same operation alike. */
  #named(op: number): void {
    const { labelNumber, labelName } = this.#schedule;
    const first = this.#schedule.rankStart[this.#replay.rankOf(op)];
    this.#builder.labelNumber(labelNumber?.[op] ?? op - first + 1);
    const name = labelName.get(op);
    if (name !== undefined) this.#builder.labelName(name);
  }

  /** Operations from now on have the call, call site and line of `op`. */
  #from(op: number): void {
    const { call, callNames, calls, sites } = this.#schedule;
    if (call !== null) this.#builder.callIs(callNames[call[op]]);
    if (calls !== null) this.#builder.callIndexIs(calls.of[op]);
    if (sites !== null) this.#builder.siteIs(sites.of[op]);
  }

  /** A further computation, named behind all others. */
  #further(ns: number, op: number): number {
    const place = this.#builder.calc(ns);
    this.#lineOf(op);
    this.#builder.labelNumber(++this.#label);
    return place;
  }

  #lineOf(op: number): void {
    const { line } = this.#schedule;
    if (line !== null) this.#builder.line(line[op]);
  }

  /** The order in which one call issues or takes its messages, and what it takes as it comes, among what stays. */
  #orderOf(op: number): void {
    const { behind, takenAfter } = this.#schedule;
    const first = behind === null ? NONE : this.#staying(behind, behind[op]);
    if (first !== NONE) this.#builder.behind(this.#place[first]);
    if (takenAfter === null || takenAfter[op] === NONE) return;
    let at = takenAfter[op];
    while (this.#roleless(at) && takenAfter[at] !== at) at = takenAfter[at];
    this.#builder.takenAfter(this.#place[op], this.#roleless(at) ? this.#place[op] : this.#place[at]);
  }

  #staying(column: Uint32Array, from: number): number {
    let at = from;
    while (at !== NONE && this.#roleless(at)) at = column[at];
    return at;
  }

  /** Whether an operation is no message of the region. */
  #roleless(op: number): boolean {
    return this.#parts[op] !== WITHIN || this.#roleOf(op) !== KEPT;
  }

  /** The message of a receive arrives when it does, and is taken as it was. */
  #receive(op: number): void {
    const replay = this.#replay;
    this.#arriving++;
    this.#from(op);
    const met = replay.meetingOf(op);
    const taking = this.#further(replay.endOf(op) - met, op);
    this.#builder.requires(taking, this.#place[op]);
    if (met > replay.startOf(op)) this.#waitUntil(taking, met, op);
    this.#received.set(op, taking);
  }

  /** What an operation waits for: what stays, and the time at which the rest was over. */
  #depend(op: number): void {
    const { depStart, deps } = this.#schedule;
    const first = this.#parted.from.get(op);
    let latest = first === undefined ? Number.NEGATIVE_INFINITY : this.#replay.startOf(op) + first;
    for (let i = depStart[op]; i < depStart[op + 1]; i++)
      latest = Math.max(latest, this.#require(op, deps[i]));
    this.#waitUntil(this.#place[op], latest, op);
  }

  /** Lets `op` wait for a dependency that stays; when else it was over, ns. */
  #require(op: number, dep: number): number {
    const replay = this.#replay;
    const before = dep & DEP_OP;
    const stays = this.#parts[before] === WITHIN;
    if ((dep & IREQUIRES) !== 0) {
      // What was begun before and goes on within begins anew there: what follows its beginning does not wait for that.
      if (!stays || this.#begunBefore(before)) return replay.startOf(before) + replay.machine.async;
      this.#builder.irequires(this.#place[op], this.#place[before]);
      return Number.NEGATIVE_INFINITY;
    }
    if (stays) this.#builder.requires(this.#place[op], this.#received.get(before) ?? this.#place[before]);
    return stays && !this.#endsElsewhere(before) ? Number.NEGATIVE_INFINITY : replay.endOf(before);
  }

  #begunBefore(op: number): boolean {
    return this.#parted.from.has(op) || this.#replay.startOf(op) < this.#begin;
  }

  /** Whether the other end of a message, which is not within, decides when `op` is over. */
  #endsElsewhere(op: number): boolean {
    const role = this.#roleOf(op);
    if (role === OPEN) return true;
    return role === SENT && endsApart(this.#schedule, this.#replay.machine, op);
  }

  /** Lets the operation at `place` begin no earlier than `time` of the program. */
  #waitUntil(place: number, time: number, op: number): void {
    const ns = time - this.#begin;
    if (this.#together || !(ns > 0)) return;
    let calc = this.#until.get(ns);
    if (calc === undefined) {
      this.#from(op);
      calc = this.#further(ns, op);
      // It is a wait: no other operation of the rank may have to wait for its CPU.
      if (this.#replay.machine.cpu === 'serial') this.#builder.resource(MOST_CPUS - this.#until.size, 0);
      this.#until.set(ns, calc);
    }
    this.#builder.requires(place, calc);
  }
}
