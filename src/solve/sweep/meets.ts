/**
 * The pieces of T between two points of an exact system in few passes: where neighbouring tangents meet, eight meets at once,
 * T is looked up. A meet is a fraction p / q: times q all sums are whole numbers, so that T lies on the tangents or it does not.
 */
import { EXACT_LIMIT } from '../../timing/exact.js';
import type { LineSystem } from '../../timing/lines.js';
import { forwardAt, lineOfPoint, PLACE_NUMBERS, type Place, POINTS_AT_ONCE } from './multipass.js';
import { type Placed, placed } from './room.js';
import type { Point } from './sift.js';

/** Neighbouring points, and whether T is known in between. */
export interface Span {
  readonly low: Point;
  readonly high: Point;
  /** Where T is to be looked up next; null where nothing is left to be found so. */
  readonly next: Place | null;
  /** The two tangents are T in between. */
  readonly closed: boolean;
}

/** Where the tangents of two points meet, where T is a whole number there, times q; else null. */
export function exactMeet({ exact, scale }: LineSystem, low: Point, high: Point): Place | null {
  const rise = low.line.c - high.line.c;
  const run = high.line.a - low.line.a;
  if (!exact || !(run > 0) || !(rise >= 0) || !Number.isInteger(run)) return null;
  const common = divisor(rise, run);
  const q = run / common;
  // Costs are not negative from x = 0 on, and T grows: no sum on the way is larger.
  const most = (high.line.c + high.line.a * high.x * scale) * q;
  return 2 * most < EXACT_LIMIT ? { p: rise / common, q } : null;
}

/** Greatest common divisor of whole numbers. */
function divisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** x of a place, as `meetAt` of the two lines has it. */
const xOf = ({ scale }: LineSystem, { p, q }: Place): number => p / q / scale;

/** The span between neighbouring points. */
export function spanOf(lines: LineSystem, low: Point, high: Point): Span {
  const next = exactMeet(lines, low, high);
  const x = next === null ? Number.NaN : xOf(lines, next);
  const empty = x <= low.x || x >= high.x;
  return { low, high, next: empty ? null : next, closed: empty };
}

/**
 * The spans between `low` and `high`, ascending, without a next place each; null where `most` places were not enough.
 * `onPlaces` is told how many were looked up.
 */
export function spansBetween(
  lines: LineSystem,
  low: Point,
  high: Point,
  most: number,
  onPlaces: (count: number) => void,
): Span[] | null {
  const bytes = 8 * PLACE_NUMBERS + 8 * lines.vertices * POINTS_AT_ONCE;
  const there = placed(lines, bytes);
  return there.room.lend(() => {
    const lookUp = lookingUp(there);
    let spans = [spanOf(lines, low, high)];
    for (let looked = 0; ; ) {
      const open = spans.filter(({ next }) => next !== null).length;
      if (open === 0) return spans;
      if (looked + open > most) return null;
      onPlaces(open);
      looked += open;
      spans = lookUp(spans);
    }
  });
}

/** Looks T up at the next places of spans. */
function lookingUp({ lines, room }: Placed): (spans: readonly Span[]) => Span[] {
  const lanes = room.f64(PLACE_NUMBERS);
  const values = room.f64(lines.vertices * POINTS_AT_ONCE);
  const after = (span: Span, place: Place, k: number): Span[] => {
    const middle = pointAbove(lines, span, place, { lanes, k, values });
    return middle === null
      ? [{ ...span, next: null, closed: true }]
      : [spanOf(lines, span.low, middle), spanOf(lines, middle, span.high)];
  };
  return (spans) => {
    const places = spans.flatMap(({ next }) => next ?? []);
    let seen = 0;
    return spans.flatMap((span) => {
      if (span.next === null) return [span];
      const k = seen++ % POINTS_AT_ONCE;
      if (k === 0) forwardAt(lines, places.slice(seen - 1, seen - 1 + POINTS_AT_ONCE), lanes, values);
      return after(span, span.next, k);
    });
  };
}

/** Lane `k` of a forward pass over `values`. */
export interface Lane {
  readonly lanes: Float64Array;
  readonly k: number;
  readonly values: Float64Array;
}

/** The point at `place`, which a lane was for. */
export const pointAt = (lines: LineSystem, place: Place, { lanes, k, values }: Lane): Point => ({
  x: xOf(lines, place),
  line: lineOfPoint(lines, lanes, k, values),
});

/** The same; null where T, of which the sums are exact, lies there on the tangent of the span's lower end. */
export function pointAbove(lines: LineSystem, { low }: Span, place: Place, lane: Lane): Point | null {
  const { c, a } = low.line;
  const value = lane.values[(lines.vertices - 1) * POINTS_AT_ONCE + lane.k];
  return value <= c * place.q + a * place.p ? null : pointAt(lines, place, lane);
}
