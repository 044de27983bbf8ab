/** Collectives of no data: MPI libraries return from most of them at once, without a message. */
import { mpichChoice } from '../../collectives/mpich.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveAlgorithm } from '../../collectives/types.js';
import type { Warning } from '../../errors.js';
import { CALLS, type CallShape } from './calls.js';
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

/** Persistent ones of MPICH that wait besides its nonblocking ones (test/mpich/nonblocking.real.test.ts). */
const PERSISTENT_OF_MPICH: readonly CollectiveName[] = [
  'allgather',
  'alltoall',
  'exscan',
  'gather',
  'reduce',
  'scan',
  'scatter',
];

/** How a collective is called. */
export type CallWay = 'blocking' | 'nonblocking' | 'persistent';

/** Whether a library's collective of no data waits for other ranks. */
export function waitsWithoutData(library: MpiLibrary, kind: CollectiveName, way: CallWay): boolean {
  const waiting: readonly CollectiveName[] =
    WAITING[library === 'openmpi' ? 'openmpi' : 'mpich'][way === 'blocking' ? 'blocking' : 'nonblocking'];
  if (kind === 'barrier' || waiting.includes(kind)) return true;
  return library !== 'openmpi' && way === 'persistent' && PERSISTENT_OF_MPICH.includes(kind);
}

const wayOf = ({ kind, nonblocking }: CallShape): CallWay => {
  if (kind === 'collective-init') return 'persistent';
  return nonblocking ? 'nonblocking' : 'blocking';
};

const NOTHING: CollectiveAlgorithm = {
  name: 'none',
  summary: 'no message',
  uses: [],
  emit() {},
  closedForm: () => ({ messages: 0, bytes: 0, depth: 0 }),
};

/** What becomes of the collectives that a set of traces calls with no data. */
export class EmptyCalls {
  readonly #library: MpiLibrary | null;
  readonly #calls = new Map<string, number>();

  /** `library`: whose collectives they are; null: every call sends its messages. */
  constructor(library: MpiLibrary | null) {
    this.#library = library;
  }

  /**
   * How a call of no data goes, whatever was chosen for others; null: as others do. One that returns at once is counted
   * once, not once per rank.
   */
  withoutData(entry: CollectiveEntry, part: CallPart): CollectiveAlgorithm | null {
    const { collective, name, nonblocking } = CALLS[entry.code];
    if (this.#library === null || collective === undefined || entry.bytes > 0 || part.size < 2) return null;
    if (waitsWithoutData(this.#library, collective, wayOf(CALLS[entry.code])))
      return this.#library !== 'openmpi' && collective === 'allreduce' && !nonblocking
        ? reducedOnly(part.size)
        : null;
    if (part.rank === 0) this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
    return NOTHING;
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

/**
 * MPICH reduces among the ranks of a node and then broadcasts, which returns at once: the first rank hears of all, nobody
 * of it. Seen of ranks on one node; across nodes none would wait (docs/traces.md).
 */
const reducedOnly = (size: number): CollectiveAlgorithm => mpichChoice('reduce', size, 0).algorithm;
