/** Cuts the bytes of a binary trace into its header and its chunks: docs/trace-format.md. */
import { InputError } from '../../errors.js';

export const MAGIC = 'LLAMPTR1';
/** Bytes of a chunk's head: kind, count, bytes of payload. */
const HEAD = 16;
/** No header has more. */
const MAX_HEADER = 2 ** 20;
/** Bytes of a record. */
export const RECORD = 72;
/** Records are handed on in blocks of so many at most, unless one has longer lists. */
const BLOCK = 8_192;

/** The kind of chunks of records. */
const RECORDS = 1;

export interface ChunkSink {
  /** The comment lines of the header. */
  header(text: string): void;
  /** So many 72-byte units are about to come. */
  expect(units: number): void;
  /**
   * Whole 72-byte units as 32-bit words, in order; returns how many units were used: those of a record whose lists are not
   * whole yet come again, with more behind them.
   */
  records(words: Int32Array, units: number): number;
  /** Another chunk, whole. */
  chunk(kind: number, bytes: Uint8Array): void;
}

const DAMAGED = 'the file is damaged: copy it again, or trace the program again';

/** What the bytes that are awaited are of. */
type State = 'magic' | 'header' | 'head' | 'records' | 'chunk';

/** Takes bytes in pieces of any size. Throws InputError for what is no trace, or is cut within a chunk. */
export class ChunkCutter {
  readonly #source: string;
  readonly #sink: ChunkSink;
  /** What is awaited: so many bytes, from the start of the staging area on. */
  #stage = new Uint8Array(BLOCK * RECORD);
  #filled = 0;
  #wanted = MAGIC.length + 8;
  #state: State = 'magic';
  #kind = 0;
  /** Bytes of the payload that have not been staged yet, and the padding behind it. */
  #left = 0;
  #headerBytes = 0;

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

  /** Throws an InputError where the file ends within something. */
  end(): void {
    if (this.#state === 'head' && this.#filled === 0) return;
    const within = this.#state === 'records' ? 'its records' : `its ${this.#state}`;
    this.#fail(`the file ends within ${within}`);
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
    const text = new TextDecoder('latin1').decode(this.#stage.subarray(0, MAGIC.length));
    if (text !== MAGIC) this.#fail('this is no trace of llamp-trace');
    this.#headerBytes = this.#view().getUint32(MAGIC.length, true);
    if (this.#headerBytes > MAX_HEADER) this.#fail(`a header of ${this.#headerBytes} B`);
    this.#await('header', Math.ceil(this.#headerBytes / 8) * 8);
  }

  #header(): void {
    this.#sink.header(new TextDecoder().decode(this.#stage.subarray(0, this.#headerBytes)));
    this.#await('head', HEAD);
  }

  #head(): void {
    const view = this.#view();
    this.#kind = view.getUint32(0, true);
    const bytes = Number(view.getBigUint64(8, true));
    if (!Number.isSafeInteger(bytes)) this.#fail(`a chunk of ${bytes} B`);
    if (this.#kind !== RECORDS) {
      if (bytes > MAX_HEADER * 2 ** 8) this.#fail(`a chunk of kind ${this.#kind} of ${bytes} B`);
      this.#left = bytes;
      this.#await('chunk', Math.ceil(bytes / 8) * 8);
      return;
    }
    if (bytes % RECORD !== 0) this.#fail(`records of ${bytes} B in all, no multiple of ${RECORD}`);
    this.#left = bytes;
    this.#sink.expect(bytes / RECORD);
    this.#await('records', 0);
    this.#next();
  }

  /** Stages the next block of records behind what is there. */
  #next(): void {
    const more = Math.min(this.#left, BLOCK * RECORD);
    this.#left -= more;
    this.#want(this.#filled + more);
  }

  #records(): void {
    const units = this.#filled / RECORD;
    const words = new Int32Array(this.#stage.buffer, 0, this.#filled / 4);
    const used = this.#sink.records(words, units);
    if (this.#left === 0) {
      if (used < units) this.#fail('a record has longer lists than its chunk');
      this.#await('head', HEAD);
      return;
    }
    this.#stage.copyWithin(0, used * RECORD, this.#filled);
    this.#filled -= used * RECORD;
    this.#next();
  }

  #chunk(): void {
    this.#sink.chunk(this.#kind, this.#stage.slice(0, this.#left));
    this.#left = 0;
    this.#await('head', HEAD);
  }

  #fail(what: string): never {
    throw new InputError({ place: { source: this.#source }, what, mend: DAMAGED });
  }
}
