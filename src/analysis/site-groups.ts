/** Operations by the place in the program's text that their MPI calls stand at. */
import { UsageError } from '../errors.js';
import {
  type NamedPlace,
  type NamedSite,
  nameSite,
  pathText,
  placeKey,
  placeText,
  type ScheduleSites,
  type SiteNames,
  siteKey,
} from '../schedule/call-sites.js';
import { NONE } from '../schedule/columns.js';
import type { Schedule } from '../schedule/schedule.js';

/** An MPI call at a place in the program. */
export interface SiteCall extends NamedSite {
  /** Name of the MPI call; '' where the input does not say. */
  readonly call: string;
}

/** The same with words that tell it from the others beside it. */
export interface SiteTitle {
  /** `solver.c:214 MPI_Allreduce`, or `… via main.c:30` where others stand at the same place. */
  readonly name: string;
  /** `solver.c:214`; with its folders where two files have one name. */
  readonly place: string;
  /** Callers up to where they differ from the others' at the same place, innermost first. */
  readonly via: readonly string[];
  readonly site: SiteCall;
}

/** The call sites of a program. Throws UsageError where it does not say from where its calls were made. */
export function requiredSites({ sites }: Schedule): ScheduleSites {
  if (sites !== null) return sites;
  throw new UsageError(
    'the input does not say from where in the program its calls were made',
    'group by call, or record them: the tracer of llamp-ts does, and OTF2 archives where functions are instrumented',
  );
}

/** Operations of no known site. */
export const NO_SITE = -1;

const CALLS = 2 ** 16;

/** Groups of operations by call site and call. Sites whose names are the same are one: copies of a line by a compiler. */
export class SiteGroups {
  readonly #sites: ScheduleSites;
  readonly #call: Uint16Array | null;
  readonly #callNames: readonly string[];
  readonly #names: SiteNames;
  /** Group by site and call. */
  readonly #groups = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #list: SiteCall[] = [];

  constructor({ call, callNames }: Schedule, sites: ScheduleSites, names: SiteNames) {
    this.#sites = sites;
    this.#call = call;
    this.#callNames = callNames;
    this.#names = names;
  }

  /** The group of an operation, from 0 on in the order of asking, or NO_SITE. */
  of(op: number): number {
    const site = this.#sites.of[op];
    if (site === NONE) return NO_SITE;
    const call = this.#call === null ? 0 : this.#call[op];
    const known = this.#groups.get(site * CALLS + call);
    if (known !== undefined) return known;
    const group = this.#groupOf(site, this.#callNames[call] ?? '');
    this.#groups.set(site * CALLS + call, group);
    return group;
  }

  /** All groups so far, as they are called beside each other. */
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
  return sites.map((site) => {
    const place = textOf(site.place);
    const via = telling(site, peers.get(firstKey(site)) ?? []).map(textOf);
    const name = [place, site.call, ...(via.length === 0 ? [] : [`via ${via.join(' < ')}`])];
    return { name: name.filter((word) => word !== '').join(' '), place, via, site };
  });
}

const firstKey = ({ call, place }: SiteCall): string => `${call}\n${placeKey(place)}`;

/** As many callers as no other of `peers`, which stand at the same place, has. */
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

/** Files and objects by their last part, and by their whole path where two of `sites` share that. */
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
