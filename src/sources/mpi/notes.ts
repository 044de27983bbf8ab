/**
 * What a tracer tells beside the calls: which requests were completed, who sent what a wildcard took, who is in a
 * communicator. liballprof tells none of it, llamp-trace all (docs/trace-format.md), OTF2 most (docs/otf2.md). Plain columns,
 * as the traces are.
 */
import { Column, f64, u32 } from '../../schedule/columns.js';

/** Lists of numbers that belong to some rows, ascending. */
export interface RowLists {
  readonly row: Uint32Array;
  /** [rows with a list + 1] start of each in `items`. */
  readonly start: Uint32Array;
  readonly items: Float64Array;
}

/** A communicator that the trace itself defines, with its members. */
export interface KnownCommunicator {
  /** The same on all ranks, and for nothing else; not 1 or 2, which are MPI_COMM_WORLD and MPI_COMM_SELF. */
  readonly handle: number;
  /** World ranks in order of their ranks in it. */
  readonly members: readonly number[];
  /** For messages. */
  readonly name: string;
}

/** The notes of one rank, each by the row of the call that it is about. */
export interface TraceNotes {
  /** Addresses of the request variables that the call completed. */
  readonly completed: RowLists;
  /**
   * By receive that takes what comes: rank of the source in the communicator, tag, and address of the request, 0 for the
   * call of the row itself.
   */
  readonly matched: RowLists;
  /** Handle of the communicator that the call made, and its ranks in the world. */
  readonly members: RowLists;
  /** Handle of an intercommunicator, ranks of the own group, and world ranks of the own group, then of the other. */
  readonly groups: RowLists;
  /** Handle of a communicator with a topology, how many sources there are, and the sources and destinations as its ranks. */
  readonly neighbours: RowLists;
  /** Communicators of this rank that no call has to make known. Left out where there are none. */
  readonly known?: readonly KnownCommunicator[];
}

const NOTHING = new Float64Array(0);

/** The list of `row`; empty where it has none. */
export function listOf({ row: rows, start, items }: RowLists, row: number): Float64Array {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? items.subarray(start[low], start[low + 1]) : NOTHING;
}

/** Grows row by row; what is added to a row again goes on with its list. */
export class RowListColumns {
  readonly #row = new Column(u32);
  readonly #start = new Column(u32);
  readonly #items = new Column(f64);

  add(row: number, items: readonly number[]): void {
    if (this.#row.length === 0 || this.#row.at[this.#row.length - 1] !== row) {
      this.#row.push(row);
      this.#start.push(this.#items.length);
    }
    for (const item of items) this.#items.push(item);
  }

  done(): RowLists {
    this.#start.push(this.#items.length);
    return { row: this.#row.done(), start: this.#start.done(), items: this.#items.done() };
  }
}

/** Gathers the notes of one rank. */
export class NotesColumns {
  readonly completed = new RowListColumns();
  readonly matched = new RowListColumns();
  readonly members = new RowListColumns();
  readonly groups = new RowListColumns();
  readonly neighbours = new RowListColumns();

  done(): TraceNotes {
    return {
      completed: this.completed.done(),
      matched: this.matched.done(),
      members: this.members.done(),
      groups: this.groups.done(),
      neighbours: this.neighbours.done(),
    };
  }
}
