/** What the traces do not tell of requests, over all ranks. */
import type { Warning } from '../../errors.js';
import { CALLS } from './calls.js';
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
  readonly #guesses = new Rows();
  readonly #open = new Rows();

  /** Rows of a rank whose calls chose between requests without a proof, and rows that issued what none completes. */
  add(trace: RankTrace, guesses: readonly number[], open: readonly number[]): void {
    this.#guesses.add(trace, guesses);
    this.#open.add(trace, open);
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
