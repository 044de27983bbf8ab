/** What a collective of the traces is to its algorithm, and which algorithm that is. */

import { alltoallInPlace, alltoallvLinear } from '../../collectives/alltoall.js';
import { type CollectiveChoice, type CollectiveSpec, chooseAlgorithm } from '../../collectives/choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
} from '../../collectives/collective-algorithm.js';
import { mpich4Algorithm, mpichChoice } from '../../collectives/mpich.js';
import { libnbcChoice, mpichNonblockingChoice } from '../../collectives/nonblocking.js';
import type { Warning } from '../../errors.js';
import {
  type CallPart,
  type CollectiveEntry,
  exchangesInPlace,
  ownBlocks,
  typicalBytes,
} from './collective-calls.js';
import type { RuleSet } from './conversion-options.js';
import { CALLS, type CallShape, isBound } from './mpi-calls.js';
import type { RankTrace } from './rank-trace.js';
import { DefaultsTaken, isMpich4, libraryOf, type MpiLibrary } from './trace-set.js';

/** What decides how collectives go: it is the same for all ranks. */
export interface CollectiveChoices {
  readonly rules: RuleSet;
  readonly library: MpiLibrary;
  /** What the user chose; the first that applies counts. */
  readonly specs: readonly CollectiveSpec[];
  /** The last of `specs`, the rules of the library; undefined where it has none. */
  readonly fallback: CollectiveSpec | undefined;
  /** The traces are of MPICH 4, whose own rules the fallback is to follow. */
  readonly mpich4: boolean;
  readonly defaults: DefaultsTaken;
  readonly empty: EmptyCalls;
  readonly taken: ChoicesTaken;
}

/** For the traces of a run; `chosen`: what the user chose. */
export function choicesFor(
  ranks: readonly RankTrace[],
  rules: RuleSet,
  chosen: readonly CollectiveSpec[],
): CollectiveChoices {
  const library = libraryOf(ranks);
  const mpich4 = isMpich4(ranks);
  const fallback = rules.fallback(library);
  return {
    rules,
    library,
    specs: fallback === undefined ? chosen : [...chosen, fallback],
    fallback,
    mpich4,
    defaults: new DefaultsTaken(library, mpich4),
    empty: new EmptyCalls(rules.sendsEmpty ? null : library),
    taken: new ChoicesTaken(),
  };
}

/** `chosen`, or what the library does where its rules, which chose it, do not bind a call. */
function byLibrary(
  chosen: CollectiveChoice,
  kind: CollectiveName,
  code: number,
  size: number,
  bytes: number,
  mpich4: boolean,
): CollectiveChoice {
  const { spec, options } = chosen;
  if (spec?.algorithm !== 'auto' && spec?.algorithm !== 'mpich') return chosen;
  if (isBound(CALLS[code])) {
    const algorithm = mpich4 ? mpich4Algorithm(chosen.algorithm, kind, size, bytes) : chosen.algorithm;
    return { ...chosen, algorithm };
  }
  if (!CALLS[code].nonblocking) {
    const algorithm = spec.algorithm === 'auto' ? alltoallvLinear : chosen.algorithm;
    return { ...chosen, algorithm };
  }
  if (spec.algorithm === 'mpich') {
    const own = mpichNonblockingChoice(kind, size, bytes);
    const { algorithm } = own;
    return { algorithm, options: { ...options, fanout: undefined, ...own.options, ...spec.options }, spec };
  }
  const { algorithm, segment } = libnbcChoice(kind, size, bytes);
  return { algorithm, options: { ...options, fanout: undefined, segment, ...spec.options }, spec };
}

/** One rank's part of a collective. Throws UsageError for choices that the call cannot take. */
export function describeCall(
  kind: CollectiveName,
  part: CallPart,
  entry: CollectiveEntry,
  trace: RankTrace,
  row: number,
  { rules, specs, fallback, mpich4, defaults, empty, taken }: CollectiveChoices,
): { readonly call: CollectiveCall; readonly algorithm: CollectiveAlgorithm } {
  const withoutData = empty.withoutData(entry, part);
  if (withoutData !== null) {
    const { rank, size } = part;
    const call = { rank, size, root: entry.root, bytes: 0, options: rules.options };
    return { call, algorithm: withoutData };
  }
  const bytes = typicalBytes(entry, part.size);
  const chosen = chooseAlgorithm(specs, kind, part.size, bytes, rules.options);
  const ofTraces = mpich4 && chosen.spec !== undefined && chosen.spec === fallback;
  const { algorithm, options, spec } = byLibrary(chosen, kind, entry.code, part.size, bytes, ofTraces);
  taken.add(spec);
  if (spec !== undefined && spec === fallback && part.size > 1) defaults.add(kind, { algorithm, options });
  const { blocks } = entry;
  const ownBytes = ownBlocks(kind, trace, row);
  const bytesOf = blocks === undefined ? ownBytes?.bytesOf : (rank: number) => blocks[rank];
  const call: CollectiveCall = {
    rank: part.rank,
    size: part.size,
    root: entry.root,
    bytes: kind === 'barrier' ? 1 : entry.bytes,
    bytesOf,
    recvBytesOf: ownBytes?.recvBytesOf,
    options,
  };
  if (spec?.algorithm === 'mpich' && exchangesInPlace(kind, trace, row))
    return { call, algorithm: alltoallInPlace };
  const iallreduce = kind === 'allreduce' && CALLS[entry.code].nonblocking && specs.length === 0;
  return { call, algorithm: (iallreduce ? rules.iallreduce : undefined) ?? algorithm };
}

/** Which of the chosen algorithms the collectives of a set of traces take. */
export class ChoicesTaken {
  readonly #taken = new Set<CollectiveSpec>();

  add(spec: CollectiveSpec | undefined): void {
    if (spec !== undefined) this.#taken.add(spec);
  }

  /** Of those of `chosen` that name a collective and that no call takes: a size or another choice may keep them from it. */
  warnings(chosen: readonly CollectiveSpec[]): Warning[] {
    return chosen
      .filter((spec) => spec.collective !== null && !this.#taken.has(spec))
      .map(({ collective, text }) => ({
        code: 'choice-without-calls',
        message: `no call of the traces takes ${text}: there is no ${collective} of these sizes, or a choice before it takes them`,
      }));
  }
}

// Collectives of no data: MPI libraries return from most of them at once, without a message.

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

  warning(): Warning | null {
    if (this.#calls.size === 0) return null;
    const list = [...this.#calls].map(([name, calls]) => `${name} (${calls})`).join(', ');
    const message = `collectives of no data return at once and send nothing, as those of the MPI library do: ${list}`;
    return { code: 'collectives-without-data', message };
  }
}

/**
 * MPICH reduces among the ranks of a node and then broadcasts, which returns at once: the first rank hears of all, nobody
 * of it. Seen of ranks on one node; across nodes none would wait (docs/traces.md).
 */
const reducedOnly = (size: number): CollectiveAlgorithm => mpichChoice('reduce', size, 0).algorithm;
