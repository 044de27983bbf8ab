/** Traces of all ranks, as columns: what the reader hands to the rules. */

import type { CollectiveSpec } from '../../collectives/choice.js';
import type { Place, Warning } from '../../errors.js';
import type { PlaceUnit } from '../../schedule/program-calls.js';
import { Column, f64, u32 } from '../../schedule/schedule.js';
import type { PollTimes } from '../program.js';
import type { TraceMarks } from './trace-marks.js';
import type { RankStacks, TraceSites } from './trace-sites.js';

/** Bytes between two request variables of the traced program. */
export type RequestPitch = 4 | 8;

/** Fields of a header; undefined where it lacks them. */
export interface TraceHeader {
  /** Whether it is of llamp-trace, which writes notes. */
  readonly noted: boolean;
  /** Whether its calls state the handles of their requests. Left out: they do not. */
  readonly handles?: boolean;
  /** MPI library by the `# mpi:` line; '' without one. */
  readonly library: string;
  /** Of traces without handles. */
  readonly requestPitch: RequestPitch | undefined;
  /** Value of MPI_PROC_NULL. */
  readonly procNull: number | undefined;
  /** Identifies the run, on all its ranks; '' or left out: unknown. */
  readonly run?: string;
  /** Of how many ranks this is which. */
  readonly rank: number | undefined;
  readonly ranks: number | undefined;
  /** Time that recording a call adds to the time between it and the next, ns; left out: unknown. */
  readonly overhead?: number | undefined;
  /** Half of a round trip between two ranks of the run, ns; undefined: not known. */
  readonly halfRoundTrip?: number | undefined;
  /** Of a tracer that makes one call of a loop of polls; left out: it does not, or no loop has long gaps. */
  readonly polls?: PollTimes | undefined;
  /** The latency that every message was given, ns; 0 or left out: none was. */
  readonly injected?: number | undefined;
  /** Where the rank's times begin by the clock of its host, ns, and the name of that host; '' or left out: unknown. */
  readonly started?: number | undefined;
  readonly host?: string;
  /** Whether its format has no communicators, and every collective counts as one of the world. */
  readonly worldOnly?: boolean;
  /** Whether several threads may have called MPI concurrently without a number of the thread in the trace. */
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
  /** Row after it. */
  readonly row: Uint32Array;
  /** Start, and end − start, in µs as those of the rows. */
  readonly start: Float64Array;
  readonly time: Float64Array;
  /** As {@link RankTrace.thread}. */
  readonly thread: Uint16Array | null;
}

/** An open call of one rank, as its trace has it. */
export interface OpenCall {
  /** '' outside of MPI. */
  readonly name: string;
  readonly thread: number;
  /** Since when, ns from the start of the rank. */
  readonly start: number;
  /** Number of its call site in this trace; 0: none. */
  readonly site: number;
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
  /**
   * [rows] index into CALLS of the call that was made, where rows of it are written as those of another. Left out:
   * `call`.
   */
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
   * [rows] which thread of the rank made the call: each goes on by itself. Null where one made all calls; in a set of
   * traces, also where calls of no rank overlap.
   */
  readonly thread: Uint16Array | null;
  /** Whether calls of two threads overlap. */
  readonly atOnce: boolean;
  /** [rows] number of the call site; 0: none. Null where no call has one. */
  readonly site: Uint32Array | null;
  /** Call sites by number, until a set of traces has them in its table; null where the trace has none. */
  readonly stacks: RankStacks | null;
  /** The calls that it was in when a trace without MPI_Finalize was written last. Left out: unknown. */
  readonly open?: readonly OpenCall[];
  /** Left out: the calls become what the program made of them. */
  readonly changes?: RowChanges;
}

/** Whether the run ended before any rank called MPI_Finalize, so that ranks may lack the last calls of others. */
export const endedEarly = (ranks: readonly RankTrace[]): boolean =>
  ranks.every(({ finalizeStart }) => Number.isNaN(finalizeStart));

/** Whether every rank has all calls of its program: a tracer that notes everything came to MPI_Finalize. */
export const isWhole = (ranks: readonly RankTrace[]): boolean =>
  ranks.every(({ header, finalizeStart }) => header.noted && !Number.isNaN(finalizeStart));
/** Whether our tracer did not come to the end of this file: a rank that was killed may have been writing. */
export const isPart = (source: string): boolean => source.endsWith('.part');

/** Messages of a row that a change leaves out, as bits: those that it sends, and those that it receives. */
export const LEFT_SENDS = 1;
export const LEFT_RECEIVES = 2;

/** Changes of a rank's calls before they become operations (changed-calls.ts). */
export interface RowChanges {
  /** [rows] LEFT_SENDS, LEFT_RECEIVES or both, of calls and of the calls that describe persistent requests. */
  readonly left: Uint8Array;
  /** [rows] 1: what follows does not wait for the call, the next call does. */
  readonly late: Uint8Array;
  /** [rows + 1] by which the computation in front of a call is multiplied; the last is in front of MPI_Finalize. */
  readonly factor: Float64Array;
  /** By row of a collective its algorithm. */
  readonly algorithms: ReadonlyMap<number, CollectiveSpec>;
}

/** Place of the call of a row. */
export const placeOf = ({ source, line }: RankTrace, row: number): Place => ({ source, line: line[row] });

/** The traces of all ranks of one run. */
export interface TraceSet {
  readonly ranks: readonly RankTrace[];
  /** Call sites of all ranks; null where no trace has any. */
  readonly sites: TraceSites | null;
  /** Warnings about the files. */
  readonly warnings: readonly Warning[];
}

/** One file of a set. */
export interface TraceFile {
  /** Name for errors. */
  readonly source: string;
  /** Rank by the file's name; without it, the file's place in the list. */
  readonly rank?: number;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

// Information of a tracer besides the calls: which requests were completed, who sent what a wildcard took, who is in a
// communicator. liballprof has none of it, llamp-trace all (docs/trace-format.md), OTF2 most (docs/otf2.md). Plain
// columns, as the traces are.

/** Lists of numbers that belong to some rows, ascending. */
export interface RowLists {
  readonly row: Uint32Array;
  /** [rows with a list + 1] start of each in `items`. */
  readonly start: Uint32Array;
  readonly items: Float64Array;
}

/** A communicator that the trace itself defines, with its members. */
export interface KnownCommunicator {
  /** The same on all ranks, and for nothing else; not 1 or 2, which are MPI_COMM_WORLD and MPI_COMM_SELF. */
  readonly handle: number;
  /** World ranks in order of their ranks in it. */
  readonly members: readonly number[];
  /** For messages. */
  readonly name: string;
}

/** The notes of one rank, each by the row of the call that it is about. */
export interface TraceNotes {
  /** Requests that the call completed: addresses of their variables, or their numbers. */
  readonly completed: RowLists;
  /**
   * By receive that takes what comes: rank of the source in the communicator, tag, and the request as the format has it, 0
   * for the call of the row itself.
   */
  readonly matched: RowLists;
  /** Handle of the communicator that the call made, and its ranks in the world. */
  readonly members: RowLists;
  /** Handle of an intercommunicator, ranks of the own group, and world ranks of the own group, then of the other. */
  readonly groups: RowLists;
  /**
   * Handle of a communicator with a topology, how many sources there are, and the sources and destinations as its ranks.
   */
  readonly neighbours: RowLists;
  /** By probe that looked in vain before, with other rows since: when it did first, in µs. Left out where none did. */
  readonly looked?: RowLists;
  /** Communicators of this rank that no call has to make known. Left out where there are none. */
  readonly known?: readonly KnownCommunicator[];
}

const NOTHING = new Float64Array(0);

/** The list of `row`; empty where it has none. */
export function listOf({ row: rows, start, items }: RowLists, row: number): Float64Array {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? items.subarray(start[low], start[low + 1]) : NOTHING;
}

/** Grows row by row; what is added to a row again goes on with its list. */
export class RowListColumns {
  readonly #row = new Column(u32);
  readonly #start = new Column(u32);
  readonly #items = new Column(f64);

  get length(): number {
    return this.#row.length;
  }

  add(row: number, items: readonly number[]): void {
    if (this.#row.length === 0 || this.#row.at[this.#row.length - 1] !== row) {
      this.#row.push(row);
      this.#start.push(this.#items.length);
    }
    for (const item of items) this.#items.push(item);
  }

  done(): RowLists {
    this.#start.push(this.#items.length);
    return { row: this.#row.done(), start: this.#start.done(), items: this.#items.done() };
  }
}

/** Gathers the notes of one rank. */
export class NotesColumns {
  readonly completed = new RowListColumns();
  readonly matched = new RowListColumns();
  readonly members = new RowListColumns();
  readonly groups = new RowListColumns();
  readonly neighbours = new RowListColumns();
  readonly looked = new RowListColumns();

  done(): TraceNotes {
    return {
      completed: this.completed.done(),
      matched: this.matched.done(),
      members: this.members.done(),
      groups: this.groups.done(),
      neighbours: this.neighbours.done(),
      ...(this.looked.length > 0 && { looked: this.looked.done() }),
    };
  }
}

/**
 * The header of formats that state neither library nor requests. `procNull`: the value of MPI_PROC_NULL; `date`: ms
 * since 1970, NaN where it is unknown.
 */
export const plainHeader = (procNull: number, date = Number.NaN): TraceHeader => ({
  noted: false,
  library: '',
  requestPitch: undefined,
  procNull,
  rank: undefined,
  ranks: undefined,
  date,
  dateLine: 0,
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** As C's ctime writes it: `# time: Sat Nov 21 07:11:33 2026`, in 2009 without `time:`. */
const DATE = /^#\s*(?:time:\s*)?[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d+) (\d+):(\d+):(\d+) (\d{4})\s*$/;
/** `# request-pitch: 8`. */
const FACT = /^#\s*([a-z]+(?:-[a-z]+)*):\s*(.*\S)\s*$/i;
/** Begin of the header of llamp-trace, and the versions that are read here. */
const TRACER = /^#\s*llamp-trace\s+([123])\s*$/;
/** From which on requests have handles, and calls threads. */
const HANDLES = 3;

/** Whether a comment begins the header of a llamp-trace whose notes are not those that are read here. */
export const isOtherVersion = (text: string): boolean =>
  /^#\s*llamp-trace\s+\d/.test(text) && !TRACER.test(text);

/** The date in a comment in ms, its zone taken as UTC (differences are all that counts); NaN without one. */
function dateIn(text: string): number {
  const match = DATE.exec(text);
  if (match === null) return Number.NaN;
  const [day, hours, minutes, seconds, year] = match.slice(2).map(Number);
  return Date.UTC(year, MONTHS.indexOf(match[1]), day, hours, minutes, seconds);
}

function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** By lines such as `# polls-waiting: 8400000 ns in 120 gaps`. */
function pollTimes(facts: ReadonlyMap<string, string>): PollTimes | undefined {
  const of = (nature: keyof PollTimes): number =>
    Number(/^(\d{1,15}) ns in \d+ gaps$/.exec(facts.get(`polls-${nature}`) ?? '')?.[1] ?? 0);
  const times = {
    waiting: of('waiting'),
    computation: of('computation'),
    undecided: of('undecided'),
  };
  return Object.values(times).some((time) => time > 0) ? times : undefined;
}

/** Of a clock that may go for years: what is past 2^53 is known to less than a microsecond. */
const nanoseconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? Number(text) : undefined;

/**
 * Reads the header of one rank, a comment at a time: the date distinguishes files of different runs, the library
 * determines the algorithms of its collectives. A header with more leaves less to be inferred.
 */
export class HeaderReader {
  readonly #facts = new Map<string, string>();
  /** 0: of another tracer. */
  #version = 0;
  #date = Number.NaN;
  #dateLine = 0;

  /** Takes a comment, `#` included. The first that says something counts. */
  add(text: string, line: number): void {
    const [, version] = TRACER.exec(text) ?? [];
    if (version !== undefined) this.#version = Number(version);
    const [, name, value] = FACT.exec(text) ?? [];
    if (name !== undefined && !this.#facts.has(name.toLowerCase()))
      this.#facts.set(name.toLowerCase(), value);
    if (!Number.isNaN(this.#date)) return;
    const date = name === 'date' ? Date.parse(value) : dateIn(text);
    if (Number.isNaN(date)) return;
    this.#date = date;
    this.#dateLine = line;
  }

  /** Whether it is of llamp-trace, whose notes follow the calls. */
  get noted(): boolean {
    return this.#version > 0;
  }

  /** Whether calls state the handles of their requests, and their threads. */
  get handles(): boolean {
    return this.#version >= HANDLES;
  }

  done(): TraceHeader {
    const facts = this.#facts;
    const pitch = facts.get('request-pitch');
    return {
      noted: this.noted,
      handles: this.handles,
      library: facts.get('mpi') ?? '',
      requestPitch: this.handles ? undefined : pitch === '4' ? 4 : pitch === '8' ? 8 : undefined,
      procNull: wholeOf(facts.get('proc-null')),
      run: facts.get('run') ?? '',
      rank: wholeOf(facts.get('rank')),
      ranks: wholeOf(facts.get('ranks')),
      overhead: wholeOf(facts.get('overhead-ns')),
      halfRoundTrip: wholeOf(facts.get('half-round-trip-ns')),
      polls: pollTimes(facts),
      injected: wholeOf(facts.get('injected-latency-ns')),
      started: nanoseconds(facts.get('start-monotonic-ns')),
      host: facts.get('host') ?? '',
      threaded: !this.handles && facts.get('threads') === 'multiple',
      date: this.#date,
      dateLine: this.#dateLine,
    };
  }
}
