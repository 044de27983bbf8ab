/** Allgathers: every rank gets the block of every rank. */

import { BCAST } from './bcast.js';
import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import {
  blockBytes,
  ceilLog2,
  DataFlow,
  emitInTurn,
  floorLog2,
  fold,
  foldedDepth,
  mod,
  runBytes,
} from './data-flow.js';
import { gathervLinear } from './gather.js';
import { type GatherAll, gatherByDoubling, gatherByRing } from './hypercube.js';
import { ruledPart } from './openmpi-rules.js';
import { bcastTree, binomialTree } from './rank-trees.js';

/** All of p (p − 1) blocks, in so many messages. */
function figures(size: number, bytes: number, messages: number, depth: number): CollectiveFigures {
  return { messages, bytes: size * (size - 1) * bytes, depth };
}

/**
 * In round k, rank r sends to r + 2^k the up to 2^k blocks that it has. As the published generator prices it
 * (`flow=published`), every message has the size of the rank's own block.
 */
function disseminate(call: CollectiveCall, out: OperationSink, complete: boolean): void {
  const { rank, size } = call;
  const flow = new DataFlow(out, 0, complete);
  for (let distance = 1; distance < size; distance *= 2) {
    const count = Math.min(distance, size - distance);
    const from = mod(rank - distance, size);
    const first = mod(rank - count + 1, size);
    const theirs = mod(from - count + 1, size);
    const bytes = complete ? runBytes(call, first, count) : blockBytes(call, rank);
    flow.sendRun((rank + distance) % size, bytes, first, count, size);
    flow.receive(from, complete ? runBytes(call, theirs, count) : blockBytes(call, from));
  }
}

const allgatherDissemination: CollectiveAlgorithm = {
  name: 'dissemination',
  summary: 'in round k, rank r sends up to 2^k of its blocks to rank r + 2^k',
  uses: ['flow'],
  emit: (call, out) => disseminate(call, out, call.options.flow !== 'published'),
  closedForm: (size, bytes, options) => {
    const rounds = ceilLog2(size);
    const whole = figures(size, bytes, size * rounds, rounds);
    return options.flow === 'published' ? { ...whole, bytes: size * rounds * bytes } : whole;
  },
};

/** Source: Bruck et al., "Efficient Algorithms for All-to-All Communications" (1997). */
export const allgatherBruck: CollectiveAlgorithm = {
  name: 'bruck',
  summary: 'in round k, rank r sends up to 2^k of its blocks to rank r − 2^k',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, 0, true);
    for (let distance = 1; distance < size; distance *= 2) {
      const count = Math.min(distance, size - distance);
      const from = (rank + distance) % size;
      flow.sendRun(mod(rank - distance, size), runBytes(call, rank, count), rank, count, size);
      flow.receive(from, runBytes(call, from, count));
    }
  },
  closedForm: (size, bytes) => figures(size, bytes, size * ceilLog2(size), ceilLog2(size)),
};

function gatherBlocks(gather: GatherAll, call: CollectiveCall, out: OperationSink): void {
  const runs = {
    bytes: (first: number, count: number) => runBytes(call, first, count),
    slots: (i: number) => i,
  };
  gather(call.rank, call.size, (rank) => rank, runs, new DataFlow(out, 0, true), out);
}

export const allgatherRing: CollectiveAlgorithm = {
  name: 'ring',
  summary: 'every block travels from rank to rank once around the ring',
  uses: [],
  emit: (call, out) => gatherBlocks(gatherByRing, call, out),
  closedForm: (size, bytes) => figures(size, bytes, size * (size - 1), size - 1),
};

export const allgatherRecursiveDoubling: CollectiveAlgorithm = {
  name: 'recursive-doubling',
  summary:
    'in round k, partners at distance 2^k exchange all their blocks. If p > P, R ranks first send their block to a partner, from which they later get the others',
  uses: [],
  emit: (call, out) => gatherBlocks(gatherByDoubling, call, out),
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return figures(size, bytes, power * ceilLog2(power) + 2 * rest, foldedDepth(size));
  },
};

export const allgatherLinear: CollectiveAlgorithm = {
  name: 'linear',
  summary: 'every rank sends its block to all others at once',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    for (let i = 1; i < size; i++) {
      const sent = out.send(blockBytes(call, rank), (rank + i) % size);
      out.payload?.carries(sent, rank, rank + 1, Register.Result);
      const from = mod(rank - i, size);
      const received = out.irecv(blockBytes(call, from), from);
      out.payload?.takes(received, 'copy', Register.Result);
    }
  },
  closedForm: (size, bytes) => figures(size, bytes, size * (size - 1), size > 1 ? 1 : 0),
};

/**
 * Pairs (2j, 2j + 1) exchange blocks, then every rank exchanges with its two neighbours in turn the pair of
 * blocks that it got last. Source: Chen, Zhang, et al., "Performance Evaluation of Allgather Algorithms on
 * Terascale Linux Cluster with Fast Ethernet" (2005).
 */
function exchangeWithNeighbours(call: CollectiveCall, out: OperationSink): void {
  const { rank, size } = call;
  const flow = new DataFlow(out, 0, false);
  const way = rank % 2 === 0 ? 1 : -1;
  const mate = rank + way;
  flow.send(mate, blockBytes(call, rank), rank, rank + 1);
  flow.receive(mate, blockBytes(call, mate));
  const pairs = size / 2;
  const home = rank >> 1;
  const pairBytes = (pair: number): number => runBytes(call, 2 * pair, 2);
  let latest = home;
  for (let step = 1; step < pairs; step++) {
    const far = step % 2 === 1;
    const peer = mod(far ? rank - way : mate, size);
    flow.send(peer, pairBytes(latest), 2 * latest, 2 * latest + 2);
    latest = mod(far ? home - (way * (step + 1)) / 2 : home + (way * step) / 2, pairs);
    flow.receive(peer, pairBytes(latest));
  }
}

const allgatherNeighbourExchange: CollectiveAlgorithm = {
  name: 'neighbor-exchange',
  summary:
    'every rank exchanges one block, then two at a time, with its left and right neighbour in turn. If p is odd, the algorithm is ring',
  uses: [],
  emit(call, out) {
    if (call.size % 2 === 1) gatherBlocks(gatherByRing, call, out);
    else exchangeWithNeighbours(call, out);
  },
  closedForm: (size, bytes) => {
    const steps = size % 2 === 1 ? size - 1 : size / 2;
    return figures(size, bytes, size * steps, steps);
  },
};

/** Open MPI's default for blocks that differ. */
const allgatherGatherBcast: CollectiveAlgorithm = {
  name: 'gather-bcast',
  summary: 'linear gather to rank 0, then a binomial bcast from rank 0',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, 0, true);
    if (rank === 0) for (let i = 1; i < size; i++) flow.receive(i, blockBytes(call, i));
    else flow.send(0, blockBytes(call, rank), rank, rank + 1);
    const plan = { tree: binomialTree, fanout: 1, segment: 0, root: 'swap' } as const;
    bcastTree({ ...call, root: 0 }, out, plan, flow, runBytes(call, 0, size), size);
  },
  closedForm: (size, bytes) => ({
    messages: 2 * (size - 1),
    bytes: (size - 1) * (size + 1) * bytes,
    depth: size > 1 ? 1 + floorLog2(size) : 0,
  }),
};

export const ALLGATHER: readonly CollectiveAlgorithm[] = [
  allgatherDissemination,
  allgatherRing,
  allgatherRecursiveDoubling,
  allgatherBruck,
  allgatherLinear,
  allgatherNeighbourExchange,
  allgatherGatherBcast,
];

/** As dissemination of allgather with complete flow always: there is no published schedule of an allgatherv. */
const allgathervDissemination: CollectiveAlgorithm = {
  ...allgatherDissemination,
  summary: allgatherDissemination.summary,
  uses: [],
  emit: (call, out) => disseminate(call, out, true),
  closedForm: (size, bytes) => figures(size, bytes, size * ceilLog2(size), ceilLog2(size)),
};

/** A gather of blocks that differ, then a broadcast by the algorithm that the rules take. */
const allgathervOmpiGatherBcast: CollectiveAlgorithm = {
  name: 'ompi-gather-bcast',
  summary:
    "linear gather of all non-empty blocks to rank 0, then a bcast from rank 0 by the algorithm that Open MPI's rules choose",
  uses: [],
  emit(call, out) {
    const { size } = call;
    const rooted = { ...call, root: 0 };
    const total = runBytes(call, 0, size);
    const whole = ruledPart('bcast', BCAST, { ...rooted, bytes: total, bytesOf: undefined });
    const gathered = { algorithm: gathervLinear, call: rooted };
    emitInTurn([gathered, { ...whole, slots: size }], out);
  },
};

export const ALLGATHERV: readonly CollectiveAlgorithm[] = [
  allgathervDissemination,
  ...ALLGATHER.slice(1),
  allgathervOmpiGatherBcast,
];
