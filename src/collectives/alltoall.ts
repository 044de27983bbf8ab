/** All-to-alls: every rank sends its own block to every rank. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type Op,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import { alike, ceilLog2, DataFlow, mod, powerBelow } from './data-flow.js';

function sendBlock(call: CollectiveCall, out: OperationSink, to: number, bytes: number): Op {
  const op = out.send(bytes, to);
  const slot = call.rank * call.size + to;
  out.payload?.carries(op, slot, slot + 1, Register.Result);
  return op;
}

/** `received`: the receive of a block. */
function takeBlock(out: OperationSink, received: Op): Op {
  out.payload?.takes(received, 'copy', Register.Result);
  return received;
}

const toBytes = (call: CollectiveCall, to: number): number => call.bytesOf?.(to) ?? call.bytes;
const fromBytes = (call: CollectiveCall, from: number): number => call.recvBytesOf?.(from) ?? call.bytes;

/** All for which `moves` says so at once; as Open MPI and MPICH do, the sends leave from the rank before on downwards. */
function linear(call: CollectiveCall, out: OperationSink, moves: (bytes: number) => boolean): void {
  const { rank, size } = call;
  for (let i = 1; i < size; i++) {
    const to = mod(rank - i, size);
    const from = (rank + i) % size;
    const [sent, received] = [toBytes(call, to), fromBytes(call, from)];
    if (moves(sent)) sendBlock(call, out, to, sent);
    if (moves(received)) takeBlock(out, out.irecv(received, from));
  }
}

/** All for which `moves` says so at once, in the order of ranks. */
function linearInOrder(call: CollectiveCall, out: OperationSink, moves: (bytes: number) => boolean): void {
  const { rank, size } = call;
  for (let other = 0; other < size; other++) {
    if (other === rank) continue;
    const [sent, received] = [toBytes(call, other), fromBytes(call, other)];
    if (moves(sent)) sendBlock(call, out, other, sent);
    if (moves(received)) takeBlock(out, out.irecv(received, other));
  }
}

export const alltoallLinear: CollectiveAlgorithm = {
  name: 'linear',
  summary: 'every rank posts its p − 1 sends and receives at once',
  uses: [],
  emit: (call, out) => linear(call, out, () => true),
  closedForm: (size, bytes) => alike(size * (size - 1), bytes, size > 1 ? 1 : 0),
};

/** Step i, after the one before: to and from whom `partners` says. */
function inSteps(
  call: CollectiveCall,
  out: OperationSink,
  partners: (i: number) => readonly [to: number, from: number],
): void {
  let before: readonly Op[] = [];
  for (let i = 1; i < call.size; i++) {
    const [to, from] = partners(i);
    const step = [
      sendBlock(call, out, to, toBytes(call, to)),
      takeBlock(out, out.recv(fromBytes(call, from), from)),
    ];
    for (const op of step) for (const done of before) out.requires(op, done);
    before = step;
  }
}

const alltoallPairwise: CollectiveAlgorithm = {
  name: 'pairwise',
  summary:
    'in step k, rank r sends to rank r + k and receives from rank r − k. Each step waits for the one before',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    inSteps(call, out, (i) => [(rank + i) % size, mod(rank - i, size)]);
  },
  closedForm: (size, bytes) => alike(size * (size - 1), bytes, size - 1),
};

/** As MPICH has it. Source: MPICH 4.0.2, `MPIR_Alltoall_intra_pairwise`. */
export const alltoallMpichPairwise: CollectiveAlgorithm = {
  ...alltoallPairwise,
  summary:
    'p − 1 steps, each after the one before: step k is an exchange with r xor k where p is a power of two, else sends to r + k',
  emit(call, out) {
    if (powerBelow(call.size) === call.size) inSteps(call, out, (i) => [call.rank ^ i, call.rank ^ i]);
    else alltoallPairwise.emit(call, out);
  },
};

/** As MPICH has it of blocks that the received ones take the places of. Source: MPICH 4.0.2, `…_pairwise_sendrecv_replace`. */
export const alltoallInPlace: CollectiveAlgorithm = {
  ...alltoallPairwise,
  name: 'in-place',
  summary: 'exchanges with one rank after the other, by their numbers',
  emit: (call, out) => inSteps(call, out, (i) => (i <= call.rank ? [i - 1, i - 1] : [i, i])),
};

/** Blocks with bit `distance` in the number of steps that they have to go. */
function travelling(size: number, distance: number): number {
  let count = 0;
  for (let hops = distance; hops < size; hops++) if (Math.floor(hops / distance) % 2 === 1) count++;
  return count;
}

/** Notes the blocks of a round: those `hops` ahead have come hops mod distance ranks already. */
function carriesRound(call: CollectiveCall, out: OperationSink, op: Op, distance: number): void {
  const { rank, size } = call;
  if (out.payload === undefined) return;
  for (let hops = distance; hops < size; hops++) {
    if (Math.floor(hops / distance) % 2 === 0) continue;
    const source = mod(rank - (hops % distance), size);
    const slot = source * size + ((source + hops) % size);
    out.payload.carries(op, slot, slot + 1, Register.Result);
  }
}

/** Source: Bruck et al., "Efficient Algorithms for All-to-All Communications" (1997). */
export const alltoallBruck: CollectiveAlgorithm = {
  name: 'bruck',
  summary:
    'the distance of a block is (destination − source) mod p. In round k, rank r sends the blocks whose distance has bit k set to rank r + 2^k',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, 0, true);
    for (let distance = 1; distance < size; distance *= 2) {
      const bytes = travelling(size, distance) * call.bytes;
      const op = flow.send((rank + distance) % size, bytes, 0, 0);
      carriesRound(call, out, op, distance);
      flow.receive(mod(rank - distance, size), bytes);
    }
  },
  closedForm: (size, bytes) => {
    let blocks = 0;
    for (let distance = 1; distance < size; distance *= 2) blocks += travelling(size, distance);
    const rounds = ceilLog2(size);
    return { messages: size * rounds, bytes: size * blocks * bytes, depth: rounds };
  },
};

/** Empty blocks are not sent, as in Open MPI's Alltoallw and Ialltoallv. */
export const alltoallvLinear: CollectiveAlgorithm = {
  ...alltoallLinear,
  summary: 'all sends and receives at once; empty blocks are not sent',
  emit: (call, out) => linearInOrder(call, out, (bytes) => bytes > 0),
  closedForm: (size, bytes) => {
    const messages = bytes > 0 ? size * (size - 1) : 0;
    return alike(messages, bytes, messages > 0 ? 1 : 0);
  },
};

/** As MPICH has it: it serves the rank before first. Source: MPICH 4.0.2, `MPIR_Alltoallv_intra_scattered`. */
export const alltoallvMpichLinear: CollectiveAlgorithm = {
  ...alltoallvLinear,
  emit: (call, out) => linear(call, out, (bytes) => bytes > 0),
};

/**
 * Empty blocks, too: every rank waits for every other.
 * Source: Open MPI, `ompi_coll_base_alltoallv_intra_basic_linear`.
 */
const alltoallvOmpiLinear: CollectiveAlgorithm = {
  ...alltoallLinear,
  name: 'ompi-linear',
  summary: 'as linear, but with messages for empty blocks',
  emit: (call, out) => linearInOrder(call, out, () => true),
};

export const ALLTOALL: readonly CollectiveAlgorithm[] = [alltoallLinear, alltoallPairwise, alltoallBruck];
export const ALLTOALLV: readonly CollectiveAlgorithm[] = [
  alltoallvLinear,
  alltoallPairwise,
  alltoallvOmpiLinear,
];
