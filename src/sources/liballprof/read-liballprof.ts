/**
 * Reads the traces of all ranks of a run, as liballprof writes them: "collprof 0.9" of 2009 and
 * "PMPI Tracer 1.1" (lines in traces.md). Bytes in, columns out.
 */

import { InputError } from '../../errors.js';
import { worthAKernel } from '../../kernels/arena.js';
import { CallsKernel, KIND, type KnownCall } from '../../kernels/calls-kernel.js';
import { CALLS, rangesOf } from '../mpi/mpi-calls.js';
import { OpenCallLines } from '../mpi/open-calls.js';
import { HAS_ROW, isMilestone, RankColumns } from '../mpi/rank-columns.js';
import {
  type CallTally,
  HeaderReader,
  isOtherVersion,
  isPart,
  NotesColumns,
  type RankTrace,
  type RowListColumns,
  type TraceFile,
  type TraceNotes,
  type TraceSet,
} from '../mpi/rank-trace.js';
import { RequestHandles } from '../mpi/request-handles.js';
import type { MarksColumns } from '../mpi/trace-marks.js';
import { type RankReaderOf, readTracesBy } from '../mpi/trace-set.js';
import { LineCutter, tooLong } from '../text-lines.js';
import { SiteLines } from './call-site-lines.js';
import { CallNames, COLON, DASH, LineCursor, type TimeStamp } from './line-cursor.js';

const HASH = 35;
const RETURN = 13;
const SPACE = 32;

// Letters of layouts: n, t, C, L.
const LETTER_NUMBER = 110;
const LETTER_TYPE = 116;
const LETTER_COMM = 67;
const LETTER_LIST = 76;

/** Layouts of each call as bytes. */
const LAYOUTS: readonly (readonly Uint8Array[])[] = CALLS.map((call) =>
  call.layouts.map((layout) => Uint8Array.from(layout, (letter) => letter.charCodeAt(0))),
);

/** Scans the lines of one rank: `push` its chunks in order, then `finish`. Throws InputError with its line. */
export class RankScanner {
  readonly #rank: number;
  readonly #cursor: LineCursor;
  readonly #cutter = new LineCutter(
    (buffer, from, to, ended) => this.#scanLine(buffer, from, to, ended),
    () => {
      const { source, line } = this.#cursor;
      throw tooLong({ source, line: line + 1 }, 'the line', 'trace the program again; a call takes one line');
    },
    (chunk, from) => this.#plainLines(chunk, from),
  );
  readonly #names = new CallNames();
  readonly #columns = new RankColumns((what, mend) => this.#cursor.fail(what, mend));
  /** Tallies by code of the name, so that counting needs no string. */
  readonly #tallies: CallTally[] = [];
  readonly #stamp: TimeStamp = { whole: 0, fraction: 0 };
  /** Whole µs of the first time stamp; NaN before it. */
  #epoch = Number.NaN;
  readonly #plain = new PlainCalls(this.#names, this.#columns);
  readonly #header = new HeaderReader();
  /** By layout. */
  readonly #ranges = new Map<Uint8Array, readonly (readonly number[])[]>();
  readonly #handles = new RequestHandles(this.#columns);
  readonly #notes = new NoteLines(this.#handles);
  readonly #sites = new SiteLines();
  readonly #open = new OpenCallLines();
  /** Row of the call before, which notes are about; -1: it has none. */
  #noted = -1;

  constructor(source: string, rank: number) {
    this.#rank = rank;
    this.#cursor = new LineCursor(source);
  }

  push(chunk: Uint8Array): void {
    this.#plain.opened(chunk);
    this.#whole(() => this.#cutter.push(chunk));
  }

  finish(): RankTrace {
    this.#whole(() => this.#cutter.end());
    this.#plain.done();
    const { source } = this.#cursor;
    if (this.#columns.empty) {
      const what = 'no MPI call in this file';
      throw new InputError({ place: { source }, what, mend: 'give a liballprof trace' });
    }
    const notes = this.#header.noted ? this.#notes.done() : null;
    const stacks = this.#sites.done();
    const header = this.#header.done();
    const started = header.started === undefined ? undefined : header.started + this.#epoch * 1000;
    const open = this.#open.done((this.#columns.clock + this.#epoch) * 1000);
    return this.#columns.done({
      source,
      rank: this.#rank,
      header: { ...header, started },
      notes,
      stacks,
      ...(open && { open }),
    });
  }

  /** A file with an unreadable line is not read further. */
  #whole(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#plain.givenUp();
      throw error;
    }
  }

  /** Arguments of our tracer are within their range; liballprof has addresses of buffers in place of flags. */
  #checkRanges(code: number, layout: Uint8Array, firstArg: number): void {
    const known = this.#ranges.get(layout);
    const ranges = known ?? rangesOf(CALLS[code], String.fromCharCode(...layout));
    if (known === undefined) this.#ranges.set(layout, ranges);
    const { at: args, length } = this.#columns.args;
    for (const [i, [least, most]] of ranges.entries()) {
      const value = args[firstArg + i];
      if (!(value >= least && value <= most))
        this.#cursor.fail(`an argument of ${CALLS[code].name} is ${value}, outside ${least} to ${most}`);
    }
    for (let i = firstArg + ranges.length; i < length; i++)
      if (!(args[i] >= 0 && args[i] <= Number.MAX_SAFE_INTEGER))
        this.#cursor.fail(`${CALLS[code].name} has ${args[i]} in a list`);
  }

  /** Notes, sites and threads are between lines of calls: where they occur, lines are read one by one. */
  #plainLines(chunk: Uint8Array, from: number): number {
    if (this.#header.noted || Number.isNaN(this.#epoch)) return from;
    return this.#plain.take(chunk, from, this.#cursor, this.#epoch);
  }

  #scanLine(buffer: Uint8Array, from: number, to: number, ended: boolean): void {
    const cursor = this.#cursor;
    cursor.line++;
    cursor.ended = ended;
    if (!ended && isPart(cursor.source)) return;
    let first = from;
    let end = to;
    if (end > first && buffer[end - 1] === RETURN) end--;
    while (first < end && buffer[first] === SPACE) first++;
    if (first === end) return;
    cursor.set(buffer, first, end);
    if (buffer[first] === HASH) this.#comment();
    else this.#callLine();
  }

  #comment(): void {
    const cursor = this.#cursor;
    const { noted } = this.#header;
    const inHeader = this.#columns.length === 0;
    if (!noted && !inHeader) return;
    const site = noted ? this.#sites.site(cursor) : undefined;
    if (site !== undefined) {
      if (this.#noted >= 0) this.#columns.site(site);
      return;
    }
    const text = cursor.text(cursor.from, cursor.to);
    const { handles } = this.#header;
    if (noted && this.#noted >= 0 && this.#notes.add(cursor, text, this.#noted, handles)) return;
    if (noted && this.#sites.add(cursor, text)) return;
    if (handles && this.#takeThread(text)) return;
    if (noted && this.#open.take(text)) return;
    if (noted && this.#noted >= 0 && this.#takeLook(text)) return;
    if (noted && takeMark(this.#columns.marks, cursor, text, this.#epoch)) return;
    if (inHeader && isOtherVersion(text))
      cursor.fail(
        `'${text}' is of another version`,
        'trace the program with the tracer that comes with this llamp-ts',
      );
    if (inHeader || text.startsWith('# ')) this.#header.add(text, cursor.line);
  }

  /** Calls from `#thread: n` on are of that thread; false for other comments. */
  #takeThread(text: string): boolean {
    if (!text.startsWith('#thread:')) return false;
    const [, thread] = THREAD.exec(text) ?? [];
    if (!(Number(thread) < MOST_THREADS))
      this.#cursor.fail(`'${text}' is not a thread`, 'the line is damaged');
    this.#columns.thread(Number(thread));
    return true;
  }

  /** `#looked: 12.345`; false for other comments. */
  #takeLook(text: string): boolean {
    if (!text.startsWith('#looked:')) return false;
    const [, time] = LOOKED.exec(text) ?? [];
    if (time === undefined) this.#cursor.fail(`'${text}' is not a time`, 'the line is damaged');
    this.#notes.looked(this.#noted, Number(time) - this.#epoch);
    return true;
  }

  #callLine(): void {
    const cursor = this.#cursor;
    this.#open.clear();
    const nameEnd = cursor.buffer.indexOf(COLON, cursor.from);
    if (nameEnd < 0 || nameEnd >= cursor.to) cursor.fail(`'${cursor.excerpt()}' is not a call`);
    const code = this.#names.codeOf(cursor.buffer, cursor.from, nameEnd);
    const tally = this.#tallyOf(code);
    cursor.at = nameEnd + 1;
    const start = this.#time();
    tally.calls++;
    const time = this.#hasRow(code) ? this.#row(code, start) : this.#otherCall(code, start);
    tally.time += time;
    this.#plain.saw(code, time, tally);
  }

  /** Earlier tracers wrote nothing but the times of calls on windows and files. */
  #hasRow(code: number): boolean {
    if (code >= CALLS.length || !HAS_ROW[code]) return false;
    if (!CALLS[code].own) return true;
    return this.#header.noted && this.#cursor.colons() === CALLS[code].layouts[0].length;
  }

  /** Returns the time that the call took, µs. */
  #row(code: number, start: number): number {
    const firstArg = this.#columns.args.length;
    try {
      this.#fields(code);
    } catch (error) {
      this.#checkFieldCount(code);
      throw error;
    }
    const end = this.#endTime();
    this.#columns.row(code, start, end, this.#cursor.line, firstArg);
    if (this.#header.handles) this.#handles.row(code, firstArg);
    this.#noted = this.#columns.length - 1;
    return end - start;
  }

  /**
   * A call that gets no row; at most its communicator is read: mostly it is the first use of the world. Returns its time as
   * far as it is known, µs.
   */
  #otherCall(code: number, start: number): number {
    const cursor = this.#cursor;
    const firstField = cursor.at;
    if (code < CALLS.length && !HAS_ROW[code]) this.#comm();
    const lastColon = cursor.buffer.lastIndexOf(COLON, cursor.to - 1);
    if (lastColon + 1 < cursor.at) cursor.fail('the end of the call is missing');
    cursor.at = lastColon + 1;
    const end = this.#endTime();
    this.#noted = -1;
    const name = this.#names.nameOf(code);
    const level = name === 'MPI_Pcontrol' ? this.#levelIn(firstField, lastColon) : undefined;
    this.#columns.other(name, start, end, cursor.line, level);
    return end > start ? end - start : 0;
  }

  /** The first of the fields of MPI_Pcontrol, where it has some. */
  #levelIn(from: number, to: number): number | undefined {
    const [text] = this.#cursor.text(Math.min(from, to), to).split(':');
    return /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
  }

  #tallyOf(code: number): CallTally {
    const known = this.#tallies[code];
    if (known !== undefined) return known;
    const name = this.#names.nameOf(code);
    if (!/^[A-Za-z]\w*$/.test(name)) this.#cursor.fail(`'${this.#cursor.excerpt()}' is not a call`);
    const tally = this.#columns.tallyOf(name, this.#cursor.line);
    this.#tallies[code] = tally;
    return tally;
  }

  /** Keeps the fields of a call and moves to its end time. */
  #fields(code: number): void {
    const cursor = this.#cursor;
    const { args } = this.#columns;
    const layouts = LAYOUTS[code];
    const layout = layouts.length === 1 ? layouts[0] : this.#layoutByFields(code);
    const firstArg = args.length;
    let lists = 0;
    for (let i = 0; i < layout.length; i++) {
      if (cursor.at > cursor.to || cursor.buffer[cursor.at - 1] !== COLON) this.#fieldsMissing(code, i);
      const letter = layout[i];
      if (letter === LETTER_NUMBER) args.push(cursor.number());
      else if (letter === LETTER_TYPE) args.push(cursor.typeSize());
      else if (letter === LETTER_COMM) args.push(this.#comm());
      else if (letter === LETTER_LIST) lists++;
      cursor.skipField();
    }
    if (cursor.at > cursor.to) this.#fieldsMissing(code, layout.length - 1);
    if (lists > 0) this.#lists(layout);
    if (this.#header.noted) this.#checkRanges(code, layout, firstArg);
  }

  /** Second pass over the fields for the lists, which are kept after all other fields. */
  #lists(layout: Uint8Array): void {
    const cursor = this.#cursor;
    const endTime = cursor.at;
    cursor.at = cursor.from;
    cursor.skipField();
    cursor.skipField();
    for (const letter of layout) {
      if (letter === LETTER_LIST) this.#list();
      cursor.skipField();
    }
    cursor.at = endTime;
  }

  #list(): void {
    const { args } = this.#columns;
    const lengthAt = args.length;
    args.push(0);
    this.#cursor.list((item) => args.push(item));
    args.at[lengthAt] = args.length - lengthAt - 1;
  }

  #layoutByFields(code: number): Uint8Array {
    const fields = this.#cursor.colons();
    const layout = LAYOUTS[code].find((candidate) => candidate.length === fields);
    return layout ?? this.#fieldsMissing(code, fields);
  }

  /** A field of the wrong kind is mostly a field too few or too many: that says more. */
  #checkFieldCount(code: number): void {
    const cursor = this.#cursor;
    cursor.at = cursor.from;
    const found = cursor.colons() - 2;
    if (LAYOUTS[code].every((layout) => layout.length !== found)) this.#fieldsMissing(code, found);
  }

  #fieldsMissing(code: number, found: number): never {
    const wanted = CALLS[code].layouts.map((layout) => layout.length).join(' or ');
    const many = `${found} field${found === 1 ? '' : 's'}`;
    this.#cursor.fail(`${CALLS[code].name} has ${many} between its times, not ${wanted}`);
  }

  /** Index of `handle,rank,size` in #comms. */
  #comm(): number {
    const cursor = this.#cursor;
    const handle = cursor.number();
    const rank = cursor.commPart();
    const size = cursor.commPart();
    const index = this.#columns.comm(handle, rank, size, cursor.line);
    this.#plain.comm(handle, rank, size, index);
    return index;
  }

  /** A time in µs since #epoch, or NaN for `-`. */
  #time(): number {
    const stamp = this.#stamp;
    if (!this.#cursor.time(stamp)) return Number.NaN;
    if (Number.isNaN(this.#epoch)) this.#epoch = stamp.whole;
    return stamp.whole - this.#epoch + stamp.fraction;
  }

  #endTime(): number {
    const cursor = this.#cursor;
    const at = cursor.at;
    const end = this.#time();
    if (cursor.at < cursor.to) cursor.fail('the line has more fields than its call', undefined, at);
    // Its last digits may be lost, which nothing else would show; `-` is whole.
    if (!cursor.ended && cursor.buffer[cursor.to - 1] !== DASH) cursor.fail('the line end is missing');
    return end;
  }
}

export const scanner: RankReaderOf = (source, rank) => new RankScanner(source, rank);

/**
 * Reads one file per rank, one after the other. Throws an InputError with file and line for lines that
 * cannot be read, times that go backwards, a missing rank, and files that are not of one run.
 */
export const readTraces = (files: readonly TraceFile[]): Promise<TraceSet> => readTracesBy(scanner, files);

const THREAD = /^#thread: (\d{1,5})$/;
const MOST_THREADS = 2 ** 15;
const TIME = '(-?\\d+(?:\\.\\d+)?)';
const LOOKED = new RegExp(`^#looked: ${TIME}$`);
const REGION = new RegExp(`^#region: (begin|end) ${TIME} ?(.*)$`);
const PCONTROL = new RegExp(`^#pcontrol: ${TIME} (-?\\d{1,10})$`);

/**
 * Takes `text`, the comment at the cursor, where it is a mark, `#region: begin 12.345 solve` or `#pcontrol: 12.345 1`;
 * false for others. `epoch`: whole µs that times begin at.
 */
function takeMark(marks: MarksColumns, cursor: LineCursor, text: string, epoch: number): boolean {
  if (!text.startsWith('#region:') && !text.startsWith('#pcontrol:')) return false;
  const region = REGION.exec(text);
  const pcontrol = PCONTROL.exec(text);
  const since = (time: string): number => Number(time) - (Number.isNaN(epoch) ? 0 : epoch);
  if (pcontrol !== null) marks.pcontrol(since(pcontrol[1]), Number(pcontrol[2]));
  else if (region?.[1] === 'begin') marks.begin(region[3], since(region[2]));
  else if (region?.[1] === 'end') marks.end(region[3], since(region[2]));
  else cursor.fail(`'${text}' is not a mark`, 'the line is damaged; trace the program again');
  return true;
}

const NOTE = /^#(completed|handles|matched|comm|intercomm|neighbours): (-?\d+(?:,-?\d+)*)$/;
/** Numbers of a note of each kind, at least. */
const LEAST = { completed: 1, handles: 1, matched: 2, comm: 2, intercomm: 4, neighbours: 2 } as const;
const KINDS = ['completed', 'handles', 'matched', 'neighbours', 'intercomm', 'comm'] as const;

const isWholeNumber = (value: number): boolean => value >= 0 && value <= Number.MAX_SAFE_INTEGER;

/** Notes of llamp-trace in its text form: comments behind their call, such as `#matched: 3,17`. */
class NoteLines {
  readonly #columns = new NotesColumns();
  readonly #handles: RequestHandles;

  constructor(handles: RequestHandles) {
    this.#handles = handles;
  }

  /**
   * Takes `text`, the comment at the cursor, as a note of `row`; false for other comments. `handles`: whether requests are
   * named by theirs.
   */
  add(cursor: LineCursor, text: string, row: number, handles: boolean): boolean {
    const kind = this.#kindOf(text);
    if (kind === undefined) return false;
    const [, , list] = NOTE.exec(text) ?? [];
    const numbers = list?.split(',').map(Number) ?? [];
    if (numbers.length < LEAST[kind])
      cursor.fail(`'${text}' is not a note of a call`, 'the line is damaged; trace the program again');
    if ((kind === 'handles' || kind === 'completed') && numbers.some((one) => !isWholeNumber(one)))
      cursor.fail(`'${text}' has an invalid request`, 'the line is damaged; trace the program again');
    if (kind === 'handles') {
      if (handles) this.#handles.named(numbers);
    } else if (kind === 'completed')
      this.#columns.completed.add(row, handles ? this.#handles.completed(numbers) : numbers);
    else if (kind === 'matched') this.#columns.matched.add(row, [numbers[0], numbers[1], numbers[2] ?? 0]);
    else this.#listOf(kind).add(row, numbers);
    return true;
  }

  /** The probe of `row` looked first at this time, µs. */
  looked(row: number, time: number): void {
    this.#columns.looked.add(row, [time]);
  }

  done(): TraceNotes {
    return this.#columns.done();
  }

  #kindOf(text: string): keyof typeof LEAST | undefined {
    return KINDS.find((kind) => text.startsWith(kind, 1) && text[kind.length + 1] === ':');
  }

  #listOf(kind: 'comm' | 'intercomm' | 'neighbours'): RowListColumns {
    if (kind === 'intercomm') return this.#columns.groups;
    return kind === 'comm' ? this.#columns.members : this.#columns[kind];
  }
}

/** A line has more bytes, but is worth several operations. */
const BYTES_PER_OPERATION = 16;
/** So many lines at most are read without another try, where one line after the other is not plain. */
const LONGEST_WAIT = 63;
/** The kernel does not know it. */
const UNKNOWN = -1;

const encoder = new TextEncoder();

/** Lines that a kernel takes: of calls that the trace had before, in the one layout that they have, without a list. */
class PlainCalls {
  readonly #names: CallNames;
  readonly #columns: RankColumns;
  /** Null: lines are not for a kernel; undefined: not known yet. */
  #kernel: CallsKernel | null | undefined;
  /** By code the kernel's number of a call, and what it counts for. */
  readonly #known: number[] = [];
  readonly #tallies: CallTally[] = [];
  readonly #nameOf = (code: number): string => this.#names.nameOf(code);
  #comms = 0;
  #wait = 0;
  #nextWait = 1;

  constructor(names: CallNames, columns: RankColumns) {
    this.#names = names;
    this.#columns = columns;
  }

  /** A piece of the text: the first decides. */
  opened(chunk: Uint8Array): void {
    if (this.#kernel === undefined)
      this.#kernel = worthAKernel(chunk.length / BYTES_PER_OPERATION) ? CallsKernel.borrowed() : null;
    this.#kernel?.opened();
  }

  /**
   * Takes lines of `chunk` from `from`, which begins a line, and moves the line of `cursor` on; returns where the first
   * begins that it does not take. `epoch`: whole µs that times are counted from.
   */
  take(chunk: Uint8Array, from: number, cursor: LineCursor, epoch: number): number {
    const kernel = this.#kernel;
    const columns = this.#columns;
    if (kernel === null || kernel === undefined || columns.finalized) return from;
    if (this.#wait > 0) {
      this.#wait--;
      return from;
    }
    const before = cursor.line;
    for (let at = from; at < chunk.length; at = kernel.at) {
      const { length: row, clock } = columns;
      const line = cursor.line + 1;
      const lines = kernel.scan(chunk, at, { line, row, field: columns.args.length, epoch, clock });
      if (lines > 0) columns.take(kernel.found(), this.#nameOf);
      cursor.line += lines;
      if (kernel.odd || lines === 0) break;
    }
    const none = before === cursor.line;
    this.#wait = none ? this.#nextWait : 0;
    this.#nextWait = none ? Math.min(2 * this.#nextWait, LONGEST_WAIT) : 1;
    return none ? from : kernel.at;
  }

  /** A call was read elsewhere that took so many µs, the last that `tally` counts. */
  saw(code: number, time: number, tally: CallTally): void {
    const kernel = this.#kernel;
    if (kernel === null || kernel === undefined) return;
    const known = this.#known[code];
    if (known !== undefined) {
      if (known !== UNKNOWN) kernel.count(known, time);
      return;
    }
    const call = this.#plain(code);
    this.#known[code] = call === undefined ? UNKNOWN : kernel.learn(call, tally);
    this.#tallies[code] = tally;
  }

  /** A communicator of the columns. */
  comm(handle: number, rank: number, size: number, index: number): void {
    if (index < this.#comms) return;
    this.#comms = index + 1;
    this.#kernel?.comm(handle, rank, size, index);
  }

  /** The trace is read: takes over the counts of the kernel. */
  done(): void {
    const kernel = this.#kernel;
    if (kernel === null || kernel === undefined) return;
    for (const [code, known] of this.#known.entries())
      if (known !== undefined && known !== UNKNOWN) Object.assign(this.#tallies[code], kernel.tally(known));
    this.givenUp();
  }

  /** No more is read of the trace: another may have the kernel. */
  givenUp(): void {
    this.#kernel?.giveBack();
    this.#kernel = null;
  }

  /** A call as the kernel knows it; undefined where its lines are not for it. */
  #plain(code: number): KnownCall | undefined {
    const name = this.#names.nameOf(code);
    if (code < CALLS.length && CALLS[code].own) return undefined;
    const { layouts } = code < CALLS.length ? CALLS[code] : OTHER;
    const row = code < CALLS.length && HAS_ROW[code];
    if (layouts.length > 1 || layouts[0].includes('L') || isMilestone(name)) return undefined;
    const kind = row ? KIND.row : code < CALLS.length ? KIND.otherOfComm : KIND.other;
    return { code, kind, name: encoder.encode(name), layout: encoder.encode(layouts[0]) };
  }
}

/** A call of which nothing but its times is read. */
const OTHER = { layouts: [''] } as const;
