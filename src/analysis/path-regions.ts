/** The critical path by function of the program. */
import type { SiteNames } from '../schedule/call-sites.js';
import type { Schedule } from '../schedule/schedule.js';
import type { PathShares } from '../timing/path.js';
import type { CriticalPath } from './path.js';
import { chargesOf } from './path-charges.js';
import { type Amounts, type Charge, type Regions, regionsOf, type Summing } from './regions.js';

/** Where the time of the critical path goes by function, ns. */
export type PathRegions = Regions<keyof PathShares>;

/** The time that they are together, ns. */
export const timeOf = ({ computation, overhead, latency, bandwidth }: Amounts<keyof PathShares>): number =>
  computation + overhead + latency + bandwidth;

const SUMMING: Summing<keyof PathShares> = {
  zero: () => ({ computation: 0, overhead: 0, latency: 0, bandwidth: 0 }),
  order: (a, b) => timeOf(b) - timeOf(a),
};

/**
 * Sums the critical path by function: what operations that MPI calls made take belongs to the function that called, as
 * by call site. Computation between calls is `outside`: the schedule does not say in which function it ran. Throws
 * UsageError where the input does not say from where its calls were made.
 */
export function pathRegions(schedule: Schedule, path: CriticalPath, names: SiteNames): PathRegions {
  return regionsOf(schedule, names, taken(path), SUMMING);
}

/** Operations that take no time would be functions without any. */
function* taken({ steps }: CriticalPath): Generator<Charge<keyof PathShares>, void, void> {
  for (const charge of chargesOf(steps)) if (timeOf(charge.amounts) > 0) yield charge;
}
