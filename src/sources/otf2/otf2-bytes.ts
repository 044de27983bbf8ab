/** Bytes of OTF2: numbers, and the chunks in which files hold their records. */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';

/** Marks between records. */
export const MARK = { endOfChunk: 0, endOfFile: 2, header: 3 } as const;
/** Second byte of a file, and of each chunk: the byte order of the rest. */
const LITTLE = 0x42;
const BIG = 0x23;
/** No value, where a number says how many bytes it has, or a record how long it is. */
const UNDEFINED = 0xff;
/** No value of 32 and of 64 bits. */
export const UNDEFINED_32 = 2 ** 32 - 1;
const UNDEFINED_64 = 2 ** 64;

export const DAMAGED = 'the file is damaged; copy the archive again, or record the program again';

/** How to handle a record that is longer than its fields, which were read; it ends at `end`. */
type LongerRecord = (bytes: ByteReader, end: number) => void;

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
      this.fail(`an OTF2 chunk cannot begin with bytes of the values ${mark} and ${order}`);
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
    if (size > 4) this.fail(`a number of ${size} B, more than 4`);
    return this.#number(size);
  }

  /** Up to 64 bits, above 2^53 rounded; UNDEFINED_64 for no value. */
  u64(): number {
    const size = this.u8();
    if (size === UNDEFINED) return UNDEFINED_64;
    if (size > 8) this.fail(`a number of ${size} B, more than 8`);
    return this.#number(size);
  }

  /** As u64, exact. */
  big(): bigint {
    const size = this.u8();
    if (size === UNDEFINED) return 2n ** 64n - 1n;
    if (size > 8) this.fail(`a number of ${size} B, more than 8`);
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
    if (this.at > end) this.fail('a record exceeds its stated length');
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

/** How the files of an archive are written. */
export interface ChunkForm {
  /** Bytes of a chunk. */
  readonly size: number;
  readonly longer: LongerRecord;
}

/** Numbers of a chunk's events, from 1; 0 0 in definitions. */
export interface ChunkHead {
  readonly first: number;
  readonly last: number;
}

interface RecordSink {
  chunk?(head: ChunkHead): void;
  /** A record of this type, whose length or only value is next. */
  record(type: number, bytes: ByteReader): void;
}

/** Least length of a chunk that is taken for one, and the most, which is that of OTF2. OTF2 writes 256 KiB or more. */
export const CHUNK_BYTES = { least: 1024, most: 2 ** 24 } as const;
const FIRST_STAGE = 65_536;

/**
 * Files in chunks of one length, the last of which may be shorter: `push` the bytes in order, then `end`. Throws
 * InputError for what is damaged or cut.
 */
export class ChunkReader {
  readonly bytes: ByteReader;
  readonly #size: number;
  readonly #sink: RecordSink;
  #stage = new Uint8Array(0);
  #filled = 0;
  /** Where the staged bytes begin in the file. */
  #offset = 0;
  #ended = false;

  /** `size`: bytes of a chunk. */
  constructor(source: string, size: number, sink: RecordSink) {
    this.bytes = new ByteReader(source);
    this.#size = size;
    this.#sink = sink;
  }

  push(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && !this.#ended; ) {
      const take = Math.min(piece.length - at, this.#size - this.#filled);
      this.#room(this.#filled + take);
      this.#stage.set(piece.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled === this.#size) this.#chunk();
    }
  }

  end(): void {
    if (!this.#ended && this.#filled > 0) this.#chunk();
    if (this.#ended) return;
    this.bytes.from(new Uint8Array(0), this.#offset);
    this.bytes.fail(
      'the file ends without its end mark',
      'let the program reach its end, or copy the archive again; the archive was not closed',
    );
  }

  #room(needed: number): void {
    if (needed <= this.#stage.length) return;
    const larger = new Uint8Array(Math.min(this.#size, Math.max(FIRST_STAGE, 2 * needed)));
    larger.set(this.#stage.subarray(0, this.#filled));
    this.#stage = larger;
  }

  #chunk(): void {
    const { bytes } = this;
    bytes.begin(this.#stage.subarray(0, this.#filled), this.#offset);
    const head = { first: Number(bytes.u64Full()), last: Number(bytes.u64Full()) };
    this.#sink.chunk?.(head);
    for (let type = bytes.u8(); type !== MARK.endOfChunk; type = bytes.u8()) {
      if (type === MARK.endOfFile) {
        this.#ended = true;
        return;
      }
      this.#sink.record(type, bytes);
    }
    if (this.#filled < this.#size) bytes.fail(`a chunk contains ${this.#filled} of ${this.#size} B`);
    this.#offset += this.#size;
    this.#filled = 0;
  }
}

/** Reads a file through. */
export async function readChunks(file: SourceFile, { size }: ChunkForm, sink: RecordSink): Promise<void> {
  const reader = new ChunkReader(file.source, size, sink);
  for await (const piece of file.chunks) reader.push(piece);
  reader.end();
}
