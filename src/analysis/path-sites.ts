/** The critical path by the place in the program's text that its MPI calls stand at. */

import type { SiteNames } from '../schedule/call-sites.js';
import type { Schedule } from '../schedule/schedule.js';
import type { PathShares, PathStep } from '../timing/path.js';
import type { CriticalPath } from './path.js';
import { chargesOf } from './path-charges.js';
import { NO_SITE, SiteGroups, type SiteTitle } from './site-groups.js';

/** What of the critical path belongs to one call site, ns. */
export interface SiteShares extends PathShares {
  /** Null for what belongs to none: computation between calls. */
  readonly site: SiteTitle | null;
}

/** The critical path by call sites. */
export interface PathSites {
  /** By falling time; they add up to the path. Latency and bandwidth are the sender's, the rest whose operation it is. */
  readonly sums: readonly SiteShares[];
  /** [segments of the path] site of the first operation; null where it has none. */
  readonly enters: readonly (SiteTitle | null)[];
  /** [segments of the path] site of the last operation, by which the path leaves the rank; null where it has none. */
  readonly leaves: readonly (SiteTitle | null)[];
}

interface Sums {
  computation: number;
  overhead: number;
  latency: number;
  bandwidth: number;
}

const total = ({ computation, overhead, latency, bandwidth }: PathShares): number =>
  computation + overhead + latency + bandwidth;

/** Null where the input does not say from where its calls were made. `names`: of return addresses. */
export function pathSites(schedule: Schedule, path: CriticalPath, names: SiteNames): PathSites | null {
  if (schedule.sites === null) return null;
  const groups = new SiteGroups(schedule, schedule.sites, names);
  const sums = sumsOf(path.steps, groups);
  const enters = path.segments.map(({ first }) => groups.of(first));
  const leaves = path.segments.map(({ last }) => groups.of(last));
  const titles = groups.titles();
  const titleOf = (group: number): SiteTitle | null => (group === NO_SITE ? null : titles[group]);
  return {
    sums: [...sums]
      .map(([group, shares]) => ({ site: titleOf(group), ...shares }))
      .filter((one) => total(one) > 0)
      .sort((a, b) => total(b) - total(a)),
    enters: enters.map(titleOf),
    leaves: leaves.map(titleOf),
  };
}

function sumsOf(steps: readonly PathStep[], groups: SiteGroups): Map<number, Sums> {
  const found = new Map<number, Sums>();
  const sumsAt = (group: number): Sums => {
    const known = found.get(group);
    if (known !== undefined) return known;
    const made = { computation: 0, overhead: 0, latency: 0, bandwidth: 0 };
    found.set(group, made);
    return made;
  };
  for (const { op, amounts } of chargesOf(steps)) {
    const sums = sumsAt(groups.of(op));
    sums.computation += amounts.computation;
    sums.overhead += amounts.overhead;
    sums.latency += amounts.latency;
    sums.bandwidth += amounts.bandwidth;
  }
  return found;
}
