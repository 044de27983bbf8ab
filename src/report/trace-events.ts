/**
 * A played program as trace events, the JSON of Chrome's tracing for Perfetto and others: a process for each rank, its
 * calls and operations as slices, messages as flows, and the critical path as a separate process. Format: "Trace Event
 * Format" of the Chromium project.
 */

import type { CriticalPath, PathSegment } from '../analysis/critical-path-shares.js';
import { MessageCosts } from '../machine/costs.js';
import {
  Calls,
  COMPUTATION,
  callText,
  nameSite,
  placeText,
  type SiteNames,
} from '../schedule/program-calls.js';
import { CALC, DEP_OP, labelOf, NONE, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import type { HeardSimulation, HeardWork } from '../simulation/simulated-path.js';
import type { PathShares, PathStep } from '../timing/path-steps.js';
import type { Replay } from '../timing/replay.js';

/** Work of a CPU for an operation. */
interface Work {
  /** The operation; NONE for a message without a receive. */
  readonly op: number;
  /** The send of the message sent or received; NONE for a computation. */
  readonly send: number;
  readonly takes: boolean;
  /** ns */
  readonly start: number;
  readonly end: number;
}

/** A program with the times of one run, ns. */
interface PlayedProgram {
  readonly schedule: Schedule;
  readonly runtime: number;
  /** When an entry of `deps` allows the dependent operation to start. */
  readonly dependency: (dep: number) => number;
  readonly endOf: (op: number) => number;
  /** The work of a rank's CPUs for its computations and messages, not ordered by time. */
  readonly work: (rank: number) => Iterable<Work>;
}

/** As in the model: a send works from its start, a receive up to its end. */
export function playedByModel(replay: Replay): PlayedProgram {
  const { schedule, partner } = replay.graph;
  const { kind, rankStart, value } = schedule;
  const costs = new MessageCosts(schedule, replay.machine);
  const workOf = (op: number): Work | null => {
    const end = replay.endOf(op);
    if (kind[op] === CALC)
      return value[op] > 0 ? { op, send: NONE, takes: false, start: end - value[op], end } : null;
    if (kind[op] === SEND)
      return { op, send: op, takes: false, start: replay.startOf(op), end: replay.sentBy(op) };
    const send = partner[op];
    if (send === NONE) return null;
    return { op, send, takes: true, start: end - costs.onCpuNs(send, costs.of(send).taking), end };
  };
  return {
    schedule,
    runtime: replay.runtime,
    dependency: (dep) => replay.dependency(dep),
    endOf: (op) => replay.endOf(op),
    *work(rank) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
        const work = workOf(op);
        if (work !== null) yield work;
      }
    },
  };
}

/** From a simulation. */
export function playedBySimulation(heard: HeardSimulation, runtime: number): PlayedProgram {
  const { schedule, times } = heard;
  const byRank = heard.byRank();
  const workOf = ({ op, takes, start, end }: HeardWork): Work => ({
    ...{ op: takes ? times.receives[op] : op, send: schedule.kind[op] === SEND ? op : NONE },
    ...{ takes, start, end },
  });
  return {
    ...{ schedule, runtime },
    dependency: (dep) => heard.dependency(dep),
    endOf: (op) => times.ends[op],
    work: (rank) => byRank[rank].map(workOf),
  };
}

/** The written part of a played program. */
interface TraceEventsQuery {
  /** Name of the program. */
  readonly source: string;
  /** Ascending. */
  readonly ranks: readonly number[];
  /** Null if unknown. */
  readonly path: CriticalPath | null;
  /** Of return addresses. */
  readonly siteNames: SiteNames;
}

/** Maximum length of a piece, characters. */
const PIECE = 1 << 16;

/** The text of the file, in pieces. */
export function* traceEvents(played: PlayedProgram, query: TraceEventsQuery): Generator<string> {
  const about = { source: query.source, runtime_ns: query.path?.runtime ?? played.runtime };
  let piece = `{"displayTimeUnit":"ns","otherData":${JSON.stringify(about)},"traceEvents":[`;
  let separator = '\n';
  for (const event of eventsOf(played, query)) {
    piece += separator + event;
    separator = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]}\n`;
}

function* eventsOf(played: PlayedProgram, query: TraceEventsQuery): Generator<string> {
  const { schedule } = played;
  const names = new EventNames(schedule, query.siteNames);
  const drawn = new Set(query.ranks);
  const isCalled = schedule.calls !== null;
  if (query.path !== null) yield* pathEvents(query.path, names, schedule.ranks + 1);
  for (const rank of query.ranks) {
    yield* named('process', { pid: rank + 1, tid: 0 }, `rank ${rank}`, rank);
    if (isCalled) yield* callEvents(played, rank, names);
    yield* workEvents(played, rank, { names, drawn, isCalled });
  }
}

// Events as text. Times are whole ns, the resolution of Perfetto: each end is rounded separately, so that consecutive
// slices stay consecutive. Values in `args` are exact.

/** µs with three decimals. */
function microseconds(ns: number): string {
  const rest = ns % 1000;
  return `${(ns - rest) / 1000}.${String(rest).padStart(3, '0')}`;
}

/** Place of slices. */
interface Lane {
  readonly pid: number;
  readonly tid: number;
}

/** The name of a process or of one of its threads, and its place among them. */
function* named(
  what: 'process' | 'thread',
  { pid, tid }: Lane,
  name: string,
  place: number,
): Generator<string> {
  const head = `{"ph":"M","pid":${pid},"tid":${tid},"name":"${what}`;
  yield `${head}_name","args":{"name":${JSON.stringify(name)}}}`;
  yield `${head}_sort_index","args":{"sort_index":${place}}}`;
}

interface Slice {
  readonly name: string;
  /** ns */
  readonly start: number;
  readonly end: number;
  readonly args?: object;
}

/** Begin and end of a slice, with its content between. Clocks in LogGOPSim's peculiarities may run below 0, and back. */
function* slice(
  { pid, tid }: Lane,
  { name, start, end, args }: Slice,
  within: Iterable<string> = [],
): Generator<string> {
  const [from, to] = [wholeNs(start), wholeNs(end)];
  const head = `"pid":${pid},"tid":${tid},"name":${JSON.stringify(name)},"ts":`;
  const fields = args === undefined ? '' : `,"args":${JSON.stringify(args)}`;
  yield `{"ph":"B",${head}${microseconds(from)}${fields}}`;
  yield* within;
  yield `{"ph":"E",${head}${microseconds(Math.max(from, to))}}`;
}

/** Whether its begin and end are equal. */
const isNothing = ({ start, end }: Pick<Slice, 'start' | 'end'>): boolean => wholeNs(start) >= wholeNs(end);

const wholeNs = (ns: number): number => Math.max(Math.round(ns), 0);

/** Names and arguments of operations in events. */
class EventNames {
  readonly schedule: Schedule;
  readonly #calls: Calls | null;
  readonly #siteNames: SiteNames;
  /** By site. */
  readonly #places = new Map<number, object>();

  constructor(schedule: Schedule, siteNames: SiteNames) {
    this.schedule = schedule;
    this.#calls = Calls.of(schedule);
    this.#siteNames = siteNames;
  }

  /** `MPI_Allreduce`, `computation`; the kind of the operation if calls are unknown. */
  callOf(op: number): string {
    const { call, callNames, kind } = this.schedule;
    if (kind[op] === CALC && this.isBetween(op)) return COMPUTATION;
    return (call === null ? '' : callNames[call[op]]) || KINDS[kind[op]];
  }

  /** Whether it is a computation between calls. */
  isBetween(op: number): boolean {
    const { call, callNames } = this.schedule;
    return call === null || callNames[call[op]] === COMPUTATION;
  }

  /** The call and its source place; its label if calls are unknown. */
  details(op: number, rank = rankOf(this.schedule, op)): object {
    if (this.#calls === null) return { label: labelOf(this.schedule, op) };
    return { call: callText(this.#calls.operation(rank, op)), ...this.#placeOf(op) };
  }

  #placeOf(op: number): object {
    const { sites } = this.schedule;
    const site = sites === null ? NONE : sites.of[op];
    if (sites === null || site === NONE) return {};
    const known = this.#places.get(site);
    if (known !== undefined) return known;
    const { place, via } = nameSite(sites.list[site], this.#siteNames);
    const found = { site: [place, ...via].map(placeText).join(' < '), function: place.function };
    this.#places.set(site, found);
    return found;
  }
}

const KINDS: Readonly<Record<number, string>> = { [CALC]: COMPUTATION, [SEND]: 'send', [RECV]: 'receive' };

// The critical path: its segments, their steps, and the parts of each step.

const SHARES = ['computation', 'overhead', 'latency', 'bandwidth'] as const;

function* pathEvents(path: CriticalPath, names: EventNames, pid: number): Generator<string> {
  const lane = { pid, tid: 1 };
  yield* named('process', lane, 'critical path', -1);
  yield* named('thread', lane, 'critical path', 0);
  let next = 0;
  for (const segment of path.segments) {
    const steps = path.steps.slice(next, next + segment.steps);
    const args = segmentArgs(segment, names);
    yield* slice(lane, { ...segment, name: `rank ${segment.rank}`, args }, stepsEvents(steps, names, lane));
    next += segment.steps;
  }
}

/** The fields of `path --csv`. */
const segmentArgs = (segment: PathSegment, { schedule }: EventNames) => ({
  rank: segment.rank,
  ...sharesArgs(segment),
  first: labelOf(schedule, segment.first),
  last: labelOf(schedule, segment.last),
  operations: segment.steps,
});

const sharesArgs = (shares: PathShares) =>
  Object.fromEntries(SHARES.map((share) => [`${share}_ns`, shares[share]]));

function* stepsEvents(steps: readonly PathStep[], names: EventNames, lane: Lane): Generator<string> {
  for (const step of steps) {
    if (step.end === step.start) continue;
    const name = names.callOf(step.op);
    const args = { ...names.details(step.op), ...sharesArgs(step) };
    // Only computation between calls is entirely its own share.
    yield* slice(lane, { ...step, name, args }, name === COMPUTATION ? [] : shareEvents(step, lane));
  }
}

function* shareEvents(step: PathStep, lane: Lane): Generator<string> {
  let { start } = step;
  for (const share of SHARES) {
    const end = Math.min(start + step[share], step.end);
    if (!isNothing({ start, end })) yield* slice(lane, { name: share, start, end });
    start = end;
  }
}

// The calls of a rank in sequence, with the computations between them.

/** The thread of calls; those of operations follow. */
const CALLS = 1;

/** Starts when the previous one ends. */
interface Item {
  readonly op: number;
  readonly name: string;
  readonly start: number;
}

function* callEvents(played: PlayedProgram, rank: number, names: EventNames): Generator<string> {
  const lane = { pid: rank + 1, tid: CALLS };
  yield* named('thread', lane, 'calls', 0);
  const items = [...itemsOf(played, rank, names)];
  const ends = items.slice(1).map(({ start }) => start);
  for (const [i, { op, name, start }] of items.entries()) {
    const end = ends[i] ?? Math.max(start, played.endOf(op));
    if (isNothing({ start, end })) continue;
    yield* slice(lane, { name, start, end, args: names.details(op, rank) });
  }
}

/** Computations and calls in order, none before its predecessor. */
function* itemsOf(played: PlayedProgram, rank: number, names: EventNames): Generator<Item> {
  const { schedule, endOf } = played;
  const { calls, rankStart, value } = schedule;
  if (calls === null) return;
  let start = 0;
  for (let first = rankStart[rank]; first < rankStart[rank + 1]; ) {
    let next = first;
    let between = NONE;
    let last = NONE;
    for (; next < rankStart[rank + 1] && calls.of[next] === calls.of[first]; next++)
      if (names.isBetween(next)) between = next;
      else last = next;
    if (between !== NONE) {
      const end = endOf(between);
      start = Math.max(start, end - value[between]);
      if (value[between] > 0) yield { op: between, name: COMPUTATION, start };
      start = Math.max(start, end);
    } else start = Math.max(start, begins(played, first, next));
    if (last !== NONE) yield { op: last, name: names.callOf(last), start };
    first = next;
  }
}

/**
 * Start of a call without a computation before it: when the program's last operation allows it. It may wait for more, such
 * as a message.
 */
function begins({ schedule, dependency }: PlayedProgram, first: number, next: number): number {
  const { depStart, deps } = schedule;
  let latest = -1;
  let start = 0;
  for (let dep = depStart[first]; dep < depStart[next]; dep++) {
    const before = deps[dep] & DEP_OP;
    if (before >= first || before < latest) continue;
    const time = dependency(deps[dep]);
    start = before === latest ? Math.min(start, time) : time;
    latest = before;
  }
  return start;
}

// The work of CPUs, in as many lanes as there are concurrent operations.

interface WorkQuery {
  readonly names: EventNames;
  readonly drawn: ReadonlySet<number>;
  /** Whether computations between calls are among the calls. */
  readonly isCalled: boolean;
}

function* workEvents(
  played: PlayedProgram,
  rank: number,
  { names, drawn, isCalled }: WorkQuery,
): Generator<string> {
  const { schedule } = played;
  const done = [...played.work(rank)]
    .filter(({ op, send }) => !(isCalled && send === NONE && names.isBetween(op)))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  /** [lanes] until when each is used, ns. */
  const taken: number[] = [];
  for (const work of done) {
    const [from, to] = [work.start, work.end].map(wholeNs);
    const free = taken.findIndex((until) => until <= from);
    const index = free < 0 ? taken.length : free;
    const lane = { pid: rank + 1, tid: CALLS + 1 + index };
    if (free < 0) yield* named('thread', lane, index === 0 ? 'operations' : 'concurrent', 1 + index);
    taken[index] = to;
    const details = workDetails(schedule, rank, work, names);
    yield* slice(lane, { ...work, ...details }, flowOf(schedule, work, lane, drawn));
  }
}

/** One end of a message, if its other end is drawn too. */
function* flowOf(
  schedule: Schedule,
  { send, takes, start }: Work,
  { pid, tid }: Lane,
  drawn: ReadonlySet<number>,
): Generator<string> {
  if (send === NONE || schedule.unreceived?.[send] === 1) return;
  if (!drawn.has(takes ? rankOf(schedule, send) : schedule.peer[send])) return;
  const end = takes ? '"f","bp":"e"' : '"s"';
  yield `{"ph":${end},"pid":${pid},"tid":${tid},"ts":${microseconds(wholeNs(start))},"cat":"message","name":"message","id":${send}}`;
}

function workDetails(schedule: Schedule, rank: number, { op, send, takes }: Work, names: EventNames) {
  const own = op === NONE ? {} : names.details(op, rank);
  if (send === NONE) return { name: COMPUTATION, args: own };
  const { peer, tag, value } = schedule;
  const between = takes ? { from: rankOf(schedule, send) } : { to: peer[send] };
  return {
    name: takes ? 'receive' : 'send',
    args: { bytes: value[send], ...between, tag: tag[send], ...own },
  };
}
