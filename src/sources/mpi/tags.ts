/**
 * Tags of the schedule. In the world, tags of point-to-point messages are the program's own and the k-th
 * collective has 1000000 + k, as in the published generator; every other communicator has a range of its
 * own. All of them are whole numbers that a double keeps exactly.
 */
import { ANY, anyTagBelow, TAGS } from '../../schedule/schedule.js';

/** The published generator's first tag of a collective. */
const WORLD_COLLECTIVES = 1_000_000;
/** Range of a communicator: its own tags, then its collectives. */
const RANGE = 2 * TAGS;

/** More communicators would leave the whole numbers that a double keeps. */
export const MAX_COMMUNICATORS = 2 ** 53 / RANGE;

/**
 * First tag of the world's collectives: the published one, or the next free million above the program's tags, which
 * none of them passes.
 */
export function firstCollectiveTag(largestTag: number): number {
  if (largestTag < WORLD_COLLECTIVES) return WORLD_COLLECTIVES;
  return Math.min(TAGS, (Math.floor(largestTag / WORLD_COLLECTIVES) + 1) * WORLD_COLLECTIVES);
}

/**
 * Tag of a point-to-point message on communicator `comm` (0: the world); any tag is any of that communicator's, of
 * messages alone: no receive takes what a collective sends. `first` is {@link firstCollectiveTag}.
 */
export function messageTag(comm: number, tag: number, first: number): number {
  if (tag < 0) return anyTagBelow(collectiveTag(comm, 0, first));
  return comm * RANGE + tag;
}

/** Tag of the k-th collective on communicator `comm`; `first` is {@link firstCollectiveTag}. */
export function collectiveTag(comm: number, k: number, first: number): number {
  return comm === 0 ? first + k : comm * RANGE + TAGS + k;
}

/** The published generator's tag: the number of the communicator, in order of use on the rank, in bits 24 up. */
export function publishedTag(comm: number, tag: number): number {
  return tag < 0 ? ANY : comm * 2 ** 24 + tag;
}
