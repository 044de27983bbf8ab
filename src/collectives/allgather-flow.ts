/** Ring and recursive-doubling allgathers over runs of anything: allgather of blocks, broadcast of shares. */
import { fold, mod, placeStart, unfold } from './blocks.js';
import { DataFlow } from './data-flow.js';
import { roundsOf } from './hypercube.js';
import { type OperationSink, Register } from './types.js';

/** What is gathered, numbered 0 … size − 1 in the order in which it lies in slots. */
export interface Runs {
  /** Bytes of `count` items from `first` on, past the last one on to item 0. */
  bytes(first: number, count: number): number;
  /** First slot of item `i`; `i` = size gives the end. */
  slots(i: number): number;
}

/** Gathers all items on every rank; rank `v` of the items' order starts with item v and what `flow` holds. */
export type GatherAll = (
  v: number,
  size: number,
  named: (v: number) => number,
  runs: Runs,
  flow: DataFlow,
  out: OperationSink,
) => void;

/**
 * Step k: on to v + 1 goes what came from v − 1 in the step before, item v − k. The rank's own item, sent first,
 * waits for what `flow` holds.
 */
export const gatherByRing: GatherAll = (v, size, named, runs, flow, out) => {
  let holder = flow;
  for (let step = 0; step + 1 < size; step++) {
    const item = mod(v - step, size);
    holder.send(named((v + 1) % size), runs.bytes(item, 1), runs.slots(item), runs.slots(item + 1));
    holder = new DataFlow(out, 0, false);
    holder.receive(named(mod(v - 1, size)), runs.bytes(mod(item - 1, size), 1));
  }
};

/**
 * Round k: all that the places of this rank's group of 2^k hold against the same of the neighbouring group.
 * Ranks beyond a power of two hand their item to a neighbour before and get the others after.
 */
export const gatherByDoubling: GatherAll = (v, size, named, runs, flow, out) => {
  const { power, rest, place, neighbour } = fold(v, size);
  const item = (i: number): number => runs.bytes(i, 1);
  const others = (i: number): number => runs.bytes(0, size) - item(i);
  if (place < 0) {
    flow.send(named(neighbour), item(v), runs.slots(v), runs.slots(v + 1));
    flow.receive(named(neighbour), others(v));
    return;
  }
  if (neighbour >= 0) flow.receive(named(neighbour), item(neighbour));
  for (let mask = 1; mask < power; mask *= 2) {
    const peer = named(unfold(place ^ mask, rest));
    const mine = place - (place % mask);
    const [from, end] = [placeStart(mine, rest), placeStart(mine + mask, rest)];
    flow.send(peer, runs.bytes(from, end - from), runs.slots(from), runs.slots(end));
    const theirs = placeStart(mine ^ mask, rest);
    flow.receive(peer, runs.bytes(theirs, placeStart((mine ^ mask) + mask, rest) - theirs));
  }
  if (neighbour < 0) return;
  const op = flow.send(named(neighbour), others(neighbour), 0, runs.slots(neighbour));
  out.payload?.carries(op, runs.slots(neighbour + 1), runs.slots(size), Register.Result);
};

/** As {@link gatherByDoubling}, but nobody goes before or after: who has no partner gets it from the own group. */
export const gatherByHypercube: GatherAll = (v, size, named, runs, flow) => {
  const bytes = (from: number, end: number): number => runs.bytes(from, end - from);
  const give = (to: number, from: number, end: number): void => {
    flow.send(named(to), bytes(from, end), runs.slots(from), runs.slots(end));
  };
  for (const { own, other, partner, relays } of roundsOf(v, size)) {
    if (partner >= 0) {
      give(partner, own.from, own.end);
      flow.receive(named(partner), bytes(other.from, other.end));
    }
    for (const { peer, sends } of relays) {
      if (sends) give(peer, other.from, other.end);
      else flow.receive(named(peer), bytes(other.from, other.end));
    }
  }
};
