/** Requests that are active on one rank, by address, in the order of issue. */
import { InputError } from '../../errors.js';
import { CALLS } from './calls.js';
import type { RankTrace } from './trace.js';

/** What a request stands for. */
export interface Issued {
  /** The operation that its completion waits for, by its place in the rank. */
  readonly op: number;
  /** Row of the call that issued or started it. */
  readonly row: number;
}

/**
 * What is done with a request that is issued again while it is active: `refuse`; `count` it among those never completed,
 * where the distance between requests was given and may be another; `ignore` it with the published rules, which forget
 * only some of what was completed.
 */
export type ActiveReuse = 'refuse' | 'count' | 'ignore';

export class OpenRequests {
  readonly #trace: RankTrace;
  readonly #reuse: ActiveReuse;
  /** Rows that issued what was issued again before it was complete. */
  readonly #lost: number[] = [];
  readonly #open = new Map<number, Issued>();
  readonly #cancelled = new Set<number>();

  constructor(trace: RankTrace, reuse: ActiveReuse) {
    this.#trace = trace;
    this.#reuse = reuse;
  }

  /** The call in `row` issues `address`. Throws an InputError where it is active: its completion is not in the trace. */
  open(address: number, op: number, row: number): void {
    const before = this.#open.get(address);
    if (before !== undefined && !this.#cancelled.has(address)) this.#again(before, row);
    // A request that is used again moves to the end: the map is kept in order of issue.
    this.#open.delete(address);
    this.#cancelled.delete(address);
    this.#open.set(address, { op, row });
  }

  get(address: number): Issued | undefined {
    return this.#open.get(address);
  }

  /** The request is complete, or freed: it is active no more. */
  close(address: number): void {
    this.#open.delete(address);
    this.#cancelled.delete(address);
  }

  /** The request needs no completion from now on, though it may have one. */
  cancel(address: number): Issued | undefined {
    const issued = this.#open.get(address);
    if (issued !== undefined) this.#cancelled.add(address);
    return issued;
  }

  /** Rows that issued what was never completed and not cancelled. */
  neverCompleted(): number[] {
    if (this.#reuse === 'ignore') return [];
    const left = [...this.#open]
      .filter(([address]) => !this.#cancelled.has(address))
      .map(([, { row }]) => row);
    return [...this.#lost, ...left];
  }

  #again(before: Issued, row: number): void {
    if (this.#reuse === 'refuse') this.#refuse(before, row);
    else this.#lost.push(before.row);
  }

  #refuse(before: Issued, row: number): never {
    const { source, line, call } = this.#trace;
    throw new InputError({
      place: { source, line: line[row] },
      what:
        `${CALLS[call[row]].name} uses a request that is active since the ${CALLS[call[before.row]].name} of ` +
        `line ${line[before.row]}`,
      mend:
        'the call that completes it is missing: the trace lost lines, or the program completes a copy of the ' +
        'request, which a trace does not tell',
    });
  }
}
