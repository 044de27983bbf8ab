/** Communicators of a run: the calls that name them, those that make them, and those that traces describe. */
import { InputError, many, type Warning } from '../../errors.js';
import {
  type CallTable,
  type ComputationParts,
  callPlaceText,
  type MarkTable,
  type NamedCommunicator,
  type RankCalls,
} from '../../schedule/program-calls.js';
import { CALLS, type CallShape, SPLIT, TAGGED } from './mpi-calls.js';
import { type KnownCommunicator, listOf, placeOf, type RankTrace } from './rank-trace.js';

export interface Communicator {
  /** 0 is the world. */
  readonly id: number;
  readonly size: number;
  /** [size] world rank of each of its ranks; null for the world. */
  readonly ranks: Int32Array | null;
  /** [world size] rank in the communicator by world rank, -1 outside of it; null for the world. */
  readonly rankOf: Int32Array | null;
  /**
   * World ranks of the two groups of an intercommunicator: a rank's messages go to the other group. Its `size` and `ranks`
   * are of both, its `rankOf` of each rank's own group.
   */
  readonly groups?: readonly [Int32Array, Int32Array];
  /** The call that made it, for messages: `MPI_Comm_split of rank0.txt:12`. */
  readonly made: string;
}

/** [world] each rank's number in its group, -1 in none. */
export function rankOfEach(groups: readonly ArrayLike<number>[], world: number): Int32Array {
  const rankOf = new Int32Array(world).fill(-1);
  for (const group of groups) for (let rank = 0; rank < group.length; rank++) rankOf[group[rank]] = rank;
  return rankOf;
}

/** World ranks of the members, by their ranks in a communicator; null: of all. */
export function namedBy({ groups, ranks, rankOf }: Communicator, rank: number): Int32Array | null {
  if (groups === undefined) return ranks;
  const [first, second] = groups;
  return first[rankOf?.[rank] ?? -1] === rank ? second : first;
}

/** All ranks of a run, which has `size`. */
export const worldOf = (size: number): Communicator => ({
  id: 0,
  size,
  ranks: null,
  rankOf: null,
  made: 'MPI_COMM_WORLD',
});

/** What the traces do not state of neighbours, and of communicators that calls make. */
export const NO_NEIGHBOURS: ReadonlyMap<number, Neighbours> = new Map();
export const NONE_MADE: ReadonlyMap<number, number> = new Map();

/** Communicator of a row that has none, or whose members the traces do not state. */
export const UNKNOWN_COMM = -1;

/** Neighbours of one rank in a communicator with a topology, as ranks of the communicator; negative: MPI_PROC_NULL. */
interface Neighbours {
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
}

export interface Communicators {
  readonly list: readonly Communicator[];
  /** [ranks] by communicator: the neighbours of the rank, where the traces state them. */
  readonly neighbours: readonly ReadonlyMap<number, Neighbours>[];
  /** [ranks][rows] communicator of each row with a COMM field; null where all are the world. */
  readonly ofRow: readonly (Int32Array | null)[];
  /** [ranks] by row the communicator that its call made, where the traces state its members. */
  readonly madeIn: readonly ReadonlyMap<number, number>[];
  readonly warnings: readonly Warning[];
}

const NAMES = CALLS.map(({ name }) => name);
/** The start of a persistent request is on the communicator of that request. */
const COMMUNICATES = CALLS.map(({ commArg, kind }) => commArg >= 0 || /^start(all)?$/.test(kind));

/** The calls of all ranks, one by one, as the schedule keeps them: columns of the traces, not copies. */
export function callTable(
  ranks: readonly RankTrace[],
  comms: Communicators,
  marks: MarkTable | null,
  parts: readonly ComputationParts[],
): CallTable {
  const origins = originsOf(ranks);
  return {
    unit: ranks[0]?.counts ?? 'line',
    names: NAMES,
    communicates: COMMUNICATES,
    communicators: named(comms),
    ranks: ranks.map((trace, i) => ({
      ...rankCalls(trace, comms.ofRow[trace.rank]),
      origin: origins[i],
      parts: parts[i],
    })),
    marks,
    injectedNs: ranks[0]?.header.injected || null,
  };
}

/** `rank0.txt:12`: place of the call of a row. */
const rowPlaceText = ({ source, line, counts = 'line' }: RankTrace, row: number): string =>
  callPlaceText({ source, at: line[row], unit: counts });

/** [ranks] when each was done with MPI_Init, µs behind the first: ranks of one host have one clock. */
export function originsOf(ranks: readonly RankTrace[]): number[] {
  const [{ header }] = ranks;
  if (ranks.some((trace) => trace.header.host !== header.host)) return ranks.map(() => Number.NaN);
  const ready = ranks.map(({ header: { started = Number.NaN }, initEnd }) => started / 1000 + initEnd);
  const first = ready.reduce((a, b) => Math.min(a, b));
  return ready.map((at) => (Number.isNaN(first) ? 0 : at - first));
}

function rankCalls(trace: RankTrace, communicator: Int32Array | null): Omit<RankCalls, 'origin'> {
  const { called, call, line, finalizeLine, files, source } = trace;
  return {
    name: called ?? call,
    at: line,
    finalize: finalizeLine,
    files: files?.names ?? [source],
    file: files?.of ?? null,
    communicator,
    start: trace.start,
    end: trace.end,
    initEnd: trace.initEnd,
    finalizeStart: trace.finalizeStart,
  };
}

/** Those that the program makes are numbered from 1. */
function named({ list }: Communicators): NamedCommunicator[] {
  let number = 0;
  return list.map(({ size, made }, id) => {
    if (id === 0) return { name: 'MPI_COMM_WORLD', size, made: null };
    if (/\bMPI_COMM_SELF\b/.test(made)) return { name: 'MPI_COMM_SELF', size, made: null };
    number++;
    return { name: `communicator ${number} (${many(size, 'rank')})`, size, made };
  });
}

// Calls that make communicators, and the members of the new ones.

/** A communicator while the traces are walked. */
export interface CommGroup {
  /** Place in the list of all groups; 0 is the world. */
  index: number;
  /** World ranks in order of their rank in the group; undefined while only its users can tell them. */
  ranks: readonly number[] | undefined;
  /** Of an open group: the members of its parent. */
  readonly parent: readonly number[];
  /** Its ranks are the first of the parent's, in their order (MPI_Cart_create, unless it reorders). */
  readonly inOrder: boolean;
  readonly made: string;
}

const BETWEEN = 'MPI_Intercomm_create';
/** Calls that are told from others like them by a tag. */
const HAS_TAG: ReadonlySet<string> = new Set([BETWEEN, 'MPI_Comm_create_group']);

/** A rank's part in the making of communicators. */
interface Joined {
  readonly rank: number;
  readonly trace: RankTrace;
  readonly row: number;
  /** Address of the variable for the new handle, or (as other tracers write it) the handle. */
  readonly newcomm: number;
  readonly color: number;
  readonly key: number;
}

/** A call of all ranks of `parent` that makes communicators. */
export interface Creation {
  readonly call: CallShape;
  readonly parent: CommGroup;
  readonly joined: Joined[];
}

export function joinCreation(creation: Creation, rank: number, trace: RankTrace, row: number): void {
  const { call } = creation;
  const at = trace.argStart[row];
  const split = call.kind === 'comm-split';
  creation.joined.push({
    rank,
    trace,
    row,
    newcomm: trace.args[at + call.madeArg],
    color: split ? trace.args[at + SPLIT.color] : 0,
    key: split ? trace.args[at + SPLIT.key] : 0,
  });
}

function madeBy(creation: Creation): string {
  const { trace, row } = creation.joined[0];
  return `${creation.call.name} of ${rowPlaceText(trace, row)}`;
}

/** A group per color, its ranks by key, then by rank in the parent. A negative color is MPI_UNDEFINED. */
function splitGroups(creation: Creation, parent: readonly number[]): CommGroup[] {
  const byColor = new Map<number, Joined[]>();
  for (const joined of creation.joined) {
    if (joined.color < 0) continue;
    const same = byColor.get(joined.color) ?? [];
    byColor.set(joined.color, same);
    same.push(joined);
  }
  const place = new Map(parent.map((rank, index) => [rank, index]));
  const inParent = (joined: Joined) => place.get(joined.rank) ?? 0;
  return [...byColor.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => ({
      index: -1,
      ranks: members.sort((a, b) => a.key - b.key || inParent(a) - inParent(b)).map((joined) => joined.rank),
      parent,
      inOrder: false,
      made: madeBy(creation),
    }));
}

/** The new communicators of the call, once all members of the parent have joined. */
export function groupsOf(creation: Creation): CommGroup[] {
  const parent = creation.parent.ranks ?? [];
  if (creation.call.kind === 'comm-split') return splitGroups(creation, parent);
  const ranks = creation.call.kind === 'comm-dup' ? parent : undefined;
  const inOrder = creation.call.name === 'MPI_Cart_create' || creation.call.name === 'MPI_Graph_create';
  return [{ index: -1, ranks, parent, inOrder, made: madeBy(creation) }];
}

/** How a member of an open group was seen to call itself: its rank and the size. */
export interface Seen {
  readonly rank: number;
  readonly size: number;
}

/** One communicator: every rank from 0 to size − 1 once. */
function single(seen: ReadonlyMap<number, Seen>): number[][] | undefined {
  const size = seen.values().next().value?.size ?? 0;
  if (seen.size !== size) return undefined;
  const ranks = new Array<number>(size).fill(-1);
  for (const [world, { rank, size: own }] of seen) {
    if (own !== size || ranks[rank] !== -1) return undefined;
    ranks[rank] = world;
  }
  return [ranks];
}

/**
 * Several communicators of one size, as rows or columns of a grid of the parent's ranks: member i has rank
 * ⌊i / stride⌋ mod size for one stride.
 */
function grid(seen: ReadonlyMap<number, Seen>, parent: readonly number[]): number[][] | undefined {
  const size = seen.values().next().value?.size ?? 0;
  if (size === 0 || seen.size !== parent.length || parent.length % size !== 0) return undefined;
  for (let stride = 1; stride * size <= parent.length; stride++) {
    if (parent.length % (stride * size) !== 0) continue;
    const fits = parent.every((world, i) => {
      const own = seen.get(world);
      return own?.size === size && own.rank === Math.floor(i / stride) % size;
    });
    if (!fits) continue;
    const groups = Array.from({ length: parent.length / size }, () => new Array<number>(size));
    parent.forEach((world, i) => {
      const group = Math.floor(i / (stride * size)) * stride + (i % stride);
      groups[group][Math.floor(i / stride) % size] = world;
    });
    return groups;
  }
  return undefined;
}

/** Members of the communicators that an open group represents, by how its users call themselves. */
export const membersBySeen = (
  seen: ReadonlyMap<number, Seen>,
  parent: readonly number[],
): number[][] | undefined => single(seen) ?? grid(seen, parent);

// Communicators of traces that describe them: each call that makes one notes its handle, which means nothing else on
// that rank, and its members, or the trace defines them. Nothing is left to be found out.

/** Handles that llamp-trace gives to MPI_COMM_WORLD and MPI_COMM_SELF of every rank. */
const WORLD = 1;
const SELF = 2;

/** By code of the call, for loops over rows. */
export const COMM_ARG = CALLS.map((call) => call.commArg);

/** Which of several communicators of the same members. */
interface Place {
  readonly how: string;
  readonly count: number;
}

/** All communicators of a run, each once, whichever rank comes to it first. */
class Registry {
  readonly list: Communicator[];
  readonly #known = new Map<string, number>();

  constructor(world: number) {
    this.list = [worldOf(world)];
  }

  /** The `count`-th communicator of these members that was made `how`, the same on all of them. */
  of(ranks: readonly number[], { how, count }: Place, made: string): number {
    return this.#one(`${how} ${count}:${ranks.join(',')}`, ranks, made);
  }

  /** The communicator of a handle that is the same on all of its members. */
  defined({ handle, members, name }: KnownCommunicator): number {
    return this.#one(`${handle} ${members.join(',')}`, members, name);
  }

  /** The same of an intercommunicator of these groups, in the same order whichever rank comes first. */
  between(
    groups: readonly [readonly number[], readonly number[]],
    { how, count }: Place,
    made: string,
  ): number {
    const [first, second] = groups;
    const key = `${how} ${count}:${first.join(',')}|${second.join(',')}`;
    return this.#one(key, [...first, ...second], made, [Int32Array.from(first), Int32Array.from(second)]);
  }

  #one(key: string, members: readonly number[], made: string, groups?: Communicator['groups']): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.list.length;
    const ranks = Int32Array.from(members);
    const rankOf = rankOfEach(groups ?? [ranks], this.list[0].size);
    const one = { id, size: ranks.length, ranks, rankOf, made };
    this.list.push(groups === undefined ? one : { ...one, groups });
    this.#known.set(key, id);
    return id;
  }
}

/** Throws InputError for members that are no ranks of the run, or lack the rank whose trace names them. */
export function notedCommunicators(ranks: readonly RankTrace[]): Communicators {
  const registry = new Registry(ranks.length);
  const found = ranks.map((trace) => notedRows(trace, ranks.length, registry));
  return {
    list: registry.list,
    ofRow: found.map(({ ofRow }) => ofRow),
    neighbours: found.map(({ neighbours }) => neighbours),
    madeIn: found.map(({ madeIn }) => madeIn),
    warnings: [],
  };
}

/** One rank's communicators by row, and its neighbours in them. */
function notedRows(trace: RankTrace, world: number, registry: Registry) {
  const made = new Map<string, number>();
  const byHandle = new Map([
    [WORLD, 0],
    [SELF, registry.of([trace.rank], { how: 'self', count: 0 }, 'MPI_COMM_SELF')],
  ]);
  for (const one of trace.notes?.known ?? []) byHandle.set(one.handle, registry.defined(one));
  const found = {
    ofRow: new Int32Array(trace.rows).fill(UNKNOWN_COMM),
    neighbours: new Map<number, Neighbours>(),
    madeIn: new Map<number, number>(),
  };
  const commOf = (row: number): number => {
    const { handle } = trace.comms[trace.args[trace.argStart[row] + COMM_ARG[trace.call[row]]]];
    return byHandle.get(handle) ?? UNKNOWN_COMM;
  };
  /** How many of these members were made as in this row before. */
  const placeIn = (row: number, members: string): Place => {
    const how = howMade(trace, row, commOf);
    const key = `${how} ${members}`;
    const count = made.get(key) ?? 0;
    made.set(key, count + 1);
    return { how, count };
  };
  for (let row = 0; row < trace.rows; row++) {
    const name = (): string => `${CALLS[trace.call[row]].name} of ${rowPlaceText(trace, row)}`;
    const { notes } = trace;
    const [noted, ...members] = notes === null ? [] : listOf(notes.members, row);
    // Members of another world have no rank in this one: calls on such a communicator are not understood.
    if (noted !== undefined && !members.includes(-1)) {
      checkMembers(trace, row, members, world);
      byHandle.set(noted, registry.of(members, placeIn(row, members.join(',')), name()));
    }
    const [between, own, ...both] = notes === null ? [] : listOf(notes.groups, row);
    if (between !== undefined && !both.includes(-1)) {
      checkMembers(trace, row, both, world);
      const groups = notedGroups(both, own);
      byHandle.set(between, registry.between(groups, placeIn(row, groups.join('|')), name()));
    }
    const [topology, sources, ...neighbours] = notes === null ? [] : listOf(notes.neighbours, row);
    const id = topology === undefined ? undefined : byHandle.get(topology);
    if (id !== undefined) {
      const { size } = registry.list[id];
      found.neighbours.set(id, neighboursOf(trace, row, neighbours, { sources, size }));
    }
    const { commArg, kind, madeArg } = CALLS[trace.call[row]];
    const fields = trace.argStart[row];
    const fresh = madeArg < 0 ? undefined : byHandle.get(trace.args[fields + madeArg]);
    if (fresh !== undefined) found.madeIn.set(row, fresh);
    if (kind === 'comm-free') found.ofRow[row] = byHandle.get(trace.args[fields]) ?? UNKNOWN_COMM;
    // The first call on a communicator may be the one that describes its members.
    if (commArg >= 0) found.ofRow[row] = commOf(row);
  }
  return found;
}

const IS_MADE: readonly boolean[] = CALLS.map(({ kind }) => /^comm-(dup|split|create)$/.test(kind));

/**
 * What its members make a communicator by. MPI orders calls on one parent, but not those on several, and those with a tag
 * on their own. The two sides of an intercommunicator have different parents.
 */
function howMade(trace: RankTrace, row: number, commOf: (row: number) => number): string {
  const { name } = CALLS[trace.call[row]];
  if (!IS_MADE[trace.call[row]]) return 'found';
  const parent = name === BETWEEN ? '' : commOf(row);
  return HAS_TAG.has(name)
    ? `${name} ${parent} ${trace.args[trace.argStart[row] + TAGGED]}`
    : `${name} ${parent}`;
}

/** The two groups of an intercommunicator, that with the lower first rank first; the first `own` of the list are one. */
function notedGroups(both: readonly number[], own: number): readonly [readonly number[], readonly number[]] {
  const [mine, theirs] = [both.slice(0, own), both.slice(own)];
  return (mine[0] ?? -1) < (theirs[0] ?? -1) ? [mine, theirs] : [theirs, mine];
}

/** `sources` of the list are the peers from which the rank receives, the others those to which it sends, among `size` ranks. */
function neighboursOf(
  trace: RankTrace,
  row: number,
  list: readonly number[],
  { sources, size }: { readonly sources: number; readonly size: number },
): Neighbours {
  const wrong = list.find((rank) => !Number.isInteger(rank) || rank >= size);
  if (sources <= list.length && wrong === undefined)
    return { sources: list.slice(0, sources), destinations: list.slice(sources) };
  throw new InputError({
    place: placeOf(trace, row),
    what:
      wrong === undefined
        ? `the number of neighbours is ${list.length}, less than that of sources, ${sources}`
        : `neighbour ${wrong} is not in this communicator of size ${size}`,
    mend: 'the trace is damaged; trace the program again',
  });
}

function checkMembers(trace: RankTrace, row: number, members: readonly number[], world: number): void {
  const own = members.includes(trace.rank);
  const ranks = members.every((rank) => Number.isInteger(rank) && rank >= 0 && rank < world);
  if (own && ranks && new Set(members).size === members.length) return;
  throw new InputError({
    place: placeOf(trace, row),
    what: `rank ${trace.rank} of ${world} cannot have a communicator of the ranks ${members.join(', ')}`,
    mend: 'the trace is damaged; trace the program again',
  });
}
