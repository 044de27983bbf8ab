/** Which operations are before a bound of a region: the place of the n-th mark or call of every rank, and what precedes it. */
import { namesInstead, UsageError } from '../../errors.js';
import {
  type CallTable,
  COMPUTATION,
  callsNamed,
  type MarkTable,
  NO_LEVEL,
  PCONTROL,
  pcontrols,
  type RankMarks,
  regionsOf,
} from '../../schedule/program-calls.js';
import { CALC, type Schedule } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { Bound, CallPlace, PcontrolBound, RegionBound } from './region-bounds.js';

/** The operations before a bound. */
export interface Before {
  /** [operations] 1: before the bound, at least in part where the bound closes a region. */
  readonly lies: Uint8Array;
  /** Computations split by the bound: by operation, the ns before it. */
  readonly parted: ReadonlyMap<number, number>;
}

/** `closes`: the bound ends the region, which then includes the named call or mark. */
export function before(bound: Bound, replay: Replay, closes: boolean): Before {
  const { schedule } = replay.graph;
  if (bound.kind === 'pcontrol') return beforeMarks(schedule, pcontrolPlaces(schedule, bound), closes);
  if (bound.kind === 'places') return beforeMarks(schedule, bound.places, closes);
  if (bound.kind === 'region') {
    const ends = closes && bound.begins !== true;
    return beforeMarks(schedule, regionPlaces(schedule, bound, ends), closes);
  }
  return { lies: wholly(bound, replay, closes), parted: new Map() };
}

/**
 * The bound for a program with the same calls, changed: one found by times, messages or iterations becomes the place where it
 * is now in the order of calls, because the changed program has others. A call that it divides is within the region.
 */
export function amongCalls(bound: Bound, replay: Replay, closes: boolean): Bound {
  switch (bound.kind) {
    case 'start':
    case 'end':
    case 'call':
    case 'pcontrol':
    case 'region':
    case 'places':
      return bound;
    default: {
      const { lies } = before(bound, replay, closes);
      const { schedule } = replay.graph;
      const place = closes ? placeBehind : placeAhead;
      const places = Array.from({ length: schedule.ranks }, (_, rank) => place(schedule, lies, rank));
      return { kind: 'places', places };
    }
  }
}

// The operations of a call stand in no order: its computation may follow them.

/** The place before all operations of a rank that do not lie before a bound. */
function placeAhead(schedule: Schedule, lies: Uint8Array, rank: number): CallPlace {
  let place = LAST;
  for (const op of operationsOf(schedule, rank)) {
    if (lies[op] === 1) continue;
    const call = callOf(schedule, op);
    const offset = computes(schedule, op) ? 0 : WHOLE;
    if (call < place.call || (call === place.call && offset < place.offset)) place = { call, offset };
  }
  return place;
}

/** The place behind all that do. */
function placeBehind(schedule: Schedule, lies: Uint8Array, rank: number): CallPlace {
  let place: CallPlace = { call: 0, offset: 0 };
  for (const op of operationsOf(schedule, rank)) {
    if (lies[op] === 0) continue;
    const behind = computes(schedule, op)
      ? { call: callOf(schedule, op), offset: WHOLE }
      : { call: callOf(schedule, op) + 1, offset: 0 };
    if (behind.call > place.call || (behind.call === place.call && behind.offset > place.offset))
      place = behind;
  }
  return place;
}

/** All of the computation before a call. */
const WHOLE = Number.POSITIVE_INFINITY;

function* operationsOf({ rankStart }: Schedule, rank: number): Generator<number> {
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) yield op;
}

const callOf = ({ calls }: Schedule, op: number): number => calls?.of[op] ?? 0;
const computes = ({ call, callNames }: Schedule, op: number): boolean =>
  call !== null && callNames[call[op]] === COMPUTATION;

/** [operations] 1: before a bound that splits no operation. */
function wholly(
  bound: Exclude<Bound, PcontrolBound | RegionBound | { readonly kind: 'places' }>,
  replay: Replay,
  closes: boolean,
): Uint8Array {
  const { schedule } = replay.graph;
  switch (bound.kind) {
    case 'start':
      return new Uint8Array(schedule.operations);
    case 'end':
      return new Uint8Array(schedule.operations).fill(1);
    case 'time':
      return postedBefore(replay, () => bound.ns);
    case 'share':
      return postedBefore(replay, () => bound.share * replay.runtime);
    case 'first-message':
      return postedBefore(replay, (rank) => firstMessage(replay, rank));
    case 'last-message':
      return upToLastMessages(replay);
    case 'call':
      return beforeCalls(
        schedule,
        callBegins(schedule, bound.name, bound.nth),
        closes && bound.begins !== true,
      );
    case 'steady':
      throw new Error('a steady state is to be found first');
    case 'operations': {
      const { ranks, rankStart, operations } = schedule;
      const found = new Uint8Array(operations);
      for (let rank = 0; rank < ranks; rank++)
        found.fill(1, rankStart[rank], Math.min(rankStart[rank] + bound.at[rank], rankStart[rank + 1]));
      return found;
    }
  }
}

/** By rank and place within the rank. */
function byPlace(schedule: Schedule, lies: (rank: number, place: number) => boolean): Uint8Array {
  const { ranks, rankStart } = schedule;
  const found = new Uint8Array(schedule.operations);
  for (let rank = 0; rank < ranks; rank++) {
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (lies(rank, op - rankStart[rank])) found[op] = 1;
  }
  return found;
}

/** Operations that start before a time of their rank. */
function postedBefore(replay: Replay, timeOf: (rank: number) => number): Uint8Array {
  const { schedule } = replay.graph;
  const times = Array.from({ length: schedule.ranks }, (_, rank) => timeOf(rank));
  return byPlace(schedule, (rank, place) => replay.startOf(schedule.rankStart[rank] + place) < times[rank]);
}

/** Start of a rank's first send or receive; Infinity without any. */
function firstMessage(replay: Replay, rank: number): number {
  const { kind, rankStart } = replay.graph.schedule;
  let first = Number.POSITIVE_INFINITY;
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
    if (kind[op] !== CALC) first = Math.min(first, replay.startOf(op));
  return first;
}

/** Messages, and operations that start before the rank's last message ends. */
function upToLastMessages(replay: Replay): Uint8Array {
  const { schedule } = replay.graph;
  const { kind, rankStart } = schedule;
  const found = postedBefore(replay, (rank) => {
    let last = Number.NEGATIVE_INFINITY;
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (kind[op] !== CALC) last = Math.max(last, replay.endOf(op));
    return last;
  });
  return found.map((lies, op) => (kind[op] === CALC ? lies : 1));
}

/** Operations of earlier calls, and the computation before this one; with `closes` also the operations of this call. */
function beforeCalls(schedule: Schedule, numbers: readonly number[], closes: boolean): Uint8Array {
  const { calls, call, callNames, rankStart } = schedule;
  if (calls === null || call === null) throw new UsageError('no call is known');
  return byPlace(schedule, (rank, place) => {
    const op = rankStart[rank] + place;
    if (calls.of[op] !== numbers[rank]) return calls.of[op] < numbers[rank];
    return closes || !callNames[call[op]].startsWith('MPI_');
  });
}

/** Operations of earlier calls, and the part of the computation before this one that precedes the mark. */
function beforeMarks(schedule: Schedule, places: readonly CallPlace[], closes: boolean): Before {
  const { calls, call, callNames, rankStart, value } = schedule;
  if (calls === null || call === null) throw new Error('marks without calls');
  const parted = new Map<number, number>();
  const lies = byPlace(schedule, (rank, index) => {
    const op = rankStart[rank] + index;
    const { call: at, offset } = places[rank];
    if (calls.of[op] !== at) return calls.of[op] < at;
    if (callNames[call[op]] !== COMPUTATION || offset === 0) return false;
    if (offset >= value[op]) return true;
    parted.set(op, offset);
    return closes;
  });
  return { lies, parted };
}

const LAST: CallPlace = { call: Number.POSITIVE_INFINITY, offset: 0 };
const INSTEAD = 'use other bounds, such as times, shares, calls, first-message or last-message';
const NAMING = 'llamp_region_begin("name") and llamp_region_end() name regions in traces of llamp-ts';

/** [ranks] place of each rank's n-th MPI_Pcontrol. Throws UsageError if a rank has too few. */
function pcontrolPlaces({ calls }: Schedule, { level, nth }: PcontrolBound): CallPlace[] {
  const ranks = calls?.marks?.ranks ?? [];
  const found = ranks.map((marks) => pcontrols(marks, level));
  const name = pcontrolText(level);
  if (found.every(({ length }) => length === 0)) throw noPcontrol(ranks, name);
  refuseTooFew(found, nth, 'calls', name);
  return found.map((list, rank) => placeOf(ranks[rank], list[nth - 1]));
}

export const pcontrolText = (level: number | null): string =>
  level === null ? 'MPI_Pcontrol' : `pcontrol:${level}`;

/** [ranks] place where each begins, or leaves, its n-th region of a name. Throws UsageError if a rank has too few. */
function regionPlaces({ calls }: Schedule, bound: RegionBound, ends: boolean): CallPlace[] {
  const marks = calls?.marks ?? null;
  const { name, nth } = bound;
  const index = regionIndex(marks, name);
  const ranks = marks?.ranks ?? [];
  const found = ranks.map((one) => regionsOf(one, index));
  refuseTooFew(found, nth, 'enters', `region:${name}`);
  return found.map((list, rank) => {
    const { begin, end } = list[nth - 1];
    if (!ends) return placeOf(ranks[rank], begin);
    return end === null ? LAST : placeOf(ranks[rank], end);
  });
}

/** [ranks] how often each enters a region. Throws UsageError if no rank does. */
export function regionCounts(marks: MarkTable | null, name: string): number[] {
  const index = regionIndex(marks, name);
  return (marks?.ranks ?? []).map((one) => regionsOf(one, index).length);
}

/** [ranks] how many MPI_Pcontrol each has. Throws UsageError if none has one. */
export function pcontrolCounts(marks: MarkTable | null): number[] {
  const counts = (marks?.ranks ?? []).map((one) => pcontrols(one, null).length);
  if (counts.every((count) => count === 0)) throw noPcontrol([], pcontrolText(null));
  return counts;
}

function regionIndex(marks: MarkTable | null, name: string): number {
  const names = marks?.names ?? [];
  const index = names.indexOf(name);
  if (index >= 0) return index;
  if (names.length === 0)
    throw new UsageError(
      `the input has no program regions, so '${name}' cannot be found`,
      `${INSTEAD}; ${NAMING}`,
    );
  throw new UsageError(`the program has no region '${name}'`, namesInstead(name, [...names].sort()));
}

/** `ranks`: searched for existing levels. */
function noPcontrol(ranks: readonly RankMarks[], name: string): UsageError {
  const levels = new Set(ranks.flatMap((marks) => pcontrols(marks, null).map((i) => marks.value[i])));
  if (levels.size === 0) return new UsageError('the input has no MPI_Pcontrol', INSTEAD);
  if (levels.has(NO_LEVEL))
    return new UsageError(
      `the input does not record the levels of MPI_Pcontrol, so ${name} cannot be found`,
      'use MPI_Pcontrol#1 for the first call',
    );
  const known = [...levels].sort((a, b) => a - b).map((level) => pcontrolText(level));
  return new UsageError(`the program has no ${name}`, `it has ${known.join(', ')}`);
}

function refuseTooFew(
  found: readonly (readonly unknown[])[],
  nth: number,
  does: 'calls' | 'enters',
  name: string,
): void {
  const least = found.findIndex(({ length }) => length < nth);
  if (least < 0) return;
  const { length } = found[least];
  const often =
    length === 0 ? `never ${does} ${name}` : `${does} ${name} ${length === 1 ? 'once' : `${length} times`}`;
  const most = found.reduce((fewest, list) => Math.min(fewest, list.length), Number.POSITIVE_INFINITY);
  throw new UsageError(
    `rank ${least} ${often}, so not every rank has ${name}#${nth}`,
    most === 0 ? `use one that every rank ${does}` : `the last that every rank has is ${name}#${most}`,
  );
}

const placeOf = ({ call, offset }: RankMarks, mark: number): CallPlace => ({
  call: call[mark],
  offset: offset[mark],
});

/** Names of regions, in the order in which one rank begins them. */
export function namesInOrder({ names, ranks: [first] }: MarkTable): string[] {
  const seen = new Set<string>();
  for (let i = 0; i < first.kind.length; i++) if (first.kind[i] !== PCONTROL) seen.add(names[first.value[i]]);
  return [...seen];
}

/** The alternatives for a program without known calls. */
const WITHOUT_CALLS = 'use a time, a share, first-message or last-message, or read the original traces';

/**
 * [ranks] the index of the n-th call of a name among the calls of each. Throws UsageError if calls are unknown, or a rank
 * has too few.
 */
function callBegins({ ranks, calls }: Schedule, name: string, nth: number): number[] {
  if (calls === null)
    throw new UsageError(
      `the input does not record the MPI calls of its operations, so ${name} cannot be found`,
      WITHOUT_CALLS,
    );
  const wanted = fullName(calls, name);
  const found = Array.from({ length: ranks }, (_, rank) => callsNamed(calls, rank, wanted));
  const least = found.findIndex((numbers) => numbers.length < nth);
  if (least >= 0) throw tooFew(wanted, nth, least, found);
  return found.map((numbers) => numbers[nth - 1]);
}

/** `Allreduce` and `mpi_allreduce` are MPI_Allreduce. */
function fullName({ names, ranks }: CallTable, name: string): string {
  const plain = (text: string): string => text.toLowerCase().replace(/^mpi_/, '');
  const made = new Set(ranks.flatMap((rank) => [...new Set(rank.name)]));
  const known = names.filter((_, index) => made.has(index));
  const found = known.find((one) => plain(one) === plain(name));
  if (found !== undefined) return found;
  throw new UsageError(`the program does not call ${name}`, namesInstead(name, [...known].sort()));
}

function tooFew(name: string, nth: number, rank: number, found: readonly (readonly number[])[]): UsageError {
  const most = Math.min(...found.map(({ length }) => length));
  const times = found[rank].length === 1 ? 'once' : `${found[rank].length} times`;
  return new UsageError(
    `rank ${rank} calls ${name} ${times}, so not every rank has ${name}#${nth}`,
    most === 0 ? 'use a call that every rank makes' : `the last that every rank has is ${name}#${most}`,
  );
}
