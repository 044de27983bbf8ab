/** Prefix reductions: rank r gets the reduction of ranks 0 … r (scan) or 0 … r − 1 (exscan). */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import { alike, ceilLog2, DataFlow } from './data-flow.js';

/**
 * What a prefix is kept in: the scan's in Result, which starts with the rank's own input, the exscan's in Rest,
 * which starts empty. What is handed on always has the own input and is kept in Own.
 */
function takePrefix(out: OperationSink, received: number, prefix: Register): void {
  out.payload?.takes(received, 'combine', prefix);
}

function chain(call: CollectiveCall, out: OperationSink, prefix: Register): void {
  const { rank, size, bytes } = call;
  const flow = new DataFlow(out, call.options.reducePerByte, true);
  if (rank > 0) {
    const received = out.recv(bytes, rank - 1);
    takePrefix(out, received, prefix);
    out.payload?.takes(received, 'combine', Register.Own);
    // The last rank of an exscan has nothing to hand on, so nothing to reduce.
    if (prefix === Register.Rest && rank === size - 1) flow.hold(received);
    else flow.reduce(received, bytes);
  }
  if (rank + 1 < size) flow.send(rank + 1, bytes, 0, bytes, Register.Own);
}

/** Round k: exchange with rank ^ 2^k of the reduction over one's group; what comes from below joins the prefix. */
function double(call: CollectiveCall, out: OperationSink, prefix: Register): void {
  const { rank, size, bytes } = call;
  const flow = new DataFlow(out, call.options.reducePerByte, true);
  for (let mask = 1; mask < size; mask *= 2) {
    const peer = rank ^ mask;
    if (peer >= size) continue;
    flow.send(peer, bytes, 0, bytes, Register.Own);
    const received = out.recv(bytes, peer);
    if (peer < rank) takePrefix(out, received, prefix);
    out.payload?.takes(received, 'combine', Register.Own);
    flow.reduce(received, bytes);
  }
}

function exchanges(size: number): number {
  let messages = 0;
  for (let mask = 1; mask < size; mask *= 2) {
    for (let rank = 0; rank < size; rank++) if ((rank ^ mask) < size) messages++;
  }
  return messages;
}

function family(prefix: Register): readonly CollectiveAlgorithm[] {
  return [
    {
      name: 'linear',
      summary:
        'a chain, in which every rank combines its vector with what it received from the rank before, and sends the result to the next',
      uses: ['reduce'],
      emit: (call, out) => chain(call, out, prefix),
      closedForm: (size, bytes) => alike(size - 1, bytes, size - 1),
    },
    {
      name: 'recursive-doubling',
      summary:
        'in round k, partners at distance 2^k exchange the reductions over their groups of up to 2^k consecutive ranks',
      uses: ['reduce'],
      emit: (call, out) => double(call, out, prefix),
      closedForm: (size, bytes) => alike(exchanges(size), bytes, ceilLog2(size)),
    },
  ];
}

export const SCAN: readonly CollectiveAlgorithm[] = family(Register.Result);
export const EXSCAN: readonly CollectiveAlgorithm[] = family(Register.Rest);
