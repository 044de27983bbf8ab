/** Reductions whose result every rank gets. The operation is taken to be commutative. */
import { BCAST } from './bcast.js';
import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type Op,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import {
  alike,
  ceilLog2,
  DataFlow,
  elementShare,
  emitInTurn,
  floorLog2,
  fold,
  foldedDepth,
  halvedStart,
  mod,
  segmentCount,
  shareStart,
  unfold,
} from './data-flow.js';
import {
  BY_HALVES,
  distances,
  type Folding,
  foldingWhole,
  gatherHalves,
  reduceByHalving,
} from './hypercube.js';
import { ruledPart } from './openmpi-rules.js';
import { bcastTree, binomialTree, linearTree, reduceTree, type Tree, type TreePlan } from './rank-trees.js';
import { REDUCE } from './reduce.js';

function flowOf(call: CollectiveCall, out: OperationSink): DataFlow {
  return new DataFlow(out, call.options.reducePerByte, call.options.flow !== 'published');
}

export const allreduceRecursiveDoubling: CollectiveAlgorithm = {
  name: 'recursive-doubling',
  summary:
    'in round k, partners at distance 2^k exchange their partial results. If p > P, R ranks first send their vector to a partner, from which they later get the result',
  uses: ['reduce', 'flow'],
  emit(call, out) {
    const { rank, size, bytes } = call;
    const flow = flowOf(call, out);
    const { power, rest, place, neighbour } = fold(rank, size);
    if (place < 0) {
      flow.send(neighbour, bytes, 0, bytes);
      flow.receive(neighbour, bytes);
      return;
    }
    if (neighbour >= 0) flow.combine(neighbour, bytes);
    for (let mask = 1; mask < power; mask *= 2) {
      const peer = unfold(place ^ mask, rest);
      flow.send(peer, bytes, 0, bytes);
      flow.combine(peer, bytes);
    }
    if (neighbour >= 0) flow.send(neighbour, bytes, 0, bytes);
  },
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    const messages = power * ceilLog2(power) + 2 * rest;
    return alike(messages, bytes, foldedDepth(size));
  },
};

/**
 * For any p in ⌈log₂ p⌉ rounds, each contribution once. A rank keeps two sums: W of the n ranks before it and
 * A = W + its own. From the top bit of p − 1 down, n doubles: bit 0, W comes from n back (2n ranks); bit 1, A
 * comes from n + 1 back (2n + 1 ranks). For powers of two the distances are 1, 2, 4 … of plain dissemination.
 * Source of the idea: Bruck, Ho, "Efficient Global Combine Operations in Multi-Port Message-Passing Systems" (1993).
 */
const allreduceDissemination: CollectiveAlgorithm = {
  name: 'dissemination',
  summary:
    'in each round, every rank sends a partial result to a rank that is about twice as far away as in the round before',
  uses: ['reduce', 'flow'],
  emit(call, out) {
    const { rank, size, bytes } = call;
    const flow = flowOf(call, out);
    let known = 0;
    for (let bit = 2 ** (ceilLog2(size) - 1); bit >= 1; bit /= 2) {
      const own = Math.floor((size - 1) / bit) % 2;
      const distance = known + own;
      const register = own === 1 ? Register.Result : Register.Rest;
      flow.send((rank + distance) % size, bytes, 0, bytes, register);
      const received = out.recv(bytes, mod(rank - distance, size));
      out.payload?.takes(received, 'combine', Register.Result);
      out.payload?.takes(received, 'combine', Register.Rest);
      flow.reduce(received, bytes);
      known = 2 * known + own;
    }
  },
  closedForm: (size, bytes) => {
    const rounds = ceilLog2(size);
    return alike(size * rounds, bytes, rounds);
  },
};

/** Messages that share [from, end) is sent in, and what holds each: the receive or the reduction before it. */
class RingHand {
  readonly #call: CollectiveCall;
  readonly #out: OperationSink;
  readonly #flow: DataFlow;
  #held: Op[] = [];

  constructor(call: CollectiveCall, out: OperationSink) {
    this.#call = call;
    this.#out = out;
    this.#flow = new DataFlow(out, call.options.reducePerByte, false);
  }

  /** Share `give` goes to the right; share `take` comes from the left, to be reduced or kept. */
  step(give: number, take: number, reduced: boolean): void {
    const { rank, size } = this.#call;
    const held: Op[] = [];
    this.#segments(give, (from, end, i) => {
      const op = this.#out.send(end - from, (rank + 1) % size);
      this.#out.payload?.carries(op, from, end, Register.Result);
      if (i < this.#held.length) this.#out.requires(op, this.#held[i]);
    });
    this.#segments(take, (from, end) => {
      const left = mod(rank - 1, size);
      held.push(reduced ? this.#flow.combine(left, end - from) : this.#flow.receive(left, end - from));
    });
    this.#held = held;
  }

  #segments(share: number, each: (from: number, end: number, i: number) => void): void {
    const { size, bytes, options } = this.#call;
    const start = elementShare(bytes, size, share);
    const length = elementShare(bytes, size, share + 1) - start;
    const segments = segmentCount(length, options.segment);
    for (let i = 0; i < segments; i++) {
      each(start + shareStart(length, segments, i), start + shareStart(length, segments, i + 1), i);
    }
  }
}

const allreduceRing: CollectiveAlgorithm = {
  name: 'ring',
  summary:
    'the vector is cut into p shares. Each share travels around the ring twice, first to be reduced, then to reach all ranks',
  uses: ['segment', 'reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const hand = new RingHand(call, out);
    for (let step = 0; step + 1 < size; step++) {
      hand.step(mod(rank - step, size), mod(rank - step - 1, size), true);
    }
    for (let step = 0; step + 1 < size; step++) {
      hand.step(mod(rank + 1 - step, size), mod(rank - step, size), false);
    }
  },
  closedForm: (size, bytes, options) => {
    let segments = 0;
    for (let i = 0; i < size; i++) {
      const share = elementShare(bytes, size, i + 1) - elementShare(bytes, size, i);
      segments += segmentCount(share, options.segment);
    }
    return {
      messages: 2 * (size - 1) * segments,
      bytes: 2 * (size - 1) * bytes,
      depth: 2 * (size - 1),
    };
  },
};

const allreduceRingFull: CollectiveAlgorithm = {
  name: 'ring-full',
  summary: "every rank's whole vector travels once around the ring",
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size, bytes } = call;
    const flow = new DataFlow(out, call.options.reducePerByte, true);
    let held: Op = -1;
    for (let step = 0; step + 1 < size; step++) {
      const sent = out.send(bytes, (rank + 1) % size);
      out.payload?.carries(sent, 0, bytes, Register.Own);
      if (held >= 0) out.requires(sent, held);
      held = out.recv(bytes, mod(rank - 1, size));
      out.payload?.takes(held, 'replace', Register.Own);
      out.payload?.takes(held, 'combine', Register.Result);
      flow.reduce(held, bytes);
    }
  },
  closedForm: (size, bytes) => alike(size * (size - 1), bytes, size - 1),
};

function scatterThenGather(call: CollectiveCall, out: OperationSink, folding: Folding): void {
  const { rank, size, bytes } = call;
  const flow = new DataFlow(out, call.options.reducePerByte, true);
  const { power, rest, place, neighbour } = folding.fold(rank, size, bytes, flow);
  if (place < 0) {
    flow.receive(neighbour, bytes);
    return;
  }
  const at = (of: number): number => unfold(of, rest, folding.even);
  const shares = folding.shares(bytes, power);
  const masks = distances(power, 'near');
  reduceByHalving(place, masks, at, shares, flow);
  gatherHalves(place, masks, at, shares, flow);
  if (neighbour >= 0) flow.send(neighbour, bytes, 0, bytes);
}

/** Source: Rabenseifner, "Optimization of Collective Reduction Operations" (2004). */
export const allreduceRabenseifner: CollectiveAlgorithm = {
  name: 'rabenseifner',
  summary:
    'reduce-scatter by recursive halving, then an allgather by recursive doubling. If p > P, R pairs of neighbours first reduce their two vectors, one half per rank. One rank of each pair continues with the result',
  uses: ['reduce'],
  emit: (call, out) => scatterThenGather(call, out, BY_HALVES),
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return {
      messages: 2 * power * ceilLog2(power) + 4 * rest,
      bytes: 2 * (power - 1 + rest) * bytes + rest * (bytes - halvedStart(bytes, 2, 1)),
      depth: 2 * ceilLog2(power) + (rest > 0 ? 3 : 0),
    };
  },
};

/** As MPICH has it. Source: MPICH 4.0.2, `MPIR_Allreduce_intra_reduce_scatter_allgather`. */
export const allreduceMpichRabenseifner: CollectiveAlgorithm = {
  ...allreduceRabenseifner,
  summary:
    'reduce-scatter by recursive halving, then an allgather by recursive doubling; beyond a power of two, one of two neighbours takes part for both',
  emit: (call, out) => scatterThenGather(call, out, foldingWhole(false, false)),
  closedForm: (size, bytes) => {
    const { power, rest } = fold(0, size);
    return {
      messages: 2 * power * ceilLog2(power) + 2 * rest,
      bytes: 2 * (power - 1 + rest) * bytes,
      depth: 2 * ceilLog2(power) + (rest > 0 ? 2 : 0),
    };
  },
};

/** The nonblocking one. Source: MPICH 4.0.2, `MPIR_Iallreduce_intra_sched_reduce_scatter_allgather`. */
export const allreduceMpichScheduled: CollectiveAlgorithm = {
  ...allreduceMpichRabenseifner,
  emit: (call, out) => scatterThenGather(call, out, foldingWhole(false, true)),
};

/** Up a tree to rank 0 and down again. */
function upAndDown(
  name: string,
  summary: string,
  tree: Tree,
  depth: (size: number) => number,
  order?: 'down',
): CollectiveAlgorithm {
  const plan: TreePlan = { tree, fanout: 1, segment: 0, root: 'swap' };
  return {
    name,
    summary,
    uses: ['reduce'],
    emit(call, out) {
      const rooted = { ...call, root: 0 };
      bcastTree(rooted, out, plan, reduceTree(rooted, out, { ...plan, order }));
    },
    closedForm: (size, bytes) => alike(2 * (size - 1), bytes, 2 * depth(size)),
  };
}

const allreduceReduceBcast = upAndDown(
  'reduce-bcast',
  'binomial reduce to rank 0, then binomial bcast from rank 0',
  binomialTree,
  floorLog2,
);

const allreduceLinear = upAndDown(
  'linear',
  'all ranks send to rank 0, which sends the result to all',
  linearTree,
  (size) => (size > 1 ? 1 : 0),
  'down',
);

/** What Open MPI makes of two other collectives, each by the algorithm that its rules take. */
const allreduceOmpiReduceBcast: CollectiveAlgorithm = {
  name: 'ompi-reduce-bcast',
  summary: "reduce to rank 0, then bcast from rank 0, each by the algorithm that Open MPI's rules choose",
  uses: ['reduce'],
  emit(call, out) {
    const rooted = { ...call, root: 0 };
    emitInTurn([ruledPart('reduce', REDUCE, rooted), ruledPart('bcast', BCAST, rooted)], out);
  },
};

export const ALLREDUCE: readonly CollectiveAlgorithm[] = [
  allreduceRecursiveDoubling,
  allreduceDissemination,
  allreduceRing,
  allreduceRingFull,
  allreduceRabenseifner,
  allreduceReduceBcast,
  allreduceOmpiReduceBcast,
  allreduceLinear,
];
