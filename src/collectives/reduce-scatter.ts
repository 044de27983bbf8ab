/** Reduce-scatters: rank r gets the reduction of everyone's block r. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type Op,
  type OperationSink,
  Register,
} from './collective-algorithm.js';
import {
  alike,
  blockBytes,
  ceilLog2,
  DataFlow,
  emitInTurn,
  floorLog2,
  fold,
  foldedDepth,
  isPower,
  mod,
  placeStart,
  runBytes,
  unfold,
} from './data-flow.js';
import { distances, mirrored, type RankRun, reduceByHalving, roundsOf } from './hypercube.js';
import { ruledPart } from './openmpi-rules.js';
import { binomialTree, reduceTree } from './rank-trees.js';
import { REDUCE } from './reduce.js';
import { blockCut, runTotal, SCATTER, scatterRuns, scattervLinear } from './scatter.js';

/** Empty blocks are not sent, as in Open MPI and MPICH: no rank waits for them. */
export const reduceScatterRecursiveHalving: CollectiveAlgorithm = {
  name: 'recursive-halving',
  summary:
    'in each round, a rank sends half of its remaining blocks to a partner and reduces the other half with those that it receives. Empty blocks are not sent. If p > P, R ranks first send all blocks to a partner, from which they later get their own',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, call.options.reducePerByte, true);
    const total = runBytes(call, 0, size);
    if (total === 0) return;
    const { power, rest, place, neighbour } = fold(rank, size);
    if (place < 0) {
      flow.send(neighbour, total, 0, size);
      if (blockBytes(call, rank) > 0) flow.receive(neighbour, blockBytes(call, rank));
      return;
    }
    if (neighbour >= 0) flow.combine(neighbour, total);
    const slots = (i: number): number => placeStart(i, rest);
    const shares = {
      bytes: (from: number, end: number) => runBytes(call, slots(from), slots(end) - slots(from)),
      slots,
      skipsEmpty: true,
    } as const;
    reduceByHalving(place, distances(power, 'far'), (of) => unfold(of, rest), shares, flow);
    if (neighbour >= 0 && blockBytes(call, neighbour) > 0)
      flow.send(neighbour, blockBytes(call, neighbour), neighbour, neighbour + 1);
  },
  closedForm: (size, bytes) => {
    if (bytes === 0) return { messages: 0, bytes: 0, depth: 0 };
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
  summary:
    'in step k, rank r sends block r + k to rank r + k and receives block r from rank r − k. Each step waits for the one before',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, call.options.reducePerByte, false);
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
      before = [sent, flow.reduce(received, blockBytes(call, rank))];
    }
  },
  closedForm: (size, bytes) => alike(size * (size - 1), bytes, size - 1),
};

const reduceScatterRing: CollectiveAlgorithm = {
  name: 'ring',
  summary:
    'every block travels around the ring to its rank. Each rank on the way reduces it with its own block for that rank',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, call.options.reducePerByte, false);
    for (let step = 1; step < size; step++) {
      const give = mod(rank - step, size);
      flow.send((rank + 1) % size, blockBytes(call, give), give, give + 1);
      flow.combine(mod(rank - 1, size), blockBytes(call, mod(give - 1, size)));
    }
  },
  closedForm: (size, bytes) => alike(size * (size - 1), bytes, size - 1),
};

const reduceScatterReduceScatterv: CollectiveAlgorithm = {
  name: 'reduce-scatterv',
  summary: 'binomial reduce to rank 0, then a binomial scatter of the blocks',
  uses: ['reduce'],
  emit(call, out) {
    const rooted = { ...call, root: 0 };
    const plan = { tree: binomialTree, fanout: 1, segment: 0, root: 'swap' } as const;
    const done = reduceTree(rooted, out, plan, runBytes(call, 0, call.size), call.size);
    scatterRuns(rooted, call.rank === 0 ? done : new DataFlow(out, 0, true), blockCut(rooted));
  },
  closedForm: (size, bytes) => ({
    messages: 2 * (size - 1),
    bytes: ((size - 1) * size + runTotal(size)) * bytes,
    depth: 2 * floorLog2(size),
  }),
};

/**
 * Halving among a power of two of places, neighbours first, which leaves place i with the blocks of the place whose
 * bits are reversed; it sends them there, and to the rank that sat out.
 * Source: Träff, "An Improved Algorithm for (Non-commutative) Reduce-Scatter" (2005); Open MPI,
 * `ompi_coll_base_reduce_scatter_intra_butterfly`.
 */
function emitButterfly(call: CollectiveCall, out: OperationSink): void {
  const { rank, size } = call;
  const flow = new DataFlow(out, call.options.reducePerByte, true);
  const total = runBytes(call, 0, size);
  const { power, rest, place, neighbour } = fold(rank, size);
  const at = (of: number): number => unfold(of, rest);
  if (place < 0) {
    flow.send(neighbour, total, 0, size);
    flow.receive(at(mirrored(rank >> 1, power)), blockBytes(call, rank));
    return;
  }
  if (neighbour >= 0) flow.combine(neighbour, total);
  const slots = (i: number): number => placeStart(i, rest);
  const bytes = (from: number, end: number): number => runBytes(call, slots(from), slots(end) - slots(from));
  reduceByHalving(place, distances(power, 'near'), at, { bytes, slots }, flow);
  const owner = mirrored(place, power);
  const give = (to: number): void => {
    flow.send(to, blockBytes(call, to), to, to + 1);
  };
  if (owner < rest) give(at(owner) - 1);
  if (owner === place) return;
  give(at(owner));
  flow.receive(at(owner), blockBytes(call, rank));
}

const reduceScatterButterfly: CollectiveAlgorithm = {
  name: 'butterfly',
  summary:
    'recursive halving that begins with neighbours. One more message then takes each block to its rank (in Reduce_scatter_block only if p > P)',
  uses: ['reduce'],
  emit: emitButterfly,
};

/** With a power of two of ranks, blocks are sorted before, so that each ends where it belongs. */
const reduceScatterBlockButterfly: CollectiveAlgorithm = {
  ...reduceScatterButterfly,
  summary:
    'halving with neighbours first; beyond a power of two, each block then goes to its rank in one more message',
  emit(call, out) {
    const { rank, size } = call;
    if (!isPower(size)) {
      emitButterfly(call, out);
      return;
    }
    const slot = (i: number): number => mirrored(i, size);
    const bytes = (from: number, end: number): number => {
      let sum = 0;
      for (let i = from; i < end; i++) sum += blockBytes(call, slot(i));
      return sum;
    };
    const flow = new DataFlow(out, call.options.reducePerByte, true);
    const shares = { bytes, slots: slot, slot };
    reduceByHalving(rank, distances(size, 'near'), (of) => of, shares, flow);
  },
};

/**
 * Round k: all blocks but those of the own group of 2^k ranks go to the other group, which may want them.
 * Source: Open MPI, `ompi_coll_base_reduce_scatter_block_intra_recursivedoubling`.
 */
const reduceScatterBlockDoubling: CollectiveAlgorithm = {
  name: 'recursive-doubling',
  summary:
    'in round k, partners at distance 2^k exchange all blocks except those of their own group of 2^k ranks. The operation need not commute',
  uses: ['reduce'],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, call.options.reducePerByte, true);
    const total = runBytes(call, 0, size);
    const without = ({ from, end }: RankRun): number => total - runBytes(call, from, end - from);
    const rest = (op: Op, { from, end }: RankRun, register: Register): void => {
      out.payload?.carries(op, 0, from, register);
      out.payload?.carries(op, end, size, register);
    };
    for (const { own, other, partner, relays } of roundsOf(rank, size)) {
      let got: Op = -1;
      const take = (from: number): void => {
        got = out.recv(without(other), from);
        out.payload?.takes(got, 'replace', Register.Rest);
        out.payload?.takes(got, 'combine', Register.Result);
      };
      if (partner >= 0) {
        rest(flow.send(partner, without(own), 0, 0), own, Register.Result);
        take(partner);
      }
      for (const { peer, sends } of relays) {
        if (!sends) {
          take(peer);
          continue;
        }
        const op = out.send(without(other), peer);
        rest(op, other, Register.Rest);
        out.requires(op, got);
      }
      if (got >= 0) flow.reduce(got, without(other));
    }
  },
};

/**
 * What Open MPI makes of two other collectives, each by the algorithm that its rules take: a reduction of all blocks
 * to rank 0, which then sends every rank its own.
 */
function reduceThenScatter(scattersOf: (call: CollectiveCall) => CollectiveAlgorithm): CollectiveAlgorithm {
  return {
    name: 'ompi-reduce-scatter',
    summary:
      "reduce to rank 0, then a scatter from rank 0, each by the algorithm that Open MPI's rules choose",
    uses: ['reduce'],
    emit(call, out) {
      const { size } = call;
      const total = runBytes(call, 0, size);
      const reduction = ruledPart('reduce', REDUCE, { ...call, root: 0, bytes: total, bytesOf: undefined });
      const scattered = { algorithm: scattersOf(call), call: { ...call, root: 0 } };
      emitInTurn([{ ...reduction, slots: size }, scattered], out);
    },
  };
}

const reduceScatterOmpi = reduceThenScatter(() => scattervLinear);
const reduceScatterBlockOmpi = reduceThenScatter((call) => ruledPart('scatter', SCATTER, call).algorithm);

export const REDUCE_SCATTER: readonly CollectiveAlgorithm[] = [
  reduceScatterRecursiveHalving,
  reduceScatterPairwise,
  reduceScatterRing,
  reduceScatterReduceScatterv,
  reduceScatterButterfly,
  reduceScatterOmpi,
];

/** Reduce-scatter in which all blocks have the same size. */
export const REDUCE_SCATTER_BLOCK: readonly CollectiveAlgorithm[] = [
  reduceScatterRecursiveHalving,
  reduceScatterPairwise,
  reduceScatterRing,
  reduceScatterReduceScatterv,
  reduceScatterBlockButterfly,
  reduceScatterBlockDoubling,
  reduceScatterBlockOmpi,
];
