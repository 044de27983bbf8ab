/** Text gathered as bytes: numbers and plain words go there without a string in between. */

const ZERO = '0'.charCodeAt(0);
/** Most bytes of a whole number below 2^53, and of one UTF-16 unit in UTF-8. */
const DIGITS = 16;
const UNIT_BYTES = 3;
const BILLION = 1e9;
/** The largest number of 31 bits. */
const WORD = 2 ** 31 - 1;

/** Decimal digits of a number of 31 bits. */
function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}

export class TextBuffer {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array;
  #length = 0;

  /** `capacity` in bytes; it grows where that is not enough. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** ASCII alone. */
  word(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length + i] = text.charCodeAt(i);
    this.#length += text.length;
  }

  /** Any text. */
  text(text: string): void {
    this.#reserve(text.length * UNIT_BYTES);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** A whole number from 0 to 2^53. */
  whole(value: number): void {
    this.#reserve(DIGITS);
    if (value <= WORD) {
      this.#digits(value, digitsOf(value));
      return;
    }
    const billions = Math.floor(value / BILLION);
    this.#digits(billions, digitsOf(billions));
    this.#digits(value - billions * BILLION, 9);
  }

  /** At most 32 bits: all divisions are those of whole numbers. */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    const start = this.#length;
    let rest = value | 0;
    for (let at = start + count - 1; at >= start; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = start + count;
  }

  /** All so far, as bytes of their own; the buffer is empty again. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
