/**
 * Transfers the computation of one run to another, of the same or a changed program: the time between the same calls
 * becomes equal in both, so that the remaining difference is due to the program, not to noise.
 */

import {
  baseName,
  COMPUTATION,
  nameSite,
  type SiteNames,
  type SourcePlace,
} from '../schedule/program-calls.js';
import { CALC, Column, f64, NONE, type Schedule, SEND, u32 } from '../schedule/schedule.js';
import { criticalPath } from './critical-path-shares.js';
import type { Model } from './model.js';
import { median } from './statistics.js';

// The computations of a run, and the call that ends each.

/** A call after a computation, and its call site. */
export interface EndingCall {
  readonly call: string;
  /**
   * Its place first, then its callers; empty if unknown. Without a file `line` is the byte in the object, and without a
   * function `file` is the object.
   */
  readonly stack: readonly SourcePlace[];
}

/** The computations of one rank in their order. */
export interface RankComputation {
  readonly ns: ArrayLike<number>;
  /** The call after each: an index into `calls`. */
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

/** Operations of a rank that compute between calls; those within a call belong to its algorithm. */
function* computationOps({ rankStart, kind, call, callNames }: Schedule, rank: number): Generator<number> {
  const between = call === null ? -1 : callNames.indexOf(COMPUTATION);
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
    if (kind[op] === CALC && (call === null || call[op] === between)) yield op;
}

/** Calls in order of appearance, each once. */
class EndingCalls {
  readonly list: EndingCall[] = [];
  readonly #schedule: Schedule;
  readonly #names: SiteNames;
  readonly #known = new Map<string, number>();

  constructor(schedule: Schedule, names: SiteNames) {
    this.#schedule = schedule;
    this.#names = names;
  }

  /** Index of the call after computation `op`. */
  behind(rank: number, op: number): number {
    const { calls } = this.#schedule;
    if (calls === null) return this.#indexOf(this.#operationBehind(rank, op), NONE);
    const { name } = calls.ranks[rank];
    const index = calls.of[op];
    if (index >= name.length) return this.#indexOf(FINALIZE, NONE);
    return this.#indexOf(calls.names[name[index]], this.#siteOf(rank, op, calls.of));
  }

  /** The operations of a call surround its computation. */
  #siteOf(rank: number, op: number, callOf: Uint32Array): number {
    const { sites, rankStart } = this.#schedule;
    if (sites === null) return NONE;
    for (let at = op; at >= rankStart[rank] && callOf[at] === callOf[op]; at--)
      if (sites.of[at] !== NONE) return sites.of[at];
    for (let at = op; at < rankStart[rank + 1] && callOf[at] === callOf[op]; at++)
      if (sites.of[at] !== NONE) return sites.of[at];
    return NONE;
  }

  /** In a schedule without calls, the message after a computation takes the call's place. */
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

// Matches the calls of two runs. An edit moves lines, adds and removes calls; the remaining ones keep their order.

/** The scope of a place. */
const within = ({ function: name, file }: SourcePlace): string => (name === '' ? file : name);

/** A line of a function: of a call, or of a call to a function that makes one. */
interface CallLine {
  readonly line: number;
  /** '' of a caller. */
  readonly call: string;
}

const lineOf = (call: string, { line }: SourcePlace, depth: number): CallLine => ({
  line,
  call: depth === 0 ? call : '',
});

const lineKey = ({ line, call }: CallLine): string => `${line} ${call}`;

/** [calls] of both runs: matching calls have the same number; −1: not in the other run. */
type SameCalls = readonly [a: Int32Array, b: Int32Array];

/** By the whole stack, then by the place, by the function, by the call alone. */
function sameCalls(a: readonly EndingCall[], b: readonly EndingCall[]): SameCalls {
  const lineInA = movedLines(a, b);
  const placesOf = ({ call, stack }: EndingCall, isB: boolean): string[] =>
    stack.map((place, depth) => {
      const key = lineKey(lineOf(call, place, depth));
      const known = isB ? (lineInA.get(within(place))?.get(key) ?? `new ${key}`) : key;
      return `${within(place)}:${known}`;
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

/** Unmatched calls by their key of a level. */
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

/** By function: the matching line in A of each line in B. */
function movedLines(a: readonly EndingCall[], b: readonly EndingCall[]): Map<string, Map<string, string>> {
  const [linesA, linesB] = [linesOf(a), linesOf(b)];
  return new Map([...linesB].map(([name, lines]) => [name, sameLines(linesA.get(name) ?? [], lines)]));
}

/** By function its lines, ascending. */
function linesOf(calls: readonly EndingCall[]): Map<string, CallLine[]> {
  const found = new Map<string, Map<string, CallLine>>();
  for (const { call, stack } of calls)
    for (const [depth, place] of stack.entries()) {
      const lines = found.get(within(place)) ?? new Map();
      const line = lineOf(call, place, depth);
      found.set(within(place), lines.set(lineKey(line), line));
    }
  return new Map(
    [...found].map(([name, lines]) => [name, [...lines.values()].sort((x, y) => x.line - y.line)]),
  );
}

/** Pairs of lines, the last first. `score`: their number, minus the cost of moves. */
interface Chain {
  readonly a: CallLine;
  readonly b: CallLine;
  readonly score: number;
  readonly before: Chain | null;
}

/** A change of the distance between lines costs less than any unmatched line. */
const MOVED = 1e-4;
/** Maximum number of pairs; in longer lists equal numbers are the same lines. */
const MOST_PAIRS = 1_000_000;

/** Matches as many lines as possible, in order, with as few different distances as possible: by line in B that in A. */
function sameLines(a: readonly CallLine[], b: readonly CallLine[]): Map<string, string> {
  if (a.length * b.length > MOST_PAIRS) {
    const known = new Set(a.map(lineKey));
    return new Map(b.map(lineKey).flatMap((key) => (known.has(key) ? [[key, key]] : [])));
  }
  /** [lines of B + 1] the best chain before each line. */
  let reached: (Chain | null)[] = new Array(b.length + 1).fill(null);
  const byDistance = new Map<number, Chain>();
  for (const one of a) {
    const next = [...reached];
    for (const [j, other] of b.entries()) {
      if (other.call !== one.call) continue;
      const chain = chained(one, other, reached[j], byDistance);
      byDistance.set(other.line - one.line, chain);
      next[j + 1] = better(next[j + 1], chain);
    }
    for (let j = 0; j < b.length; j++) next[j + 1] = better(next[j], next[j + 1]);
    reached = next;
  }
  const found = new Map<string, string>();
  for (let chain = reached[b.length]; chain !== null; chain = chain.before)
    found.set(lineKey(chain.b), lineKey(chain.a));
  return found;
}

/** The better of two ways to a pair: after the best chain before it, or after that of lines moved by the same distance. */
function chained(
  a: CallLine,
  b: CallLine,
  before: Chain | null,
  byDistance: ReadonlyMap<number, Chain>,
): Chain {
  const distance = b.line - a.line;
  const alike = byDistance.get(distance) ?? null;
  const moved = 1 + (before?.score ?? 0) - (before === null && distance === 0 ? 0 : MOVED);
  const kept = alike === null ? 0 : 1 + alike.score;
  return kept >= moved ? { a, b, score: kept, before: alike } : { a, b, score: moved, before };
}

function better(one: Chain | null, other: Chain | null): Chain | null {
  if (one === null || other === null) return one ?? other;
  return other.score > one.score ? other : one;
}

// The longest common subsequence of two sequences of calls (Myers, "An O(ND) difference algorithm", 1986).

/** Calls missing in one of the two up to which the longest is found; beyond, the search restarts from the furthest place. */
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
  /** [omitted] how far each diagonal reached before. */
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

/** The neighbour from which a diagonal is reached, by omitting one of b or one of a. */
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

// The computation of A in place of that of B.

/** What happened to computation that is not between the same two calls in both runs, or that changed. */
export type UnlikeKind = 'divided' | 'changed' | 'added' | 'dropped';

/** Computations between two calls made by both runs, or by one alone. */
export interface Unlike {
  /**
   * `divided`: other calls are in between, among which the time of A is divided in B's proportions; `changed`: differs by
   * more than noise, and `added`: only in B; both keep the time of B; `dropped`: only in A.
   */
  readonly kind: UnlikeKind;
  /** Calls before and after, as `MPI_Send wave.c:50`. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** What they took in each run, ns. */
  readonly a: number;
  readonly b: number;
}

/** A run with the computation of another. */
export interface SharedComputation {
  readonly schedule: Schedule;
  /** [operations] 1: computation that kept its own time. */
  readonly kept: Uint8Array;
  /** Number of stretches between calls, and of those that are the same in the other run. */
  readonly stretches: number;
  readonly same: number;
  /** Their time in this run, and now, over all ranks, ns. */
  readonly own: number;
  readonly given: number;
  /** By falling time. */
  readonly unlike: readonly Unlike[];
}

/**
 * Time on the critical path of computation that only this run has, ns; null if other computation changed, because the
 * increase of T is then not communication alone.
 */
export function addedOnPath(model: Model, { unlike, kept }: SharedComputation): number | null {
  if (unlike.some(({ kind }) => kind === 'changed')) return null;
  if (!unlike.some(({ kind }) => kind === 'added')) return 0;
  return criticalPath(model).steps.reduce((sum, { op, computation }) => sum + kept[op] * computation, 0);
}

/** `schedule` with the computation of the run `given` between the same calls. `names`: of return addresses. */
export function withComputation(
  schedule: Schedule,
  names: SiteNames,
  given: RunComputation,
): SharedComputation {
  const own = computationOf(schedule, names);
  const same = sameCalls(given.calls, own.calls);
  const groups = new StretchGroups(given, own);
  for (const [rank, mine] of own.ranks.entries())
    for (const stretch of stretchesOf(given.ranks[rank] ?? NOTHING, mine, same)) groups.add(rank, stretch);
  for (const [rank, theirs] of given.ranks.entries())
    if (rank >= own.ranks.length && theirs.ns.length > 0)
      groups.add(rank, { a: [0, theirs.ns.length], b: [0, 0] });
  const found = groups.judged();
  const value = Float64Array.from(schedule.value);
  const kept = new Uint8Array(schedule.operations);
  const sums = { stretches: 0, own: 0, given: 0 };
  for (const rank of own.ranks.keys()) {
    let at = 0;
    for (const op of computationOps(schedule, rank)) {
      sums.own += value[op];
      value[op] = found.ns[rank][at];
      kept[op] = found.kept[rank][at++];
      sums.given += value[op];
    }
    sums.stretches += at;
  }
  const calls = withMarks(schedule, value);
  return { schedule: { ...schedule, value, calls }, kept, ...sums, same: found.same, unlike: found.unlike };
}

/** Marks keep their relative position within their computation. */
function withMarks(schedule: Schedule, value: Float64Array): Schedule['calls'] {
  const { calls } = schedule;
  if (calls?.marks == null) return calls;
  const ranks = calls.marks.ranks.map((marks, rank) => {
    const grown = new Map<number, number>();
    for (const op of computationOps(schedule, rank))
      if (schedule.value[op] > 0) grown.set(calls.of[op], value[op] / schedule.value[op]);
    return { ...marks, offset: marks.offset.map((ns, i) => ns * (grown.get(marks.call[i]) ?? 1)) };
  });
  return { ...calls, marks: { ...calls.marks, ranks } };
}

const NOTHING: RankComputation = { ns: [], call: [] };

/** Range of computations of a rank, the end excluded. */
type Span = readonly [first: number, end: number];

/** Computations of both runs up to a common call, from the previous common call. */
interface Stretch {
  readonly a: Span;
  readonly b: Span;
}

/** All computations of a rank, from one common call to the next. */
function stretchesOf(theirs: RankComputation, mine: RankComputation, [inGiven, inOwn]: SameCalls): Stretch[] {
  const [x, y] = [numbered(theirs, inGiven), numbered(mine, inOwn)];
  const ends = meetings(x.numbers, y.numbers).map(([i, j]) => [x.places[i] + 1, y.places[j] + 1]);
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  for (const [iEnd, jEnd] of [...ends, [theirs.ns.length, mine.ns.length]]) {
    if (iEnd > i || jEnd > j) stretches.push({ a: [i, iEnd], b: [j, jEnd] });
    [i, j] = [iEnd, jEnd];
  }
  return stretches;
}

/** The calls that the other run also has; others are excluded from the search. */
function numbered({ call }: RankComputation, numbers: Int32Array) {
  const places = Array.from(call, (_, at) => at).filter((at) => numbers[call[at]] >= 0);
  return { places, numbers: Int32Array.from(places, (at) => numbers[call[at]]) };
}

/** Stretches between the same two calls, on all ranks. `like`: no other calls are in between, in either run. */
interface Group {
  readonly from: string;
  readonly to: string;
  readonly like: boolean;
  readonly stretches: { readonly rank: number; readonly b: Span; readonly a: number; readonly own: number }[];
}

/** Least number of changed stretches; fewer may be due to other work on the machine. */
const ENOUGH = 5;
/** Least median factor, longer or shorter, relative to that of all computation. */
const CHANGED = 3;
/** Least share of all computation of a change, and the resolution of clocks, ns. */
const NOTABLE = 0.01;
const LEAST = 1_000;

class StretchGroups {
  readonly #given: RunComputation;
  readonly #own: RunComputation;
  readonly #groups = new Map<string, Group>();

  constructor(given: RunComputation, own: RunComputation) {
    this.#given = given;
    this.#own = own;
  }

  add(rank: number, { a, b }: Stretch): void {
    const like = a[1] - a[0] === 1 && b[1] - b[0] === 1;
    const [run, [first, end]] = b[1] > b[0] ? [this.#own, b] : [this.#given, a];
    const { call } = run.ranks[rank];
    const [before, behind] = [first === 0 ? -1 : call[first - 1], call[end - 1]];
    const key = `${run === this.#own} ${before} ${behind} ${like} ${a[1] > a[0]}`;
    const group = this.#groups.get(key) ?? {
      from: before < 0 ? 'the start' : callText(run.calls[before]),
      to: callText(run.calls[behind]),
      ...{ like, stretches: [] },
    };
    this.#groups.set(key, group);
    const [given, own] = [sumOf(this.#given, rank, a), sumOf(this.#own, rank, b)];
    group.stretches.push({ rank, b, a: a[1] > a[0] ? given : Number.NaN, own });
  }

  /** [ranks][computations] new duration of each, and whether that is its own. */
  judged() {
    const ns = this.#own.ranks.map((rank) => Float64Array.from(rank.ns));
    const kept = ns.map((times) => new Uint8Array(times.length));
    const usual = this.#usual();
    const unlike: Unlike[] = [];
    let same = 0;
    for (const group of this.#groups.values()) {
      const kind = kindOf(group, usual);
      if (kind === null) same += group.stretches.length;
      else unlike.push(unlikeOf(group, kind));
      const keeps = kind === 'changed' || kind === 'added';
      for (const { rank, b, a } of group.stretches)
        if (keeps) kept[rank].fill(1, ...b);
        else if (kind !== 'dropped') divide(ns[rank].subarray(...b), a);
    }
    return { ns, kept, same, unlike: unlike.sort((x, y) => y.a + y.b - x.a - x.b) };
  }

  /** The computation of B relative to A, and the least reported change, ns. */
  #usual() {
    const all = [...this.#groups.values()].filter(({ like }) => like);
    const often = all.filter(({ stretches }) => stretches.length >= ENOUGH);
    let [given, own] = [0, 0];
    for (const { stretches } of often.length > 0 ? often : all) {
      given += stretches.length * median(stretches.map(({ a }) => a));
      own += stretches.length * median(stretches.map((one) => one.own));
    }
    return { ratio: given > 0 && own > 0 ? own / given : 1, notable: NOTABLE * given };
  }
}

const sumOf = ({ ranks }: RunComputation, rank: number, [first, end]: Span): number => {
  let sum = 0;
  for (let at = first; at < end; at++) sum += ranks[rank].ns[at];
  return sum;
};

/** The median over all stretches of a group, so that a few interrupted ones do not count. */
const ratioOf = ({ stretches }: Group): number =>
  median(stretches.map(({ a, own }) => (own + LEAST) / (a + LEAST)));

/** Null: all of it is unchanged. */
function kindOf(
  group: Group,
  usual: { readonly ratio: number; readonly notable: number },
): UnlikeKind | null {
  const { like, stretches } = group;
  if (stretches[0].b[1] === stretches[0].b[0]) return 'dropped';
  if (Number.isNaN(stretches[0].a)) return 'added';
  const ratio = ratioOf(group) / usual.ratio;
  const moved = median(stretches.map(({ a, own }) => Math.abs(own / usual.ratio - a))) * stretches.length;
  const far = Math.max(ratio, 1 / ratio) >= CHANGED && moved > usual.notable;
  // Where calls were added or removed, the program changed, however rarely.
  if (far && (!like || stretches.length >= ENOUGH)) return 'changed';
  return like ? null : 'divided';
}

function unlikeOf({ from, to, stretches }: Group, kind: UnlikeKind): Unlike {
  const sum = (of: (one: Group['stretches'][number]) => number): number =>
    stretches.reduce((all, one) => all + of(one), 0);
  const a = kind === 'added' ? 0 : sum((one) => one.a);
  return { kind, from, to, count: stretches.length, a, b: sum(({ own }) => own) };
}

/** Times in the same proportions that add up to `total`, in whole ns if that is. */
function divide(times: Float64Array, total: number): void {
  const own = times.reduce((sum, one) => sum + one, 0);
  let [before, given] = [0, 0];
  for (const [i, time] of times.entries()) {
    before += time;
    const upTo = i === times.length - 1 ? total : own === 0 ? 0 : Math.round((total * before) / own);
    times[i] = upTo - given;
    given = upTo;
  }
}

function callText({ call, stack: [place] }: EndingCall): string {
  if (place === undefined) return call;
  const { function: name, file, line } = place;
  return `${call} ${file === '' ? name : `${file}:${line}`}`;
}
