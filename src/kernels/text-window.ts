/** The part of a text that lies in an arena, and which part of which text it is. */
export class TextWindow {
  readonly #bytes: Uint8Array;
  #buffer: Uint8Array | null = null;
  #from = 0;
  #to = 0;

  /** `bytes` of the arena. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where in the text it begins, and where it ends. */
  get from(): number {
    return this.#from;
  }
  get to(): number {
    return this.#to;
  }

  /** What is added to a place in the text for its address in the arena. */
  get offset(): number {
    return this.#bytes.byteOffset - this.#from;
  }

  holds(buffer: Uint8Array, at: number): boolean {
    return this.#buffer === buffer && at >= this.#from && at < this.#to;
  }

  /** Lays `buffer[from, to)` into the arena, with `padding` zeros behind. */
  show(buffer: Uint8Array, from: number, to: number, padding = 0): void {
    this.#buffer = buffer;
    this.#from = from;
    this.#to = to;
    this.#bytes.set(buffer.subarray(from, to));
    this.#bytes.fill(0, to - from, to - from + padding);
  }

  /** The text is another now, though its buffer may be the same. */
  opened(): void {
    this.#buffer = null;
  }
}
