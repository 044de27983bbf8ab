/**
 * Communicators of traces that tell them: each call that makes one notes its handle, which stands for nothing else on
 * that rank, and its members, or the trace defines them. Nothing is left to be found out.
 */
import { InputError } from '../../errors.js';
import { rowPlaceText } from './call-table.js';
import { CALLS } from './calls.js';
import { type Communicator, type Communicators, type Neighbours, UNKNOWN_COMM } from './communicator.js';
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

  #one(key: string, ranks: readonly number[], made: string): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.list.length;
    const rankOf = new Int32Array(this.#world).fill(-1);
    ranks.forEach((member, rank) => {
      rankOf[member] = rank;
    });
    this.list.push({ id, size: ranks.length, ranks: Int32Array.from(ranks), rankOf, made });
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
  for (let row = 0; row < trace.rows; row++) {
    const [noted, ...members] = trace.notes === null ? [] : listOf(trace.notes.members, row);
    // Members of another world have no rank in this one: calls on such a communicator are not understood.
    if (noted !== undefined && !members.includes(-1)) {
      checkMembers(trace, row, members, world);
      const key = members.join(',');
      const count = made.get(key) ?? 0;
      made.set(key, count + 1);
      const name = `${CALLS[trace.call[row]].name} of ${rowPlaceText(trace, row)}`;
      byHandle.set(noted, registry.of(members, count, name));
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
