/**
 * What MPICH does for nonblocking and persistent collectives: most goes by rules of its own, which name schedules.
 * Source: MPICH 4.0.2, the rules that its library holds (`maint/tuning/coll/mpir/generic.json` in its source).
 */
import { allgatherBruck, allgatherRecursiveDoubling, allgatherRing } from './allgather.js';
import { allreduceMpichScheduled, allreduceRecursiveDoubling } from './allreduce.js';
import { alltoallBruck, alltoallLinear, alltoallMpichPairwise, alltoallvMpichLinear } from './alltoall.js';
import { barrierDissemination } from './barrier.js';
import { bcastKnomial } from './bcast.js';
import { bcastAheadAllgather, bcastAheadDoubling } from './bcast-ahead.js';
import { powerBelow } from './blocks.js';
import { gatherBinomial, gathervLinear } from './gather.js';
import type { MpichChoice } from './mpich.js';
import type { CollectiveName } from './names.js';
import { reduceMpichScheduled, reduceOmpiBinomial } from './reduce.js';
import { reduceScatterPairwise, reduceScatterRecursiveHalving } from './reduce-scatter.js';
import { EXSCAN, SCAN } from './scan.js';
import { scatterBinomial, scattervLinear } from './scatter.js';
import type { CollectiveAlgorithm } from './types.js';

const KIB = 1024;
/** Bytes of an element, which a call does not tell. */
const ELEMENT_BYTES = 8;

type Rule = (size: number, bytes: number) => CollectiveAlgorithm;

const isPower = (size: number): boolean => powerBelow(size) === size;

const always =
  (algorithm: CollectiveAlgorithm): Rule =>
  () =>
    algorithm;

/** A vector with an element for each place of the power of two below the ranks, and longer than 2 KiB, is cut. */
const cut =
  (whole: CollectiveAlgorithm, parts: CollectiveAlgorithm): Rule =>
  (size, bytes) =>
    bytes > 2 * KIB && bytes / ELEMENT_BYTES >= powerBelow(size) ? parts : whole;

const bcast: Rule = (size, bytes) => {
  if (size < 8 || bytes < 12 * KIB) return bcastKnomial;
  return isPower(size) && bytes < 512 * KIB ? bcastAheadDoubling : bcastAheadAllgather;
};

const allgather: Rule = (size, bytes) => {
  if (isPower(size)) return bytes * size < 512 * KIB ? allgatherRecursiveDoubling : allgatherRing;
  return bytes * size < 80 * KIB ? allgatherBruck : allgatherRing;
};

const alltoall: Rule = (size, bytes) => {
  if (size > 8 && bytes <= 2 * KIB) return alltoallBruck;
  return bytes <= 32 * KIB ? alltoallLinear : alltoallMpichPairwise;
};

/** `most`: bytes of all blocks below which they are halved. */
const reduceScatter =
  (most: number): Rule =>
  (size, bytes) =>
    bytes * size < most ? reduceScatterRecursiveHalving : reduceScatterPairwise;

const [, scanDoubling] = SCAN;
const [, exscanDoubling] = EXSCAN;

const RULES: Readonly<Record<CollectiveName, Rule>> = {
  barrier: always(barrierDissemination),
  bcast,
  reduce: cut(reduceOmpiBinomial, reduceMpichScheduled),
  allreduce: cut(allreduceRecursiveDoubling, allreduceMpichScheduled),
  allgather,
  allgatherv: allgather,
  alltoall,
  alltoallv: always(alltoallvMpichLinear),
  gather: always(gatherBinomial),
  gatherv: always(gathervLinear),
  scatter: always(scatterBinomial),
  scatterv: always(scattervLinear),
  scan: always(scanDoubling),
  exscan: always(exscanDoubling),
  reduce_scatter: reduceScatter(512 * KIB),
  // Its rule has bytes, too, but is asked with the number of elements.
  reduce_scatter_block: reduceScatter(512 * KIB * ELEMENT_BYTES),
};

/**
 * What MPICH takes for a nonblocking or persistent call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}, where
 * blocks differ their mean. Operators are taken to be MPI's own, and elements to have 8 B.
 */
export function mpichNonblockingChoice(collective: CollectiveName, size: number, bytes: number): MpichChoice {
  const algorithm = RULES[collective](size, bytes);
  return { algorithm, options: algorithm === bcastKnomial ? { fanout: 2 } : {} };
}
