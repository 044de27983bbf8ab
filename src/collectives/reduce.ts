/** Reductions to the root. The operation is taken to be commutative. */

import { PIPELINE_SEGMENT } from './bcast.js';
import { ceilLog2, floorLog2, fold, shareStart, unfold } from './blocks.js';
import { distances, gatherHalvesAtZero, reduceByHalving, type Shares } from './halving.js';
import { Progress } from './progress.js';
import { reduceTree, treeFigures } from './tree-flow.js';
import {
  binomialTree,
  chainTree,
  heapTree,
  linearTree,
  ompiBinaryTree,
  swapRoot,
  type Tree,
} from './trees.js';
import type { CollectiveAlgorithm, CollectiveOptions, OptionName } from './types.js';

interface TreeAlgorithm {
  readonly name: string;
  readonly summary: string;
  readonly tree: Tree;
  readonly depth: (size: number, fanout: number) => number;
  readonly root?: 'swap';
  /** The tree has the choice of a fan-out; 1 unless chosen. */
  readonly fanout?: true;
  readonly segment?: number;
}

function overTree(algorithm: TreeAlgorithm): CollectiveAlgorithm {
  const { name, summary, tree, depth } = algorithm;
  const fanoutOf = (options: CollectiveOptions): number =>
    algorithm.fanout === undefined ? 1 : (options.fanout ?? 1);
  const segmentOf = (options: CollectiveOptions): number =>
    options.segment > 0 ? options.segment : (algorithm.segment ?? 0);
  const uses: OptionName[] =
    algorithm.fanout === undefined ? ['segment', 'reduce'] : ['segment', 'fanout', 'reduce'];
  return {
    name,
    summary,
    uses,
    emit(call, out) {
      reduceTree(call, out, {
        tree,
        fanout: fanoutOf(call.options),
        segment: segmentOf(call.options),
        root: algorithm.root ?? 'rotate',
      });
    },
    closedForm: (size, bytes, options) =>
      treeFigures(size, bytes, { ...options, segment: segmentOf(options) }, depth(size, fanoutOf(options))),
  };
}

export const reduceBinomial = overTree({
  name: 'binomial',
  summary: 'the binomial broadcast backwards',
  tree: binomialTree,
  depth: floorLog2,
  root: 'swap',
});

export const reduceLinear = overTree({
  name: 'linear',
  summary: 'every rank sends to the root',
  tree: linearTree,
  depth: (size) => (size > 1 ? 1 : 0),
});

export const reduceChain = overTree({
  name: 'chain',
  summary: "along fanout chains (1 unless chosen; Open MPI's forced chain has 4) that end at the root",
  tree: chainTree,
  depth: (size, fanout) => Math.ceil((size - 1) / fanout),
  fanout: true,
});

export const reducePipeline = overTree({
  name: 'pipeline',
  summary: 'one chain, in segments (64 KiB unless chosen)',
  tree: chainTree,
  depth: (size) => size - 1,
  segment: PIPELINE_SEGMENT,
});

export const reduceBinary = overTree({
  name: 'binary',
  summary: 'binary tree, children of r at 2r + 1 and 2r + 2',
  tree: heapTree,
  depth: floorLog2,
});

export const reduceOmpiBinary = overTree({
  name: 'ompi-binary',
  summary: "Open MPI's binary tree: children of r at level l are r + 2^l and r + 2^(l+1)",
  tree: ompiBinaryTree,
  depth: floorLog2,
});

/** Shares of a vector by place. */
export function vectorShares(bytes: number, power: number): Shares {
  const start = (i: number): number => shareStart(bytes, power, i);
  return { bytes: (from, end) => start(end) - start(from), slots: start };
}

/** Bytes that the gather up the tree moves: share i as often as i has bits. */
function gatherBytes(bytes: number, power: number): number {
  let total = 0;
  for (let i = 1; i < power; i++) {
    let bits = 0;
    for (let rest = i; rest > 0; rest &= rest - 1) bits++;
    total += bits * (shareStart(bytes, power, i + 1) - shareStart(bytes, power, i));
  }
  return total;
}

/** Source: Rabenseifner, "Optimization of Collective Reduction Operations" (2004). */
export const reduceRabenseifner: CollectiveAlgorithm = {
  name: 'rabenseifner',
  summary: 'reduce-scatter by recursive halving, then a binomial gather to the root',
  uses: ['reduce'],
  emit(call, out) {
    const { size, root, bytes } = call;
    const named = (v: number): number => swapRoot(v, root);
    const v = named(call.rank);
    const progress = new Progress(out, call.options.reducePerByte, true);
    const { power, rest, place, neighbour } = fold(v, size, true);
    if (place < 0) {
      progress.send(named(neighbour), bytes, 0, bytes);
      return;
    }
    if (neighbour >= 0) progress.combine(named(neighbour), bytes);
    const at = (of: number): number => named(unfold(of, rest, true));
    const shares = vectorShares(bytes, power);
    const masks = distances(power, 'near');
    reduceByHalving(place, masks, at, shares, progress);
    gatherHalvesAtZero(place, masks, at, shares, progress);
  },
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return {
      messages: rest + power * ceilLog2(power) + power - 1,
      bytes: (rest + power - 1) * bytes + gatherBytes(bytes, power),
      depth: 2 * ceilLog2(power) + (rest > 0 ? 1 : 0),
    };
  },
};

export const REDUCE: readonly CollectiveAlgorithm[] = [
  reduceBinomial,
  reduceLinear,
  reduceChain,
  reducePipeline,
  reduceBinary,
  reduceOmpiBinary,
  reduceRabenseifner,
];
