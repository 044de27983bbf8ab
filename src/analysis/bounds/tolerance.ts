/**
 * What bounds of T say of the latency that a program bears. T*, the time of the best order of service, is not known, but
 * it lies between lower and upper bound at every latency and never falls. With T* at the machine in [lower, upper]:
 *
 * - where the lower bound at L exceeds (1 + x)·upper, T* has grown by more than x: the tolerance is less than L;
 * - where the upper bound at L is at most (1 + x)·lower, T* has grown by x at the most: the tolerance is at least L.
 *
 * Nothing else is certain. The upper bound jumps with L, so the second is the best of the latencies that were tried.
 */
import type { Model } from '../model.js';
import { largestWithin } from '../orders.js';

export interface BoundedTolerance {
  readonly percent: number;
  /** The tolerance is at least this value of the latency, ns; null: the bounds at the machine lie too far apart to say. */
  readonly from: number | null;
  /** And at most this; Infinity: the lower bound never grows as far. */
  readonly to: number;
}

/** Latencies tried between the machine's and the most that the tolerance may be. */
const TRIED = 12;
/** How far the search goes where nothing bounds the tolerance, ns added to the machine's latency. */
const FAR = 1e6;

/** T at the machine, ns. */
export interface BoundedRuntime {
  readonly lower: number;
  readonly upper: number;
  /** The upper bound at another latency, ns. */
  readonly upperAt: (x: number) => number;
}

/** Tolerances of the latency. `lower`: the model of the lower bound. */
export async function boundedTolerances(
  lower: Model,
  percents: readonly number[],
  at: BoundedRuntime,
): Promise<BoundedTolerance[]> {
  const found: BoundedTolerance[] = [];
  for (const percent of percents) {
    const more = 1 + percent / 100;
    const { x: to } = await largestWithin(lower, lower.latency, more * at.upper);
    found.push({ percent, from: leastOf(lower, to, more * at.lower, at), to });
  }
  return found;
}

/** Largest latency tried at which the upper bound stays within `limit`; null: not at the machine's own. */
function leastOf(lower: Model, to: number, limit: number, { upper, upperAt }: BoundedRuntime): number | null {
  const axis = lower.latency;
  if (upper > limit) return null;
  let low = axis.base;
  let high = Math.min(to, axis.base + FAR);
  for (let i = 0; i < TRIED; i++) {
    const middle = (low + high) / 2;
    if (upperAt(middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
