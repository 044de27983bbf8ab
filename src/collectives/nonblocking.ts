/**
 * What libraries do for nonblocking and persistent collectives. Open MPI: coll/libnbc, which looks at no rules of coll/tuned
 * (source: Open MPI 4.1.4, `ompi/mca/coll/libnbc` with its parameters as they are by default). MPICH: most goes by rules of
 * its own, which name schedules (source: MPICH 4.0.2, `maint/tuning/coll/mpir/generic.json` in its source).
 */
import { allgatherBruck, allgatherLinear, allgatherRecursiveDoubling, allgatherRing } from './allgather.js';
import { allreduceMpichScheduled, allreduceRabenseifner, allreduceRecursiveDoubling } from './allreduce.js';
import {
  alltoallBruck,
  alltoallLinear,
  alltoallMpichPairwise,
  alltoallvLinear,
  alltoallvMpichLinear,
} from './alltoall.js';
import { barrierDissemination } from './barrier.js';
import {
  bcastAheadAllgather,
  bcastAheadDoubling,
  bcastBinomial,
  bcastKnomial,
  bcastLinear,
} from './bcast.js';
import type { CollectiveAlgorithm, CollectiveName } from './collective-algorithm.js';
import { emitInTurn, isPower, powerBelow, runBytes } from './data-flow.js';
import { gatherBinomial, gatherLinear, gathervLinear } from './gather.js';
import type { MpichChoice } from './mpich.js';
import { inOrderBinomialTree, reduceTree } from './rank-trees.js';
import { reduceChain, reduceMpichScheduled, reduceOmpiBinomial, reduceRabenseifner } from './reduce.js';
import { reduceScatterPairwise, reduceScatterRecursiveHalving } from './reduce-scatter.js';
import { EXSCAN, SCAN } from './scan.js';
import { scatterBinomial, scatterLinear, scattervLinear } from './scatter.js';

/** Bytes of an element, which a call does not tell. */
const ELEMENT_BYTES = 8;
/** Vectors from here on are long. */
const LONG = 65_536;
/** Segments of a chain, bytes. */
const SEGMENT = 8192;
/** The most ranks that a broadcast goes to one by one. */
const FEW = 4;

/** Rank r sends to r without its lowest bit; another root changes places with rank 0. */
const reduceBinomial: CollectiveAlgorithm = {
  name: 'libnbc-binomial',
  summary: 'binomial tree, in which the root and rank 0 change places',
  uses: ['reduce'],
  emit(call, out) {
    reduceTree(call, out, { tree: inOrderBinomialTree, fanout: 1, segment: 0, root: 'swap' });
  },
};

const reduceThenBcast: CollectiveAlgorithm = {
  name: 'libnbc-reduce-bcast',
  summary: 'binomial reduce to rank 0, then binomial bcast',
  uses: ['reduce'],
  emit(call, out) {
    const rooted = { ...call, root: 0 };
    const parts = [reduceBinomial, bcastBinomial].map((algorithm) => ({ algorithm, call: rooted }));
    emitInTurn(parts, out);
  },
};

const reduceThenScatter: CollectiveAlgorithm = {
  name: 'libnbc-reduce-scatter',
  summary: 'binomial reduce to rank 0, which then sends every rank its block',
  uses: ['reduce'],
  emit(call, out) {
    const { size } = call;
    const rooted = { ...call, root: 0 };
    const whole = { ...rooted, bytes: runBytes(call, 0, size), bytesOf: undefined };
    const parts = [
      { algorithm: reduceBinomial, call: whole, slots: size },
      { algorithm: scatterLinear, call: rooted },
    ];
    emitInTurn(parts, out);
  },
};

const [scanLinear] = SCAN;
const [exscanLinear] = EXSCAN;

const ALWAYS: Readonly<
  Record<Exclude<CollectiveName, 'bcast' | 'reduce' | 'allreduce'>, CollectiveAlgorithm>
> = {
  barrier: barrierDissemination,
  allgather: allgatherLinear,
  allgatherv: allgatherLinear,
  alltoall: alltoallLinear,
  alltoallv: alltoallvLinear,
  gather: gatherLinear,
  gatherv: gatherLinear,
  scatter: scatterLinear,
  scatterv: scatterLinear,
  scan: scanLinear,
  exscan: exscanLinear,
  reduce_scatter: reduceThenScatter,
  reduce_scatter_block: reduceThenScatter,
};

/** An algorithm, with the segments that it is cut into. */
interface LibnbcChoice {
  readonly algorithm: CollectiveAlgorithm;
  /** Bytes; 0: none. */
  readonly segment: number;
}

/**
 * What libnbc takes for a call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}, where blocks differ their mean.
 * Operators are taken to commute, and elements to have 8 B.
 */
export function libnbcChoice(collective: CollectiveName, size: number, bytes: number): LibnbcChoice {
  const divides = Math.floor(bytes / ELEMENT_BYTES) >= powerBelow(size);
  if (collective === 'bcast') return { algorithm: size > FEW ? bcastBinomial : bcastLinear, segment: 0 };
  if (collective === 'reduce') return reduceChoice(size, bytes, divides);
  if (collective !== 'allreduce') return { algorithm: ALWAYS[collective], segment: 0 };
  const cut = size >= FEW && bytes >= LONG && divides;
  return { algorithm: cut ? allreduceRabenseifner : reduceThenBcast, segment: 0 };
}

function reduceChoice(size: number, bytes: number, divides: boolean): LibnbcChoice {
  if (size > 2 && divides) return { algorithm: reduceRabenseifner, segment: 0 };
  if (size > FEW || bytes < LONG) return { algorithm: reduceBinomial, segment: 0 };
  return { algorithm: reduceChain, segment: SEGMENT };
}

const KIB = 1024;

type Rule = (size: number, bytes: number) => CollectiveAlgorithm;

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
