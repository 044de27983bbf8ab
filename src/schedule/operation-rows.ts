/** The columns that all operations have, while they grow: one length and one capacity, so that adding one checks once. */
import { LimitError } from '../errors.js';
import { type Amounts, doubles, f64, grown, holds, i32, u8, u32 } from './columns.js';
import type { MemoryGuard } from './memory.js';
import { DEP_OP, type Schedule } from './schedule.js';

const INT32_MAX = 0x7fff_ffff;
const INT32_MIN = -(2 ** 31);
/** Operation indices carry one flag bit, so this is the most that one schedule can hold. */
export const MAX_OPERATIONS = DEP_OP;
/** Bytes of an operation: kind, value, peer, tag, line. */
const ROW_BYTES = 17;
/** Bytes of a value, or a tag, that turns out to be none of 32 bits. */
const WIDE_BYTES = 8;

export class OperationRows {
  length = 0;
  kind = u8(0);
  value: Amounts = u32(0);
  peer = i32(0);
  /** 32 bits wide until a tag needs more. */
  tag: Int32Array | Float64Array = i32(0);
  line = u32(0);
  readonly #memory: MemoryGuard | null;

  /** `memory`: asked before columns grow. */
  constructor(memory: MemoryGuard | null) {
    this.#memory = memory;
  }

  get capacity(): number {
    return this.kind.length;
  }

  push(kind: number, value: number, peer: number, tag: number): void {
    const op = this.length;
    if (op === this.kind.length) this.makeRoom(op + 1);
    this.kind[op] = kind;
    if (!holds(this.value, value)) this.#widenValues();
    this.value[op] = value;
    this.peer[op] = peer;
    if (tag > INT32_MAX || tag < INT32_MIN) this.#widenTags();
    this.tag[op] = tag;
    this.length = op + 1;
  }

  /** `values` as those of the next operations, for which there is room. */
  setValues(values: Amounts): void {
    const from = this.length;
    if (values instanceof Uint32Array) {
      this.value.set(values, from);
      return;
    }
    for (let i = 0; i < values.length; i++) {
      if (!holds(this.value, values[i])) this.#widenValues(from + i);
      this.value[from + i] = values[i];
    }
  }

  /** Columns of the next `count` operations; again, with what was written, where `wide` ones are longer than 32 bits. */
  room(count: number, wide?: 'value' | 'tag'): Pick<Schedule, 'kind' | 'value' | 'peer' | 'tag'> {
    const from = this.length;
    const end = from + count;
    if (end > this.capacity) this.makeRoom(end);
    if (wide === 'value') this.#widenValues(end);
    if (wide === 'tag') this.#widenTags(end);
    return {
      kind: this.kind.subarray(from, end),
      value: this.value.subarray(from, end),
      peer: this.peer.subarray(from, end),
      tag: this.tag.subarray(from, end),
    };
  }

  /** Old and new columns stand beside each other for a while; room that was only reserved costs nothing. */
  makeRoom(needed: number): void {
    this.#memory?.need(Math.max(needed, this.length) * ROW_BYTES, this.length);
    this.grow(needed);
  }

  grow(needed: number): void {
    if (needed > MAX_OPERATIONS)
      throw new LimitError(`more than ${MAX_OPERATIONS} operations in one schedule`);
    this.kind = grown(this.kind, u8, needed);
    const { length } = this.kind;
    this.value =
      this.value instanceof Float64Array ? grown(this.value, f64, length) : grown(this.value, u32, length);
    this.peer = grown(this.peer, i32, length);
    this.tag = this.tag instanceof Float64Array ? grown(this.tag, f64, length) : grown(this.tag, i32, length);
    this.line = grown(this.line, u32, length);
  }

  #widenTags(filled = this.length): void {
    if (this.tag instanceof Float64Array) return;
    this.#memory?.need(filled * WIDE_BYTES, this.length);
    const wide = f64(this.capacity);
    wide.set(this.tag.subarray(0, filled));
    this.tag = wide;
  }

  #widenValues(filled = this.length): void {
    this.#memory?.need(filled * WIDE_BYTES, this.length);
    this.value = doubles(this.value, filled);
  }
}
