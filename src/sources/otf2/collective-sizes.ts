/**
 * Bytes of a collective, by what its end says was sent and received. Tools count in two ways: Score-P counts what goes to
 * and comes from all ranks (an Allreduce of 8 B on 4 ranks sends 32 B), others the buffers of the call.
 */
import type { CollectiveName } from '../../collectives/names.js';
import { CALLS } from '../mpi/calls.js';

export interface CollectiveSizes {
  readonly sent: number;
  readonly received: number;
  /** In the communicator, as the rank itself. */
  readonly root: number;
  readonly rank: number;
  readonly size: number;
}

/** How a tool counts: for all ranks of the communicator, or the buffers of the call. */
export type Counting = 'all ranks' | 'buffers';

export const countingOf = (creator: string): Counting =>
  /^score-p/i.test(creator) ? 'all ranks' : 'buffers';

/** A sum over all ranks, or over the others where the call was made in place. Of neither, no other rank has as much. */
function part(sum: number, size: number): number {
  return size > 1 && sum % size !== 0 && sum % (size - 1) === 0 ? sum / (size - 1) : sum / size;
}

/** Of what the root has of all, and the others of their own: of its own, or of the others where the root is in place. */
function rooted(own: number, all: number, { root, rank, size }: CollectiveSizes, counting: Counting): number {
  if (own > 0 || rank !== root) return own;
  return counting === 'buffers' ? all : all / Math.max(1, size - 1);
}

/** Ranks below give to a scan's, ranks above get from it; in place a rank does neither for itself. */
function scanned({ sent, received, rank, size }: CollectiveSizes, exclusive: boolean): number {
  const others = (sent + received) / Math.max(1, size - 1);
  if (exclusive) return others;
  const bytes = (sent + received) / (size + 1);
  return sent === (size - rank) * bytes && received === (rank + 1) * bytes ? bytes : others;
}

/** Bytes of the call's unit, as `ownBytes` of traces has them: the vector, or the block of this rank. */
export function unitBytes(kind: CollectiveName, sizes: CollectiveSizes, counting: Counting): number {
  const { sent, received, size } = sizes;
  const all = counting === 'all ranks';
  switch (kind) {
    case 'bcast':
    case 'scatter':
      return rooted(received, sent, sizes, counting);
    case 'reduce':
    case 'gather':
      return rooted(sent, received, sizes, counting);
    // A root in place tells of the others' blocks only.
    case 'gatherv':
      return sent;
    case 'scatterv':
      return received;
    case 'scan':
    case 'exscan':
      return all ? scanned(sizes, kind === 'exscan') : sent || received;
    case 'reduce_scatter_block':
      return all ? part(sent, size) : received || sent;
    case 'allreduce':
    case 'allgather':
    case 'allgatherv':
    case 'alltoall':
      return all ? part(sent, size) : sent || received;
    default:
      return 0;
  }
}

/** Fields of a collective's row up to its communicator, as the shortest layout of the call keeps them. */
export function collectiveArgs(code: number, bytes: number, root: number): readonly number[] {
  switch (CALLS[code].collective) {
    case 'bcast':
    case 'reduce':
      return [bytes, 1, root];
    case 'allreduce':
    case 'scan':
    case 'exscan':
    case 'reduce_scatter_block':
      return [bytes, 1];
    case 'gather':
      return [0, bytes, 1, bytes, 1, root];
    case 'gatherv':
      return [0, bytes, 1, 1, root];
    case 'scatter':
      return [bytes, 1, 0, bytes, 1, root];
    case 'scatterv':
      return [1, 0, bytes, 1, root];
    case 'allgather':
    case 'alltoall':
      return [0, bytes, 1, bytes, 1];
    case 'allgatherv':
      return [0, bytes, 1, 1];
    default:
      // Lists of counts are not told: the row only says that there was a call.
      return new Array<number>(CALLS[code].commArg).fill(0);
  }
}

/** Names of the collectives of MPI by their number in OTF2; higher numbers make or free handles and memory. */
export const COLLECTIVES: readonly string[] = (
  'Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Allreduce Reduce ' +
  'Reduce_scatter Scan Exscan Reduce_scatter_block'
)
  .split(' ')
  .map((name) => `MPI_${name}`);
