/** Typed arrays that grow: columns while their length is not known; and who is asked before memory is taken. */
/** No operation, or no event of one, in columns that hold them. */
export const NONE = 0xffff_ffff;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Numbers that are whole and below 2^32 nearly everywhere: 32 bits each as long as all are, doubles from the first that is not. */
export type Amounts = Uint32Array | Float64Array;

/** Whether a column holds `value` as it is. */
export const holds = (column: Amounts, value: number): boolean =>
  value >>> 0 === value || column instanceof Float64Array;

/** `column` as doubles, of which the first `length` are kept. */
export function doubles(column: Amounts, length: number): Float64Array {
  if (column instanceof Float64Array) return column;
  const wide = f64(column.length);
  // Room that was only reserved is left so: what is not written costs nothing.
  for (let i = 0; i < length; i++) if (column[i] !== 0) wide[i] = column[i];
  return wide;
}

/** Growth factor: 1.5 keeps old and new column together below 2.5 times the data. */
const GROWTH = 1.5;
const INITIAL = 1024;
/**
 * Columns of that many elements are copied seldom: room that is not touched costs nothing but addresses, what is copied
 * stands twice. No more elements than that are reserved beyond what is needed.
 */
const LARGE = 1 << 20;
const LARGE_GROWTH = 8;
const MOST_RESERVED = 1 << 28;

/** A longer column; where addresses are limited, one that is little longer. Throws RangeError where there is none at all. */
function longer<T>(make: (capacity: number) => T, needed: number, capacity: number): T {
  const least = Math.max(needed, Math.ceil(capacity * GROWTH), INITIAL);
  if (capacity < LARGE) return make(least);
  const much = Math.min(Math.max(needed, capacity * LARGE_GROWTH), needed + MOST_RESERVED);
  if (much <= least) return make(least);
  try {
    return make(much);
  } catch (error) {
    if (error instanceof RangeError) return make(least);
    throw error;
  }
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
    const next = longer(this.#make, needed, this.at.length);
    next.set(this.at.subarray(0, this.length));
    this.at = next;
  }

  /** Extends to `length` with `value`; does nothing when it is as long. */
  fill(length: number, value: number): void {
    if (length <= this.length) return;
    this.reserve(length);
    this.at.fill(value, this.length, length);
    this.length = length;
  }

  append(values: T): void {
    const length = this.length + values.length;
    this.reserve(length);
    this.at.set(values, this.length);
    this.length = length;
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
  const next = longer(make, needed, array.length);
  next.set(array);
  return next;
}

/** Who is asked before memory is taken, so that a program that is too large is refused, not killed. */
export interface MemoryGuard {
  /**
   * `bytes` are about to be written that were not before; `operations`: how many are known by now. Throws a LimitError
   * where there is no room for them.
   */
  need(bytes: number, operations?: number): void;
}
