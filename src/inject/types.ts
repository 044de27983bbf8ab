/** What a plan of collectives consists of. */
import type { RecordedOp } from '../collectives/record.js';

/** An operation of one rank in one call. */
export interface PlannedOp {
  readonly kind: RecordedOp['kind'];
  /** Rank in the world; 0 for a computation. */
  readonly peer: number;
  /** Bytes; ns of a computation. */
  readonly value: number;
  /** Operations of the call, by their place in it, that it waits for. */
  readonly after: readonly number[];
}

/** A call of one rank. */
export interface PlannedCall {
  /** As `MPI_Allreduce`; of a start, the nonblocking call that does the same once. */
  readonly name: string;
  /** What this rank's arguments say: of its vector, its block, or the sum of its list of counts. */
  readonly bytes: number;
  /** Index into the templates. */
  readonly template: number;
  /** The same on all ranks of the call, and of no other call. */
  readonly instance: number;
}

export interface CollectivePlan {
  /** Operations of calls; equal ones are one. */
  readonly templates: readonly (readonly PlannedOp[])[];
  /** [ranks] each rank's calls, in order. */
  readonly calls: readonly (readonly PlannedCall[])[];
}
