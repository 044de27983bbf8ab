/** Rows of a noise program while it grows, and those of one vertex while they are gathered. */
import { Column, f64, NONE, u8, u32 } from '../schedule/columns.js';
import { ITEM } from './program.js';

/** A place in time: a vertex and what comes behind it. */
export interface Place {
  readonly from: number;
  readonly base: number;
  readonly slope: number;
}

/** What leads to a vertex. */
export interface Row extends Place {
  readonly item: number;
  readonly op: number;
}

/** Time zero. */
export const ZERO: Place = { from: 0, base: 0, slope: 0 };

/** Gathered rows that a new one is compared with. */
const COMPARED = 64;

const isPlain = ({ item, op }: Row): boolean => item === ITEM.none && op === NONE;

/** Whether `one` is no earlier than `other`, whatever x and noise. */
const covers = (one: Row, other: Row): boolean =>
  one.from === other.from && one.base >= other.base && one.slope >= other.slope && isPlain(other);

/** The rows of one vertex, without those that another one exceeds. */
export class Gathered {
  rows: Row[] = [];

  add({ from, base, slope }: Place, item: number = ITEM.none, op: number = NONE): void {
    const row = { from, base, slope, item, op };
    for (let i = Math.max(this.rows.length - COMPARED, 0); i < this.rows.length; i++) {
      if (covers(this.rows[i], row)) return;
      if (!covers(row, this.rows[i])) continue;
      this.rows[i] = row;
      return;
    }
    this.rows.push(row);
  }

  /** All rows, which ends the gathering. */
  take(): readonly Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }
}

/** The one place that rows lead to, where they are one and no noise falls on it; null else. */
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

  /** A vertex behind `rows`. */
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
