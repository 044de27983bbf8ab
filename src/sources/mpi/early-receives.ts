/**
 * A rank that looks for several things in one loop, by MPI_Iprobe for a message and by MPI_Test for its sends, goes on with
 * the first that is there. What it did about the others, before the message was found, is no reason why it received the
 * message late: at another latency it would have come first. The receive then waits for the message and for what was before
 * the first look, and what follows waits for both.
 */
import { CALLS } from './mpi-calls.js';
import { listOf, type RankTrace } from './rank-trace.js';

/** What the computation before a call waits for: these operations, all in the same way. */
export interface Before {
  readonly before: readonly number[];
  readonly beforeStart: boolean;
}

/** So many calls back. */
const MOST_ROWS = 16;
/** Between the first look and the message, calls may take more of the time than computation, or this, µs. */
const BRIEF = 5;
const COMPUTED = 1 / 2;

const kindOf = ({ call }: RankTrace, row: number): string => CALLS[call[row]].kind;

/** Calls that wait for nothing that a loop of polls has not found. */
function goesOn(trace: RankTrace, row: number): boolean {
  const { kind, nonblocking } = CALLS[trace.call[row]];
  if (kind === 'recv') return row > 0 && kindOf(trace, row - 1) === 'probe';
  return nonblocking || /^(test.*|isend|irecv|start|startall|request-free|cancel|probe)$/.test(kind);
}

export class EarlyReceives {
  readonly #trace: RankTrace;
  /** Of the latest rows. */
  readonly #states: (Before & { readonly row: number })[] = [];

  constructor(trace: RankTrace) {
    this.#trace = trace;
  }

  /** The computation before `row` waits for this. */
  add(row: number, { before, beforeStart }: Before): void {
    if (this.#states.length === MOST_ROWS) this.#states.shift();
    this.#states.push({ row, before, beforeStart });
  }

  /** What the receive of the message that the probe of `row` found waits for; undefined: for all before it. */
  of(row: number): Before | undefined {
    const { looked } = this.#trace.notes ?? {};
    if (looked === undefined || row + 1 >= this.#trace.rows || kindOf(this.#trace, row + 1) !== 'recv')
      return;
    const [time] = listOf(looked, row);
    const first = time === undefined ? row : this.#firstSince(time, row);
    return first === row ? undefined : this.#states.find((state) => state.row >= first);
  }

  /** The first row after a time, if the rank only polled since then; otherwise `row`. */
  #firstSince(time: number, row: number): number {
    const { start, end } = this.#trace;
    let computed = 0;
    let first = row;
    for (; first > 0 && end[first - 1] > time; first--) {
      if (row - first === MOST_ROWS || !goesOn(this.#trace, first - 1)) return row;
      computed += start[first] - end[first - 1];
    }
    return computed <= BRIEF + COMPUTED * (start[row] - time) ? first : row;
  }
}
