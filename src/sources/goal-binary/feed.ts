/** Bytes that come in chunks, taken in pieces of the length that is wanted. */

/** Where more than this is wanted, room for it is made as it comes: a length may be damaged. */
const TRUSTED = 1 << 16;

export class ByteFeed {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #used = 0;
  #taken = 0;
  /** Room for pieces that lie in several chunks, kept from one to the next. */
  #room = new Uint8Array(TRUSTED);

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  /** How many bytes were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** The next `length` bytes, fewer where the input ends. They hold until more are taken. */
  async take(length: number): Promise<Uint8Array> {
    if (this.#used === this.#chunk.length) await this.#next();
    const piece = this.#piece(length);
    if (piece.length === length || piece.length === 0) return piece;
    return this.#gathered(piece, length);
  }

  /** A piece that lies in several chunks. */
  async #gathered(first: Uint8Array, length: number): Promise<Uint8Array> {
    let filled = 0;
    for (let piece = first; piece.length > 0; ) {
      if (filled + piece.length > this.#room.length)
        this.#room = larger(this.#room, filled + piece.length, length);
      this.#room.set(piece, filled);
      filled += piece.length;
      if (filled === length || !(await this.#next())) break;
      piece = this.#piece(length - filled);
    }
    return this.#room.subarray(0, filled);
  }

  /** What is at hand of the next `length` bytes. */
  #piece(length: number): Uint8Array {
    const piece = this.#chunk.subarray(this.#used, this.#used + length);
    this.#used += piece.length;
    this.#taken += piece.length;
    return piece;
  }

  /** False where the input ends. */
  async #next(): Promise<boolean> {
    for (let next = await this.#chunks.next(); next.done !== true; next = await this.#chunks.next()) {
      if (next.value.length === 0) continue;
      this.#chunk = next.value;
      this.#used = 0;
      return true;
    }
    return false;
  }
}

function larger(bytes: Uint8Array, needed: number, most: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.min(most, Math.max(needed, bytes.length * 2)));
  next.set(bytes);
  return next;
}
