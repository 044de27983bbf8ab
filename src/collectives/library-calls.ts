/**
 * What becomes of a collective as a program calls it: by what the user chose, else as the MPI library does it. Schedules
 * of traces ask here, and so does the tracer's injector, while the program runs, in C that is made of this file.
 */
import { alltoallInPlace, alltoallvLinear } from './alltoall.js';
import { type CollectiveChoice, type CollectiveSpec, chooseAlgorithm } from './choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
  CollectiveOptions,
  OperationSink,
} from './collective-algorithm.js';
import { mpich4Algorithm, mpichChoice } from './mpich.js';
import { libnbcChoice, mpichNonblockingChoice } from './nonblocking.js';

/** `mpich`: MPICH and what is made of it with its binary interface (Intel MPI, MVAPICH, Cray MPICH). */
export type MpiLibrary = 'openmpi' | 'mpich' | 'unknown';

/** The library that the first line of MPI_Get_library_version names. */
export function libraryNamed(text: string): MpiLibrary {
  const said = text.toLowerCase();
  if (said.includes('open mpi') || said.includes('openmpi')) return 'openmpi';
  const descends = said.includes('mpich') || said.includes('mvapich') || said.includes('intel');
  return descends ? 'mpich' : 'unknown';
}

const MPICH_SAYS = 'MPICH Version:';

/** Whether that line names MPICH 4 or later, and not what is made of it, whose versions are other ones. */
export function namesMpich4(text: string): boolean {
  return text.startsWith(MPICH_SAYS) && Number(text.slice(MPICH_SAYS.length).split('.')[0]) >= 4;
}

const EVERYTHING = { collective: null, from: 0, to: Number.POSITIVE_INFINITY, options: {} } as const;
const OPEN_MPI: CollectiveSpec = { ...EVERYTHING, text: 'auto', algorithm: 'auto' };
const MPICH: CollectiveSpec = { ...EVERYTHING, text: 'mpich', algorithm: 'mpich' };

/** The rules of a library's collectives; where it is not known, those of MPICH. */
export const collectivesOf = (library: MpiLibrary): CollectiveSpec =>
  library === 'openmpi' ? OPEN_MPI : MPICH;

/** What decides how collectives go: it is the same for all calls of a run. */
export interface CallRules {
  /** The first that applies counts. */
  readonly specs: readonly CollectiveSpec[];
  /** The last of `specs`, the rules of the library; undefined where it has none. */
  readonly fallback: CollectiveSpec | undefined;
  /** Whose collectives of no data return at once; null: every call sends its messages. */
  readonly returning: MpiLibrary | null;
  /** The program's library is MPICH 4, whose own rules the fallback is to follow. */
  readonly mpich4: boolean;
  /** What of a collective is not chosen. */
  readonly options: CollectiveOptions;
}

/** The rules for a run by a library; `chosen`: what the user chose. */
export function rulesOf(
  library: MpiLibrary,
  mpich4: boolean,
  chosen: readonly CollectiveSpec[],
  options: CollectiveOptions,
): CallRules {
  const fallback = collectivesOf(library);
  return { specs: [...chosen, fallback], fallback, returning: library, mpich4, options };
}

/** How a collective is called. */
export type CallWay = 'blocking' | 'nonblocking' | 'persistent';

/** A collective as all its ranks know it. */
export interface CallKind {
  readonly collective: CollectiveName;
  readonly way: CallWay;
  /** Each block has a type of its own: MPI_Alltoallw. */
  readonly typed: boolean;
  readonly size: number;
  /** {@link CollectiveCall.bytes}, where blocks differ their mean. */
  readonly bytes: number;
  /** No rank gives any data. */
  readonly empty: boolean;
  /** Blocks that this rank receives take the places of those that it sends. */
  readonly inPlace: boolean;
}

/** How a call goes. */
export interface CallChoice extends CollectiveChoice {
  /** It is over at once, without a message. */
  readonly returns: boolean;
}

/** How a call goes, by the rules. Throws UsageError for choices that it cannot take. */
export function choiceOfCall(rules: CallRules, kind: CallKind): CallChoice {
  const { options } = rules;
  const withoutData = algorithmWithoutData(rules.returning, kind);
  if (withoutData !== null)
    return { algorithm: withoutData, options, spec: undefined, returns: withoutData === NOTHING };
  const { collective, size, bytes } = kind;
  const chosen = chooseAlgorithm(rules.specs, collective, size, bytes, options);
  const ofProgram = rules.mpich4 && chosen.spec !== undefined && chosen.spec === rules.fallback;
  const choice = byLibrary(chosen, kind, ofProgram);
  const algorithm = kind.inPlace && choice.spec?.algorithm === 'mpich' ? alltoallInPlace : choice.algorithm;
  return { algorithm, options: choice.options, spec: choice.spec, returns: false };
}

/** `chosen`, or what the library does where its rules, which chose it, do not bind a call. */
function byLibrary(chosen: CollectiveChoice, kind: CallKind, mpich4: boolean): CollectiveChoice {
  const { spec, options } = chosen;
  const { collective, size, bytes } = kind;
  if (spec?.algorithm !== 'auto' && spec?.algorithm !== 'mpich') return chosen;
  if (kind.way === 'blocking') {
    if (kind.typed) {
      const algorithm = spec.algorithm === 'auto' ? alltoallvLinear : chosen.algorithm;
      return { ...chosen, algorithm };
    }
    const algorithm = mpich4 ? mpich4Algorithm(chosen.algorithm, collective, size, bytes) : chosen.algorithm;
    return { ...chosen, algorithm };
  }
  if (spec.algorithm === 'mpich') {
    const own = mpichNonblockingChoice(collective, size, bytes);
    const { algorithm } = own;
    return { algorithm, options: { ...options, fanout: undefined, ...own.options, ...spec.options }, spec };
  }
  const { algorithm, segment } = libnbcChoice(collective, size, bytes);
  return { algorithm, options: { ...options, fanout: undefined, segment, ...spec.options }, spec };
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

/** Whether a library's collective of no data waits for other ranks. */
export function waitsWithoutData(library: MpiLibrary, kind: CollectiveName, way: CallWay): boolean {
  const waiting: readonly CollectiveName[] =
    WAITING[library === 'openmpi' ? 'openmpi' : 'mpich'][way === 'blocking' ? 'blocking' : 'nonblocking'];
  if (kind === 'barrier' || waiting.includes(kind)) return true;
  return library !== 'openmpi' && way === 'persistent' && PERSISTENT_OF_MPICH.includes(kind);
}

const NOTHING: CollectiveAlgorithm = {
  name: 'none',
  summary: 'no message',
  uses: [],
  emit() {},
  closedForm: () => ({ messages: 0, bytes: 0, depth: 0 }),
};

/** How a call of no data goes, whatever was chosen for others; null: as others do. */
export function algorithmWithoutData(library: MpiLibrary | null, kind: CallKind): CollectiveAlgorithm | null {
  const { collective, way, size, empty } = kind;
  if (library === null || !empty || size < 2) return null;
  if (!waitsWithoutData(library, collective, way)) return NOTHING;
  return library !== 'openmpi' && collective === 'allreduce' && way === 'blocking' ? reducedOnly(size) : null;
}

/**
 * MPICH reduces among the ranks of a node and then broadcasts, which returns at once: the first rank hears of all, nobody
 * of it. Seen of ranks on one node; across nodes none would wait (docs/traces.md).
 */
const reducedOnly = (size: number): CollectiveAlgorithm => mpichChoice('reduce', size, 0).algorithm;

/** A call, and one rank's place in it. */
export interface RankOfCall
  extends CallKind,
    Pick<CollectiveCall, 'rank' | 'root' | 'bytesOf' | 'recvBytesOf'> {}

/** Puts one rank's operations of a call into `out`. */
export function decompose(rules: CallRules, asked: RankOfCall, out: OperationSink): void {
  const { rank, size, root, bytes, bytesOf, recvBytesOf } = asked;
  const { algorithm, options } = choiceOfCall(rules, asked);
  algorithm.emit({ rank, size, root, bytes, bytesOf, recvBytesOf, options }, out);
}
