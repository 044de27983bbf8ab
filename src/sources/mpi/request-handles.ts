/**
 * Our tracer records the handle of a request where it is made and where it completes, for programs may complete a copy of
 * it, at another address. Handles come back: a library gives that of a completed request again, and one handle to all
 * requests that were complete at once. Here each request gets a number of its own.
 */
import { CALLS } from './mpi-calls.js';
import type { RankColumns } from './rank-columns.js';
import { CHOOSES, REQUEST_USE, type RequestUse, SINGLE } from './requests.js';

/** By code of the call; MPI_Cancel neither makes nor completes a request. */
const USES: readonly RequestUse[] = CALLS.map(({ kind }, code) =>
  kind === 'cancel' ? 'maybe' : REQUEST_USE[code],
);
/** By code: the place of its one request among its fields; −1: it has several. */
const PLACE: readonly number[] = CALLS.map(({ kind, requestArg }) => {
  if (requestArg >= 0) return requestArg;
  return SINGLE.has(kind) || kind === 'cancel' ? 0 : -1;
});

const TESTS: readonly boolean[] = CALLS.map(({ kind }) => kind === 'test');

/** No request, and its handle: MPI_REQUEST_NULL. */
const NONE = 0;
/** Completed requests of calls without a row, such as MPI_Psend_init. */
export const FOREIGN = -1;

/** Requests of one handle that are not complete, the first in first, after the first of all. */
interface Later {
  readonly numbers: number[];
  next: number;
}

/** Requests of a handle, by number, first in, first out. */
class Queues {
  readonly #first = new Map<number, number>();
  readonly #later = new Map<number, Later>();

  add(handle: number, number: number): void {
    if (!this.#first.has(handle)) {
      this.#first.set(handle, number);
      return;
    }
    const later = this.#later.get(handle);
    if (later === undefined) this.#later.set(handle, { numbers: [number], next: 0 });
    else later.numbers.push(number);
  }

  /** The k-th, from 0; FOREIGN without one. */
  at(handle: number, k: number): number {
    if (handle === NONE) return NONE;
    if (k === 0) return this.#first.get(handle) ?? FOREIGN;
    const later = this.#later.get(handle);
    return later?.numbers[later.next + k - 1] ?? FOREIGN;
  }

  /** Whether there are several. */
  shared(handle: number): boolean {
    return this.#later.has(handle);
  }

  /** The first is no more. */
  drop(handle: number): void {
    const later = this.#later.size > 0 ? this.#later.get(handle) : undefined;
    if (later === undefined) {
      this.#first.delete(handle);
      return;
    }
    this.#first.set(handle, later.numbers[later.next++]);
    if (later.next === later.numbers.length) this.#later.delete(handle);
  }
}

/**
 * Puts numbers of requests into the rows of one rank, in the order of its calls: `row` for each that is about requests,
 * then `named`, then `completed`.
 */
export class RequestHandles {
  readonly #columns: RankColumns;
  readonly #open = new Queues();
  readonly #persistent = new Set<number>();
  /** Handles that MPI_Test completed, which is also how the tracer records MPI_Request_get_status: they may come again. */
  readonly #tested = new Set<number>();
  #last = NONE;
  /** Of the row at hand: what it does with requests, and where its fields begin. */
  #code = 0;
  #firstArg = 0;
  /** Place in `args` of the requests of the last call about some of several, and their number. */
  #choice = { at: 0, count: 0 };

  constructor(columns: RankColumns) {
    this.#columns = columns;
  }

  /** The row that was added last: its requests are none until they are named, or those that the call before left. */
  row(code: number, firstArg: number): void {
    this.#code = code;
    this.#firstArg = firstArg;
    if (USES[code] === 'none') return;
    if (PLACE[code] >= 0) this.#columns.args.at[firstArg + PLACE[code]] = NONE;
    else this.#list(CHOOSES[code] ? this.#choice : { at: 0, count: 0 });
  }

  /** Handle of the one request that the call of the row at hand is about; 0: it has none. */
  one(handle: number): void {
    const use = USES[this.#code];
    if (use === 'none') return;
    this.#columns.args.at[this.#firstArg + PLACE[this.#code]] = this.#number(use, handle);
  }

  /** Handles of all that the call of the row at hand is about; 0: none. */
  named(handles: ArrayLike<number>): void {
    const use = USES[this.#code];
    if (use === 'none') return;
    if (PLACE[this.#code] >= 0) {
      this.one(handles[0]);
      return;
    }
    const { args } = this.#columns;
    const list = { at: args.length, count: handles.length };
    if (use === 'complete') for (let i = 0; i < handles.length; i++) args.push(this.#take(handles[i]));
    else for (const number of this.#found(handles)) args.push(number);
    this.#list(list);
    if (CHOOSES[this.#code]) this.#choice = list;
  }

  /** Numbers of the requests that the call of the row at hand completed. */
  completed(handles: ArrayLike<number>): number[] {
    return Array.from(handles, (handle) => this.#take(handle));
  }

  #list({ at, count }: { readonly at: number; readonly count: number }): void {
    const { at: args } = this.#columns.args;
    args[this.#firstArg] = count;
    args[this.#firstArg + 1] = -at;
  }

  #number(use: RequestUse, handle: number): number {
    switch (use) {
      case 'issue':
      case 'define':
        return this.#make(handle, use === 'define');
      case 'complete':
        return this.#take(handle);
      case 'forget':
        return this.#free(handle);
      default:
        return this.#open.at(handle, 0);
    }
  }

  #make(handle: number, persistent: boolean): number {
    const number = ++this.#last;
    if (handle !== NONE) this.#open.add(handle, number);
    if (this.#tested.size > 0) this.#tested.delete(handle);
    if (persistent) this.#persistent.add(number);
    return number;
  }

  /** The first of a handle, which is over unless it can be started again. */
  #take(handle: number): number {
    const number = this.#open.at(handle, 0);
    if (number === FOREIGN && this.#tested.has(handle)) return NONE;
    if (number <= NONE || (this.#persistent.size > 0 && this.#persistent.has(number))) return number;
    this.#open.drop(handle);
    if (TESTS[this.#code]) this.#tested.add(handle);
    return number;
  }

  #free(handle: number): number {
    const number = this.#open.at(handle, 0);
    if (number <= NONE) return number;
    this.#open.drop(handle);
    this.#persistent.delete(number);
    return number;
  }

  /** Of a handle that comes several times, one after the other. */
  #found(handles: ArrayLike<number>): number[] {
    const before = new Map<number, number>();
    return Array.from(handles, (handle) => {
      if (!this.#open.shared(handle)) return this.#open.at(handle, 0);
      const k = before.get(handle) ?? 0;
      before.set(handle, k + 1);
      return this.#open.at(handle, k);
    });
  }
}
