/** How traces become a schedule. */

import type { CollectiveSpec } from '../../collectives/choice.js';
import type { RequestPitch } from './trace.js';

/** What holds for every schedule of a set of traces. */
export interface ConversionOptions {
  /**
   * `default`: the rules of traces.md; `published`: without those marked ✱, as the published generator:
   * a pitch of 4 unless given, one tag for both halves of a Sendrecv, calls on sub-communicators taken for
   * calls on the world (collectives: left out), only the calls that it knows, and no more of a collective's data
   * flow than it keeps (`flow=published`).
   */
  readonly rules?: 'default' | 'published';
  /** Bytes between two request variables; `infer` (default): found from the traces. */
  readonly requestPitch?: RequestPitch | 'infer';
  /**
   * Globs of names of calls that are left out, such as `Comm_*`: no operations, and their time is no computation.
   * Communicators that they make are followed all the same.
   */
  readonly skipCalls?: readonly string[];
  /**
   * What MPI_Waits are that complete the same requests in changing orders: `traced` (default), what they are called; `any`,
   * MPI_Waitanys, for traces of tools that write these so. The published rules take them as they are called.
   */
  readonly waits?: 'traced' | 'any';
  /** How many times the ranks of the traces the schedule has; see extrapolate.ts. 1 unless given. */
  readonly copies?: number;
  /** A call that is not understood is an InputError instead of a warning. */
  readonly strict?: boolean;
}

/** How calls become operations: rules, algorithms of collectives, what is left out. */
export interface TraceScheduleOptions extends ConversionOptions {
  /**
   * Algorithms of collectives; the first that applies counts. Else those of the library that made the traces (Open MPI's
   * decision rules, or MPICH's, also where the traces do not tell); with the published rules the published generator's.
   */
  readonly collectives?: readonly CollectiveSpec[];
}
