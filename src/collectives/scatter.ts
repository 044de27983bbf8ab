/** Scatters: rank r gets block r of the root. Also the halves of it that bcast and reduce-scatter are made of. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import { alike, blockBytes, DataFlow, floorLog2, mod, runBytes } from './data-flow.js';
import { runSpan } from './rank-trees.js';

/** What is scattered along the tree: bytes of `count` blocks from tree number `v` on, and how to name them. */
interface Cut {
  bytes(v: number, count: number): number;
  send(flow: DataFlow, to: number, v: number, count: number): void;
  /** Nothing is sent where there is nothing. */
  readonly skipsEmpty?: true;
}

/** Whole blocks by rank. */
export function blockCut(call: CollectiveCall): Cut {
  const { root, size } = call;
  return {
    bytes: (v, count) => runBytes(call, (v + root) % size, count),
    send(flow, to, v, count) {
      flow.sendRun(to, runBytes(call, (v + root) % size, count), v + root, count, size);
    },
  };
}

/** Binomial tree of runs of blocks, the larger half first. `flow` has the root's data. */
export function scatterRuns(call: CollectiveCall, flow: DataFlow, cut: Cut): void {
  const { rank, size, root } = call;
  const v = mod(rank - root, size);
  const span = runSpan(v, size);
  const moves = (bytes: number): boolean => bytes > 0 || cut.skipsEmpty === undefined;
  const own = cut.bytes(v, Math.min(span, size - v));
  if (v !== 0 && moves(own)) flow.receive((v - span + root) % size, own);
  for (let mask = span / 2; mask >= 1; mask /= 2) {
    const child = v + mask;
    const count = Math.min(mask, size - child);
    if (child < size && moves(cut.bytes(child, count))) cut.send(flow, (child + root) % size, child, count);
  }
}

/** Sum over all nodes but the root of the length of their runs: what scatter and gather move, in blocks. */
export function runTotal(size: number): number {
  let total = 0;
  for (let v = 1; v < size; v++) total += Math.min(runSpan(v, size), size - v);
  return total;
}

export const scatterBinomial: CollectiveAlgorithm = {
  name: 'binomial',
  summary:
    "messages go down a binomial tree from the root. Each message contains the blocks of all ranks in its receiver's subtree",
  uses: [],
  emit(call, out) {
    scatterRuns(call, new DataFlow(out, 0, true), blockCut(call));
  },
  closedForm: (size, bytes) => ({
    messages: size - 1,
    bytes: runTotal(size) * bytes,
    depth: floorLog2(size),
  }),
};

export const scatterLinear: CollectiveAlgorithm = {
  name: 'linear',
  summary: 'the root sends every rank its block',
  uses: [],
  emit: (call, out) => scatterLinearly(call, out, () => true),
  closedForm: (size, bytes) => alike(size - 1, bytes, size > 1 ? 1 : 0),
};

/** Empty blocks are not sent, as in MPICH and in a blocking call of Open MPI: no rank waits for one. */
export const scattervLinear: CollectiveAlgorithm = {
  ...scatterLinear,
  summary: 'the root sends every rank its block; empty blocks are not sent',
  emit: (call, out) => scatterLinearly(call, out, (rank) => blockBytes(call, rank) > 0),
  closedForm: (size, bytes) => {
    const messages = bytes > 0 ? size - 1 : 0;
    return alike(messages, bytes, messages > 0 ? 1 : 0);
  },
};

function scatterLinearly(call: CollectiveCall, out: OperationSink, isSent: (rank: number) => boolean): void {
  const { rank, size, root } = call;
  if (rank !== root) {
    if (!isSent(rank)) return;
    const op = out.recv(blockBytes(call, rank), root);
    out.payload?.takes(op, 'copy', Register.Result);
    return;
  }
  for (let to = 0; to < size; to++) {
    if (to === root || !isSent(to)) continue;
    const op = out.send(blockBytes(call, to), to);
    out.payload?.carries(op, to, to + 1, Register.Result);
  }
}

export const SCATTER: readonly CollectiveAlgorithm[] = [scatterBinomial, scatterLinear];
/** Linear first: beside the root no rank of a scatterv knows other ranks' counts. */
export const SCATTERV: readonly CollectiveAlgorithm[] = [scattervLinear, scatterBinomial];
