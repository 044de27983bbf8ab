/** What became of the calls of traces: which are operations, and how much time those take that are not. */

/** What became of the calls of one MPI function. */
export interface CallCoverage {
  readonly name: string;
  readonly calls: number;
  /** Calls of these that were not understood: their time counts as computation, their messages are lost. */
  readonly missed: number;
  /**
   * `modelled`: becomes operations or orders them; `creation`: makes communicators, which are followed, but what it
   * communicates itself counts as computation; `local`: communicates with nobody; `outside`: begins or ends the time that
   * counts; `unknown`: none of these; `skipped`: left out.
   */
  readonly kind: 'modelled' | 'creation' | 'local' | 'outside' | 'unknown' | 'skipped';
  /** Time inside the calls over all ranks, in ns. */
  readonly time: number;
  /** Its part of the ranks' time between MPI_Init and MPI_Finalize, 0 … 1; 0 of calls outside of that. */
  readonly share: number;
  /** The part of the calls that were missed. */
  readonly missedShare: number;
}

/** What became of every call of a set of traces. */
export interface Coverage {
  /** By falling time. */
  readonly calls: readonly CallCoverage[];
  /** Sum over all ranks of the time between MPI_Init and MPI_Finalize, in ns. */
  readonly time: number;
}
