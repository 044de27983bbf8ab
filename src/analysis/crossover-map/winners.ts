/** Who of several takes the least time over an interval of the latency, exactly: the crossovers of every two decide. */
import { type Stretch, stretches } from '../crossovers.js';
import { kinksOf, type LatencyCurve, runtimeWith } from '../latency-curve.js';

/** Runtimes that are no further apart, relative, are a tie. */
export const TIE = 1e-9;

/** Who takes the least at one latency, and who is next. */
export interface Standing {
  /** Indices of those that take the least, ascending; none where nobody can be priced. */
  readonly winners: readonly number[];
  /** Least T, ns; null of none. */
  readonly runtime: number | null;
  /** The best of the others; null where there is none. */
  readonly next: Next | null;
}

/** The best of those that do not win. */
export interface Next {
  readonly index: number;
  /** How much longer it takes than the winner, as a share; null where the winner takes no time at all. */
  readonly behind: number | null;
}

/** An interval of added latency, ns, on which the same win. */
export interface WonInterval {
  readonly from: number;
  readonly to: number;
  readonly winners: readonly number[];
  /** Where the next is furthest behind: how much there is to win. */
  readonly next: Next | null;
}

/** A curve and its place in the list of all. */
interface Runner {
  readonly index: number;
  readonly curve: LatencyCurve;
}

const runners = (curves: readonly (LatencyCurve | null)[]): Runner[] =>
  curves.flatMap((curve, index) => (curve === null ? [] : [{ index, curve }]));

/** `curves`: null where the model cannot price one. */
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
 * The intervals from `low` to `high` of added latency, which all curves must reach, ascending; neighbours differ. Between
 * two neighbouring crossovers of any pair the order of all is one and the same.
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

/** Both ends and every crossover between; those that differ by rounding alone are one. */
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

/** Whether two take the same but for rounding wherever either bends. */
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
