/**
 * Joins: MPI calls other than collectives that return only when all their ranks have entered, such as those that make a
 * communicator, a window or a file. Each is a composition of collectives, which the MPI library calls itself.
 *
 * Sources: Open MPI 4.1.4 (`ompi/communicator/comm_cid.c`: an identifier takes three nonblocking allreduces) and MPICH 4.0.2
 * (`src/mpi/comm/contextid.c`: a mask of 64 + 1 integers is reduced, the result broadcast in the new communicator); for
 * files and windows the number of latencies of each call over a delayed network (docs/waiting.md).
 */
import { barrierLinear } from './barrier.js';
import type { CollectiveAlgorithm, OperationSink } from './collective-algorithm.js';
import { type CollectivePart, emitInTurn, floorLog2 } from './data-flow.js';
import { type CallKind, type CallRules, choiceOfCall, type MpiLibrary } from './library-calls.js';

/** A collective within a join. */
interface Step extends Pick<CallKind, 'collective' | 'way' | 'bytes'> {
  /** Undefined: the library's own. */
  readonly algorithm: CollectiveAlgorithm | undefined;
  /** Among whom: the ranks of the call, or those of the communicator that it made. */
  readonly among: 'callers' | 'made';
}

/** One message to the next rank and one from the rank before. */
const SHIFT: CollectiveAlgorithm = {
  name: 'shift',
  summary: 'each rank sends to the next one',
  uses: [],
  emit({ rank, size, bytes }, out) {
    if (size < 2) return;
    out.irecv(bytes, (rank + size - 1) % size);
    out.send(bytes, (rank + 1) % size);
  },
};

/** Bytes of an int, and of what a rank says of itself. */
const INT = 4;
const WORD = 8;
/** A mask of 64 + 1 integers, counted as elements of 8 B, as the rules of libraries count them. */
const MASK = 65 * 8;

const blocking = (
  collective: CallKind['collective'],
  bytes: number,
  algorithm?: CollectiveAlgorithm,
): Step => ({ collective, way: 'blocking', bytes, algorithm, among: 'callers' });

function times(count: number, step: Step): readonly Step[] {
  const steps: Step[] = [];
  for (let i = 0; i < count; i++) steps.push(step);
  return steps;
}

const BARRIER = blocking('barrier', 1);
const ALLGATHER = blocking('allgather', WORD);
const ALLREDUCE = blocking('allreduce', WORD);
const BCAST = blocking('bcast', INT);
const REDUCE_SCATTER = blocking('reduce_scatter_block', WORD);
const TO_NEXT = blocking('barrier', WORD, SHIFT);
const THROUGH_ROOT = blocking('barrier', 0, barrierLinear);

/** By the number of ranks that call. */
type Steps = (size: number) => readonly Step[];

const always =
  (steps: readonly Step[]): Steps =>
  () =>
    steps;
const nothing: Steps = always([]);

/** By name of the MPI function, without `MPI_`, and how it is called where that matters. */
type JoinTable = Readonly<Record<string, Steps>>;

// Open MPI

/** The agreement on the identifier of a communicator. */
const IDENTIFIER = times(3, { ...ALLREDUCE, way: 'nonblocking', bytes: INT });
const identified = always(IDENTIFIER);
const ompiWindow = always([...IDENTIFIER, BARRIER]);
const ompiSplit = always([ALLGATHER, ...IDENTIFIER]);

/** Two ranks write and read each for itself (`fcoll/individual`). */
const ompiWrite: Steps = (size) =>
  size < 3 ? [] : [...times(4, ALLREDUCE), ...times(size === 3 ? 3 : 4, TO_NEXT)];
const ompiRead: Steps = (size) => (size < 3 ? [] : [...times(3, THROUGH_ROOT)]);

/**
 * Of both groups, taken as halves; the agreement goes through their leaders. Its latencies beyond those of an identifier of
 * all ranks are by the depth of the larger half.
 */
const ompiBetween: Steps = (size) => {
  if (size === 2) return IDENTIFIER;
  const latencies = (size === 3 ? 6 : 9) + 10 * floorLog2(size - (size >> 1));
  return [...IDENTIFIER, ...times(latencies - 6 * floorLog2(size), TO_NEXT)];
};
const ompiMerge: Steps = (size) => [
  ALLREDUCE,
  ...times(size < 4 ? 3 * (size - 1) : 4 * floorLog2(size) + 2, TO_NEXT),
];

const OPEN_MPI: JoinTable = {
  Comm_dup: identified,
  Comm_idup: identified,
  Comm_create: identified,
  Comm_create_group: identified,
  Comm_split: ompiSplit,
  Comm_split_type: ompiSplit,
  Comm_disconnect: always([BARRIER]),
  Cart_create: identified,
  'Cart_create reordered': identified,
  Graph_create: identified,
  Dist_graph_create: always([REDUCE_SCATTER, TO_NEXT, ...IDENTIFIER]),
  Dist_graph_create_adjacent: identified,
  Intercomm_create: ompiBetween,
  Intercomm_merge: ompiMerge,
  Win_create: ompiWindow,
  Win_allocate: ompiWindow,
  Win_create_dynamic: ompiWindow,
  Win_free: always([BARRIER]),
  Win_fence: always([REDUCE_SCATTER, BARRIER]),
  'Win_fence counts': always([REDUCE_SCATTER]),
  'Win_fence noprecede': always([BARRIER]),
  File_open: always([...IDENTIFIER, ...times(3, BARRIER), ALLGATHER]),
  File_close: always([BARRIER, BARRIER]),
  File_set_size: always([BARRIER, BARRIER]),
  File_set_view: always([ALLGATHER, BARRIER]),
  File_sync: always([BARRIER]),
  File_write_all: ompiWrite,
  File_read_all: ompiRead,
  'File_write_all strided': ompiWrite,
  'File_read_all strided': ompiRead,
  File_write_all_begin: nothing,
  File_read_all_begin: nothing,
  // No `fcoll` has them: each rank writes and reads for itself.
  File_iwrite_all: nothing,
  File_iread_all: nothing,
  'File_iwrite_all strided': nothing,
  'File_iread_all strided': nothing,
};

// MPICH

/** The agreement on the identifier of a communicator, which its ranks then hear of. */
const AGREED = blocking('allreduce', MASK);
const HEARD: Step = { ...BCAST, among: 'made' };
const CONTEXT = [AGREED, HEARD];
/** The same where the new communicator has the ranks of the old one. */
const COPIED = [AGREED, BCAST];
const inContext = always(CONTEXT);
/** Where only its ranks call. */
const inOwnContext = always([ALLREDUCE, HEARD]);
const mpichSplit = always([ALLGATHER, ...CONTEXT]);
const gathered = always([ALLGATHER, ALLGATHER]);
const writtenApart = always([...times(4, ALLGATHER), ...times(4, TO_NEXT)]);
const readApart = always([...times(3, ALLGATHER), ...times(4, TO_NEXT)]);

const MPICH: JoinTable = {
  Comm_dup: inContext,
  Comm_idup: always([ALLREDUCE, BCAST]),
  Comm_create: inContext,
  Comm_create_group: inOwnContext,
  Comm_split: mpichSplit,
  Comm_split_type: always([ALLGATHER, AGREED, ALLGATHER, ...CONTEXT]),
  Comm_disconnect: nothing,
  Cart_create: inContext,
  'Cart_create reordered': mpichSplit,
  Graph_create: inContext,
  Dist_graph_create: always([REDUCE_SCATTER, TO_NEXT, ...CONTEXT]),
  Dist_graph_create_adjacent: inContext,
  Intercomm_create: inContext,
  Intercomm_merge: (size) => [...COPIED, ...times(Math.min(2, size - 2), TO_NEXT)],
  Win_create: always([...COPIED, ...times(5, ALLGATHER)]),
  Win_allocate: always([...COPIED, ALLGATHER, BCAST, ...times(7, ALLGATHER)]),
  Win_create_dynamic: always([...COPIED, ...times(2, ALLGATHER)]),
  Win_free: always([BARRIER]),
  Win_fence: always([BARRIER]),
  'Win_fence counts': nothing,
  'Win_fence noprecede': always([BARRIER]),
  File_open: always([...times(7, ALLGATHER), ...COPIED]),
  File_close: always([BARRIER]),
  File_set_size: always([BARRIER, BARRIER, BCAST]),
  File_set_view: gathered,
  File_sync: nothing,
  File_write_all: gathered,
  File_read_all: gathered,
  // The whole is done when it is begun.
  File_write_all_begin: gathered,
  File_read_all_begin: gathered,
  'File_write_all strided': writtenApart,
  'File_read_all strided': readApart,
  File_iwrite_all: gathered,
  File_iread_all: gathered,
  'File_iwrite_all strided': writtenApart,
  'File_iread_all strided': readApart,
};

/** Calls that join as another one does. */
const AS: Readonly<Record<string, string>> = {
  Comm_dup_with_info: 'Comm_dup',
  Cart_sub: 'Comm_split',
  Win_allocate_shared: 'Win_allocate',
  File_preallocate: 'File_set_size',
  File_set_atomicity: 'File_close',
  File_write_at_all: 'File_write_all',
  File_write_ordered: 'File_write_all',
  File_read_at_all: 'File_read_all',
  File_read_ordered: 'File_read_all',
  File_write_at_all_begin: 'File_write_all_begin',
  File_write_ordered_begin: 'File_write_all_begin',
  File_read_at_all_begin: 'File_read_all_begin',
  File_read_ordered_begin: 'File_read_all_begin',
  'File_write_all_begin strided': 'File_write_all_begin',
  'File_write_at_all_begin strided': 'File_write_all_begin',
  'File_write_ordered_begin strided': 'File_write_all_begin',
  'File_read_all_begin strided': 'File_read_all_begin',
  'File_read_at_all_begin strided': 'File_read_all_begin',
  'File_read_ordered_begin strided': 'File_read_all_begin',
  File_iwrite_at_all: 'File_iwrite_all',
  File_iread_at_all: 'File_iread_all',
  'File_iwrite_at_all strided': 'File_iwrite_all strided',
  'File_iread_at_all strided': 'File_iread_all strided',
  'File_write_at_all strided': 'File_write_all strided',
  'File_write_ordered strided': 'File_write_all strided',
  'File_read_at_all strided': 'File_read_all strided',
  'File_read_ordered strided': 'File_read_all strided',
};

/** What no call of either library was found to do without: no rank leaves before the last has come. */
const USUAL = always([BARRIER]);

/**
 * Where nothing was measured (libraries that are not known, calls of few programs) ranks wait for each other and no more,
 * unless one of the two libraries does without.
 */
function stepsOf(library: MpiLibrary, name: string): Steps {
  const like = AS[name] ?? name;
  if (library === 'openmpi') return OPEN_MPI[like] ?? USUAL;
  if (library === 'mpich') return MPICH[like] ?? USUAL;
  return MPICH[like] === nothing || OPEN_MPI[like] === nothing ? nothing : USUAL;
}

/** One rank of a join, or of what those do next whose communicator it made. */
export interface JoinCall {
  /**
   * The MPI function without `MPI_`, and how it is called where that matters: `Cart_create reordered`; `Win_fence noprecede`,
   * which ends no epoch (MPI_MODE_NOPRECEDE); `File_write_all strided`, where parts of the file that ranks see may lie
   * between each other.
   */
  readonly name: string;
  readonly among: 'callers' | 'made';
  readonly rank: number;
  readonly size: number;
}

/** Puts one rank's messages of a join into `out`. `rules`: of the program's library, without choices of the user. */
export function emitJoin(rules: CallRules, join: JoinCall, out: OperationSink): void {
  const { name, among, rank, size } = join;
  const parts: CollectivePart[] = [];
  for (const step of stepsOf(rules.returning ?? 'unknown', name)(size)) {
    if (step.among !== among) continue;
    const { collective, way, bytes } = step;
    const kind = { collective, way, typed: false, size, bytes, empty: false, inPlace: false };
    const { algorithm, options } = choiceOfCall(rules, kind);
    parts.push({ algorithm: step.algorithm ?? algorithm, call: { rank, size, root: 0, bytes, options } });
  }
  emitInTurn(parts, out);
}

/** Whether ranks wait for each other in an MPI function, by its name without `MPI_`. */
export const joins = (library: MpiLibrary, name: string): boolean => stepsOf(library, name) !== nothing;
