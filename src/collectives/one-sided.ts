/**
 * How MPI libraries do one-sided communication, where the standard leaves it open: which call waits for what. The numbers of
 * latencies were measured over a delayed network with Open MPI 4.1.4 (osc pt2pt) and MPICH 4.0.2 (ch4:ucx); see
 * docs/traces.md, one-sided calls.
 */
import type { MpiLibrary } from './library-calls.js';

export interface Conduct {
  /** Whether locks are messages, and MPI_Win_lock waits for its answer; otherwise operations wait for it. */
  readonly locks: boolean;
  readonly lockWaits: boolean;
  /** Whether a flush asks the target, also with nothing to flush. */
  readonly flushAsks: boolean;
  /** Whether what ends an epoch waits for the operations themselves; otherwise the target waits for their data. */
  readonly endWaits: boolean;
  /** Whether MPI_Win_start waits for the targets; otherwise operations and MPI_Win_complete do. */
  readonly startWaits: boolean;
  /** Operations of so many bytes begin with a round trip without data. */
  readonly announced: number;
}

const OPEN_MPI: Conduct = {
  locks: true,
  lockWaits: false,
  flushAsks: true,
  endWaits: false,
  startWaits: false,
  announced: 65536,
};

const MPICH: Conduct = {
  locks: true,
  lockWaits: true,
  flushAsks: false,
  endWaits: true,
  startWaits: true,
  announced: Number.POSITIVE_INFINITY,
};

/** What the standard demands. */
const UNKNOWN: Conduct = {
  locks: false,
  lockWaits: false,
  flushAsks: false,
  endWaits: false,
  startWaits: false,
  announced: Number.POSITIVE_INFINITY,
};

export function conductOf(library: MpiLibrary): Conduct {
  if (library === 'openmpi') return OPEN_MPI;
  return library === 'mpich' ? MPICH : UNKNOWN;
}
