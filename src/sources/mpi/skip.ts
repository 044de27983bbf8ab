/** Calls that the user leaves out: neither their messages nor their time count. */
import type { Warning } from '../../errors.js';
import { CALLS } from './calls.js';
import type { RankTrace } from './trace.js';

/** A glob of names of calls, `MPI_` given or not: `Comm_*`, `MPI_File_*`. */
function expressionOf(glob: string): RegExp {
  const name = glob.trim().replace(/^MPI_/i, '');
  const escaped = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^(MPI_)?${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
}

export class SkippedCalls {
  /** By code of the call. */
  readonly rows: readonly boolean[];
  readonly #globs: readonly { readonly text: string; readonly expression: RegExp }[];

  constructor(globs: readonly string[]) {
    this.#globs = globs.map((text) => ({ text, expression: expressionOf(text) }));
    this.rows = CALLS.map((call) => this.has(call.name));
  }

  has(name: string): boolean {
    return this.#globs.some(({ expression }) => expression.test(name));
  }

  /** Of the globs that no call of the traces fits: they may be misspelled. */
  warnings(ranks: readonly RankTrace[]): Warning[] {
    return this.#globs
      .filter(({ expression }) =>
        ranks.every((trace) => [...trace.tally.keys()].every((name) => !expression.test(name))),
      )
      .map(({ text }) => ({
        code: 'skip-calls',
        message: `no call of the traces fits '${text}', to be left out`,
      }));
  }
}

/** Time of the calls without rows that are left out, rank by rank in the order of the trace. */
export class SkippedTime {
  readonly #trace: RankTrace;
  readonly #skipped: readonly boolean[];
  /** By thread the time that was not asked for yet. */
  readonly #open: number[] = [];
  #at = 0;

  constructor(trace: RankTrace, skipped: SkippedCalls) {
    this.#trace = trace;
    this.#skipped = trace.others.names.map((name) => skipped.has(name));
  }

  /** µs of the calls of a thread since the last question about it that lie before `row` and after MPI_Init. */
  before(row: number, thread: number): number {
    const { others, initEnd } = this.#trace;
    for (; this.#at < others.row.length && others.row[this.#at] <= row; this.#at++) {
      if (this.#skipped[others.name[this.#at]] && others.start[this.#at] >= initEnd)
        this.#add(others.thread?.[this.#at] ?? 0, others.time[this.#at]);
    }
    const time = this.#open[thread] ?? 0;
    this.#open[thread] = 0;
    return time;
  }

  #add(thread: number, time: number): void {
    this.#open[thread] = (this.#open[thread] ?? 0) + time;
  }
}
