/**
 * Collective calls: what the line of one says, the ledger in which the calls of all ranks meet, and who carries out what.
 */
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { InputError, many } from '../../errors.js';
import { type Communicator, type Communicators, originsOf, UNKNOWN_COMM } from './communicator.js';
import type { SkippedCalls } from './coverage.js';
import { CALLS, isAmongNeighbours, isPublishedCall, startedName } from './mpi-calls.js';
import { endedEarly, placeOf, type RankTrace, type RequestPitch } from './rank-trace.js';
import { PersistentRequests, requestPitchOf } from './requests.js';

/** MPI_IN_PLACE of Open MPI and of MPICH (−1, written without a sign). */
const IN_PLACE_OPEN_MPI = 1;
const IN_PLACE_MPICH = 2 ** 63;

const isInPlace = (buffer: number): boolean => buffer === IN_PLACE_OPEN_MPI || buffer >= IN_PLACE_MPICH;

/** Whether the received blocks of an Alltoall, Alltoallv or Alltoallw replace those that it sends. */
export const exchangesInPlace = (kind: CollectiveName, trace: RankTrace, row: number): boolean =>
  (kind === 'alltoall' || kind === 'alltoallv') && isInPlace(trace.args[trace.argStart[row]]);

/** Collectives whose unit must have one size on all ranks. */
const EQUAL: ReadonlySet<CollectiveName> = new Set([
  'bcast',
  'reduce',
  'allreduce',
  'scan',
  'exscan',
  'gather',
  'scatter',
  'allgather',
  'alltoall',
  'reduce_scatter_block',
]);

/** Place of the root among the kept fields. */
const ROOT_ARG: Readonly<Partial<Record<CollectiveName, number>>> = {
  bcast: 2,
  reduce: 2,
  gather: 5,
  gatherv: 4,
  scatter: 5,
  scatterv: 4,
};

/** Between groups, -1 where the row does not say it: no rank, or one of the own group (MPI_PROC_NULL). */
function rootOf(kind: CollectiveName, trace: RankTrace, row: number, { between, rank }: CallPart): number {
  const arg = ROOT_ARG[kind];
  if (arg === undefined) return between === undefined ? 0 : -1;
  const root = trace.args[trace.argStart[row] + arg];
  if (between === undefined) return root;
  if (root >= 0) return between.other.first + root;
  return root === trace.header.procNull ? -1 : rank;
}

/** Start of the `n`-th list of a row; -1 where the tracer did not write it. A list is its length, then its items. */
export function listOf(trace: RankTrace, row: number, n: number): number {
  const call = CALLS[trace.call[row]];
  const fixed = (call.nonblocking ? call.requestArg : call.commArg) + 1;
  let at = trace.argStart[row] + fixed;
  const end = trace.argStart[row + 1];
  for (let i = 0; i < n && at < end; i++) at += trace.args[at] + 1;
  return at < end ? at : -1;
}

/** Calls whose blocks have a type each: a list of the types' bytes follows each list of counts. */
const TYPE_EACH: readonly boolean[] = CALLS.map(({ name }) => /alltoallw$/i.test(startedName(name)));

/** Place of the list of counts that are sent, or received. */
const countsList = (trace: RankTrace, row: number, received: boolean): number =>
  (received ? 1 : 0) * (TYPE_EACH[trace.call[row]] ? 2 : 1);

/**
 * Bytes of the `i`-th block that an Alltoallv or Alltoallw, also among neighbours, sends or receives; `size`: place of
 * the size of the one type, where there is one.
 */
export function exchangedBytes(
  trace: RankTrace,
  row: number,
  received: boolean,
  i: number,
  size: number,
): number {
  const list = countsList(trace, row, received);
  const bytes = TYPE_EACH[trace.call[row]]
    ? trace.args[listOf(trace, row, list + 1) + 1 + i]
    : trace.args[trace.argStart[row] + size];
  return listed(trace, row, list, i, bytes);
}

/** How many blocks are listed that it sends, or receives. */
export function exchangedBlocks(trace: RankTrace, row: number, received: boolean): number {
  const list = listOf(trace, row, countsList(trace, row, received));
  return list < 0 ? 0 : trace.args[list];
}

/** Item `i` of the `n`-th list of a row times `size`. */
function listed(trace: RankTrace, row: number, n: number, i: number, size: number): number {
  return trace.args[listOf(trace, row, n) + 1 + i] * size;
}

/** Whether the line contains the sizes: without its lists of counts, an Alltoallv does not. */
function tellsSizes(kind: CollectiveName, trace: RankTrace, row: number): boolean {
  const args = trace.args;
  const at = trace.argStart[row];
  if (kind === 'alltoallv') return listOf(trace, row, countsList(trace, row, true)) >= 0;
  if (kind === 'reduce_scatter') return listOf(trace, row, 0) >= 0;
  if (kind === 'allgatherv' && isInPlace(args[at])) return listOf(trace, row, 0) >= 0;
  return true;
}

/**
 * Bytes of the call's unit as this rank knows it: the vector, or the block that it contributes or gets.
 * `rank` is the rank in the communicator. Kinds with lists only (alltoallv, reduce_scatter): 0.
 */
function ownBytes(kind: CollectiveName, trace: RankTrace, row: number, rank: number): number {
  const args = trace.args;
  const at = trace.argStart[row];
  switch (kind) {
    case 'bcast':
    case 'reduce':
    case 'allreduce':
    case 'scan':
    case 'exscan':
    case 'reduce_scatter_block':
      return args[at] * args[at + 1];
    case 'gather':
      return rank === args[at + 5] ? args[at + 3] * args[at + 4] : args[at + 1] * args[at + 2];
    case 'scatter':
      return rank === args[at + 5] ? args[at] * args[at + 1] : args[at + 3] * args[at + 4];
    case 'allgather':
    case 'alltoall':
      return isInPlace(args[at]) ? args[at + 3] * args[at + 4] : args[at + 1] * args[at + 2];
    case 'gatherv':
      return isInPlace(args[at]) ? 0 : args[at + 1] * args[at + 2];
    case 'scatterv':
      return isInPlace(args[at + 1]) ? 0 : args[at + 2] * args[at + 3];
    case 'allgatherv':
      return isInPlace(args[at]) ? listed(trace, row, 0, rank, args[at + 3]) : args[at + 1] * args[at + 2];
    default:
      return 0;
  }
}

/** Blocks in the row itself: bytes by rank of the communicator, sent and received. */
interface OwnBlocks {
  readonly bytesOf: (rank: number) => number;
  readonly recvBytesOf?: (rank: number) => number;
}

export function ownBlocks(kind: CollectiveName, trace: RankTrace, row: number): OwnBlocks | undefined {
  const at = trace.argStart[row];
  if (kind === 'reduce_scatter') {
    return { bytesOf: (rank) => listed(trace, row, 0, rank, trace.args[at]) };
  }
  if (kind !== 'alltoallv') return undefined;
  const recvBytesOf = (rank: number) => exchangedBytes(trace, row, true, rank, 2);
  if (isInPlace(trace.args[at])) return { bytesOf: recvBytesOf, recvBytesOf };
  return { bytesOf: (rank) => exchangedBytes(trace, row, false, rank, 1), recvBytesOf };
}

/** Bytes that the row itself lists for all ranks together; for kinds with lists only. */
function listedTotal(kind: CollectiveName, trace: RankTrace, row: number): number {
  const at = trace.argStart[row];
  const exchanges = kind === 'alltoallv';
  const received = exchanges && isInPlace(trace.args[at]);
  const length = trace.args[listOf(trace, row, exchanges ? countsList(trace, row, received) : 0)];
  let total = 0;
  for (let i = 0; i < length; i++)
    total += exchanges
      ? exchangedBytes(trace, row, received, i, received ? 2 : 1)
      : listed(trace, row, 0, i, trace.args[at]);
  return total;
}

/**
 * Bytes of the block of the `rank`-th of the communicator as the row lists them; undefined where it lists none, or where
 * ranks may list different ones. MPI wants the same list of all ranks of a Reduce_scatter, and of an Allgatherv.
 */
function listedBlock(kind: CollectiveName, trace: RankTrace, row: number, rank: number): number | undefined {
  if (kind !== 'reduce_scatter' && kind !== 'allgatherv') return undefined;
  const list = listOf(trace, row, 0);
  if (list < 0 || rank >= trace.args[list]) return undefined;
  const at = trace.argStart[row];
  return listed(trace, row, 0, rank, trace.args[kind === 'reduce_scatter' ? at : at + 3]);
}

/** What a rank gives to the other group, or gets of a scatter and a reduction by blocks; of a broadcast the root's alone. */
function bytesBetween(kind: CollectiveName, trace: RankTrace, row: number, part: CallPart): number {
  const at = trace.argStart[row];
  const arg = ROOT_ARG[kind];
  const takesPart =
    kind === 'bcast'
      ? rootOf(kind, trace, row, part) === part.rank
      : arg === undefined || trace.args[at + arg] >= 0;
  if (!takesPart) return 0;
  if (kind === 'alltoallv') return listedTotal(kind, trace, row);
  if (kind !== 'reduce_scatter') return ownBytes(kind, trace, row, -1);
  return listed(trace, row, 0, part.rank - (part.between?.own.first ?? 0), trace.args[at]);
}

/** Why the row is impossible in its communicator; undefined where it is possible. */
function impossible(kind: CollectiveName, trace: RankTrace, row: number, part: CallPart): string | undefined {
  const { between } = part;
  const arg = ROOT_ARG[kind];
  const root = arg === undefined ? 0 : trace.args[trace.argStart[row] + arg];
  const peers = between?.other.count ?? part.size;
  if (root >= peers || (root < 0 && between === undefined))
    return `root ${root} in a communicator of size ${peers}`;
  if (kind !== 'alltoallv' && kind !== 'reduce_scatter') return undefined;
  const size = kind === 'alltoallv' ? peers : (between?.own.count ?? part.size);
  for (const received of kind === 'alltoallv' ? [false, true] : [false]) {
    const at = listOf(trace, row, countsList(trace, row, received));
    const length = trace.args[at];
    if (length !== size) return `${many(length, 'count')} for ${many(size, 'rank')}`;
    for (let i = 1; i <= size; i++) if (trace.args[at + i] < 0) return `a count of ${trace.args[at + i]}`;
  }
  return undefined;
}

// The collectives of each communicator in order, as all ranks see them: the k-th call on a communicator is
// the same call on all its ranks. What does not fit (another call, another root, another size) is an error
// with both places, because it would give a schedule with lost messages.

/** One collective over all its ranks. */
export interface CollectiveEntry {
  readonly code: number;
  /** −1 until a rank of an intercommunicator says it. */
  root: number;
  /** Bytes of its unit where that is the same on all ranks; otherwise the sum over the ranks. */
  bytes: number;
  /** [size] block of each rank, for the kinds whose blocks differ. */
  readonly blocks: Float64Array | undefined;
  /** First caller. */
  readonly trace: RankTrace;
  readonly row: number;
  ranks: number;
  readonly times: CallTimes;
}

/** When the ranks of a call came and went, as far as their clocks can be compared, in µs. */
interface CallTimes {
  /** When the last rank entered, by the clock of all; NaN without one. */
  lastEntry: number;
  /** Time within the call of the rank that entered last, or of the one with the least. */
  stay: number;
}

/** Which row takes part in a collective, and where. */
export interface CallPart {
  /** Sequence of calls that it counts in: the communicator, as the rules see it. */
  readonly sequence: number;
  readonly rank: number;
  readonly size: number;
  /** For messages. */
  readonly made: string;
  /** Of an intercommunicator, where `rank` and `size` are among both groups. */
  readonly between?: { readonly own: RanksOfGroup; readonly other: RanksOfGroup };
}

/** Neighbours in an order of both groups. */
export interface RanksOfGroup {
  readonly first: number;
  readonly count: number;
}

/** `the 1st collective`, from 0. */
function ordinal(k: number): string {
  const tens = Math.floor((k + 1) / 10) % 10;
  const end = tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][(k + 1) % 10] ?? 'th');
  return `the ${k + 1}${end} collective`;
}

export class Ledger {
  readonly #sequences: CollectiveEntry[][] = [];
  readonly #made: string[] = [];
  /** [ranks] begin of the rank's times, in µs; NaN where clocks cannot be compared. */
  readonly #origins: readonly number[];

  constructor(ranks: readonly RankTrace[]) {
    const comparable = ranks.every(({ header }) => header.started !== undefined);
    this.#origins = comparable ? originsOf(ranks) : ranks.map(() => Number.NaN);
  }

  /**
   * What a rank does itself in a call that all have entered, in µs: what is left of its time once the last rank has come.
   * No longer than the last one stays, except in calls on files, which one rank may do for all.
   */
  workOf(entry: CollectiveEntry, trace: RankTrace, row: number): number {
    const { lastEntry, stay } = entry.times;
    if ((trace.header.injected ?? 0) > 0) return 0;
    if (Number.isNaN(lastEntry)) return stay;
    const left = this.#origins[trace.rank] - trace.initEnd + trace.end[row] - lastEntry;
    const most = CALLS[entry.code].name.startsWith('MPI_File_') ? trace.end[row] - trace.start[row] : stay;
    return Math.max(0, Math.min(left, most));
  }

  #noteTimes({ times }: CollectiveEntry, trace: RankTrace, row: number): void {
    const stay = trace.end[row] - trace.start[row];
    const entry = this.#origins[trace.rank] - trace.initEnd + trace.start[row];
    if (Number.isNaN(entry)) times.stay = Math.min(times.stay, stay);
    else if (entry > times.lastEntry || times.stay === Number.POSITIVE_INFINITY) times.stay = stay;
    times.lastEntry = Number.isNaN(entry) ? entry : Math.max(times.lastEntry, entry);
  }

  entry(sequence: number, k: number): CollectiveEntry {
    return this.#sequences[sequence][k];
  }

  /** Whether all ranks made the k-th call of a sequence. */
  isWhole({ sequence, size }: CallPart, k: number): boolean {
    return this.#sequences[sequence][k].ranks === size;
  }

  /** Adds a rank's k-th call on its communicator. */
  add(part: CallPart, k: number, trace: RankTrace, row: number): void {
    this.#sequences[part.sequence] ??= [];
    this.#made[part.sequence] ??= part.made;
    const entries = this.#sequences[part.sequence];
    const known = entries[k];
    const entry = known ?? newEntry(part, trace, row);
    if (known === undefined) entries[k] = entry;
    else checkAlike(entry, part, k, trace, row);
    entry.ranks++;
    if (CALLS[entry.code].joins) this.#noteTimes(entry, trace, row);
    const kind = CALLS[entry.code].collective ?? 'barrier';
    const bytes = ofRow(kind, trace, row, part);
    const wrong = impossible(kind, trace, row, part) ?? (bytes < 0 ? `${bytes} B` : undefined);
    if (wrong !== undefined) refuseAlone(trace, row, wrong);
    if (known !== undefined && part.between === undefined) checkLists(kind, entry, part, k, trace, row);
    if (entry.blocks !== undefined) {
      entry.blocks[part.rank] = bytes;
      entry.bytes += bytes;
    } else if (kind === 'alltoallv' || kind === 'reduce_scatter') {
      entry.bytes += listedTotal(kind, trace, row);
    } else if (known !== undefined && EQUAL.has(kind) && bytes !== entry.bytes) {
      refuse(entry, part, k, trace, row, `${bytes} B`, `${entry.bytes} B`);
    }
  }

  /** Every collective must have been called by all ranks of its communicator. */
  check(sequence: number, size: number, rankName: (rank: number) => string, calls: readonly number[]): void {
    const entries = this.#sequences[sequence] ?? [];
    const k = entries.findIndex((entry) => entry.ranks < size);
    if (k < 0) return;
    const missing = calls.findIndex((count) => count <= k);
    const { code, trace, row } = entries[k];
    throw new InputError({
      place: placeOf(trace, row),
      what:
        `${CALLS[code].name} is ${ordinal(k)} on ${this.#made[sequence]}, but ${rankName(missing)} calls ` +
        (calls[missing] === 0 ? 'none there' : `only ${calls[missing]} there`),
      mend: mendOf(trace, 'one is cut short'),
    });
  }
}

/** How calls that do not fit each other are mended. */
const mendOf = ({ header }: RankTrace, or: string): string =>
  header.worldOnly === true
    ? 'the trace does not record communicators; if the program has collectives on sub-communicators, trace it with llamp-ts trace run'
    : `the files are of different runs, or ${or}`;

const ofRow = (kind: CollectiveName, trace: RankTrace, row: number, part: CallPart): number =>
  part.between === undefined ? ownBytes(kind, trace, row, part.rank) : bytesBetween(kind, trace, row, part);

function newEntry(part: CallPart, trace: RankTrace, row: number): CollectiveEntry {
  const code = trace.call[row];
  const kind = CALLS[code].collective ?? 'barrier';
  const lists = kind === 'gatherv' || kind === 'scatterv' || kind === 'allgatherv';
  const differ = lists || part.between !== undefined;
  return {
    code,
    root: rootOf(kind, trace, row, part),
    bytes: differ ? 0 : ownBytes(kind, trace, row, part.rank),
    blocks: differ ? new Float64Array(part.size) : undefined,
    trace,
    row,
    ranks: 0,
    times: { lastEntry: Number.NEGATIVE_INFINITY, stay: Number.POSITIVE_INFINITY },
  };
}

function checkAlike(entry: CollectiveEntry, part: CallPart, k: number, trace: RankTrace, row: number): void {
  const code = trace.call[row];
  if (code !== entry.code) {
    refuse(entry, part, k, trace, row, CALLS[code].name, CALLS[entry.code].name);
  }
  const root = rootOf(CALLS[code].collective ?? 'barrier', trace, row, part);
  if (entry.root < 0) entry.root = root;
  else if (root >= 0 && root !== entry.root)
    refuse(entry, part, k, trace, row, `root ${root}`, `root ${entry.root}`);
}

/** Every block must be as long as the first caller lists it. */
function checkLists(
  kind: CollectiveName,
  entry: CollectiveEntry,
  part: CallPart,
  k: number,
  trace: RankTrace,
  row: number,
): void {
  for (let rank = 0; rank < part.size; rank++) {
    const [here, there] = [
      listedBlock(kind, trace, row, rank),
      listedBlock(kind, entry.trace, entry.row, rank),
    ];
    if (here === undefined || there === undefined) return;
    if (here !== there) refuse(entry, part, k, trace, row, `${here} B for its rank ${rank}`, `${there} B`);
  }
}

function refuseAlone(trace: RankTrace, row: number, what: string): never {
  throw new InputError({
    place: placeOf(trace, row),
    what: `${CALLS[trace.call[row]].name} with ${what}`,
    mend: 'the line is damaged, or the program is incorrect',
  });
}

function refuse(
  entry: CollectiveEntry,
  part: CallPart,
  k: number,
  trace: RankTrace,
  row: number,
  here: string,
  there: string,
): never {
  const other = `${entry.trace.source}:${entry.trace.line[entry.row]}`;
  const name = CALLS[trace.call[row]].name;
  throw new InputError({
    place: placeOf(trace, row),
    what: `${name}, ${ordinal(k)} on ${part.made}: ${here} here, but ${there} at ${other}`,
    mend: mendOf(trace, 'the program is incorrect'),
  });
}

/** Bytes by which the algorithm is chosen: of the unit, or the mean of blocks that differ. */
export function typicalBytes(entry: CollectiveEntry, size: number): number {
  const kind = CALLS[entry.code].collective;
  if (entry.blocks !== undefined) return entry.bytes / size;
  if (kind === 'alltoallv' || kind === 'reduce_scatter') return entry.bytes / size ** 2;
  return entry.bytes;
}

// Which rows take part in which collective.

/** The part of a collective's row; undefined where the call is not understood. */
export type PartOf = (trace: RankTrace, row: number) => CallPart | undefined;

/** Calls that only the ranks make that are in what they make: they count in the new communicator, not in another. */
const OF_MADE: readonly boolean[] = CALLS.map(({ name }) =>
  /^MPI_(Comm_create_group|Intercomm_create)$/.test(name),
);

/** By communicator. */
export function partsByCommunicator(comms: Communicators): PartOf {
  return (trace, row) => {
    const code = trace.call[row];
    const { kind, collective } = CALLS[code];
    const own = OF_MADE[code] ? (comms.madeIn[trace.rank].get(row) ?? UNKNOWN_COMM) : undefined;
    const comm = own ?? comms.ofRow[trace.rank]?.[row] ?? 0;
    if (comm === UNKNOWN_COMM) return undefined;
    if (CALLS[code].joins) return joiningPart(comms.list[comm], trace.rank);
    const hasSizes = isAmongNeighbours(kind)
      ? comms.neighbours[trace.rank]?.has(comm)
      : collective !== undefined && tellsSizes(collective, trace, row);
    if (hasSizes !== true) return undefined;
    const { size, rankOf, made, groups } = comms.list[comm];
    if (groups !== undefined) return betweenPart(comms.list[comm], groups, trace.rank);
    const rank = rankOf === null ? trace.rank : rankOf[trace.rank];
    return { sequence: comm, rank, size, made: comm === 0 ? made : `the communicator of ${made}` };
  };
}

/** Of an intercommunicator, the ranks of both groups join. */
function joiningPart(comm: Communicator, world: number): CallPart {
  const { id, size, rankOf, ranks, groups, made } = comm;
  const rank = rankOf === null ? world : groups === undefined ? rankOf[world] : (ranks?.indexOf(world) ?? 0);
  return { sequence: id, rank, size, made: id === 0 ? made : `the communicator of ${made}` };
}

function betweenPart(comm: Communicator, groups: readonly [Int32Array, Int32Array], world: number): CallPart {
  const part = joiningPart(comm, world);
  const first = { first: 0, count: groups[0].length };
  const second = { first: first.count, count: groups[1].length };
  const [own, other] = part.rank < first.count ? [first, second] : [second, first];
  return { ...part, between: { own, other } };
}

/** As the published generator: every communicator of the world's size is the world, all others are left out. */
export function publishedParts(world: number): PartOf {
  return (trace, row) => {
    const code = trace.call[row];
    if (!isPublishedCall(code)) return undefined;
    const comm = trace.comms[trace.args[trace.argStart[row] + CALLS[code].commArg]];
    if (comm.size !== world) return undefined;
    return { sequence: 0, rank: trace.rank, size: world, made: 'MPI_COMM_WORLD' };
  };
}

/** The same, without the calls that are left out. */
export function withoutSkipped(partOf: PartOf, { rows }: SkippedCalls): PartOf {
  return (trace, row) => (rows[trace.call[row]] ? undefined : partOf(trace, row));
}

// All collectives of all ranks, in order, checked against each other.

/** Calls that each rank of a sequence has made so far. */
const newCount = ({ size }: CallPart) => ({ size, calls: new Array<number>(size).fill(0) });

/** Throws an InputError where the ranks' collectives differ, or a rank lacks some of a run that reached its end. */
export function fillLedger(ranks: readonly RankTrace[], partOf: PartOf, comms: Communicators): Ledger {
  const ledger = new Ledger(ranks);
  const counts = new Map<number, ReturnType<typeof newCount>>();
  for (const trace of ranks) {
    for (let row = 0; row < trace.rows; row++) {
      const use = USE[trace.call[row]];
      if (use !== 'call' && use !== 'describe') continue;
      const part = partOf(trace, row);
      if (part === undefined) continue;
      const count = counts.get(part.sequence) ?? newCount(part);
      counts.set(part.sequence, count);
      ledger.add(part, count.calls[part.rank]++, trace, row);
    }
  }
  // What some ranks did not get to any more is left out.
  if (endedEarly(ranks)) return ledger;
  for (const [sequence, { size, calls }] of counts) {
    const world = (rank: number) => comms.list[sequence].ranks?.[rank] ?? rank;
    const nameOf = (rank: number) => `rank ${world(rank)} (${ranks[world(rank)].source})`;
    ledger.check(sequence, size, nameOf, calls);
  }
  return ledger;
}

// The collectives that a rank carries out, one after the other: those it calls, and persistent ones at each start.

interface CarriedOut {
  /** The row with its fields. */
  readonly row: number;
  readonly part: CallPart;
  /** Its place among the collectives of its sequence. */
  readonly k: number;
  /** Which start of a persistent one it is, from 0. */
  readonly round: number;
}

type Use = 'none' | 'call' | 'describe' | 'start' | 'free';

const USE: readonly Use[] = CALLS.map(({ kind, collective, joins }) => {
  if (joins) return 'call';
  if (kind === 'start' || kind === 'startall') return 'start';
  if (kind === 'request-free') return 'free';
  if (collective === undefined && !isAmongNeighbours(kind)) return 'none';
  return kind.endsWith('-init') ? 'describe' : 'call';
});

const describesSome = ({ call }: RankTrace): boolean => call.some((code) => USE[code] === 'describe');

/**
 * The argument of {@link carriedOut}: the distance of request variables where `wanted` does not give it, which matters
 * only where collectives are persistent. Throws InputError where it is needed but unknown.
 */
export const pitchOfStarts = (ranks: readonly RankTrace[], wanted: RequestPitch | 'infer'): RequestPitch =>
  ranks.some(describesSome) ? requestPitchOf(ranks, wanted).pitch : 8;

/** In order. Rows without a part are left out. */
export function* carriedOut(trace: RankTrace, partOf: PartOf, pitch: RequestPitch): Generator<CarriedOut> {
  const persistent = describesSome(trace) ? new PersistentRequests(trace, pitch) : null;
  const described = new Map<number, CarriedOut>();
  const count: number[] = [];
  for (let row = 0; row < trace.rows; row++) {
    const use = USE[trace.call[row]];
    if (use === 'call' || use === 'describe') {
      const part = partOf(trace, row);
      if (part === undefined) continue;
      const k = count[part.sequence] ?? 0;
      count[part.sequence] = k + 1;
      if (use === 'call') yield { row, part, k, round: 0 };
      else {
        described.set(row, { row, part, k, round: 0 });
        persistent?.describe(row);
      }
    } else if (use === 'free') persistent?.free(row);
    else if (use === 'start')
      for (const { definition } of persistent?.startedBy(row) ?? []) {
        const one = described.get(definition);
        if (one === undefined) continue;
        yield one;
        described.set(definition, { ...one, round: one.round + 1 });
      }
  }
}
