/**
 * The timing system: the rows of the LogGPS linear program before anyone solves it (LLAMP, Algorithm 1).
 *
 *   y_to ≥ y_from + constant + latencies·ℓ(route) + bytes·G(route) + overheads·o
 *
 * Vertices are numbered in topological order: 0 is time zero, the last is the end of the program. Events with a
 * single binding predecessor have no vertex of their own, their cost is folded into the rows behind them.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { type Cost, crossesNetwork, type MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import {
  type Amounts,
  doubles,
  f64,
  grown,
  holds,
  type MemoryGuard,
  NONE,
  u16,
  u32,
} from '../schedule/schedule.js';

/** [rows] how often rows pay something: a column of a {@link TimingSystem}, or a price times one. */
export type Paid = Float64Array | Uint32Array | Uint16Array;

/** Rows of the linear program in topological order, as columns. */
export interface TimingSystem {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  /** Number of vertices, with time zero and the end. */
  readonly vertices: number;
  readonly rows: number;
  /** [vertices + 1] first row that leads to a vertex. */
  readonly rowStart: Uint32Array;
  /** [vertices] event of the vertex, NONE for time zero and the end. */
  readonly vertexEvent: Uint32Array;
  /** [rows] vertex that the row comes from. */
  readonly from: Uint32Array;
  /** [rows] computation on the way, ns; like `bytes` 32 bits wide when all are whole and fit. */
  readonly constant: Uint32Array | Float64Array;
  /** [rows] bytes at G: Σ (s − 1). */
  readonly bytes: Uint32Array | Float64Array;
  /** [rows] how often o counts. */
  readonly overheads: Uint16Array;
  /** [rows] how often the latency of `route` counts. */
  readonly latencies: Uint16Array;
  /** [rows] index into the network's routes; meaningless where `latencies` and `bytes` are 0. */
  readonly route: Uint16Array;
}

// Rows of a timing system while it grows, and the rows of one vertex while they are gathered.

/** Counts of a row are kept in 16 bits; a longer chain gets a vertex in between. */
export const MAX_COUNT = 0xffff;

/** Gathered rows that a new one is compared with: enough for any wait on neighbours, and no quadratic cost. */
const COMPARED = 64;

/** Last bits of a vertex by which it is looked up whether one of those rows comes from there: most need no comparison. */
const LOOKED_UP = 0xff;

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

  /** `memory`: called before costs are written as doubles. */
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
    this.overheads[i] = at.overheads;
    // Mostly 0 already: pages of a large column take no memory until something else is written.
    if (this.bytes[i] !== at.bytes) this.bytes[i] = at.bytes;
    if (this.latencies[i] !== at.latencies) this.latencies[i] = at.latencies;
    if (this.route[i] !== at.route) this.route[i] = at.route;
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
  readonly #lowest: number;
  #open = false;
  readonly #row = new Location();
  /** Rows before the first that is here, of all vertices. */
  #before = 0;
  /** [LOOKED_UP + 1] number of the last row, of all vertices, from a vertex with these last bits. */
  readonly #latest = f64(LOOKED_UP + 1).fill(-1);

  /** `lowestOverhead`: the least o, ns, which is below 0 where o is added to that of a table. No other parameter is. */
  constructor(lowestOverhead: number) {
    super();
    this.#lowest = lowestOverhead;
  }

  add(at: Location): void {
    const first = Math.max(this.length - COMPARED, 0);
    const bits = at.base & LOOKED_UP;
    if (this.#latest[bits] >= this.#before + first) {
      for (let i = first; i < this.length; i++) {
        if (this.from[i] !== at.base) continue;
        if (this.#exceeds(i, at)) return;
        if (this.#exceededBy(i, at)) {
          this.write(i, at);
          return;
        }
      }
    }
    this.#latest[bits] = this.#before + this.length;
    this.push(at);
  }

  /** Moves rows that no further one is compared with to `rows`, once they are as many as those that stay. */
  moveSettled(rows: RowColumns): void {
    const settled = this.length - COMPARED;
    if (settled < COMPARED) return;
    for (let i = 0; i < settled; i++) rows.push(this.read(i, this.#row));
    for (let i = 0; i < COMPARED; i++) this.write(i, this.read(settled + i, this.#row));
    this.#before += settled;
    this.length = COMPARED;
  }

  begin(): void {
    if (this.#open) throw new Error('the rows of two vertices are gathered at once');
    this.#open = true;
    this.#before += this.length;
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
      this.constant[i] + this.overheads[i] * this.#lowest >= at.constant + at.overheads * this.#lowest &&
      this.overheads[i] >= at.overheads &&
      this.latencies[i] >= at.latencies &&
      this.bytes[i] >= at.bytes &&
      (this.route[i] === at.route || !at.crossesNetwork)
    );
  }

  #exceededBy(i: number, at: Location): boolean {
    return (
      at.constant + at.overheads * this.#lowest >= this.constant[i] + this.overheads[i] * this.#lowest &&
      at.overheads >= this.overheads[i] &&
      at.latencies >= this.latencies[i] &&
      at.bytes >= this.bytes[i] &&
      (this.route[i] === at.route || (this.latencies[i] === 0 && this.bytes[i] === 0))
    );
  }
}

/** Vertices with the same rows, which are reached at the same time whatever the parameters: one of them is enough. */
const FIRST_SIZE = 1024;
/** Vertices that are looked up before it is decided whether that pays off: most of them must have a twin. */
const TRIED = 1 << 16;
const WORTH = 0.5;
/** Odd, with bits all over: neighbouring numbers come apart. */
const SPREAD = 0x9e3779b1;

export class Twins {
  /** Open addressing: a vertex and 1, 0 where none is; and the hash of each. At most half is taken. */
  #table = u32(FIRST_SIZE);
  #hashes = u32(FIRST_SIZE);
  #count = 0;
  #lookups = 0;

  /** Whether most vertices so far have twins; if too few do, stop looking. */
  get worthwhile(): boolean {
    return this.#lookups < TRIED || this.#count < this.#lookups * WORTH;
  }

  /**
   * The vertex whose rows, of all `rows`, are those that are `gathered`, in the same order; `next`, from now on, where there
   * is none. `rowStart`: [vertices + 1] first row of each.
   */
  of(gathered: RowColumns, rows: RowColumns, rowStart: Uint32Array, next: number): number {
    this.#lookups++;
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

/** The vertices of a timing system while it grows, each with the rows that lead to it. */
type Columns = Omit<TimingSystem, 'graph' | 'machine'>;

export class Vertices {
  readonly #rows: RowColumns;
  readonly #row = new Location();
  #rowStart: Uint32Array;
  #event: Uint32Array;
  #twins: Twins | null;
  #count = 0;

  /**
   * Room for so many of both. Memory that is reserved and not touched costs nothing; growing doubles it for a while.
   * `memory`: called before rows take more than 32 bits. With `twins` a vertex with the rows of another is that one.
   */
  constructor(
    vertices: number,
    rows: number,
    {
      memory = null,
      twins = null,
    }: { readonly memory?: MemoryGuard | null; readonly twins?: Twins | null } = {},
  ) {
    this.#rows = new RowColumns(memory);
    this.#twins = twins;
    this.#rows.reserve(rows);
    this.#event = u32(vertices);
    this.#rowStart = u32(vertices + 1);
  }

  /** A vertex without rows: time zero. */
  first(event: number): number {
    return this.#close(event);
  }

  /** Takes rows of the next vertex while they are gathered; no other vertex may come before it. */
  takeSettled(gathered: Gathered): void {
    gathered.moveSettled(this.#rows);
  }

  /** A vertex behind all that is gathered. */
  behind(gathered: Gathered, event: number): number {
    // The end of the program is the last vertex, whatever else has its rows.
    if (this.#twins !== null && event !== NONE) {
      const known = this.#twins.of(gathered, this.#rows, this.#rowStart, this.#count);
      if (!this.#twins.worthwhile) this.#twins = null;
      if (known !== this.#count) return known;
    }
    for (let i = 0; i < gathered.length; i++) this.#rows.push(gathered.read(i, this.#row));
    return this.#close(event);
  }

  /** Makes `at` a vertex of its own, from which it goes on. */
  breakAt(at: Location, event: number): void {
    this.#rows.push(at);
    at.set(this.#close(event));
  }

  columns(): Columns {
    const rows = this.#rows;
    const n = rows.length;
    return {
      vertices: this.#count,
      rows: n,
      rowStart: this.#rowStart.subarray(0, this.#count + 1),
      vertexEvent: this.#event.subarray(0, this.#count),
      from: rows.from.subarray(0, n),
      constant: rows.constant.subarray(0, n),
      bytes: rows.bytes.subarray(0, n),
      overheads: rows.overheads.subarray(0, n),
      latencies: rows.latencies.subarray(0, n),
      route: rows.route.subarray(0, n),
    };
  }

  /** A vertex whose rows are the ones pushed since the vertex before. */
  #close(event: number): number {
    const vertex = this.#count++;
    if (this.#event.length <= vertex) this.#event = grown(this.#event, u32, vertex + 1);
    if (this.#rowStart.length <= vertex + 1) this.#rowStart = grown(this.#rowStart, u32, vertex + 2);
    this.#event[vertex] = event;
    this.#rowStart[vertex + 1] = this.#rows.length;
    return vertex;
  }
}

/** Costs of messages, added to a place in time as counts, which hold at any parameters. */
export class CountedCosts {
  readonly #costs: MessageCosts;

  constructor(costs: MessageCosts) {
    this.#costs = costs;
  }

  /** Whether a row has room for `cost` besides: it names one route and counts to MAX_COUNT. */
  fits(at: Location, cost: Cost, send: number): boolean {
    if (at.overheads + cost.overheads > MAX_COUNT || at.latencies + cost.latencies > MAX_COUNT) return false;
    return !crossesNetwork(cost) || !at.crossesNetwork || at.route === this.#costs.route(send);
  }

  /** Moves `at` by a part of the cost of the message of `send`. */
  add(at: Location, cost: Cost, send: number): void {
    at.overheads += cost.overheads;
    at.constant += this.#costs.constantNs(send, cost);
    if (!crossesNetwork(cost)) return;
    at.route = this.#costs.route(send);
    at.latencies += cost.latencies;
    at.bytes += cost.transfers * this.#costs.bytes(send);
  }
}
