/** Which calls the segments of a critical path begin and end in, as columns; their words are made where they are read. */
import { SiteGroups } from '../../analysis/site-groups.js';
import { baseName, type SiteNames } from '../../schedule/call-sites.js';
import { Calls, type PlaceUnit } from '../../schedule/calls.js';
import type { Schedule } from '../../schedule/schedule.js';

/** By segment; a number of a call is which of its name it is on its rank, negative of a computation in front of it. */
export interface PathCalls {
  readonly unit: PlaceUnit;
  /** MPI calls, files without their folders, and places in the program's text: what columns are indices into. */
  readonly names: readonly string[];
  readonly sources: readonly string[];
  readonly sites: readonly string[];
  readonly first: readonly number[];
  readonly firstNumber: readonly number[];
  readonly last: readonly number[];
  readonly lastNumber: readonly number[];
  /** Where the last call stands: its file, its line, record or event there, and its site; −1 without one. */
  readonly source: readonly number[];
  readonly at: readonly number[];
  readonly site: readonly number[];
}

/** First and last operation of each segment. */
export interface SegmentEnds {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly rank: readonly number[];
}

/** Null where the input tells of no calls. `names`: of return addresses, without which sites are places in objects. */
export function pathCalls(
  schedule: Schedule,
  { first, last, rank }: SegmentEnds,
  names: SiteNames = () => [],
): PathCalls | null {
  const calls = Calls.of(schedule);
  if (calls === null) return null;
  const begins = first.map((op, i) => calls.operation(rank[i], op));
  const ends = last.map((op, i) => calls.operation(rank[i], op));
  const [called, sources] = [new Names(), new Names()];
  const numberOf = ({ before, occurrence }: { before: boolean; occurrence: number }): number =>
    before ? -occurrence : occurrence;
  return {
    unit: calls.table.unit,
    first: begins.map(({ call }) => called.of(call)),
    firstNumber: begins.map(numberOf),
    last: ends.map(({ call }) => called.of(call)),
    lastNumber: ends.map(numberOf),
    source: ends.map(({ source }) => sources.of(baseName(source))),
    at: ends.map(({ at }) => at),
    ...sitesOf(schedule, last, names),
    names: called.list,
    sources: sources.list,
  };
}

/** Names as they first come, each once. */
class Names {
  readonly list: string[] = [];
  readonly #index = new Map<string, number>();

  of(name: string): number {
    const index = this.#index.get(name) ?? this.list.push(name) - 1;
    this.#index.set(name, index);
    return index;
  }
}

function sitesOf(
  schedule: Schedule,
  last: readonly number[],
  names: SiteNames,
): Pick<PathCalls, 'site' | 'sites'> {
  if (schedule.sites === null) return { site: last.map(() => -1), sites: [] };
  const groups = new SiteGroups(schedule, schedule.sites, names);
  const site = last.map((op) => groups.of(op));
  return { site, sites: groups.titles().map(({ place }) => place) };
}
