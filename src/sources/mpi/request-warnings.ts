/** What the traces do not tell of requests, over all ranks. */
import type { Warning } from '../../errors.js';
import { CALLS } from './calls.js';
import type { RankState } from './rank-state.js';
import type { RankTrace } from './trace.js';

/** Rows of all ranks that say the same, in words: how many, and where the first is. */
class Rows {
  count = 0;
  first = '';

  add(trace: RankTrace, rows: readonly number[]): void {
    if (rows.length === 0) return;
    if (this.count === 0) {
      const row = rows.reduce((a, b) => Math.min(a, b));
      this.first = `${trace.source}:${trace.line[row]} (${CALLS[trace.call[row]].name})`;
    }
    this.count += rows.length;
  }
}

export class RequestWarnings {
  /** Calls that chose between requests without a proof. */
  readonly #guesses = new Rows();
  /** Waits that complete the same requests in changing orders, and whether they are taken for choices. */
  readonly #waits = new Rows();
  readonly #chosen: boolean;
  /** What issued a request that nothing completes. */
  readonly #open = new Rows();

  /** `chosen`: whether Waits in changing orders are taken for choices. */
  constructor(chosen: boolean) {
    this.#chosen = chosen;
  }

  /** A rank at its end. */
  add(trace: RankTrace, { changingWaits, completions, decided, requests }: RankState): void {
    this.#guesses.add(
      trace,
      completions.guesses.filter((row) => !decided.has(row)),
    );
    this.#waits.add(trace, [...changingWaits.keys()]);
    this.#open.add(trace, requests.neverCompleted());
  }

  list(): Warning[] {
    const warnings: Warning[] = [];
    const { count, first } = this.#guesses;
    if (count > 0) {
      const calls = count === 1 ? 'call that completes' : 'calls that complete';
      warnings.push({
        code: 'completion-order',
        count,
        message:
          `${count} ${calls} any of several requests: the traces do not prove which, so the oldest was taken, and ` +
          `the order is frozen; first at ${first}`,
      });
    }
    if (this.#waits.count > 0) {
      const calls = `${this.#waits.count} calls of MPI_Wait complete the same requests in changing orders`;
      warnings.push({
        code: this.#chosen ? 'waits-as-choices' : 'waits-change',
        count: this.#waits.count,
        message: this.#chosen
          ? `${calls} and are taken for MPI_Waitany; first at ${this.#waits.first}`
          : `${calls}, as where an MPI_Waitany was written as the MPI_Wait of what it completed; their order is kept; first at ${this.#waits.first}`,
      });
    }
    if (this.#open.count > 0) {
      const were = this.#open.count === 1 ? 'request was' : 'requests were';
      warnings.push({
        code: 'requests-open',
        message: `${this.#open.count} ${were} never completed, first at ${this.#open.first}: is a line missing?`,
      });
    }
    return warnings;
  }
}
