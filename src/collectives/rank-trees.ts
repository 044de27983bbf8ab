/**
 * Trees over ranks 0 … size − 1 with root 0, one node at a time. A rank's number in the tree comes from its
 * number in the communicator by {@link swapRoot} or {@link rotateRoot}.
 */

import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveFigures,
  CollectiveOptions,
  Op,
  OperationSink,
  OptionName,
} from './collective-algorithm.js';
import { DataFlow, floorLog2, mod, segmentCount, shareStart } from './data-flow.js';

interface TreeNode {
  /** −1 for the root. */
  readonly parent: number;
  readonly children: readonly number[];
}

/** Node `v` of a tree of `size` ranks. */
export type Tree = (v: number, size: number, fanout: number) => TreeNode;

/** Rank ↔ number in the tree: root and rank 0 change places. Its own inverse. */
function swapRoot(rank: number, root: number): number {
  if (rank === root) return 0;
  return rank === 0 ? root : rank;
}

/** Children of the root are all others. */
export const linearTree: Tree = (v, size) => {
  if (v !== 0) return { parent: 0, children: [] };
  return { parent: -1, children: Array.from({ length: size - 1 }, (_, i) => i + 1) };
};

/** Children of v: v + 2^k for every 2^k > v; the parent lacks v's highest bit. */
export const binomialTree: Tree = (v, size) => {
  const children: number[] = [];
  let mask = 1;
  while (mask <= v) mask *= 2;
  for (; v + mask < size; mask *= 2) children.push(v + mask);
  return { parent: v === 0 ? -1 : v - 2 ** floorLog2(v), children };
};

/** `fanout` chains of equal length (the first ones longer by one where it does not divide) from the root. */
export const chainTree: Tree = (v, size, fanout) => {
  const chains = Math.min(fanout, size - 1);
  const short = Math.floor((size - 1) / Math.max(chains, 1));
  const long = size - 1 - short * chains;
  const head = (chain: number): number => 1 + chain * short + Math.min(chain, long);
  if (v === 0) return { parent: -1, children: Array.from({ length: chains }, (_, i) => head(i)) };
  const ofLong = long * (short + 1);
  const chain = v <= ofLong ? Math.floor((v - 1) / (short + 1)) : long + Math.floor((v - 1 - ofLong) / short);
  return { parent: v === head(chain) ? 0 : v - 1, children: v + 1 < head(chain + 1) ? [v + 1] : [] };
};

/** Children of v: 2v + 1 and 2v + 2. */
export const heapTree: Tree = (v, size) => ({
  parent: v === 0 ? -1 : (v - 1) >> 1,
  children: [2 * v + 1, 2 * v + 2].filter((child) => child < size),
});

/** Open MPI's binary tree: children of v at level l are v + 2^l and v + 2^(l+1); level l begins at 2^l − 1. */
export const ompiBinaryTree: Tree = (v, size) => {
  const width = 2 ** floorLog2(v + 1);
  const above = width / 2;
  const parent = v - above < width - 1 ? v - above : v - width;
  return {
    parent: v === 0 ? -1 : parent,
    children: [v + width, v + 2 * width].filter((child) => child < size),
  };
};

/** Subtrees are runs of numbers: the parent of v lacks its lowest bit, children are v + 2^k below that bit. */
export const inOrderBinomialTree: Tree = (v, size) => {
  const span = runSpan(v, size);
  const children: number[] = [];
  for (let mask = 1; mask < span; mask *= 2) if (v + mask < size) children.push(v + mask);
  return { parent: v === 0 ? -1 : v - span, children };
};

/**
 * Open MPI's in-order binary tree, in which every subtree is a run of ranks that ends with its root: the upper
 * part of a run of n, all but its last and its first ⌊n/2⌋ ranks, is the first child's, the lower part the second's.
 * Its root is the last rank, number 0 here; rank r is number r + 1.
 */
export const inOrderBinaryTree: Tree = (v, size) => {
  const rank = mod(v - 1, size);
  const numbered = (of: number): number => (of + 1) % size;
  let [first, last, parent] = [0, size - 1, -1];
  while (rank !== last) {
    const upper = first + Math.floor((last - first + 1) / 2);
    parent = last;
    if (rank >= upper) [first, last] = [upper, last - 1];
    else last = upper - 1;
  }
  const upper = first + Math.floor((last - first + 1) / 2);
  const children: number[] = [];
  if (upper < last) children.push(last - 1);
  if (upper > first) children.push(upper - 1);
  return { parent: parent < 0 ? -1 : numbered(parent), children: children.map(numbered) };
};

/** Children of v: v + d·k^i for d = 1 … k − 1 and every k^i below v's lowest digit in base k = `fanout`. */
export const knomialTree: Tree = (v, size, fanout) => {
  const radix = Math.min(Math.max(fanout, 2), Math.max(size, 2));
  let mask = 1;
  let parent = -1;
  for (; mask < size; mask *= radix) {
    const above = mask * radix;
    if (v % above !== 0) {
      parent = v - (v % above);
      break;
    }
  }
  const children: number[] = [];
  for (mask /= radix; mask >= 1; mask /= radix) {
    for (let digit = 1; digit < radix; digit++) {
      if (v + digit * mask < size) children.push(v + digit * mask);
    }
  }
  return { parent, children };
};

/** Depth of {@link knomialTree}: the most non-zero digits that a number below `size` has in base k. */
export function knomialDepth(size: number, fanout: number): number {
  const radix = Math.max(fanout, 2);
  let depth = 0;
  for (let least = 1; least < size; least = least * radix + 1) depth++;
  return depth;
}

/**
 * The binomial tree whose subtrees are runs of ranks (scatter and gather): `span` is the length of v's run, the
 * lowest bit of v; the parent lacks that bit, the children are v + span/2, v + span/4, …
 */
export function runSpan(v: number, size: number): number {
  let span = 1;
  while (span < size && (v & span) === 0) span *= 2;
  return span;
}

// Broadcast down and reduction up a tree, in segments: what bcast, reduce, allreduce and reduce-scatter share.

/** How a tree is laid over the ranks, and what moves along it. */
export interface TreePlan {
  readonly tree: Tree;
  /** Children per node, for trees that have the choice. */
  readonly fanout: number;
  /** Largest message in bytes; 0: whole. */
  readonly segment: number;
  /** `swap`: root and rank 0 change places (the published generator); `rotate`: ranks count from the root. */
  readonly root: 'swap' | 'rotate';
  /** Children are served by their ranks, up or down, instead of in the tree's order. */
  readonly order?: 'up' | 'down' | undefined;
}

/** Parent and children of this rank, as ranks of the communicator. */
function neighbours(call: CollectiveCall, plan: TreePlan): TreeNode {
  const { rank, size, root } = call;
  const swap = plan.root === 'swap';
  const node = plan.tree(swap ? swapRoot(rank, root) : mod(rank - root, size), size, plan.fanout);
  const named = (v: number): number => (swap ? swapRoot(v, root) : (v + root) % size);
  const children = node.children.map(named);
  if (plan.order === 'up') children.sort((a, b) => a - b);
  if (plan.order === 'down') children.sort((a, b) => b - a);
  return { parent: node.parent < 0 ? -1 : named(node.parent), children };
}

/** Ends of segment `i`: bytes and slots. Slots are bytes unless `slots` says how many the whole has. */
function segmentOf(bytes: number, segments: number, i: number, slots: number): readonly [number, number] {
  if (segments === 1) return [0, slots];
  return [shareStart(bytes, segments, i), shareStart(bytes, segments, i + 1)];
}

/**
 * Down the tree. A segment goes on when it has come; segments to one child leave in order.
 * `given`: where the root's sends also wait for what came before in the same call.
 */
export function bcastTree(
  call: CollectiveCall,
  out: OperationSink,
  plan: TreePlan,
  given?: DataFlow,
  bytes = call.bytes,
  slots = bytes,
): void {
  const { parent, children } = neighbours(call, plan);
  const segments = segmentCount(bytes, plan.segment);
  const sent: Op[] = [];
  for (let i = 0; i < segments; i++) {
    const [from, end] = segmentOf(bytes, segments, i, slots);
    const size = segments === 1 ? bytes : end - from;
    const flow = given !== undefined && parent < 0 ? given : new DataFlow(out, 0, true);
    if (parent >= 0) flow.receive(parent, size);
    for (let c = 0; c < children.length; c++) {
      const op = flow.send(children[c], size, from, end);
      if (i > 0) out.requires(op, sent[c]);
      sent[c] = op;
    }
  }
}

/**
 * Up the tree. A segment goes on when all children's have come (and are reduced); segments leave in order.
 * Returns a flow that waits for all of it, for what follows in the same call.
 */
export function reduceTree(
  call: CollectiveCall,
  out: OperationSink,
  plan: TreePlan,
  bytes = call.bytes,
  slots = bytes,
): DataFlow {
  const { parent, children } = neighbours(call, plan);
  const segments = segmentCount(bytes, plan.segment);
  const { reducePerByte } = call.options;
  const done = new DataFlow(out, reducePerByte, true);
  let sent: Op = -1;
  for (let i = 0; i < segments; i++) {
    const [from, end] = segmentOf(bytes, segments, i, slots);
    const size = segments === 1 ? bytes : end - from;
    const flow = new DataFlow(out, reducePerByte, true);
    for (let c = 0; c < children.length; c++) {
      const reduced = flow.combine(children[c], size);
      // Reductions of a segment wait for each other, so the last one stands for all.
      if (reducePerByte * size === 0 || c === children.length - 1) done.hold(reduced);
    }
    if (parent < 0) continue;
    const op = flow.send(parent, size, from, end);
    if (sent >= 0) out.requires(op, sent);
    sent = op;
  }
  return done;
}

/** An algorithm that goes one way along a tree. */
export interface TreeAlgorithm {
  readonly name: string;
  readonly summary: string;
  readonly tree: Tree;
  readonly depth: (size: number, fanout: number) => number;
  readonly root?: 'swap';
  readonly order?: 'up' | 'down';
  /** Fan-out where none is chosen, for trees that have the choice. */
  readonly fanout?: number;
  /** Segment where none is chosen. */
  readonly segment?: number;
}

/** `along`: {@link bcastTree} or {@link reduceTree}; `uses`: options beside segment and fan-out. */
export function overTree(
  algorithm: TreeAlgorithm,
  along: (call: CollectiveCall, out: OperationSink, plan: TreePlan) => unknown,
  uses: readonly OptionName[] = [],
): CollectiveAlgorithm {
  const { name, summary, tree, depth, fanout, root = 'rotate', order } = algorithm;
  const fanoutOf = (options: CollectiveOptions): number =>
    fanout === undefined ? 1 : (options.fanout ?? fanout);
  const segmentOf = ({ segment }: CollectiveOptions): number =>
    segment > 0 ? segment : (algorithm.segment ?? 0);
  return {
    name,
    summary,
    uses: [...(fanout === undefined ? (['segment'] as const) : (['segment', 'fanout'] as const)), ...uses],
    emit(call, out) {
      const { options } = call;
      along(call, out, { tree, fanout: fanoutOf(options), segment: segmentOf(options), root, order });
    },
    closedForm: (size, bytes, options) =>
      treeFigures(size, bytes, { ...options, segment: segmentOf(options) }, depth(size, fanoutOf(options))),
  };
}

/** Figures of one way along a tree of the given depth. */
export function treeFigures(
  size: number,
  bytes: number,
  options: CollectiveOptions,
  depth: number,
): CollectiveFigures {
  return {
    messages: (size - 1) * segmentCount(bytes, options.segment),
    bytes: (size - 1) * bytes,
    depth,
  };
}
