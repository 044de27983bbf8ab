/** Reads one rank's binary trace: records in, the columns of a trace out. A record's number is its line. */

import { InputError, many } from '../../errors.js';
import { CALLS } from '../mpi/mpi-calls.js';
import { OpenCallLines } from '../mpi/open-calls.js';
import { RankColumns } from '../mpi/rank-columns.js';
import { type CallTally, HeaderReader, isPart, NotesColumns, type RankTrace } from '../mpi/rank-trace.js';
import { RequestHandles } from '../mpi/request-handles.js';
import { CHOOSES } from '../mpi/requests.js';
import type { MarksColumns } from '../mpi/trace-marks.js';
import { ADDRESS, type CallPlan, COMM, FIELDS, plansOf } from './call-plans.js';
import { SiteChunks } from './call-site-chunks.js';
import { ChunkCutter, END_CHUNK, LATE_LINES_CHUNK, RECORD } from './llamp-trace-chunks.js';

/** 32-bit words of a record, and the offsets of its parts. */
const WORDS = RECORD / 4;
const START = 0;
const END = 2;
const CALL = 4;
const SITE_AT = 5;
const COMM_AT = 6;
const MORE = 7;
const FIELD = 8;
const ADDRESS_AT = 16;
/** Of a call with one request, in the place of its last two fields. */
const HANDLE_AT = 14;
/** Numbers do not fit 32 bits: they are the first list. */
const WIDE = 1;
/** The rest of the flags, behind the call and that: which thread. */
const THREAD_SHIFT = 17;
/** High half of a time that there is none of. */
const NO_TIME = -(2 ** 31);
const NOTE = {
  completed: 0xff00,
  matched: 0xff01,
  members: 0xff02,
  neighbours: 0xff06,
  looked: 0xff07,
} as const;
/** By kind, from the first: how many fields a note has, and whether it has a list, a communicator, an address, a time. */
const NOTES = [
  { fields: 1, listed: true, comm: false, address: false, timed: false },
  { fields: 2, listed: false, comm: false, address: true, timed: false },
  { fields: 2, listed: true, comm: true, address: false, timed: false },
  { fields: 1, listed: false, comm: false, address: false, timed: true },
  { fields: 1, listed: false, comm: false, address: false, timed: true },
  { fields: 1, listed: false, comm: false, address: false, timed: true },
  { fields: 2, listed: true, comm: true, address: false, timed: false },
  { fields: 0, listed: false, comm: false, address: true, timed: false },
] as const;
/** Rows that room is made for at once: a damaged count must not take all memory. */
const MOST_EXPECTED = 2 ** 24;
/** Arguments that rows keep, mostly. */
const ARGS_PER_ROW = 5;
const END_BYTES = 16;
const NO_FINALIZE = -(2n ** 63n);
/** Calls without a start, and without an end. */
const NO_START: ReadonlySet<string> = new Set(['MPI_Init', 'MPI_Init_thread']);
const NO_END: ReadonlySet<string> = new Set(['MPI_Finalize', 'MPI_Abort']);
/** Calls behind which it is noted what they completed. */
const COMPLETES = /^(test|waitany|waitsome)/;
const WORLD = 1;
const SELF = 2;
const HIGH = 2 ** 32;
const AGAIN = 'the file is damaged; copy it again, or trace the program again';
const TRACER = 'trace the program with the tracer that comes with this llamp-ts';

/** Whole number of 64 bits in two words, the low one first; above 2^53 rounded. */
const wide = (words: Int32Array, at: number): number => words[at + 1] * HIGH + (words[at] >>> 0);

const exact = (words: Int32Array, at: number): bigint =>
  (BigInt(words[at + 1]) << 32n) | BigInt(words[at] >>> 0);

/** Lines come from C strings, which hold no zero byte. Paths in them may hold any other. */
const HEADER_LINE = /^# [^\0]*$/;

/** `push` the file's bytes in order, then `finish`. Throws InputError with the number of the record. */
export class RecordReader {
  readonly #source: string;
  readonly #rank: number;
  readonly #cutter: ChunkCutter;
  readonly #columns = new RankColumns((what, mend) => this.#fail(what, mend));
  readonly #header = new HeaderReader();
  readonly #notes = new NotesColumns();
  readonly #sites = new SiteChunks((what) => this.#fail(what));
  readonly #handles = new RequestHandles(this.#columns);
  readonly #open = new OpenCallLines();
  readonly #named: number[] = [];
  readonly #marks = new MarkNotes(this.#columns.marks, (what) => this.#fail(what));
  #plans: readonly CallPlan[] = [];
  /** By code of the file. */
  readonly #tallies: CallTally[] = [];
  /** Index among the trace's communicators by handle. */
  readonly #comms: number[] = [];
  /** Records so far, and those of the chunks that have begun. */
  #record = 0;
  #due = 0;
  /** When MPI_Finalize was called, by its record. */
  #finalize = NO_FINALIZE;
  /** Row of the record that notes are about; -1: it has none. */
  #noted = -1;
  /** Index of its call into CALLS. */
  #notedCall = 0;

  constructor(source: string, rank: number) {
    this.#source = source;
    this.#rank = rank;
    this.#cutter = new ChunkCutter(source, {
      header: (text, version) => this.#readHeader(text, version),
      chunk: (kind, count, bytes) => this.#chunk(kind, count, bytes),
      expect: (units, count) => this.#expect(units, count),
      records: (words, units) => this.#read(words, units),
    });
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  finish(): RankTrace {
    if (this.#cutter.end(isPart(this.#source))) this.#checkCount();
    if (this.#columns.empty)
      this.#fail(
        'no MPI call in this file',
        'the program was killed before its records were written, or the tracer could not write them, which the output of the program says; trace it again',
      );
    const open = this.#open.done(this.#columns.clock * 1000);
    return this.#columns.done({
      source: this.#source,
      rank: this.#rank,
      counts: 'record',
      header: this.#header.done(),
      notes: this.#notes.done(),
      stacks: this.#sites.done(),
      ...(open && { open }),
    });
  }

  #readHeader(text: string, version: number): void {
    const lines = text.split('\n');
    if (lines[0] !== `# llamp-trace ${version}`)
      this.#fail(`'${lines[0]}' in a file of version ${version}`, TRACER);
    if (version === 1) this.#checkLines(lines);
    for (const [i, line] of lines.entries()) this.#header.add(line, i + 1);
    const { noted, rank, ranks } = this.#header.done();
    const calls = lines.find((line) => line.startsWith('# calls: '))?.slice('# calls: '.length);
    if (!noted || calls === undefined || rank === undefined || ranks === undefined)
      this.#fail('the header lacks the version, rank, ranks or calls', TRACER);
    this.#plans = plansOf(calls);
    const names = this.#plans.map(({ name }) => name);
    const noCall = names.find((name) => !/^[A-Za-z]\w*$/.test(name));
    if (noCall !== undefined) this.#fail(`the table of calls contains '${noCall}', which is not a call`);
    const twice = new Set(names).size < names.length && names.find((name, i) => names.indexOf(name) < i);
    if (twice) this.#fail(`the table of calls contains ${twice} twice`);
    this.#comms[WORLD] = this.#columns.comm(WORLD, rank, ranks, 0);
  }

  /** Later versions have a checksum. */
  #checkLines(lines: readonly string[]): void {
    // Behind the line end of the last one there is nothing.
    const whole = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    const damaged = whole.findIndex((line) => !HEADER_LINE.test(line));
    if (damaged >= 0)
      this.#fail(`line ${damaged + 1} of the header does not begin with '# ', or contains a zero byte`);
  }

  #expect(units: number, count: number): void {
    this.#checkCount();
    this.#open.clear();
    this.#due += count;
    this.#columns.reserve(Math.min(units, MOST_EXPECTED), ARGS_PER_ROW);
  }

  /** A chunk says how many records it has. */
  #checkCount(): void {
    if (this.#record !== this.#due) this.#fail(`the chunks contain ${this.#record} of ${this.#due} records`);
  }

  #chunk(kind: number, count: number, bytes: Uint8Array): void {
    this.#checkCount();
    this.#sites.chunk(kind, count, bytes);
    this.#marks.chunk(kind, count, bytes);
    if (kind === END_CHUNK) this.#end(bytes);
    if (kind === LATE_LINES_CHUNK) this.#lateLines(bytes);
  }

  /** Each chunk of open calls replaces those before. */
  #lateLines(bytes: Uint8Array): void {
    const lines = new TextDecoder().decode(bytes).split('\n');
    if (lines.some((line) => line.startsWith('# open-call:'))) this.#open.clear();
    for (const line of lines) {
      this.#open.take(line);
      this.#header.add(line, 0);
    }
  }

  /** The end says how many records there are, none of which may be lost on the way, and when the last call was made. */
  #end(bytes: Uint8Array): void {
    if (bytes.length !== END_BYTES)
      this.#fail(`the chunk that ends the file has ${bytes.length} B, not ${END_BYTES}`);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const written = view.getBigUint64(0, true);
    if (written !== BigInt(this.#record))
      this.#fail(`the file contains ${this.#record} of ${written} records`);
    const finalize = view.getBigInt64(8, true);
    if (finalize !== this.#finalize)
      this.#fail(`MPI_Finalize is at ${this.#finalize} ns, but the end of the file states ${finalize} ns`);
  }

  #read(words: Int32Array, units: number): number {
    for (let unit = 0; unit < units; ) {
      const at = unit * WORDS;
      const more = words[at + MORE];
      if (more < 0) this.#fail(`lists of ${more} words`);
      const next = unit + 1 + Math.ceil(more / WORDS);
      if (next > units) return unit;
      this.#record++;
      const call = words[at + CALL] & 0xffff;
      const flags = words[at + CALL] >>> 16;
      if (flags > WIDE && (call >= NOTE.completed || !this.#header.handles))
        this.#fail(`the record has the invalid flags ${flags}`);
      for (let word = at + WORDS + more; word < next * WORDS; word++)
        if (words[word] !== 0) this.#fail('lists longer than their stated length');
      if (call >= NOTE.completed) this.#note(call, words, at);
      else this.#call(call, words, at);
      unit = next;
    }
    return units;
  }

  #call(call: number, words: Int32Array, at: number): void {
    const plan = this.#plans[call];
    if (plan === undefined) this.#fail(`call code ${call} is not in the table of calls of the header`);
    if (plan.lacking) this.#fail(`${plan.name} lacks required fields`, TRACER);
    this.#checkShape(plan, words, at);
    const site = words[at + SITE_AT] >>> 0;
    if (!this.#sites.has(site)) this.#fail(`call site ${site} has no stack in the file`);
    const start = this.#time(words, at + START, NO_START, plan.name);
    const end = this.#time(words, at + END, NO_END, plan.name);
    // The clock of older versions starts there.
    if (Number.isNaN(start) && end !== 0 && !this.#header.handles)
      this.#fail(`${plan.name} ends at ${end} µs, not at 0`);
    if (plan.name === 'MPI_Finalize') this.#finalize = exact(words, at + START);
    this.#tallies[call] ??= this.#columns.tallyOf(plan.name, this.#record);
    const tally = this.#tallies[call];
    tally.calls++;
    if (end > start) tally.time += end - start;
    this.#noted = -1;
    this.#columns.thread(words[at + CALL] >>> THREAD_SHIFT);
    if (plan.code < 0) {
      this.#columns.other(plan.name, start, end, this.#record);
      return;
    }
    const firstArg = this.#columns.args.length;
    this.#args(plan, words, at);
    this.#columns.row(plan.code, start, end, this.#record, firstArg);
    if (plan.requests && this.#header.handles) this.#requests(plan, words, at, firstArg);
    if (site > 0) this.#columns.site(site);
    this.#noted = this.#columns.length - 1;
    this.#notedCall = plan.code;
  }

  /** A row that is about requests, by their handles. */
  #requests({ code, several }: CallPlan, words: Int32Array, at: number, firstArg: number): void {
    this.#handles.row(code, firstArg);
    if (!several) this.#handles.one(this.#handle(words, at + HANDLE_AT));
    else if (words[at + MORE] > 0)
      this.#handles.named(this.#handlesAt(words, at + WORDS + 1, words[at + WORDS]));
  }

  /** Used up before the next ones are requested. */
  #handlesAt(words: Int32Array, from: number, count: number): readonly number[] {
    this.#named.length = 0;
    for (let i = 0; i < count; i++) this.#named.push(this.#handle(words, from + 2 * i));
    return this.#named;
  }

  #handle(words: Int32Array, at: number): number {
    const handle = wide(words, at);
    return handle >= 0 && handle <= Number.MAX_SAFE_INTEGER
      ? handle
      : this.#fail(`invalid request ${handle}`);
  }

  /** Fields that a call does not have are 0 in its records. */
  #checkShape(plan: CallPlan, words: Int32Array, at: number): void {
    const { name } = plan;
    if (!plan.requests && (words[at + ADDRESS_AT] | words[at + ADDRESS_AT + 1]) !== 0)
      this.#fail(`${name} has a request, but takes none`);
    const comm = words[at + COMM_AT];
    if (!plan.comm && comm !== 0) this.#fail(`${name} has communicator ${comm}, but takes none`);
    if (comm < 0) this.#fail(`${name} has the negative communicator ${comm}`);
    const isWide = (words[at + CALL] >>> 16) & WIDE;
    const more = words[at + MORE];
    let spare = 0;
    const fields = plan.requests && !plan.several && this.#header.handles ? FIELDS - 2 : FIELDS;
    for (let field = isWide === 0 ? plan.fields : 0; field < fields; field++)
      spare |= words[at + FIELD + field];
    if (spare !== 0) this.#fail(`${name} has numbers in unused fields`);
    if (isWide !== 0 && (more === 0 || words[at + WORDS] !== plan.fields))
      this.#fail(`the list of numbers of ${name} is not of length ${plan.fields}`);
    if (plan.several && this.#header.handles) this.#checkHandles(plan, words, at);
    else if (more > 0 || plan.listed > 0) this.#checkLists(plan, words, at, isWide);
  }

  /** A list of handles, which only calls that complete some of several may leave out: those that the one before left. */
  #checkHandles({ name, code }: CallPlan, words: Int32Array, at: number): void {
    const more = words[at + MORE];
    const length = more > 0 ? words[at + WORDS] : 0;
    if (length < 0 || more !== 1 + 2 * length) {
      if (more > 0 || !CHOOSES[code]) this.#fail(`${name} has incomplete handles`);
    }
  }

  /** As many lists as the call has, each of at least no items, and nothing behind them. */
  #checkLists({ name, listed }: CallPlan, words: Int32Array, at: number, isWide: number): void {
    const end = at + WORDS + words[at + MORE];
    let item = at + WORDS;
    if (isWide !== 0) item += 1 + 2 * words[item];
    for (let list = 0; list < listed; list++) {
      const length = item < end ? words[item] : -1;
      item += 1 + length * (1 + isWide);
      if (length < 0 || item > end) this.#fail(`${name} has incomplete lists`);
    }
    if (item !== end) this.#fail(`${name} has more lists than it takes (${listed})`);
  }

  /** In µs; NaN for one that is missing, in a call of those that may lack it. */
  #time(words: Int32Array, at: number, lack?: ReadonlySet<string>, name = ''): number {
    const time = wide(words, at);
    if (time >= 0 && time <= Number.MAX_SAFE_INTEGER) return time / 1_000;
    if (words[at + 1] !== NO_TIME || words[at] !== 0) this.#fail(`a time of ${time} ns`);
    if (lack?.has(name) !== true) this.#fail('a time stamp is missing');
    return Number.NaN;
  }

  #args(plan: CallPlan, words: Int32Array, at: number): void {
    const { args: places, lists, name, least, most, inPlace } = plan;
    const { args } = this.#columns;
    args.reserve(args.length + places.length);
    // Written here, not pushed: what is stored is always of one type here, and of several there.
    const kept = args.at;
    let n = args.length;
    const isWide = (words[at + CALL] >>> 16) & WIDE;
    const first = at + WORDS + 1;
    const row = n;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (place < FIELDS)
        kept[n++] = isWide === 0 ? words[at + FIELD + place] : wide(words, first + 2 * place);
      else if (place === ADDRESS) kept[n++] = wide(words, at + ADDRESS_AT);
      else if (place === COMM) kept[n++] = this.#comm(words[at + COMM_AT]);
      const value = kept[row + i];
      if (!(value >= least[i] && value <= most[i]))
        this.#fail(`an argument of ${name} is ${value}, outside ${least[i]} to ${most[i]}`);
    }
    for (const flag of inPlace)
      if (kept[row + flag] === 1 && (kept[row + flag + 1] !== 0 || kept[row + flag + 2] !== 0))
        this.#fail(
          `${name} has MPI_IN_PLACE as a buffer, but its count (${kept[row + flag + 1]}) and datatype size (${kept[row + flag + 2]} B) are not both 0`,
        );
    args.length = n;
    if (lists.length > 0) this.#lists(lists, name, words, at, isWide);
  }

  /** Lists are kept behind all fields: length, items. */
  #lists(kept: readonly boolean[], name: string, words: Int32Array, at: number, isWide: number): void {
    const { args } = this.#columns;
    const step = 1 + isWide;
    let item = at + WORDS;
    if (isWide !== 0) item += 1 + 2 * words[item];
    for (const keeps of kept) {
      const length = words[item++];
      if (keeps) args.push(length);
      for (let i = 0; i < length; i++, item += step) {
        const value = isWide === 0 ? words[item] : wide(words, item);
        if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) this.#fail(`${name} has ${value} in a list`);
        if (keeps) args.push(value);
      }
    }
  }

  /** Its rank and size are noted with its members, behind the call that comes first. */
  #comm(handle: number): number {
    const known = this.#comms[handle];
    if (known !== undefined) return known;
    const index = this.#columns.comm(handle, 0, 1, this.#record);
    if (handle >= SELF) this.#comms[handle] = index;
    return index;
  }

  #note(kind: number, words: Int32Array, at: number): void {
    if (kind > NOTE.looked) this.#fail(`a note of unknown code ${kind}`, TRACER);
    this.#checkNote(kind, words, at);
    const row = this.#noted;
    const field = at + FIELD;
    if (this.#marks.note(kind, words[field], wide(words, at + START) / 1_000)) return;
    if (row < 0) return;
    if (kind === NOTE.matched) {
      this.#notes.matched.add(row, [words[field], words[field + 1], wide(words, at + ADDRESS_AT)]);
      return;
    }
    if (kind === NOTE.looked) {
      this.#notes.looked.add(row, [this.#time(words, at + ADDRESS_AT)]);
      return;
    }
    const list = at + WORDS;
    const length = words[list];
    const items = words.subarray(list + 1, list + 1 + length);
    const own = words[field + 1];
    if (kind === NOTE.members && own !== 0) this.#notes.groups.add(row, [words[at + COMM_AT], own, ...items]);
    else if (kind === NOTE.members) this.#notes.members.add(row, [words[at + COMM_AT], ...items]);
    else if (kind === NOTE.neighbours)
      this.#notes.neighbours.add(row, [words[at + COMM_AT], words[field], ...items]);
    else {
      this.#checkChooses();
      const requests = this.#handlesAt(words, list + 1, length >> 1);
      this.#notes.completed.add(row, this.#header.handles ? this.#handles.completed(requests) : requests);
    }
  }

  /** A note has the fields of its kind only: the rest of its record is 0. */
  #checkNote(kind: number, words: Int32Array, at: number): void {
    const { fields, listed, comm, address, timed } = NOTES[kind - NOTE.completed];
    const word = (place: number): number => words[at + place];
    let spare = word(SITE_AT) | (word(CALL) >>> 16);
    for (let field = fields; field < FIELDS; field++) spare |= word(FIELD + field);
    if (!comm) spare |= word(COMM_AT);
    if (!address) spare |= word(ADDRESS_AT) | word(ADDRESS_AT + 1);
    if (!timed) spare |= word(START) | word(START + 1) | word(END) | word(END + 1);
    if (!listed) spare |= word(MORE);
    if (spare !== 0) this.#fail('a note uses fields that its kind does not have');
    if (timed) {
      this.#time(words, at + START);
      if (word(START) !== word(END) || word(START + 1) !== word(END + 1))
        this.#fail('a mark (region or MPI_Pcontrol) with different start and end');
    }
    if (!listed) return;
    const length = word(MORE) > 0 ? word(WORDS) : -1;
    const [first, second] = [word(FIELD), word(FIELD + 1)];
    if (length < 0 || length !== word(MORE) - 1 || first < 0 || second < 0)
      this.#fail('a note with an incomplete list');
    if (kind === NOTE.completed && length !== 2 * first)
      this.#fail(`the number of completed requests in a note is ${first}, but its list has another length`);
    if (kind === NOTE.neighbours && length !== first + second)
      this.#fail(
        `a note states ${first} + ${second} neighbours (sources + destinations), but lists ${length}`,
      );
    if (kind === NOTE.members)
      this.#checkMembers(words.subarray(at + WORDS + 1, at + WORDS + 1 + length), first);
  }

  /** Each is a rank of the world once, or none of it; this rank is where it says that it is. */
  #checkMembers(members: Int32Array, own: number): void {
    const { rank, ranks = 0 } = this.#header.done();
    if (members[own] !== rank) this.#fail(`rank ${own} of a communicator should be this rank, but is not`);
    const outside = members.find((member) => member < -1 || member >= ranks);
    if (outside !== undefined)
      this.#fail(`a communicator contains rank ${outside}, but the run has ${many(ranks, 'rank')}`);
    const seen = new Set(members);
    if (seen.size < members.filter((member) => member >= 0).length + (seen.has(-1) ? 1 : 0))
      this.#fail('a communicator contains a rank twice');
  }

  /** Others complete all that they name: what is noted behind them was noted of another call. */
  #checkChooses(): void {
    const { name, kind } = CALLS[this.#notedCall];
    if (!COMPLETES.test(kind))
      this.#fail(`a note of completed requests follows ${name}, which never has such a note`);
  }

  #fail(what: string, mend = AGAIN): never {
    const line = this.#record === 0 ? {} : { line: this.#record };
    throw new InputError({ place: { source: this.#source, ...line }, what, mend });
  }
}

const NAMES = 4;
/** Bytes of a name's head: its id, and its length. */
const HEAD = 8;
const MARK = { begin: 0xff03, end: 0xff04, pcontrol: 0xff05 } as const;

/** Marks: notes of three kinds, and chunks of the names of regions. `fail` throws the error of a damaged file. */
export class MarkNotes {
  readonly #marks: MarksColumns;
  readonly #names = new Map<number, string>();
  readonly #fail: (what: string) => never;

  constructor(marks: MarksColumns, fail: (what: string) => never) {
    this.#marks = marks;
    this.#fail = fail;
  }

  /** Takes a chunk of names; passes over others. */
  chunk(kind: number, count: number, bytes: Uint8Array): void {
    if (kind !== NAMES) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let names = 0;
    for (let at = 0; at < bytes.length; names++) {
      const room = bytes.length - at - HEAD;
      if (room < 0) this.#fail('a chunk of names is incomplete');
      const [id, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const end = at + HEAD + 4 * Math.ceil(length / 4);
      if (end > bytes.length) this.#fail(`the name of region ${id} is incomplete`);
      const name = new TextDecoder().decode(bytes.subarray(at + HEAD, at + HEAD + length));
      if (id === 0 || this.#names.has(id)) this.#fail(`region ${id} ('${name}') has the id of another`);
      // A length that is too short leaves letters where zeros should be.
      if (bytes.subarray(at + HEAD + length, end).some((byte) => byte !== 0) || name.includes('\0'))
        this.#fail(`the name of region ${id} does not have its stated length`);
      this.#names.set(id, name);
      at = end;
    }
    if (names !== count) this.#fail(`a chunk contains ${names} of ${count} names of regions`);
  }

  /** Takes a note that is a mark, at a time in µs; `value` is its level or the id of its region. False for other notes. */
  note(kind: number, value: number, time: number): boolean {
    if (kind === MARK.pcontrol) this.#marks.pcontrol(time, value);
    else if (kind === MARK.begin) this.#marks.begin(this.#nameOf(value), time);
    else if (kind === MARK.end) this.#marks.end(this.#nameOf(value), time);
    else return false;
    return true;
  }

  /** The tracer has no id for what is nested too deeply. */
  #nameOf(id: number): string {
    return this.#names.get(id) ?? (id === 0 ? '' : this.#fail(`region ${id} has no name in the file`));
  }
}
