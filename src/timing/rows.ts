/** Rows of a timing system while it grows, and the rows of one vertex while they are gathered. */
import { type Amounts, doubles, f64, grown, holds, u16, u32 } from '../schedule/columns.js';
import type { MemoryGuard } from '../schedule/memory.js';

/** Counts of a row are kept in 16 bits; a longer chain gets a vertex in between. */
export const MAX_COUNT = 0xffff;

/** Gathered rows that a new one is compared with: enough for any wait on neighbours, and no quadratic cost. */
const COMPARED = 64;

/** Bytes of a row that needs doubles where 32 bits were enough. */
const WIDE_BYTES = 8;

/** A place in time relative to a vertex: its time plus a cost. Reused as a register, hence mutable. */
export class Location {
  base = 0;
  constant = 0;
  bytes = 0;
  overheads = 0;
  latencies = 0;
  route = 0;

  set(base: number): this {
    this.base = base;
    this.constant = 0;
    this.bytes = 0;
    this.overheads = 0;
    this.latencies = 0;
    this.route = 0;
    return this;
  }

  get crossesNetwork(): boolean {
    return this.latencies > 0 || this.bytes > 0;
  }
}

/** Rows in struct-of-arrays form with one shared length; 0 where they are written in any order. */
export class RowColumns {
  length = 0;
  from = u32(0);
  constant: Amounts = u32(0);
  bytes: Amounts = u32(0);
  overheads = u16(0);
  latencies = u16(0);
  route = u16(0);
  readonly #memory: MemoryGuard | null;

  /** `memory`: asked before costs are written as doubles. */
  constructor(memory: MemoryGuard | null = null) {
    this.#memory = memory;
  }

  push(at: Location): void {
    const i = this.length;
    if (i === this.from.length) this.reserve(i + 1);
    this.write(i, at);
    this.length = i + 1;
  }

  reserve(rows: number): void {
    this.from = grown(this.from, u32, rows);
    this.constant = roomFor(this.constant, rows);
    this.bytes = roomFor(this.bytes, rows);
    this.overheads = grown(this.overheads, u16, rows);
    this.latencies = grown(this.latencies, u16, rows);
    this.route = grown(this.route, u16, rows);
  }

  read(i: number, into: Location): Location {
    into.base = this.from[i];
    into.constant = this.constant[i];
    into.bytes = this.bytes[i];
    into.overheads = this.overheads[i];
    into.latencies = this.latencies[i];
    into.route = this.route[i];
    return into;
  }

  write(i: number, at: Location): void {
    if (!holds(this.constant, at.constant)) this.constant = this.#wide(this.constant);
    if (!holds(this.bytes, at.bytes)) this.bytes = this.#wide(this.bytes);
    this.from[i] = at.base;
    this.constant[i] = at.constant;
    this.bytes[i] = at.bytes;
    this.overheads[i] = at.overheads;
    this.latencies[i] = at.latencies;
    this.route[i] = at.route;
  }

  /** Without a length rows are written in any order, and any there is room for may be there. */
  #wide(column: Amounts): Float64Array {
    const filled = this.length === 0 ? column.length : this.length;
    this.#memory?.need(filled * WIDE_BYTES);
    return doubles(column, filled);
  }
}

const roomFor = (column: Amounts, rows: number): Amounts =>
  column instanceof Float64Array ? grown(column, f64, rows) : grown(column, u32, rows);

/** The rows of one vertex, without those that another row exceeds at any parameters. One vertex is gathered at a time. */
export class Gathered extends RowColumns {
  #open = false;

  add(at: Location): void {
    for (let i = Math.max(this.length - COMPARED, 0); i < this.length; i++) {
      if (this.from[i] !== at.base) continue;
      if (this.#exceeds(i, at)) return;
      if (this.#exceededBy(i, at)) {
        this.write(i, at);
        return;
      }
    }
    this.push(at);
  }

  begin(): void {
    if (this.#open) throw new Error('the rows of two vertices are gathered at once');
    this.#open = true;
    this.length = 0;
  }

  end(): void {
    this.#open = false;
  }

  /** Ends where at most one row came: `at` becomes it, or time zero. */
  only(at: Location): void {
    if (this.length === 0) at.set(0);
    else this.read(0, at);
    this.end();
  }

  /** Whether row i is at least `at` for all parameters. */
  #exceeds(i: number, at: Location): boolean {
    return (
      this.constant[i] >= at.constant &&
      this.overheads[i] >= at.overheads &&
      this.latencies[i] >= at.latencies &&
      this.bytes[i] >= at.bytes &&
      (this.route[i] === at.route || !at.crossesNetwork)
    );
  }

  #exceededBy(i: number, at: Location): boolean {
    return (
      at.constant >= this.constant[i] &&
      at.overheads >= this.overheads[i] &&
      at.latencies >= this.latencies[i] &&
      at.bytes >= this.bytes[i] &&
      (this.route[i] === at.route || (this.latencies[i] === 0 && this.bytes[i] === 0))
    );
  }
}
