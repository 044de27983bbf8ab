/** Collectives of no data: MPI libraries return from most of them at once, without a message. */
import type { CollectiveName } from '../../collectives/names.js';
import type { Warning } from '../../errors.js';
import { CALLS } from './calls.js';
import type { CallPart, CollectiveEntry } from './ledger.js';
import type { MpiLibrary } from './library.js';

/**
 * Those that wait for other ranks all the same, besides barriers: seen of Open MPI 4.1.4 and MPICH 4.0.2 as they run
 * (test/sources/mpi/empty-calls.real.test.ts). Libraries that are not known are taken for MPICH, as their algorithms are.
 */
const WAITING = {
  openmpi: {
    blocking: ['alltoallv'],
    nonblocking: [
      'allgather',
      'allgatherv',
      'alltoall',
      'exscan',
      'gather',
      'gatherv',
      'scatter',
      'scatterv',
    ],
  },
  mpich: { blocking: ['allreduce'], nonblocking: ['allreduce', 'bcast'] },
} as const satisfies Record<string, Record<string, readonly CollectiveName[]>>;

/** Whether a library's collective of no data waits for other ranks. */
export function waitsWithoutData(library: MpiLibrary, kind: CollectiveName, nonblocking: boolean): boolean {
  const { [nonblocking ? 'nonblocking' : 'blocking']: waiting } =
    WAITING[library === 'openmpi' ? 'openmpi' : 'mpich'];
  return kind === 'barrier' || waiting.some((name) => name === kind);
}

/** The collectives that a set of traces calls with no data and that return at once. */
export class EmptyCalls {
  readonly #library: MpiLibrary | null;
  readonly #calls = new Map<string, number>();

  /** `library`: whose collectives they are; null: every call sends its messages. */
  constructor(library: MpiLibrary | null) {
    this.#library = library;
  }

  /** Whether a call sends nothing; it is counted once, not once per rank. */
  returnsAtOnce(entry: CollectiveEntry, part: CallPart): boolean {
    const { collective, name, nonblocking } = CALLS[entry.code];
    if (this.#library === null || collective === undefined || entry.bytes > 0 || part.size < 2) return false;
    if (waitsWithoutData(this.#library, collective, nonblocking)) return false;
    if (part.rank === 0) this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
    return true;
  }

  warnings(): Warning[] {
    if (this.#calls.size === 0) return [];
    const list = [...this.#calls].map(([name, calls]) => `${name} (${calls})`).join(', ');
    return [
      {
        code: 'collectives-without-data',
        message: `collectives of no data return at once and send nothing, as those of the MPI library do: ${list}`,
      },
    ];
  }
}
