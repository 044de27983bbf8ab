/** The call sites of all ranks as one table: a place in an object is the same place wherever it was loaded. */

import type { CallSite, SiteFrame, SiteTable } from '../../schedule/call-sites.js';
import { NONE } from '../../schedule/columns.js';
import type { RankStacks } from './site-reader.js';

/** The call sites of a run. */
export interface TraceSites extends SiteTable {
  /** [ranks][sites of the rank + 1] index into `list` by the rank's own number; NONE for numbers that it gave nobody. */
  readonly index: readonly Uint32Array[];
}

/** The call sites of one rank, and the name of the trace that tells them. */
export interface RankSites {
  readonly source: string;
  readonly stacks: RankStacks | null;
}

const keyOf = (frames: readonly SiteFrame[]): string => frames.map(frameKey).join('\n');

const frameKey = ({ object, offset, named }: SiteFrame): string =>
  named === undefined ? `${object}\n${offset}` : `${named.file}:${named.line}\n${named.function}\n${offset}`;

/**
 * Null where no trace tells of any. `ranks` in their order; `date`: when they were traced, ms since 1970; `whole`: whether
 * stacks go up to the program's first function.
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
