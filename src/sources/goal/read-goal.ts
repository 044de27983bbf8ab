/** Reads GOAL text: its grammar, and the schedules that it describes. */
import { InputError, type Place, type Problem } from '../../errors.js';
import type { ScanKernel } from '../../kernels/scan-kernel.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import {
  CALC,
  IREQUIRES,
  MAX_RANKS,
  type MemoryGuard,
  NOBODY,
  NOBODY_RANK,
  RECV,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';
import { MAX_PIECE_BYTES, tooLong } from '../text-lines.js';
import {
  isDigit,
  isWordByte,
  kernelFor,
  LabelTable,
  plainLines,
  plainLinesBy,
  Scanner,
  Unexpected,
} from './goal-scanner.js';

/** How many problems are collected before reading stops. */
const MAX_PROBLEMS = 10;
/** Text of an operation with its dependency at the least, to guess the operations of a file from its size. */
const BYTES_PER_OPERATION = 36;
const MAX_RESOURCE = 0xffff;
const NEWLINE = 10;
const COLON = 58;
const OPEN = 123;
const CLOSE = 125;
const LOWER_B = 98;
const LOWER_L = 108;
/** `l<n>` with more digits is kept as a name. */
const LABEL_DIGITS = 9;

/** Additional operations of GOAL 2. */
const GOAL2: readonly string[] = ['put', 'get', 'append', 'test', 'tput', 'tget', 'tappend'];

type Label = number | string;

/** A dependency of which a label was not yet defined when it was read. */
interface Forward {
  readonly after: Label;
  readonly before: Label;
  readonly immediate: boolean;
  readonly line: number;
  readonly column: number;
}

const labelText = (label: Label): string => (typeof label === 'number' ? `l${label}` : label);

/**
 * The grammar of GOAL over a {@link Scanner}. A statement that the text cuts off is put back (`parse` returns
 * where it begins) until more text comes; in the last piece it is an error.
 */
export class GoalParser {
  readonly #source: string;
  readonly #sizeHint: number;
  readonly #memory: MemoryGuard | null;
  readonly #scanner = new Scanner();
  readonly #labels = new LabelTable();
  /** undefined: the text is not long enough for one yet; null: there is none. */
  #kernel: ScanKernel | null | undefined;
  /** Of the text so far, with what was put back and came again. */
  #bytes = 0;
  #builder: ScheduleBuilder | null = null;
  #rank = -1;
  #rankLine = 0;
  /** Whether the open block is none that operations can be taken from. */
  #skipsBlock = false;
  #forwards: Forward[] = [];
  readonly #problems: Problem[] = [];

  constructor(source: string, sizeHint: number, memory: MemoryGuard | null = null) {
    this.#source = source;
    this.#sizeHint = sizeHint;
    this.#memory = memory;
  }

  /** Reads statements of `buffer[0, end)`, where `buffer[end]` is 0; returns how many bytes are done with. */
  parse(buffer: Uint8Array, end: number, last: boolean): number {
    const scan = this.#scanner;
    scan.open(buffer, end);
    scan.skip();
    this.#bytes += end;
    if (this.#kernel === undefined) this.#kernel = kernelFor(this.#bytes, this.#sizeHint, this.#labels);
    this.#kernel?.opened();
    while (scan.at < end && !scan.inComment) {
      if (this.#rank >= 0 && this.#builder !== null) {
        this.#plainLines(scan, this.#builder);
        scan.skip();
        if (scan.at >= end || scan.inComment) break;
      }
      const { at, line, lineStart } = scan;
      scan.ranOut = false;
      if (this.#tryStatement(scan, last)) continue;
      scan.rewind(at, line, lineStart);
      break;
    }
    if (last) this.#atEnd(scan);
    return scan.close();
  }

  /** By the kernel, once the text is long enough for one. */
  #plainLines(scan: Scanner, builder: ScheduleBuilder): void {
    const kernel = this.#kernel;
    if (kernel && this.#labels.isIn(kernel.labels)) plainLinesBy(kernel, scan, builder, this.#labels);
    else plainLines(scan, builder, this.#labels);
  }

  /** Throws the error of text that is too long to be held: within one line, or with whole lines that end nothing. */
  refuse(hasLines: boolean): never {
    const { line, column } = this.#scanner.place(this.#scanner.at);
    const piece = hasLines ? 'a comment or statement' : 'the line';
    const mend = hasLines ? 'close it, or remove it' : 'write one statement per line';
    throw tooLong({ source: this.#source, line, column }, piece, mend);
  }

  /** The schedule, after the last piece. */
  schedule(): Schedule {
    if (this.#problems.length > 0) throw new InputError(this.#problems);
    if (this.#builder === null)
      throw new InputError({ place: { source: this.#source }, what: 'no schedule read' });
    return this.#builder.finish();
  }

  /** False when the statement may go on behind the end of this piece, and nothing was taken from it. */
  #tryStatement(scan: Scanner, last: boolean): boolean {
    const begun = scan.line;
    try {
      return this.#statement(scan, last);
    } catch (error) {
      if (!(error instanceof Unexpected)) throw error;
      if (scan.ranOut && !last) return false;
      // The comment swallowed what is missed here; the end of the text reports it.
      if (scan.inComment) return true;
      this.#reportAt(error.at, error.what, error.mend);
      // Nothing can be read without the number of ranks.
      if (this.#builder === null) throw new InputError(this.#problems);
      if (scan.line === begun) scan.skipLine();
      scan.skip();
      return true;
    }
  }

  #statement(scan: Scanner, last: boolean): boolean {
    if (this.#builder === null) this.#numRanks(scan);
    else if (this.#skipsBlock) this.#skipBlock(scan);
    else if (this.#rank < 0) this.#rankBlock(scan, this.#builder);
    else if (scan.takesByte(CLOSE)) this.#endRank();
    else return this.#operationOrDependency(scan, this.#builder, last);
    return true;
  }

  #numRanks(scan: Scanner): void {
    scan.passMark();
    const at = scan.at;
    if (scan.inComment) return;
    if (!scan.takes('num_ranks')) {
      if (scan.ranOut) throw new Unexpected(at, 'num_ranks expected', '');
      throw new InputError({
        place: { source: this.#source, ...scan.place(at) },
        what: `this is not a GOAL schedule; it begins with ${scan.token()}`,
        mend: "begin a GOAL file with 'num_ranks N'",
      });
    }
    const place = scan.at;
    const ranks = scan.lone('number of ranks');
    if (ranks === 0 || ranks > MAX_RANKS) {
      throw new Unexpected(place, `num_ranks ${ranks} is out of range`, `write 1 to ${MAX_RANKS}`);
    }
    scan.skip();
    this.#builder = new ScheduleBuilder(ranks, () => this.#here(), this.#memory);
    this.#builder.expect(Math.ceil(this.#sizeHint / BYTES_PER_OPERATION));
  }

  #rankBlock(scan: Scanner, builder: ScheduleBuilder): void {
    const line = scan.line;
    const at = scan.at;
    if (!scan.takes('rank'))
      throw new Unexpected(at, `expected 'rank', found ${scan.token()}`, "write 'rank R {'");
    const place = scan.at;
    const rank = scan.lone('rank');
    scan.skip();
    if (!scan.takesByte(OPEN))
      throw new Unexpected(scan.at, `expected '{', found ${scan.token()}`, "write 'rank R {'");
    const absent = rank >= builder.ranks;
    if (absent || builder.hasRank(rank)) {
      if (absent)
        this.#reportAt(
          place,
          `rank ${rank} does not exist; the file has ranks 0 to ${builder.ranks - 1}`,
          'change the rank, or num_ranks',
        );
      else this.#reportAt(place, `rank ${rank} is defined twice`, 'merge its two blocks');
      this.#skipsBlock = true;
      return;
    }
    builder.beginRank(rank);
    this.#rank = rank;
    this.#rankLine = line;
  }

  /** Passes over a line, or what is left of it, of a block that belongs to no rank. */
  #skipBlock(scan: Scanner): void {
    const { buffer, end } = scan;
    while (scan.at < end && buffer[scan.at] !== CLOSE && buffer[scan.at] !== NEWLINE) scan.at++;
    if (scan.takesByte(CLOSE)) this.#skipsBlock = false;
    else scan.skip();
  }

  #endRank(): void {
    for (const forward of this.#forwards) this.#resolve(forward);
    this.#forwards = [];
    this.#labels.clear();
    this.#rank = -1;
  }

  #resolve(forward: Forward): void {
    const after = this.#find(forward.after);
    const before = this.#find(forward.before);
    if (after >= 0 && before >= 0) {
      this.#builder?.pair(after, forward.immediate ? (before | IREQUIRES) >>> 0 : before);
      return;
    }
    const missing = labelText(after < 0 ? forward.after : forward.before);
    const what = `label ${missing} is not defined in rank ${this.#rank}`;
    this.#report(forward.line, forward.column, what, `define ${missing} or remove the dependency`);
  }

  #find(label: Label): number {
    return typeof label === 'number' ? this.#labels.number(label) : this.#labels.name(label);
  }

  #operationOrDependency(scan: Scanner, builder: ScheduleBuilder, last: boolean): boolean {
    const at = scan.at;
    const { line, column } = scan.place(at);
    const label = takeLabel(scan);
    if (scan.takesByte(COLON)) return this.#operation(scan, builder, { label, line, column, at }, last);
    const immediate = scan.takes('irequires');
    if (!immediate && !scan.takes('requires')) {
      const mend = "write 'label: calc|send|recv …' or 'label requires label'";
      throw new Unexpected(scan.at, `expected ':' or 'requires', found ${scan.token()}`, mend);
    }
    const before = takeLabel(scan);
    const dependency: Forward = { after: label, before, immediate, line, column };
    if (this.#find(label) >= 0 && this.#find(before) >= 0) this.#resolve(dependency);
    else this.#forwards.push(dependency);
    return true;
  }

  #operation(
    scan: Scanner,
    builder: ScheduleBuilder,
    name: { label: Label; line: number; column: number; at: number },
    last: boolean,
  ): boolean {
    const at = scan.at;
    const kind = scan.takes('calc') ? CALC : scan.takes('send') ? SEND : scan.takes('recv') ? RECV : -1;
    if (kind < 0) this.#refuseOperation(scan, at);
    const value = kind === CALC ? scan.duration() : scan.integer('size');
    if (kind !== CALC) {
      if (scan.buffer[scan.at] !== LOWER_B || isWordByte(scan.buffer[scan.at + 1])) {
        const end = scan.at;
        scan.skip();
        throw new Unexpected(end, `a size ends with 'b', found ${scan.token()}`, `write ${value}b`);
      }
      scan.at++;
    } else if (isWordByte(scan.buffer[scan.at])) {
      throw new Unexpected(
        scan.at,
        `unexpected ${scan.token()} after a duration`,
        `write 'calc ${value}' (nanoseconds)`,
      );
    }
    scan.skip();
    const peer = kind === CALC ? 0 : this.#peer(scan, builder, kind);
    let tag = 0;
    let cpu = 0;
    let nic = 0;
    for (;;) {
      if (kind !== CALC && scan.takes('tag')) tag = scan.lone('tag', kind === RECV);
      else if (scan.takes('cpu')) cpu = resource(scan, 'cpu');
      else if (scan.takes('nic')) nic = resource(scan, 'nic');
      else break;
      scan.skip();
    }
    if (scan.ranOut && !last) return false;
    if (this.#find(name.label) >= 0) {
      const twice = `label ${labelText(name.label)} is defined twice in rank ${this.#rank}`;
      throw new Unexpected(name.at, twice, 'give each operation its own label');
    }
    this.#add(builder, kind, value, peer, tag);
    if (cpu + nic > 0) builder.resource(cpu, nic);
    const op = builder.rankOperations - 1;
    if (typeof name.label === 'number') {
      this.#labels.setNumber(name.label, op);
      builder.labelNumber(name.label);
    } else {
      this.#labels.setName(name.label, op);
      builder.labelName(name.label);
    }
    builder.line(name.line);
    return true;
  }

  #refuseOperation(scan: Scanner, at: number): never {
    const token = scan.token();
    if (!GOAL2.includes(token.slice(1, -1)))
      throw new Unexpected(at, `unknown operation ${token}`, 'write calc, send or recv');
    throw new InputError({
      place: { source: this.#source, ...scan.place(at) },
      what: `this is GOAL 2 (LogGOPSim 2), whose operations such as ${token} are not read`,
      mend: 'write the program with calc, send and recv',
    });
  }

  #add(builder: ScheduleBuilder, kind: number, value: number, peer: number, tag: number): void {
    if (kind === CALC) builder.calc(value);
    else if (kind === SEND) builder.send(value, peer, tag);
    else builder.recv(value, peer, tag);
  }

  #peer(scan: Scanner, builder: ScheduleBuilder, kind: number): number {
    const direction = kind === SEND ? 'to' : 'from';
    if (!scan.takes(direction)) {
      throw new Unexpected(
        scan.at,
        `expected '${direction}', found ${scan.token()}`,
        `write '${direction} RANK'`,
      );
    }
    const at = scan.at;
    const peer = scan.lone('rank', kind === RECV);
    if (peer >= builder.ranks && peer !== NOBODY_RANK) {
      const what = `rank ${peer} does not exist; the file has ranks 0 to ${builder.ranks - 1}`;
      throw new Unexpected(at, what, 'change the rank, or num_ranks');
    }
    scan.skip();
    return peer < builder.ranks ? peer : NOBODY;
  }

  #atEnd(scan: Scanner): void {
    if (scan.inComment) this.#reportAt(scan.at, 'a comment is not closed', "close it with '*/'");
    else if (this.#builder === null && this.#problems.length === 0) {
      const what = scan.at === 0 ? 'the input is empty' : 'the input ends before its first statement';
      this.#report(1, 1, what, "begin a GOAL file with 'num_ranks N'");
    } else if (this.#rank >= 0) {
      const what = `the file ends within rank ${this.#rank}, which begins in line ${this.#rankLine}`;
      this.#reportAt(scan.at, what, "complete the file, or add the missing '}'");
    } else if (this.#builder !== null && this.#problems.length === 0) {
      this.#checkBlocks(scan, this.#builder);
    }
  }

  #here(): Place {
    return { source: this.#source, ...this.#scanner.place(this.#scanner.at) };
  }

  /** A file that is cut behind a '}' is well-formed: only the number of blocks shows it. */
  #checkBlocks(scan: Scanner, builder: ScheduleBuilder): void {
    const absent = absentRanks(builder);
    if (absent.length === 0) return;
    const [[first, last]] = absent;
    const many = absent.length > 1 || last > first;
    const what = `num_ranks is ${builder.ranks}, but rank${many ? 's' : ''} ${listed(absent)} ${many ? 'have' : 'has'} no block`;
    this.#reportAt(
      scan.at,
      what,
      `complete the file; a rank that does nothing is written as 'rank ${first} { }'`,
    );
  }

  #reportAt(at: number, what: string, mend: string): void {
    const { line, column } = this.#scanner.place(at);
    this.#report(line, column, what, mend);
  }

  #report(line: number, column: number, what: string, mend: string): void {
    this.#problems.push({ place: { source: this.#source, line, column }, what, mend });
    if (this.#problems.length >= MAX_PROBLEMS) throw new InputError(this.#problems);
  }
}

/** A label: the n of `l<n>`, else the word itself. */
function takeLabel(scan: Scanner): Label {
  const { buffer, at } = scan;
  const canonical =
    buffer[at] === LOWER_L && isDigit(buffer[at + 1]) && (buffer[at + 1] !== 48 || !isDigit(buffer[at + 2]));
  if (!isWordByte(buffer[at]) || isDigit(buffer[at])) {
    throw new Unexpected(
      at,
      `expected a label, found ${scan.token()}`,
      "begin a label with a letter, as in 'l1'",
    );
  }
  const word = scan.word();
  if (canonical && word.length <= LABEL_DIGITS + 1 && /^l\d+$/.test(word)) return Number(word.slice(1));
  return word;
}

function resource(scan: Scanner, name: string): number {
  const at = scan.at;
  const value = scan.lone(name);
  if (value > MAX_RESOURCE)
    throw new Unexpected(at, `${name} ${value} is out of range`, `write 0 to ${MAX_RESOURCE}`);
  return value;
}

/** Runs of ranks, first and last, that have no block. */
function absentRanks(builder: ScheduleBuilder): [number, number][] {
  const runs: [number, number][] = [];
  for (let rank = 0; rank < builder.ranks; rank++) {
    if (builder.hasRank(rank)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] === rank - 1) run[1] = rank;
    else runs.push([rank, rank]);
  }
  return runs;
}

/** Runs shown in a message. */
const MAX_RUNS = 5;

/** `3, 5–7` */
function listed(runs: readonly (readonly [number, number])[]): string {
  const texts = runs.slice(0, MAX_RUNS).map(([first, last]) => (first === last ? first : `${first}–${last}`));
  return `${texts.join(', ')}${runs.length > MAX_RUNS ? ' …' : ''}`;
}

/** Name of the text in errors, its size limit, and a listener to the progress of reading. */
export interface ReadGoalOptions {
  /** Name of the input in error messages. */
  readonly source?: string;
  /** Size of the text in bytes, where it is known: saves copies while columns grow. */
  readonly sizeHint?: number;
  /** Called after each chunk with the bytes read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Called before columns grow. */
  readonly memory?: MemoryGuard;
}

/** Bytes behind the text: scanning loops stop at a zero, and words are compared four bytes at a time. */
const PADDING = 16;
/** Text parsed at a time: with its columns it stays in a core's cache. */
const SLICE = 1 << 19;

/**
 * A chunk is parsed up to its last newline; the rest waits for the next one. Text that the parser puts back (a comment
 * that is not closed, a statement that may go on) is read again when there is twice as much of it, so that the time for
 * it grows no faster than it does.
 */
class ChunkFeed {
  readonly #parser: GoalParser;
  #buffer = new Uint8Array(0);
  #carried = 0;
  /** End of the last whole line in `#buffer`, 0 for none. */
  #linesEnd = 0;
  /** Length of text with which it is worth while to parse. */
  #enough = 0;

  constructor(parser: GoalParser) {
    this.#parser = parser;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const before = this.#carried;
    const length = before + chunk.length;
    this.#reserve(length);
    this.#buffer.set(chunk, before);
    this.#carried = length;
    // What was carried over has been searched before.
    const newline = chunk.lastIndexOf(NEWLINE);
    if (newline >= 0) this.#linesEnd = before + newline + 1;
    if (this.#linesEnd > 0 && length >= this.#enough) this.#parse(length);
    if (this.#carried > MAX_PIECE_BYTES) this.#parser.refuse(this.#linesEnd > 0);
  }

  #reserve(length: number): void {
    if (this.#buffer.length >= length + PADDING) return;
    const larger = new Uint8Array(Math.max(length + PADDING, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#carried));
    this.#buffer = larger;
  }

  #parse(length: number): void {
    const end = this.#linesEnd;
    const after = this.#buffer[end];
    this.#buffer[end] = 0;
    const used = this.#parser.parse(this.#buffer, end, false);
    this.#buffer[end] = after;
    this.#buffer.copyWithin(0, used, length);
    this.#carried = length - used;
    this.#linesEnd = end - used;
    this.#enough = this.#linesEnd > 0 ? Math.min(2 * this.#carried, MAX_PIECE_BYTES) : 0;
  }

  finish(): void {
    this.#reserve(this.#carried);
    this.#buffer[this.#carried] = 0;
    this.#parser.parse(this.#buffer, this.#carried, true);
  }
}

/**
 * Reads a GOAL schedule from chunks of bytes, however they are cut.
 * Throws an InputError that lists up to ten problems, each with line, column and how to mend it.
 */
export async function readGoal(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadGoalOptions = {},
): Promise<Schedule> {
  const parser = new GoalParser(options.source ?? 'goal', options.sizeHint ?? 0, options.memory ?? null);
  const feed = new ChunkFeed(parser);
  let bytes = 0;
  for await (const chunk of chunks) {
    feed.push(chunk);
    bytes += chunk.length;
    options.onProgress?.(bytes);
  }
  feed.finish();
  return parser.schedule();
}

/** Reads a GOAL schedule from one piece of memory. */
export function parseGoal(text: string | Uint8Array, options: ReadGoalOptions = {}): Schedule {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const parser = new GoalParser(options.source ?? 'goal', bytes.length);
  const feed = new ChunkFeed(parser);
  for (let at = 0; at < bytes.length; at += SLICE) feed.push(bytes.subarray(at, at + SLICE));
  feed.finish();
  return parser.schedule();
}
