/** Reads one rank's file: records in, the columns of a trace out. A record's number is its line. */

import { InputError } from '../../errors.js';
import { CALLS, type CallKind, P2P, REPLACE, SENDRECV } from '../mpi/mpi-calls.js';
import { RankColumns } from '../mpi/rank-columns.js';
import { type CallTally, NotesColumns, plainHeader, type RankTrace } from '../mpi/rank-trace.js';
import { END_OF_STREAM, type Layout, type Layouts, ONE, type Version, ZERO } from './dumpi-functions.js';
import { type Bytes, DumpiRecord, type Sections } from './dumpi-records.js';

/** DUMPI's numbers of MPI_COMM_WORLD and MPI_COMM_SELF, and those by which traces name them. */
const THEIRS = { world: 2, self: 3 } as const;
const WORLD = 1;
const SELF = 2;
/** MPI_PROC_NULL, where it differs from any source: see read-dumpi.ts. */
export const NOBODY = -2;

export const commHandle = (comm: number): number =>
  comm === THEIRS.world ? WORLD : comm === THEIRS.self ? SELF : comm > THEIRS.self ? comm : 0;

/** Handles from here on are of communicators whose members are not known: DUMPI's numbers have 16 bits. */
const UNKNOWN = 2 ** 16;

/** Bytes that a record takes at least, for room in columns. */
const LEAST_RECORD = 40;
/** Rows that room is made for at once. */
const MOST_EXPECTED = 2 ** 22;

/** A rank's trace, and the calls from which members of its communicators follow. */
export interface DumpiRank {
  /** Of DUMPI. */
  readonly version: Version;
  readonly trace: RankTrace;
  readonly makings: readonly Making[];
  /** Completions of requests that no call of the file made. */
  readonly unmade: number;
}

export interface RankPlace {
  readonly source: string;
  readonly rank: number;
  /** Ranks of the run, by the files that there are. */
  readonly ranks: number;
}

/** Throws InputError with the byte that cannot be read. */
export class RankRecords {
  readonly #bytes: Bytes;
  readonly #sections: Sections;
  readonly #layouts: Layouts;
  readonly #place: RankPlace;
  readonly #record: DumpiRecord;
  readonly #columns = new RankColumns((what, mend) => this.#fail(what, mend));
  readonly #notes = new NotesColumns();
  readonly #completed = new Completed(this.#notes, (what) => this.#fail(what));
  readonly #makings: Making[] = [];
  readonly #tallies: CallTally[] = [];
  /** Records of each function. */
  readonly #records: number[] = [];
  /** Index among the trace's communicators by DUMPI's number. */
  readonly #comms: number[] = [];
  #line = 0;
  #epoch = Number.NaN;
  /** Whether a record may have another layout, which the file does not state. */
  doubtful = false;

  constructor(bytes: Bytes, sections: Sections, layouts: Layouts, place: RankPlace) {
    this.#bytes = bytes;
    this.#sections = sections;
    this.#layouts = layouts;
    this.#place = place;
    this.#record = new DumpiRecord(bytes, layouts);
    this.#comms[THEIRS.world] = this.#columns.comm(WORLD, place.rank, place.ranks, 0);
  }

  done(): DumpiRank {
    const { body, bodyEnd, date, version } = this.#sections;
    const bytes = this.#bytes;
    bytes.seek(body, bodyEnd);
    bytes.skip(8);
    this.#columns.reserve(Math.min((bodyEnd - body) / LEAST_RECORD, MOST_EXPECTED), 5);
    while (this.#next());
    if (bytes.at !== bodyEnd) bytes.fail(`${bodyEnd - bytes.at} bytes after the end of the records`);
    this.#checkCounts();
    const { source, rank } = this.#place;
    const header = plainHeader(NOBODY, date);
    const notes = this.#notes.done();
    return {
      version,
      trace: this.#columns.done({ source, rank, header, notes, stacks: null, counts: 'record' }),
      makings: this.#makings,
      unmade: this.#completed.unmade,
    };
  }

  /** Whether there was another record. */
  #next(): boolean {
    const bytes = this.#bytes;
    this.#record.at = bytes.at;
    const number = bytes.u16();
    if (number === END_OF_STREAM) return false;
    const layout = this.#layouts.list[number];
    if (layout === undefined) bytes.fail(`unknown function ${number} at byte ${this.#record.at}`);
    this.#line++;
    this.#record.read(layout);
    this.#records[number] = (this.#records[number] ?? 0) + 1;
    if (layout.name.startsWith('MPI')) this.#call(number, layout);
    return true;
  }

  #call(number: number, layout: Layout): void {
    const { start, end } = this.#times();
    this.#tallies[number] ??= this.#columns.tallyOf(layout.name, this.#line);
    const tally = this.#tallies[number];
    tally.calls++;
    tally.time += end - start;
    if (this.#record.offRoot) this.doubtful ||= layout.name === 'MPI_Gatherv';
    const making = isMaking(layout.name);
    this.#renew(layout.name);
    if (layout.code < 0) {
      this.#columns.other(layout.name, start, end, this.#line);
      const request = MADE_REQUEST[layout.name];
      if (request !== undefined) this.#completed.made(this.#record.value[request]);
      this.#ask(layout.name);
      if (making) this.#makings.push(makingOf(layout.name, -1, this.#line, this.#record));
      return;
    }
    const firstArg = this.#columns.args.length;
    if (layout.requests >= 0) this.#requests(layout.requests);
    else this.#args(layout);
    this.#columns.row(layout.code, start, end, this.#line, firstArg);
    const row = this.#columns.length - 1;
    if (making) this.#makings.push(makingOf(layout.name, row, this.#line, this.#record));
    this.#completed.call(CALLS[layout.code].kind, row, this.#record);
  }

  /** In µs since the second of the first record. */
  #times(): { readonly start: number; readonly end: number } {
    const { start, end } = this.#record;
    if (Number.isNaN(this.#epoch)) this.#epoch = start;
    return { start: (start - this.#epoch) / 1000, end: (end - this.#epoch) / 1000 };
  }

  #args({ args: places, types, lists, typeLists, comm }: Layout): void {
    const { args } = this.#columns;
    const { value } = this.#record;
    const first = args.length;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      args.push(place === ZERO ? 0 : place === ONE ? 1 : value[place]);
    }
    for (const place of types) {
      const items = args.at[first + place - 1];
      if (items < 0) this.#fail(`a message of ${items} items`);
      args.at[first + place] = this.#typeBytes(args.at[first + place]);
    }
    if (comm >= 0) args.at[first + comm] = this.#comm(args.at[first + comm]);
    for (let i = 0; i < lists.length; i++) {
      const field = lists[i];
      if (this.#record.listAt[field] < 0) continue;
      const items = typeLists.includes(i)
        ? this.#record.handles(field).map((type) => this.#typeBytes(type))
        : this.#record.list(field);
      args.push(items.length);
      for (const item of items) args.push(item);
    }
  }

  #requests(field: number): void {
    const { args } = this.#columns;
    const { value, listAt } = this.#record;
    const count = value[field];
    // The call's own number is before its list.
    if (value[field - 1] !== count) this.#fail(`${value[field - 1]} requests, but a list of ${count}`);
    args.push(count);
    args.push(count === 0 ? 0 : this.#bytes.i32At(listAt[field]));
    for (let i = 0; i < count; i++) args.push(this.#bytes.i32At(listAt[field] + 4 * i));
  }

  #typeBytes(type: number): number {
    // Where there is none, there is nothing: fields for the root alone, and counts that are passed over.
    if (type <= 1) return 0;
    const bytes = bytesOf(type, this.#sections.sizes);
    return bytes ?? this.#fail(`datatype ${type} has no size in the file`);
  }

  /** Its rank and size follow with its members, when the traces of all ranks are there. */
  #comm(comm: number): number {
    const known = this.#comms[comm];
    if (known !== undefined) return known;
    const index = this.#columns.comm(commHandle(comm), 0, 1, this.#line);
    this.#comms[comm] = index;
    return index;
  }

  /** A number that stands for another communicator from now on. */
  #renew(name: string): void {
    const made = MADE[name]?.[1];
    if (made !== undefined) delete this.#comms[this.#record.value[made]];
    const unknown = UNKNOWN_MADE[name];
    if (unknown === undefined) return;
    const number = this.#record.value[unknown];
    if (number > THEIRS.self)
      this.#comms[number] = this.#columns.comm(UNKNOWN + this.#line, 0, 1, this.#line);
  }

  /** Answers of calls about the world must agree with the files. */
  #ask(name: string): void {
    const [comm, answer] = this.#record.value;
    if (comm !== THEIRS.world) return;
    const { rank, ranks } = this.#place;
    if (name === 'MPI_Comm_rank' && answer !== rank)
      this.#fail(
        `this is the trace of rank ${answer}, not of rank ${rank}`,
        'the file is misnamed, or of another run',
      );
    if (name === 'MPI_Comm_size' && answer !== ranks)
      this.#fail(
        `MPI_Comm_size returned ${answer}, but the number of given files is ${ranks}`,
        'give the files of all ranks of one run',
      );
  }

  /** The file counts its calls: none may be lost on the way. */
  #checkCounts(): void {
    const { records } = this.#sections;
    for (const [number, { name }] of this.#layouts.list.entries()) {
      const here = this.#records[number] ?? 0;
      if (name.startsWith('MPI') && here !== records[number])
        this.#bytes.fail(
          `the number of calls of ${name} is ${here}, but ${records[number]} in the footer of the file`,
        );
    }
  }

  #fail(what: string, mend = 'the file is damaged; copy it again, or trace the program again'): never {
    const place = { source: this.#place.source, line: this.#line };
    throw new InputError({ place, what: `${what} (at byte ${this.#record.at})`, mend });
  }
}

/** The first number of a request: smaller ones are those of MPI_REQUEST_NULL and of an error. */
const FIRST_REQUEST = 2;
/** Fields of records: of a list of requests, of answers behind it. */
const REQUEST = 0;
const LIST = 1;
const FLAG = 2;
const INDEX = 2;
const TESTANY_FLAG = 3;
const INDICES = 3;
const SINGLE_FLAG = 1;
const ISSUED = P2P.request;

/** Fields of requests that calls without a row make. */
const MADE_REQUEST: Readonly<Record<string, number>> = {
  MPI_Grequest_start: 0,
  MPI_File_iread_at: 4,
  MPI_File_iwrite_at: 4,
  MPI_File_iread: 3,
  MPI_File_iwrite: 3,
  MPI_File_iread_shared: 3,
  MPI_File_iwrite_shared: 3,
};

/** Which requests calls completed, and what receives of any source or tag took. */
class Completed {
  readonly #notes: NotesColumns;
  readonly #fail: (what: string) => never;
  /** Receives of any source or tag that are under way, or persistent. */
  readonly #wild = new Set<number>();
  /** All that a call of the file has made. */
  readonly #made = new Set<number>();
  /** Completions of others: DUMPI does not record the calls that MPI 3 added. */
  unmade = 0;

  constructor(notes: NotesColumns, fail: (what: string) => never) {
    this.#notes = notes;
    this.#fail = fail;
  }

  /** A call without a row has made `request`. */
  made(request: number): void {
    this.#made.add(request);
  }

  /** The call of a row, whose record is at hand. */
  call(kind: CallKind, row: number, record: DumpiRecord): void {
    const { value } = record;
    switch (kind) {
      case 'isend':
      case 'send-init':
        this.#made.add(value[ISSUED]);
        this.#wild.delete(value[ISSUED]);
        break;
      case 'irecv':
      case 'recv-init':
        this.#made.add(value[ISSUED]);
        if (value[P2P.peer] < 0 || value[P2P.tag] < 0) this.#wild.add(value[ISSUED]);
        else this.#wild.delete(value[ISSUED]);
        break;
      case 'recv':
        this.#took(row, value[P2P.peer], value[P2P.tag], record);
        break;
      case 'sendrecv':
        this.#took(row, value[SENDRECV.source], value[SENDRECV.recvTag], record);
        break;
      case 'sendrecv-replace':
        this.#took(row, value[REPLACE.source], value[REPLACE.recvTag], record);
        break;
      default:
        this.#completes(kind, row, record);
    }
  }

  #completes(kind: CallKind, row: number, record: DumpiRecord): void {
    const { value } = record;
    if (kind === 'wait') this.#one(row, value[REQUEST], record, 0);
    else if (kind === 'test' && value[SINGLE_FLAG] !== 0) this.#one(row, value[REQUEST], record, 0);
    else if (kind === 'waitall' || (kind === 'testall' && value[FLAG] !== 0))
      for (const [i, request] of record.list(LIST).entries()) this.#one(row, request, record, i);
    else if (kind === 'waitany' || (kind === 'testany' && value[TESTANY_FLAG] !== 0))
      this.#indexed(row, [value[INDEX]], record);
    else if (kind === 'waitsome' || kind === 'testsome') this.#indexed(row, record.list(INDICES), record);
  }

  /** Requests by their places in the list. */
  #indexed(row: number, indices: readonly number[], record: DumpiRecord): void {
    const requests = record.list(LIST);
    for (const [i, index] of indices.entries()) {
      // MPI_UNDEFINED: there was none to be completed.
      if (index < 0) continue;
      if (index >= requests.length)
        this.#fail(
          `the completed request has index ${index}, counted from 0, in a list of ${requests.length}`,
        );
      this.#one(row, requests[index], record, i);
    }
  }

  #one(row: number, request: number, record: DumpiRecord, status: number): void {
    this.#notes.completed.add(row, [request]);
    if (request >= FIRST_REQUEST && !this.#made.has(request)) this.unmade++;
    if (!this.#wild.has(request) || status >= record.statuses) return;
    const { source, tag } = record.status(status);
    if (source >= 0) this.#notes.matched.add(row, [source, tag, request]);
  }

  #took(row: number, peer: number, tag: number, record: DumpiRecord): void {
    if ((peer >= 0 && tag >= 0) || record.statuses === 0) return;
    const status = record.status(0);
    if (status.source >= 0) this.#notes.matched.add(row, [status.source, status.tag, 0]);
  }
}

/**
 * Bytes of those datatypes that MPI has for C, by DUMPI's numbers, on machines with longs of 64 bits: for files from
 * before sizes were written.
 */
const PREDEFINED: readonly number[] = [
  // an error, none, char, signed char, unsigned char, byte, wchar, short, unsigned short, int, unsigned, long, unsigned long
  0,
  0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8,
  // float, double, long double, long long int, unsigned long long, long long, packed, lower and upper bound
  4, 8, 16, 8, 8, 8, 1, 0, 0,
  // float, double, long, short, int and long double, each with an int
  8, 12, 12, 6, 8, 20,
];

/** Bytes of datatype `type`; undefined where they are unknown. */
function bytesOf(type: number, sizes: readonly number[] | null): number | undefined {
  const recorded = sizes?.[type];
  // What was never used was never looked up.
  if (recorded !== undefined && (recorded > 0 || type >= PREDEFINED.length)) return recorded;
  return PREDEFINED[type];
}

/** Arguments of a call that makes communicators or groups, until the traces of all ranks are there. */
export interface Making {
  readonly name: string;
  /** Row of the call; −1: it has none. */
  readonly row: number;
  /** Number of its record. */
  readonly line: number;
  /** Fields of the record that are no lists. */
  readonly values: readonly number[];
  /** Its lists of numbers, in the order of the fields; a list of lists one after the other. */
  readonly lists: readonly (readonly number[])[];
}

/**
 * Fields of the communicators that other calls make, with ranks of two groups or of another program. Their members are not
 * known: calls on them are not understood.
 */
const UNKNOWN_MADE: Readonly<Record<string, number>> = {
  MPI_Intercomm_create: 5,
  MPI_Intercomm_merge: 2,
  MPI_Comm_accept: 4,
  MPI_Comm_connect: 4,
  MPI_Comm_get_parent: 0,
  MPI_Comm_join: 1,
  MPI_Comm_spawn: 3,
  MPI_Comm_spawn_multiple: 4,
};

/** Places of the parent and of the new communicator among the fields of a call. */
export const MADE: Readonly<Record<string, readonly [parent: number, made: number]>> = {
  MPI_Comm_dup: [0, 1],
  MPI_Comm_create: [0, 2],
  MPI_Comm_split: [0, 3],
  MPI_Cart_create: [0, 5],
  MPI_Cart_sub: [1, 3],
  MPI_Graph_create: [1, 6],
};

/** Fields that are lists, by name of the call. */
const LISTS: Readonly<Record<string, readonly number[]>> = {
  MPI_Comm_group: [],
  MPI_Group_union: [],
  MPI_Group_intersection: [],
  MPI_Group_difference: [],
  MPI_Group_incl: [2],
  MPI_Group_excl: [2],
  MPI_Group_range_incl: [],
  MPI_Group_range_excl: [],
  MPI_Comm_dup: [],
  MPI_Comm_create: [],
  MPI_Comm_split: [],
  MPI_Cart_create: [2],
  MPI_Cart_sub: [2],
  MPI_Graph_create: [],
};
const RANGES = /_range_/;
/** Fields that a making has at most. */
const MOST_VALUES = 7;

const isMaking = (name: string): boolean => Object.hasOwn(LISTS, name);

function makingOf(name: string, row: number, line: number, record: DumpiRecord): Making {
  const lists = RANGES.test(name) ? record.lists(2) : LISTS[name].map((field) => record.list(field));
  return { name, row, line, values: [...record.value.subarray(0, MOST_VALUES)], lists };
}
