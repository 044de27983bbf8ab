/**
 * The computation of one run given to another, of the same program or of a changed one: what lies between the same calls
 * takes as long in both, so that a difference that is left was made by the program, not by the noise of its machine.
 */

import {
  baseName,
  COMPUTATION,
  nameSite,
  type SiteNames,
  type SourcePlace,
} from '../schedule/program-calls.js';
import { CALC, Column, f64, NONE, type Schedule, SEND, u32 } from '../schedule/schedule.js';

// What a run computes, and which call ends each computation.

/** A call behind a computation, and from where it is made. */
export interface EndingCall {
  readonly call: string;
  /**
   * Its place first, then its callers; empty where that is not known. Without a file `line` is the byte in the object, and
   * without a function `file` is the object.
   */
  readonly stack: readonly SourcePlace[];
}

/** The computations of one rank in their order. */
export interface RankComputation {
  readonly ns: ArrayLike<number>;
  /** The call behind each: an index into `calls`. */
  readonly call: ArrayLike<number>;
}

/** All that a run computes between its calls. */
export interface RunComputation {
  readonly calls: readonly EndingCall[];
  /** [ranks] */
  readonly ranks: readonly RankComputation[];
}

const FINALIZE = 'MPI_Finalize';

/** `names`: of return addresses. */
export function computationOf(schedule: Schedule, names: SiteNames): RunComputation {
  const calls = new EndingCalls(schedule, names);
  const ranks = Array.from({ length: schedule.ranks }, (_, rank) => {
    const ns = new Column(f64);
    const call = new Column(u32);
    for (const op of computationOps(schedule, rank)) {
      ns.push(schedule.value[op]);
      call.push(calls.behind(rank, op));
    }
    return { ns: ns.done(), call: call.done() };
  });
  return { calls: calls.list, ranks };
}

/** Operations of a rank that compute between calls: those within a call are of its algorithm. */
function* computationOps({ rankStart, kind, call, callNames }: Schedule, rank: number): Generator<number> {
  const between = call === null ? -1 : callNames.indexOf(COMPUTATION);
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
    if (kind[op] === CALC && (call === null || call[op] === between)) yield op;
}

/** Calls as they are met, each once. */
class EndingCalls {
  readonly list: EndingCall[] = [];
  readonly #schedule: Schedule;
  readonly #names: SiteNames;
  readonly #known = new Map<string, number>();

  constructor(schedule: Schedule, names: SiteNames) {
    this.#schedule = schedule;
    this.#names = names;
  }

  /** Index of the call behind computation `op`. */
  behind(rank: number, op: number): number {
    const { calls } = this.#schedule;
    if (calls === null) return this.#indexOf(this.#operationBehind(rank, op), NONE);
    const { name } = calls.ranks[rank];
    const index = calls.of[op];
    if (index >= name.length) return this.#indexOf(FINALIZE, NONE);
    return this.#indexOf(calls.names[name[index]], this.#siteOf(rank, op, calls.of));
  }

  /** The operations of a call stand around the computation in front of it. */
  #siteOf(rank: number, op: number, callOf: Uint32Array): number {
    const { sites, rankStart } = this.#schedule;
    if (sites === null) return NONE;
    for (let at = op; at >= rankStart[rank] && callOf[at] === callOf[op]; at--)
      if (sites.of[at] !== NONE) return sites.of[at];
    for (let at = op; at < rankStart[rank + 1] && callOf[at] === callOf[op]; at++)
      if (sites.of[at] !== NONE) return sites.of[at];
    return NONE;
  }

  /** In a schedule that tells of no calls, the message behind a computation stands for one. */
  #operationBehind(rank: number, op: number): string {
    const { kind, peer, rankStart } = this.#schedule;
    let at = op + 1;
    while (at < rankStart[rank + 1] && kind[at] === CALC) at++;
    if (at === rankStart[rank + 1]) return 'the end';
    return kind[at] === SEND ? `send to ${peer[at]}` : `receive from ${peer[at]}`;
  }

  #indexOf(call: string, site: number): number {
    const key = `${site} ${call}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.list.push({ call, stack: this.#stackOf(site) }) - 1;
    this.#known.set(key, index);
    return index;
  }

  #stackOf(site: number): SourcePlace[] {
    const { sites } = this.#schedule;
    if (sites === null || site === NONE) return [];
    const { place, via } = nameSite(sites.list[site], this.#names);
    return [place, ...via].map(({ function: name, file, line, object, offset }) => ({
      function: name,
      file: baseName(file !== '' || name !== '' ? file : object),
      line: file === '' ? offset : line,
    }));
  }
}

// Which calls of two runs are the same. An edit moves lines, adds calls and takes some away; what stays has its order.

/** What a place stands in. */
const within = ({ function: name, file }: SourcePlace): string => (name === '' ? file : name);

/** What the lines of a place are held against: calls of one name within one function, or callers within one. */
const groupOf = (call: string, place: SourcePlace, depth: number): string =>
  `${depth === 0 ? call : ''} ${within(place)}`;

/** [calls] of both runs: calls that are the same have the same number; −1: the other run has none. */
type SameCalls = readonly [a: Int32Array, b: Int32Array];

/** By all of the stack, else by the place, by the function, by the call alone. */
function sameCalls(a: readonly EndingCall[], b: readonly EndingCall[]): SameCalls {
  const lineInA = movedLines(a, b);
  const placesOf = ({ call, stack }: EndingCall, isB: boolean): string[] =>
    stack.map((place, depth) => {
      const group = groupOf(call, place, depth);
      const line = isB ? (lineInA.get(group)?.get(place.line) ?? `new ${place.line}`) : place.line;
      return `${group}:${line}`;
    });
  const keysOf = (one: EndingCall, isB: boolean): string[] => {
    const places = placesOf(one, isB);
    const [place] = one.stack;
    return [places.join('\n'), places[0] ?? '', place === undefined ? '' : within(place), ''].map(
      (key) => `${one.call}\n${key}`,
    );
  };
  const [keysA, keysB] = [a.map((one) => keysOf(one, false)), b.map((one) => keysOf(one, true))];
  const same: SameCalls = [new Int32Array(a.length).fill(-1), new Int32Array(b.length).fill(-1)];
  let number = 0;
  for (let level = 0; level < 4; level++) {
    const [openA, openB] = [openBy(keysA, same[0], level), openBy(keysB, same[1], level)];
    for (const [key, calls] of openA) {
      const others = openB.get(key);
      if (others === undefined) continue;
      for (const i of calls) same[0][i] = number;
      for (const j of others) same[1][j] = number;
      number++;
    }
  }
  return same;
}

/** Calls without a number by their key of a level. */
function openBy(
  keys: readonly (readonly string[])[],
  numbers: Int32Array,
  level: number,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [i, levels] of keys.entries()) {
    if (numbers[i] >= 0) continue;
    const list = found.get(levels[level]) ?? [];
    list.push(i);
    found.set(levels[level], list);
  }
  return found;
}

/** By group: the line in A of each line in B that is the same. */
function movedLines(a: readonly EndingCall[], b: readonly EndingCall[]): Map<string, Map<number, number>> {
  const [linesA, linesB] = [linesOf(a), linesOf(b)];
  return new Map([...linesB].map(([group, lines]) => [group, sameLines(linesA.get(group) ?? [], lines)]));
}

function linesOf(calls: readonly EndingCall[]): Map<string, number[]> {
  const found = new Map<string, Set<number>>();
  for (const { call, stack } of calls)
    for (const [depth, place] of stack.entries()) {
      const group = groupOf(call, place, depth);
      const lines = found.get(group) ?? new Set();
      found.set(group, lines.add(place.line));
    }
  return new Map([...found].map(([group, lines]) => [group, [...lines].sort((x, y) => x - y)]));
}

/** Pairs of lines, the last first. `score`: how many, less what it takes to move them. */
interface Chain {
  readonly a: number;
  readonly b: number;
  readonly score: number;
  readonly before: Chain | null;
}

/** A change of how far lines are moved costs little: less than any line that has no other. */
const MOVED = 1e-4;
/** Pairs that are looked at; of longer lists the same numbers are the same lines. */
const MOST_PAIRS = 1_000_000;

/** As many lines as can be, in their order, moved by as few different distances as can be: by line in B that in A. */
function sameLines(a: readonly number[], b: readonly number[]): Map<number, number> {
  if (a.length * b.length > MOST_PAIRS) {
    const known = new Set(a);
    return new Map(b.filter((line) => known.has(line)).map((line) => [line, line]));
  }
  /** [lines of B + 1] the best chain before that line. */
  let reached: (Chain | null)[] = new Array(b.length + 1).fill(null);
  const byDistance = new Map<number, Chain>();
  for (const line of a) {
    const next = [...reached];
    for (const [j, other] of b.entries()) {
      const distance = other - line;
      const [moved, same] = [reached[j], byDistance.get(distance) ?? null];
      const chains = [
        { before: moved, score: 1 + (moved?.score ?? 0) - (moved === null && distance === 0 ? 0 : MOVED) },
        ...(same === null ? [] : [{ before: same, score: 1 + same.score }]),
      ];
      const best = chains.reduce((one, two) => (two.score >= one.score ? two : one));
      const chain = { a: line, b: other, ...best };
      byDistance.set(distance, chain);
      next[j + 1] = better(next[j + 1], chain);
    }
    for (let j = 0; j < b.length; j++) next[j + 1] = better(next[j], next[j + 1]);
    reached = next;
  }
  const found = new Map<number, number>();
  for (let chain = reached[b.length]; chain !== null; chain = chain.before) found.set(chain.b, chain.a);
  return found;
}

function better(one: Chain | null, other: Chain | null): Chain | null {
  if (one === null || other === null) return one ?? other;
  return other.score > one.score ? other : one;
}

// Where two sequences of calls meet: the longest one that both have (Myers, "An O(ND) difference algorithm", 1986).

/** Calls left out of one of the two up to which the longest is found; behind that many, from the furthest place on. */
const MOST_LEFT_OUT = 256;
/** No way leads there. */
const NOWHERE = -(2 ** 30);

/** Pairs of indices, ascending in both, at which a and b have the same number. */
function meetings(a: Int32Array, b: Int32Array): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = { x: 0, y: 0 }; at.x < a.length && at.y < b.length; ) {
    const { x, y, pairs } = furthest(a.subarray(at.x), b.subarray(at.y));
    for (const [i, j] of pairs) found.push([at.x + i, at.y + j]);
    at = { x: at.x + x, y: at.y + y };
  }
  return found;
}

function furthest(a: Int32Array, b: Int32Array) {
  const most = Math.min(a.length + b.length, MOST_LEFT_OUT);
  const middle = most + 1;
  const reach = new Int32Array(2 * most + 3).fill(NOWHERE);
  reach[middle + 1] = 0;
  /** [left out] how far each diagonal was before. */
  const before: Int32Array[] = [];
  for (let left = 0; ; left++) {
    before.push(reach.slice(middle - left - 1, middle + left + 2));
    let best = { x: 0, y: 0, diagonal: 0 };
    for (let diagonal = -left; diagonal <= left; diagonal += 2) {
      let x = stepped(reach, middle + diagonal, diagonal, left);
      let y = x - diagonal;
      if (x < 0 || x > a.length || y > b.length) x = NOWHERE;
      else while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      reach[middle + diagonal] = x;
      if (x >= 0 && x + y > best.x + best.y) best = { x, y, diagonal };
    }
    const done = best.x === a.length && best.y === b.length;
    if (done || left === most) return { ...best, pairs: pairsTo(best, before, left) };
  }
}

/** From which neighbour a diagonal is reached, by leaving out one of b or one of a. */
function stepped(reach: Int32Array, at: number, diagonal: number, left: number): number {
  const down = diagonal === -left || (diagonal !== left && reach[at - 1] < reach[at + 1]);
  return down ? reach[at + 1] : reach[at - 1] + 1;
}

/** The pairs on the way to a place, ascending. */
function pairsTo(end: { x: number; y: number }, before: readonly Int32Array[], last: number) {
  const pairs: [number, number][] = [];
  let { x, y } = end;
  for (let left = last; left >= 0; left--) {
    const diagonal = x - y;
    const reach = before[left];
    const start = stepped(reach, left + 1 + diagonal, diagonal, left);
    for (; x > start; x--, y--) pairs.push([x - 1, y - 1]);
    const down =
      diagonal === -left || (diagonal !== left && reach[left + diagonal] < reach[left + diagonal + 2]);
    if (down) y--;
    else x--;
  }
  return pairs.reverse();
}

// The computation of A in the place of that of B.

/** Computations of one run that lie between calls of which the other has no pair. */
export interface Unshared {
  /** Calls in front and behind, as `MPI_Send wave.c:50`. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly ns: number;
}

/** A run with the computation of another. */
export interface SharedComputation {
  readonly schedule: Schedule;
  /** [operations] 1: computation that kept its own time. */
  readonly kept: Uint8Array;
  /** How many computations it has. */
  readonly computations: number;
  /** What they took in its own run, and what they take now, over all ranks, ns. */
  readonly own: number;
  readonly given: number;
  /** What only this run has, which keeps its own time, and what only the other has, which is left out; the longest first. */
  readonly added: readonly Unshared[];
  readonly dropped: readonly Unshared[];
}

/** `schedule` with what the run `given` computes between the same calls. `names`: of return addresses. */
export function withComputation(
  schedule: Schedule,
  names: SiteNames,
  given: RunComputation,
): SharedComputation {
  const own = computationOf(schedule, names);
  const same = sameCalls(given.calls, own.calls);
  const value = Float64Array.from(schedule.value);
  const kept = new Uint8Array(schedule.operations);
  const [added, dropped] = [new UnsharedSum(own.calls), new UnsharedSum(given.calls)];
  let computations = 0;
  const sums = { own: 0, given: 0 };
  for (const [rank, mine] of own.ranks.entries()) {
    const theirs = given.ranks[rank] ?? NOTHING;
    const times = sharedTimes(theirs, mine, anchorsOf(theirs, mine, same));
    for (const at of times.dropped) dropped.add(theirs, at);
    let at = 0;
    for (const op of computationOps(schedule, rank)) {
      if (times.kept[at] === 1) {
        kept[op] = 1;
        added.add(mine, at);
      }
      sums.own += value[op];
      value[op] = times.ns[at++];
      sums.given += value[op];
    }
    computations += at;
  }
  for (const theirs of given.ranks.slice(own.ranks.length))
    for (let at = 0; at < theirs.ns.length; at++) dropped.add(theirs, at);
  return {
    ...{ schedule: { ...schedule, value }, kept, computations, ...sums },
    ...{ added: added.list(), dropped: dropped.list() },
  };
}

const NOTHING: RankComputation = { ns: [], call: [] };

/** Places in both runs of a rank behind which the same call stands. */
function anchorsOf(theirs: RankComputation, mine: RankComputation, [inGiven, inOwn]: SameCalls) {
  const [x, y] = [numbered(theirs, inGiven), numbered(mine, inOwn)];
  return meetings(x.numbers, y.numbers).map(([i, j]) => [x.places[i], y.places[j]] as const);
}

/** The calls that the other run has at all: what cannot meet is no part of the search. */
function numbered({ call }: RankComputation, numbers: Int32Array) {
  const places = Array.from(call, (_, at) => at).filter((at) => numbers[call[at]] >= 0);
  return { places, numbers: Int32Array.from(places, (at) => numbers[call[at]]) };
}

/** [computations] of a rank what each takes now, and 1 where that is its own; which of the other run are left out. */
interface SharedTimes {
  readonly ns: Float64Array;
  readonly kept: Uint8Array;
  readonly dropped: number[];
}

/** From anchor to anchor, and behind the last of them. */
function sharedTimes(
  theirs: RankComputation,
  mine: RankComputation,
  anchors: readonly (readonly [number, number])[],
): SharedTimes {
  const times = { ns: Float64Array.from(mine.ns), kept: new Uint8Array(mine.ns.length), dropped: [] };
  let [i, j] = [0, 0];
  for (const [iEnd, jEnd] of [...anchors, [theirs.ns.length - 1, mine.ns.length - 1] as const]) {
    fill(times, theirs.ns, [i, iEnd], [j, jEnd]);
    [i, j] = [iEnd + 1, jEnd + 1];
  }
  return times;
}

type Span = readonly [first: number, last: number];

/**
 * Between two anchors as many computations as there were take what they took, one by one. Where calls are gone, one takes all
 * of them; where calls came in between, the first and the last share what was one. All else is of one run alone.
 */
function fill(
  { ns, kept, dropped }: SharedTimes,
  theirs: ArrayLike<number>,
  [i, iEnd]: Span,
  [j, jEnd]: Span,
): void {
  const [had, has] = [iEnd - i + 1, jEnd - j + 1];
  if (had <= 0) kept.fill(1, j, jEnd + 1);
  else if (has === had) for (let k = 0; k < has; k++) ns[j + k] = theirs[i + k];
  else if (has === 1) {
    ns[j] = 0;
    for (let k = i; k <= iEnd; k++) ns[j] += theirs[k];
  } else if (has <= 0) for (let k = i; k <= iEnd; k++) dropped.push(k);
  else {
    kept.fill(1, j + 1, jEnd);
    for (let k = i + 1; k < iEnd; k++) dropped.push(k);
    const both = ns[j] + ns[jEnd];
    const first = both === 0 ? theirs[i] : Math.round((theirs[i] * ns[j]) / both);
    [ns[j], ns[jEnd]] = had === 1 ? [first, theirs[i] - first] : [theirs[i], theirs[iEnd]];
  }
}

/** Computations by the calls around them. */
class UnsharedSum {
  readonly #calls: readonly EndingCall[];
  readonly #found = new Map<string, { from: string; to: string; count: number; ns: number }>();

  constructor(calls: readonly EndingCall[]) {
    this.#calls = calls;
  }

  add({ ns, call }: RankComputation, at: number): void {
    const from = at === 0 ? 'the start' : callText(this.#calls[call[at - 1]]);
    const to = callText(this.#calls[call[at]]);
    const key = `${from}\n${to}`;
    const sum = this.#found.get(key) ?? { from, to, count: 0, ns: 0 };
    sum.count++;
    sum.ns += ns[at];
    this.#found.set(key, sum);
  }

  list(): Unshared[] {
    return [...this.#found.values()].sort((a, b) => b.ns - a.ns);
  }
}

function callText({ call, stack: [place] }: EndingCall): string {
  if (place === undefined) return call;
  const { function: name, file, line } = place;
  return `${call} ${file === '' ? name : `${file}:${line}`}`;
}
