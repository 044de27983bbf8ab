/** Vertices with the same rows, which are reached at the same time whatever the parameters: one of them is enough. */
import { u32 } from '../schedule/columns.js';
import type { RowColumns } from './rows.js';

const FIRST_SIZE = 1024;
/** Vertices that are looked up before it is asked whether that pays: most of them must have a twin. */
const TRIED = 1 << 16;
const WORTH = 0.5;
/** Odd, with bits all over: neighbouring numbers come apart. */
const SPREAD = 0x9e3779b1;

export class Twins {
  /** Open addressing: a vertex and 1, 0 where none is; and the hash of each. At most half is taken. */
  #table = u32(FIRST_SIZE);
  #hashes = u32(FIRST_SIZE);
  #count = 0;
  #asked = 0;

  /** Whether most vertices so far have twins; who finds that too few do need not go on asking. */
  get worthwhile(): boolean {
    return this.#asked < TRIED || this.#count < this.#asked * WORTH;
  }

  /**
   * The vertex whose rows, of all `rows`, are those that are `gathered`, in the same order; `next`, from now on, where there
   * is none. `rowStart`: [vertices + 1] first row of each.
   */
  of(gathered: RowColumns, rows: RowColumns, rowStart: Uint32Array, next: number): number {
    this.#asked++;
    const hash = hashOf(gathered);
    const mask = this.#table.length - 1;
    let at = hash & mask;
    for (; this.#table[at] !== 0; at = (at + 1) & mask) {
      const vertex = this.#table[at] - 1;
      if (this.#hashes[at] === hash && isSame(gathered, rows, rowStart[vertex], rowStart[vertex + 1]))
        return vertex;
    }
    this.#table[at] = next + 1;
    this.#hashes[at] = hash;
    if (++this.#count * 2 > this.#table.length) this.#grow();
    return next;
  }

  #grow(): void {
    const [table, hashes] = [this.#table, this.#hashes];
    this.#table = u32(table.length * 2);
    this.#hashes = u32(table.length * 2);
    const mask = this.#table.length - 1;
    for (let i = 0; i < table.length; i++) {
      if (table[i] === 0) continue;
      let at = hashes[i] & mask;
      while (this.#table[at] !== 0) at = (at + 1) & mask;
      this.#table[at] = table[i];
      this.#hashes[at] = hashes[i];
    }
  }
}

function hashOf(rows: RowColumns): number {
  let hash = rows.length;
  const mix = (value: number): void => {
    hash = Math.imul((hash << 5) ^ (hash >>> 27) ^ value, SPREAD);
  };
  for (let i = 0; i < rows.length; i++) {
    mix(rows.from[i]);
    mix(rows.constant[i]);
    mix(rows.bytes[i]);
    mix((rows.overheads[i] << 16) | rows.latencies[i]);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isSame(gathered: RowColumns, rows: RowColumns, first: number, end: number): boolean {
  if (end - first !== gathered.length) return false;
  for (let i = 0; i < gathered.length; i++) {
    const r = first + i;
    if (
      rows.from[r] !== gathered.from[i] ||
      rows.constant[r] !== gathered.constant[i] ||
      rows.bytes[r] !== gathered.bytes[i] ||
      rows.overheads[r] !== gathered.overheads[i] ||
      rows.latencies[r] !== gathered.latencies[i] ||
      rows.route[r] !== gathered.route[i]
    )
      return false;
  }
  return true;
}
