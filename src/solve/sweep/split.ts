/**
 * One large system over an interval → several small ones over parts of it, each with the rows that can be critical
 * there (the bound is explained in `reduce.ts`). The parts are cut where T's tangents say least about it.
 */
import { bytesFor } from '../../kernels/arena.js';
import type { LineSystem } from '../../timing/lines.js';
import { exactMeet, pointAbove, pointAt, type Span, spanOf } from './meets.js';
import { forwardAt, PLACE_NUMBERS, type Place, POINTS_AT_ONCE } from './multipass.js';
import { bytesOfGathering, gathered } from './part.js';
import { type Placed, placed } from './room.js';
import { bytesOfSifting, gapBetween, keptNumbers, type Point, sift } from './sift.js';

/** Parts of one split: two sweeps of eight points, which share one. */
const PARTS = 14;

/** Sweeps that look for places to cut at; where they have closed all parts but few, those are split. */
const SWEEPS = 8;

/** A part of the interval with its own system, or null where T is its two tangents. */
export interface CurvePart {
  readonly low: Point;
  readonly high: Point;
  readonly lines: LineSystem | null;
}

export interface SplitStatistics {
  /** Lanes of sweeps over the whole system, forward and backward. */
  points: number;
}

/** Bytes that splitting `lines` takes beside them, for one part at a time. */
export const bytesOfSplit = (lines: Pick<LineSystem, 'vertices' | 'rows'>): number =>
  bytesFor([4 * keptNumbers(lines)]) + Math.max(bytesOfSifting(lines), bytesOfGathering(lines, lines.rows));

/**
 * Splits [low, high] and shows the parts to `visit`, in ascending order; the ends keep the lines they come with, so that kinks
 * there stay on their side. The system of a part is gone when its visit ends.
 */
export function split(
  lines: LineSystem,
  low: Point,
  high: Point,
  visit: (part: CurvePart) => void,
  statistics?: SplitStatistics,
): void {
  const { lines: whole, room } = placed(lines, bytesOfSplit(lines));
  const cuts = room.lend(() => cutsBetween({ lines: whole, room }, low, high, statistics));
  for (let first = 0; first < cuts.length; ) {
    const some = cuts.slice(first, isOpen(cuts[first]) ? first + POINTS_AT_ONCE - 1 : first + 1);
    first += some.length;
    if (some.some(isOpen)) room.lend(() => visitOpen({ lines: whole, room }, some, visit, statistics));
    else for (const cut of some) visit({ ...cut, lines: null });
  }
}

/** Shows neighbouring parts, as many as the points of one sweep bound. */
function visitOpen(
  { lines, room }: Placed,
  cuts: readonly Cut[],
  visit: (part: CurvePart) => void,
  statistics: SplitStatistics | undefined,
): void {
  const kept = room.u32(keptNumbers(lines));
  const words = kept.length / POINTS_AT_ONCE;
  const points = [cuts[0].low, ...cuts.map(({ high }) => high)];
  const counts = room.lend(() => sift({ lines, room }, points, cuts.map(isOpen), kept));
  if (statistics !== undefined) statistics.points += 2 * points.length;
  for (const [i, { low, high, ...cut }] of cuts.entries()) {
    room.lend(() => {
      const rows = kept.subarray(i * words, (i + 1) * words);
      visit({
        low,
        high,
        lines: isOpen({ low, high, ...cut }) ? gathered({ lines, room }, rows, counts[i]) : null,
      });
    });
  }
}

/** A span, and how far the chord of T lies above its tangents in it. */
interface Cut extends Span {
  readonly depth: number;
}

/** Whether T may be more than the two tangents. */
const isOpen = ({ low, high, closed }: Span): boolean => !closed && low.line.a < high.line.a;

function cutOf(lines: LineSystem, low: Point, high: Point): Cut {
  const span = spanOf(lines, low, high);
  const { x, depth } = gapBetween(lines, low, high);
  const within = depth > 0 && x > low.x && x < high.x;
  const next = span.next ?? (within && !span.closed ? { p: x * lines.scale, q: 1 } : null);
  return { ...span, next, depth };
}

/**
 * The parts of [low, high]: in rounds, T is looked up where the gap between its chord and its tangents is widest. Where sums are
 * exact, parts that the tangents fill are closed.
 */
function cutsBetween(
  { lines, room }: Placed,
  low: Point,
  high: Point,
  statistics: SplitStatistics | undefined,
): Cut[] {
  const lanes = room.f64(PLACE_NUMBERS);
  const values = room.f64(lines.vertices * POINTS_AT_ONCE);
  const lookedUp = (cut: Cut, place: Place, k: number): Cut[] => {
    const lane = { lanes, k, values };
    const exact = exactMeet(lines, cut.low, cut.high) !== null;
    const middle = exact ? pointAbove(lines, cut, place, lane) : pointAt(lines, place, lane);
    return middle === null
      ? [{ ...cut, next: null, closed: true }]
      : [cutOf(lines, cut.low, middle), cutOf(lines, middle, cut.high)];
  };
  let cuts = [cutOf(lines, low, high)];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const open = cuts.filter(isOpen);
    const deepest = open.filter(({ next }) => next !== null).sort((a, b) => b.depth - a.depth);
    const some = deepest.slice(0, Math.min(POINTS_AT_ONCE, PARTS - open.length));
    if (some.length === 0) break;
    const places = some.flatMap(({ next }) => next ?? []);
    forwardAt(lines, places, lanes, values);
    if (statistics !== undefined) statistics.points += some.length;
    const lanesOf = new Map(some.map((cut, k) => [cut, k]));
    cuts = cuts.flatMap((cut) => {
      const k = lanesOf.get(cut);
      return k === undefined ? [cut] : lookedUp(cut, places[k], k);
    });
  }
  return cuts;
}
