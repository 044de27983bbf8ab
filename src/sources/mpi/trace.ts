/** Traces of all ranks, as columns: what the reader hands to the rules. */

import type { PlaceUnit } from '../../schedule/calls.js';
import type { TraceMarks } from './marks.js';
import type { TraceNotes } from './notes.js';
import type { RankStacks } from './site-reader.js';
import type { TraceSites } from './site-table.js';

/** Bytes between two request variables of the traced program. */
export type RequestPitch = 4 | 8;

/** What a header says; undefined where it says nothing. */
export interface TraceHeader {
  /** Whether it is of llamp-trace, which writes notes. */
  readonly noted: boolean;
  /** MPI library by the `# mpi:` line; '' without one. */
  readonly library: string;
  readonly requestPitch: RequestPitch | undefined;
  /** Value of MPI_PROC_NULL. */
  readonly procNull: number | undefined;
  /** What all ranks of a run share, and no other run has; '' or left out: the trace does not tell. */
  readonly run?: string;
  /** Of how many ranks this is which. */
  readonly rank: number | undefined;
  readonly ranks: number | undefined;
  /** What recording a call adds to the time between it and the next, ns; left out: the trace does not tell. */
  readonly overhead?: number | undefined;
  /** Whether several threads may have called MPI at once, whose calls the trace does not tell apart. */
  readonly threaded?: boolean;
  /** In ms since 1970, its zone taken as UTC; NaN without one. */
  readonly date: number;
  readonly dateLine: number;
}

/** A communicator as one rank writes it: `handle,rank,size`. Handles differ between ranks. */
export interface CommHandle {
  readonly handle: number;
  /** This rank within the communicator. */
  readonly rank: number;
  readonly size: number;
  /** Line of its first use. */
  readonly line: number;
}

/** Calls of one name in one rank's trace. */
export interface CallTally {
  calls: number;
  /** Time between start and end, in µs. */
  time: number;
  /** Line of the first one. */
  readonly line: number;
}

/** Calls without a row that took time, in the order of the trace. */
export interface OtherCalls {
  readonly names: readonly string[];
  /** Index into `names`. */
  readonly name: Uint16Array;
  /** Row before which it lies. */
  readonly row: Uint32Array;
  /** Start, and end − start, in µs as those of the rows. */
  readonly start: Float64Array;
  readonly time: Float64Array;
  /** As {@link RankTrace.thread}. */
  readonly thread: Uint16Array | null;
}

/**
 * One rank's trace. A row is a call that moves the clock, completes requests or makes communicators; all
 * others are only counted in `tally`.
 */
export interface RankTrace {
  /** File name for errors. */
  readonly source: string;
  readonly rank: number;
  readonly rows: number;
  /** [rows] index into CALLS. */
  readonly call: Uint8Array;
  /** [rows] start and end in µs since the first time stamp of this file. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** [rows] line, from 1; what counts in its place in formats without lines, `counts` says. */
  readonly line: Uint32Array;
  /** Left out: lines. */
  readonly counts?: PlaceUnit;
  /** [rows] index into CALLS of the call that was made, where rows of it are written as those of another. Left out: `call`. */
  readonly called?: Uint8Array;
  /** Where threads have files of their own: their names, and [rows] which it is. Left out: all rows are in `source`. */
  readonly files?: { readonly names: readonly string[]; readonly of: Uint16Array };
  /** [rows + 1] start of a row's fields in `args`. */
  readonly argStart: Uint32Array;
  /** Fields as the layout of the call keeps them; a COMM is an index into `comms`. */
  readonly args: Float64Array;
  readonly comms: readonly CommHandle[];
  readonly others: OtherCalls;
  /** Where the program says that it is; null where it does not. */
  readonly marks: TraceMarks | null;
  /** Every call by name. */
  readonly tally: ReadonlyMap<string, CallTally>;
  /** End of MPI_Init (0 without one) and start of MPI_Finalize (NaN without one), in µs as above. */
  readonly initEnd: number;
  /** Line of MPI_Init; 0 without one. */
  readonly initLine: number;
  readonly finalizeStart: number;
  readonly finalizeLine: number;
  readonly header: TraceHeader;
  /** Null of a tracer that makes none: what it leaves open is found out from the calls. */
  readonly notes: TraceNotes | null;
  /**
   * [rows] which thread of the rank made the call, where several call at once: each goes on by itself. Null where calls
   * come one after the other.
   */
  readonly thread: Uint16Array | null;
  /** [rows] number of the call site; 0: none. Null where no call tells its own. */
  readonly site: Uint32Array | null;
  /** Call sites by number, until a set of traces has them in its table; null where the trace tells of none. */
  readonly stacks: RankStacks | null;
}

/** The traces of all ranks of one run. */
export interface TraceSet {
  readonly ranks: readonly RankTrace[];
  /** Call sites of all ranks; null where no trace tells of any. */
  readonly sites: TraceSites | null;
  /** What a reader should know about the files. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** One file of a set. */
export interface TraceFile {
  /** Name for errors. */
  readonly source: string;
  /** Rank by the file's name; without it, the file's place in the list. */
  readonly rank?: number;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
