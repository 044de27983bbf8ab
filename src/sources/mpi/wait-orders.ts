/**
 * Where a program may take messages as they come, though its trace has an MPI_Wait for what an MPI_Waitany completed: the
 * same requests are completed one after the other in an order that changes from time to time. A program that calls
 * MPI_Wait so looks the same, so it is no proof.
 */
import { CALLS } from './calls.js';
import type { RankTrace } from './trace.js';

const IS_WAIT: readonly boolean[] = CALLS.map(({ kind }) => kind === 'wait');
/** Longest row of Waits that is looked at, and most sets of requests that are remembered of a rank. */
const MOST_WAITS = 64;
const MOST_SETS = 4096;

/** One set of requests of a rank: its first order, and the rows that begin a stretch of Waits for it. */
interface Seen {
  readonly order: string;
  readonly stretches: (readonly number[])[];
  readonly rows: number[];
  changes: boolean;
}

/**
 * By row of an MPI_Wait: the requests of which it may have taken one as it came, that one first. None where the tracer says
 * itself what each call completed.
 */
export function waitOrders(trace: RankTrace): ReadonlyMap<number, readonly number[]> {
  if (trace.header.noted || trace.notes !== null) return new Map();
  const sets = new Map<string, Seen>();
  let stretch: number[] = [];
  for (let row = 0; row <= trace.rows; row++) {
    if (row < trace.rows && IS_WAIT[trace.call[row]]) stretch.push(trace.args[trace.argStart[row]]);
    else if (stretch.length > 0) {
      note(sets, stretch, row - stretch.length);
      stretch = [];
    }
  }
  const offered = new Map<number, readonly number[]>();
  for (const { changes, stretches, rows } of sets.values()) {
    if (!changes) continue;
    for (const [i, requests] of stretches.entries())
      for (let k = 0; k < requests.length; k++) offered.set(rows[i] + k, requests.slice(k));
  }
  return offered;
}

function note(sets: Map<string, Seen>, stretch: readonly number[], row: number): void {
  if (stretch.length < 2 || stretch.length > MOST_WAITS || new Set(stretch).size < stretch.length) return;
  const order = stretch.join();
  const set = stretch.toSorted((a, b) => a - b).join();
  const seen = sets.get(set) ?? { order, stretches: [], rows: [], changes: false };
  if (!sets.has(set)) {
    if (sets.size === MOST_SETS) return;
    sets.set(set, seen);
  }
  seen.stretches.push(stretch);
  seen.rows.push(row);
  seen.changes ||= seen.order !== order;
}
