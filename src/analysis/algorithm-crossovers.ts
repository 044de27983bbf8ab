/** The fastest algorithm of a collective over message size and latency (the crossover map), and the winners among several. */

import type { CollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import type { Machine } from '../machine/machine.js';
import { collectivePattern, patternSchedule } from '../sources/patterns/synthetic-patterns.js';
import { supportOf } from './collective-support.js';
import { type Stretch, stretches } from './curve-crossovers.js';
import { latencyCurve } from './exact-curve.js';
import { Model } from './model.js';
import { kinksOf, type LatencyCurve, runtimeWith } from './piecewise.js';

/** The mapped call: all ranks take part and begin at the same time. */
export interface MapQuestion {
  readonly collective: CollectiveName;
  /** The algorithms, each for this collective. */
  readonly candidates: readonly CollectiveSpec[];
  readonly ranks: number;
  /** 0 where the collective has none. */
  readonly root: number;
  /** Bytes of the collective's unit, ascending, as in CollectiveCall. */
  readonly sizes: readonly number[];
  /** Added latency, ns: both ends of the map. */
  readonly low: number;
  readonly high: number;
  /** Added latencies at which borders over the size are sought to the byte. */
  readonly at: readonly number[];
}

/** One size: the winners over the latency. */
export interface MapRow {
  readonly bytes: number;
  readonly intervals: readonly WonInterval[];
  /** At each latency of `at`. */
  readonly standings: readonly Standing[];
  /** Indices of the candidates that the model cannot price here. */
  readonly unpriced: readonly number[];
}

/** A size from which the winners change, at one latency. */
export interface SizeBorder {
  /** Added latency, ns. */
  readonly at: number;
  /** The first size of the upper side. */
  readonly bytes: number;
  readonly below: readonly number[];
  readonly from: readonly number[];
}

/** All sizes, and the sizes between neighbouring rows at which another algorithm takes over. */
export interface CrossoverMap {
  readonly rows: readonly MapRow[];
  /** By latency in the order of `at`, then ascending. */
  readonly borders: readonly SizeBorder[];
  /** Whether two neighbouring sizes have more borders between them than were followed. */
  readonly cut: boolean;
}

/** Maximum number of borders followed between two neighbouring sizes at one latency. */
const MOST_BORDERS = 8;

/**
 * Each row is exact in the latency. Where the winners of two neighbouring rows differ, the border over the size is exact to
 * the byte; winners that come and go between two equal rows are not found. `onRow` is called for each priced size. Throws
 * UsageError and LimitError.
 */
export async function crossoverMap(
  machine: Machine,
  question: MapQuestion,
  onRow: () => void = () => {},
): Promise<CrossoverMap> {
  const known = new Map<number, MapRow>();
  const rowOf = async (bytes: number): Promise<MapRow> => {
    const kept = known.get(bytes);
    if (kept !== undefined) return kept;
    const row = await mapRow(machine, question, bytes);
    onRow();
    known.set(bytes, row);
    return row;
  };
  const rows: MapRow[] = [];
  for (const bytes of question.sizes) rows.push(await rowOf(bytes));
  const borders: SizeBorder[] = [];
  let cut = false;
  for (const [place, at] of question.at.entries()) {
    for (const [i, row] of rows.slice(1).entries()) {
      const found = await bordersBetween(rowOf, rows[i], row, place);
      borders.push(...found.borders.map((one) => ({ ...one, at })));
      cut ||= found.cut;
    }
  }
  return { rows, borders, cut };
}

async function mapRow(machine: Machine, question: MapQuestion, bytes: number): Promise<MapRow> {
  const curves: (LatencyCurve | null)[] = [];
  for (const spec of question.candidates) curves.push(await curveOf(machine, question, spec, bytes));
  return {
    bytes,
    intervals: wonIntervals(curves, question.low, question.high),
    standings: question.at.map((added) => standingAt(curves, added)),
    unpriced: curves.flatMap((curve, i) => (curve === null ? [i] : [])),
  };
}

/** T of one call over the latency; null where the model cannot price the algorithm. */
async function curveOf(
  machine: Machine,
  { collective, ranks, root, low, high, at }: MapQuestion,
  spec: CollectiveSpec,
  bytes: number,
): Promise<LatencyCurve | null> {
  if (!supportOf(machine, [{ collective, ranks, bytes }], [spec]).supported) return null;
  const schedule = patternSchedule(collectivePattern(collective, spec), { ranks, bytes, root });
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  return latencyCurve(model, Math.min(low, ...at), Math.max(high, ...at));
}

type RowOf = (bytes: number) => Promise<MapRow>;

/** `place`: of the latency in `at`. */
async function bordersBetween(
  rowOf: RowOf,
  below: MapRow,
  above: MapRow,
  place: number,
): Promise<{ borders: Omit<SizeBorder, 'at'>[]; cut: boolean }> {
  const borders: Omit<SizeBorder, 'at'>[] = [];
  for (let row = below; !sameWinners(row, above, place); ) {
    if (borders.length === MOST_BORDERS) return { borders, cut: true };
    const next = await firstOther(rowOf, row, above, place);
    borders.push({ bytes: next.bytes, below: winners(row, place), from: winners(next, place) });
    row = next;
  }
  return { borders, cut: false };
}

const winners = (row: MapRow, place: number): readonly number[] => row.standings[place].winners;

const sameWinners = (a: MapRow, b: MapRow, place: number): boolean =>
  winners(a, place).join() === winners(b, place).join();

/** The row, found by bisection, whose winners differ from those of `below` while one byte less has the same winners. */
async function firstOther(rowOf: RowOf, below: MapRow, above: MapRow, place: number): Promise<MapRow> {
  let [low, high] = [below, above];
  while (high.bytes - low.bytes > 1) {
    const middle = await rowOf(Math.floor((low.bytes + high.bytes) / 2));
    if (sameWinners(below, middle, place)) low = middle;
    else high = middle;
  }
  return high;
}

// The fastest of several over an interval of the latency, exactly, from the crossovers of every pair.

/** Relative difference up to which runtimes are a tie. */
const TIE = 1e-9;

/** The fastest at one latency, and the next. */
export interface Standing {
  /** Indices of the fastest, ascending; empty if none can be priced. */
  readonly winners: readonly number[];
  /** Least T, ns; null if none. */
  readonly runtime: number | null;
  /** The best of the others; null if there is none. */
  readonly next: Next | null;
}

/** The best that does not win. */
export interface Next {
  readonly index: number;
  /** How much longer it takes than the winner, as a share; null if the winner takes no time. */
  readonly behind: number | null;
}

/** An interval of added latency, ns, on which the same win. */
export interface WonInterval {
  readonly from: number;
  readonly to: number;
  readonly winners: readonly number[];
  /** Where the runner-up is furthest behind. */
  readonly next: Next | null;
}

/** A curve and its place in the list of all. */
interface Runner {
  readonly index: number;
  readonly curve: LatencyCurve;
}

const runners = (curves: readonly (LatencyCurve | null)[]): Runner[] =>
  curves.flatMap((curve, index) => (curve === null ? [] : [{ index, curve }]));

/** `curves`: null for those that the model cannot price. */
export function standingAt(curves: readonly (LatencyCurve | null)[], added: number): Standing {
  const there = runners(curves);
  if (there.length === 0) return { winners: [], runtime: null, next: null };
  const times = there.map(({ curve }) => runtimeWith(curve, added));
  const least = Math.min(...times);
  const wins = times.map((time) => time <= least * (1 + TIE));
  return {
    winners: there.filter((_, i) => wins[i]).map(({ index }) => index),
    runtime: least,
    next: nextOf(there, times, wins, least),
  };
}

function nextOf(
  there: readonly Runner[],
  times: readonly number[],
  wins: readonly boolean[],
  least: number,
): Next | null {
  let best = -1;
  for (const [i, time] of times.entries()) if (!wins[i] && (best < 0 || time < times[best])) best = i;
  if (best < 0) return null;
  return { index: there[best].index, behind: least === 0 ? null : times[best] / least - 1 };
}

/**
 * The intervals from `low` to `high` of added latency, ascending; neighbours differ. All curves must reach over this range.
 * Between two neighbouring crossovers of any pair the order of all curves is constant.
 */
export function wonIntervals(
  curves: readonly (LatencyCurve | null)[],
  low: number,
  high: number,
): WonInterval[] {
  const there = runners(curves);
  if (there.length === 0) return [{ from: low, to: high, winners: [], next: null }];
  const pairs = pairsOf(there, low, high);
  const cuts = cutsOf(pairs, low, high);
  const found: WonInterval[] = [];
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[i + 1];
    const part = { from, to, winners: winnersOn(there, pairs, from, to), next: null };
    join(found, { ...part, next: furthest(there, part) });
  }
  return found;
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly stretches: readonly Stretch[];
}

/** `first` and `second`: places in `there`. */
function pairsOf(there: readonly Runner[], low: number, high: number): Pair[] {
  return there.flatMap((one, first) =>
    there.slice(first + 1).map((other, i) => ({
      first,
      second: first + 1 + i,
      stretches: stretches(one.curve, other.curve, low, high),
    })),
  );
}

/** Both ends and every crossover between them; those that differ only by rounding are merged. */
function cutsOf(pairs: readonly Pair[], low: number, high: number): number[] {
  const inside = pairs
    .flatMap((pair) => pair.stretches.slice(1).map(({ from }) => from))
    .filter((x) => x > low && x < high)
    .sort((a, b) => a - b);
  const room = (Math.abs(low) + Math.abs(high)) * TIE;
  const cuts = [low];
  for (const x of inside) if (x - cuts[cuts.length - 1] > room && high - x > room) cuts.push(x);
  return [...cuts, high];
}

function winnersOn(there: readonly Runner[], pairs: readonly Pair[], from: number, to: number): number[] {
  const beaten = new Set<number>();
  const middle = (from + to) / 2;
  for (const { first, second, stretches: list } of pairs) {
    const { faster } = list.find((one) => middle <= one.to) ?? list[list.length - 1];
    if (faster === 'neither') continue;
    const [winner, loser] = faster === 'first' ? [first, second] : [second, first];
    if (!tied(there[winner].curve, there[loser].curve, from, to)) beaten.add(loser);
  }
  return there.filter((_, i) => !beaten.has(i)).map(({ index }) => index);
}

/** Whether two are equal up to rounding wherever either bends. */
function tied(winner: LatencyCurve, loser: LatencyCurve, from: number, to: number): boolean {
  const places = [(from + to) / 2, from, to, ...within([winner, loser], from, to)];
  return places.every((x) => runtimeWith(loser, x) <= runtimeWith(winner, x) * (1 + TIE));
}

const within = (curves: readonly LatencyCurve[], from: number, to: number): number[] =>
  curves.flatMap((curve) => kinksOf(curve).filter((x) => x > from && x < to));

/** Between kinks the ratio of two lines has no extreme of its own. */
function furthest(there: readonly Runner[], { from, to, winners }: WonInterval): Next | null {
  const curves = there.map(({ curve }) => curve);
  let most: Next | null = null;
  for (const x of [from, ...within(curves, from, to), to]) {
    const times = curves.map((curve) => runtimeWith(curve, x));
    const wins = there.map(({ index }) => winners.includes(index));
    const next = nextOf(there, times, wins, Math.min(...times));
    if (next !== null && (most === null || behindOf(next) > behindOf(most))) most = next;
  }
  return most;
}

const behindOf = ({ behind }: Next): number => behind ?? Number.POSITIVE_INFINITY;

/** Adds an interval, or lengthens the last where the same win. */
function join(list: WonInterval[], one: WonInterval): void {
  const last = list.at(-1);
  if (last === undefined || last.winners.join() !== one.winners.join()) {
    list.push(one);
    return;
  }
  const [a, b] = [last.next, one.next];
  const next = a === null || (b !== null && behindOf(b) > behindOf(a)) ? b : a;
  list[list.length - 1] = { ...last, to: one.to, next };
}
