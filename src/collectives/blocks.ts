/** Shares of a vector and blocks of ranks: who holds which bytes. */
import type { CollectiveCall } from './types.js';

/**
 * Start of share `i` when `bytes` are cut into `parts` shares that differ by at most one byte, the larger ones
 * first. `i` = parts gives `bytes`.
 */
export function shareStart(bytes: number, parts: number, i: number): number {
  const small = Math.floor(bytes / parts);
  return i * small + Math.min(i, bytes - parts * small);
}

/**
 * Bytes of the elements that libraries cut vectors between: doubles, where the vector may be of doubles. A call
 * does not say its type; for floats and integers a cut may be off by half an element.
 */
export function elementBytes(bytes: number): number {
  return bytes % 8 === 0 ? 8 : 1;
}

/** {@link shareStart} of whole elements: the larger shares first. */
export function elementShare(bytes: number, parts: number, i: number): number {
  const element = elementBytes(bytes);
  return element * shareStart(bytes / element, parts, i);
}

/**
 * Start of share `i` when a vector is halved again and again into `parts` shares, a power of two, of each half the
 * lower one being the smaller. `i` = parts gives `bytes`.
 */
export function halvedStart(bytes: number, parts: number, i: number): number {
  if (i === parts) return bytes;
  const element = elementBytes(bytes);
  let start = 0;
  let length = bytes / element;
  for (let half = parts / 2; half >= 1; half /= 2) {
    const lower = Math.floor(length / 2);
    const isUpper = Math.floor(i / half) % 2 === 1;
    if (isUpper) start += lower;
    length = isUpper ? length - lower : lower;
  }
  return element * start;
}

/** Number of messages that `bytes` are sent in; an empty vector still takes one. */
export function segmentCount(bytes: number, segment: number): number {
  return segment > 0 && bytes > segment ? Math.ceil(bytes / segment) : 1;
}

/** `a` modulo `n`, in [0, n). */
export function mod(a: number, n: number): number {
  const rest = a % n;
  return rest < 0 ? rest + n : rest;
}

/** Largest power of two not above `n` (n ≥ 1). */
export function powerBelow(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}

/** ⌊log₂ n⌋ for n ≥ 1. */
export function floorLog2(n: number): number {
  let log = 0;
  for (let power = 2; power <= n; power *= 2) log++;
  return log;
}

/** ⌈log₂ n⌉ for n ≥ 1. */
export function ceilLog2(n: number): number {
  let log = 0;
  for (let power = 1; power < n; power *= 2) log++;
  return log;
}

/** Bytes of rank `rank`'s block. */
export function blockBytes(call: CollectiveCall, rank: number): number {
  return call.bytesOf === undefined ? call.bytes : call.bytesOf(rank);
}

/** Bytes of `count` ranks' blocks from `first` on, past the last rank on to rank 0. */
export function runBytes(call: CollectiveCall, first: number, count: number): number {
  if (call.bytesOf === undefined) return count * call.bytes;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += call.bytesOf((first + i) % call.size);
  return sum;
}

/**
 * How p ranks are folded onto a power of two: of the first 2·rest ranks, neighbours (2i, 2i+1) share one place
 * and only one of the two takes part; every later rank has its own.
 */
export interface Fold {
  /** Number of places, the largest power of two up to p. */
  readonly power: number;
  /** Number of ranks too many. */
  readonly rest: number;
  /** This rank's place, or −1 where its neighbour takes part for both. */
  readonly place: number;
  /** The neighbour that shares the place, or −1. */
  readonly neighbour: number;
}

/** `even`: of two that share a place, the even rank takes part, else the odd one. */
export function fold(rank: number, size: number, even = false): Fold {
  const power = powerBelow(size);
  const rest = size - power;
  if (rank >= 2 * rest) return { power, rest, place: rank - rest, neighbour: -1 };
  const isEven = rank % 2 === 0;
  return {
    power,
    rest,
    place: isEven === even ? rank >> 1 : -1,
    neighbour: isEven ? rank + 1 : rank - 1,
  };
}

/** Rank that takes part at `place`. */
export function unfold(place: number, rest: number, even = false): number {
  if (place >= rest) return place + rest;
  return even ? 2 * place : 2 * place + 1;
}

/** First rank whose block belongs to `place`; place + 1 gives the end. */
export function placeStart(place: number, rest: number): number {
  return place < rest ? 2 * place : place + rest;
}

/**
 * Messages in the longest chain of one exchange at each distance 1, 2, 4 …, with a message before and after for
 * ranks beyond a power of two. From place a it ends at the opposite place power − 1 − a, so both messages count
 * only where such a pair of places is shared, which takes more than power / 2 ranks too many.
 */
export function foldedDepth(size: number): number {
  const { power, rest } = fold(0, size);
  if (rest === 0) return ceilLog2(power);
  return ceilLog2(power) + (2 * rest > power ? 2 : 1);
}
