/** Reductions to the root. The operation is taken to be commutative. */

import { PIPELINE_SEGMENT } from './bcast.js';
import type { CollectiveAlgorithm, CollectiveCall, OperationSink } from './collective-algorithm.js';
import { ceilLog2, DataFlow, floorLog2, fold, halvedStart, unfold } from './data-flow.js';
import {
  BY_HALVES,
  distances,
  type Folding,
  foldingWhole,
  gatherHalvesAt,
  reduceByHalving,
} from './hypercube.js';
import {
  binomialTree,
  chainTree,
  heapTree,
  inOrderBinaryTree,
  inOrderBinomialTree,
  linearTree,
  ompiBinaryTree,
  overTree,
  reduceTree,
  type TreeAlgorithm,
  treeFigures,
} from './rank-trees.js';

const up = (algorithm: TreeAlgorithm): CollectiveAlgorithm => overTree(algorithm, reduceTree, ['reduce']);

const reduceBinomial = up({
  name: 'binomial',
  summary: 'the tree of bcast, with messages from children to parents',
  tree: binomialTree,
  depth: floorLog2,
  root: 'swap',
});

const reduceLinear = up({
  name: 'linear',
  summary: 'every rank sends to the root, which receives from the last rank first, as in Open MPI',
  tree: linearTree,
  depth: (size) => (size > 1 ? 1 : 0),
  order: 'down',
});

export const reduceChain = up({
  name: 'chain',
  summary: 'the tree of bcast, with messages from children to parents',
  tree: chainTree,
  depth: (size, fanout) => Math.ceil((size - 1) / fanout),
  fanout: 1,
});

const reducePipeline = up({
  name: 'pipeline',
  summary: 'the tree of bcast, with messages from children to parents',
  tree: chainTree,
  depth: (size) => size - 1,
  segment: PIPELINE_SEGMENT,
});

const reduceBinary = up({
  name: 'binary',
  summary: 'the tree of bcast, with messages from children to parents',
  tree: heapTree,
  depth: floorLog2,
});

const reduceOmpiBinary = up({
  name: 'ompi-binary',
  summary: 'the tree of bcast, with messages from children to parents',
  tree: ompiBinaryTree,
  depth: floorLog2,
});

export const reduceOmpiBinomial = up({
  name: 'ompi-binomial',
  summary:
    "Open MPI's binomial tree, in which the parent of rank r is r without its lowest set bit. The ranks of a subtree are consecutive",
  tree: inOrderBinomialTree,
  depth: floorLog2,
});

/**
 * The last rank is the tree's root, so that operands stay in the order of ranks; it sends the result on.
 * Source: Open MPI, `ompi_coll_base_reduce_intra_in_order_binary`.
 */
const reduceOmpiInOrderBinary: CollectiveAlgorithm = {
  name: 'ompi-in-order-binary',
  summary:
    "Open MPI's in-order binary tree, in which rank p − 1 gets the result. It sends the result to the root",
  uses: ['segment', 'reduce'],
  emit(call, out) {
    const { rank, size, root, bytes } = call;
    const last = size - 1;
    const plan = {
      tree: inOrderBinaryTree,
      fanout: 1,
      segment: call.options.segment,
      root: 'rotate',
    } as const;
    const done = reduceTree({ ...call, root: last }, out, plan);
    if (root === last) return;
    if (rank === last) done.send(root, bytes, 0, bytes);
    if (rank === root) done.receive(last, bytes);
  },
  closedForm: (size, bytes, options) => {
    const tree = treeFigures(size, bytes, options, floorLog2(size));
    const sentOn = size > 1 ? 1 : 0;
    return {
      messages: tree.messages + sentOn,
      bytes: tree.bytes + sentOn * bytes,
      depth: tree.depth + sentOn,
    };
  },
};

/** Bytes that the gather up the tree moves: share i as often as i has bits. */
function gatherBytes(bytes: number, power: number): number {
  let total = 0;
  for (let i = 1; i < power; i++) {
    let bits = 0;
    for (let rest = i; rest > 0; rest &= rest - 1) bits++;
    total += bits * (halvedStart(bytes, power, i + 1) - halvedStart(bytes, power, i));
  }
  return total;
}

/** Where the root's neighbour takes part for both, the root takes over the role of place 0 in the gather. */
function scatterThenGather(call: CollectiveCall, out: OperationSink, folding: Folding): void {
  const { rank, size, root, bytes } = call;
  const flow = new DataFlow(out, call.options.reducePerByte, true);
  const { power, rest, place } = folding.fold(rank, size, bytes, flow);
  const at = (of: number): number => unfold(of, rest, folding.even);
  const shares = folding.shares(bytes, power);
  const masks = distances(power, 'near');
  if (place >= 0) reduceByHalving(place, masks, at, shares, flow);
  const rootPlace = fold(root, size, folding.even).place;
  if (rootPlace >= 0) {
    if (place >= 0) gatherHalvesAt(rootPlace, place, masks, at, shares, flow);
    return;
  }
  const [first, slots] = [shares.bytes(0, 1), shares.slots(1)];
  if (place === 0) flow.send(root, first, 0, slots);
  if (rank === root) flow.receive(at(0), first);
  const gathers = rank === root ? 0 : place;
  if (gathers < 0 || place === 0) return;
  gatherHalvesAt(0, gathers, masks, (of) => (of === 0 ? root : at(of)), shares, flow);
}

/**
 * Source: Rabenseifner, "Optimization of Collective Reduction Operations" (2004); Open MPI,
 * `ompi_coll_base_reduce_intra_redscat_gather`.
 */
export const reduceRabenseifner: CollectiveAlgorithm = {
  name: 'rabenseifner',
  summary:
    'reduce-scatter by recursive halving, then a binomial gather to the root. If p > P, R pairs of neighbours first reduce their two vectors, one half per rank. One rank of each pair continues with the result',
  uses: ['reduce'],
  emit: (call, out) => scatterThenGather(call, out, BY_HALVES),
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return {
      messages: 3 * rest + power * ceilLog2(power) + power - 1,
      bytes:
        (rest + power - 1) * bytes + rest * (bytes - halvedStart(bytes, 2, 1)) + gatherBytes(bytes, power),
      depth: 2 * ceilLog2(power) + (rest > 0 ? 2 : 0),
    };
  },
};

/** As MPICH has it. Source: MPICH 4.0.2, `MPIR_Reduce_intra_reduce_scatter_gather`. */
export const reduceMpichRabenseifner: CollectiveAlgorithm = {
  name: reduceRabenseifner.name,
  summary:
    'reduce-scatter by recursive halving, then a binomial gather to the root; beyond a power of two, one of two neighbours takes part for both',
  uses: reduceRabenseifner.uses,
  emit: (call, out) => scatterThenGather(call, out, foldingWhole(true, false)),
};

/** The nonblocking one. Source: MPICH 4.0.2, `MPIR_Ireduce_intra_sched_reduce_scatter_gather`. */
export const reduceMpichScheduled: CollectiveAlgorithm = {
  ...reduceMpichRabenseifner,
  emit: (call, out) => scatterThenGather(call, out, foldingWhole(true, true)),
};

export const REDUCE: readonly CollectiveAlgorithm[] = [
  reduceBinomial,
  reduceLinear,
  reduceChain,
  reducePipeline,
  reduceBinary,
  reduceOmpiBinary,
  reduceOmpiBinomial,
  reduceOmpiInOrderBinary,
  reduceRabenseifner,
];
