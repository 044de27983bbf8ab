/**
 * Half of a round trip by the model (docs/model.md, "Costs"), and the overhead for which it equals the measured one. Both
 * ranks send and receive in turn; half is the time that one message adds.
 */

import { type Estimate, isVague, median, relativeSpread, slopesThrough } from '../analysis/statistics.js';
import { bytesAtGap, COSTS } from '../machine/costs.js';
import { logGPS, overheadOf } from '../machine/machine.js';
import { type OverheadTable, RENDEZVOUS_PROTOCOLS, type RendezvousProtocol } from '../machine/parameters.js';
import type { Bytes, Nanoseconds, NsPerByte } from '../units.js';
import type { RawPoint, SizeSeries } from './benchmark-times.js';

/** The machine parameters of a round trip, except o. */
export interface Wire {
  readonly L: Nanoseconds;
  readonly G: NsPerByte;
  readonly S: Bytes;
  readonly protocol: RendezvousProtocol;
}

/** A sum of overheads and latencies; a round trip takes the maximum of a few. */
interface Way {
  readonly overheads: number;
  readonly latencies: number;
}

/**
 * The receive of one message starts the answer. A fetched message also waits for the answer's receive, which is posted when
 * the send has ended.
 */
function waysOf({ S, protocol }: Wire, bytes: Bytes): readonly Way[] {
  const { sendToMeet, recvEnd, sendEnd } = COSTS[bytes > S ? protocol : 'eager'];
  const through: Way = {
    overheads: sendToMeet.overheads + recvEnd.overheads,
    latencies: sendToMeet.latencies + recvEnd.latencies,
  };
  return sendEnd !== null && bytes > S && protocol !== 'sync' ? [through, sendEnd] : [through];
}

/** Half a round trip of messages of `bytes` with overhead o, ns. */
export function halfRoundTrip(wire: Wire, o: Nanoseconds, bytes: Bytes): Nanoseconds {
  const ways = waysOf(wire, bytes).map(({ overheads, latencies }) => overheads * o + latencies * wire.L);
  return Math.max(...ways) + bytesAtGap(bytes) * wire.G;
}

/** The o for which half a round trip takes `half`, ns; below 0 if no o is small enough. */
export function overheadFor(wire: Wire, half: Nanoseconds, bytes: Bytes): Nanoseconds {
  const rest = half - bytesAtGap(bytes) * wire.G;
  return Math.min(
    ...waysOf(wire, bytes).map(({ overheads, latencies }) => (rest - latencies * wire.L) / overheads),
  );
}

// o by size, from the measured round trips, with as few points as their spread allows. Sizes without information on o, or
// with impossible times, are omitted.

/** Least tolerated relative error of a prediction, however small the spread. */
const CLOSEST = 0.03;

interface Sized {
  readonly bytes: Bytes;
  readonly half: Estimate;
}

/** A size whose round trips are not used. */
export interface LeftOutSize {
  readonly bytes: Bytes;
  /** They spread by more than their value, or are shorter or longer than those of other sizes allow. */
  readonly why: 'spreads' | 'short' | 'long';
}

interface OverheadBySize {
  /** Ascending by size; null if the o of small messages fits all. */
  readonly table: OverheadTable;
  /** Ascending by size. */
  readonly leftOut: readonly LeftOutSize[];
}

/** The o of one size. */
interface Left extends Bounds {
  /** Whether the quartiles of the round trips determine o at all. */
  readonly known: boolean;
}

/** Tolerated relative error of a prediction: the spread. */
const allowedMisfit = (half: Estimate): number => Math.max(relativeSpread(half), CLOSEST);

/** Whether an o reproduces half of the round trip. */
const isMet = (wire: Wire, o: Nanoseconds, { bytes, half }: Sized): boolean =>
  Math.abs(halfRoundTrip(wire, o, bytes) - half.value) <= allowedMisfit(half) * half.value;

/**
 * Sizes with possible round trips: they spread by less than their value, and are no shorter than those of smaller sizes on
 * the same side of S.
 */
export function soundSizes<T extends Sized>(sizes: readonly T[], S: Bytes): T[] {
  const bounded = sizes
    .filter(({ half }) => !isVague(half))
    .map((size) => {
      const allowed = allowedMisfit(size.half) * size.half.value;
      return { x: size.bytes, low: size.half.value - allowed, high: size.half.value + allowed, size };
    });
  return risingBySide(bounded, S).map(({ size }) => size);
}

/** o of each of the `sound` sizes, if one does not fit all; and the omitted ones of all `sizes`. */
export function overheadBySize(
  sizes: readonly Sized[],
  sound: readonly Sized[],
  wire: Wire,
  o: Nanoseconds,
): OverheadBySize {
  const table = sound.every((size) => isMet(wire, o, size)) ? null : tableOf(sound, wire);
  const machine = logGPS({ L: wire.L, o, G: wire.G, overheadBySize: table });
  const leftOut = sizes.flatMap((size): LeftOutSize[] => {
    const { bytes, half } = size;
    if (isVague(half)) return [{ bytes, why: 'spreads' }];
    const own = overheadOf(machine, bytes);
    if (isMet(wire, own, size)) return [];
    return [{ bytes, why: halfRoundTrip(wire, own, bytes) > half.value ? 'short' : 'long' }];
  });
  return { table, leftOut };
}

/** A message costs the CPU no less than a smaller one, except that one which waits for its receive may avoid a copy. */
function tableOf(sizes: readonly Sized[], wire: Wire): OverheadTable {
  const known = sizes.map((size) => leftTo(size, wire)).filter((left) => left.known);
  const kept = risingBySide(known, wire.S);
  return kept.length === 0 ? null : fewestKnots(kept).map((at) => ({ bytes: kept[at].x, ns: kept[at].y }));
}

function leftTo({ bytes, half }: Sized, wire: Wire): Left {
  const at = (ns: Nanoseconds): number => overheadFor(wire, ns, bytes);
  const allowed = allowedMisfit(half) * half.value;
  const [y, low, high] = [half.value, half.value - allowed, half.value + allowed].map(at);
  const known = y > 0 && !isVague({ value: y, low: at(half.low), high: at(half.high) });
  return { x: bytes, y, low: Math.max(0, low), high, known };
}

/** A time at a size, and its uncertainty. */
type Ranged = Pick<Bounds, 'x' | 'low' | 'high'>;

const risingBySide = <T extends Ranged>(points: readonly T[], S: Bytes): readonly T[] => [
  ...mostThatRise(points.filter(({ x }) => x <= S)),
  ...mostThatRise(points.filter(({ x }) => x > S)),
];

/** The longest subsequence of points without a decrease beyond the uncertainty of both. */
function mostThatRise<T extends Ranged>(points: readonly T[]): readonly T[] {
  // For each length, the points that leave most room for the next ones.
  const best: { readonly floor: number; readonly points: readonly T[] }[] = [
    { floor: Number.NEGATIVE_INFINITY, points: [] },
  ];
  for (const point of points)
    for (let count = best.length - 1; count >= 0; count--) {
      const { floor, points: before } = best[count];
      if (point.high < floor) continue;
      const longer = { floor: Math.max(floor, point.low), points: [...before, point] };
      if (count + 1 === best.length || longer.floor < best[count + 1].floor) best[count + 1] = longer;
    }
  return best[best.length - 1].points;
}

// S, and the cost of a message above it: from sends whose receives were delayed, and the step in the round trips.

/** Result for S. */
export interface Threshold {
  /** Larger messages wait for their receive; Infinity: none of those tried. */
  readonly S: Bytes;
  /** The largest message tried. */
  readonly tried: Bytes;
}

/** A size counts as eager if one of its sends ended before its receive. */
export function thresholdOf(points: readonly RawPoint[]): Threshold {
  const sizes = (kind: RawPoint['kind']): number[] =>
    points.filter((point) => point.kind === kind).map(({ bytes }) => bytes);
  const eager = new Set(sizes('sent-early'));
  const waiting = sizes('sent-with-receive').filter((bytes) => !eager.has(bytes));
  return {
    S: waiting.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...waiting) - 1,
    tried: Math.max(0, ...eager, ...waiting),
  };
}

/** Half a round trip at a size. */
interface SizedHalf {
  readonly bytes: Bytes;
  readonly half: Nanoseconds;
}

/**
 * The protocol whose step at S is nearest to the measured one, from the last eager size to the next. `o`: the cost of an
 * eager message of S bytes. `rdma-read` if no size on either side was measured.
 */
export function protocolFrom(
  sizes: readonly SizedHalf[],
  wire: Pick<Wire, 'L' | 'G' | 'S'>,
  o: Nanoseconds,
): RendezvousProtocol {
  const last = sizes.findLast(({ bytes }) => bytes <= wire.S);
  const next = sizes.find(({ bytes }) => bytes > wire.S);
  if (last === undefined || next === undefined) return 'rdma-read';
  const misfit = (protocol: RendezvousProtocol): number => {
    const half = (bytes: Bytes): number => halfRoundTrip({ ...wire, protocol }, o, bytes);
    return Math.abs(next.half - last.half - (half(next.bytes) - half(last.bytes)));
  };
  return RENDEZVOUS_PROTOCOLS.reduce((best, one) => (misfit(one) < misfit(best) ? one : best));
}

// g and G: the time that back-to-back messages add to a round trip, g + (s − 1)·G.

/**
 * G is the time per byte of a large message; small ones use other protocols. Sizes from this share of the largest on are used.
 */
const LARGE = 1 / 16;

/** The sizes for G: at least two, if available. */
function largeSizes<T extends { readonly bytes: number }>(sizes: readonly T[]): readonly T[] {
  const most = sizes.at(-1)?.bytes ?? 0;
  const large = sizes.filter(({ bytes }) => bytes >= most * LARGE);
  return large.length > 1 ? large : sizes.slice(-2);
}

/** A stream whose messages are no farther apart than those of one byte is limited by o, and has no information on G. */
const BOUND = 1.25;

/** Times of one size, of one repeat or the medians of all. */
interface SizedTimes {
  readonly bytes: number;
  readonly half: number;
  readonly gap: number;
}

/**
 * The slope of the stream's gaps over the large sizes, at most that of half a round trip, because a byte of a single message
 * takes no less. Slopes are taken on one side of S, where there may be a step. `sizes` ascend; 0 for fewer than two.
 */
export function gapPerByte(sizes: readonly SizedTimes[], S: Bytes): number {
  const large = largeSizes(sizes);
  const streaming = large.filter(({ gap }) => gap > BOUND * sizes[0].gap);
  const slopes = [slopeOf(large, 'half', S), slopeOf(streaming, 'gap', S)];
  const known = slopes.filter((slope) => !Number.isNaN(slope));
  return known.length === 0 ? 0 : Math.max(0, Math.min(...known));
}

/** The Theil-Sen slope; NaN if no side of S has two sizes. */
function slopeOf(sizes: readonly SizedTimes[], times: 'half' | 'gap', S: Bytes): number {
  const sides = [sizes.filter(({ bytes }) => bytes <= S), sizes.filter(({ bytes }) => bytes > S)];
  return median(
    sides.flatMap((side) =>
      slopesThrough(
        side.map(({ bytes }) => bytesAtGap(bytes)),
        side.map((size) => size[times]),
      ),
    ),
  );
}

/** The same for each repeat. */
export function gapsPerByte(sizes: readonly SizeSeries[], S: Bytes): number[] {
  const repeats = Math.min(...sizes.map(({ half, gap }) => Math.min(half.length, gap.length)));
  return Array.from({ length: repeats }, (_, repeat) =>
    gapPerByte(
      sizes.map(({ bytes, half, gap }) => ({ bytes, half: half[repeat], gap: gap[repeat] })),
      S,
    ),
  );
}

// The fewest points whose linear interpolation stays within given bounds.

/** Bounds at one x. */
export interface Bounds {
  readonly x: number;
  /** The measured value, between `low` and `high`. */
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** The best chain up to a point. */
interface Best {
  readonly knots: number;
  /** Sum of distances, relative to the room between the bounds. */
  readonly misfit: number;
  readonly before: number;
}

/**
 * Indices of the points, ascending by x, that the interpolation needs, including the first and the last. Among equally few,
 * those with the smallest distances.
 */
export function fewestKnots(points: readonly Bounds[]): number[] {
  const best: Best[] = [{ knots: 1, misfit: 0, before: -1 }];
  for (let to = 1; to < points.length; to++) best.push(bestTo(points, best, to));
  const found: number[] = [];
  for (let at = points.length - 1; at >= 0; at = best[at].before) found.unshift(at);
  return found;
}

function bestTo(points: readonly Bounds[], best: readonly Best[], to: number): Best {
  let found: Best = { knots: Number.POSITIVE_INFINITY, misfit: 0, before: to - 1 };
  for (let from = to - 1; from >= 0; from--) {
    const misfit = misfitBetween(points, from, to);
    if (misfit === null) continue;
    const one: Best = { knots: best[from].knots + 1, misfit: best[from].misfit + misfit, before: from };
    if (one.knots < found.knots || (one.knots === found.knots && one.misfit < found.misfit)) found = one;
  }
  return found;
}

/** Distance of the points between two from the line through them; null if one is out of its bounds. */
function misfitBetween(points: readonly Bounds[], from: number, to: number): number | null {
  const [a, b] = [points[from], points[to]];
  let misfit = 0;
  for (const { x, y, low, high } of points.slice(from + 1, to)) {
    const line = a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
    if (line < low || line > high) return null;
    misfit += high === low ? 0 : Math.abs(line - y) / (high - low);
  }
  return misfit;
}
