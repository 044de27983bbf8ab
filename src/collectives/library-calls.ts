/**
 * What becomes of a collective as a program calls it: by what the user chose, else as the MPI library does it. Schedules
 * of traces ask here, and so does the tracer's injector, while the program runs, in C that is made of this file.
 */
import { allgatherBruck, allgatherLinear, allgatherRecursiveDoubling, allgatherRing } from './allgather.js';
import { allreduceMpichScheduled, allreduceRabenseifner, allreduceRecursiveDoubling } from './allreduce.js';
import {
  alltoallBruck,
  alltoallInPlace,
  alltoallLinear,
  alltoallMpichPairwise,
  alltoallvLinear,
  alltoallvMpichLinear,
} from './alltoall.js';
import { barrierDissemination } from './barrier.js';
import {
  bcastAheadAllgather,
  bcastAheadDoubling,
  bcastBinomial,
  bcastKnomial,
  bcastLinear,
} from './bcast.js';
import { type CollectiveChoice, type CollectiveSpec, chooseAlgorithm } from './choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
  CollectiveOptions,
  OperationSink,
} from './collective-algorithm.js';
import { emitInTurn, isPower, powerBelow, runBytes } from './data-flow.js';
import { gatherBinomial, gatherLinear, gathervLinear } from './gather.js';
import { type MpichChoice, mpich4Algorithm, mpichChoice } from './mpich.js';
import { inOrderBinomialTree, reduceTree } from './rank-trees.js';
import { reduceChain, reduceMpichScheduled, reduceOmpiBinomial, reduceRabenseifner } from './reduce.js';
import { reduceScatterPairwise, reduceScatterRecursiveHalving } from './reduce-scatter.js';
import { EXSCAN, SCAN } from './scan.js';
import { scatterBinomial, scatterLinear, scattervLinear } from './scatter.js';

// What libraries do for nonblocking and persistent collectives. Open MPI: coll/libnbc, which looks at no rules of coll/tuned
// (source: Open MPI 4.1.4, `ompi/mca/coll/libnbc` with its parameters as they are by default). MPICH: most goes by rules of
// its own, which name schedules (source: MPICH 4.0.2, `maint/tuning/coll/mpir/generic.json` in its source).

/** Bytes of an element, which a call does not state. */
const ELEMENT_BYTES = 8;
/** Vectors from here on are long. */
const LONG = 65_536;
/** Segments of a chain, bytes. */
const SEGMENT = 8192;
/** The most ranks that a broadcast goes to one by one. */
const FEW = 4;

/** Rank r sends to r without its lowest bit; another root changes places with rank 0. */
const reduceBinomial: CollectiveAlgorithm = {
  name: 'libnbc-binomial',
  summary: 'binomial tree, in which the root and rank 0 change places',
  uses: ['reduce'],
  emit(call, out) {
    reduceTree(call, out, { tree: inOrderBinomialTree, fanout: 1, segment: 0, root: 'swap' });
  },
};

const reduceThenBcast: CollectiveAlgorithm = {
  name: 'libnbc-reduce-bcast',
  summary: 'binomial reduce to rank 0, then binomial bcast',
  uses: ['reduce'],
  emit(call, out) {
    const rooted = { ...call, root: 0 };
    const parts = [reduceBinomial, bcastBinomial].map((algorithm) => ({ algorithm, call: rooted }));
    emitInTurn(parts, out);
  },
};

const reduceThenScatter: CollectiveAlgorithm = {
  name: 'libnbc-reduce-scatter',
  summary: 'binomial reduce to rank 0, which then sends every rank its block',
  uses: ['reduce'],
  emit(call, out) {
    const { size } = call;
    const rooted = { ...call, root: 0 };
    const whole = { ...rooted, bytes: runBytes(call, 0, size), bytesOf: undefined };
    const parts = [
      { algorithm: reduceBinomial, call: whole, slots: size },
      { algorithm: scatterLinear, call: rooted },
    ];
    emitInTurn(parts, out);
  },
};

const [scanLinear] = SCAN;
const [exscanLinear] = EXSCAN;

const ALWAYS: Readonly<
  Record<Exclude<CollectiveName, 'bcast' | 'reduce' | 'allreduce'>, CollectiveAlgorithm>
> = {
  barrier: barrierDissemination,
  allgather: allgatherLinear,
  allgatherv: allgatherLinear,
  alltoall: alltoallLinear,
  alltoallv: alltoallvLinear,
  gather: gatherLinear,
  gatherv: gatherLinear,
  scatter: scatterLinear,
  scatterv: scatterLinear,
  scan: scanLinear,
  exscan: exscanLinear,
  reduce_scatter: reduceThenScatter,
  reduce_scatter_block: reduceThenScatter,
};

/** An algorithm, with the segments that it is cut into. */
interface LibnbcChoice {
  readonly algorithm: CollectiveAlgorithm;
  /** Bytes; 0: none. */
  readonly segment: number;
}

/**
 * What libnbc takes for a call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}, where blocks differ their mean.
 * Operators are taken to commute, and elements to have 8 B.
 */
export function libnbcChoice(collective: CollectiveName, size: number, bytes: number): LibnbcChoice {
  const divides = Math.floor(bytes / ELEMENT_BYTES) >= powerBelow(size);
  if (collective === 'bcast') return { algorithm: size > FEW ? bcastBinomial : bcastLinear, segment: 0 };
  if (collective === 'reduce') return reduceChoice(size, bytes, divides);
  if (collective !== 'allreduce') return { algorithm: ALWAYS[collective], segment: 0 };
  const cut = size >= FEW && bytes >= LONG && divides;
  return { algorithm: cut ? allreduceRabenseifner : reduceThenBcast, segment: 0 };
}

function reduceChoice(size: number, bytes: number, divides: boolean): LibnbcChoice {
  if (size > 2 && divides) return { algorithm: reduceRabenseifner, segment: 0 };
  if (size > FEW || bytes < LONG) return { algorithm: reduceBinomial, segment: 0 };
  return { algorithm: reduceChain, segment: SEGMENT };
}

const KIB = 1024;

type Rule = (size: number, bytes: number) => CollectiveAlgorithm;

const always =
  (algorithm: CollectiveAlgorithm): Rule =>
  () =>
    algorithm;

/** A vector with an element for each place of the power of two below the ranks, and longer than 2 KiB, is cut. */
const cut =
  (whole: CollectiveAlgorithm, parts: CollectiveAlgorithm): Rule =>
  (size, bytes) =>
    bytes > 2 * KIB && bytes / ELEMENT_BYTES >= powerBelow(size) ? parts : whole;

const bcast: Rule = (size, bytes) => {
  if (size < 8 || bytes < 12 * KIB) return bcastKnomial;
  return isPower(size) && bytes < 512 * KIB ? bcastAheadDoubling : bcastAheadAllgather;
};

const allgather: Rule = (size, bytes) => {
  if (isPower(size)) return bytes * size < 512 * KIB ? allgatherRecursiveDoubling : allgatherRing;
  return bytes * size < 80 * KIB ? allgatherBruck : allgatherRing;
};

const alltoall: Rule = (size, bytes) => {
  if (size > 8 && bytes <= 2 * KIB) return alltoallBruck;
  return bytes <= 32 * KIB ? alltoallLinear : alltoallMpichPairwise;
};

/** `most`: bytes of all blocks below which they are halved. */
const reduceScatter =
  (most: number): Rule =>
  (size, bytes) =>
    bytes * size < most ? reduceScatterRecursiveHalving : reduceScatterPairwise;

const [, scanDoubling] = SCAN;
const [, exscanDoubling] = EXSCAN;

const RULES: Readonly<Record<CollectiveName, Rule>> = {
  barrier: always(barrierDissemination),
  bcast,
  reduce: cut(reduceOmpiBinomial, reduceMpichScheduled),
  allreduce: cut(allreduceRecursiveDoubling, allreduceMpichScheduled),
  allgather,
  allgatherv: allgather,
  alltoall,
  alltoallv: always(alltoallvMpichLinear),
  gather: always(gatherBinomial),
  gatherv: always(gathervLinear),
  scatter: always(scatterBinomial),
  scatterv: always(scattervLinear),
  scan: always(scanDoubling),
  exscan: always(exscanDoubling),
  reduce_scatter: reduceScatter(512 * KIB),
  // Its rule has bytes, too, but gets the number of elements.
  reduce_scatter_block: reduceScatter(512 * KIB * ELEMENT_BYTES),
};

/**
 * What MPICH takes for a nonblocking or persistent call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}, where
 * blocks differ their mean. Operators are taken to be MPI's own, and elements to have 8 B.
 */
export function mpichNonblockingChoice(collective: CollectiveName, size: number, bytes: number): MpichChoice {
  const algorithm = RULES[collective](size, bytes);
  return { algorithm, options: algorithm === bcastKnomial ? { fanout: 2 } : {} };
}

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
const collectivesOf = (library: MpiLibrary): CollectiveSpec => (library === 'openmpi' ? OPEN_MPI : MPICH);

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
  /** The parts of a collective without a choice. */
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
interface CallChoice extends CollectiveChoice {
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
 * MPICH reduces among the ranks of a node and then broadcasts, which returns at once: the first rank hears of all, no other
 * of it. Seen on ranks of one node; across nodes none would wait (docs/traces.md).
 */
const reducedOnly = (size: number): CollectiveAlgorithm => mpichChoice('reduce', size, 0).algorithm;

/** A call, and one rank's place in it. */
export interface RankOfCall
  extends CallKind,
    Pick<CollectiveCall, 'rank' | 'root' | 'bytesOf' | 'recvBytesOf'> {}

/** Puts one rank's operations of a call into `out`. */
export function decompose(rules: CallRules, query: RankOfCall, out: OperationSink): void {
  const { rank, size, root, bytes, bytesOf, recvBytesOf } = query;
  const { algorithm, options } = choiceOfCall(rules, query);
  algorithm.emit({ rank, size, root, bytes, bytesOf, recvBytesOf, options }, out);
}
