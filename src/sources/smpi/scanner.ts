/** Reads lines of actions, `rank action words`, of any number of ranks: bytes in, raw actions out. */
import { InputError } from '../../errors.js';
import { decimal } from '../../units/units.js';
import { LineCutter } from '../liballprof/lines.js';
import { tooLong } from '../text-limit.js';
import type { ActionNames } from './action-names.js';
import { ACTIONS } from './actions.js';
import { RawColumns } from './raw-actions.js';

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
const AGAIN = 'the file is damaged, or no trace of SMPI: trace the program again';
const TENTH = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

const isSpace = (byte: number): boolean => byte === SPACE || byte === TAB || byte === RETURN;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/** Actions whose words are not read: what they mean is not known, or does not matter. */
const SKIPS: readonly boolean[] = ACTIONS.map(({ kind }) => kind === 'nothing');

/** `push` a file's bytes in order, then `finish`. Throws InputError with its line. */
export class ActionScanner {
  readonly ranks: Map<number, RawColumns> = new Map();
  readonly #source: string;
  readonly #names: ActionNames;
  readonly #cutter = new LineCutter(
    (buffer, from, to, ended) => this.#scan(buffer, from, to, ended),
    () => {
      const place = { source: this.#source, line: this.#line + 1 };
      throw tooLong(place, 'the line', 'an action takes one line: trace the program again');
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
      this.#fail('the line has no end', 'the file may be cut: copy it again');
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
    return this.#fail(`no rank ${rank}`);
  }

  #action(): number {
    const from = this.#at;
    let to = from;
    while (to < this.#to && !isSpace(this.#buffer[to])) to++;
    const code = from === to ? undefined : this.#names.codeOf(this.#buffer, from, to);
    if (code === undefined) this.#fail(`'${this.#text(from, to)}' is no action`);
    if (code >= ACTIONS.length && !/^[A-Za-z]\w*$/.test(this.#names.nameOf(code)))
      this.#fail(`'${this.#text(from, to)}' is no action`);
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
    if (Number.isNaN(value)) this.#fail(`'${text}' is no number`);
    this.#at = to;
    this.#skipSpace();
    return value;
  }

  /** At most so much of it as a message bears. */
  #text(from: number, to: number): string {
    return new TextDecoder('latin1').decode(this.#buffer.subarray(from, Math.min(to, from + 40)));
  }

  #fail(what: string, mend = AGAIN): never {
    throw new InputError({ place: { source: this.#source, line: this.#line }, what, mend });
  }
}
