/** A critical path by what of the program it is: ranks, MPI calls, functions, call sites. */
import type { SiteNames } from '../../schedule/call-sites.js';
import { rankOf, type Schedule } from '../../schedule/schedule.js';
import type { PathShares, PathStep } from '../../timing/path.js';
import { CallPaths, NO_PATH } from '../call-paths.js';
import { chargesOf } from '../path-charges.js';
import { timeOf } from '../path-regions.js';
import { NO_SITE, SiteGroups } from '../site-groups.js';
import { SharesSum } from './shares-sum.js';

export const PROFILE_GROUPINGS = ['call', 'region', 'site', 'rank'] as const;

/** `region`: the function that makes the MPI call; `site`: the line of source that the call stands in. */
export type ProfileGrouping = (typeof PROFILE_GROUPINGS)[number];

/** What of a path belongs to a group, ns. */
export interface ProfileGroup extends PathShares {
  readonly name: string;
}

/** By falling time; left out where the input does not tell. */
export type ProfileGroups = Readonly<Partial<Record<ProfileGrouping, readonly ProfileGroup[]>>>;

/** Computation between calls belongs to no call. */
export const BETWEEN_CALLS = 'between calls';

/** The key of the group of an operation, and what groups are called. */
interface Keys {
  readonly of: (op: number) => number;
  readonly names: (key: number) => string;
}

/** Latency and bandwidth are the sender's, all else is the operation's whose step it is. */
export function profileGroups(
  schedule: Schedule,
  steps: readonly PathStep[],
  names: SiteNames,
): ProfileGroups {
  const { sites } = schedule;
  const calls = callKeys(schedule);
  const ranks: Keys = { of: (op) => rankOf(schedule, op), names: (rank) => `rank ${rank}` };
  return {
    ...(calls === null ? {} : { call: groupsOf(steps, calls) }),
    ...(sites === null ? {} : { region: groupsOf(steps, regionKeys(schedule, new CallPaths(sites, names))) }),
    ...(sites === null
      ? {}
      : { site: groupsOf(steps, siteKeys(schedule, new SiteGroups(schedule, sites, names))) }),
    rank: groupsOf(steps, ranks, true),
  };
}

const NO_CALL = -1;

const named =
  (nameOf: (key: number) => string) =>
  (key: number): string =>
    key === NO_CALL ? BETWEEN_CALLS : nameOf(key);

function callKeys({ call, callNames }: Schedule): Keys | null {
  if (call === null) return null;
  return { of: (op) => call[op], names: named((key) => callNames[key] || 'unknown') };
}

/**
 * All operations are asked about first: what tells places of one name apart is then said of them whichever the path meets,
 * and two runs of one program call them the same.
 */
function askedAll({ operations }: Schedule, of: (op: number) => number): void {
  for (let op = 0; op < operations; op++) of(op);
}

function regionKeys(schedule: Schedule, paths: CallPaths): Keys {
  const of = (op: number): number => {
    const node = paths.of(op);
    return node === NO_PATH ? NO_CALL : paths.nodes[node].region;
  };
  askedAll(schedule, of);
  const regions = paths.regions();
  return { of, names: named((key) => regions[key].name) };
}

function siteKeys(schedule: Schedule, groups: SiteGroups): Keys {
  const of = (op: number): number => {
    const group = groups.of(op);
    return group === NO_SITE ? NO_CALL : group;
  };
  askedAll(schedule, of);
  const titles = groups.titles();
  return { of, names: named((key) => titles[key].name) };
}

/** `computes`: whether computation is the group's own; else it lies between calls. */
function groupsOf(steps: readonly PathStep[], keys: Keys, computes = false): ProfileGroup[] {
  const sums = new Map<number, SharesSum>();
  for (const { op, amounts } of chargesOf(steps)) {
    if (timeOf(amounts) === 0) continue;
    const key = amounts.computation > 0 && !computes ? NO_CALL : keys.of(op);
    const known = sums.get(key) ?? new SharesSum();
    sums.set(key, known);
    known.add(amounts);
  }
  return oneByName([...sums].map(([key, sum]) => ({ name: keys.names(key), ...sum.shares() })));
}

/** Groups of one name are one: another run cannot tell them apart. */
function oneByName(groups: readonly ProfileGroup[]): ProfileGroup[] {
  const byName = new Map<string, SharesSum>();
  for (const { name, ...shares } of groups) {
    const known = byName.get(name) ?? new SharesSum();
    byName.set(name, known);
    known.add(shares);
  }
  return [...byName].map(([name, sum]) => ({ name, ...sum.shares() })).sort((a, b) => timeOf(b) - timeOf(a));
}
