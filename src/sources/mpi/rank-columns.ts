/** The columns of one rank's trace while it is read, whatever form its calls are written in. */

import type { FoundCalls } from '../../kernels/calls-kernel.js';
import { Column, f64, u8, u16, u32 } from '../../schedule/schedule.js';
import { CALLS } from './mpi-calls.js';
import type { CallTally, CommHandle, OtherCalls, RankTrace } from './rank-trace.js';
import { MarksColumns } from './trace-marks.js';

/** More ranks than any communicator has: a larger size is damage. */
const MAX_SIZE = 2 ** 26;

/** Throws an InputError at the place of the call at hand. */
type Fail = (what: string, mend?: string) => never;

export const HAS_ROW: readonly boolean[] = CALLS.map((call) => call.kind !== 'local');

const STARTS: ReadonlySet<string> = new Set(['MPI_Init', 'MPI_Init_thread']);
const END = 'MPI_Finalize';
const LEVEL = 'MPI_Pcontrol';

/** Whether a call without a row has more information than its time. */
export const isMilestone = (name: string): boolean => STARTS.has(name) || name === END || name === LEVEL;

/** Parts of a trace besides its calls. */
interface Frame extends Pick<RankTrace, 'source' | 'rank' | 'header' | 'notes' | 'stacks' | 'counts'> {
  /** Names of the threads' files by their numbers, where they have one each. */
  readonly threadFiles?: readonly string[];
}

export class RankColumns {
  readonly args = new Column(f64);
  readonly marks = new MarksColumns();
  readonly #call = new Column(u8);
  readonly #start = new Column(f64);
  readonly #end = new Column(f64);
  readonly #line = new Column(u32);
  readonly #argStart = new Column(u32);
  readonly #threads = new Column(u16);
  /** Columns with one value per row. */
  readonly #rows = [this.#call, this.#start, this.#end, this.#line, this.#argStart, this.#threads];
  /** Of the calls at hand. */
  #thread = 0;
  /** By thread the time up to which its calls go, and of all. */
  readonly #clocks: number[] = [];
  /** Whether threads other than the first called, and whether two calls overlap, of different threads. */
  #several = false;
  #atOnce = false;
  /** Null before the first. */
  #site: Column<Uint32Array> | null = null;
  /** Null before the first row that is not of the call it is written as. */
  #called: Column<Uint8Array> | null = null;
  readonly #comms: CommHandle[] = [];
  readonly #commsOfHandle = new Map<number, number[]>();
  readonly #tally = new Map<string, CallTally>();
  readonly #others = new OthersColumns();
  readonly #fail: Fail;
  #latest = Number.NEGATIVE_INFINITY;
  #initEnd = 0;
  /** Lines of MPI_Init and MPI_Finalize; 0 before them. */
  #initLine = 0;
  #finalizeStart = Number.NaN;
  #finalizeLine = 0;

  constructor(fail: Fail) {
    this.#fail = fail;
  }

  get length(): number {
    return this.#call.length;
  }

  /** Makes room for so many more rows, of so many arguments each: growing copies. */
  reserve(rows: number, args: number): void {
    this.#grow(this.#call.length + rows);
    this.args.reserve(this.args.length + rows * args);
  }

  /** Whether there was no call of any name. */
  get empty(): boolean {
    return this.#tally.size === 0;
  }

  /** The count of the calls of a name, whose first is in `line`. */
  tallyOf(name: string, line: number): CallTally {
    const known = this.#tally.get(name);
    if (known !== undefined) return known;
    const tally = { calls: 0, time: 0, line };
    this.#tally.set(name, tally);
    return tally;
  }

  /** Calls from now on are of this thread of the rank; in the order of their starts over all threads. */
  thread(number: number): void {
    this.#thread = number;
    if (number > 0) this.#several = true;
  }

  /** A call with a row: its fields are `args` from `firstArg` on. Times in µs. */
  row(code: number, start: number, end: number, line: number, firstArg: number): void {
    if (Number.isNaN(start) || Number.isNaN(end)) this.#fail('a time stamp is missing');
    this.#checkClock(start, end);
    if (this.#finalizeLine > 0) this.#afterFinalize(CALLS[code].name);
    const row = this.#call.length;
    if (row === this.#call.at.length) this.#grow(row + 1);
    // Written here, not pushed: each place then stores one type of array, and is compiled for it.
    this.#call.at[row] = code;
    this.#start.at[row] = start;
    this.#end.at[row] = end;
    this.#line.at[row] = line;
    this.#argStart.at[row] = firstArg;
    this.#threads.at[row] = this.#thread;
    this.#call.length++;
    this.#start.length++;
    this.#end.length++;
    this.#line.length++;
    this.#argStart.length++;
    this.#threads.length++;
  }

  /** Time up to which the calls of the thread at hand go, µs. */
  get clock(): number {
    return this.#clocks[this.#thread] ?? Number.NEGATIVE_INFINITY;
  }

  /** Whether MPI_Finalize was called: no row may follow. */
  get finalized(): boolean {
    return this.#finalizeLine > 0;
  }

  /**
   * Calls of the thread at hand, while no other has called: behind what goes up to {@link clock}, and before
   * MPI_Finalize.
   */
  take(found: FoundCalls, nameOf: (code: number) => string): void {
    this.#call.append(found.call);
    this.#start.append(found.start);
    this.#end.append(found.end);
    this.#line.append(found.line);
    this.#argStart.append(found.first);
    this.args.append(found.fields);
    this.#threads.fill(this.#call.length, this.#thread);
    const { code, row, start, time } = found.others;
    for (let i = 0; i < code.length; i++)
      this.#others.add(nameOf(code[i]), row[i], start[i], time[i], this.#thread);
    this.#clocks[this.#thread] = found.clock;
    this.#latest = found.clock;
  }

  #grow(rows: number): void {
    for (const column of this.#rows) column.reserve(rows);
  }

  /** Call site of the row that was added last. */
  site(number: number): void {
    this.#site ??= new Column(u32, this.#call.length);
    this.#site.fill(this.#call.length - 1, 0);
    this.#site.push(number);
  }

  /** The row that was added last was made by this call. */
  called(code: number): void {
    const last = this.#call.length - 1;
    if (this.#called === null) {
      if (code === this.#call.at[last]) return;
      this.#called = new Column(u8, this.#call.length);
    }
    for (let row = this.#called.length; row < last; row++) this.#called.push(this.#call.at[row]);
    this.#called.push(code);
  }

  /** A call without one. Times in µs; NaN where it has none. `level`: of MPI_Pcontrol, where it is known. */
  other(name: string, start: number, end: number, line: number, level?: number): void {
    this.#checkClock(start, end);
    if (name === LEVEL) this.marks.pcontrol(start, level);
    if (end > start) this.#others.add(name, this.#call.length, start, end - start, this.#thread);
    if (STARTS.has(name)) this.#init(name, end, line);
    if (name !== END) return;
    if (this.#finalizeLine > 0) this.#afterFinalize(name);
    this.#finalizeStart = start;
    this.#finalizeLine = line;
  }

  /** Index of a communicator among those of the trace. */
  comm(handle: number, rank: number, size: number, line: number): number {
    const whole = Number.isInteger(size) && Number.isInteger(rank);
    if (!whole || size < 1 || size > MAX_SIZE || rank < 0) {
      this.#fail(
        `rank ${rank} is impossible in a communicator of size ${size}`,
        'the line is damaged; trace the program again',
      );
    }
    const known = this.#commsOfHandle.get(handle);
    if (known !== undefined) {
      for (const index of known) {
        if (this.#comms[index].rank === rank && this.#comms[index].size === size) return index;
      }
    }
    const index = this.#comms.push({ handle, rank, size, line }) - 1;
    if (known === undefined) this.#commsOfHandle.set(handle, [index]);
    else known.push(index);
    return index;
  }

  done({ threadFiles, ...frame }: Frame): RankTrace {
    this.#argStart.push(this.args.length);
    if (this.#called !== null)
      for (let row = this.#called.length; row < this.#call.length; row++)
        this.#called.push(this.#call.at[row]);
    this.#site?.fill(this.#call.length, 0);
    return {
      ...frame,
      rows: this.#call.length,
      call: this.#call.done(),
      start: this.#start.done(),
      end: this.#end.done(),
      line: this.#line.done(),
      argStart: this.#argStart.done(),
      args: this.args.done(),
      site: this.#site?.done() ?? null,
      comms: this.#comms,
      ...(this.#called && { called: this.#called.done() }),
      ...(threadFiles && { files: { names: threadFiles, of: this.#threads.done() } }),
      thread: this.#several ? this.#threads.done() : null,
      atOnce: this.#atOnce,
      others: this.#others.done(this.#several),
      marks: this.marks.done(),
      tally: this.#tally,
      initEnd: this.#initEnd,
      initLine: this.#initLine,
      finalizeStart: this.#finalizeStart,
      finalizeLine: this.#finalizeLine,
    };
  }

  /** The clock of the computations starts here, before any call that takes time. */
  #init(name: string, end: number, line: number): void {
    const mend = 'the file is damaged or mixes two runs; trace the program again';
    if (this.#initLine > 0) this.#fail(`a second ${name}, after line ${this.#initLine}`, mend);
    if (this.#call.length > 0) this.#fail(`${name} after calls that need it`, mend);
    this.#initLine = line;
    if (!Number.isNaN(end)) this.#initEnd = end;
  }

  #afterFinalize(name: string): never {
    return this.#fail(
      `${name} after the MPI_Finalize of line ${this.#finalizeLine}`,
      'the file is damaged or mixes two runs; trace the program again',
    );
  }

  #checkClock(start: number, end: number): void {
    if (end < start)
      this.#fail('the call ends before it starts', 'trace again with one clock for all its times');
    const { clock } = this;
    if (start < clock || end < clock) {
      const back = clock - (Number.isNaN(start) ? end : start);
      this.#fail(
        `time goes backwards by ${Number(back.toFixed(3))} µs`,
        'trace the run again; the clock was set during the run, several threads called MPI at once, or lines are out of order',
      );
    }
    // Its own calls do not overlap: what goes on is another's.
    if (start < this.#latest) this.#atOnce = true;
    const until = Number.isNaN(end) ? start : end;
    if (Number.isNaN(until)) return;
    this.#clocks[this.#thread] = until;
    if (until > this.#latest) this.#latest = until;
  }
}

/** Gathers the calls without a row that took time. */
class OthersColumns {
  readonly #names: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #name = new Column(u16);
  readonly #row = new Column(u32);
  readonly #start = new Column(f64);
  readonly #time = new Column(f64);
  readonly #thread = new Column(u16);

  /** `start` and `time` in µs; `row`: the next row. */
  add(name: string, row: number, start: number, time: number, thread: number): void {
    let index = this.#index.get(name);
    if (index === undefined) {
      index = this.#names.push(name) - 1;
      this.#index.set(name, index);
    }
    this.#name.push(index);
    this.#row.push(row);
    this.#start.push(start);
    this.#time.push(time);
    this.#thread.push(thread);
  }

  /** `threaded`: whether several threads call. */
  done(threaded: boolean): OtherCalls {
    return {
      names: this.#names,
      name: this.#name.done(),
      row: this.#row.done(),
      start: this.#start.done(),
      time: this.#time.done(),
      thread: threaded ? this.#thread.done() : null,
    };
  }
}
