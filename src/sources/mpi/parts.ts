/** Which rows take part in which collective. */
import { CALLS, isAmongNeighbours } from './calls.js';
import { tellsSizes } from './collective-calls.js';
import { type Communicators, UNKNOWN_COMM } from './communicator.js';
import type { CallPart } from './ledger.js';
import { isPublishedCall } from './published.js';
import type { SkippedCalls } from './skip.js';
import type { RankTrace } from './trace.js';

/** The part of a collective's row; undefined where the call is not understood. */
export type PartOf = (trace: RankTrace, row: number) => CallPart | undefined;

/** By communicator. */
export function partsByCommunicator(comms: Communicators): PartOf {
  return (trace, row) => {
    const { kind, collective } = CALLS[trace.call[row]];
    const comm = comms.ofRow[trace.rank]?.[row] ?? 0;
    if (comm === UNKNOWN_COMM) return undefined;
    const told = isAmongNeighbours(kind)
      ? comms.neighbours[trace.rank]?.has(comm)
      : collective !== undefined && tellsSizes(collective, trace, row);
    if (told !== true) return undefined;
    const { size, rankOf, made, groups } = comms.list[comm];
    // Collectives between two groups are other ones.
    if (groups !== undefined) return undefined;
    const rank = rankOf === null ? trace.rank : rankOf[trace.rank];
    return { sequence: comm, rank, size, made: comm === 0 ? made : `the communicator of ${made}` };
  };
}

/** As the published generator: every communicator of the world's size is the world, all others are left out. */
export function publishedParts(world: number): PartOf {
  return (trace, row) => {
    const code = trace.call[row];
    if (!isPublishedCall(code)) return undefined;
    const comm = trace.comms[trace.args[trace.argStart[row] + CALLS[code].commArg]];
    if (comm.size !== world) return undefined;
    return { sequence: 0, rank: trace.rank, size: world, made: 'the world' };
  };
}

/** The same, without the calls that are left out. */
export function withoutSkipped(partOf: PartOf, { rows }: SkippedCalls): PartOf {
  return (trace, row) => (rows[trace.call[row]] ? undefined : partOf(trace, row));
}
