/** Reduce-scatter by recursive halving among a power of two of places, and the ways back from it. */
import { elementBytes, elementShare, type Fold, fold, halvedStart } from './blocks.js';
import type { DataFlow } from './data-flow.js';

/** What is halved: shares 0 … power − 1 of the data, in the order in which they lie in slots. */
export interface Shares {
  /** Bytes of shares [from, end). */
  bytes(from: number, end: number): number;
  /** First slot of share `i`; `i` = power gives the end. */
  slots(i: number): number;
  /** The slot that share `i` is, where each is one slot and they do not lie in this order. */
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
export interface BlockWindow {
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
