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
  /** Waits that are taken for choices. */
  readonly #waits = new Rows();
  /** What issued a request that nothing completes. */
  readonly #open = new Rows();

  /** A rank at its end. */
  add(trace: RankTrace, { choices, completions, decided, requests }: RankState): void {
    this.#guesses.add(
      trace,
      completions.guesses.filter((row) => !decided.has(row)),
    );
    this.#waits.add(trace, [...choices.keys()]);
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
      warnings.push({
        code: 'waits-as-choices',
        count: this.#waits.count,
        message:
          `${this.#waits.count} calls of MPI_Wait complete the same requests in changing orders, as a program does ` +
          `that takes messages as they come: they are taken for MPI_Waitany; first at ${this.#waits.first}`,
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
