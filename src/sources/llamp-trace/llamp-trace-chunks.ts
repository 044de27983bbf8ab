/** Cuts the bytes of a binary trace into its header and its chunks, held to their checksums: docs/trace-format.md. */

import { InputError } from '../../errors.js';
import { Xxh64 } from '../xxh64.js';

/** Begin of a file, before the digit of its version. */
export const LLAMP_TRACE_MAGIC = 'LLAMPTR';
/** Bytes before the lines of the header: magic and version, length, zeros. */
const OPENING = 16;
/** Version 1 has no checksums. */
const VERSIONS = [1, 2, 3] as const;
const CHECKSUM = 8;
/** Bytes of a chunk's head behind its checksum: kind, count, bytes of payload. */
const HEAD = 16;
/** No header has more. */
const MAX_HEADER = 2 ** 20;
/** Bytes of a record. */
export const RECORD = 72;
/** Records are handed on in blocks of so many at most, unless one has longer lists. */
const BLOCK = 8_192;

/** The kinds of chunks of records, and of the last one. */
const RECORDS = 1;
export const END_CHUNK = 5;
export const LATE_LINES_CHUNK = 6;
/** Version 1 has kinds up to this; a later version may have more, which are passed over. */
const LAST_KIND = LATE_LINES_CHUNK;

interface ChunkSink {
  /** The comment lines of the header, of a file of this version. */
  header(text: string, version: number): void;
  /** So many 72-byte units are about to come, which are so many records. */
  expect(units: number, count: number): void;
  /**
   * Whole 72-byte units as 32-bit words, in order; returns how many units were used: those of a record whose lists are not
   * whole yet come again, with more behind them.
   */
  records(words: Int32Array, units: number): number;
  /** Another chunk, whole, of `count` entries. */
  chunk(kind: number, count: number, bytes: Uint8Array): void;
}

const DAMAGED = 'the file is damaged; copy it again, or trace the program again';

const NEWER = 'read it with the llamp-ts that came with its tracer, or trace the program again';

/** Kind of the next bytes. */
type State = 'magic' | 'header' | 'head' | 'records' | 'chunk';

/** What a file ends within in each. */
const WITHIN: Readonly<Record<State, string>> = {
  magic: 'its header',
  header: 'its header',
  head: 'a chunk',
  chunk: 'a chunk',
  records: 'its records',
};

/** Takes bytes in pieces of any size. Throws InputError for what is no trace, or is cut within a chunk. */
export class ChunkCutter {
  readonly #source: string;
  readonly #sink: ChunkSink;
  /** Staging area, whose first `#wanted` bytes come next. */
  #stage = new Uint8Array(BLOCK * RECORD);
  #filled = 0;
  #wanted = OPENING;
  #state: State = 'magic';
  #version = 0;
  #kind = 0;
  #count = 0;
  /** Bytes of the payload that have not been staged yet, and the padding behind it. */
  #left = 0;
  #headerBytes = 0;
  /** Of the chunk at hand, up to `#hashed` in the staging area, and what it must come to; that of the one before. */
  #hash = new Xxh64();
  #hashed = 0;
  #checksum = 0n;
  #before = 0n;
  #ended = false;

  constructor(source: string, sink: ChunkSink) {
    this.#source = source;
    this.#sink = sink;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const take = Math.min(bytes.length - at, this.#wanted - this.#filled);
      this.#stage.set(bytes.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      while (this.#filled === this.#wanted) this.#full();
    }
  }

  /**
   * Whether the file is whole. Otherwise it throws an InputError, unless it is `part` of one: then what came before counts,
   * and the records of a cut chunk, without their checksum.
   */
  end(part: boolean): boolean {
    if (this.#state === 'head' && this.#filled === 0) return true;
    if (part && this.#state === 'records')
      this.#sink.records(
        new Int32Array(this.#stage.buffer, 0, this.#filled >> 2),
        Math.floor(this.#filled / RECORD),
      );
    else if (!part || this.#state === 'magic' || this.#state === 'header')
      this.#fail(
        `the file ends within ${WITHIN[this.#state]}`,
        part ? 'the rank was killed before its trace began; trace the program again' : DAMAGED,
      );
    return false;
  }

  #full(): void {
    if (this.#state === 'magic') this.#magic();
    else if (this.#state === 'header') this.#header();
    else if (this.#state === 'head') this.#head();
    else if (this.#state === 'records') this.#records();
    else this.#chunk();
  }

  #view(): DataView {
    return new DataView(this.#stage.buffer, 0, this.#filled);
  }

  #await(state: State, bytes: number): void {
    this.#state = state;
    this.#filled = 0;
    this.#hashed = 0;
    this.#want(bytes);
  }

  #want(bytes: number): void {
    this.#wanted = bytes;
    if (bytes <= this.#stage.length) return;
    const larger = new Uint8Array(Math.ceil((2 * bytes) / RECORD) * RECORD);
    larger.set(this.#stage.subarray(0, this.#filled));
    this.#stage = larger;
  }

  #magic(): void {
    const text = new TextDecoder('latin1').decode(this.#stage.subarray(0, LLAMP_TRACE_MAGIC.length + 1));
    this.#version = Number(text.slice(LLAMP_TRACE_MAGIC.length));
    if (!text.startsWith(LLAMP_TRACE_MAGIC)) this.#fail('this is not a trace of llamp-trace');
    if (!VERSIONS.some((version) => version === this.#version))
      this.#fail(`unsupported version '${text.slice(LLAMP_TRACE_MAGIC.length)}' of the trace`, NEWER);
    this.#headerBytes = this.#view().getUint32(LLAMP_TRACE_MAGIC.length + 1, true);
    if (this.#headerBytes > MAX_HEADER) this.#fail(`a header of ${this.#headerBytes} B is too large`);
    if (this.#view().getUint32(OPENING - 4, true) !== 0) this.#fail('the header is not at its place');
    this.#hash.update(this.#stage.subarray(0, OPENING));
    this.#await('header', padded(this.#headerBytes) + (this.#version === 1 ? 0 : CHECKSUM));
  }

  #header(): void {
    const end = padded(this.#headerBytes);
    this.#zeros(this.#headerBytes, end);
    if (this.#version > 1) {
      this.#hash.update(this.#stage.subarray(0, end));
      this.#checksum = this.#view().getBigUint64(end, true);
      this.#verify('its header');
    }
    this.#sink.header(new TextDecoder().decode(this.#stage.subarray(0, this.#headerBytes)), this.#version);
    this.#awaitHead();
  }

  #awaitHead(): void {
    this.#await('head', HEAD + (this.#version === 1 ? 0 : CHECKSUM));
  }

  #head(): void {
    const view = this.#view();
    const at = this.#version === 1 ? 0 : CHECKSUM;
    this.#kind = view.getUint32(at, true);
    this.#count = view.getUint32(at + 4, true);
    const bytes = Number(view.getBigUint64(at + 8, true));
    if (this.#version > 1) this.#beginChecksum(view);
    if (this.#ended) this.#fail('a chunk after the end of the trace');
    if (!Number.isSafeInteger(bytes)) this.#fail(`a chunk of ${bytes} B is too large`);
    this.#left = bytes;
    if (this.#kind !== RECORDS) {
      if (this.#version === 1 && !(this.#kind >= 1 && this.#kind <= LAST_KIND))
        this.#fail(`a chunk of unknown kind ${this.#kind}`);
      if (bytes > MAX_HEADER * 2 ** 8) this.#fail(`a chunk of ${bytes} B is too large (kind ${this.#kind})`);
      this.#await('chunk', padded(bytes));
      return;
    }
    if (bytes % RECORD !== 0) this.#fail(`records of ${bytes} B, which is not a multiple of ${RECORD}`);
    this.#sink.expect(bytes / RECORD, this.#count);
    this.#await('records', 0);
    this.#next();
  }

  /** The bytes of the checksum count as the checksum of the chunk before. */
  #beginChecksum(view: DataView): void {
    this.#checksum = view.getBigUint64(0, true);
    this.#hash = new Xxh64();
    view.setBigUint64(0, this.#before, true);
    this.#hash.update(this.#stage.subarray(0, this.#filled));
  }

  /** `what` was read whole. */
  #verify(what: string): void {
    if (this.#version === 1) return;
    if (this.#hash.digest() !== this.#checksum) this.#fail(`${what} does not match its checksum`);
    this.#before = this.#checksum;
  }

  #zeros(from: number, to: number): void {
    for (let at = from; at < to; at++)
      if (this.#stage[at] !== 0) this.#fail('bytes other than 0 between parts of the file');
  }

  /** Stages the next block of records behind what is there. */
  #next(): void {
    const more = Math.min(this.#left, BLOCK * RECORD);
    this.#left -= more;
    this.#want(this.#filled + more);
  }

  #records(): void {
    if (this.#version > 1) this.#hash.update(this.#stage.subarray(this.#hashed, this.#filled));
    const units = this.#filled / RECORD;
    const words = new Int32Array(this.#stage.buffer, 0, this.#filled / 4);
    const used = this.#sink.records(words, units);
    if (this.#left === 0) {
      if (used < units) this.#fail('the lists of a record are longer than its chunk');
      this.#verify('a chunk of records');
      this.#awaitHead();
      return;
    }
    this.#stage.copyWithin(0, used * RECORD, this.#filled);
    this.#filled -= used * RECORD;
    this.#hashed = this.#filled;
    this.#next();
  }

  #chunk(): void {
    this.#zeros(this.#left, this.#filled);
    if (this.#version > 1) this.#hash.update(this.#stage.subarray(0, this.#filled));
    this.#verify(`a chunk of kind ${this.#kind}`);
    this.#sink.chunk(this.#kind, this.#count, this.#stage.slice(0, this.#left));
    this.#ended = this.#kind === END_CHUNK;
    this.#left = 0;
    this.#awaitHead();
  }

  #fail(what: string, mend = DAMAGED): never {
    throw new InputError({ place: { source: this.#source }, what, mend });
  }
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;
