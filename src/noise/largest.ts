/** How much of something may be added until a quantile of T reaches a limit. */

import type { Steps } from './steps.js';

/** Shares of an interval that an estimate may lie at: it halves at least every few steps. */
const EDGE = 0.1;
/** Of the answer. */
const PRECISION = 1e-4;
/** Of a step of the last decimal: what two divisions may round. */
const ROUNDING = 1e-9;
/** Doublings of the first step after which no amount is too much. */
const DOUBLINGS = 40;
const MOST_STEPS = 60;

/**
 * The largest x from 0 on with f(x) ≤ limit (it holds there), with as many decimals as it is searched for; Infinity where none is too much, null where
 * f(0) is above the limit. `step`: the first that is tried. f once above the limit stays there.
 */
export function* largestWithinLimit(
  f: (x: number) => Steps<number>,
  limit: number,
  step: number,
): Steps<number | null> {
  let [low, lowValue] = [0, yield* f(0)];
  if (lowValue > limit) return null;
  let [high, highValue] = [step, yield* f(step)];
  for (let i = 0; highValue <= limit; i++) {
    if (i === DOUBLINGS) return Number.POSITIVE_INFINITY;
    [low, lowValue] = [high, highValue];
    high *= 2;
    highValue = yield* f(high);
  }
  for (let i = 0; i < MOST_STEPS && high - low > PRECISION * high; i++) {
    const share = (limit - lowValue) / (highValue - lowValue);
    // Every other step halves: an estimate by the line between both ends may creep.
    const part = i % 2 === 1 || !(share >= 0) ? 0.5 : Math.min(Math.max(share, EDGE), 1 - EDGE);
    const x = low + part * (high - low);
    const value = yield* f(x);
    if (value <= limit) [low, lowValue] = [x, value];
    else [high, highValue] = [x, value];
  }
  return withoutUnsought(low);
}

/** Down to the decimals that the search tells apart. */
function withoutUnsought(x: number): number {
  if (x === 0) return 0;
  const step = 10 ** Math.floor(Math.log10(x * PRECISION));
  return Number((Math.floor(x / step + ROUNDING) * step).toPrecision(12));
}
