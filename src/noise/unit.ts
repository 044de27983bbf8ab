/** The unit that noisy times are counted in: so fine that drawn values can be rounded to it, and so coarse that sums are exact. */
import type { Machine } from '../machine/machine.js';
import { CALC, type Schedule } from '../schedule/schedule.js';
import type { Axis } from '../timing/axis.js';
import { EXACT_LIMIT } from '../timing/exact.js';
import { type Prices, pricesOf } from '../timing/lines.js';

/** {@link Prices} in 1/unit ns. */
export interface FinePrices extends Omit<Prices, 'scale' | 'exact'> {
  readonly unit: number;
}

/** Parts of a ns, or of what makes all costs whole, at the most. */
const FINEST = 2 ** 10;
/** How often all computations of a rank fit below the largest exact sum: messages and noise come on top. */
const ROOM = 64;

/** Prices of a machine along an axis, in a unit in which costs are whole numbers where they can be. */
export function finePrices(schedule: Schedule, machine: Machine, axis: Axis): FinePrices {
  const { kind, value } = schedule;
  const whole = value.every((one, op) => kind[op] !== CALC || Number.isInteger(one));
  const { scale, exact: _, ...prices } = pricesOf(machine, axis, whole);
  let finer = FINEST;
  while (finer > 1 && longestRank(schedule) * ROOM * scale * finer > EXACT_LIMIT) finer /= 2;
  const times = (values: Float64Array): Float64Array => values.map((one) => one * finer);
  return {
    ...prices,
    unit: scale * finer,
    latency: times(prices.latency),
    latencySlope: prices.latencySlope,
    gap: times(prices.gap),
    gapSlope: prices.gapSlope,
    overhead: prices.overhead * finer,
  };
}

/** Computation of the rank that has most, ns. */
function longestRank({ ranks, rankStart, kind, value }: Schedule): number {
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let sum = 0;
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) if (kind[op] === CALC) sum += value[op];
    most = Math.max(most, sum);
  }
  return most;
}
