/** A stream of bytes, taken in pieces of a wanted length however it is cut. */
export class Intake {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Bytes taken so far. */
  done = 0;

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  /** The next `count` bytes; fewer where the stream ends. */
  async take(count: number): Promise<Uint8Array> {
    const first = await this.#some(count);
    if (first.length === count || first.length === 0) return first;
    const bytes = new Uint8Array(count);
    bytes.set(first);
    let length = first.length;
    while (length < count) {
      const part = await this.#some(count - length);
      if (part.length === 0) break;
      bytes.set(part, length);
      length += part.length;
    }
    return bytes.subarray(0, length);
  }

  /** Passes over `count` bytes; false when the stream ends before. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      const part = await this.#some(left);
      if (part.length === 0) return false;
      left -= part.length;
    }
    return true;
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** At most `count` bytes of the chunk at hand, or of the next one; none at the end. */
  async #some(count: number): Promise<Uint8Array> {
    while (this.#at === this.#chunk.length) {
      const next = await this.#chunks.next();
      if (next.done === true) return new Uint8Array(0);
      this.#chunk = next.value;
      this.#at = 0;
    }
    const part = this.#chunk.subarray(this.#at, this.#at + count);
    this.#at += part.length;
    this.done += part.length;
    return part;
  }
}
