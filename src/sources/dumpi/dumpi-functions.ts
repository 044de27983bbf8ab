/**
 * The functions that DUMPI records, in the order of its numbers, with the fields of their records. Source: the description
 * of the format and the list of functions of sst-dumpi, and how it reads them.
 *
 * One letter a field: `i` 32 bits · `q` 64 bits · `b` 8 bits · `h` 16 bits, a handle · `t` 16 bits, a datatype · `c` 16 bits,
 * a communicator · `l` a list of 32-bit numbers · `w` a list of 16-bit numbers · `s` a list of bytes · `v` a list of lists of
 * bytes · `x` a list of those · `m` a list of lists of 32-bit numbers · `z` statuses · `k` 32 bits, the caller's rank in the
 * communicator · `o` 32 bits, the root. Fields in parentheses are there where caller and root are the same. A list begins
 * with its length in 32 bits.
 *
 * Behind a call whose arguments matter stands where they are among the fields, in the order in which rows keep them:
 * a digit each, `-` for 0 and `=` for 1, lists behind `:`. `*` are the requests of a list.
 */
import { CALLS, CODES } from '../mpi/mpi-calls.js';

const PART_1 = `
Send itiic 01234 | Recv itiicz 01234 | Get_count zti | Bsend itiic 01234 | Ssend itiic 01234 | Rsend itiic 01234
Buffer_attach i | Buffer_detach i | Isend itiici 012345 | Ibsend itiici 012345 | Issend itiici 012345
Irsend itiici 012345 | Irecv itiici 012345 | Wait iz 0 | Test iiz 0 | Request_free i 0 | Waitany iliz *1
Testany iliiz *1 | Waitall ilz *1 | Testall iliz *1 | Waitsome ililz *1 | Testsome ililz *1 | Iprobe iiciz
Probe iicz 012 | Cancel i 0 | Test_cancelled zi | Send_init itiici 012345 | Bsend_init itiici 012345
Ssend_init itiici 012345 | Rsend_init itiici 012345 | Recv_init itiici 012345 | Start i 0 | Startall il *1
Sendrecv itiiitiicz 012345678 | Sendrecv_replace itiiiicz 0123456 | Type_contiguous itt | Type_vector iiitt
Type_hvector iiitt | Type_indexed illtt | Type_hindexed illtt | Type_struct illwt | Address i | Type_extent ti
Type_size ti | Type_lb ti | Type_ub ti | Type_commit t | Type_free t | Get_elements zti | Pack itiiic
Unpack iiiitc | Pack_size itci | Barrier c 0 | Bcast itic 0123 | Gather kitoc(it) -125634
Gatherv kiitoc(ll)t -23845:6 | Scatter kitoc(it) 56-1234 | Scatterv kititoc(ll) 2-3456:7
Allgather ititc =01234 | Allgatherv iitlltc =1256:3 | Alltoall ititc =01234 | Alltoallv illtlltc -367:14
Reduce itbic 0134 | Op_create ib | Op_free b | Allreduce itbc 013 | Reduce_scatter iltbc 24:1 | Scan itbc 013
Group_size hi | Group_rank hi | Group_translate_ranks hilhl | Group_compare hhb | Comm_group ch | Group_union hhh
Group_intersection hhh | Group_difference hhh | Group_incl hilh | Group_excl hilh | Group_range_incl himh
Group_range_excl himh | Group_free h | Comm_size ci | Comm_rank ci | Comm_compare ccb | Comm_dup cc 01
Comm_create chc 02 | Comm_split ciic 0123 | Comm_free c 0 | Comm_test_inter ci | Comm_remote_size ci
Comm_remote_group ch | Intercomm_create ciciic | Intercomm_merge cic 02 | Keyval_create h | Keyval_free h
Attr_put ci | Attr_get cii | Attr_delete ci | Topo_test cb | Cart_create cillic 05 | Dims_create iill
Graph_create icillic 16 | Graphdims_get cii | Graph_get iiciill | Cartdim_get ci | Cart_get icilll | Cart_rank icli
Cart_coords iciil | Graph_neighbors_count cii | Graph_neighbors iciil | Cart_shift ciiii | Cart_sub iclc 13
Cart_map cilli | Graph_map icilli | Get_processor_name si | Get_version ii | Errhandler_create h | Errhandler_set ch
Errhandler_get ch | Errhandler_free h | Error_string isi | Error_class ii | Wtime . | Wtick . | Init v | Finalize .
Initialized i | Abort ci | Pcontrol ? | Close_port s | Comm_accept shicc | Comm_connect shicc
Comm_disconnect c 0 | Comm_get_parent c | Comm_join ic | Comm_spawn kocc(svihl) | Comm_spawn_multiple ikocc(ivxlwl)
Lookup_name shs | Open_port hs | Publish_name shs | Unpublish_name shs`;

const PART_2 = `
Accumulate itiiitbh | Get itiiith | Put itiiith | Win_complete h | Win_create iihch | Win_fence bh | Win_free h
Win_get_group hh | Win_lock bibh | Win_post hbh | Win_start hbh | Win_test hi | Win_unlock ih | Win_wait h
Alltoallw illwllwc -7:1346 | Exscan itbc 013 | Add_error_class i | Add_error_code ii | Add_error_string is
Comm_call_errhandler ci | Comm_create_keyval h | Comm_delete_attr ch | Comm_free_keyval h | Comm_get_attr chi
Comm_get_name csi | Comm_set_attr ch | Comm_set_name cs | File_call_errhandler hi | Grequest_complete i
Grequest_start i | Init_thread vbb | Is_thread_main i | Query_thread b | Status_set_cancelled zi
Status_set_elements zti | Type_create_keyval h | Type_delete_attr th | Type_dup tt | Type_free_keyval h
Type_get_attr thi | Type_get_contents iiitiiillw | Type_get_envelope tiiib | Type_get_name tsi | Type_set_attr th
Type_set_name ts | Type_match_size bit | Win_call_errhandler hi | Win_create_keyval h | Win_delete_attr hh
Win_free_keyval h | Win_get_attr hhi | Win_get_name hsi | Win_set_attr hh | Win_set_name hs | Alloc_mem ih
Comm_create_errhandler h | Comm_get_errhandler ch | Comm_set_errhandler ch | File_create_errhandler h
File_get_errhandler hh | File_set_errhandler hh | Finalized i | Free_mem . | Get_address i | Info_create h
Info_delete hs | Info_dup hh | Info_free h | Info_get hsisi | Info_get_nkeys hi | Info_get_nthkey his
Info_get_valuelen hsii | Info_set hss | Pack_external sitiii | Pack_external_size siti | Request_get_status iiz
Type_create_darray iiilsllbtt | Type_create_hindexed illtt | Type_create_hvector iiitt
Type_create_indexed_block iiltt | Type_create_resized tiit | Type_create_struct illwt | Type_create_subarray illlbtt
Type_get_extent tii | Type_get_true_extent tii | Unpack_external siiiit | Win_create_errhandler h
Win_get_errhandler hh | Win_set_errhandler hh | File_open csbhh | File_close h | File_delete sh | File_set_size hq
File_preallocate hq | File_get_size hq | File_get_group hh | File_get_amode hb | File_set_info hh | File_get_info hh
File_set_view hqttsh | File_get_view hqtts | File_read_at hqitz | File_read_at_all hqitz | File_write_at hqitz
File_write_at_all hqitz | File_iread_at hqiti | File_iwrite_at hqiti | File_read hitz | File_read_all hitz
File_write hitz | File_write_all hitz | File_iread hiti | File_iwrite hiti | File_seek hqb | File_get_position hq
File_get_byte_offset hqq | File_read_shared hitz | File_write_shared hitz | File_iread_shared hiti
File_iwrite_shared hiti | File_read_ordered hitz | File_write_ordered hitz | File_seek_shared hqb
File_get_position_shared hq | File_read_at_all_begin hqit | File_read_at_all_end hz | File_write_at_all_begin hqit
File_write_at_all_end hz | File_read_all_begin hit | File_read_all_end hz | File_write_all_begin hit
File_write_all_end hz | File_read_ordered_begin hit | File_read_ordered_end hz | File_write_ordered_begin hit
File_write_ordered_end hz | File_get_type_extent hti | Register_datarep s | File_set_atomicity hi
File_get_atomicity hi | File_sync h | MPIO_Test iiz | MPIO_Wait iz | MPIO_Testall iliz | MPIO_Waitall ilz
MPIO_Testany iliiz | MPIO_Waitany iliz | MPIO_Waitsome ililz | MPIO_Testsome ililz`;

export type Version = readonly [number, number, number];

interface DumpiFunction {
  readonly name: string;
  /** Its fields; undefined: not documented. */
  readonly fields: string | undefined;
  /** Where the arguments are that rows keep; '' for calls without a row. */
  readonly kept: string;
}

function parsed(text: string): DumpiFunction[] {
  return text
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((entry) => {
      const [name, fields, kept = ''] = entry.split(' ');
      const full = name.startsWith('MPIO_') ? name : `MPI_${name}`;
      return { name: full, fields: fields === '?' ? undefined : fields.replace('.', ''), kept };
    });
}

/** Every function of MPI by its number. */
export const FUNCTIONS: readonly DumpiFunction[] = [...parsed(PART_1), ...parsed(PART_2)];

/** Numbers behind those of the functions: of all of them, of marks that a function of the program begins or ends, and of the end. */
const MARKS = {
  all: FUNCTIONS.length,
  enter: FUNCTIONS.length + 1,
  exit: FUNCTIONS.length + 2,
} as const;
export const END_OF_STREAM = FUNCTIONS.length + 3;

/** Fields as versions before some wrote them, mistakes and all; `j`: as `v`, with a word behind the length. */
const EARLIER: readonly {
  readonly before: Version;
  readonly name: string;
  readonly fields: string;
}[] = [
  { before: [0, 6, 2], name: 'MPI_Init', fields: 'j' },
  { before: [0, 6, 8], name: 'MPI_Cart_get', fields: 'icilli' },
  { before: [0, 6, 9], name: 'MPI_Type_struct', fields: 'iliwt' },
];

/**
 * A second layout of some versions, which no number identifies: the type of the received items for the root only. Each
 * file uses one of the two layouts throughout.
 */
const OTHERWISE = { name: 'MPI_Gatherv', fields: 'kiitoc(llt)' } as const;

/** The first version whose statuses have a tag. */
const STATUS_TAGS: Version = [0, 6, 3];
/** The first version whose files say how large datatypes are. */
export const DATATYPE_SIZES: Version = [0, 6, 6];
/** The first version whose header has the size of a mesh behind its coordinates. */
export const MESH_SIZES: Version = [0, 5, 0];

export const isBefore = (a: Version, b: Version): boolean => {
  const at = [0, 1, 2].find((i) => a[i] !== b[i]);
  return at !== undefined && a[at] < b[at];
};

// The records of a version of DUMPI: fields as numbers that a reader branches on, and what rows keep of them.

/** Codes of the letters of fields. */
export const FIELD = {
  int: 0,
  wide: 1,
  byte: 2,
  handle: 3,
  ints: 4,
  handles: 5,
  bytes: 6,
  texts: 7,
  textLists: 8,
  lists: 9,
  statuses: 10,
  caller: 11,
  root: 12,
  ifRoot: 13,
  end: 14,
  argumentsTwice: 15,
} as const;

const LETTERS: Readonly<Record<string, number>> = {
  i: FIELD.int,
  q: FIELD.wide,
  b: FIELD.byte,
  h: FIELD.handle,
  t: FIELD.handle,
  c: FIELD.handle,
  l: FIELD.ints,
  w: FIELD.handles,
  s: FIELD.bytes,
  v: FIELD.texts,
  x: FIELD.textLists,
  m: FIELD.lists,
  z: FIELD.statuses,
  k: FIELD.caller,
  o: FIELD.root,
  '(': FIELD.ifRoot,
  ')': FIELD.end,
  j: FIELD.argumentsTwice,
};

/** Where the argument of a row comes from: a field, or one of these. */
export const ZERO = -1;
export const ONE = -2;

export interface Layout {
  readonly name: string;
  /** Codes of its fields, parentheses among them; null where they are not documented. */
  readonly fields: Uint8Array | null;
  /** Index into CALLS; −1 for calls that get no row. */
  readonly code: number;
  /** For calls with rows: fields of the arguments that are kept, and of lists behind them. */
  readonly args: readonly number[];
  readonly lists: readonly number[];
  /** Places in `args` of datatypes, and of the communicator; −1: none. */
  readonly types: readonly number[];
  readonly comm: number;
  /** Places in `lists` of datatypes. */
  readonly typeLists: readonly number[];
  /** Field of the list of requests that it names; −1: none. */
  readonly requests: number;
}

const DIGITS = '0123456789';

function argsOf(kept: string): number[] {
  return [...kept].map((letter) => (letter === '-' ? ZERO : letter === '=' ? ONE : DIGITS.indexOf(letter)));
}

/** Letters of the fields alone: parentheses are none. */
const lettersOf = (fields: string): string => fields.replace(/[()]/g, '');

function layoutOf(name: string, fields: string | undefined, kept: string): Layout {
  const codes = fields === undefined ? null : Uint8Array.from(fields, (letter) => LETTERS[letter]);
  const code = kept === '' ? -1 : (CODES.get(name) ?? -1);
  const several = kept.startsWith('*');
  const [fixed, behind = ''] = kept.split(':');
  const args = several ? [] : argsOf(fixed);
  const lists = argsOf(behind);
  const letters = lettersOf(fields ?? '');
  const comm = CALLS[code]?.commArg ?? -1;
  const placesOf = (fieldsOf: readonly number[], letter: string): number[] =>
    fieldsOf.flatMap((field, place) => (letters[field] === letter ? [place] : []));
  return {
    name,
    fields: codes,
    code,
    args,
    lists,
    types: placesOf(args, 't'),
    comm,
    typeLists: placesOf(lists, 'w'),
    requests: several ? Number(kept.slice(1)) : -1,
  };
}

export interface Layouts {
  /** By number of the function. */
  readonly list: readonly Layout[];
  /** Bytes of a status. */
  readonly status: number;
}

/** `otherwise`: with the second layout of the one function that has two. */
export function layoutsOf(version: Version, otherwise: boolean): Layouts {
  const earlier = new Map(
    EARLIER.filter(({ before }) => isBefore(version, before)).map(({ name, fields }) => [name, fields]),
  );
  if (otherwise) earlier.set(OTHERWISE.name, OTHERWISE.fields);
  const list = FUNCTIONS.map(({ name, fields, kept }) => layoutOf(name, earlier.get(name) ?? fields, kept));
  list[MARKS.all] = layoutOf('the mark of all functions', undefined, '');
  list[MARKS.enter] = layoutOf('Function_enter', 'q', '');
  list[MARKS.exit] = layoutOf('Function_exit', 'q', '');
  return { list, status: isBefore(version, STATUS_TAGS) ? 10 : 14 };
}
