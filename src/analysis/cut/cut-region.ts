/**
 * A region of a program as a program of its own. At the machine's parameters every kept operation begins and ends at the
 * same distance from the region's beginning as in the whole program. The state before the region becomes computations at
 * its beginning: how late each rank enters, and when messages in flight arrive.
 */

import { ModelError } from '../../errors.js';
import { buildGraph, type ExecutionGraph } from '../../graph/execution-graph.js';
import { endsApart, isEnd, opOf } from '../../graph/graph-events.js';
import type { Machine } from '../../machine/machine.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import {
  ANY,
  CALC,
  DEP_OP,
  IREQUIRES,
  isAnyTag,
  lineOf,
  NONE,
  RECV,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';
import { Replay } from '../../timing/replay.js';
import { formatTime } from '../../units.js';
import { type SteadyState, steadyState } from './iterations.js';
import { type Before, before } from './program-marks.js';
import type { RegionEntry, RegionQuery } from './region-bounds.js';

/** The place of a region in its program, at the machine's parameters; times in ns. */
export interface RegionFound {
  readonly asked: RegionQuery;
  /** When the first of its operations begins, and the last ends; if ranks enter together, as in the program itself. */
  readonly begin: number;
  readonly end: number;
  /** Runtime of the whole program. */
  readonly whole: number;
  /** How much later than the first the last rank enters, and which rank that is. */
  readonly spread: number;
  readonly lastRank: number;
  /** Messages in flight at its beginning and at its end. */
  readonly arriving: number;
  readonly leaving: number;
  /** The iterations, if those were requested. */
  readonly steady: SteadyState | null;
}

/** A region on its own. */
export interface Cut {
  readonly schedule: Schedule;
  readonly found: RegionFound;
}

/** Cuts the region out. Throws UsageError for missing bounds, and ModelError as the whole program does. */
export function cutRegion(schedule: Schedule, machine: Machine, asked: RegionQuery): Cut {
  return cutPlayed(new Replay(buildGraph(schedule, machine), machine), asked);
}

/** The same for a program that is already played. */
export function cutPlayed(replay: Replay, asked: RegionQuery): Cut {
  const cut = cutIfAny(replay, asked);
  if (cut !== null) return cut;
  throw new ModelError({
    what: `no operation of the program is within the region ${asked.text} (T is ${formatTime(replay.runtime)})`,
    mend: 'choose a longer region, with its end after its beginning; a region of times or shares contains the computations that start within it',
  });
}

/** Null if the region is empty. */
export function cutIfAny(replay: Replay, asked: RegionQuery): Cut | null {
  const { graph } = replay;
  const steady = asked.from.kind === 'steady' ? steadyState(replay) : null;
  const { from, to } = steady ?? asked;
  const beforeFrom = before(from, replay, false);
  const beforeTo = beforeEnd(before(to, replay, true), beforeFrom);
  const parts = partsOf(graph, beforeFrom.lies, beforeTo.lies);
  const entries = entriesOf(replay, parts, beforeFrom);
  const begin = entries.reduce((least, entry) => Math.min(least, entry), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(begin)) return null;
  const latest = entries.reduce(
    (most, entry) => (Number.isFinite(entry) ? Math.max(most, entry) : most),
    begin,
  );
  const parted = { from: beforeFrom.parted, to: beforeTo.parted };
  const whole =
    begin === 0 && parts.every((part) => part === WITHIN) && parted.from.size + parted.to.size === 0;
  const rebuilt = whole
    ? { schedule: graph.schedule, arriving: 0, leaving: 0 }
    : new Rebuilding(replay, parts, parted, begin, asked.entry).run();
  const { schedule, arriving, leaving } = rebuilt;
  const lastRank = entries.indexOf(latest);
  const spread = latest - begin;
  const end = endOf(replay, parts, beforeTo.parted);
  return {
    schedule,
    found: { asked, begin, end, whole: replay.runtime, spread, lastRank, arriving, leaving, steady },
  };
}

/** Without computations before which the region would end where it begins. */
function beforeEnd({ lies, parted }: Before, from: Before): Before {
  const kept = new Map([...parted].filter(([op, ns]) => ns > (from.parted.get(op) ?? 0)));
  for (const op of parted.keys()) if (!kept.has(op)) lies[op] = 0;
  return { lies, parted: kept };
}

/** [ranks] start of each rank's first operation within, except receives posted before; Infinity without one. */
function entriesOf(replay: Replay, parts: Uint8Array, { lies, parted }: Before): number[] {
  const { ranks, operations } = replay.graph.schedule;
  const entries = new Array<number>(ranks).fill(Number.POSITIVE_INFINITY);
  for (let op = 0; op < operations; op++) {
    if (parts[op] !== WITHIN || lies[op] === 1) continue;
    const rank = replay.rankOf(op);
    entries[rank] = Math.min(entries[rank], replay.startOf(op) + (parted.get(op) ?? 0));
  }
  return entries;
}

/** End of the last operation within; of a message with one end elsewhere, only the local part counts. */
function endOf(replay: Replay, parts: Uint8Array, parted: Before['parted']): number {
  const { partner, schedule } = replay.graph;
  let end = 0;
  for (let op = 0; op < parts.length; op++) {
    if (parts[op] !== WITHIN) continue;
    const first = parted.get(op);
    if (first !== undefined) {
      end = Math.max(end, replay.startOf(op) + first);
      continue;
    }
    const elsewhere = partner[op] !== NONE && parts[partner[op]] !== WITHIN;
    if (!elsewhere) end = Math.max(end, replay.endOf(op));
    else if (schedule.kind[op] === SEND) end = Math.max(end, replay.sentBy(op));
    else end = Math.max(end, parts[partner[op]] === BEFORE ? replay.endOf(op) : replay.startOf(op));
  }
  return end;
}

// Which operations of a program are before, within and after a region.

const BEFORE = 0;
const WITHIN = 1;
const BEHIND = 2;

/** [operations] the part of each. An operation is never in an earlier part than one that it waits for. */
function partsOf(graph: ExecutionGraph, beforeFrom: Uint8Array, beforeTo: Uint8Array): Uint8Array {
  const parts = new Uint8Array(beforeFrom.length);
  for (let op = 0; op < parts.length; op++)
    parts[op] = beforeTo[op] === 0 ? BEHIND : beforeFrom[op] === 1 ? BEFORE : WITHIN;
  const { depStart, deps } = graph.schedule;
  for (const event of graph.order) {
    const op = opOf(event);
    if (parts[op] === BEHIND || isEnd(event)) continue;
    let part = parts[op];
    for (let i = depStart[op]; i < depStart[op + 1]; i++) part = Math.max(part, parts[deps[i] & DEP_OP]);
    parts[op] = part;
  }
  takeOpenReceives(graph, parts);
  return parts;
}

/** A receive posted before the region, for which nothing before it waits, counts as within if its message is sent within. */
function takeOpenReceives({ schedule, partner }: ExecutionGraph, parts: Uint8Array): void {
  const { kind, operations, depStart, deps } = schedule;
  const open = new Set<number>();
  for (let op = 0; op < operations; op++)
    if (parts[op] === BEFORE && kind[op] === RECV && parts[partner[op]] === WITHIN) open.add(op);
  if (open.size === 0) return;
  for (let op = 0; op < operations; op++) {
    if (parts[op] !== BEFORE) continue;
    for (let i = depStart[op]; i < depStart[op + 1]; i++)
      if ((deps[i] & IREQUIRES) === 0) open.delete(deps[i] & DEP_OP);
  }
  for (const op of open) parts[op] = WITHIN;
}

/** A schedule, and the number of messages in flight at its ends. */
interface Rebuilt {
  readonly schedule: Schedule;
  readonly arriving: number;
  readonly leaving: number;
}

/** Computations split by the ends of the region: by operation, the ns before each end. */
interface Parted {
  readonly from: ReadonlyMap<number, number>;
  readonly to: ReadonlyMap<number, number>;
}

/** The replacement of an operation within. */
const KEPT = 0;
/** A receive of an earlier message: its posting, and a computation until it completes. */
const ARRIVING = 1;
/** A send with its receive elsewhere: its cost at the sender. */
const SENT = 2;
/** A receive of a later message: its posting. */
const OPEN = 3;

const MOST_CPUS = 0xffff;

/** Builds the schedule of a region. */
class Rebuilding {
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
  /** Places of the computations that end at the arrival of a message. */
  readonly #received = new Map<number, number>();
  /** By time, ns, the place of the open rank's computation that ends then. */
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

  /** ns of a computation within the region. */
  #within(op: number): number {
    const { from, to } = this.#parted;
    return (to.get(op) ?? this.#schedule.value[op]) - (from.get(op) ?? 0);
  }

  /** A send or receive. A receive that took another message than it requests, in order of arrival, now requests that message. */
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

  /** Labels are kept, so that answers name the same operation alike. */
  #named(op: number): void {
    const { labelNumber, labelName } = this.#schedule;
    const first = this.#schedule.rankStart[this.#replay.rankOf(op)];
    this.#builder.labelNumber(labelNumber?.[op] ?? op - first + 1);
    const name = labelName.get(op);
    if (name !== undefined) this.#builder.labelName(name);
  }

  /** Sets call, call site and line of the next operations to those of `op`. */
  #from(op: number): void {
    const { call, callNames, calls, sites } = this.#schedule;
    if (call !== null) this.#builder.callIs(callNames[call[op]]);
    if (calls !== null) this.#builder.callIndexIs(calls.of[op]);
    if (sites !== null) this.#builder.siteIs(sites.of[op]);
  }

  /** Another computation, labelled after all others. */
  #further(ns: number, op: number): number {
    const place = this.#builder.calc(ns);
    this.#lineOf(op);
    this.#builder.labelNumber(++this.#label);
    return place;
  }

  #lineOf(op: number): void {
    const { lines } = this.#schedule;
    if (lines !== null) this.#builder.line(lineOf(lines, op));
  }

  /** The order in which one call starts or completes its messages, among the kept operations. */
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

  /** Whether an operation is not a message of the region. */
  #roleless(op: number): boolean {
    return this.#parts[op] !== WITHIN || this.#roleOf(op) !== KEPT;
  }

  /** The message arrives at the same time, and is received as before. */
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

  /** The dependencies of an operation: kept ones, and the time at which the others were over. */
  #depend(op: number): void {
    const { depStart, deps } = this.#schedule;
    const first = this.#parted.from.get(op);
    let latest = first === undefined ? Number.NEGATIVE_INFINITY : this.#replay.startOf(op) + first;
    for (let i = depStart[op]; i < depStart[op + 1]; i++)
      latest = Math.max(latest, this.#require(op, deps[i]));
    this.#waitUntil(this.#place[op], latest, op);
  }

  /** Makes `op` wait for a kept dependency; otherwise, the time when that was over, ns. */
  #require(op: number, dep: number): number {
    const replay = this.#replay;
    const before = dep & DEP_OP;
    const stays = this.#parts[before] === WITHIN;
    if ((dep & IREQUIRES) !== 0) {
      // An operation that was begun before starts again here; operations that follow its beginning do not wait for it.
      if (!stays || this.#begunBefore(before)) return replay.dependency(dep);
      this.#builder.irequires(this.#place[op], this.#place[before]);
      return Number.NEGATIVE_INFINITY;
    }
    if (stays) this.#builder.requires(this.#place[op], this.#received.get(before) ?? this.#place[before]);
    return stays && !this.#endsElsewhere(before) ? Number.NEGATIVE_INFINITY : replay.endOf(before);
  }

  #begunBefore(op: number): boolean {
    return this.#parted.from.has(op) || this.#replay.startOf(op) < this.#begin;
  }

  /** Whether the other end of a message, outside the region, decides when `op` ends. */
  #endsElsewhere(op: number): boolean {
    const role = this.#roleOf(op);
    if (role === OPEN) return true;
    return role === SENT && endsApart(this.#schedule, this.#replay.machine, op);
  }

  /** Makes the operation at `place` begin no earlier than `time` of the program. */
  #waitUntil(place: number, time: number, op: number): void {
    const ns = time - this.#begin;
    if (this.#together || !(ns > 0)) return;
    let calc = this.#until.get(ns);
    if (calc === undefined) {
      this.#from(op);
      calc = this.#further(ns, op);
      // It is a wait, so no other operation of the rank may wait for its CPU.
      if (this.#replay.machine.cpu === 'serial') this.#builder.resource(MOST_CPUS - this.#until.size, 0);
      this.#until.set(ns, calc);
    }
    this.#builder.requires(place, calc);
  }
}
