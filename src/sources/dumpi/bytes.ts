/** Big-endian numbers of a file that lies in memory, every one of them within its bounds. */
import { InputError } from '../../errors.js';

export const DAMAGED = 'the file is damaged or cut: copy it again';
const HIGH = 2 ** 32;

export class Bytes {
  readonly #source: string;
  readonly #view: DataView;
  /** Where the next number is read, and where what is read now ends. */
  at = 0;
  end: number;

  constructor(source: string, bytes: Uint8Array) {
    this.#source = source;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.byteLength;
  }

  get length(): number {
    return this.#view.byteLength;
  }

  /** Goes to `at`, to read up to `end`. */
  seek(at: number, end = this.length): void {
    if (at > end || end > this.length) this.fail(`a part of the file at byte ${at}, of ${this.length}`);
    this.at = at;
    this.end = end;
  }

  /** Moves on by `bytes`; returns where they begin. */
  skip(bytes: number): number {
    const { at } = this;
    if (bytes > this.end - at) this.fail(`${bytes} bytes at byte ${at}, where ${this.end - at} are left`);
    this.at = at + bytes;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.skip(2));
  }

  i32(): number {
    return this.#view.getInt32(this.skip(4));
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4));
  }

  /** Above 2^53 rounded. */
  u64(): number {
    const high = this.u32();
    return high * HIGH + this.u32();
  }

  /** The length of a list that takes so many bytes an item: no more than there are. */
  count(bytesPerItem: number): number {
    const at = this.at;
    const count = this.u32();
    if (count * bytesPerItem > this.end - this.at)
      this.fail(`a list of ${count} items at byte ${at}, where ${this.end - this.at} bytes are left`);
    return count;
  }

  /** The 32-bit number at a place that was read before. */
  i32At(at: number): number {
    return this.#view.getInt32(at);
  }

  u16At(at: number): number {
    return this.#view.getUint16(at);
  }

  u8At(at: number): number {
    return this.#view.getUint8(at);
  }

  /** `count` 32-bit numbers at a place that was read before. */
  listAt(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.i32At(at + 4 * i));
  }

  fail(what: string, mend = DAMAGED): never {
    throw new InputError({ place: { source: this.#source }, what, mend });
  }
}
