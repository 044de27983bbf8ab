/**
 * A region of a program as a program of its own. At the machine's parameters every kept operation begins and ends at the
 * same distance from the region's beginning as in the whole program. The state before the region becomes computations at
 * its beginning: how late each rank enters, and when messages in flight arrive.
 */

import { joinWarnings, ModelError, type Warning } from '../../errors.js';
import { buildGraph, type ExecutionGraph } from '../../graph/execution-graph.js';
import { endsApart, isEnd, opOf } from '../../graph/graph-events.js';
import { isNamed } from '../../graph/traced-matches.js';
import type { Machine } from '../../machine/machine.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import {
  ANY,
  BUFFERED,
  CALC,
  DEP_OP,
  IREQUIRES,
  isAnyTag,
  lineOf,
  NONE,
  ONE_SIDED,
  rankOf,
  type Schedule,
  SEND,
  SYNCHRONOUS,
} from '../../schedule/schedule.js';
import { Replay } from '../../timing/replay.js';
import { formatTime } from '../../units.js';
import { type Iterations, type SteadyState, steadyState } from './iterations.js';
import { amongCalls, type Before, before } from './program-marks.js';
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

/**
 * The same region for changed forms of a traced program: the same calls of each rank, whatever their times are; the region
 * itself where calls are not known. Throws as {@link cutRegion} does.
 */
export function regionAmongCalls(graph: ExecutionGraph, machine: Machine, asked: RegionQuery): RegionQuery {
  if (graph.schedule.calls === null) return asked;
  const replay = new Replay(graph, machine);
  const { from, to } = asked.from.kind === 'steady' ? steadyState(replay, asked.from.inner) : asked;
  return { ...asked, from: amongCalls(from, replay, false), to: amongCalls(to, replay, true) };
}

/** Null if the region is empty. */
export function cutIfAny(replay: Replay, asked: RegionQuery): Cut | null {
  const { graph } = replay;
  const steady = asked.from.kind === 'steady' ? steadyState(replay, asked.from.inner) : null;
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
    begin === 0 && parts.of.every((part) => part === WITHIN) && parted.from.size + parted.to.size === 0;
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
function entriesOf(replay: Replay, { of, spans }: Parts, { lies, parted }: Before): number[] {
  return spans.map(({ from, to }) => {
    let entry = Number.POSITIVE_INFINITY;
    for (let op = from; op < to; op++)
      if (of[op] === WITHIN && lies[op] === 0)
        entry = Math.min(entry, replay.startOf(op) + (parted.get(op) ?? 0));
    return entry;
  });
}

/** End of the last operation within; of a message with one end elsewhere, only the local part counts. */
function endOf(replay: Replay, { of, spans }: Parts, parted: Before['parted']): number {
  const { partner, schedule } = replay.graph;
  const own = (op: number): number => {
    const first = parted.get(op);
    if (first !== undefined) return replay.startOf(op) + first;
    const elsewhere = partner[op] !== NONE && of[partner[op]] !== WITHIN;
    if (!elsewhere) return replay.endOf(op);
    if (schedule.kind[op] === SEND) return replay.sentBy(op);
    return of[partner[op]] === BEFORE ? replay.endOf(op) : replay.startOf(op);
  };
  let end = 0;
  for (const { from, to } of spans)
    for (let op = from; op < to; op++) if (of[op] === WITHIN) end = Math.max(end, own(op));
  return end;
}

// Which operations of a program are before, within and after a region.

const BEFORE = 0;
const WITHIN = 1;
const BEHIND = 2;

/** The part of each operation. */
interface Parts {
  /** [operations] BEFORE, WITHIN or BEHIND. */
  readonly of: Uint8Array;
  /** [ranks] operations of each that contain all of it within: few of a long program. */
  readonly spans: readonly Span[];
}

/** Operations [from, to). */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** An operation is never in an earlier part than one that it waits for. */
function partsOf(graph: ExecutionGraph, beforeFrom: Uint8Array, beforeTo: Uint8Array): Parts {
  const of = new Uint8Array(beforeFrom.length);
  for (let op = 0; op < of.length; op++)
    of[op] = beforeTo[op] === 0 ? BEHIND : beforeFrom[op] === 1 ? BEFORE : WITHIN;
  const { ranks, rankStart, depStart, deps } = graph.schedule;
  const wait = (op: number): void => {
    let part = of[op];
    if (part === BEHIND) return;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) part = Math.max(part, of[deps[i] & DEP_OP]);
    of[op] = part;
  };
  if (ascend(graph.schedule)) {
    for (let rank = 0; rank < ranks; rank++) {
      const end = rankStart[rank + 1];
      let op = rankStart[rank];
      while (op < end && of[op] === BEFORE) op++;
      for (; op < end; op++) wait(op);
    }
  } else {
    for (const event of graph.order) if (!isEnd(event)) wait(opOf(event));
  }
  const spans = Array.from({ length: ranks }, (_, rank) => spanOf(of, rankStart[rank], rankStart[rank + 1]));
  return { of, spans: takeOpenReceives(graph, of, spans) };
}

const ascending = new WeakMap<Schedule, boolean>();

/** Whether all operations wait only for some further up, as in most programs. */
function ascend(schedule: Schedule): boolean {
  let found = ascending.get(schedule);
  if (found === undefined) {
    const { operations, depStart, deps } = schedule;
    found = true;
    // Dependencies ascend by operation: the last one is the farthest.
    for (let op = 0; op < operations && found; op++)
      found = depStart[op + 1] === depStart[op] || (deps[depStart[op + 1] - 1] & DEP_OP) < op;
    ascending.set(schedule, found);
  }
  return found;
}

/** The operations of [begin, end) between the first and the last within. */
function spanOf(of: Uint8Array, begin: number, end: number): Span {
  const part = of.subarray(begin, end);
  return { from: begin + Math.max(part.indexOf(WITHIN), 0), to: begin + part.lastIndexOf(WITHIN) + 1 };
}

/**
 * A receive posted before the region, for which nothing before it waits, counts as within if its message is sent within.
 * Returns the spans with these.
 */
function takeOpenReceives(
  { schedule, partner }: ExecutionGraph,
  of: Uint8Array,
  spans: readonly Span[],
): readonly Span[] {
  const { kind, depStart, deps, ranks, rankStart } = schedule;
  const open = new Set<number>();
  for (const { from, to } of spans)
    for (let op = from; op < to; op++)
      if (of[op] === WITHIN && kind[op] === SEND && of[partner[op]] === BEFORE) open.add(partner[op]);
  if (open.size === 0) return spans;
  const first = new Uint32Array(ranks).fill(NONE);
  for (const op of open) {
    const rank = rankOf(schedule, op);
    first[rank] = ascend(schedule) ? Math.min(first[rank], op) : rankStart[rank];
  }
  for (let rank = 0; rank < ranks; rank++) {
    for (let op = first[rank]; op < rankStart[rank + 1]; op++) {
      if (of[op] !== BEFORE) continue;
      for (let i = depStart[op]; i < depStart[op + 1]; i++)
        if ((deps[i] & IREQUIRES) === 0) open.delete(deps[i] & DEP_OP);
    }
  }
  for (const op of open) of[op] = WITHIN;
  return Array.from({ length: ranks }, (_, rank) => spanOf(of, rankStart[rank], rankStart[rank + 1]));
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
  readonly #parts: Parts['of'];
  readonly #spans: Parts['spans'];
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
  constructor(replay: Replay, parts: Parts, parted: Parted, begin: number, entry: RegionEntry) {
    this.#replay = replay;
    this.#schedule = replay.graph.schedule;
    this.#parts = parts.of;
    this.#spans = parts.spans;
    this.#parted = parted;
    this.#begin = begin;
    this.#together = entry === 'together';
    this.#builder = new ScheduleBuilder(this.#schedule.ranks);
    this.#place = new Uint32Array(this.#schedule.operations).fill(NONE);
  }

  run(): Rebuilt {
    const { ranks, rankStart } = this.#schedule;
    for (let rank = 0; rank < ranks; rank++) {
      this.#label = this.#largestLabel(rankStart[rank], rankStart[rank + 1]);
      this.#rank(this.#spans[rank], rank);
    }
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

  #rank({ from, to }: Span, rank: number): void {
    this.#builder.beginRank(rank);
    this.#until.clear();
    for (let op = from; op < to; op++) if (this.#parts[op] === WITHIN) this.#add(op);
    for (let op = from; op < to; op++) if (this.#roleOf(op) === ARRIVING) this.#receive(op);
    for (let op = from; op < to; op++) {
      if (this.#parts[op] !== WITHIN) continue;
      this.#takenOf(op);
      this.#depend(op);
    }
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
    const how = synchronous?.[op] ?? 0;
    if (role !== SENT && (how === SYNCHRONOUS || how === ONE_SIDED || how === BUFFERED))
      builder.synchronous(how);
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
    const { graph } = this.#replay;
    const send = graph.partner[op];
    // What does not take messages as they arrive in the program does not in a part of it.
    const asTraced = isNamed(this.#schedule, op) || graph.wildcardsTraced.cyclic > 0;
    const from = peer[op] === ANY && !asTraced ? ANY : this.#replay.rankOf(send);
    return this.#builder.recv(
      Math.max(value[op], value[send]),
      from,
      isAnyTag(tag[op]) && !asTraced ? tag[op] : tag[send],
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

  /** The order in which one call starts its messages, among the kept operations. */
  #orderOf(op: number): void {
    const { behind } = this.#schedule;
    const first = behind === null ? NONE : this.#staying(behind, behind[op]);
    if (first !== NONE) this.#builder.behind(this.#place[first]);
  }

  /** The order in which a call completes its messages, which may not be that of the operations. */
  #takenOf(op: number): void {
    const { kind, takenAfter } = this.#schedule;
    if (takenAfter === null || takenAfter[op] === NONE || kind[op] === CALC || this.#roleless(op)) return;
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

// Warnings about a region.

/** Share of T outside the loop, or of a wait, above which a warning is raised. */
export const NOTABLE = 0.2;
const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** Warnings about waits from before the region, and about iterations that the region leaves out. */
export function regionWarnings(found: RegionFound): Warning[] {
  return joinWarnings(entryWarning(found), found.steady && stretchWarning(found.steady));
}

/** Warns that the region has only some of the program's iterations. */
export function stretchWarning(found: Iterations): Warning | null {
  const { iterations, shorter, stretches, inStretches, repetitions } = found;
  const [held, of] = shorter === 0 ? [1, iterations] : [iterations, iterations * shorter];
  const others =
    held < stretches
      ? `${held} of ${stretches} loops with the same iterations, ${of} of ${inStretches} iterations (${percent(of / inStretches)}). The other loops and the time between them are`
      : `${iterations} of about ${repetitions} repetitions of the same calls. The others differ in their sizes or order and are`;
  if (held >= stretches && iterations >= (1 - NOTABLE) * repetitions) return null;
  const message = `the region covers ${others} left out; use --region A..B to include them.`;
  return { code: 'steady-state-stretch', message };
}

function entryWarning({ asked: query, begin, end, spread, lastRank }: RegionFound): Warning | null {
  const share = spread / (end - begin);
  if (query.entry === 'together' || !(share > NOTABLE)) return null;
  const message = `rank ${lastRank} enters the region ${formatTime(spread)} after the first rank (${Number((100 * share).toPrecision(3))} % of the region's runtime). This wait is due to the program before the region; put @together behind the region to leave it out.`;
  return { code: 'region-entry', message };
}
