/** Writes files of DUMPI, a record at a time: what each field is, is said where it is written. */
import { END_OF_STREAM, FUNCTIONS } from '../../../src/sources/dumpi/dumpi-functions.js';

/** A status as a record has it. */
export interface WrittenStatus {
  readonly bytes: number;
  readonly source: number;
  readonly tag: number;
}

/** Of a list: a number, or a list of such. */
type Item = number | readonly Item[];

/** A field: a letter of the table of functions, and what is in it. */
export type Field =
  | readonly ['i' | 'h' | 'b' | 'q', number]
  | readonly ['l' | 'w' | 's' | 'v' | 'm' | 'x', readonly Item[]]
  | readonly ['z', readonly WrittenStatus[]];

export interface WriterOptions {
  readonly version?: readonly [number, number, number];
  /** Bytes by datatype; null: the file has no sizes. */
  readonly sizes?: readonly number[] | null;
  /** Offsets of the index, fewer in files of long ago. */
  readonly offsets?: 4 | 5 | 6 | 7;
}

/** What a record says besides its arguments. */
export interface RecordOptions {
  /** The flags of the record; by default statuses, both times and the thread. */
  readonly has?: number;
  readonly thread?: number;
  readonly counters?: number;
  /** In µs since the start. */
  readonly start?: number;
  readonly end?: number;
}

export const ALL = 0x4f;
/** A char of 1 B, an int of 4 B, a double of 8 B, a type of the program's own of 24 B. */
export const TYPE = { byte: 5, int: 9, double: 14, own: 28 } as const;
export const SIZES = [
  0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 0, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20, 24,
] as const;
export const COMM = { null: 1, world: 2, self: 3, own: 4 } as const;

const MAGIC = [0xffaadd44, 0x554d5049] as const;
const NUMBERS = new Map(FUNCTIONS.map(({ name }, i) => [name.replace(/^MPI_/, ''), i]));

export class DumpiWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #clock = 0;
  readonly #version: readonly [number, number, number];
  readonly #sizes: readonly number[] | null;
  readonly #offsets: number;
  readonly counts = new Array<number>(FUNCTIONS.length + 1).fill(0);

  constructor({ version = [1, 0, 0], sizes = SIZES, offsets = 7 }: WriterOptions = {}) {
    this.#version = version;
    this.#sizes = sizes;
    this.#offsets = offsets;
    this.#magic();
    this.i32(0);
    this.i32(1_400_000_000);
  }

  /** A call by its name without `MPI_`; 10 µs after the one before, and of 5 µs, unless its times are given. */
  record(name: string, fields: readonly Field[] = [], options: RecordOptions = {}): this {
    const number = NUMBERS.get(name);
    if (number === undefined) throw new Error(`no function ${name}`);
    this.counts[number]++;
    this.head(number, options);
    for (const field of fields) this.#field(field);
    return this;
  }

  /** What stands before the fields of a record. */
  head(number: number, { has = ALL, thread = 0, counters = 0, ...times }: RecordOptions = {}): void {
    const start = times.start ?? this.#clock + 10;
    const end = times.end ?? start + 5;
    this.#clock = end;
    this.u16(number);
    this.u8(has);
    if ((has & 0x40) !== 0) this.u16(thread);
    if ((has & 0x4) !== 0) for (const time of [start, end]) this.#time(time / 2);
    if ((has & 0x8) !== 0) for (const time of [start, end]) this.#time(time);
    if ((has & 0x80) === 0) return;
    this.u8(counters);
    for (let i = 0; i < 2 * counters; i++) this.#u64(i);
  }

  /** The file, whole. */
  done(): Uint8Array {
    this.u16(END_OF_STREAM);
    const header = this.#length;
    for (const part of this.#version) this.u8(part);
    this.#u64(1_400_000_000);
    this.#text('host');
    this.#text('user');
    this.i32(0);
    const [major, minor] = this.#version;
    if (major > 0 || minor > 4) this.i32(0);
    const footer = this.#length;
    this.#u64(0xf007fee7);
    for (const count of this.counts) this.i32(count);
    for (const _ of this.counts) this.i32(0);
    const keyval = this.#length;
    this.i32(0);
    const sizes = this.#sizes === null ? 0 : this.#length;
    for (const number of this.#sizes === null ? [] : [this.#sizes.length, ...this.#sizes]) this.i32(number);
    this.#magic();
    for (const offset of [sizes, 0, 0, header, 8, footer, keyval].slice(-this.#offsets)) this.#u64(offset);
    return this.#bytes.slice(0, this.#length);
  }

  u8(value: number): void {
    this.#view(1).setUint8(this.#take(1), value);
  }

  u16(value: number): void {
    this.#view(2).setUint16(this.#take(2), value);
  }

  i32(value: number): void {
    this.#view(4).setInt32(this.#take(4), value);
  }

  #u64(value: number): void {
    this.#view(8).setBigUint64(this.#take(8), BigInt(value));
  }

  #time(us: number): void {
    this.u16(Math.floor(us / 1e6));
    this.i32(Math.round((us % 1e6) * 1000));
  }

  #text(text: string): void {
    this.u16(text.length);
    for (const letter of text) this.u8(letter.charCodeAt(0));
  }

  #magic(): void {
    for (const word of MAGIC) this.i32(word | 0);
  }

  #field([letter, value]: Field): void {
    if (letter === 'z') this.#statuses(value);
    else if (typeof value === 'number') this.#number(letter, value);
    else this.#list(letter, value);
  }

  #number(letter: string, value: number): void {
    if (letter === 'i') this.i32(value);
    else if (letter === 'h') this.u16(value);
    else if (letter === 'b') this.u8(value);
    else this.#u64(value);
  }

  #list(letter: string, items: readonly Item[]): void {
    this.i32(items.length);
    for (const item of items) this.#item(letter, item);
  }

  #item(letter: string, item: Item): void {
    if (typeof item === 'number') {
      if (letter === 'l') this.i32(item);
      else if (letter === 'w') this.u16(item);
      else this.u8(item);
      return;
    }
    this.#list(letter === 'm' ? 'l' : letter === 'x' ? 'v' : 's', item);
  }

  #statuses(statuses: readonly WrittenStatus[]): void {
    this.i32(statuses.length);
    const [major, minor, least] = this.#version;
    for (const { bytes, source, tag } of statuses) {
      this.i32(bytes);
      this.i32(source);
      this.u8(0);
      this.u8(0);
      if (major > 0 || minor > 6 || (minor === 6 && least >= 3)) this.i32(tag);
    }
  }

  #take(bytes: number): number {
    this.#length += bytes;
    return this.#length - bytes;
  }

  #view(bytes: number): DataView {
    if (this.#length + bytes > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return new DataView(this.#bytes.buffer);
  }
}
