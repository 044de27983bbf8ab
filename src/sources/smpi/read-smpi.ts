/** Reads the files of an SMPI trace, each of one rank or of several. */

import { formatPlace, InputError, joinWarnings, type Place, type Problem } from '../../errors.js';
import { decimal } from '../../units.js';
import type { SourceFile } from '../format.js';
import type { RankTrace, TraceFile, TraceSet } from '../mpi/rank-trace.js';
import { checkRanks } from '../mpi/trace-set.js';
import { LineCutter, tooLong } from '../text-lines.js';
import { ACTIONS, type RawActions, RawColumns } from './smpi-actions.js';
import { OpenQuestions, RankCalls } from './smpi-rank-calls.js';

// Names of actions as numbers, found from bytes without making strings of them.

/** More are no trace. */
const MOST_NAMES = 1024;
/** Turns capitals small, and leaves what no name has different from what names have. */
const SMALL = 32;

/** Lengths and first letters that identify a name without a hash. */
const SHAPES = 1024;
const shapeOf = (first: number, length: number): number => ((first & 31) << 5) | (length & 31);

/** Hash of the bytes [from, to), capitals taken as small letters. */
function hashOf(buffer: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (buffer[at] | SMALL)) | 0;
  return hash;
}

class ActionNames {
  /** By code: those that are read, then those that are met besides. */
  readonly #names: string[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #codes = new Map<number, number>();
  /** By length and first letter the code that was met last: mostly it is the same again. */
  readonly #met = new Int16Array(SHAPES).fill(-1);

  constructor() {
    for (const { name } of ACTIONS) this.#add(name);
  }

  /** The code of a name; undefined where there are too many names, or two that look alike. */
  codeOf(buffer: Uint8Array, from: number, to: number): number | undefined {
    const shape = shapeOf(buffer[from], to - from);
    const met = this.#met[shape];
    if (met >= 0 && this.#is(met, buffer, from, to)) return met;
    const code = this.#lookUp(buffer, from, to);
    if (code !== undefined) this.#met[shape] = code;
    return code;
  }

  #lookUp(buffer: Uint8Array, from: number, to: number): number | undefined {
    const known = this.#codes.get(hashOf(buffer, from, to));
    if (known !== undefined) return this.#is(known, buffer, from, to) ? known : undefined;
    if (this.#names.length === MOST_NAMES) return undefined;
    return this.#add(new TextDecoder('latin1').decode(buffer.subarray(from, to)));
  }

  nameOf(code: number): string {
    return this.#names[code];
  }

  #add(name: string): number {
    const bytes = new TextEncoder().encode(name);
    const code = this.#names.push(name) - 1;
    this.#bytes.push(bytes);
    this.#codes.set(hashOf(bytes, 0, bytes.length), code);
    return code;
  }

  #is(code: number, buffer: Uint8Array, from: number, to: number): boolean {
    const bytes = this.#bytes[code];
    if (bytes.length !== to - from) return false;
    for (let i = 0; i < bytes.length; i++)
      if ((bytes[i] | SMALL) !== (buffer[from + i] | SMALL)) return false;
    return true;
  }
}

// Reads lines of actions, `rank action words`, of any number of ranks: bytes in, raw actions out.

const SPACE = 32;
const TAB = 9;
const RETURN = 13;
const HASH = 35;
const ZERO = 48;
const DOT = 46;
/** Digits that a double keeps exactly. */
const EXACT_DIGITS = 15;
/** More ranks than any program has: a larger number is damage. */
const MOST_RANKS = 2 ** 26;
const AGAIN = 'the file is damaged or not an SMPI trace; trace the program again';
const TENTH = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

const isSpace = (byte: number): boolean => byte === SPACE || byte === TAB || byte === RETURN;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/** Actions whose words are not read: what they mean is not known, or does not matter. */
const SKIPS: readonly boolean[] = ACTIONS.map(({ kind }) => kind === 'nothing');

/** `push` a file's bytes in order, then `finish`. Throws InputError with its line. */
class ActionScanner {
  readonly ranks: Map<number, RawColumns> = new Map();
  readonly #source: string;
  readonly #names: ActionNames;
  readonly #cutter = new LineCutter(
    (buffer, from, to, ended) => this.#scan(buffer, from, to, ended),
    () => {
      const place = { source: this.#source, line: this.#line + 1 };
      throw tooLong(place, 'the line', 'trace the program again; an action takes one line');
    },
  );
  #line = 0;
  /** The rank of the line before, and what is of it. */
  #lastRank = -1;
  #lastColumns: RawColumns | null = null;
  #buffer: Uint8Array = new Uint8Array(0);
  /** Where the next word begins, and where the line ends. */
  #at = 0;
  #to = 0;

  constructor(source: string, names: ActionNames) {
    this.#source = source;
    this.#names = names;
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  finish(): void {
    this.#cutter.end();
    if (this.ranks.size === 0) {
      const what = 'no action in this file';
      throw new InputError({ place: { source: this.#source }, what, mend: AGAIN });
    }
  }

  #scan(buffer: Uint8Array, from: number, to: number, ended: boolean): void {
    this.#line++;
    this.#buffer = buffer;
    this.#at = from;
    this.#to = to;
    this.#skipSpace();
    if (this.#at === to || buffer[this.#at] === HASH) return;
    const columns = this.#columnsOf(this.#rank());
    const code = this.#action();
    columns.begin(code, this.#line);
    if (code >= ACTIONS.length || SKIPS[code]) return;
    const { args } = columns;
    while (this.#at < this.#to) args.push(this.#number());
    // Its last digits may be lost, which nothing else would show.
    if (!ended && args.length > 0 && !isSpace(buffer[to - 1])) this.#unended(to);
  }

  /** A last line without an end is whole where it ends with a name, or the file may be cut within a number. */
  #unended(to: number): void {
    if (isDigit(this.#buffer[to - 1]))
      this.#fail('the line end is missing', 'the file may be cut short; copy it again');
  }

  #skipSpace(): void {
    while (this.#at < this.#to && isSpace(this.#buffer[this.#at])) this.#at++;
  }

  #columnsOf(rank: number): RawColumns {
    if (rank === this.#lastRank && this.#lastColumns !== null) return this.#lastColumns;
    const columns = this.ranks.get(rank) ?? new RawColumns();
    this.ranks.set(rank, columns);
    this.#lastRank = rank;
    this.#lastColumns = columns;
    return columns;
  }

  #rank(): number {
    const rank = this.#number();
    if (Number.isInteger(rank) && rank >= 0 && rank < MOST_RANKS) return rank;
    return this.#fail(`rank ${rank} does not exist`);
  }

  #action(): number {
    const from = this.#at;
    let to = from;
    while (to < this.#to && !isSpace(this.#buffer[to])) to++;
    const code = from === to ? undefined : this.#names.codeOf(this.#buffer, from, to);
    if (code === undefined) this.#fail(`'${this.#text(from, to)}' is not an action`);
    if (code >= ACTIONS.length && !/^[A-Za-z]\w*$/.test(this.#names.nameOf(code)))
      this.#fail(`'${this.#text(from, to)}' is not an action`);
    this.#at = to;
    this.#skipSpace();
    return code;
  }

  /** The number that the next word is. */
  #number(): number {
    const buffer = this.#buffer;
    const to = this.#to;
    const from = this.#at;
    let at = from;
    let value = 0;
    while (at < to && isDigit(buffer[at])) value = value * 10 + (buffer[at++] - ZERO);
    let digits = at - from;
    let behind = 0;
    if (at < to && buffer[at] === DOT && digits > 0) {
      at++;
      const fraction = at;
      while (at < to && isDigit(buffer[at])) value = value * 10 + (buffer[at++] - ZERO);
      behind = at - fraction;
      digits += behind;
    }
    if (digits === 0 || digits > EXACT_DIGITS || (at < to && !isSpace(buffer[at]))) return this.#slowly(from);
    this.#at = at;
    this.#skipSpace();
    return behind === 0 ? value : value / TENTH[behind];
  }

  /** Signs, exponents and many digits. */
  #slowly(from: number): number {
    let to = from;
    while (to < this.#to && !isSpace(this.#buffer[to])) to++;
    const text = this.#text(from, to);
    const value = decimal(text);
    if (Number.isNaN(value)) this.#fail(`'${text}' is not a number`);
    this.#at = to;
    this.#skipSpace();
    return value;
  }

  /** At most as much of it as a message can show. */
  #text(from: number, to: number): string {
    return new TextDecoder('latin1').decode(this.#buffer.subarray(from, Math.min(to, from + 40)));
  }

  #fail(what: string, mend = AGAIN): never {
    throw new InputError({ place: { source: this.#source, line: this.#line }, what, mend });
  }
}

export interface SmpiOptions {
  /** Flops that a core computes in a second; needed where computation is counted in flops. */
  readonly flopRate?: number;
}

interface Actions {
  readonly source: string;
  readonly raw: RawActions;
}

/** Actions of all files by rank. */
async function readActions(files: Iterable<TraceFile>, names: ActionNames): Promise<Map<number, Actions>> {
  const found = new Map<number, Actions>();
  for (const { source, chunks } of files) {
    const scanner = new ActionScanner(source, names);
    for await (const chunk of chunks) scanner.push(chunk);
    scanner.finish();
    for (const [rank, columns] of scanner.ranks) {
      const raw = columns.done();
      const before = found.get(rank);
      if (before !== undefined) refuseTwice(source, raw.line[0], rank, before.source);
      found.set(rank, { source, raw });
    }
  }
  return found;
}

function refuseTwice(source: string, line: number, rank: number, before: string): never {
  throw new InputError({
    place: { source, line },
    what: `an action of rank ${rank}, whose other actions are in ${before}`,
    mend: 'the files are of different runs, or one is given twice',
  });
}

/** How many ranks there are: all numbers below the largest must be there. */
function ranksOf(found: ReadonlyMap<number, Actions>): number {
  let largest = 0;
  for (const rank of found.keys()) largest = Math.max(largest, rank);
  if (found.size === largest + 1) return found.size;
  let missing = 0;
  while (found.has(missing)) missing++;
  const { source, raw } = found.get(largest) ?? { source: '', raw: undefined };
  throw new InputError({
    place: { source, line: raw?.line[0] ?? 1 },
    what: `rank ${largest} has actions, but rank ${missing} has none`,
    mend: 'give the files of all ranks of one run, or their list',
  });
}

/**
 * Reads the files of one run. Throws InputError with file and line for what cannot be read and for ranks that are not
 * there, and UsageError for computation in flops without a rate.
 */
export async function readSmpi(
  files: Iterable<TraceFile>,
  { flopRate }: SmpiOptions = {},
): Promise<TraceSet> {
  const names = new ActionNames();
  const found = await readActions(files, names);
  if (found.size === 0) throw new InputError({ what: 'no trace files', mend: 'give the file of rank 0' });
  const ranks = ranksOf(found);
  const nameOf = (code: number): string => names.nameOf(code);
  const open = new OpenQuestions();
  const traces: RankTrace[] = [];
  for (const [rank, { source, raw }] of found) {
    traces.push(new RankCalls(raw, { source, rank, ranks, flopRate, nameOf, open }).done());
    found.delete(rank);
  }
  const set = checkRanks(traces);
  return { ...set, warnings: joinWarnings(open, set) };
}

// The list of files that SMPI writes beside them, and that its replay takes: one path a line.

/** Replay takes no more. */
const MOST_FILES = 2 ** 20;

interface Entry {
  readonly path: string;
  readonly place: Place;
}

async function entriesOf({ source, chunks }: SourceFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let line = 0;
  const cutter = new LineCutter(
    (buffer, from, to) => {
      line++;
      const path = new TextDecoder().decode(buffer.subarray(from, to)).trim();
      if (path !== '') entries.push({ path, place: { source, line } });
      if (entries.length > MOST_FILES)
        throw new InputError({
          place: { source },
          what: `the list names more than ${MOST_FILES} files`,
          mend: 'give a list of traces',
        });
    },
    () => {
      throw tooLong({ source, line: line + 1 }, 'the line', 'write one path per line');
    },
  );
  for await (const chunk of chunks) cutter.push(chunk);
  cutter.end();
  return entries;
}

/**
 * The places where a file of the list may be: SMPI writes paths from where it ran, and the list may have been moved with
 * its files since.
 */
function placesOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((_, i) => parts.slice(i).join('/'));
}

/** The bytes of the first of some places that can be read; where none can, the error of the first at the list's line. */
async function* firstOf(
  places: readonly string[],
  at: (path: string) => SourceFile,
  line: Place,
): AsyncGenerator<Uint8Array> {
  let refused: Problem | undefined;
  for (const place of places) {
    let chunks: AsyncIterator<Uint8Array>;
    let next: IteratorResult<Uint8Array>;
    try {
      chunks = at(place).chunks[Symbol.asyncIterator]();
      next = await chunks.next();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused ??= error.problems[0];
      continue;
    }
    if (next.done === true) return;
    yield next.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
    return;
  }
  const what = refused === undefined ? 'no such file' : refused.what;
  const named = refused?.place === undefined ? '' : `${formatPlace(refused.place)}: `;
  const mend = 'give a list of traces, not of hosts, together with the traces';
  throw new InputError({ place: line, what: `${named}${what}`, mend });
}

/** The files that a list names. Throws InputError for one that is not in a folder, or names none. */
export async function listedFiles(list: SourceFile): Promise<SourceFile[]> {
  const { source } = list;
  const beside = list.beside?.bind(list);
  if (beside === undefined)
    throw new InputError({
      place: { source },
      what: 'this list of traces is not read from a folder',
      mend: 'give the path of the list',
    });
  const entries = await entriesOf(list);
  if (entries.length === 0)
    throw new InputError({ place: { source }, what: 'the list is empty', mend: 'give a list of traces' });
  return entries.map(({ path, place }) => {
    const places = placesOf(path);
    if (places.length === 0)
      throw new InputError({ place, what: `'${path}' is not a file`, mend: 'write the path of a trace' });
    return { source: path, chunks: firstOf(places, beside, place) };
  });
}
