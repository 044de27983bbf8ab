/**
 * The actions of SMPI's time-independent traces: which MPI call each is, and which of its words say what. Source: SimGrid's
 * documentation of its replay, and what Debian's SimGrid 3.32 writes and accepts.
 */
import { Column, f64, u16, u32 } from '../../schedule/schedule.js';

/** What is done with an action; see actions-to-calls.ts. */
export type ActionKind =
  | 'init'
  | 'finalize'
  | 'compute'
  | 'sleep'
  | 'nothing'
  | 'local'
  | 'send'
  | 'recv'
  | 'sendrecv'
  | 'wait'
  | 'test'
  | 'waitall'
  | 'waitany'
  | 'testsome'
  | 'barrier'
  | 'bcast'
  | 'reduce'
  | 'allreduce'
  | 'alltoall'
  | 'gather'
  | 'scatter'
  | 'gatherv'
  | 'scatterv'
  | 'allgatherv'
  | 'alltoallv'
  | 'reducescatter'
  | 'unknown';

export interface Action {
  /** In lower case: the programs that write traces do not agree on capitals. */
  readonly name: string;
  readonly kind: ActionKind;
  /** Of the call that it is; '' where it is none. */
  readonly call: string;
  /** Words that must follow, and that may follow besides. */
  readonly least: number;
  readonly optional: number;
  /** Further arguments for each rank. */
  readonly perRank: number;
}

function action(name: string, kind: ActionKind, call: string, least = 0, optional = 0, perRank = 0): Action {
  return { name, kind, call: call === '' ? '' : `MPI_${call}`, least, optional, perRank };
}

/** A collective, and the form of it that is waited for. */
function collective(
  kind: ActionKind,
  call: string,
  least: number,
  optional: number,
  perRank = 0,
  name: string = kind,
): Action[] {
  return [
    action(name, kind, call, least, optional, perRank),
    action(`i${name}`, kind, `I${call.toLowerCase()}`, least, optional, perRank),
  ];
}

/** Every action that is read. The index into this list is its code. */
export const ACTIONS: readonly Action[] = [
  action('init', 'init', 'Init', 0, 1),
  action('finalize', 'finalize', 'Finalize'),
  action('compute', 'compute', '', 1),
  action('sleep', 'sleep', '', 1),
  // Place of the next call in the program.
  action('location', 'nothing', '', 0, 2),
  action('comm_size', 'local', 'Comm_size', 0, 1),
  action('comm_split', 'local', 'Comm_split', 0, 4),
  action('comm_dup', 'local', 'Comm_dup', 0, 4),
  action('send', 'send', 'Send', 2, 2),
  action('ssend', 'send', 'Ssend', 2, 2),
  action('bsend', 'send', 'Bsend', 2, 2),
  action('isend', 'send', 'Isend', 2, 2),
  action('issend', 'send', 'Issend', 2, 2),
  action('ibsend', 'send', 'Ibsend', 2, 2),
  action('recv', 'recv', 'Recv', 2, 2),
  action('irecv', 'recv', 'Irecv', 2, 2),
  action('sendrecv', 'sendrecv', 'Sendrecv', 4, 2),
  action('wait', 'wait', 'Wait', 0, 3),
  action('test', 'test', 'Test', 0, 3),
  action('waitall', 'waitall', 'Waitall', 0, 1),
  action('waitany', 'waitany', 'Waitany', 0, 1),
  action('waitsome', 'testsome', 'Waitsome', 0, 1),
  action('testall', 'testsome', 'Testall', 0, 1),
  action('testany', 'testsome', 'Testany', 0, 1),
  action('testsome', 'testsome', 'Testsome', 0, 1),
  ...collective('barrier', 'Barrier', 0, 0),
  ...collective('bcast', 'Bcast', 1, 2),
  ...collective('reduce', 'Reduce', 2, 2),
  ...collective('allreduce', 'Allreduce', 2, 1),
  ...collective('allreduce', 'Scan', 2, 1, 0, 'scan'),
  ...collective('allreduce', 'Exscan', 2, 1, 0, 'exscan'),
  ...collective('alltoall', 'Alltoall', 2, 2),
  ...collective('alltoall', 'Allgather', 2, 2, 0, 'allgather'),
  ...collective('gather', 'Gather', 2, 3),
  ...collective('scatter', 'Scatter', 2, 3),
  ...collective('gatherv', 'Gatherv', 1, 3, 1),
  ...collective('scatterv', 'Scatterv', 1, 3, 1),
  // Displacements may follow, one a rank.
  ...collective('allgatherv', 'Allgatherv', 1, Number.POSITIVE_INFINITY, 1),
  ...collective('alltoallv', 'Alltoallv', 2, 2, 2),
  ...collective('reducescatter', 'Reduce_scatter', 1, 1, 1),
];

/**
 * Bytes of an item by the number of its type, as SimGrid 3.32 has them on 64-bit Linux: its integer1 and complex32 are
 * larger and smaller than Fortran's. Older versions write types 0 to 6 only, with the same numbers. Source: traces and
 * replays of messages of every type.
 */
export const TYPE_BYTES: readonly number[] = [
  // 0: double, int, char, short, long, float, byte, long long
  8, 4, 1, 2, 8, 4, 1, 8,
  // 8: signed char, unsigned char, unsigned short, unsigned, unsigned long, unsigned long long, long double, wchar
  1,
  1, 2, 4, 8, 8, 16, 4,
  // 16: C bool, int8 to int64, uint8 to uint64
  1, 1, 2, 4, 8, 1, 2, 4, 8,
  // 25: complex of float, double and long double, aint, offset
  8, 16, 32, 8, 8,
  // 30: float-int, long-int, double-int, short-int, 2int, 2float, 2double, 2long, which are C structs
  8, 16, 16, 8, 8, 8, 16, 16,
  // 38: Fortran's real, real4, real8, real16, complex8 to complex32, integer1 to integer16
  4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8, 16,
  // 50: long-double-int, C++ bool, complex of float, double and long double, upper and lower bound, packed, pointer, count
  32,
  1, 8, 16, 32, 0, 0, 1, 8, 8,
];
/** Bytes of an item whose type is not given: a byte, or a double where `init` is followed by anything. */
export const DEFAULT_BYTES = { plain: 1, marked: 8 } as const;

/** How SMPI writes ranks and tags that are none. */
export const SPECIAL = {
  /** A negative rank: any source of a receive, and MPI_PROC_NULL of a send. */
  unknownRank: -333,
  anyTag: -444,
  anySource: -555,
  nobody: -666,
} as const;

// The actions of one rank as they are written, before it is known how many ranks there are.

export interface RawActions {
  readonly count: number;
  /** [count] index into the actions, or past them into the names that are none. */
  readonly code: Uint16Array;
  /** [count] line, from 1. */
  readonly line: Uint32Array;
  /** [count + 1] start of an action's words in `args`. */
  readonly argStart: Uint32Array;
  /** The numbers that follow the names. */
  readonly args: Float64Array;
}

export class RawColumns {
  readonly args = new Column(f64);
  readonly #code = new Column(u16);
  readonly #line = new Column(u32);
  readonly #argStart = new Column(u32);

  /** An action whose words are `args` from here on. */
  begin(code: number, line: number): void {
    this.#code.push(code);
    this.#line.push(line);
    this.#argStart.push(this.args.length);
  }

  done(): RawActions {
    this.#argStart.push(this.args.length);
    return {
      count: this.#code.length,
      code: this.#code.done(),
      line: this.#line.done(),
      argStart: this.#argStart.done(),
      args: this.args.done(),
    };
  }
}
