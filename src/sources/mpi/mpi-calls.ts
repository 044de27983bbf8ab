/**
 * The MPI calls that a trace can hold: what their lines look like and what they mean to the schedule.
 * Source of the lines: traces.md "The lines"; the order is that of the arguments in the MPI standard.
 *
 * A layout has one letter per field between the start and the end of a line:
 * `_` not needed · `n` a whole number (count, rank, tag, address …) · `t` TYPE, of which only the size counts ·
 * `C` COMM · `L` a list of numbers. Fields are kept in this order, lists behind all others as length, items.
 */
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { BUFFERED, type SendMode, SYNCHRONOUS } from '../../schedule/schedule.js';

/** Meaning of a call; each has its rule in call-rules.ts. */
export type CallKind =
  | 'send'
  | 'isend'
  | 'recv'
  | 'irecv'
  | 'send-init'
  | 'recv-init'
  | 'start'
  | 'startall'
  | 'request-free'
  | 'cancel'
  | 'wait'
  | 'waitall'
  | 'waitany'
  | 'waitsome'
  | 'test'
  | 'testall'
  | 'testany'
  | 'testsome'
  | 'sendrecv'
  | 'sendrecv-replace'
  | 'probe'
  | 'collective'
  | 'collective-init'
  | 'neighbours'
  | 'neighbours-init'
  | 'comm-dup'
  | 'comm-split'
  | 'comm-create'
  | 'comm-free'
  | 'join'
  | 'one-sided'
  | 'local';

export const isAmongNeighbours = (kind: CallKind): boolean =>
  kind === 'neighbours' || kind === 'neighbours-init';

export interface CallShape {
  readonly name: string;
  readonly kind: CallKind;
  /** Layouts by falling length: some tracers list the counts of `v` collectives, some only their address. */
  readonly layouts: readonly string[];
  /** Place of COMM among the kept fields, or -1. */
  readonly commArg: number;
  /** Place of the request (the last kept field but for a message), or -1. */
  readonly requestArg: number;
  /** Place of the handle of the communicator that it makes, or of the window or file, which has one of its own; -1: none. */
  readonly madeArg: number;
  /** Of calls on matched messages, the place of the message's number, which older traces lack; or -1. */
  readonly messageArg: number;
  readonly collective: CollectiveName | undefined;
  /** Its completion is waited for elsewhere. */
  readonly nonblocking: boolean;
  /** How its send ends; null: by its size. */
  readonly sending: SendMode | null;
  /** Besides collectives: its ranks wait for each other (collectives/joins.ts). */
  readonly joins: boolean;
  /** Only our tracer writes it so: in other formats it has no row. */
  readonly own: boolean;
}

/** Places of the kept fields of every send and receive, persistent or not. */
export const P2P = { count: 0, size: 1, peer: 2, tag: 3, comm: 4, request: 5 } as const;
/** Places of the kept fields of a probe. */
export const PROBE = { source: 0, tag: 1, comm: 2 } as const;
/** Places of the kept fields of a Sendrecv. */
export const SENDRECV = {
  sendCount: 0,
  sendSize: 1,
  dest: 2,
  sendTag: 3,
  recvCount: 4,
  recvSize: 5,
  source: 6,
  recvTag: 7,
  comm: 8,
} as const;
/** Places of the kept fields of a Sendrecv_replace. */
export const REPLACE = { count: 0, size: 1, dest: 2, sendTag: 3, source: 4, recvTag: 5, comm: 6 } as const;
/** Places of the kept fields of calls that complete or start several requests. */
export const REQUESTS = { count: 0, first: 1 } as const;
/** Places of the kept fields of a Comm_split. */
export const SPLIT = { color: 1, key: 2 } as const;
/** Place of the tag of a Comm_create_group and an Intercomm_create. */
export const TAGGED = 1;
/** Place of what distinguishes how a call joins: of a Cart_create, a Win_fence, a File_set_view. */
export const HOW = { reorder: 1, noprecede: 0, strided: 0 } as const;

/** Places of the kept fields of calls on windows: of operations, of MPI_Win_lock and MPI_Win_lock_all, of calls with a group. */
export const ONE_SIDED = { rank: 0, bytes: 1, nocheck: 1, nocheckAll: 0, ranks: 0 } as const;

function keptBefore(layout: string, index: number): number {
  let kept = 0;
  for (let i = 0; i < index; i++) if (layout[i] !== '_' && layout[i] !== 'L') kept++;
  return kept;
}

const WITH_REQUEST: ReadonlySet<CallKind> = new Set(['isend', 'irecv', 'send-init', 'recv-init']);
const MAKES: ReadonlySet<CallKind> = new Set(['comm-dup', 'comm-split', 'comm-create']);

function shape(
  name: string,
  kind: CallKind,
  layouts: readonly string[],
  collective?: CollectiveName,
  nonblocking = false,
): CallShape {
  const layout = layouts[0];
  const comm = layout.indexOf('C');
  const hasRequest = nonblocking || WITH_REQUEST.has(kind);
  const hasMessage = /^MPI_(Mprobe|I?mrecv)$/i.test(name);
  const last = keptBefore(layout, layout.length) - 1;
  return {
    name,
    kind,
    layouts,
    commArg: comm < 0 ? -1 : keptBefore(layout, comm),
    requestArg: hasRequest ? last - (hasMessage ? 1 : 0) : -1,
    madeArg: MAKES.has(kind) ? last - (hasRequest ? 1 : 0) : -1,
    messageArg: hasMessage ? last : -1,
    collective,
    nonblocking,
    sending: sendingOf(name),
    joins: MAKES.has(kind) || kind === 'join' || name === 'MPI_Comm_disconnect',
    own: kind === 'one-sided' || /^MPI_(Win_|File_|Isendrecv)/.test(name),
  };
}

function sendingOf(name: string): SendMode | null {
  if (/^MPI_I?ssend/i.test(name)) return SYNCHRONOUS;
  return /^MPI_I?bsend/i.test(name) ? BUFFERED : null;
}

const nonblockingName = (name: string): string => `MPI_I${name.toLowerCase()}`;
const withRequest = (layouts: readonly string[]): string[] => layouts.map((layout) => `${layout}n`);
/** Of a persistent collective, which also has an info. */
const withInfo = (layouts: readonly string[]): string[] => layouts.map((layout) => `${layout}_n`);

/** The call that does once the work of each start of a persistent collective; the name itself of all other calls. */
export const startedName = (name: string): string =>
  name.replace(/^MPI_(\w+)_init$/, (_, collective: string) => nonblockingName(collective));

/**
 * Whether the algorithm settings of MPI libraries apply to a collective: nonblocking and persistent ones and
 * MPI_Alltoallw use other code.
 */
export const isBound = ({ name, nonblocking }: CallShape): boolean =>
  !nonblocking && name !== 'MPI_Alltoallw';

function collective(name: string, kind: CollectiveName, ...layouts: readonly string[]): CallShape[] {
  return [
    shape(`MPI_${name}`, 'collective', layouts, kind),
    shape(nonblockingName(name), 'collective', withRequest(layouts), kind, true),
    shape(`MPI_${name}_init`, 'collective-init', withInfo(layouts), kind, true),
  ];
}

/** A collective among the neighbours of a communicator with a topology. */
function neighbours(name: string, ...layouts: readonly string[]): CallShape[] {
  return [
    shape(`MPI_${name}`, 'neighbours', layouts),
    shape(nonblockingName(name), 'neighbours', withRequest(layouts), undefined, true),
    shape(`MPI_${name}_init`, 'neighbours-init', withInfo(layouts), undefined, true),
  ];
}

const named = (kind: CallKind, layout: string, ...names: readonly string[]): CallShape[] =>
  names.map((name) => shape(`MPI_${name}`, kind, [layout]));

/** Collective reads and writes of files, whose `n` are the bytes of a rank. */
const JOINING_BLOCKS = ['read', 'write'].flatMap((what) => [
  `File_${what}_all`,
  `File_${what}_at_all`,
  `File_${what}_ordered`,
  `File_${what}_all_begin`,
  `File_${what}_at_all_begin`,
  `File_${what}_ordered_begin`,
]);

/** Every call whose fields are read. The index into this list is the code of the call. */
export const CALLS: readonly CallShape[] = [
  ...named('send', '_ntnnC', 'Send', 'Ssend', 'Bsend', 'Rsend'),
  ...named('isend', '_ntnnCn', 'Isend', 'Issend', 'Ibsend', 'Irsend'),
  ...named('recv', '_ntnnC_', 'Recv'),
  ...named('irecv', '_ntnnCn', 'Irecv'),
  // Source and tag of a matched receive are those of the message that its probe found.
  shape('MPI_Mrecv', 'recv', ['_ntnnC_n', '_ntnnC_']),
  shape('MPI_Imrecv', 'irecv', ['_ntnnCnn', '_ntnnCn']),
  ...named('send-init', '_ntnnCn', 'Send_init', 'Ssend_init', 'Bsend_init', 'Rsend_init'),
  ...named('recv-init', '_ntnnCn', 'Recv_init'),
  ...named('start', 'n', 'Start'),
  ...named('startall', 'nn', 'Startall'),
  ...named('request-free', 'n', 'Request_free'),
  ...named('cancel', 'n', 'Cancel'),
  ...named('wait', 'n_', 'Wait'),
  ...named('waitall', 'nn_', 'Waitall'),
  ...named('waitany', 'nn__', 'Waitany'),
  ...named('waitsome', 'nn___', 'Waitsome'),
  ...named('test', 'n__', 'Test'),
  ...named('testall', 'nn__', 'Testall'),
  ...named('testany', 'nn___', 'Testany'),
  ...named('testsome', 'nn___', 'Testsome'),
  ...named('sendrecv', '_ntnn_ntnnC_', 'Sendrecv'),
  ...named('sendrecv-replace', '_ntnnnnC_', 'Sendrecv_replace'),
  shape('MPI_Isendrecv', 'sendrecv', ['_ntnn_ntnnCn'], undefined, true),
  shape('MPI_Isendrecv_replace', 'sendrecv-replace', ['_ntnnnnCn'], undefined, true),
  ...named('probe', 'nnC_', 'Probe'),
  shape('MPI_Mprobe', 'probe', ['nnCn_', 'nnC__']),
  ...collective('Barrier', 'barrier', 'C'),
  ...collective('Bcast', 'bcast', '_ntnC'),
  ...collective('Reduce', 'reduce', '__nt_nC'),
  ...collective('Allreduce', 'allreduce', '__nt_C'),
  ...collective('Scan', 'scan', '__nt_C'),
  ...collective('Exscan', 'exscan', '__nt_C'),
  ...collective('Gather', 'gather', 'nnt_ntnC'),
  ...collective('Gatherv', 'gatherv', 'nnt__L_LtnC', 'nnt__L_tnC', 'nnt___tnC'),
  ...collective('Scatter', 'scatter', '_ntnntnC'),
  ...collective('Scatterv', 'scatterv', '__L_LtnntnC', '__L_tnntnC', '___tnntnC'),
  ...collective('Allgather', 'allgather', 'nnt_ntC'),
  ...collective('Allgatherv', 'allgatherv', 'nnt__L_LtC', 'nnt__L_tC', 'nnt___tC'),
  ...collective('Alltoall', 'alltoall', 'nnt_ntC'),
  ...collective('Alltoallv', 'alltoallv', 'n_L__t__L__tC', 'n_L_t__L_tC', 'n__t___tC'),
  // As an Alltoallv, with a type for each rank.
  ...collective('Alltoallw', 'alltoallv', 'n_L__L__L__LC', 'n_______C'),
  ...collective('Reduce_scatter', 'reduce_scatter', '___Lt_C', '___t_C'),
  ...collective('Reduce_scatter_block', 'reduce_scatter_block', '__nt_C'),
  ...neighbours('Neighbor_allgather', '_nt_ntC'),
  ...neighbours('Neighbor_allgatherv', '_nt__L_tC', '_nt___tC'),
  ...neighbours('Neighbor_alltoall', '_nt_ntC'),
  ...neighbours('Neighbor_alltoallv', '__L_t__L_tC', '___t___tC'),
  ...neighbours('Neighbor_alltoallw', '__L__L__L__LC', '________C'),
  ...named('comm-dup', 'Cn', 'Comm_dup'),
  ...named('comm-dup', 'C_n', 'Comm_dup_with_info'),
  shape('MPI_Comm_idup', 'comm-dup', ['Cnn'], undefined, true),
  ...named('comm-split', 'Cnnn', 'Comm_split'),
  ...named('comm-create', 'C_n', 'Comm_create', 'Cart_sub', 'Intercomm_merge'),
  ...named('comm-create', 'C_nn', 'Comm_create_group'),
  ...named('comm-create', 'C___n', 'Comm_split_type'),
  shape('MPI_Cart_create', 'comm-create', ['C___nn', 'C____n']),
  ...named('comm-create', 'C____n', 'Graph_create'),
  ...named('comm-create', 'C___nn', 'Intercomm_create'),
  ...named('comm-create', 'C_______n', 'Dist_graph_create'),
  ...named('comm-create', 'C________n', 'Dist_graph_create_adjacent'),
  ...named('comm-free', 'n', 'Comm_free', 'Comm_disconnect'),
  // A window or a file is a communicator of its own.
  ...named(
    'comm-dup',
    'Cn',
    'Win_create',
    'Win_allocate',
    'Win_allocate_shared',
    'Win_create_dynamic',
    'File_open',
  ),
  ...named('join', 'nC', 'Win_fence', 'File_set_view'),
  ...named(
    'join',
    'C',
    'Win_free',
    'File_close',
    'File_set_size',
    'File_preallocate',
    'File_sync',
    'File_seek_shared',
    'File_set_atomicity',
  ),
  ...named('join', 'nC', ...JOINING_BLOCKS),
  ...['read', 'write', 'read_at', 'write_at'].map((what) =>
    shape(`MPI_File_i${what}_all`, 'join', ['nCn'], undefined, true),
  ),
  ...named('one-sided', 'nnC', 'Put', 'Get', 'Accumulate', 'Get_accumulate', 'Fetch_and_op'),
  ...named('one-sided', 'nnC', 'Compare_and_swap', 'Win_lock'),
  ...['Rput', 'Rget', 'Raccumulate', 'Rget_accumulate'].map((name) =>
    shape(`MPI_${name}`, 'one-sided', ['nnCn'], undefined, true),
  ),
  ...named('one-sided', 'nC', 'Win_lock_all', 'Win_unlock', 'Win_flush', 'Win_flush_local'),
  ...named('one-sided', 'C', 'Win_unlock_all', 'Win_flush_all', 'Win_flush_local_all'),
  ...named('one-sided', 'C', 'Win_complete', 'Win_wait'),
  ...named('one-sided', 'nLC', 'Win_post', 'Win_start'),
  ...named('local', 'C_', 'Comm_rank', 'Comm_size'),
];

/** Index into {@link CALLS} by name, of those that formats other than that of our tracer may have. */
export const CODES: ReadonlyMap<string, number> = new Map(
  CALLS.flatMap(({ name, own }, code) => (own ? [] : [[name, code] as const])),
);

/** Calls that need no rule: they do not communicate, and their time belongs to the computation. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(
  (
    'Abort Address Aint_add Aint_diff Alloc_mem Buffer_attach Buffer_detach Cart_coords Cart_get ' +
    'Cart_map Cart_rank Cart_shift Cartdim_get Dims_create Finalize Finalized Free_mem Get_address Get_count ' +
    'Get_elements Get_elements_x Get_library_version Get_processor_name Get_version Graph_get Graph_map ' +
    'Graph_neighbors Graph_neighbors_count Graphdims_get Improbe Init Init_thread Initialized Iprobe ' +
    'Is_thread_main Keyval_create Keyval_free Pack Pack_size Pcontrol Query_thread Request_get_status ' +
    'Test_cancelled Topo_test Unpack Wtick Wtime Comm_compare Comm_group Comm_get_attr Comm_set_attr ' +
    'Comm_delete_attr Comm_create_keyval Comm_free_keyval Comm_get_name Comm_set_name Comm_get_errhandler ' +
    'Comm_set_errhandler Comm_create_errhandler Comm_call_errhandler Comm_get_info Comm_set_info ' +
    'Comm_remote_group Comm_remote_size Comm_test_inter Comm_get_parent Add_error_class Add_error_code ' +
    'Add_error_string Close_port Open_port Get_hw_resource_info Grequest_complete Grequest_start Pack_external ' +
    'Pack_external_size Register_datarep Unpack_external Win_attach Win_call_errhandler Win_create_errhandler ' +
    'Win_create_keyval Win_delete_attr Win_detach Win_free_keyval Win_get_attr Win_get_errhandler Win_get_group ' +
    'Win_get_info Win_get_name Win_set_attr Win_set_errhandler Win_set_name Win_shared_query Win_sync ' +
    // What one rank reads and writes; its collective reads and writes that were begun.
    'File_call_errhandler File_create_errhandler File_delete File_get_amode File_get_atomicity ' +
    'File_get_byte_offset File_get_errhandler File_get_group File_get_info File_get_position ' +
    'File_get_position_shared File_get_size File_get_type_extent File_get_view File_iread File_iread_at ' +
    'File_iread_shared File_iwrite File_iwrite_at File_iwrite_shared File_read File_read_at File_read_shared ' +
    'File_seek File_set_errhandler File_write File_write_at File_write_shared File_read_all_end ' +
    'File_read_at_all_end File_read_ordered_end File_write_all_end File_write_at_all_end File_write_ordered_end'
  )
    .split(' ')
    .map((name) => `MPI_${name}`),
);
const LOCAL_PREFIXES = [
  'Attr_',
  'Errhandler_',
  'Error_',
  'Group_',
  'Info_',
  'Op_',
  'Status_',
  'T_',
  'Type_',
].map((prefix) => `MPI_${prefix}`);

/** Whether a call that is not in {@link CALLS} is known not to communicate. */
export function isLocal(name: string): boolean {
  return LOCAL_NAMES.has(name) || LOCAL_PREFIXES.some((prefix) => name.startsWith(prefix));
}

// Ranges of the arguments of calls in traces of our tracer; values outside are damage.

const MOST = Number.MAX_SAFE_INTEGER;
/** Counts, bytes, numbers of communicators and addresses. */
const NOT_NEGATIVE = [0, MOST] as const;
/** Whether a buffer is that of the other side: MPI_IN_PLACE. */
export const FLAG = [0, 1] as const;
/** Ranks and tags: the library's values for any and none are below 0, and small. */
const INT = [-(2 ** 31), 2 ** 31 - 1] as const;
const ANY = [-MOST, MOST] as const;

/** Calls whose every number is a count, a request, or the number of a communicator. */
const NUMBERED = /^(start|startall|request-free|cancel|(wait|test)(all|any|some)?|comm-(dup|create|free))$/;

/** The least and the most that the argument at a place of a layout can be, by the letters behind it. */
export function rangeOf({ kind, requestArg }: CallShape, layout: string, at: number): readonly number[] {
  const behind = layout.slice(at + 1);
  if (layout[at] === 'C') return ANY;
  if (kind === 'join' || (kind === 'one-sided' && at === ONE_SIDED.bytes)) return NOT_NEGATIVE;
  if (layout[at] === 't' || behind.startsWith('t') || NUMBERED.test(kind)) return NOT_NEGATIVE;
  if (requestArg >= 0 && /^n?$/.test(behind)) return NOT_NEGATIVE;
  const collective = kind === 'collective' || kind === 'collective-init';
  if (collective && /^(nt|_L|__t)/.test(behind)) return FLAG;
  return INT;
}

/** Of all arguments that rows of a layout keep, in their order, lists aside. */
export const rangesOf = (shape: CallShape, layout: string): (readonly number[])[] =>
  [...layout].flatMap((letter, at) => (letter === '_' || letter === 'L' ? [] : [rangeOf(shape, layout, at)]));

/** What the published generator knows (traces.md, the rules without ✱). */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'Send Rsend Isend Recv Irecv Sendrecv Wait Waitall Send_init Recv_init Start Request_free ' +
    'Barrier Bcast Reduce Allreduce Iallreduce Allgather Alltoall'
  )
    .split(' ')
    .map((name) => `MPI_${name}`),
);

const KNOWN_CODE: readonly boolean[] = CALLS.map((call) => KNOWN.has(call.name));

export const isPublishedCall = (code: number): boolean => KNOWN_CODE[code];

/** Bytes between two request variables in the published generator. */
export const PUBLISHED_PITCH = 4;
