/**
 * One large system over an interval → several small ones over parts of it, each with the rows that can be critical
 * there (the bound is explained in `reduce.ts`). The parts are cut where T's tangents say least about it.
 */
import { bytesFor } from '../../kernels/arena.js';
import type { LineSystem } from '../../timing/lines.js';
import { exactMeet } from './meets.js';
import { forwardAt, lineOfPoint, PLACE_NUMBERS, type Place, POINTS_AT_ONCE } from './multipass.js';
import { bytesOfGathering, gathered } from './part.js';
import { bytesToPlace, type Placed, placed } from './room.js';
import { bytesOfSifting, gapBetween, keptNumbers, type Point, sift } from './sift.js';

/** Parts of one split: two sweeps of eight points, which share one. */
const PARTS = 14;

/** A part of the interval with its own system. */
export interface CurvePart {
  readonly low: Point;
  readonly high: Point;
  readonly lines: LineSystem;
}

export interface SplitStatistics {
  /** Lanes of sweeps over the whole system, forward and backward. */
  points: number;
}

/** Bytes that splitting `lines` takes beside them, for one part at a time. */
const bytesOfSplit = (lines: LineSystem): number =>
  bytesFor([4 * keptNumbers(lines)]) + Math.max(bytesOfSifting(lines), bytesOfGathering(lines, lines.rows));

/** Those that were not written before. */
export const bytesToSplit = (lines: LineSystem): number => bytesToPlace(lines, bytesOfSplit(lines));

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
  const points = room.lend(() => choosePoints({ lines: whole, room }, low, high, statistics));
  for (let first = 0; first + 1 < points.length; first += POINTS_AT_ONCE - 1) {
    const some = points.slice(first, first + POINTS_AT_ONCE);
    room.lend(() => {
      const kept = room.u32(keptNumbers(whole));
      const words = kept.length / POINTS_AT_ONCE;
      const counts = room.lend(() => sift({ lines: whole, room }, some, kept));
      if (statistics !== undefined) statistics.points += 2 * some.length;
      for (let i = 0; i + 1 < some.length; i++) {
        room.lend(() => {
          const own = gathered({ lines: whole, room }, kept.subarray(i * words, (i + 1) * words), counts[i]);
          visit({ low: some[i], high: some[i + 1], lines: own });
        });
      }
    });
  }
}

/** Ends and, in rounds, the points where the gap between T's chord and its tangents is widest. */
function choosePoints(
  { lines, room }: Placed,
  low: Point,
  high: Point,
  statistics: SplitStatistics | undefined,
): Point[] {
  const lanes = room.f64(PLACE_NUMBERS);
  const values = room.f64(lines.vertices * POINTS_AT_ONCE);
  let points: Point[] = [low, high];
  while (points.length - 1 < PARTS) {
    const gaps: { x: number; place: Place; depth: number }[] = [];
    for (let i = 0; i + 1 < points.length; i++) {
      const [left, right] = [points[i], points[i + 1]];
      const { x, depth } = gapBetween(lines, left, right);
      if (!(depth > 0 && x > left.x && x < right.x)) continue;
      const place = exactMeet(lines, left, right) ?? { p: x * lines.scale, q: 1 };
      gaps.push({ x, place, depth });
    }
    gaps.sort((a, b) => b.depth - a.depth);
    const some = gaps.slice(0, Math.min(POINTS_AT_ONCE, PARTS + 1 - points.length));
    if (some.length === 0) break;
    const places = some.map(({ place }) => place);
    forwardAt(lines, places, lanes, values);
    if (statistics !== undefined) statistics.points += some.length;
    const found = some.map(({ x }, k) => ({ x, line: lineOfPoint(lines, lanes, k, values) }));
    points = [...points, ...found].sort((a, b) => a.x - b.x);
  }
  return points;
}
