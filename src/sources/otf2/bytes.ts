/**
 * Values of OTF2 as bytes: whole numbers behind a byte that says how many bytes they have, or of full length. Positions
 * are offsets in the file, for errors.
 */
import { InputError } from '../../errors.js';

/** Marks between records. */
export const MARK = { endOfChunk: 0, endOfFile: 2, header: 3 } as const;
/** Second byte of a file, and of each chunk: the order of bytes of what follows. */
const LITTLE = 0x42;
const BIG = 0x23;
/** No value, where a number says how many bytes it has, or a record how long it is. */
const UNDEFINED = 0xff;
/** No value of 32 and of 64 bits. */
export const UNDEFINED_32 = 2 ** 32 - 1;
export const UNDEFINED_64 = 2 ** 64;

export const DAMAGED = 'the file is damaged: copy the archive again, or record the program again';

/** What is done with a record that is longer than its fields, which were read; it ends at `end`. */
export type LongerRecord = (bytes: ByteReader, end: number) => void;

export class ByteReader {
  readonly source: string;
  /** Next byte, in `bytes`. */
  at = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** Where `bytes` begin in the file. */
  #offset = 0;
  #view = new DataView(this.bytes.buffer);
  #little = true;

  constructor(source: string) {
    this.source = source;
  }

  /** Reads from `bytes` from now on, which begin at `offset` of the file. */
  from(bytes: Uint8Array, offset: number): void {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#offset = offset;
    this.at = 0;
  }

  /** The same, from a mark and the order of bytes on. */
  begin(bytes: Uint8Array, offset: number): void {
    this.from(bytes, offset);
    const mark = this.u8();
    const order = this.u8();
    if (mark !== MARK.header || (order !== LITTLE && order !== BIG))
      this.fail(`bytes ${mark} ${order} where a chunk of OTF2 begins`);
    this.#little = order === LITTLE;
  }

  /** Throws an InputError at the byte at hand. */
  fail(what: string, mend = DAMAGED): never {
    throw new InputError({
      place: { source: this.source },
      what: `byte ${this.#offset + this.at}: ${what}`,
      mend,
    });
  }

  /** Throws an InputError where fewer than `count` bytes are left. */
  need(count: number): void {
    if (this.at + count > this.bytes.length) this.fail('the file ends within a record');
  }

  u8(): number {
    if (this.at >= this.bytes.length) this.need(1);
    return this.bytes[this.at++];
  }

  /** Four or eight bytes, whatever the value. */
  u32Full(): number {
    this.need(4);
    this.at += 4;
    return this.#view.getUint32(this.at - 4, this.#little);
  }

  u64Full(): bigint {
    this.need(8);
    this.at += 8;
    return this.#view.getBigUint64(this.at - 8, this.#little);
  }

  /** The halves of eight bytes, for times: exact without big numbers. */
  highFull(): number {
    return this.#view.getUint32(this.#little ? this.at + 4 : this.at, this.#little);
  }

  lowFull(): number {
    return this.#view.getUint32(this.#little ? this.at : this.at + 4, this.#little);
  }

  /** Up to 32 bits; UNDEFINED_32 for no value. */
  u32(): number {
    const size = this.u8();
    if (size === UNDEFINED) return UNDEFINED_32;
    if (size > 4) this.fail(`a number of ${size} B, which has 4 at most`);
    return this.#number(size);
  }

  /** Up to 64 bits, above 2^53 rounded; UNDEFINED_64 for no value. */
  u64(): number {
    const size = this.u8();
    if (size === UNDEFINED) return UNDEFINED_64;
    if (size > 8) this.fail(`a number of ${size} B, which has 8 at most`);
    return this.#number(size);
  }

  /** As u64, exact. */
  big(): bigint {
    const size = this.u8();
    if (size === UNDEFINED) return 2n ** 64n - 1n;
    if (size > 8) this.fail(`a number of ${size} B, which has 8 at most`);
    this.need(size);
    let value = 0n;
    for (let i = 0; i < size; i++)
      value = value * 256n + BigInt(this.bytes[this.at + (this.#little ? size - 1 - i : i)]);
    this.at += size;
    return value;
  }

  i64(): bigint {
    return BigInt.asIntN(64, this.big());
  }

  string(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) this.fail('the file ends within a name');
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return text;
  }

  /** Where the record ends whose length is next. */
  recordEnd(): number {
    let length = this.u8();
    if (length === UNDEFINED) length = Number(this.u64Full());
    this.need(length);
    return this.at + length;
  }

  /** Goes on behind a record, all of whose fields were read. What it has behind them is handed to `longer`. */
  endRecord(end: number, longer: LongerRecord): void {
    if (this.at > end) this.fail('a record with more in it than its length');
    if (this.at < end) longer(this, end);
    this.at = end;
  }

  #number(size: number): number {
    this.need(size);
    const { bytes, at } = this;
    if (size === 1) {
      this.at = at + 1;
      return bytes[at];
    }
    let value = 0;
    if (this.#little) for (let i = size - 1; i >= 0; i--) value = value * 256 + bytes[at + i];
    else for (let i = 0; i < size; i++) value = value * 256 + bytes[at + i];
    this.at = at + size;
    return value;
  }
}
