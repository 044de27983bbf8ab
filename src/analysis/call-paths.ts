/** Call sites as paths from function to function: the tree that they make, outermost functions at its roots. */
import {
  type NamedPlace,
  nameSite,
  placeKey,
  placeText,
  type ScheduleSites,
  type SiteNames,
} from '../schedule/call-sites.js';
import { NONE } from '../schedule/columns.js';
import { usersFrames } from './users-frames.js';

/** A function of the program. */
export interface Region {
  /** `dot`; `dot (solver.c)` beside others of that name; the place in the object where functions are not known. */
  readonly name: string;
  /** '' where it is not known, as the file. */
  readonly function: string;
  /** Path of the text that its calls stand in, as the compiler had it. */
  readonly file: string;
  /** File that was loaded; '' where nothing tells. */
  readonly object: string;
}

/** A function as it is reached on one call path. */
interface PathNode {
  /** Node of the caller; NO_PATH at a root. */
  readonly parent: number;
  /** Index of the function. */
  readonly region: number;
  /** Lines that calls stand at. */
  readonly lines: Set<number>;
}

/** Operations of no known call site, and what is above roots. */
export const NO_PATH = -1;

/** The call paths of operations, those of one function after another once, on whatever line they call. */
export class CallPaths {
  readonly nodes: PathNode[] = [];
  readonly #sites: ScheduleSites;
  readonly #names: SiteNames;
  readonly #bySite = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #regions: NamedPlace[] = [];
  readonly #regionByKey = new Map<string, number>();

  constructor(sites: ScheduleSites, names: SiteNames) {
    this.#sites = sites;
    this.#names = names;
  }

  /** The node of the function that made an operation's call, or NO_PATH. */
  of(op: number): number {
    const site = this.#sites.of[op];
    if (site === NONE) return NO_PATH;
    const known = this.#bySite.get(site);
    if (known !== undefined) return known;
    const { place, via } = nameSite(this.#sites.list[site], this.#names);
    const path = usersFrames([place, ...via]).reverse();
    const node = path.reduce((parent, one) => this.#nodeOf(parent, one), NO_PATH);
    this.#bySite.set(site, node);
    return node;
  }

  /** A node and all above it. */
  nodesTo(node: number): number[] {
    const found: number[] = [];
    for (let at = node; at !== NO_PATH; at = this.nodes[at].parent) found.push(at);
    return found;
  }

  /** The functions of these, each once though it may call itself. */
  regionsTo(node: number): Set<number> {
    return new Set(this.nodesTo(node).map((one) => this.nodes[one].region));
  }

  /** All functions so far, as they are called beside each other. */
  regions(): Region[] {
    const named = new Map<string, number>();
    for (const { function: name } of this.#regions) named.set(name, (named.get(name) ?? 0) + 1);
    return this.#regions.map((place) => {
      const { function: name, file, object } = place;
      const shared = name !== '' && (named.get(name) ?? 0) > 1;
      return {
        name: shared ? `${name} (${file || object})` : name || placeText(place),
        function: name,
        file,
        object,
      };
    });
  }

  #nodeOf(parent: number, place: NamedPlace): number {
    const region = this.#regionOf(place);
    const key = `${parent} ${region}`;
    const node = this.#byKey.get(key) ?? this.nodes.push({ parent, region, lines: new Set() }) - 1;
    this.#byKey.set(key, node);
    if (place.file !== '') this.nodes[node].lines.add(place.line);
    return node;
  }

  #regionOf(place: NamedPlace): number {
    const key = regionKey(place);
    const region = this.#regionByKey.get(key) ?? this.#regions.push(place) - 1;
    this.#regionByKey.set(key, region);
    return region;
  }
}

/** What tells a function from all others: files have static functions of one name. */
const regionKey = (place: NamedPlace): string =>
  place.function === '' ? placeKey(place) : `${place.function}\n${place.file || place.object}`;
