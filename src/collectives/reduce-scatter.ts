/** Reduce-scatters: rank r gets the reduction of everyone's block r. */
import {
  blockBytes,
  ceilLog2,
  floorLog2,
  fold,
  foldedDepth,
  mod,
  placeStart,
  runBytes,
  unfold,
} from './blocks.js';
import { distances, reduceByHalving } from './halving.js';
import { Progress } from './progress.js';
import { blockCut, runTotal, scatterRuns } from './scatter.js';
import { reduceTree } from './tree-flow.js';
import { binomialTree } from './trees.js';
import { type CollectiveAlgorithm, type Op, Register } from './types.js';

export const reduceScatterRecursiveHalving: CollectiveAlgorithm = {
  name: 'recursive-halving',
  summary: 'each round halves what a rank still reduces; ranks beyond a power of two go before and after',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const progress = new Progress(out, call.options.reducePerByte, true);
    const total = runBytes(call, 0, size);
    const { power, rest, place, neighbour } = fold(rank, size);
    if (place < 0) {
      progress.send(neighbour, total, 0, size);
      progress.receive(neighbour, blockBytes(call, rank));
      return;
    }
    if (neighbour >= 0) progress.combine(neighbour, total);
    const slots = (i: number): number => placeStart(i, rest);
    const shares = {
      bytes: (from: number, end: number) => runBytes(call, slots(from), slots(end) - slots(from)),
      slots,
    };
    reduceByHalving(place, distances(power, 'far'), (of) => unfold(of, rest), shares, progress);
    if (neighbour >= 0) progress.send(neighbour, blockBytes(call, neighbour), neighbour, neighbour + 1);
  },
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return {
      messages: power * ceilLog2(power) + 2 * rest,
      bytes: ((rest + power - 1) * size + rest) * bytes,
      depth: foldedDepth(size),
    };
  },
};

export const reduceScatterPairwise: CollectiveAlgorithm = {
  name: 'pairwise',
  summary: 'p − 1 steps, each after the one before: step k sends its block to r + k and receives from r − k',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const progress = new Progress(out, call.options.reducePerByte, false);
    let before: readonly Op[] = [];
    for (let i = 1; i < size; i++) {
      const to = (rank + i) % size;
      const sent = out.send(blockBytes(call, to), to);
      out.payload?.carries(sent, to, to + 1, Register.Result);
      const received = out.recv(blockBytes(call, rank), mod(rank - i, size));
      out.payload?.takes(received, 'combine', Register.Result);
      for (const done of before) {
        out.requires(sent, done);
        out.requires(received, done);
      }
      before = [sent, progress.reduce(received, blockBytes(call, rank))];
    }
  },
  closedForm: (size, bytes) => ({
    messages: size * (size - 1),
    bytes: size * (size - 1) * bytes,
    depth: size - 1,
  }),
};

export const reduceScatterRing: CollectiveAlgorithm = {
  name: 'ring',
  summary: 'every block goes once around a ring to its rank and is reduced on the way, p − 1 steps',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const progress = new Progress(out, call.options.reducePerByte, false);
    for (let step = 1; step < size; step++) {
      const give = mod(rank - step, size);
      progress.send((rank + 1) % size, blockBytes(call, give), give, give + 1);
      progress.combine(mod(rank - 1, size), blockBytes(call, mod(give - 1, size)));
    }
  },
  closedForm: (size, bytes) => ({
    messages: size * (size - 1),
    bytes: size * (size - 1) * bytes,
    depth: size - 1,
  }),
};

export const reduceScatterReduceScatterv: CollectiveAlgorithm = {
  name: 'reduce-scatterv',
  summary: 'binomial reduce to rank 0, then binomial scatter of the blocks',
  uses: ['reduce'],
  emit(call, out) {
    const rooted = { ...call, root: 0 };
    const plan = { tree: binomialTree, fanout: 1, segment: 0, root: 'swap' } as const;
    const done = reduceTree(rooted, out, plan, runBytes(call, 0, call.size), call.size);
    scatterRuns(rooted, call.rank === 0 ? done : new Progress(out, 0, true), blockCut(rooted));
  },
  closedForm: (size, bytes) => ({
    messages: 2 * (size - 1),
    bytes: ((size - 1) * size + runTotal(size)) * bytes,
    depth: 2 * floorLog2(size),
  }),
};

/** Reduce-scatter, and reduce-scatter-block, in which all blocks have the same size. */
export const REDUCE_SCATTER: readonly CollectiveAlgorithm[] = [
  reduceScatterRecursiveHalving,
  reduceScatterPairwise,
  reduceScatterRing,
  reduceScatterReduceScatterv,
];
