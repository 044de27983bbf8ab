/** Reads one rank's binary trace: records in, the columns of a trace out. A record's number is its line. */
import { InputError } from '../../errors.js';
import { HeaderReader } from '../liballprof/header.js';
import { CALLS } from '../mpi/calls.js';
import { NotesColumns } from '../mpi/notes.js';
import { RankColumns } from '../mpi/rank-columns.js';
import type { CallTally, RankTrace } from '../mpi/trace.js';
import { ChunkCutter, RECORD } from './chunks.js';
import { MarkNotes } from './mark-notes.js';
import { ADDRESS, type CallPlan, COMM, FIELDS, plansOf } from './plans.js';
import { SiteChunks } from './site-chunks.js';

/** 32-bit words of a record, and where its parts lie. */
const WORDS = RECORD / 4;
const START = 0;
const END = 2;
const CALL = 4;
const SITE_AT = 5;
const COMM_AT = 6;
const MORE = 7;
const FIELD = 8;
const ADDRESS_AT = 16;
/** Numbers do not fit 32 bits: they are the first list. */
const WIDE = 1;
/** High half of a time that there is none of. */
const NO_TIME = -(2 ** 31);
const NOTE = {
  completed: 0xff00,
  matched: 0xff01,
  members: 0xff02,
  neighbours: 0xff06,
} as const;
/** Rows that room is made for at once: a damaged count must not take all memory. */
const MOST_EXPECTED = 2 ** 24;
/** Arguments that rows keep, mostly. */
const ARGS_PER_ROW = 5;
const END_CHUNK = 5;
/** Calls behind which it is noted what they completed. */
const CHOOSES = /^(test|waitany|waitsome)/;
const WORLD = 1;
const SELF = 2;
const HIGH = 2 ** 32;
const AGAIN = 'the file is damaged: copy it again, or trace the program again';

/** Whole number of 64 bits in two words, the low one first; above 2^53 rounded. */
const wide = (words: Int32Array, at: number): number => words[at + 1] * HIGH + (words[at] >>> 0);

/** `push` the file's bytes in order, then `finish`. Throws InputError with the number of the record. */
export class RecordReader {
  readonly #source: string;
  readonly #rank: number;
  readonly #cutter: ChunkCutter;
  readonly #columns = new RankColumns((what, mend) => this.#fail(what, mend));
  readonly #header = new HeaderReader();
  readonly #notes = new NotesColumns();
  readonly #sites = new SiteChunks((what) => this.#fail(what));
  readonly #marks = new MarkNotes(this.#columns.marks, (what) => this.#fail(what));
  #plans: CallPlan[] = [];
  /** By code of the file. */
  readonly #tallies: CallTally[] = [];
  /** Index among the trace's communicators by handle. */
  readonly #comms: number[] = [];
  /** Records so far. */
  #record = 0;
  /** Row of the record that notes are about; -1: it has none. */
  #noted = -1;
  /** Index of its call into CALLS. */
  #notedCall = 0;

  constructor(source: string, rank: number) {
    this.#source = source;
    this.#rank = rank;
    this.#cutter = new ChunkCutter(source, {
      header: (text) => this.#readHeader(text),
      chunk: (kind, bytes) => this.#chunk(kind, bytes),
      expect: (units) => this.#columns.reserve(Math.min(units, MOST_EXPECTED), ARGS_PER_ROW),
      records: (words, units) => this.#read(words, units),
    });
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  finish(): RankTrace {
    this.#cutter.end();
    if (this.#columns.empty)
      this.#fail('no MPI call in this file', 'the program was killed before its first record was written');
    const frame = { source: this.#source, rank: this.#rank, counts: 'record' as const };
    return this.#columns.done({
      ...frame,
      header: this.#header.done(),
      notes: this.#notes.done(),
      stacks: this.#sites.done(),
    });
  }

  #readHeader(text: string): void {
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) this.#header.add(line, i + 1);
    const { noted, rank, ranks } = this.#header.done();
    const calls = lines.find((line) => line.startsWith('# calls: '))?.slice('# calls: '.length);
    if (!noted || calls === undefined || rank === undefined || ranks === undefined)
      this.#fail(
        'a header without version 1, rank, ranks or calls',
        'trace the program with the tracer of this version',
      );
    this.#plans = plansOf(calls);
    const names = this.#plans.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) this.#fail(`a table of calls that has ${twice} twice`);
    this.#comms[WORLD] = this.#columns.comm(WORLD, rank, ranks, 0);
  }

  /** The end says how many records there are: none may be lost on the way. */
  #chunk(kind: number, bytes: Uint8Array): void {
    this.#sites.chunk(kind, bytes);
    this.#marks.chunk(kind, bytes);
    if (kind !== END_CHUNK || bytes.length < 8) return;
    const written = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    if (written !== this.#record) this.#fail(`${this.#record} records of ${written} are here`);
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
      if (call >= NOTE.completed) this.#note(call, words, at);
      else this.#call(call, words, at);
      unit = next;
    }
    return units;
  }

  #call(call: number, words: Int32Array, at: number): void {
    const plan = this.#plans[call];
    if (plan === undefined) this.#fail(`a call of code ${call}, of ${this.#plans.length}`);
    if (plan.lacking)
      this.#fail(`${plan.name} without what its row needs`, 'trace with the tracer of this version');
    if (!plan.requests && (words[at + ADDRESS_AT] | words[at + ADDRESS_AT + 1]) !== 0)
      this.#fail(`${plan.name} with a request, which it has none of`);
    const start = words[at + START + 1] === NO_TIME ? Number.NaN : wide(words, at + START) / 1_000;
    const end = words[at + END + 1] === NO_TIME ? Number.NaN : wide(words, at + END) / 1_000;
    const tally = this.#tallyOf(call, plan.name);
    tally.calls++;
    if (end > start) tally.time += end - start;
    this.#noted = -1;
    if (plan.code < 0) {
      this.#columns.other(plan.name, start, end, this.#record);
      return;
    }
    const firstArg = this.#columns.args.length;
    this.#args(plan, words, at);
    this.#columns.row(plan.code, start, end, this.#record, firstArg);
    const site = words[at + SITE_AT] >>> 0;
    if (!this.#sites.has(site)) this.#fail(`call site ${site}, whose stack is not here`);
    if (site > 0) this.#columns.site(site);
    this.#noted = this.#columns.length - 1;
    this.#notedCall = plan.code;
  }

  #args({ args: places, lists, name }: CallPlan, words: Int32Array, at: number): void {
    const { args } = this.#columns;
    args.reserve(args.length + places.length);
    // Written here, not pushed: what is stored is always of one type here, and of several there.
    const kept = args.at;
    let n = args.length;
    const isWide = (words[at + CALL] >>> 16) & WIDE;
    const first = at + WORDS + 1;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (place < FIELDS)
        kept[n++] = isWide === 0 ? words[at + FIELD + place] : wide(words, first + 2 * place);
      else if (place === ADDRESS) kept[n++] = wide(words, at + ADDRESS_AT);
      else if (place === COMM) kept[n++] = this.#comm(words[at + COMM_AT]);
    }
    args.length = n;
    if (lists.length > 0) this.#lists(lists, name, words, at, isWide);
  }

  /** Lists are kept behind all fields: length, items. */
  #lists(kept: readonly boolean[], name: string, words: Int32Array, at: number, isWide: number): void {
    const { args } = this.#columns;
    const end = at + WORDS + words[at + MORE];
    const step = 1 + isWide;
    let item = at + WORDS;
    if (isWide !== 0) item += 1 + 2 * words[item];
    for (const keeps of kept) {
      const length = item < end ? words[item++] : -1;
      if (length < 0 || item + length * step > end) this.#fail(`${name} with lists that are not whole`);
      if (keeps) args.push(length);
      for (let i = 0; i < length; i++, item += step)
        if (keeps) args.push(isWide === 0 ? words[item] : wide(words, item));
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
    const row = this.#noted;
    const field = at + FIELD;
    if (this.#marks.note(kind, words[field], wide(words, at + START) / 1_000)) return;
    if (kind > NOTE.neighbours)
      this.#fail(
        `a note of code ${kind}, which is none`,
        'trace the program with the tracer of this version',
      );
    if (row < 0) return;
    if (kind === NOTE.matched)
      this.#notes.matched.add(row, [words[field], words[field + 1], wide(words, at + ADDRESS_AT)]);
    if (kind !== NOTE.completed && kind !== NOTE.members && kind !== NOTE.neighbours) return;
    const list = at + WORDS;
    const length = words[at + MORE] > 0 ? words[list] : -1;
    if (length < 0 || length >= words[at + MORE]) this.#fail('a note whose list is not whole');
    const items = words.subarray(list + 1, list + 1 + length);
    const own = words[field + 1];
    if (kind === NOTE.members && own !== 0) this.#notes.groups.add(row, [words[at + COMM_AT], own, ...items]);
    else if (kind === NOTE.members) this.#notes.members.add(row, [words[at + COMM_AT], ...items]);
    else if (kind === NOTE.neighbours)
      this.#notes.neighbours.add(row, [words[at + COMM_AT], words[field], ...items]);
    else {
      this.#checkChooses();
      for (let i = 0; i + 1 < length; i += 2) this.#notes.completed.add(row, [wide(words, list + 1 + i)]);
    }
  }

  /** Others complete all that they name: what is noted behind them was noted of another call. */
  #checkChooses(): void {
    const { name, kind } = CALLS[this.#notedCall];
    if (!CHOOSES.test(kind)) this.#fail(`requests that ${name} completed, which completes all that it names`);
  }

  #tallyOf(call: number, name: string): CallTally {
    const known = this.#tallies[call];
    if (known !== undefined) return known;
    const tally = this.#columns.tallyOf(name, this.#record);
    this.#tallies[call] = tally;
    return tally;
  }

  #fail(what: string, mend = AGAIN): never {
    const place =
      this.#record === 0 ? { source: this.#source } : { source: this.#source, line: this.#record };
    throw new InputError({ place, what, mend });
  }
}
