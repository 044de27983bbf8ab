/** Gathers: the root gets block r of every rank r. */
import { blockBytes, floorLog2, mod, runBytes } from './blocks.js';
import { Progress } from './progress.js';
import { runTotal } from './scatter.js';
import { runSpan } from './trees.js';
import { type CollectiveAlgorithm, Register } from './types.js';

/** The scatter's tree, upwards. */
export const gatherBinomial: CollectiveAlgorithm = {
  name: 'binomial',
  summary: 'up a binomial tree: each message holds the blocks of the whole subtree below it',
  uses: [],
  emit(call, out) {
    const { rank, size, root } = call;
    const v = mod(rank - root, size);
    const span = runSpan(v, size);
    const progress = new Progress(out, 0, true);
    for (let mask = 1; mask < span; mask *= 2) {
      const child = v + mask;
      if (child >= size) continue;
      const from = (child + root) % size;
      progress.receive(from, runBytes(call, from, Math.min(mask, size - child)));
    }
    if (v === 0) return;
    const count = Math.min(span, size - v);
    progress.sendRun((v - span + root) % size, runBytes(call, rank, count), rank, count, size);
  },
  closedForm: (size, bytes) => ({
    messages: size - 1,
    bytes: runTotal(size) * bytes,
    depth: floorLog2(size),
  }),
};

export const gatherLinear: CollectiveAlgorithm = {
  name: 'linear',
  summary: 'every rank sends the root its block',
  uses: [],
  emit(call, out) {
    const { rank, size, root } = call;
    if (rank !== root) {
      const op = out.send(blockBytes(call, rank), root);
      out.payload?.carries(op, rank, rank + 1, Register.Result);
      return;
    }
    for (let i = 1; i < size; i++) {
      const from = (root + i) % size;
      const op = out.recv(blockBytes(call, from), from);
      out.payload?.takes(op, 'copy', Register.Result);
    }
  },
  closedForm: (size, bytes) => ({
    messages: size - 1,
    bytes: (size - 1) * bytes,
    depth: size > 1 ? 1 : 0,
  }),
};

export const GATHER: readonly CollectiveAlgorithm[] = [gatherBinomial, gatherLinear];
/** Linear first: beside the root no rank of a gatherv knows other ranks' counts. */
export const GATHERV: readonly CollectiveAlgorithm[] = [gatherLinear, gatherBinomial];
