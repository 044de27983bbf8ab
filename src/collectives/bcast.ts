/** Broadcasts: the root's vector reaches every rank. */

import type { CollectiveAlgorithm, CollectiveCall, OperationSink } from './collective-algorithm.js';
import { DataFlow, elementBytes, floorLog2, halvedStart, isPower, mod } from './data-flow.js';
import { type GatherAll, gatherByHypercube, gatherByRing, type Runs } from './hypercube.js';
import {
  bcastTree,
  binomialTree,
  chainTree,
  heapTree,
  knomialDepth,
  knomialTree,
  linearTree,
  ompiBinaryTree,
  overTree,
  runSpan,
  type TreeAlgorithm,
  type TreePlan,
  treeFigures,
} from './rank-trees.js';
import { scatterRuns } from './scatter.js';

/** Segment of a pipeline where none is chosen, in bytes. */
export const PIPELINE_SEGMENT = 65_536;
/** Open MPI's radix of the k-nomial broadcast. */
const KNOMIAL_RADIX = 4;

const down = (algorithm: TreeAlgorithm): CollectiveAlgorithm => overTree(algorithm, bcastTree);

export const bcastBinomial = down({
  name: 'binomial',
  summary: 'rank r sends to rank r + 2^k for every 2^k > r',
  tree: binomialTree,
  depth: floorLog2,
  root: 'swap',
});

export const bcastLinear = down({
  name: 'linear',
  summary: 'the root sends to every rank',
  tree: linearTree,
  depth: (size) => (size > 1 ? 1 : 0),
  order: 'up',
});

const bcastChain = down({
  name: 'chain',
  summary:
    'the root sends to the first rank of each chain, and every other rank to the next in its chain. The fanout is the number of chains (default 1; Open MPI uses 4 if its user chooses chain)',
  tree: chainTree,
  depth: (size, fanout) => Math.ceil((size - 1) / fanout),
  fanout: 1,
});

const bcastPipeline = down({
  name: 'pipeline',
  summary: 'one chain, along which segments move (default 64 KiB)',
  tree: chainTree,
  depth: (size) => size - 1,
  segment: PIPELINE_SEGMENT,
});

const bcastBinary = down({
  name: 'binary',
  summary: 'a binary tree, in which the children of rank r are 2r + 1 and 2r + 2',
  tree: heapTree,
  depth: floorLog2,
});

const bcastOmpiBinary = down({
  name: 'ompi-binary',
  summary:
    "Open MPI's binary tree, in which the children of rank r on level l (root: 0) are r + 2^l and r + 2^(l+1)",
  tree: ompiBinaryTree,
  depth: floorLog2,
});

const bcastOmpiBinomial = down({
  name: 'ompi-binomial',
  summary: "Open MPI's binomial tree, which is the tree of binomial with ranks counted from the root",
  tree: binomialTree,
  depth: floorLog2,
});

export const bcastKnomial = down({
  name: 'knomial',
  summary: 'the k-nomial tree, where k is the fanout (default 4)',
  tree: knomialTree,
  depth: knomialDepth,
  fanout: KNOMIAL_RADIX,
});

/** Down the tree unsegmented in one chain, as Open MPI does with what is too short to be split. */
const WHOLE_CHAIN: TreePlan = { tree: chainTree, fanout: 1, segment: 0, root: 'rotate' };

/**
 * The vector is halved; the lower half goes down the left subtree of the binary tree (odd numbers), the upper half
 * down the right one, then ranks of the same place in both exchange halves.
 * Source: Open MPI, `ompi_coll_base_bcast_intra_split_bintree`.
 */
const bcastOmpiSplitBinary: CollectiveAlgorithm = {
  name: 'ompi-split-binary',
  summary:
    "in Open MPI's binary tree, one half of the vector goes down the left subtree, the other down the right. Then pairs of ranks, one of each subtree, exchange their halves",
  uses: [],
  emit(call, out) {
    const { rank, size, root, bytes } = call;
    const middle = bytes - halvedStart(bytes, 2, 1);
    if (middle === bytes) {
      bcastTree(call, out, WHOLE_CHAIN);
      return;
    }
    const flow = new DataFlow(out, 0, true);
    const named = (v: number): number => (v + root) % size;
    const ends = [0, middle, bytes];
    const length = (half: number): number => ends[half + 1] - ends[half];
    const give = (to: number, half: number): void => {
      flow.send(named(to), length(half), ends[half], ends[half + 1]);
    };
    const v = mod(rank - root, size);
    const { parent, children } = ompiBinaryTree(v, size, 2);
    const half = v % 2 === 1 ? 0 : 1;
    if (v > 0) flow.receive(named(parent), length(half));
    children.forEach((child, i) => {
      give(child, v === 0 ? i : half);
    });
    // Without a pair, where p is even, are the root and the last.
    const last = size % 2 === 0 ? size - 1 : 0;
    if (v === 0 && last > 0) give(last, 1);
    if (v > 0 && v === last) flow.receive(root, length(1));
    if (v === 0 || v === last) return;
    const pair = v % 2 === 1 ? v + 1 : v - 1;
    give(pair, half);
    flow.receive(named(pair), length(1 - half));
  },
  closedForm: (size, bytes, options) => {
    if (halvedStart(bytes, 2, 1) === 0) return treeFigures(size, bytes, { ...options, segment: 0 }, size - 1);
    const depth = floorLog2(size) + (isPower(size) ? 0 : 1);
    return { messages: 2 * (size - 1), bytes: (size - 1) * bytes, depth };
  },
};

/**
 * Start of share `v`: as long as the elements go round, all shares have ⌈count / p⌉ of them; the last ones may be
 * shorter or empty, as in MPICH and Open MPI.
 */
function scatterStart(bytes: number, size: number, v: number): number {
  const element = elementBytes(bytes);
  return Math.min(bytes, v * element * Math.ceil(bytes / element / size));
}

/** Shares of the vector by tree number: share i is what the scatter leaves on rank (i + root) mod p. */
function shares(
  { bytes, size }: CollectiveCall,
  start = (v: number): number => scatterStart(bytes, size, v),
): Runs {
  return {
    bytes: (v, count) =>
      v + count <= size ? start(v + count) - start(v) : bytes - start(v) + start(v + count - size),
    slots: start,
  };
}

function scatterThen(gather: GatherAll, call: CollectiveCall, out: OperationSink): void {
  const { rank, size, root } = call;
  const runs = shares(call);
  const flow = new DataFlow(out, 0, true);
  scatterRuns(call, flow, {
    bytes: runs.bytes,
    skipsEmpty: true,
    send(holder, to, v, count) {
      holder.send(to, runs.bytes(v, count), runs.slots(v), runs.slots(v + count));
    },
  });
  gather(mod(rank - root, size), size, (v) => (v + root) % size, runs, flow, out);
}

/** Shares that are not empty. */
function filledShares(bytes: number, size: number): number {
  let filled = 0;
  while (filled < size && scatterStart(bytes, size, filled) < bytes) filled++;
  return filled;
}

/** Bytes of a binomial scatter of p shares of a vector. */
function scatterBytes(size: number, bytes: number): number {
  let total = 0;
  for (let v = 1; v < size; v++) {
    let span = 1;
    while (v % (2 * span) === 0) span *= 2;
    total += scatterStart(bytes, size, Math.min(v + span, size)) - scatterStart(bytes, size, v);
  }
  return total;
}

/** Van de Geijn's long broadcast. */
const bcastScatterAllgather: CollectiveAlgorithm = {
  name: 'scatter-allgather',
  summary: 'binomial scatter of p shares of the vector, then a ring allgather',
  uses: [],
  emit: (call, out) => scatterThen(gatherByRing, call, out),
  closedForm: (size, bytes) => {
    const filled = filledShares(bytes, size);
    return {
      messages: Math.max(filled - 1, 0) + size * (size - 1),
      bytes: scatterBytes(size, bytes) + (size - 1) * bytes,
      depth: floorLog2(Math.max(filled, 1)) + size - 1,
    };
  },
};

const bcastScatterDoubling: CollectiveAlgorithm = {
  name: 'scatter-allgather-doubling',
  summary:
    'binomial scatter of p shares of the vector, then an allgather by recursive doubling among all ranks, even if p > P',
  uses: [],
  emit: (call, out) => scatterThen(gatherByHypercube, call, out),
};

export const BCAST: readonly CollectiveAlgorithm[] = [
  bcastBinomial,
  bcastLinear,
  bcastChain,
  bcastPipeline,
  bcastBinary,
  bcastOmpiBinary,
  bcastOmpiBinomial,
  bcastOmpiSplitBinary,
  bcastKnomial,
  bcastScatterAllgather,
  bcastScatterDoubling,
];

// Broadcasts that scatter as MPICH's nonblocking ones do.

/**
 * A binomial scatter that is planned before anything has come: a rank takes itself to hold all from its first share to
 * the end of the vector, so its first child gets all from its own first share to the end, too. What is beyond the
 * child's subtree is sent, but holds nothing.
 */
function scatterAhead({ rank, size, root }: CollectiveCall, flow: DataFlow, runs: Runs): void {
  const v = mod(rank - root, size);
  const span = runSpan(v, size);
  const named = (of: number): number => (of + root) % size;
  if (v > 0) {
    const isFirst = 2 * span === runSpan(v - span, size);
    const bytes = runs.bytes(v, isFirst ? size - v : Math.min(span, size - v));
    if (bytes > 0) flow.receive(named(v - span), bytes);
  }
  let held = size - v;
  for (let mask = span / 2; mask >= 1; mask /= 2) {
    const child = v + mask;
    if (child >= size) continue;
    const bytes = runs.bytes(child, held - mask);
    if (bytes > 0) flow.send(named(child), bytes, runs.slots(child), runs.slots(v + held));
    held = mask;
  }
}

/** Shares of whole bytes, ⌈n / p⌉ as long as they go round. */
function scatterAheadThen(gather: GatherAll, call: CollectiveCall, out: OperationSink): void {
  const { rank, size, root, bytes } = call;
  const share = Math.ceil(bytes / size);
  const runs = shares(call, (v) => Math.min(bytes, v * share));
  const flow = new DataFlow(out, 0, true);
  scatterAhead(call, flow, runs);
  gather(mod(rank - root, size), size, (v) => (v + root) % size, runs, flow, out);
}

/** Source: MPICH 4.0.2, `MPIR_Ibcast_intra_sched_scatter_ring_allgather`. */
export const bcastAheadAllgather: CollectiveAlgorithm = {
  name: bcastScatterAllgather.name,
  summary: 'binomial scatter of p shares, planned ahead, then a ring allgather',
  uses: [],
  emit: (call, out) => scatterAheadThen(gatherByRing, call, out),
};

/** Source: MPICH 4.0.2, `MPIR_Ibcast_intra_sched_scatter_recursive_doubling_allgather`. */
export const bcastAheadDoubling: CollectiveAlgorithm = {
  name: bcastScatterDoubling.name,
  summary: 'binomial scatter of p shares, planned ahead, then an allgather by recursive doubling',
  uses: [],
  emit: (call, out) => scatterAheadThen(gatherByHypercube, call, out),
};
