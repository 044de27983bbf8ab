/**
 * The steady state of a program: the iterations of its main loop, found from each rank's sends and receives, call by call.
 * Tags are ignored, because each collective has its own.
 */

import { ModelError } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { CALC, NONE, RECV, rankOf, type Schedule } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import type { Bound } from './region-bounds.js';

/** Share of the iterations omitted at each end, at least one if enough remain. */
const LEFT_OUT = 0.1;

/** Share of its iterations by which a rank may repeat more, because code before or after the loop may look like it. */
const STRAY = 0.25;

/**
 * A longer iteration, such as twenty steps of which one rebuilds neighbour lists, is preferred if it covers so many times
 * more, and if a rank has {@link LEAST_REPEATS} stretches of the shorter ones, some of which other work may separate.
 */
const WORTHWHILE = 1.5;
const LEAST_LONGER = 2;

/** Repetitions in a row that are a loop within an iteration; fewer may be messages to one neighbour. */
const LEAST_INNER = 5;

/** The iterations that all ranks repeat. */
export interface Iterations {
  readonly iterations: number;
  /** Number of consecutive shorter iterations in each; 0: none are known. */
  readonly shorter: number;
  /** Number of stretches of the shortest iterations in the program, and of the iterations in them. */
  readonly stretches: number;
  readonly inStretches: number;
  /** How often the program may repeat the calls of an iteration, in any order and with any sizes. */
  readonly repetitions: number;
}

type PlacedIterations = Iterations & {
  /** Start of iteration i, counted from 0; end of the last for i = count. */
  readonly at: (i: number) => Bound;
};

/** The iterations of a steady state, counted from 1. */
export interface SteadyState extends Iterations {
  readonly first: number;
  readonly last: number;
  readonly from: Bound;
  readonly to: Bound;
}

/**
 * Iterations without the first and the last tenth; `inner`: the shorter ones in a row of one iteration. Throws ModelError
 * if nothing repeats.
 */
export function steadyState(replay: Replay, inner = false): SteadyState {
  const { at, ...found } = iterationsOf(replay, inner);
  const count = found.iterations;
  const most = Math.floor((count - LEAST_REPEATS) / 2);
  const out = Math.max(0, Math.min(most, Math.ceil(LEFT_OUT * count)));
  const taken = { first: out + 1, last: count - out, from: at(out), to: at(count - out) };
  return { ...found, ...taken };
}

/** As {@link steadyState}, all of them. Throws ModelError if ranks repeat nothing, or different numbers of times. */
export function iterationsOf(replay: Replay, inner: boolean): PlacedIterations {
  const { schedule } = replay.graph;
  const ranks = Array.from({ length: schedule.ranks }, (_, rank) => wordsOf(schedule, rank));
  const runs = ranks.map(({ words }) => longestRun(words));
  const found = longerIterations(replay, ranks, runs) ?? inStepIterations(replay, ranks, runs, LEAST_REPEATS);
  return inner ? innerIterations(replay, ranks, found) : found;
}

/** The shorter iterations within the middle one. */
function innerIterations(
  replay: Replay,
  ranks: readonly Words[],
  { begins, iterations }: InStep,
): PlacedIterations {
  const runs = ranks.map((one, rank) => innerRun(one, begins[rank], iterations >> 1));
  if (runs.every((run) => run === null))
    throw new ModelError({
      what: 'no inner loop found, because the iterations do not repeat a shorter sequence of messages',
      mend: 'use --region steady-state or --by iteration',
    });
  return inStepIterations(replay, ranks, runs, LEAST_REPEATS);
}

/** The loop that is most of the words of an iteration; null without one. */
function innerRun({ words, places }: Words, begins: Begins, iteration: number): Run | null {
  if (begins === null) return null;
  const begin = places.indexOf(begins[iteration]);
  const end = places.indexOf(begins[iteration + 1]);
  if (begin < 0 || end < 0) return null;
  const run = longestRun(words.subarray(begin, end), LEAST_INNER);
  if (run === null || 2 * (run.end - run.begin) <= end - begin) return null;
  return { ...run, begin: begin + run.begin, end: begin + run.end };
}

/**
 * Iterations that consist of stretches of the shorter ones and the work between them; null if there are none, or too little
 * is gained.
 */
function longerIterations(
  replay: Replay,
  ranks: readonly Words[],
  shorter: readonly (Run | null)[],
): InStep | null {
  const of = shorter.findIndex((run) => run !== null);
  const run = shorter[of] ?? null;
  if (run === null) return null;
  const inside = stretchesIn(ranks[of], run);
  if (inside.stretches < LEAST_REPEATS) return null;
  const runs = ranks.map((one, rank) => longerRun(one, shorter[rank]));
  const covered = (list: readonly (Run | null)[]): number =>
    list.reduce((sum, run) => sum + (run === null ? 0 : run.end - run.begin), 0);
  const without = ranks.some(({ words }, rank) => words.length > 0 && runs[rank] === null);
  if (without || covered(runs) < WORTHWHILE * covered(shorter)) return null;
  try {
    const found = inStepIterations(replay, ranks, runs, LEAST_LONGER);
    return { ...found, shorter: repeatsOf(run), ...inside };
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/** The longest run whose period has several of `shorter`, by sizes if possible, otherwise without sizes. */
function longerRun({ words, kinds }: Words, shorter: Run | null): Run | null {
  if (shorter === null) return null;
  const [bySizes, byKinds] = [words, kinds].map((sequence) => {
    const run = longestRun(sequence, LEAST_LONGER);
    return run !== null && run.period >= LEAST_REPEATS * shorter.period ? run : null;
  });
  if (bySizes === null || byKinds === null) return bySizes ?? byKinds;
  return byKinds.end - byKinds.begin > WORTHWHILE * (bySizes.end - bySizes.begin) ? byKinds : bySizes;
}

type InStep = PlacedIterations & {
  /** [ranks] places at which the iterations begin and the last ends. */
  readonly begins: readonly Begins[];
};

function inStepIterations(
  replay: Replay,
  words: readonly Words[],
  runs: readonly (Run | null)[],
  least: number,
): InStep {
  const found = words.map((one, rank) => beginsOf(one, runs[rank]));
  const leader = leaderOf(found, least);
  const count = lengthOf(found[leader]);
  const ranks = found.map((begins, rank) => (begins === null ? null : inStep(begins, count, rank, leader)));
  const shifts = stepsAhead(replay.graph, ranks, leader);
  const first = Math.max(0, ...shifts.map((shift) => -shift));
  const last = ranks.reduce(
    (end, begins, rank) => (begins === null ? end : Math.min(end, lengthOf(begins) - shifts[rank])),
    count,
  );
  const begins = ranks.map((own, rank) => own?.slice(first + shifts[rank], last + shifts[rank] + 1) ?? null);
  const at = (i: number): Bound => ({ kind: 'operations', at: begins.map((own) => own?.[i] ?? 0) });
  const iterations = last - first;
  const inner = innerRun(words[leader], begins[leader], iterations >> 1);
  return {
    iterations,
    shorter: inner === null ? 0 : repeatsOf(inner),
    ...stretchesIn(words[leader], inner ?? runs[leader]),
    repetitions: repetitionsIn(words[leader], runs[leader]),
    at,
    begins,
  };
}

/** Of the rarest of a run's calls: occurrences in all by those in one period. */
function repetitionsIn({ kinds }: Words, run: Run | null): number {
  if (run === null) return 0;
  const all = occurrences(kinds);
  const body = occurrences(kinds.subarray(run.begin, run.begin + run.period));
  return [...body].reduce(
    (least, [kind, own]) => Math.min(least, Math.floor((all.get(kind) ?? 0) / own)),
    Number.POSITIVE_INFINITY,
  );
}

function occurrences(sequence: Int32Array): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const one of sequence) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}

function stretchesIn(
  { words, kinds }: Words,
  run: Run | null,
): Pick<Iterations, 'stretches' | 'inStretches'> {
  const found = run === null ? [] : stretchesOf(words, kinds, run);
  const inStretches = found.reduce((sum, one) => sum + repeatsOf(one), 0);
  return { stretches: Math.max(found.length, 1), inStretches };
}

const lengthOf = (begins: Begins): number => (begins === null ? 0 : begins.length - 1);

/** The rank with the fewest repetitions; others may repeat parts of an iteration. */
function leaderOf(found: readonly Begins[], least: number): number {
  let leader = -1;
  for (const [rank, begins] of found.entries()) {
    if (begins === null) continue;
    if (lengthOf(begins) < least) throw nothingRepeats(`rank ${rank} does not repeat a sequence of messages`);
    if (leader < 0 || lengthOf(begins) < lengthOf(found[leader])) leader = rank;
  }
  if (leader < 0)
    throw new ModelError({
      what: 'no steady state found, because no rank sends or receives messages',
      mend: 'select the part of the program as a region, such as start..50%',
    });
  return leader;
}

function nothingRepeats(what: string): ModelError {
  const times = `${LEAST_REPEATS} times in a row`;
  return new ModelError({
    what: `no steady state found, because ${what} ${times}`,
    mend: 'select the part of the program as a region, such as first-message..last-message',
  });
}

/** The beginnings, as many as the leader has: if a rank repeats n times per iteration, every n-th. */
function inStep(begins: readonly number[], count: number, rank: number, leader: number): Begins {
  const length = lengthOf(begins);
  const times = Math.round(length / count);
  if (Math.abs(length - times * count) > times * (1 + STRAY * count)) {
    throw new ModelError({
      what: `no steady state found, because rank ${rank} repeats a sequence ${length} times in a row, but rank ${leader} repeats one ${count} times`,
      mend: 'select the part of the program as a region',
    });
  }
  return times === 1 ? begins : begins.filter((_, i) => i % times === 0);
}

/** Beginnings of a rank's repetitions; null for a rank without messages, one place if nothing repeats. */
function beginsOf({ words, places }: Words, run: Run | null): Begins {
  if (words.length === 0) return null;
  if (run === null) return [0];
  const begins: number[] = [];
  for (let at = run.begin; at <= run.end; at += run.period) begins.push(places[at]);
  return begins;
}

/** The sends and receives of a rank: one word per call, or per message if calls are unknown. */
interface Words {
  readonly words: Int32Array;
  /** The same without sizes. */
  readonly kinds: Int32Array;
  /** [words + 1] first operation of each word within the rank. */
  readonly places: readonly number[];
}

function wordsOf(schedule: Schedule, rank: number): Words {
  const { kind, calls, rankStart } = schedule;
  const [words, kinds] = [new Numbers(), new Numbers()];
  const places: number[] = [];
  const first = rankStart[rank];
  const end = rankStart[rank + 1];
  for (let op = first; op < end; ) {
    const begin = op;
    let [text, sizes] = ['', ''];
    do {
      if (kind[op] !== CALC) {
        text += kindOf(schedule, op);
        sizes += `${schedule.value[op]};`;
      }
      op++;
    } while (op < end && calls !== null && calls.of[op] === calls.of[begin]);
    if (text === '') continue;
    kinds.push(text);
    words.push(text + sizes);
    places.push(begin - first);
  }
  return { words: words.taken(), kinds: kinds.taken(), places: [...places, end - first] };
}

const kindOf = ({ kind, peer, call }: Schedule, op: number): string =>
  `${call?.[op] ?? ''} ${kind[op]} ${peer[op]};`;

/** A sequence of texts as numbers, the same for the same text. */
class Numbers {
  readonly #known = new Map<string, number>();
  readonly #list: number[] = [];

  push(text: string): void {
    const number = this.#known.get(text) ?? this.#known.size;
    this.#known.set(text, number);
    this.#list.push(number);
  }

  taken(): Int32Array {
    return Int32Array.from(this.#list);
  }
}

// The part of a sequence that repeats: its longest run of one period.

/** From `begin` to before `end`, every element is the one `period` behind it. */
interface Run {
  readonly begin: number;
  readonly end: number;
  readonly period: number;
}

/** Fewer repetitions are no loop. */
const LEAST_REPEATS = 3;
/** Places where a loop is searched; it contains at least one of these. */
const ANCHORS = [0.5, 0.25, 0.75];

/** How many whole periods a run has. */
const repeatsOf = ({ begin, end, period }: Run): number => Math.floor((end - begin) / period);

/** The longest run with `least` whole periods, among equals the one with the shortest period; null without one. */
export function longestRun(sequence: Int32Array, least = LEAST_REPEATS): Run | null {
  let best: Run | null = null;
  for (const anchor of ANCHORS) {
    const run = runAround(sequence, Math.floor(sequence.length * anchor), least);
    if (run !== null && (best === null || run.end - run.begin > best.end - best.begin)) best = run;
  }
  return best;
}

/** The longest run across a place: for each period, how far the sequence agrees with itself after and before the place. */
function runAround(sequence: Int32Array, at: number, least: number): Run | null {
  const behind = agreements(sequence.subarray(at));
  const inFront = agreementsInFront(sequence, at);
  let best: Run | null = null;
  for (let period = 1; period <= sequence.length - at; period++) {
    const run = { begin: at - inFront[period], end: at + period + (behind[period] ?? 0), period };
    const length = run.end - run.begin;
    if (length >= least * period && (best === null || length > best.end - best.begin)) best = run;
  }
  return best;
}

/** [periods] number of elements before a place that agree with those one period later. */
function agreementsInFront(sequence: Int32Array, at: number): Int32Array {
  const { length } = sequence;
  const backwards = new Int32Array(at + 1 + length);
  backwards.set(sequence.slice(0, at).reverse());
  // Words are 0 or more, so nothing matches this one.
  backwards[at] = -1;
  backwards.set(sequence.slice().reverse(), at + 1);
  const agreeing = agreements(backwards);
  return Int32Array.from(
    { length: length - at + 1 },
    (_, period) => agreeing[at + 1 + length - at - period] ?? 0,
  );
}

/**
 * All runs of the same loop as `run`, including itself: runs of its period with {@link LEAST_REPEATS} whole ones and equal
 * `kinds`, which are less specific than the sequence.
 */
export function stretchesOf(sequence: Int32Array, kinds: Int32Array, run: Run): Run[] {
  const { period } = run;
  const bodyAt = (begin: number): string => `${kinds.subarray(begin, begin + period).join(',')},`;
  const twice = bodyAt(run.begin).repeat(2);
  const found: Run[] = [];
  for (let begin = 0, end = 0; begin + period < sequence.length; begin = end + 1) {
    for (end = begin; end + period < sequence.length && sequence[end] === sequence[end + period]; ) end++;
    const one = { begin, end: end + period, period };
    if (end > begin && repeatsOf(one) >= LEAST_REPEATS && `,${twice}`.includes(`,${bodyAt(begin)}`))
      found.push(one);
  }
  return found;
}

/** Z function: [n] number of elements from i on that agree with those from the start. Main and Lorentz (1984), linear. */
export function agreements(sequence: Int32Array): Int32Array {
  const { length } = sequence;
  const found = new Int32Array(length);
  let low = 0;
  let high = 0;
  for (let i = 1; i < length; i++) {
    let count = i < high ? Math.min(high - i, found[i - low]) : 0;
    while (i + count < length && sequence[count] === sequence[i + count]) count++;
    found[i] = count;
    if (i + count > high) {
      low = i;
      high = i + count;
    }
  }
  return found;
}

// Matches the iterations of ranks: each belongs to the one with which it exchanges most messages.

/** Places of operations within a rank at which its iterations begin, and where the last ends; null without any. */
type Begins = readonly number[] | null;

/** The number of iterations by which the receiver of messages is ahead of the sender, and the number of messages with it. */
type Votes = Map<number, number>;

/** [ranks] by how many iterations a rank is ahead of the leader. 0 for ranks not connected to the leader. */
function stepsAhead(graph: ExecutionGraph, begins: readonly Begins[], leader: number): number[] {
  const neighbours = neighboursOf(graph, begins);
  const ahead = begins.map(() => 0);
  const reached = begins.map((_, rank) => rank === leader);
  const queue = [leader];
  for (let rank = queue.shift(); rank !== undefined; rank = queue.shift()) {
    for (const [other, votes] of neighbours[rank]) {
      if (reached[other]) continue;
      reached[other] = true;
      ahead[other] = ahead[rank] + mostVoted(votes);
      queue.push(other);
    }
  }
  return ahead;
}

/** Among equals the nearest to 0. */
function mostVoted(votes: Votes): number {
  const [[first]] = [...votes].sort(([a, m], [b, n]) => n - m || Math.abs(a) - Math.abs(b));
  return first;
}

/** By rank, its partners and by how much they are ahead. */
function neighboursOf(
  { schedule, partner }: ExecutionGraph,
  begins: readonly Begins[],
): Map<number, Votes>[] {
  const found = begins.map(() => new Map<number, Votes>());
  const vote = (rank: number, other: number, ahead: number): void => {
    const votes = found[rank].get(other) ?? new Map<number, number>();
    found[rank].set(other, votes.set(ahead, (votes.get(ahead) ?? 0) + 1));
  };
  for (let rank = 0; rank < schedule.ranks; rank++) {
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      if (schedule.kind[op] !== RECV || partner[op] === NONE) continue;
      const sender = rankOf(schedule, partner[op]);
      const own = iterationOf(begins[rank], op - schedule.rankStart[rank]);
      const its = iterationOf(begins[sender], partner[op] - schedule.rankStart[sender]);
      if (own < 0 || its < 0 || sender === rank) continue;
      vote(sender, rank, own - its);
      vote(rank, sender, its - own);
    }
  }
  return found;
}

/** The iteration that a place is in, by bisection; −1: none. */
function iterationOf(begins: Begins, place: number): number {
  if (begins === null || place < begins[0] || place >= begins[begins.length - 1]) return -1;
  let low = 0;
  let high = begins.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (begins[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}
