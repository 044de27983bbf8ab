/** Broadcast down and reduction up a tree, in segments: what bcast, reduce, allreduce and reduce-scatter share. */
import { mod, segmentCount, shareStart } from './blocks.js';
import { DataFlow } from './data-flow.js';
import { swapRoot, type Tree } from './trees.js';
import type { CollectiveCall, CollectiveFigures, CollectiveOptions, Op, OperationSink } from './types.js';

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

interface Neighbours {
  /** −1 for the root. */
  readonly parent: number;
  readonly children: readonly number[];
}

/** Parent and children of this rank, as ranks of the communicator. */
function neighbours(call: CollectiveCall, plan: TreePlan): Neighbours {
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
