/**
 * Recursive doubling for any number of ranks: in round k, groups of 2^k neighbours exchange what they have; ranks
 * whose partner is not there get it from those of their group that had one. No rank goes before or after.
 * Source: Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), 4.1;
 * Open MPI, `ompi_coll_base_bcast_intra_scatter_allgather`.
 */

import { type OperationSink, Register } from './collective-algorithm.js';
import {
  DataFlow,
  elementBytes,
  elementShare,
  type Fold,
  fold,
  halvedStart,
  mod,
  placeStart,
  unfold,
} from './data-flow.js';

/** A run of ranks, [from, end); empty where the whole group is beyond the last rank. */
export interface RankRun {
  readonly from: number;
  readonly end: number;
}

/** What the own group got is handed on to, or taken from, a rank of the same group. */
interface Relay {
  readonly peer: number;
  readonly sends: boolean;
}

/** One round of one rank. */
interface Round {
  readonly own: RankRun;
  readonly other: RankRun;
  /** −1: the partner is not there. */
  readonly partner: number;
  /** In the order in which they happen, after the exchange. */
  readonly relays: readonly Relay[];
}

function groupOf(rank: number, span: number, size: number): RankRun {
  const from = rank - (rank % span);
  return { from, end: Math.min(from + span, size) };
}

/** `served`: how many of the own group, its first ones, have a partner. */
function relaysOf(rank: number, span: number, size: number, served: number): Relay[] {
  const relays: Relay[] = [];
  for (let mask = span / 2; mask >= 1; mask /= 2) {
    const peer = rank ^ mask;
    const end = rank - (rank % (2 * mask)) + served;
    const [lower, upper] = [Math.min(rank, peer), Math.max(rank, peer)];
    if (lower < end && upper >= end && upper < size) relays.push({ peer, sends: rank === lower });
  }
  return relays;
}

/** The rounds of `rank` among `size`. */
export function roundsOf(rank: number, size: number): Round[] {
  const rounds: Round[] = [];
  for (let span = 1; span < size; span *= 2) {
    const partner = rank ^ span;
    const own = groupOf(rank, span, size);
    const other = groupOf(partner, span, size);
    const isCut = other.from + span > size;
    const relays = isCut ? relaysOf(rank, span, size, size - own.from - span) : [];
    rounds.push({ own, other, partner: partner < size ? partner : -1, relays });
  }
  return rounds;
}

// Ring and recursive-doubling allgathers over runs of anything: allgather of blocks, broadcast of shares.

/** The gathered data, numbered 0 … size − 1 in the order of its slots. */
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

/** As {@link gatherByDoubling}, but no rank goes before or after: those without a partner get it from the own group. */
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

// Reduce-scatter by recursive halving among a power of two of places, and the ways back from it.

/** The halved data: shares 0 … power − 1, in the order of their slots. */
interface Shares {
  /** Bytes of shares [from, end). */
  bytes(from: number, end: number): number;
  /** First slot of share `i`; `i` = power gives the end. */
  slots(i: number): number;
  /** The slot of share `i`, where each is one slot and they are not in this order. */
  slot?(i: number): number;
  /** Nothing is sent where there is nothing. */
  readonly skipsEmpty?: true;
}

/** Shares of a vector by place, halved again and again. */
const halved: Folding['shares'] = (bytes, power) => sharesFrom((i) => halvedStart(bytes, power, i));

/** Shares of a vector by place that start where `start` says. */
function sharesFrom(start: (i: number) => number): Shares {
  return { bytes: (from, end) => start(end) - start(from), slots: start };
}

/** The first shares are longer by an element where the elements do not divide. */
const longFirst: Folding['shares'] = (bytes, power) => sharesFrom((i) => elementShare(bytes, power, i));

/** The last share has all elements that are left over. */
const longLast: Folding['shares'] = (bytes, power) => {
  const element = elementBytes(bytes);
  const share = element * Math.floor(bytes / element / power);
  return sharesFrom((i) => (i === power ? bytes : i * share));
};

/** How ranks beyond a power of two hand over their vectors, and how a vector is cut into shares. */
export interface Folding {
  /** Of two that share a place, the even rank takes part. */
  readonly even: boolean;
  fold(rank: number, size: number, bytes: number, flow: DataFlow): Fold;
  shares(bytes: number, power: number): Shares;
}

/** A range of shares, [from, end). */
interface BlockWindow {
  readonly from: number;
  readonly end: number;
}

/** One step of the halving: the partner's place, what this place kept and what it gave away. */
interface Step {
  readonly mask: number;
  readonly kept: BlockWindow;
  readonly given: BlockWindow;
}

/**
 * Folds ranks onto a power of two: of the 2·rest lowest, neighbours exchange halves of the vector, each reduces its
 * own half, and the odd one hands its half over to the even one, which takes part for both.
 */
function foldByHalves(rank: number, size: number, bytes: number, flow: DataFlow): Fold {
  const folded = fold(rank, size, true);
  const { place, neighbour } = folded;
  if (neighbour < 0) return folded;
  const middle = halvedStart(bytes, 2, 1);
  if (place < 0) {
    flow.send(neighbour, middle, 0, middle);
    flow.combine(neighbour, bytes - middle);
    flow.send(neighbour, bytes - middle, middle, bytes);
  } else {
    flow.send(neighbour, bytes - middle, middle, bytes);
    flow.combine(neighbour, middle);
    flow.receive(neighbour, bytes - middle);
  }
  return folded;
}

/** Neighbours exchange halves: Open MPI. */
export const BY_HALVES: Folding = { even: true, fold: foldByHalves, shares: halved };

/**
 * One of two neighbours hands its whole vector over to the other: MPICH 4, where `even` differs by the collective.
 * `scheduled`: the nonblocking and persistent ones.
 */
export function foldingWhole(even: boolean, scheduled: boolean): Folding {
  return {
    even,
    fold(rank, size, bytes, flow) {
      const folded = fold(rank, size, even);
      const { place, neighbour } = folded;
      if (place < 0) flow.send(neighbour, bytes, 0, bytes);
      else if (neighbour >= 0) flow.combine(neighbour, bytes);
      return folded;
    },
    shares: scheduled ? longLast : longFirst,
  };
}

/** Distances between partners, step by step. `near`: 1, 2, 4, … (the longest messages go the shortest way). */
export function distances(power: number, order: 'near' | 'far'): number[] {
  const masks: number[] = [];
  for (let mask = 1; mask < power; mask *= 2) masks.push(mask);
  return order === 'near' ? masks : masks.reverse();
}

/** The steps of one place. Taken far first, place i is left with share i; near first, with i's bits reversed. */
function stepsOf(place: number, masks: readonly number[]): Step[] {
  let kept: BlockWindow = { from: 0, end: 2 ** masks.length };
  return masks.map((mask) => {
    const middle = (kept.from + kept.end) / 2;
    const low: BlockWindow = { from: kept.from, end: middle };
    const high: BlockWindow = { from: middle, end: kept.end };
    const keepsLow = (place & mask) === 0;
    kept = keepsLow ? low : high;
    return { mask, kept, given: keepsLow ? high : low };
  });
}

function sendWindow(flow: DataFlow, to: number, shares: Shares, { from, end }: BlockWindow): void {
  const bytes = shares.bytes(from, end);
  if (shares.slot === undefined) {
    flow.send(to, bytes, shares.slots(from), shares.slots(end));
    return;
  }
  const slots: number[] = [];
  for (let i = from; i < end; i++) slots.push(shares.slot(i));
  flow.sendSlots(to, bytes, slots);
}

/** The bits of `i` below `power` in reverse order: where a halving taken near first leaves share i. */
export function mirrored(i: number, power: number): number {
  let out = 0;
  for (let mask = 1; mask < power; mask *= 2) out = 2 * out + (Math.floor(i / mask) % 2);
  return out;
}

/** Each step: half of the window goes to the partner, the other half of the partner's is reduced into ours. */
export function reduceByHalving(
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  flow: DataFlow,
): void {
  const moves = ({ from, end }: BlockWindow): boolean =>
    shares.skipsEmpty === undefined || shares.bytes(from, end) > 0;
  for (const { mask, kept, given } of stepsOf(place, masks)) {
    const peer = named(place ^ mask);
    if (moves(given)) sendWindow(flow, peer, shares, given);
    if (moves(kept)) flow.combine(peer, shares.bytes(kept.from, kept.end));
  }
}

/** The halving backwards, by exchange: every place ends with all shares. */
export function gatherHalves(
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  flow: DataFlow,
): void {
  for (const { mask, kept, given } of stepsOf(place, masks).reverse()) {
    const peer = named(place ^ mask);
    sendWindow(flow, peer, shares, kept);
    flow.receive(peer, shares.bytes(given.from, given.end));
  }
}

/** The halving backwards, up a binomial tree: place `root` ends with all shares. */
export function gatherHalvesAt(
  root: number,
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  flow: DataFlow,
): void {
  for (const { mask, kept, given } of stepsOf(place, masks).reverse()) {
    const peer = named(place ^ mask);
    if ((place & mask) !== (root & mask)) {
      sendWindow(flow, peer, shares, kept);
      return;
    }
    flow.receive(peer, shares.bytes(given.from, given.end));
  }
}
