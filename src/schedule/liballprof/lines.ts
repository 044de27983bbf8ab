/** Cuts a stream of bytes into lines without making strings of them. */

const NEWLINE = 10;

/** Takes whole lines: bytes [from, to) of `buffer`, without the line end; `ended` is false for a last line without one. */
export type LineSink = (buffer: Uint8Array, from: number, to: number, ended: boolean) => void;

/** Feeds chunks of any size to a sink, line by line. */
export class LineCutter {
  readonly #sink: LineSink;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    let buffer = chunk;
    if (this.#rest.length > 0) {
      buffer = new Uint8Array(this.#rest.length + chunk.length);
      buffer.set(this.#rest);
      buffer.set(chunk, this.#rest.length);
    }
    let from = 0;
    // A line may be longer than many chunks: only the new bytes are searched.
    let next = buffer.indexOf(NEWLINE, this.#rest.length);
    while (next >= 0) {
      this.#sink(buffer, from, next, true);
      from = next + 1;
      next = buffer.indexOf(NEWLINE, from);
    }
    // A copy, since the caller may use the chunk's memory again.
    this.#rest = buffer.slice(from);
  }

  end(): void {
    if (this.#rest.length > 0) this.#sink(this.#rest, 0, this.#rest.length, false);
    this.#rest = new Uint8Array(0);
  }
}
