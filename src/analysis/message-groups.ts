/** Messages in groups: by rank, node, size, MPI call, communicator, or source line. */
import { UsageError } from '../errors.js';
import {
  communicatorOf,
  type NamedPlace,
  type NamedSite,
  NO_COMMUNICATOR,
  nameSite,
  pathText,
  placeKey,
  placeText,
  type ScheduleSites,
  type SiteNames,
  siteKey,
} from '../schedule/program-calls.js';
import { NONE, rankOf, type Schedule } from '../schedule/schedule.js';
import { formatSize } from '../units.js';
import type { Model } from './model.js';

export const GROUPINGS = ['rank', 'node', 'message-size', 'call', 'communicator', 'site'] as const;

/**
 * `rank`: the sender. `node`: the node of both ends, or the two nodes. `message-size`: powers of two. `call`: the MPI call
 * that sent. `communicator`: that of this call. `site`: its source line.
 */
export type Grouping = (typeof GROUPINGS)[number];

/** Name of a group, and its position among equals. */
export interface Group {
  readonly key: number;
  readonly name: string;
  readonly site?: SiteTitle;
  /** By communicator: the call that created it; omitted for predefined ones. */
  readonly made?: string;
}

export const rankGroup = (rank: number): Group => ({ key: rank, name: `rank ${rank}` });

/** Data for group names beside the model. */
export interface GroupNaming {
  /** Node of a rank. */
  readonly nodeName: ((rank: number) => string) | undefined;
  /** Of return addresses. */
  readonly siteNames: SiteNames;
}

/**
 * The group of a send; `sends`: all sends to be grouped. Throws UsageError if the program or machine does not define the
 * grouping.
 */
export function groupOf(
  model: Model,
  by: Grouping,
  sends: readonly number[],
  { nodeName, siteNames }: GroupNaming,
): (send: number) => Group {
  const { schedule } = model;
  switch (by) {
    case 'rank':
      return (send) => rankGroup(rankOf(schedule, send));
    case 'node': {
      if (nodeName === undefined) {
        throw new UsageError(
          'grouping by node needs the node of each rank',
          'specify a platform, or a topology with its mapping',
        );
      }
      return (send) => nodeGroup(nodeName, rankOf(schedule, send), schedule.peer[send]);
    }
    case 'message-size':
      return (send) => sizeGroup(schedule.value[send]);
    case 'call': {
      const { call, callNames } = schedule;
      if (call === null) {
        throw new UsageError(
          'the input does not record the MPI calls of its operations',
          'group by rank or message-size, or read traces, which record the calls',
        );
      }
      return (send) => ({ key: call[send], name: callNames[call[send]] });
    }
    case 'communicator':
      return communicatorGroup(model);
    case 'site':
      return siteGroup(model, sends, siteNames);
  }
}

function siteGroup({ schedule }: Model, sends: readonly number[], names: SiteNames): (send: number) => Group {
  const groups = new SiteGroups(schedule, requiredSites(schedule), names);
  for (const send of sends) groups.of(send);
  const titles = groups.titles();
  return (send) => {
    const key = groups.of(send);
    return key === NO_SITE ? { key, name: 'unknown' } : { key, name: titles[key].name, site: titles[key] };
  };
}

function communicatorGroup({ schedule }: Model): (send: number) => Group {
  const { calls } = schedule;
  if (calls === null) {
    throw new UsageError(
      'the input does not record the communicators of its messages',
      'group by rank or message-size, or read traces, which record them',
    );
  }
  const groups = calls.communicators.map(({ name, made }, key) => ({
    ...{ key, name },
    ...(made === null ? {} : { made }),
  }));
  return (send) => {
    const key = communicatorOf(calls, rankOf(schedule, send), calls.of[send]);
    return key === NO_COMMUNICATOR ? { key, name: 'unknown' } : groups[key];
  };
}

function nodeGroup(nodeName: (rank: number) => string, source: number, destination: number): Group {
  const low = Math.min(source, destination);
  const high = Math.max(source, destination);
  const [one, other] = [nodeName(low), nodeName(high)];
  if (one === other) return { key: low, name: `within ${one}` };
  return { key: low, name: one < other ? `${one} to ${other}` : `${other} to ${one}` };
}

/** The powers of two around a size. */
function sizeGroup(bytes: number): Group {
  if (bytes < 1) return { key: -1, name: 'empty' };
  const power = Math.floor(Math.log2(bytes));
  return { key: power, name: `${formatSize(2 ** power)} to ${formatSize(2 ** (power + 1))}` };
}

/** An MPI call at a place in the program. */
export interface SiteCall extends NamedSite {
  /** Name of the MPI call; '' where the input does not say. */
  readonly call: string;
}

/** The same with names that distinguish it from others. */
export interface SiteTitle {
  /** `solver.c:214 MPI_Allreduce`, or `… via main.c:30` or `… in dot<int>` if others are at the same place. */
  readonly name: string;
  /** `solver.c:214`; with its folders where two files have one name. */
  readonly place: string;
  /** Callers up to where they differ from those of others at the same place, innermost first. */
  readonly via: readonly string[];
  readonly site: SiteCall;
}

/** The call sites of a program. Throws UsageError if the input does not record them. */
export function requiredSites({ sites }: Schedule): ScheduleSites {
  if (sites !== null) return sites;
  throw new UsageError(
    'the input does not record the call sites',
    'trace with llamp-ts trace run, which records them, or in OTF2 with instrumented functions',
  );
}

/** Operations of no known site. */
export const NO_SITE = -1;

const CALLS = 2 ** 16;

/** Groups of operations by call site and call. Sites with the same name are one, because compilers duplicate lines. */
export class SiteGroups {
  readonly #schedule: Schedule;
  readonly #sites: ScheduleSites;
  readonly #names: SiteNames;
  /** Group by site and call. */
  readonly #groups = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #list: SiteCall[] = [];

  constructor(schedule: Schedule, sites: ScheduleSites, names: SiteNames) {
    this.#schedule = schedule;
    this.#sites = sites;
    this.#names = names;
  }

  /** The group of an operation, numbered from 0 in the order of calls, or NO_SITE. */
  of(op: number): number {
    const site = this.#sites.of[op];
    if (site === NONE) return NO_SITE;
    const call = this.#schedule.call?.[op] ?? 0;
    const known = this.#groups.get(site * CALLS + call);
    if (known !== undefined) return known;
    const group = this.#groupOf(site, this.#schedule.callNames[call] ?? '');
    this.#groups.set(site * CALLS + call, group);
    return group;
  }

  /** All groups so far, with names that distinguish them. */
  titles(): SiteTitle[] {
    return titlesOf(this.#list);
  }

  #groupOf(site: number, call: string): number {
    const named = nameSite(this.#sites.list[site], this.#names);
    const key = `${call}\n${siteKey(named)}`;
    const group = this.#byKey.get(key) ?? this.#list.push({ ...named, call }) - 1;
    this.#byKey.set(key, group);
    return group;
  }
}

function titlesOf(sites: readonly SiteCall[]): SiteTitle[] {
  const textOf = placeTexts(sites);
  const peers = new Map<string, SiteCall[]>();
  for (const site of sites) {
    const key = firstKey(site);
    peers.set(key, [...(peers.get(key) ?? []), site]);
  }
  const titles = sites.map((site) => {
    const place = textOf(site.place);
    const via = telling(site, peers.get(firstKey(site)) ?? []).map(textOf);
    const name = [place, site.call, ...(via.length === 0 ? [] : [`via ${via.join(' < ')}`])];
    return { name: name.filter((word) => word !== '').join(' '), place, via, site };
  });
  // Two instances of a template, or functions of a macro, are on one line; functions without a line may share a name.
  const byFunction = distinguished(titles, ({ site: { place } }) =>
    place.file === '' || place.function === '' ? '' : ` in ${place.function}`,
  );
  return distinguished(byFunction, (_, nth) => ` (${nth})`);
}

/** Names that several have, with a suffix; `nth`: from 1, among these. */
function distinguished(
  titles: readonly SiteTitle[],
  suffix: (title: SiteTitle, nth: number) => string,
): SiteTitle[] {
  const counts = new Map<string, number>();
  for (const { name } of titles) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const { name } = title;
    if (counts.get(name) === 1) return title;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { ...title, name: name + suffix(title, nth) };
  });
}

const firstKey = ({ call, place }: SiteCall): string => `${call}\n${placeKey(place)}`;

/** As many callers as needed to differ from all `peers` at the same place. */
function telling(site: SiteCall, peers: readonly SiteCall[]): readonly NamedPlace[] {
  let left = peers.filter((one) => one !== site);
  let depth = 0;
  while (left.length > 0 && depth < site.via.length) {
    const key = placeKey(site.via[depth]);
    left = left.filter(({ via }) => via[depth] !== undefined && placeKey(via[depth]) === key);
    depth++;
  }
  return site.via.slice(0, depth);
}

/** Files and objects by their last part, or by their whole path if two of `sites` share that. */
function placeTexts(sites: readonly SiteCall[]): (place: NamedPlace) => string {
  const paths = new Map<string, string>();
  const shared = new Set<string>();
  for (const place of sites.flatMap((site) => [site.place, ...site.via])) {
    const text = placeText(place);
    const path = pathText(place);
    if ((paths.get(text) ?? path) !== path) shared.add(text);
    paths.set(text, path);
  }
  return (place) => {
    const text = placeText(place);
    return shared.has(text) ? pathText(place) : text;
  };
}
