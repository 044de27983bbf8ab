/** A place in one line of a trace, and what can be read there: numbers, types, times, without strings. */
import { InputError } from '../../errors.js';
import { CALLS } from '../mpi/mpi-calls.js';

export const COLON = 58;
const COMMA = 44;
export const DASH = 45;
const DOT = 46;
const ZERO = 48;
/** Parts of a µs beyond which decimals do not count: all digits up to there are exact in a double. */
const LEAST_FRACTION = 1e15;

/** Whole and fractional µs of a time stamp, kept apart: epoch times with decimals do not fit one double. */
export interface TimeStamp {
  whole: number;
  fraction: number;
}

/** The line is bytes [from, to) of `buffer`; `at` moves along it. */
export class LineCursor {
  readonly source: string;
  buffer: Uint8Array = new Uint8Array(0);
  from = 0;
  at = 0;
  to = 0;
  /** From 1. */
  line = 0;
  /** Whether the line has a line end; only a file's last one may lack it. */
  ended = true;

  constructor(source: string) {
    this.source = source;
  }

  set(buffer: Uint8Array, from: number, to: number): void {
    this.buffer = buffer;
    this.from = from;
    this.at = from;
    this.to = to;
  }

  /** Moves behind the `:` that ends the field, or behind the end of the line. */
  skipField(): void {
    const { buffer, to } = this;
    let at = this.at;
    while (at < to && buffer[at] !== COLON) at++;
    this.at = at + 1;
  }

  /** Number of `:` from here to the end of the line. */
  colons(): number {
    let colons = 0;
    for (let i = this.at; i < this.to; i++) if (this.buffer[i] === COLON) colons++;
    return colons;
  }

  /** A whole number; stays on the `:` or `,` behind it. */
  number(): number {
    const { buffer, to } = this;
    let at = this.at;
    const negative = buffer[at] === DASH;
    if (negative) at++;
    const first = at;
    let value = 0;
    while (at < to) {
      const digit = buffer[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at++;
    }
    if (at === first || (at < to && buffer[at] !== COLON && buffer[at] !== COMMA)) return this.#oddNumber();
    this.at = at;
    return negative ? -value : value;
  }

  /** A null pointer or a hexadecimal address, as C's `%p` writes them; anything else is an error. */
  #oddNumber(): number {
    let end = this.at;
    while (end < this.to && this.buffer[end] !== COLON && this.buffer[end] !== COMMA) end++;
    const text = this.text(this.at, end);
    const value = text === '(nil)' ? 0 : /^0x[0-9a-fA-F]+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) this.fail(`'${text}' is not a number`, undefined, this.at);
    this.at = end;
    return value;
  }

  /** The middle of `code,size,extent`, or `size` where it is alone. */
  typeSize(): number {
    const only = this.number();
    return this.#comma() ? this.number() : only;
  }

  /** Calls `keep` with each item of `a,b,c`. */
  list(keep: (item: number) => void): void {
    keep(this.number());
    while (this.#comma()) {
      // Some tracers write a comma behind the last item too.
      if (this.at < this.to && this.buffer[this.at] !== COLON) keep(this.number());
    }
  }

  /** The next part of `handle,rank,size`. */
  commPart(): number {
    if (!this.#comma()) this.fail('a communicator is written as handle,rank,size', undefined, this.at);
    return this.number();
  }

  #comma(): boolean {
    const here = this.at < this.to && this.buffer[this.at] === COMMA;
    if (here) this.at++;
    return here;
  }

  /** A time stamp in µs into `into`; false for `-`. Moves behind the `:` that follows. */
  time(into: TimeStamp): boolean {
    const { buffer, to } = this;
    const first = this.at;
    let at = first;
    let whole = 0;
    while (at < to) {
      const digit = buffer[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      whole = whole * 10 + digit;
      at++;
    }
    if (whole > Number.MAX_SAFE_INTEGER) this.fail(`a time of ${whole} µs exceeds 2^53`, undefined, first);
    into.whole = whole;
    into.fraction = 0;
    if (at < to && at > first && buffer[at] === DOT) at = this.#fraction(at + 1, into);
    const none = at === first && at < to && buffer[at] === DASH;
    if (none) at++;
    if (at === first || (at < to && buffer[at] !== COLON)) this.#badTime();
    this.at = Math.min(at + 1, to);
    return !none;
  }

  #fraction(from: number, into: TimeStamp): number {
    let at = from;
    let digits = 0;
    let scale = 1;
    while (at < this.to) {
      const digit = this.buffer[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      // What a double cannot hold is far below a nanosecond.
      if (scale < LEAST_FRACTION) {
        digits = digits * 10 + digit;
        scale *= 10;
      }
      at++;
    }
    into.fraction = digits / scale;
    return at;
  }

  #badTime(): never {
    let end = this.at;
    while (end < this.to && this.buffer[end] !== COLON) end++;
    const text = this.text(this.at, end);
    this.fail(text === '' ? 'a time stamp is missing' : `'${text}' is not a time stamp`, undefined, this.at);
  }

  text(from: number, to: number): string {
    return new TextDecoder().decode(this.buffer.subarray(from, to));
  }

  /** The line for messages, cut where it is long. */
  excerpt(): string {
    const text = this.text(this.from, Math.min(this.to, this.from + 40));
    return this.to - this.from > 40 ? `${text}…` : text;
  }

  fail(what: string, mend?: string, at?: number): never {
    const line = { source: this.source, line: this.line };
    const place = at === undefined ? line : { ...line, column: at - this.from + 1 };
    if (this.ended)
      throw new InputError({
        place,
        what,
        mend: mend ?? 'the line is damaged, or this is not a liballprof trace',
      });
    throw new InputError({
      place,
      what: `the last line is truncated: ${what}`,
      mend: 'copy the file again, or trace the run to its end',
    });
  }
}

const KNOWN = CALLS.map((call) => call.name);

interface Entry {
  readonly code: number;
  readonly bytes: Uint8Array;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
  return hash;
}

function equals(entry: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (entry.length !== to - from) return false;
  for (let i = 0; i < entry.length; i++) if (entry[i] !== bytes[from + i]) return false;
  return true;
}

const among = (
  entries: readonly Entry[] | undefined,
  bytes: Uint8Array,
  from: number,
  to: number,
): Entry | undefined => entries?.find((entry) => equals(entry.bytes, bytes, from, to));

type Entries = Map<number, Entry[]>;

function add(entries: Entries, hash: number, entry: Entry): void {
  const same = entries.get(hash) ?? [];
  entries.set(hash, same);
  same.push(entry);
}

let known: Entries | null = null;

/** Entries of the calls that all ranks know, made once. */
function knownEntries(): Entries {
  if (known !== null) return known;
  known = new Map();
  const encoder = new TextEncoder();
  for (const [code, name] of KNOWN.entries()) {
    const bytes = encoder.encode(name);
    add(known, hashOf(bytes, 0, bytes.length), { code, bytes });
  }
  return known;
}

/**
 * Names of calls as numbers, found by their bytes: a string is made once per name, not per line. Codes below CALLS.length
 * are the index there, above it other names in order of appearance.
 */
export class CallNames {
  readonly #known = knownEntries();
  /** Names that are no call's, by code from CALLS.length on. */
  readonly #others: string[] = [];
  readonly #byHash: Entries = new Map();

  nameOf(code: number): string {
    return code < KNOWN.length ? KNOWN[code] : this.#others[code - KNOWN.length];
  }

  codeOf(buffer: Uint8Array, from: number, to: number): number {
    const hash = hashOf(buffer, from, to);
    const found =
      among(this.#known.get(hash), buffer, from, to) ?? among(this.#byHash.get(hash), buffer, from, to);
    if (found !== undefined) return found.code;
    const bytes = buffer.slice(from, to);
    const code = KNOWN.length + this.#others.push(new TextDecoder().decode(bytes)) - 1;
    add(this.#byHash, hash, { code, bytes });
    return code;
  }
}
