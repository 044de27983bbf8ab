/**
 * Requests that MPI_Wait completes one after the other in an order that changes from time to time: a program that takes
 * messages as they arrive, such as by MPI_Waitany, which some tracers write as the Wait of what it completed. The
 * traces tell which order it was, and that order is kept at every latency.
 */
import type { Warning } from '../../errors.js';
import { CALLS } from './calls.js';
import type { RankTrace } from './trace.js';

const IS_WAIT: readonly boolean[] = CALLS.map(({ kind }) => kind === 'wait');
/** Longest row of Waits that is looked at, and most sets of requests that are remembered of a rank. */
const MOST_WAITS = 64;
const MOST_SETS = 4096;

/** One set of requests of a rank: its first order, and what it has been seen in. */
interface Seen {
  readonly order: string;
  waits: number;
  changes: boolean;
  readonly row: number;
}

/** Waits in changing orders, over all ranks. */
export class WaitOrders {
  #waits = 0;
  #first = '';

  add(trace: RankTrace): void {
    const sets = new Map<string, Seen>();
    let stretch: number[] = [];
    for (let row = 0; row <= trace.rows; row++) {
      if (row < trace.rows && IS_WAIT[trace.call[row]]) stretch.push(trace.args[trace.argStart[row]]);
      else if (stretch.length > 0) {
        note(sets, stretch, row - stretch.length);
        stretch = [];
      }
    }
    for (const { waits, changes, row } of sets.values()) {
      if (!changes) continue;
      if (this.#waits === 0) this.#first = `${trace.source}:${trace.line[row]}`;
      this.#waits += waits;
    }
  }

  warnings(): Warning[] {
    if (this.#waits === 0) return [];
    return [
      {
        code: 'completion-order',
        count: this.#waits,
        message: `${this.#waits} calls of MPI_Wait complete the same requests in changing orders, as a program does that takes messages as they arrive: the order of the traces is kept at every latency; first at ${this.#first}`,
      },
    ];
  }
}

function note(sets: Map<string, Seen>, stretch: readonly number[], row: number): void {
  if (stretch.length < 2 || stretch.length > MOST_WAITS || new Set(stretch).size < stretch.length) return;
  const order = stretch.join();
  const set = stretch.toSorted((a, b) => a - b).join();
  const seen = sets.get(set);
  if (seen === undefined) {
    if (sets.size < MOST_SETS) sets.set(set, { order, waits: stretch.length, changes: false, row });
    return;
  }
  seen.waits += stretch.length;
  seen.changes ||= seen.order !== order;
}
