/** Which operations lie before a bound. */
import { UsageError } from '../../errors.js';
import { COMPUTATION } from '../../schedule/calls.js';
import { CALC, type Schedule } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { Bound, PcontrolBound, RegionBound } from './bounds.js';
import { callBegins } from './calls.js';
import { type MarkPlace, pcontrolPlaces, regionPlaces } from './marks.js';

/** What lies before a bound. */
export interface Before {
  /** [operations] 1: before the bound, at least in part where the bound closes a region. */
  readonly lies: Uint8Array;
  /** Computations that the bound parts: by operation the ns of it that lie before. */
  readonly parted: ReadonlyMap<number, number>;
}

/** `closes`: the bound ends the region; what it names lies before it then. */
export function before(bound: Bound, replay: Replay, closes: boolean): Before {
  const { schedule } = replay.graph;
  if (bound.kind === 'pcontrol') return beforeMarks(schedule, pcontrolPlaces(schedule, bound), closes);
  if (bound.kind === 'region') {
    const ends = closes && bound.begins !== true;
    return beforeMarks(schedule, regionPlaces(schedule, bound, ends), closes);
  }
  return { lies: wholly(bound, replay, closes), parted: new Map() };
}

/** [operations] 1: before a bound that parts none. */
function wholly(
  bound: Exclude<Bound, PcontrolBound | RegionBound>,
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
    case 'operations':
      return byPlace(schedule, (rank, place) => place < bound.at[rank]);
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

/** What starts before a time of its rank. */
function postedBefore(replay: Replay, timeOf: (rank: number) => number): Uint8Array {
  const { schedule } = replay.graph;
  const times = Array.from({ length: schedule.ranks }, (_, rank) => timeOf(rank));
  return byPlace(schedule, (rank, place) => replay.startOf(schedule.rankStart[rank] + place) < times[rank]);
}

/** When the first send or receive of a rank starts; Infinity without any. */
function firstMessage(replay: Replay, rank: number): number {
  const { kind, rankStart } = replay.graph.schedule;
  let first = Number.POSITIVE_INFINITY;
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
    if (kind[op] !== CALC) first = Math.min(first, replay.startOf(op));
  return first;
}

/** Messages, and what starts before the last of the rank is over. */
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

/** What earlier calls made, and the computation in front of this one; with `closes` what it made itself, too. */
function beforeCalls(schedule: Schedule, numbers: readonly number[], closes: boolean): Uint8Array {
  const { calls, call, callNames, rankStart } = schedule;
  if (calls === null || call === null) throw new UsageError('no call is known');
  return byPlace(schedule, (rank, place) => {
    const op = rankStart[rank] + place;
    if (calls.of[op] !== numbers[rank]) return calls.of[op] < numbers[rank];
    return closes || !callNames[call[op]].startsWith('MPI_');
  });
}

/** What earlier calls made, and the part of the computation in front of this one that is over at the mark. */
function beforeMarks(schedule: Schedule, places: readonly MarkPlace[], closes: boolean): Before {
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
