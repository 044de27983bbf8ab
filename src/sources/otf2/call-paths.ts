/** Where the program was: paths of regions entered and not left, each with a number; 0 is none. */
import type { SiteFrame, SourcePlace } from '../../schedule/call-sites.js';
import type { RankStacks } from '../mpi/site-reader.js';

/** Frames of a path that are told, the innermost: recursion has no end of them. */
const MOST_FRAMES = 64;

export class CallPaths {
  readonly #children = new Map<number, number>();
  readonly #parent: number[] = [0];
  readonly #region: number[] = [0];
  readonly #places: readonly SourcePlace[];
  readonly #used = new Set<number>();

  /** What regions are called, which are numbered from 0. */
  constructor(places: readonly SourcePlace[]) {
    this.#places = places;
  }

  /** The path that goes on into a region. */
  into(path: number, region: number): number {
    const key = path * this.#places.length + region;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const child = this.#parent.push(path) - 1;
    this.#region.push(region);
    this.#children.set(key, child);
    return child;
  }

  region(path: number): number {
    return path === 0 ? -1 : this.#region[path];
  }

  /** The path that a path went on from. */
  from(path: number): number {
    return this.#parent[path];
  }

  /** A call was made there. */
  use(path: number): void {
    this.#used.add(path);
  }

  /** Paths that calls were made on; null where there are none. */
  stacks(): RankStacks | null {
    this.#used.delete(0);
    if (this.#used.size === 0) return null;
    return new Map([...this.#used].map((path) => [path, this.#frames(path)]));
  }

  #frames(path: number): SiteFrame[] {
    const frames: SiteFrame[] = [];
    for (let at = path; at !== 0 && frames.length < MOST_FRAMES; at = this.#parent[at]) {
      const region = this.#region[at];
      frames.push({ object: '', offset: region, named: this.#places[region] });
    }
    return frames;
  }
}
