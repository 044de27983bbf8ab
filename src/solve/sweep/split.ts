/**
 * One large system over an interval → several small ones over parts of it, each with the rows that can be critical
 * there (the bound is explained in `sparsify.ts`). The parts are cut where T's tangents say least about it.
 */

import { bytesFor } from '../../kernels/arena.js';
import { type PartColumns, partKernel } from '../../kernels/sweep-kernels.js';
import { NONE } from '../../schedule/schedule.js';
import { EXACT_LIMIT, type LineSystem } from '../../timing/line-system.js';
import {
  copyOf,
  forwardAt,
  inArena,
  lineOfPoint,
  madeSystem,
  PLACE_NUMBERS,
  type Place,
  type Placed,
  POINTS_AT_ONCE,
  pass,
  placed,
  type Room,
  sharedLabels,
  systemRoom,
} from './pass.js';
import { bytesOfSparsifying, gapBetween, keptNumbers, type Point, sparsify } from './sparsify.js';

// The pieces of T between two points of an exact system in few passes: where neighbouring tangents meet, eight meets at once,
// T is looked up. A meet is a fraction p / q: times q all sums are whole numbers, so that T is either on the tangents or not.

/** Neighbouring points, and whether T is known in between. */
interface Span {
  readonly low: Point;
  readonly high: Point;
  /** Where T is to be looked up next; null where nothing is left to be found so. */
  readonly next: Place | null;
  /** The two tangents are T in between. */
  readonly closed: boolean;
}

/** Where the tangents of two points meet, where T is a whole number there, times q; else null. */
function exactMeet({ exact, scale }: LineSystem, low: Point, high: Point): Place | null {
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
function spanOf(lines: LineSystem, low: Point, high: Point): Span {
  const next = exactMeet(lines, low, high);
  const x = next === null ? Number.NaN : xOf(lines, next);
  const empty = x <= low.x || x >= high.x;
  return { low, high, next: empty ? null : next, closed: empty };
}

/**
 * The spans between `low` and `high`, ascending, without a next place each; null where `most` places were not enough.
 * `onPlaces` gets the number of lookups.
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
interface Lane {
  readonly lanes: Float64Array;
  readonly k: number;
  readonly values: Float64Array;
}

/** The point at `place`, which a lane was for. */
const pointAt = (lines: LineSystem, place: Place, { lanes, k, values }: Lane): Point => ({
  x: xOf(lines, place),
  line: lineOfPoint(lines, lanes, k, values),
});

/** The same; null where T, whose sums are exact, is there on the tangent of the span's lower end. */
function pointAbove(lines: LineSystem, { low }: Span, place: Place, lane: Lane): Point | null {
  const { c, a } = low.line;
  const value = lane.values[(lines.vertices - 1) * POINTS_AT_ONCE + lane.k];
  return value <= c * place.q + a * place.p ? null : pointAt(lines, place, lane);
}

// The system of the rows that can be critical in a part of an interval.

/** Bytes of a part of `rows` rows, with what is known of the vertices of `whole` while it is gathered and labels of passes. */
function bytesOfGathering({ vertices }: Pick<LineSystem, 'vertices'>, rows: number): number {
  const columns = [4 * (rows + 2), 4 * rows, 8 * rows, 8 * rows];
  const known = [4 * vertices, 8 * vertices, 8 * vertices];
  const labels = [8 * (rows + 2), 8 * (rows + 2)];
  return bytesFor(columns) + Math.max(bytesFor(known), bytesFor(labels));
}

/**
 * The rows whose bits are in `kept`, `count` of them, as a system, chains of single rows joined. Rows that time zero does not
 * reach are left out.
 */
export function gathered({ lines, room }: Placed, kept: Uint32Array, count: number): LineSystem {
  const own = systemRoom(room, count + 1, count);
  const size = room.lend(() => {
    const columns = { ...own, ...knownVertices(lines, room) };
    const held = inArena(lines, kept, ...Object.values(columns));
    return held === null ? gather(lines, columns, kept) : partKernel(held.arena, held.rows, columns, kept);
  });
  return madeSystem(lines, own, size);
}

function knownVertices(
  { vertices }: LineSystem,
  room: Room,
): Pick<PartColumns, 'place' | 'baseOf' | 'slopeOf'> {
  return {
    place: room.u32(vertices).fill(NONE),
    baseOf: room.f64(vertices),
    slopeOf: room.f64(vertices),
  };
}

function gather(
  lines: LineSystem,
  columns: PartColumns,
  kept: Uint32Array,
): { readonly vertices: number; readonly rows: number } {
  const { place, baseOf, slopeOf, rowStart, from, base, slope } = columns;
  const last = lines.vertices - 1;
  let vertices = 1;
  let rows = 0;
  let v = 0;
  let first = 0;
  place[0] = 0;
  baseOf[0] = 0;
  slopeOf[0] = 0;
  rowStart.fill(0, 0, 2);
  const finish = (): void => {
    if (rows === first) return;
    if (rows === first + 1 && v !== last) {
      rows = first;
      place[v] = from[first];
      baseOf[v] = base[first];
      slopeOf[v] = slope[first];
      return;
    }
    place[v] = vertices;
    baseOf[v] = 0;
    slopeOf[v] = 0;
    rowStart[++vertices] = rows;
    first = rows;
  };
  for (let word = 0; word < kept.length; word++) {
    for (let bits = kept[word]; bits !== 0; bits &= bits - 1) {
      const r = 32 * word + 31 - Math.clz32(bits & -bits);
      if (r >= lines.rowStart[v + 1]) {
        finish();
        while (lines.rowStart[v + 1] <= r) v++;
      }
      const u = lines.from[r];
      if (place[u] === NONE) continue;
      from[rows] = place[u];
      base[rows] = baseOf[u] + lines.base[r];
      slope[rows++] = slopeOf[u] + lines.slope[r];
    }
  }
  finish();
  return { vertices, rows };
}

/** The rows that can be critical between low and high, as a system of its own, which shares no memory with `whole`. */
export function reduced(whole: LineSystem, low: number, high: number): LineSystem {
  const labels = sharedLabels(whole);
  const points = [
    { x: low, line: pass(whole, low, labels, 'right') },
    { x: high, line: pass(whole, high, labels, high > low ? 'left' : 'right') },
  ];
  const { lines, room } = placed(whole, bytesOfSplit(whole));
  return room.lend(() => {
    const kept = room.u32(keptNumbers(lines));
    const [count] = room.lend(() => sparsify({ lines, room }, points, [true], kept));
    return copyOf(gathered({ lines, room }, kept.subarray(0, kept.length / POINTS_AT_ONCE), count));
  });
}

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

interface SplitStatistics {
  /** Lanes of sweeps over the whole system, forward and backward. */
  points: number;
}

/** Bytes that splitting `lines` takes beside them, for one part at a time. */
export const bytesOfSplit = (lines: Pick<LineSystem, 'vertices' | 'rows'>): number =>
  bytesFor([4 * keptNumbers(lines)]) +
  Math.max(bytesOfSparsifying(lines), bytesOfGathering(lines, lines.rows));

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
  const counts = room.lend(() => sparsify({ lines, room }, points, cuts.map(isOpen), kept));
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

/** A span, and how far the chord of T is above its tangents in it. */
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
