/**
 * The steady state of a program: the iterations of its main loop, found by what each rank sends and receives, call by
 * call. Tags are no part of it, as each collective has its own.
 */
import { ModelError } from '../../errors.js';
import { CALC, type Schedule } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { Bound } from './bounds.js';
import { type Begins, stepsAhead } from './in-step.js';
import { LEAST_REPEATS, longestRun } from './repeats.js';

/** Share of the iterations left out at each end, at least one where enough are left. */
const LEFT_OUT = 0.1;

/** Share of its iterations by which a rank may repeat more: what comes before or behind the loop may look like it. */
const STRAY = 0.25;

/** The iterations that all ranks repeat. */
export interface Iterations {
  readonly count: number;
  /** Where iteration i begins, counted from 0; where the last ends for i = count. */
  at(i: number): Bound;
}

/** The iterations of a steady state, counted from 1. */
export interface SteadyState {
  readonly iterations: number;
  readonly first: number;
  readonly last: number;
  readonly from: Bound;
  readonly to: Bound;
}

/** Iterations without the first and the last tenth. Throws ModelError where nothing repeats. */
export function steadyState(replay: Replay): SteadyState {
  const { count, at } = iterationsOf(replay);
  const most = Math.floor((count - LEAST_REPEATS) / 2);
  const out = Math.max(0, Math.min(most, Math.ceil(LEFT_OUT * count)));
  return { iterations: count, first: out + 1, last: count - out, from: at(out), to: at(count - out) };
}

/** Throws ModelError where ranks repeat nothing, or not the same number of times. */
export function iterationsOf(replay: Replay): Iterations {
  const { schedule } = replay.graph;
  const found = Array.from({ length: schedule.ranks }, (_, rank) => beginsOf(schedule, rank));
  const leader = leaderOf(found);
  const count = lengthOf(found[leader]);
  const ranks = found.map((begins, rank) => (begins === null ? null : inStep(begins, count, rank, leader)));
  const shifts = stepsAhead(replay.graph, ranks, leader);
  const first = Math.max(0, ...shifts.map((shift) => -shift));
  const last = ranks.reduce(
    (least, begins, rank) => (begins === null ? least : Math.min(least, lengthOf(begins) - shifts[rank])),
    count,
  );
  const at = (i: number): Bound => ({
    kind: 'operations',
    at: ranks.map((begins, rank) => begins?.[first + i + shifts[rank]] ?? 0),
  });
  return { count: last - first, at };
}

const lengthOf = (begins: Begins): number => (begins === null ? 0 : begins.length - 1);

/** The rank that repeats fewest times: others may repeat parts of an iteration. */
function leaderOf(found: readonly Begins[]): number {
  let leader = -1;
  for (const [rank, begins] of found.entries()) {
    if (begins === null) continue;
    if (lengthOf(begins) < LEAST_REPEATS)
      throw nothingRepeats(`rank ${rank} repeats no sequence of messages`);
    if (leader < 0 || lengthOf(begins) < lengthOf(found[leader])) leader = rank;
  }
  if (leader < 0) throw nothingRepeats('no rank sends or receives');
  return leader;
}

function nothingRepeats(what: string): ModelError {
  const times = `${LEAST_REPEATS} times in a row`;
  return new ModelError({
    what: `no steady state: ${what} ${times}`,
    mend: 'name the part of the program as a region, such as first-message..last-message',
  });
}

/** The beginnings as often as the leader repeats: where a rank repeats n times an iteration, every n-th. */
function inStep(begins: readonly number[], count: number, rank: number, leader: number): Begins {
  const length = lengthOf(begins);
  const times = Math.round(length / count);
  if (Math.abs(length - times * count) > times * (1 + STRAY * count)) {
    throw new ModelError({
      what: `no steady state: rank ${rank} repeats what it does ${length} times in a row, rank ${leader} ${count} times`,
      mend: 'name the part of the program as a region',
    });
  }
  return times === 1 ? begins : begins.filter((_, i) => i % times === 0);
}

/** Where a rank's repetitions begin; null of a rank without messages, one place where nothing repeats. */
function beginsOf(schedule: Schedule, rank: number): Begins {
  const { words, places } = wordsOf(schedule, rank);
  if (words.length === 0) return null;
  const run = longestRun(words);
  if (run === null) return [0];
  const begins: number[] = [];
  for (let at = run.begin; at <= run.end; at += run.period) begins.push(places[at]);
  return begins;
}

/** What a rank sends and receives, a word for each call, or each message where calls are not known. */
interface Words {
  readonly words: Int32Array;
  /** [words + 1] where the operations of each begin within the rank. */
  readonly places: readonly number[];
}

function wordsOf(schedule: Schedule, rank: number): Words {
  const { kind, calls, rankStart } = schedule;
  const numbers = new Map<string, number>();
  const words: number[] = [];
  const places: number[] = [];
  const first = rankStart[rank];
  const end = rankStart[rank + 1];
  for (let op = first; op < end; ) {
    const begin = op;
    let text = '';
    do {
      if (kind[op] !== CALC) text += wordOf(schedule, op);
      op++;
    } while (op < end && calls !== null && calls.of[op] === calls.of[begin]);
    if (text === '') continue;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    words.push(number);
    places.push(begin - first);
  }
  return { words: Int32Array.from(words), places: [...places, end - first] };
}

const wordOf = ({ kind, peer, value, call }: Schedule, op: number): string =>
  `${call?.[op] ?? ''} ${kind[op]} ${peer[op]} ${value[op]};`;
