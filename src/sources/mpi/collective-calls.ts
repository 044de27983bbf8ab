/** What a collective's line says of the call: its root, its sizes. Units are those of CollectiveCall. */
import type { CollectiveName } from '../../collectives/names.js';
import { CALLS, startedName } from './calls.js';
import type { RankTrace } from './trace.js';

/** MPI_IN_PLACE of Open MPI and of MPICH (−1, written without a sign). */
const IN_PLACE_OPEN_MPI = 1;
const IN_PLACE_MPICH = 2 ** 63;

const isInPlace = (buffer: number): boolean => buffer === IN_PLACE_OPEN_MPI || buffer >= IN_PLACE_MPICH;

/** Whether the blocks that an Alltoall or its kin receives take the places of those that it sends. */
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

export const hasEqualSizes = (kind: CollectiveName): boolean => EQUAL.has(kind);

/** Place of the root among the kept fields. */
const ROOT_ARG: Readonly<Partial<Record<CollectiveName, number>>> = {
  bcast: 2,
  reduce: 2,
  gather: 5,
  gatherv: 4,
  scatter: 5,
  scatterv: 4,
};

export function rootOf(kind: CollectiveName, trace: RankTrace, row: number): number {
  const arg = ROOT_ARG[kind];
  return arg === undefined ? 0 : trace.args[trace.argStart[row] + arg];
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

/** Calls whose blocks have a type each: a list of the types' bytes stands behind each list of counts. */
const TYPE_EACH: readonly boolean[] = CALLS.map(({ name }) => /alltoallw$/i.test(startedName(name)));

/** Place of the list of counts that are sent, or received. */
const countsList = (trace: RankTrace, row: number, received: boolean): number =>
  (received ? 1 : 0) * (TYPE_EACH[trace.call[row]] ? 2 : 1);

/**
 * Bytes of the `i`-th block that an Alltoallv, an Alltoallw or their kin among neighbours sends or receives; `size`: place
 * of the size of the one type, where there is one.
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

/** Whether the line tells the sizes: without its lists of counts, an Alltoallv does not. */
export function tellsSizes(kind: CollectiveName, trace: RankTrace, row: number): boolean {
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
export function ownBytes(kind: CollectiveName, trace: RankTrace, row: number, rank: number): number {
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

/** Blocks that the row itself tells: bytes by rank of the communicator, sent and received. */
export interface OwnBlocks {
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
export function listedTotal(kind: CollectiveName, trace: RankTrace, row: number): number {
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
 * Bytes of the block of the `rank`-th of the communicator as the row lists them; undefined where it lists none, or where ranks may
 * list different ones. MPI wants the same list of all ranks of a Reduce_scatter, and of an Allgatherv.
 */
export function listedBlock(
  kind: CollectiveName,
  trace: RankTrace,
  row: number,
  rank: number,
): number | undefined {
  if (kind !== 'reduce_scatter' && kind !== 'allgatherv') return undefined;
  const list = listOf(trace, row, 0);
  if (list < 0 || rank >= trace.args[list]) return undefined;
  const at = trace.argStart[row];
  return listed(trace, row, 0, rank, trace.args[kind === 'reduce_scatter' ? at : at + 3]);
}

/** What makes the row impossible in a communicator of `size` ranks; undefined where nothing does. */
export function impossible(
  kind: CollectiveName,
  trace: RankTrace,
  row: number,
  size: number,
): string | undefined {
  const root = rootOf(kind, trace, row);
  if (root < 0 || root >= size) return `root ${root} among ${size} ranks`;
  if (kind !== 'alltoallv' && kind !== 'reduce_scatter') return undefined;
  for (const received of kind === 'alltoallv' ? [false, true] : [false]) {
    const at = listOf(trace, row, countsList(trace, row, received));
    const length = trace.args[at];
    if (length !== size) return `${length} counts for ${size} ranks`;
    for (let i = 1; i <= size; i++) if (trace.args[at + i] < 0) return `a count of ${trace.args[at + i]}`;
  }
  return undefined;
}
