/** Call sites of traces: those of one rank, while its trace is read, and of all ranks as one table. */
import type { CallSite, SiteFrame, SiteTable, SourcePlace } from '../../schedule/program-calls.js';
import { NONE } from '../../schedule/schedule.js';

/** Stacks by the number that the rank's calls name them by. */
export type RankStacks = ReadonlyMap<number, readonly SiteFrame[]>;

/** Executable part of an object in memory: addresses from `start` to before `end`. */
interface Segment {
  readonly start: number;
  readonly end: number;
  /** Where it begins in the object. */
  readonly offset: number;
  readonly object: string;
}

interface Stack {
  /** Below 0: numbers of places, negated. */
  readonly addresses: readonly number[];
  /** How many maps were there before it. */
  readonly maps: number;
}

/** As in /proc/self/maps: `55ed3c67f000-55ed3c680000 r-xp 00001000 fe:00 123 /home/me/app`. */
const SEGMENT = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) \S{4} ([0-9a-f]{1,16}) \S+ \d+(?: +(.*))?$/;
/** Written behind the name of a file that is no more. */
const DELETED = / \(deleted\)$/;

/** More than any tracer numbers: a larger number is damage. */
const MOST_SITES = 2 ** 24;

const hex = (text: string): number => Number.parseInt(text, 16);

/** Takes places, stacks and maps in the order of the trace. */
export class SiteReader {
  readonly #places = new Map<number, SourcePlace>();
  readonly #stacks = new Map<number, Stack>();
  readonly #maps: Segment[][] = [];

  has(site: number): boolean {
    return this.#stacks.has(site);
  }

  /** False where the number is none, or was given before, or the place says nothing. */
  place(id: number, place: SourcePlace): boolean {
    if (!(id > 0 && id <= MOST_SITES) || this.#places.has(id)) return false;
    if (place.function === '' && place.file === '') return false;
    this.#places.set(id, place);
    return true;
  }

  /** `addresses`: below 0 the number of a place, negated. False where the number of the site or an address is none. */
  stack(site: number, addresses: readonly number[]): boolean {
    if (!(site > 0 && site <= MOST_SITES) || addresses.length === 0 || this.#stacks.has(site)) return false;
    const known = (at: number): boolean =>
      at < 0 ? this.#places.has(-at) : at > 0 && Number.isSafeInteger(at);
    if (!addresses.every(known)) return false;
    this.#stacks.set(site, { addresses, maps: this.#maps.length });
    return true;
  }

  /** Lines from now on are of another map. */
  map(): void {
    this.#maps.push([]);
  }

  /** A line of the map; false where it is none. */
  segment(line: string): boolean {
    const match = SEGMENT.exec(line);
    if (match === null) return false;
    const [start, end, offset] = match.slice(1, 4).map(hex);
    if (!(start < end)) return false;
    this.#maps.at(-1)?.push({ start, end, offset, object: (match[4] ?? '').replace(DELETED, '') });
    return true;
  }

  /** Null where the trace has no site. */
  done(): RankStacks | null {
    if (this.#stacks.size === 0) return null;
    for (const map of this.#maps) map.sort((a, b) => a.start - b.start);
    const stacks = [...this.#stacks].map(([site, { addresses, maps }]): [number, SiteFrame[]] => [
      site,
      addresses.map((address) => this.#frame(address, maps)),
    ]);
    return new Map(stacks);
  }

  /** By the map that was written after the stack, which is that of its calls; what that lacks others may have. */
  #frame(address: number, before: number): SiteFrame {
    const named = this.#places.get(-address);
    if (named !== undefined) return { object: '', offset: 0, named };
    const maps = [...this.#maps.slice(before), ...this.#maps.slice(0, before).reverse()];
    for (const map of maps) {
      const segment = segmentOf(map, address);
      if (segment === undefined) continue;
      const { object, start, offset } = segment;
      return object === '' ? { object, offset: address } : { object, offset: address - start + offset };
    }
    return { object: '', offset: address };
  }
}

/** The segment of an address, by bisection. */
function segmentOf(map: readonly Segment[], address: number): Segment | undefined {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (map[middle].end <= address) low = middle + 1;
    else high = middle;
  }
  return map[low] !== undefined && map[low].start <= address ? map[low] : undefined;
}

// The call sites of all ranks as one table: a place in an object is the same place wherever it was loaded.

/** The call sites of a run. */
export interface TraceSites extends SiteTable {
  /** [ranks][sites of the rank + 1] index into `list` by the rank's own number; NONE for unused numbers. */
  readonly index: readonly Uint32Array[];
}

/** The call sites of one rank, and the name of the trace that contains them. */
export interface RankSites {
  readonly source: string;
  readonly stacks: RankStacks | null;
}

const keyOf = (frames: readonly SiteFrame[]): string => frames.map(frameKey).join('\n');

const frameKey = ({ object, offset, named }: SiteFrame): string =>
  named === undefined ? `${object}\n${offset}` : `${named.file}:${named.line}\n${named.function}\n${offset}`;

/**
 * Null where no trace has any. `ranks` in their order; `date`: time of tracing, ms since 1970; `whole`: whether stacks
 * go up to the program's first function.
 */
export function siteTable(ranks: readonly RankSites[], date: number, whole = false): TraceSites | null {
  const first = ranks.find(({ stacks }) => stacks !== null);
  if (first === undefined) return null;
  const list: CallSite[] = [];
  const known = new Map<string, number>();
  const indexOf = (frames: readonly SiteFrame[]): number => {
    const key = keyOf(frames);
    const index = known.get(key) ?? list.push({ frames }) - 1;
    known.set(key, index);
    return index;
  };
  const index = ranks.map(({ stacks }) => {
    const numbers = [...(stacks ?? [])];
    const largest = numbers.reduce((most, [site]) => Math.max(most, site), 0);
    const column = new Uint32Array(largest + 1).fill(NONE);
    for (const [site, frames] of numbers) column[site] = indexOf(frames);
    return column;
  });
  return { list, index, source: first.source, date, whole };
}
