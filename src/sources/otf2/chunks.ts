/** Files of OTF2 in chunks of one length, the last of which may be shorter: bytes in pieces of any size → records. */
import type { SourceFile } from '../format.js';
import { ByteReader, type LongerRecord, MARK } from './bytes.js';

/** How the files of an archive are written. */
export interface ChunkForm {
  /** Bytes of a chunk. */
  readonly size: number;
  readonly longer: LongerRecord;
}

/** What a chunk says of its events, from 1; 0 0 in definitions. */
export interface ChunkHead {
  readonly first: number;
  readonly last: number;
}

export interface RecordSink {
  chunk(head: ChunkHead): void;
  /** A record of this type, whose length or only value is next. */
  record(type: number, bytes: ByteReader): void;
}

/** Least length of a chunk that is taken for one, and the most: OTF2 itself has 256 KiB and 16 MiB. */
export const CHUNK_BYTES = { least: 1024, most: 2 ** 28 } as const;
const FIRST_STAGE = 65_536;

/** `push` the bytes in order, then `end`. Throws InputError for what is damaged or cut. */
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
      'the archive was not closed: let the program reach its end, or copy the archive again',
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
    this.#sink.chunk({ first: Number(bytes.u64Full()), last: Number(bytes.u64Full()) });
    for (let type = bytes.u8(); type !== MARK.endOfChunk; type = bytes.u8()) {
      if (type === MARK.endOfFile) {
        this.#ended = true;
        return;
      }
      this.#sink.record(type, bytes);
    }
    if (this.#filled < this.#size) bytes.fail(`a chunk of ${this.#filled} B, of ${this.#size}`);
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
