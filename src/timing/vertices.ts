/** The vertices of a timing system while it grows, each with the rows that lead to it. */
import { grown, NONE, u32 } from '../schedule/columns.js';
import type { MemoryGuard } from '../schedule/memory.js';
import { type Gathered, Location, RowColumns } from './rows.js';
import type { TimingSystem } from './system.js';
import type { Twins } from './twins.js';

type Columns = Omit<TimingSystem, 'graph' | 'machine'>;

export class Vertices {
  readonly #rows: RowColumns;
  readonly #row = new Location();
  #rowStart: Uint32Array;
  #event: Uint32Array;
  #twins: Twins | null;
  #count = 0;

  /**
   * Room for so many of both. Memory that is reserved and not touched costs nothing; what grows stands twice for a while.
   * `memory`: asked before rows take more than 32 bits. With `twins` a vertex whose rows another one has is that one.
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
