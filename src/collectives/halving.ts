/** Reduce-scatter by recursive halving among a power of two of places, and the ways back from it. */
import type { Progress } from './progress.js';

/** What is halved: shares 0 … power − 1 of the data, in the order in which they lie in slots. */
export interface Shares {
  /** Bytes of shares [from, end). */
  bytes(from: number, end: number): number;
  /** First slot of share `i`; `i` = power gives the end. */
  slots(i: number): number;
}

/** A range of shares, [from, end). */
export interface Window {
  readonly from: number;
  readonly end: number;
}

/** One step of the halving: the partner's place, what this place kept and what it gave away. */
interface Step {
  readonly mask: number;
  readonly kept: Window;
  readonly given: Window;
}

/** Distances between partners, step by step. `near`: 1, 2, 4, … (the longest messages go the shortest way). */
export function distances(power: number, order: 'near' | 'far'): number[] {
  const masks: number[] = [];
  for (let mask = 1; mask < power; mask *= 2) masks.push(mask);
  return order === 'near' ? masks : masks.reverse();
}

/** The steps of one place. Taken far first, place i is left with share i; near first, with i's bits reversed. */
function stepsOf(place: number, masks: readonly number[]): Step[] {
  let kept: Window = { from: 0, end: 2 ** masks.length };
  return masks.map((mask) => {
    const middle = (kept.from + kept.end) / 2;
    const low: Window = { from: kept.from, end: middle };
    const high: Window = { from: middle, end: kept.end };
    const keepsLow = (place & mask) === 0;
    kept = keepsLow ? low : high;
    return { mask, kept, given: keepsLow ? high : low };
  });
}

function sendWindow(progress: Progress, to: number, shares: Shares, { from, end }: Window): void {
  progress.send(to, shares.bytes(from, end), shares.slots(from), shares.slots(end));
}

/** Each step: half of the window goes to the partner, the other half of the partner's is reduced into ours. */
export function reduceByHalving(
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  progress: Progress,
): void {
  for (const { mask, kept, given } of stepsOf(place, masks)) {
    const peer = named(place ^ mask);
    sendWindow(progress, peer, shares, given);
    progress.combine(peer, shares.bytes(kept.from, kept.end));
  }
}

/** The halving backwards, by exchange: every place ends with all shares. */
export function gatherHalves(
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  progress: Progress,
): void {
  for (const { mask, kept, given } of stepsOf(place, masks).reverse()) {
    const peer = named(place ^ mask);
    sendWindow(progress, peer, shares, kept);
    progress.receive(peer, shares.bytes(given.from, given.end));
  }
}

/** The halving backwards, up a binomial tree: place 0 ends with all shares. */
export function gatherHalvesAtZero(
  place: number,
  masks: readonly number[],
  named: (place: number) => number,
  shares: Shares,
  progress: Progress,
): void {
  for (const { mask, kept, given } of stepsOf(place, masks).reverse()) {
    const peer = named(place ^ mask);
    if ((place & mask) !== 0) {
      sendWindow(progress, peer, shares, kept);
      return;
    }
    progress.receive(peer, shares.bytes(given.from, given.end));
  }
}
