/** Gathers: the root gets block r of every rank r. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type Op,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import { alike, blockBytes, DataFlow, floorLog2, mod, runBytes } from './data-flow.js';
import { runSpan } from './rank-trees.js';
import { runTotal } from './scatter.js';

/** The scatter's tree, upwards. */
export const gatherBinomial: CollectiveAlgorithm = {
  name: 'binomial',
  summary:
    "messages go up a binomial tree to the root. Each message contains the blocks of all ranks in its sender's subtree",
  uses: [],
  emit(call, out) {
    const { rank, size, root } = call;
    const v = mod(rank - root, size);
    const span = runSpan(v, size);
    const flow = new DataFlow(out, 0, true);
    for (let mask = 1; mask < span; mask *= 2) {
      const child = v + mask;
      if (child >= size) continue;
      const from = (child + root) % size;
      flow.receive(from, runBytes(call, from, Math.min(mask, size - child)));
    }
    if (v === 0) return;
    const count = Math.min(span, size - v);
    flow.sendRun((v - span + root) % size, runBytes(call, rank, count), rank, count, size);
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
  emit: (call, out) => gatherLinearly(call, out, () => true),
  closedForm: (size, bytes) => alike(size - 1, bytes, size > 1 ? 1 : 0),
};

/** Empty blocks are not sent, as in MPICH and in a blocking call of Open MPI: the root waits for none of them. */
export const gathervLinear: CollectiveAlgorithm = {
  ...gatherLinear,
  summary: 'every rank sends the root its block; empty blocks are not sent',
  emit: (call, out) => gatherLinearly(call, out, (rank) => blockBytes(call, rank) > 0),
  closedForm: (size, bytes) => {
    const messages = bytes > 0 ? size - 1 : 0;
    return alike(messages, bytes, messages > 0 ? 1 : 0);
  },
};

function gatherLinearly(call: CollectiveCall, out: OperationSink, isSent: (rank: number) => boolean): void {
  const { rank, size, root } = call;
  if (rank !== root) {
    if (!isSent(rank)) return;
    const op = out.send(blockBytes(call, rank), root);
    out.payload?.carries(op, rank, rank + 1, Register.Result);
    return;
  }
  for (let from = 0; from < size; from++) {
    if (from === root || !isSent(from)) continue;
    const op = out.recv(blockBytes(call, from), from);
    out.payload?.takes(op, 'copy', Register.Result);
  }
}

/**
 * The root requests the block of one rank after the other, and waits for it. Source: Open MPI,
 * `ompi_coll_base_gather_intra_linear_sync` without a segment size, as in its rules: the second segment is empty, and sent
 * all the same.
 */
const gatherOmpiLinearSync: CollectiveAlgorithm = {
  name: 'ompi-linear-sync',
  summary:
    "the root requests the block of one rank after another. A rank sends its block, then an empty message (Open MPI's second segment)",
  uses: [],
  emit(call, out) {
    const { rank, size, root } = call;
    if (rank !== root) {
      const flow = new DataFlow(out, 0, true);
      flow.receive(root, 0);
      flow.send(root, blockBytes(call, rank), rank, rank + 1);
      flow.send(root, 0, 0, 0);
      return;
    }
    let query: Op = -1;
    for (let from = 0; from < size; from++) {
      if (from === root) continue;
      const block = out.recv(blockBytes(call, from), from);
      out.payload?.takes(block, 'copy', Register.Result);
      const question = out.send(0, from);
      if (query >= 0) out.requires(question, query);
      out.irecv(0, from);
      query = block;
    }
  },
  closedForm: (size, bytes) => ({
    messages: 3 * (size - 1),
    bytes: (size - 1) * bytes,
    depth: 2 * (size - 1),
  }),
};

export const GATHER: readonly CollectiveAlgorithm[] = [gatherBinomial, gatherLinear, gatherOmpiLinearSync];
/** Linear first: beside the root no rank of a gatherv knows other ranks' counts. */
export const GATHERV: readonly CollectiveAlgorithm[] = [gathervLinear, gatherBinomial];
