/**
 * Barriers: every rank leaves after every rank has come. Messages are empty, as libraries send them; the published
 * generator's have one byte.
 */

import type { CollectiveAlgorithm } from './collective-algorithm.js';
import { ceilLog2, DataFlow, floorLog2, fold, foldedDepth, mod, powerBelow } from './data-flow.js';

function notify(flow: DataFlow, to: number, bytes = 0): void {
  flow.send(to, bytes, 0, 1);
}

function hear(flow: DataFlow, from: number, bytes = 0): void {
  flow.receive(from, bytes, 'merge');
}

/** Round k: to rank + 2^k, from rank − 2^k. Hensgen, Finkel, Manber (1988). */
export const barrierDissemination: CollectiveAlgorithm = {
  name: 'dissemination',
  summary: 'in round k, rank r notifies rank r + 2^k',
  uses: ['flow'],
  emit(call, out) {
    const { rank, size, options } = call;
    const published = options.flow === 'published';
    const flow = new DataFlow(out, 0, !published);
    for (let distance = 1; distance < size; distance *= 2) {
      notify(flow, (rank + distance) % size, published ? 1 : 0);
      hear(flow, mod(rank - distance, size), published ? 1 : 0);
    }
  },
  closedForm: (size, _, { flow }) => {
    const rounds = ceilLog2(size);
    return { messages: size * rounds, bytes: flow === 'published' ? size * rounds : 0, depth: rounds };
  },
};

export const barrierLinear: CollectiveAlgorithm = {
  name: 'linear',
  summary: 'all ranks notify rank 0, which then notifies all',
  uses: [],
  emit(call, out) {
    const flow = new DataFlow(out, 0, true);
    if (call.rank !== 0) {
      notify(flow, 0);
      hear(flow, 0);
      return;
    }
    // As Open MPI's basic barrier: Irecv from all, Waitall.
    for (let rank = 1; rank < call.size; rank++) flow.receiveAny(rank, 0, 'merge');
    for (let rank = 1; rank < call.size; rank++) notify(flow, rank);
  },
  closedForm: (size) => ({ messages: 2 * (size - 1), bytes: 0, depth: size > 1 ? 2 : 0 }),
};

const barrierDoubleRing: CollectiveAlgorithm = {
  name: 'double-ring',
  summary: 'a token travels twice around the ring',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    if (size === 1) return;
    const flow = new DataFlow(out, 0, false);
    for (let lap = 0; lap < 2; lap++) {
      if (rank === 0) notify(flow, 1);
      hear(flow, mod(rank - 1, size));
      if (rank !== 0) notify(flow, (rank + 1) % size);
    }
  },
  closedForm: (size) => {
    const messages = size > 1 ? 2 * size : 0;
    return { messages, bytes: 0, depth: messages };
  },
};

/**
 * Rounds of exchange with rank ^ 2^k among P ranks; P + i signals i before and hears it after, as in Open MPI, whose
 * rank i sends synchronously then: it leaves one latency after P + i has heard.
 */
const barrierRecursiveDoubling: CollectiveAlgorithm = {
  name: 'recursive-doubling',
  summary:
    'in round k, partners at distance 2^k notify each other. If p > P, R ranks first notify a partner, which later notifies them and waits until they have heard',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    const flow = new DataFlow(out, 0, true);
    const power = powerBelow(size);
    if (rank >= power) {
      notify(flow, rank - power);
      hear(flow, rank - power);
      notify(flow, rank - power);
      return;
    }
    const beyond = rank + power;
    if (beyond < size) hear(flow, beyond);
    for (let mask = 1; mask < power; mask *= 2) {
      notify(flow, rank ^ mask);
      hear(flow, rank ^ mask);
    }
    if (beyond >= size) return;
    notify(flow, beyond);
    hear(flow, beyond);
  },
  closedForm: (size) => {
    const { power, rest } = fold(0, size);
    const rounds = ceilLog2(power);
    const messages = power * rounds + 3 * rest;
    return { messages, bytes: 0, depth: foldedDepth(size) + (rest > 0 ? 1 : 0) };
  },
};

/** Up and down a binomial tree whose node v has the parent v − (lowest bit of v). */
const barrierTree: CollectiveAlgorithm = {
  name: 'tree',
  summary: 'messages go up a binomial tree to rank 0 and down again',
  uses: [],
  emit(call, out) {
    const { rank, size } = call;
    const up = new DataFlow(out, 0, true);
    const children: number[] = [];
    let mask = 1;
    for (; mask < size && (rank & mask) === 0; mask *= 2) {
      if (rank + mask < size) children.push(rank + mask);
    }
    for (const child of children) hear(up, child);
    if (rank === 0) {
      for (const child of children.reverse()) notify(up, child);
      return;
    }
    notify(up, rank - mask);
    const down = new DataFlow(out, 0, true);
    hear(down, rank - mask);
    for (const child of children.reverse()) notify(down, child);
  },
  closedForm: (size) => ({
    messages: 2 * (size - 1),
    bytes: 0,
    depth: 2 * floorLog2(size),
  }),
};

export const BARRIER: readonly CollectiveAlgorithm[] = [
  barrierDissemination,
  barrierLinear,
  barrierDoubleRing,
  barrierRecursiveDoubling,
  barrierTree,
];
