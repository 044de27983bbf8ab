/**
 * GOAL text over bytes: positions, white space, comments, words and numbers; and the fast path for generated lines.
 */

import { worthAKernel } from '../../kernels/arena.js';
import { type Found, ScanKernel } from '../../kernels/scan-kernel.js';
import type { ScheduleBuilder } from '../../schedule/builder.js';
import { IREQUIRES } from '../../schedule/schedule.js';
import { MAX_QUANTITY } from '../../units.js';
import { behindMark } from '../text-lines.js';

const NEWLINE = 10;
const SPACE = 32;
const SLASH = 47;
const STAR = 42;

/** Signals that a token is not what the grammar wants there. */
export class Unexpected extends Error {
  readonly at: number;
  readonly what: string;
  readonly mend: string;

  constructor(at: number, what: string, mend: string) {
    super(what);
    this.at = at;
    this.what = what;
    this.mend = mend;
  }
}

export const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

export function isWordByte(byte: number): boolean {
  return isDigit(byte) || (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || byte === 95;
}

const DIGIT_3 = 51;

/** Whether a number is past 2^53, by its nearest double and its last whole digit: the double of 2^53 + 1 is 2^53. */
function isPastLimit(value: number, lastDigit: number): boolean {
  return value > MAX_QUANTITY || (value === MAX_QUANTITY && lastDigit === DIGIT_3);
}

export class Scanner {
  buffer: Uint8Array = new Uint8Array(1);
  /** Length of the text; `buffer[end]` is 0. */
  end = 0;
  at = 0;
  /** Line of `at`, from 1, over the whole input. */
  line = 1;
  /** Where that line begins, relative to `buffer`; negative when it began in an earlier chunk. */
  lineStart = 0;
  /** Whether the end of the text was reached while looking for more. */
  ranOut = false;
  /** `lineStart` of the line on which this chunk begins. */
  #openLineStart = 0;
  /** Where a block comment begins that the text does not end, or −1. */
  #openComment = -1;

  open(buffer: Uint8Array, end: number): void {
    this.buffer = buffer;
    this.end = end;
    this.at = 0;
    this.ranOut = false;
    this.#openLineStart = this.lineStart;
    this.#openComment = -1;
  }

  /** Ends a chunk: the next one begins where this one stopped. Returns the number of bytes read. */
  close(): number {
    const used = this.at;
    this.lineStart -= used;
    this.at = 0;
    return used;
  }

  rewind(at: number, line: number, lineStart: number): void {
    this.at = at;
    this.line = line;
    this.lineStart = lineStart;
  }

  /** Line and column of a byte of this chunk that was passed already, or is the next one. */
  place(at: number): { line: number; column: number } {
    const { buffer } = this;
    let line = this.line;
    for (let i = at; i < this.at; i++) if (buffer[i] === NEWLINE) line--;
    if (line === this.line) return { line, column: at - this.lineStart + 1 };
    const before = at === 0 ? -1 : buffer.lastIndexOf(NEWLINE, at - 1);
    return { line, column: at - (before < 0 ? this.#openLineStart : before + 1) + 1 };
  }

  /** Skips white space and comments. An unfinished block comment stops at its beginning. */
  skip(): void {
    const { buffer, end } = this;
    let at = this.at;
    for (;;) {
      const byte = buffer[at];
      if (byte === NEWLINE) {
        at++;
        this.line++;
        this.lineStart = at;
      } else if (byte === SPACE || (byte >= 9 && byte <= 13)) {
        at++;
      } else if (byte === SLASH && buffer[at + 1] === SLASH) {
        while (at < end && buffer[at] !== NEWLINE) at++;
      } else if (byte === SLASH && buffer[at + 1] === STAR) {
        const next = this.#blockComment(at);
        if (next < 0) break;
        at = next;
      } else {
        break;
      }
    }
    this.at = at;
    if (at >= end) this.ranOut = true;
  }

  /** End of the block comment at `at`, or −1 when the text ends before it does. */
  #blockComment(at: number): number {
    const { buffer, end } = this;
    const line = this.line;
    const lineStart = this.lineStart;
    for (let i = at + 2; i < end; i++) {
      if (buffer[i] === NEWLINE) {
        this.line++;
        this.lineStart = i + 1;
      } else if (buffer[i] === STAR && buffer[i + 1] === SLASH) {
        return i + 2;
      }
    }
    this.#openComment = at;
    this.line = line;
    this.lineStart = lineStart;
    this.ranOut = true;
    return -1;
  }

  /** Whether a block comment that the text does not end begins at `at`. */
  get inComment(): boolean {
    return this.#openComment === this.at;
  }

  /** Takes `word` if it comes next. */
  takes(word: string): boolean {
    const { buffer, at } = this;
    for (let i = 0; i < word.length; i++) if (buffer[at + i] !== word.charCodeAt(i)) return false;
    if (isWordByte(buffer[at + word.length])) return false;
    this.at = at + word.length;
    this.skip();
    return true;
  }

  /** Passes over the byte order mark that some editors put before a text. */
  passMark(): void {
    this.at = behindMark(this.buffer, this.at);
    this.skip();
  }

  takesByte(byte: number): boolean {
    if (this.at >= this.end || this.buffer[this.at] !== byte) return false;
    this.at++;
    this.skip();
    return true;
  }

  /** The token here, as it is shown in messages. */
  token(): string {
    const { buffer, end, at } = this;
    if (at >= end) return 'the end of the file';
    let stop = at;
    while (stop < end && stop - at < 24 && buffer[stop] > SPACE) stop++;
    if (stop === at) stop = at + 1;
    return `'${new TextDecoder().decode(buffer.subarray(at, stop))}'`;
  }

  /** An identifier, or '' when none comes next. */
  word(): string {
    const { buffer, at } = this;
    let stop = at;
    while (isWordByte(buffer[stop])) stop++;
    this.at = stop;
    const word = new TextDecoder().decode(buffer.subarray(at, stop));
    this.skip();
    return word;
  }

  /**
   * A whole number of at most 2^53; `what` names it in errors. `minusOne` allows −1 (any source, any tag).
   * Leaves `at` behind the last digit.
   */
  integer(what: string, minusOne = false): number {
    const { buffer, at } = this;
    let stop = at;
    if (buffer[at] === 45) {
      if (minusOne && buffer[at + 1] === 49 && !isDigit(buffer[at + 2])) {
        this.at = at + 2;
        return -1;
      }
      throw new Unexpected(
        at,
        `${what} ${this.token()} is negative`,
        `write a ${what === 'duration' ? '' : 'whole '}number from 0`,
      );
    }
    let value = 0;
    while (isDigit(buffer[stop])) value = value * 10 + (buffer[stop++] - 48);
    if (stop === at)
      throw new Unexpected(at, `expected ${what}, found ${this.token()}`, 'write a whole number');
    if (isPastLimit(value, buffer[stop - 1])) {
      throw new Unexpected(at, `${what} ${this.token()} exceeds 2^53`, 'write a smaller number');
    }
    if (buffer[stop] === 46) {
      throw new Unexpected(at, `${what} ${this.token()} is not whole`, 'write a whole number');
    }
    this.at = stop;
    return value;
  }

  /** An {@link integer} that is a word of its own: of `5rank` a space was lost, or a digit is damaged. */
  lone(what: string, minusOne = false): number {
    const { at } = this;
    const value = this.integer(what, minusOne);
    if (!isWordByte(this.buffer[this.at])) return value;
    this.at = at;
    throw new Unexpected(
      at,
      `${what} ${this.token()} is not a number`,
      `write '${value}' followed by a space`,
    );
  }

  /** A duration in ns: whole, as generators write it, or with decimals. */
  duration(): number {
    const start = this.at;
    const { buffer } = this;
    let stop = start;
    while (isDigit(buffer[stop])) stop++;
    if (stop === start || buffer[stop] !== 46 || !isDigit(buffer[stop + 1])) return this.integer('duration');
    const wholeEnd = stop;
    for (stop++; isDigit(buffer[stop]); ) stop++;
    const value = Number(new TextDecoder().decode(buffer.subarray(start, stop)));
    if (isPastLimit(value, buffer[wholeEnd - 1])) {
      throw new Unexpected(start, `duration ${this.token()} exceeds 2^53`, 'write a smaller number');
    }
    this.at = stop;
    return value;
  }

  /** Moves behind the end of this line: where reading goes on after an error. */
  skipLine(): void {
    const { buffer, end } = this;
    while (this.at < end && buffer[this.at] !== NEWLINE) this.at++;
  }
}

/** n up to this, or up to a few times the operations of the rank, is worth an array slot. */
const DENSE = 4096;
const SPREAD = 4;

/**
 * Labels of the open rank → rank-local operation. Labels `l<n>` with n near the number of operations, which is what
 * generators write, live in an array; all others in a map.
 */
export class LabelTable {
  /** By n 1 more than the operation, 0 for none. */
  #dense: Int32Array = new Int32Array(DENSE);
  /** A label that already exists: the rest of it is not examined. */
  #limit = DENSE;
  #highest = -1;
  readonly #sparse = new Map<number | string, number>();

  /** Labels `l<n>` with n below this are in the column. */
  get limit(): number {
    return this.#limit;
  }

  /** Operation of label `l<n>`, or −1. */
  number(n: number): number {
    if (n < this.#limit) return this.#dense[n] - 1;
    return this.#sparse.get(n) ?? -1;
  }

  name(name: string): number {
    return this.#sparse.get(name) ?? -1;
  }

  setNumber(n: number, op: number): void {
    if (n >= this.#limit && n <= SPREAD * (op + DENSE)) this.#widen(n);
    if (n < this.#limit) {
      this.#dense[n] = op + 1;
      if (n > this.#highest) this.#highest = n;
    } else {
      this.#sparse.set(n, op);
    }
  }

  setName(name: string, op: number): void {
    this.#sparse.set(name, op);
  }

  /** Goes on in another column, which holds 0 and is at least as long; who has it may set labels below `limit` there. */
  moveTo(column: Int32Array): void {
    column.set(this.#dense.subarray(0, this.#highest + 1));
    this.#dense = column;
  }

  /** Whether the labels are still in `column`. */
  isIn(column: Int32Array): boolean {
    return this.#dense === column;
  }

  /** Labels up to `l<highest>` were set in the column. */
  wereSet(highest: number): void {
    if (highest > this.#highest) this.#highest = highest;
  }

  /** Forgets all labels: the next rank has its own. */
  clear(): void {
    this.#dense.fill(0, 0, this.#highest + 1);
    this.#highest = -1;
    this.#sparse.clear();
  }

  #widen(n: number): void {
    this.#limit = Math.max(n + 1, this.#limit * 2);
    if (this.#limit > this.#dense.length) {
      const next = new Int32Array(this.#limit);
      next.set(this.#dense);
      this.#dense = next;
    }
    for (const [key, op] of this.#sparse) {
      if (typeof key !== 'number' || key >= this.#limit) continue;
      this.#dense[key] = op + 1;
      if (key > this.#highest) this.#highest = key;
      this.#sparse.delete(key);
    }
  }
}

// The fast path of the GOAL reader: statements written the way generators write them, one a line, single
// spaces, labels `l<n>` that are already defined. Anything else is left to the grammar in `read-goal.ts`.

const COLON = 58;
const LOWER_B = 98;
const LOWER_I = 105;
const LOWER_L = 108;
const CLOSE = 125;

/** Longest run of digits that a double holds exactly without a check. */
const SAFE_DIGITS = 15;
const LABEL_DIGITS = 9;

let stop = 0;

/** Digits at `at`; −1 for none, too many, or a leading zero before another digit. Sets `stop`. */
function number(buffer: Uint8Array, at: number): number {
  let value = 0;
  let i = at;
  for (let byte = buffer[i] - 48; byte >= 0 && byte <= 9; byte = buffer[i] - 48) {
    value = value * 10 + byte;
    i++;
  }
  stop = i;
  if (i === at || i - at > SAFE_DIGITS || (buffer[at] === 48 && i - at > 1)) return -1;
  return value;
}

/** The same for labels, whose numbers fit 32 bits. */
function labelNumber(buffer: Uint8Array, at: number): number {
  let value = 0;
  let i = at;
  for (let byte = buffer[i] - 48; byte >= 0 && byte <= 9; byte = buffer[i] - 48) {
    value = (Math.imul(value, 10) + byte) | 0;
    i++;
  }
  stop = i;
  if (i === at || i - at > LABEL_DIGITS || (buffer[at] === 48 && i - at > 1)) return -1;
  return value;
}

/** Four letters as one number, the way `DataView` reads them. */
function letters(text: string): number {
  return new DataView(new TextEncoder().encode(text).buffer).getUint32(0, true);
}

const REQU = letters('requ');
const IRES = letters('ires');
const CALC_ = letters('calc');
const SEND_ = letters('send');
const RECV_ = letters('recv');
const TO = letters(' to ');
const FROM = letters(' fro');
const TAG = letters(' tag');
const LOWER_M = 109;

/** Takes plain lines from `scan.at` on, up to the first statement that is not plain, and leaves `scan` there. */
export function plainLines(scan: Scanner, builder: ScheduleBuilder, labels: LabelTable): void {
  const { buffer, end } = scan;
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const ranks = builder.ranks;
  let at = scan.at;
  let line = scan.line;
  let lineStart = scan.lineStart;
  while (at < end && buffer[at] === LOWER_L) {
    const label = labelNumber(buffer, at + 1);
    if (label < 0) break;
    let i = stop;
    if (buffer[i] === SPACE) {
      const immediate = buffer[i + 1] === LOWER_I;
      i += immediate ? 2 : 1;
      const word = view.getUint32(i, true) === REQU && view.getUint32(i + 4, true) === IRES;
      if (!word || buffer[i + 8] !== SPACE || buffer[i + 9] !== LOWER_L) break;
      const required = labelNumber(buffer, i + 10);
      if (required < 0 || buffer[stop] !== NEWLINE) break;
      const after = labels.number(label);
      const before = labels.number(required);
      if (after < 0 || before < 0) break;
      builder.pair(after, immediate ? (before | IREQUIRES) >>> 0 : before);
    } else {
      if (buffer[i] !== COLON || buffer[i + 1] !== SPACE || buffer[i + 6] !== SPACE) break;
      if (labels.number(label) >= 0) break;
      const kind = view.getUint32(i + 2, true);
      if (kind === CALC_) {
        const ns = number(buffer, i + 7);
        if (ns < 0 || !endsPlainly(buffer, stop, end)) break;
        labels.setNumber(label, builder.calc(ns));
      } else {
        const sends = kind === SEND_;
        if (!sends && kind !== RECV_) break;
        const bytes = number(buffer, i + 7);
        if (bytes < 0 || buffer[stop] !== LOWER_B) break;
        i = stop + 1;
        const way = view.getUint32(i, true);
        if (sends ? way !== TO : way !== FROM || buffer[i + 4] !== LOWER_M || buffer[i + 5] !== SPACE) break;
        const peer = number(buffer, i + (sends ? 4 : 6));
        if (peer < 0 || peer >= ranks) break;
        let tag = 0;
        if (buffer[stop] === SPACE) {
          if (view.getUint32(stop, true) !== TAG || buffer[stop + 4] !== SPACE) break;
          tag = number(buffer, stop + 5);
          if (tag < 0) break;
        }
        if (!endsPlainly(buffer, stop, end)) break;
        labels.setNumber(label, sends ? builder.send(bytes, peer, tag) : builder.recv(bytes, peer, tag));
      }
      builder.labelNumber(label);
      builder.line(line);
    }
    at = stop + 1;
    line++;
    lineStart = at;
  }
  scan.rewind(at, line, lineStart);
}

/**
 * Whether an operation ends at `at`: more attributes may follow in its line, or in the next one, which `parse` knows.
 * `l…` and `}` begin no attribute.
 */
function endsPlainly(buffer: Uint8Array, at: number, end: number): boolean {
  const next = buffer[at + 1];
  return buffer[at] === NEWLINE && at + 1 < end && (next === LOWER_L || next === CLOSE);
}

/** Text of an operation with its dependency at the least: how many a text has. */
const BYTES_PER_OPERATION = 36;
/** Labels that a rank may have where the size of the text is not known. */
const LABELS = 1 << 24;
const MOST_LABELS = 1 << 26;

/**
 * The kernel for a text of which `bytes` have come, and about `sizeHint` are expected; 0: unknown. undefined: too few
 * bytes for a kernel; null: there is no memory for it.
 */
export function kernelFor(
  bytes: number,
  sizeHint: number,
  labels: LabelTable,
): ScanKernel | null | undefined {
  if (!worthAKernel(Math.max(bytes, sizeHint) / BYTES_PER_OPERATION)) return undefined;
  const wanted = sizeHint === 0 ? LABELS : Math.ceil((SPREAD * sizeHint) / BYTES_PER_OPERATION);
  const kernel = ScanKernel.of(Math.min(Math.max(wanted, labels.limit), MOST_LABELS));
  if (kernel !== null) labels.moveTo(kernel.labels);
  return kernel;
}

/** As {@link plainLines}, by the kernel, many lines at a time. */
export function plainLinesBy(
  kernel: ScanKernel,
  scan: Scanner,
  builder: ScheduleBuilder,
  labels: LabelTable,
): void {
  const { buffer, end } = scan;
  if (buffer[scan.at] !== LOWER_L) return;
  const { ranks } = builder;
  const take = (found: Found): void => {
    builder.operationsOf(found);
    labels.wereSet(found.highest);
    if (found.lines > 0) scan.rewind(found.at, scan.line + found.lines, found.at);
  };
  kernel.lines(buffer, scan.at, end, take, () => ({
    line: scan.line,
    first: builder.rankOperations,
    ranks,
    limit: labels.limit,
  }));
}
