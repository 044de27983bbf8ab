/**
 * What Open MPI does for nonblocking and persistent collectives: coll/libnbc, which looks at no rules of coll/tuned.
 * Source: Open MPI 4.1.4, `ompi/mca/coll/libnbc` with its parameters as they are by default.
 */
import { allgatherLinear } from './allgather.js';
import { allreduceRabenseifner } from './allreduce.js';
import { alltoallLinear, alltoallvLinear } from './alltoall.js';
import { barrierDissemination } from './barrier.js';
import { bcastBinomial, bcastLinear } from './bcast.js';
import { powerBelow, runBytes } from './blocks.js';
import { gatherLinear } from './gather.js';
import type { CollectiveName } from './names.js';
import { reduceChain, reduceRabenseifner } from './reduce.js';
import { EXSCAN, SCAN } from './scan.js';
import { scatterLinear } from './scatter.js';
import { emitInTurn } from './sequence.js';
import { reduceTree } from './tree-flow.js';
import { inOrderBinomialTree } from './trees.js';
import type { CollectiveAlgorithm } from './types.js';

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
export interface LibnbcChoice {
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
