/** What the published generator knows (traces.md, the rules without ✱). */
import { CALLS } from './calls.js';

const KNOWN: ReadonlySet<string> = new Set(
  (
    'Send Rsend Isend Recv Irecv Sendrecv Wait Waitall Send_init Recv_init Start Request_free ' +
    'Barrier Bcast Reduce Allreduce Iallreduce Allgather Alltoall'
  )
    .split(' ')
    .map((name) => `MPI_${name}`),
);

const KNOWN_CODE: readonly boolean[] = CALLS.map((call) => KNOWN.has(call.name));

export const isPublishedCall = (code: number): boolean => KNOWN_CODE[code];

/** Bytes between two request variables in the published generator. */
export const PUBLISHED_PITCH = 4;
