/** Which operations lie before a bound. */
import { UsageError } from '../../errors.js';
import { CALC, type Schedule } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { Bound } from './bounds.js';
import { callBegins } from './calls.js';

/** [operations] 1: before the bound. `closes`: the bound ends the region; what it names lies before it then. */
export function before(bound: Bound, replay: Replay, closes: boolean): Uint8Array {
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
