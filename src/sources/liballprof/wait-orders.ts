/**
 * Programs that take messages as they arrive, by traces that tell in which order that was: it is kept at every latency.
 * Some tracers say what an MPI_Waitany completed; some write it as the MPI_Wait of that, which shows in requests that are
 * completed one after the other in an order that changes from time to time.
 */
import type { Warning } from '../../errors.js';
import { CALLS, REQUESTS } from './calls.js';
import { listOf, type RowLists } from './notes.js';
import type { RankTrace } from './trace.js';

const IS_WAIT: readonly boolean[] = CALLS.map(({ kind }) => kind === 'wait');
/** Calls that complete those of several requests that are ready. */
const IS_CHOICE: readonly boolean[] = CALLS.map(({ kind }) => /^(wait|test)(any|some)$/.test(kind));
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

/** Orders of completion that are kept, over all ranks. */
export class WaitOrders {
  #waits = 0;
  #first = '';
  #choices = 0;
  #firstChoice = '';

  add(trace: RankTrace): void {
    if (trace.notes !== null) this.#addChoices(trace, trace.notes.completed);
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
    return [...this.#choiceWarning(), ...this.#waitWarning()];
  }

  #addChoices(trace: RankTrace, completed: RowLists): void {
    for (const row of completed.row) {
      const several = trace.args[trace.argStart[row] + REQUESTS.count] > 1;
      if (!IS_CHOICE[trace.call[row]] || !several) continue;
      if (this.#choices === 0) this.#firstChoice = `${trace.source}:${trace.line[row]}`;
      this.#choices += listOf(completed, row).length;
    }
  }

  #choiceWarning(): Warning[] {
    if (this.#choices === 0) return [];
    return [
      {
        code: 'completion-order',
        count: this.#choices,
        message: `${this.#choices} requests were completed by calls that take what is ready, MPI_Waitany and its kin: the order of the traces is kept at every latency; first at ${this.#firstChoice}`,
      },
    ];
  }

  #waitWarning(): Warning[] {
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
