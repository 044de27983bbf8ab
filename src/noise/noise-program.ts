/**
 * A program as rows with noise: y_to ≥ y_from + base + slope·x + X(row). Rows without noise are folded, as in a timing
 * system; rows with noise are separate, each with the noise of one operation.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { MessageCosts } from '../machine/costs.js';
import { Column, f64, NONE, u8, u32 } from '../schedule/schedule.js';
import type { Axis } from '../timing/axis.js';

/**
 * Kind of noise of a row: none, of a computation, of a message up to its matching, of its data, of the ends of its receive
 * and its send after the data, of the end of a send that does not wait for them.
 */
export const ITEM = {
  none: 0,
  computation: 1,
  toMeeting: 2,
  data: 3,
  recvAfterData: 4,
  sendAfterData: 5,
  sendEnd: 6,
} as const;

/** Rows in topological order, as columns. Times in 1/unit ns, whole numbers where the machine's parameters allow. */
export interface NoiseProgram {
  readonly graph: ExecutionGraph;
  readonly costs: MessageCosts;
  readonly axis: Axis;
  readonly unit: number;
  /** Including time zero, vertex 0; the last one is the end. */
  readonly vertices: number;
  readonly rows: number;
  /** [vertices + 1] first row that leads to a vertex. */
  readonly rowStart: Uint32Array;
  /** [vertices] event of the vertex (2·op, or 2·op + 1); NONE for time zero and ends of the program. */
  readonly event: Uint32Array;
  /** [rows] vertex that the row comes from. */
  readonly from: Uint32Array;
  /** [rows] cost at x = 0, and growth with x. */
  readonly base: Float64Array;
  readonly slope: Float64Array;
  /** [rows] an {@link ITEM}. */
  readonly item: Uint8Array;
  /** [rows] the send of the row's message, or the computation; otherwise NONE. */
  readonly op: Uint32Array;
  /** [vertices] slot of its values while rows need them; `slots` in all. */
  readonly slot: Uint32Array;
  readonly slots: number;
  /** Parts with noise, and certain delays, which `base` includes. */
  readonly places: NoisePlaces;
}

/** The noisy parts, and certain delays. */
export interface NoisePlaces {
  /** Whether computations have noise. */
  readonly computation: boolean;
  /** [latency classes] whether latencies of it have. */
  readonly latency: readonly boolean[];
  /** [ranks] ns that a rank begins later, and the factor of its computations. */
  readonly begins: ReadonlyMap<number, number>;
  readonly factors: ReadonlyMap<number, number>;
}

/** A program without noise. */
export const NOTHING: NoisePlaces = {
  computation: false,
  latency: [],
  begins: new Map(),
  factors: new Map(),
};

/** A place in time: a vertex and an offset. */
export interface Place {
  readonly from: number;
  readonly base: number;
  readonly slope: number;
}

/** The rows that lead to a vertex. */
export interface Row extends Place {
  readonly item: number;
  readonly op: number;
}

/** Time zero. */
export const ZERO: Place = { from: 0, base: 0, slope: 0 };

/** Number of gathered rows that a new one is compared with. */
const COMPARED = 64;

const isPlain = ({ item, op }: Row): boolean => item === ITEM.none && op === NONE;

/** The rows of one vertex, without dominated ones. */
export class Gathered {
  rows: Row[] = [];
  readonly #lowest: number;

  /** `lowest`: the least x in the unit of offsets, below 0 where x is added to several parameters. */
  constructor(lowest: number) {
    this.#lowest = lowest;
  }

  add({ from, base, slope }: Place, item: number = ITEM.none, op: number = NONE): void {
    const row = { from, base, slope, item, op };
    for (let i = Math.max(this.rows.length - COMPARED, 0); i < this.rows.length; i++) {
      if (this.#covers(this.rows[i], row)) return;
      if (!this.#covers(row, this.rows[i])) continue;
      this.rows[i] = row;
      return;
    }
    this.rows.push(row);
  }

  /** All rows; ends the gathering. */
  take(): readonly Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  /** Whether `one` is never earlier than `other`, for any x and noise. */
  #covers(one: Row, other: Row): boolean {
    return (
      one.from === other.from &&
      one.slope >= other.slope &&
      this.#leastOf(one) >= this.#leastOf(other) &&
      isPlain(other)
    );
  }

  #leastOf({ base, slope }: Row): number {
    return base + slope * this.#lowest;
  }
}

/** The common place of the rows if it is one without noise; otherwise null. */
export function foldedTo(rows: readonly Row[]): Place | null {
  if (rows.length === 0) return ZERO;
  const [row] = rows;
  return rows.length === 1 && isPlain(row) ? row : null;
}

/** Vertices and their rows, as columns. */
export class Vertices {
  readonly #start = new Column(u32);
  readonly #event = new Column(u32);
  readonly #from = new Column(u32);
  readonly #base = new Column(f64);
  readonly #slope = new Column(f64);
  readonly #item = new Column(u8);
  readonly #op = new Column(u32);

  constructor() {
    this.#start.push(0);
  }

  /** A vertex that follows `rows`. */
  push(rows: readonly Row[], event: number): Place {
    for (const { from, base, slope, item, op } of rows) {
      this.#from.push(from);
      this.#base.push(base);
      this.#slope.push(slope);
      this.#item.push(item);
      this.#op.push(op);
    }
    this.#event.push(event);
    this.#start.push(this.#from.length);
    return { from: this.#event.length - 1, base: 0, slope: 0 };
  }

  columns() {
    return {
      vertices: this.#event.length,
      rows: this.#from.length,
      rowStart: this.#start.done(),
      event: this.#event.done(),
      from: this.#from.done(),
      base: this.#base.done(),
      slope: this.#slope.done(),
      item: this.#item.done(),
      op: this.#op.done(),
    };
  }
}

/** The latencies of a message in a row, numbered so that each is drawn once and independently. */
interface RowLatencies {
  /** The send of the message. */
  readonly send: number;
  /** Number of earlier latencies of its route, and number in this row. */
  readonly before: number;
  readonly own: number;
}

/** For a row with noise of a message: latencies after the matching follow those before it. */
export function latenciesOf({ costs, item, op }: NoiseProgram, row: number): RowLatencies {
  const send = op[row];
  const { sendToMeet, data, recvAfterData, sendAfterData, sendEnd } = costs.of(send);
  const [met, come] = [sendToMeet.latencies, sendToMeet.latencies + data.latencies];
  if (item[row] === ITEM.toMeeting) return { send, before: 0, own: met };
  if (item[row] === ITEM.data) return { send, before: met, own: data.latencies };
  if (item[row] === ITEM.recvAfterData) return { send, before: come, own: recvAfterData.latencies };
  if (item[row] === ITEM.sendAfterData) return { send, before: come, own: sendAfterData?.latencies ?? 0 };
  return { send, before: met, own: sendEnd?.latencies ?? 0 };
}

/**
 * [vertices] slot of the values of each, and the number of slots; slots are reused when no row needs them, because lanes of
 * all vertices would not fit. The slot of a vertex differs from those that its rows read.
 */
export function slotsOf({
  vertices,
  rowStart,
  from,
}: Pick<NoiseProgram, 'vertices' | 'rowStart' | 'from'>): Pick<NoiseProgram, 'slot' | 'slots'> {
  const last = new Uint32Array(vertices).map((_, v) => v);
  for (let v = 0; v < vertices; v++) for (let r = rowStart[v]; r < rowStart[v + 1]; r++) last[from[r]] = v;
  last[0] = vertices;
  last[vertices - 1] = vertices;
  const slot = new Uint32Array(vertices);
  const free: number[] = [];
  let slots = 0;
  for (let v = 0; v < vertices; v++) {
    slot[v] = free.pop() ?? slots++;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (last[u] !== v) continue;
      free.push(slot[u]);
      // Two rows may come from one vertex.
      last[u] = vertices;
    }
    if (last[v] === v) free.push(slot[v]);
  }
  return { slot, slots };
}
