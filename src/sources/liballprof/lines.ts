/** Cuts a stream of bytes into lines without making strings of them. */

import { MAX_PIECE_BYTES } from '../text-limit.js';

const NEWLINE = 10;

/** Takes whole lines: bytes [from, to) of `buffer`, without the line end; `ended` is false for a last line without one. */
export type LineSink = (buffer: Uint8Array, from: number, to: number, ended: boolean) => void;

/** Feeds chunks of any size to a sink, line by line. */
export class LineCutter {
  readonly #sink: LineSink;
  readonly #onTooLong: () => never;
  /** What was seen of a line that is not ended: the first `#length` bytes. */
  #rest: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** `onTooLong` throws the error of a line of more than MAX_PIECE_BYTES. */
  constructor(sink: LineSink, onTooLong: () => never) {
    this.#sink = sink;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    let next = chunk.indexOf(NEWLINE);
    if (next >= 0 && this.#length > 0) {
      this.#keep(chunk.subarray(0, next));
      this.#sink(this.#rest, 0, this.#length, true);
      this.#length = 0;
      from = next + 1;
      next = chunk.indexOf(NEWLINE, from);
    }
    while (next >= 0) {
      this.#sink(chunk, from, next, true);
      from = next + 1;
      next = chunk.indexOf(NEWLINE, from);
    }
    this.#keep(chunk.subarray(from));
  }

  /** A copy, since the caller may use the chunk's memory again. */
  #keep(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > MAX_PIECE_BYTES) this.#onTooLong();
    if (length > this.#rest.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#rest.length));
      larger.set(this.#rest.subarray(0, this.#length));
      this.#rest = larger;
    }
    this.#rest.set(part, this.#length);
    this.#length = length;
  }

  end(): void {
    if (this.#length > 0) this.#sink(this.#rest, 0, this.#length, false);
    this.#length = 0;
  }
}
