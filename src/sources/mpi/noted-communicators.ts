/**
 * Communicators of traces that tell them: each call that makes one notes its handle, which stands for nothing else on
 * that rank, and its members, or the trace defines them. Nothing is left to be found out.
 */
import { InputError } from '../../errors.js';
import { rowPlaceText } from './call-table.js';
import { CALLS } from './calls.js';
import {
  type Communicator,
  type Communicators,
  type Neighbours,
  rankOfEach,
  UNKNOWN_COMM,
} from './communicator.js';
import { type KnownCommunicator, listOf } from './notes.js';
import type { RankTrace } from './trace.js';

/** Handles that llamp-trace gives to MPI_COMM_WORLD and MPI_COMM_SELF of every rank. */
const WORLD = 1;
const SELF = 2;

const COMM_ARG = CALLS.map((call) => call.commArg);

/** All communicators of a run, each once, whichever rank comes to it first. */
class Registry {
  readonly list: Communicator[];
  readonly #world: number;
  readonly #known = new Map<string, number>();

  constructor(world: number) {
    this.#world = world;
    this.list = [{ id: 0, size: world, ranks: null, rankOf: null, made: 'the world' }];
  }

  /** The `count`-th communicator of these members: its members make it in the same order. */
  of(ranks: readonly number[], count: number, made: string): number {
    return this.#one(`${count}:${ranks.join(',')}`, ranks, made);
  }

  /** The communicator of a handle that is the same on all of its members. */
  defined({ handle, members, name }: KnownCommunicator): number {
    return this.#one(`${handle} ${members.join(',')}`, members, name);
  }

  /** The `count`-th intercommunicator of these groups, which lie in the same order whichever rank comes first. */
  between(groups: readonly [readonly number[], readonly number[]], count: number, made: string): number {
    const [first, second] = groups;
    const key = `${count}:${first.join(',')}|${second.join(',')}`;
    return this.#one(key, [...first, ...second], made, [Int32Array.from(first), Int32Array.from(second)]);
  }

  #one(key: string, members: readonly number[], made: string, groups?: Communicator['groups']): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.list.length;
    const ranks = Int32Array.from(members);
    const rankOf = rankOfEach(groups ?? [ranks], this.#world);
    const one = { id, size: ranks.length, ranks, rankOf, made };
    this.list.push(groups === undefined ? one : { ...one, groups });
    this.#known.set(key, id);
    return id;
  }
}

/** Throws InputError for members that are no ranks of the run, or lack the rank whose trace names them. */
export function notedCommunicators(ranks: readonly RankTrace[]): Communicators {
  const registry = new Registry(ranks.length);
  const found = ranks.map((trace) => rowsOf(trace, ranks.length, registry));
  return {
    list: registry.list,
    ofRow: found.map(({ ofRow }) => ofRow),
    neighbours: found.map(({ neighbours }) => neighbours),
    warnings: [],
  };
}

/** One rank's communicators by row, and its neighbours in them. */
interface RankFound {
  readonly ofRow: Int32Array;
  readonly neighbours: ReadonlyMap<number, Neighbours>;
}

function rowsOf(trace: RankTrace, world: number, registry: Registry): RankFound {
  const made = new Map<string, number>();
  const byHandle = new Map([
    [WORLD, 0],
    [SELF, registry.of([trace.rank], 0, 'MPI_COMM_SELF')],
  ]);
  made.set(String(trace.rank), 1);
  for (const one of trace.notes?.known ?? []) byHandle.set(one.handle, registry.defined(one));
  const found = {
    ofRow: new Int32Array(trace.rows).fill(UNKNOWN_COMM),
    neighbours: new Map<number, Neighbours>(),
  };
  /** How many of these members there were before. */
  const countOf = (key: string): number => {
    const count = made.get(key) ?? 0;
    made.set(key, count + 1);
    return count;
  };
  for (let row = 0; row < trace.rows; row++) {
    const name = (): string => `${CALLS[trace.call[row]].name} of ${rowPlaceText(trace, row)}`;
    const [noted, ...members] = trace.notes === null ? [] : listOf(trace.notes.members, row);
    // Members of another world have no rank in this one: calls on such a communicator are not understood.
    if (noted !== undefined && !members.includes(-1)) {
      checkMembers(trace, row, members, world);
      byHandle.set(noted, registry.of(members, countOf(members.join(',')), name()));
    }
    const [between, own, ...both] = trace.notes === null ? [] : listOf(trace.notes.groups, row);
    if (between !== undefined && !both.includes(-1)) {
      checkMembers(trace, row, both, world);
      const groups = groupsOf(both, own);
      byHandle.set(between, registry.between(groups, countOf(groups.join('|')), name()));
    }
    const [topology, sources, ...neighbours] =
      trace.notes === null ? [] : listOf(trace.notes.neighbours, row);
    const id = topology === undefined ? undefined : byHandle.get(topology);
    if (id !== undefined) {
      const { size } = registry.list[id];
      found.neighbours.set(id, neighboursOf(trace, row, neighbours, { sources, size }));
    }
    // The first call on a communicator may be the one that tells its members.
    const arg = COMM_ARG[trace.call[row]];
    if (arg < 0) continue;
    const { handle } = trace.comms[trace.args[trace.argStart[row] + arg]];
    found.ofRow[row] = byHandle.get(handle) ?? UNKNOWN_COMM;
  }
  return found;
}

/** The two groups of an intercommunicator, that with the lower first rank first; the first `own` of the list are one. */
function groupsOf(both: readonly number[], own: number): readonly [readonly number[], readonly number[]] {
  const [mine, theirs] = [both.slice(0, own), both.slice(own)];
  return (mine[0] ?? -1) < (theirs[0] ?? -1) ? [mine, theirs] : [theirs, mine];
}

/** `sources` of the list are whom the rank receives from, the others whom it sends to, among `size` ranks. */
function neighboursOf(
  trace: RankTrace,
  row: number,
  list: readonly number[],
  { sources, size }: { readonly sources: number; readonly size: number },
): Neighbours {
  if (sources <= list.length && list.every((rank) => Number.isInteger(rank) && rank < size))
    return { sources: list.slice(0, sources), destinations: list.slice(sources) };
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `${sources} sources among the neighbours ${list.join(', ')} in a communicator of ${size}`,
    mend: 'the trace is damaged: trace the program again',
  });
}

function checkMembers(trace: RankTrace, row: number, members: readonly number[], world: number): void {
  const own = members.includes(trace.rank);
  const ranks = members.every((rank) => Number.isInteger(rank) && rank >= 0 && rank < world);
  if (own && ranks && new Set(members).size === members.length) return;
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `a communicator of the ranks ${members.join(', ')}, noted by rank ${trace.rank} of ${world}`,
    mend: 'the trace is damaged: trace the program again',
  });
}
