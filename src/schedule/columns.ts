/** Typed arrays that grow: the builder's columns while their length is not known. */

/** No operation, or no event of one, in columns that hold them. */
export const NONE = 0xffff_ffff;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Growth factor: 1.5 keeps old and new column together below 2.5 times the data. */
const GROWTH = 1.5;
const INITIAL = 1024;

function larger(needed: number, capacity: number): number {
  return Math.max(needed, Math.ceil(capacity * GROWTH), INITIAL);
}

/** A column and its length; `at` is replaced when it grows, so read it anew after each push. */
export class Column<T extends Numbers> {
  at: T;
  length = 0;
  readonly #make: (capacity: number) => T;

  constructor(make: (capacity: number) => T, capacity = 0) {
    this.#make = make;
    this.at = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.at.length) this.reserve(this.length + 1);
    this.at[this.length++] = value;
  }

  /** Room for `needed` elements in all. */
  reserve(needed: number): void {
    if (needed <= this.at.length) return;
    const next = this.#make(larger(needed, this.at.length));
    next.set(this.at.subarray(0, this.length));
    this.at = next;
  }

  /** Extends to `length` with `value`; does nothing when it is as long. */
  fill(length: number, value: number): void {
    this.reserve(length);
    while (this.length < length) this.at[this.length++] = value;
  }

  /** The filled part, without a copy. */
  done(): T {
    return this.at.subarray(0, this.length) as T;
  }
}

export const u8 = (n: number): Uint8Array => new Uint8Array(n);
export const u16 = (n: number): Uint16Array => new Uint16Array(n);
export const i32 = (n: number): Int32Array => new Int32Array(n);
export const u32 = (n: number): Uint32Array => new Uint32Array(n);
export const f64 = (n: number): Float64Array => new Float64Array(n);

/** `array` with room for at least `needed` elements, its contents kept. */
export function grown<T extends Numbers>(array: T, make: (capacity: number) => T, needed: number): T {
  if (needed <= array.length) return array;
  const next = make(larger(needed, array.length));
  next.set(array);
  return next;
}
