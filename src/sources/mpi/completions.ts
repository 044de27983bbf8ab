/**
 * Which requests do Waitany, Waitsome and Test* complete? The trace does not keep their answers (only the
 * addresses of the variables for them, of C and of Fortran programs alike), but it proves much: a request whose
 * variable is used again was completed by then, and a Waitany completes one request, no more and no less.
 *
 * Going backwards, each request that no Wait or Waitall completes goes to the last call that names it before it is used
 * again; a Waitany or Testany takes one, and leaves the others to the calls before it. What is left to choose is a guess.
 */

import type { ScheduleBuilder } from '../../schedule/builder.js';
import { CALLS } from './mpi-calls.js';
import { listOf, type RankTrace, type RequestPitch } from './rank-trace.js';
import { addressOf, type Named, namedRequests, type OpenRequests, REQUEST_USE } from './requests.js';

/** A request from its issue to its certain completion, or until its variable is used again. */
interface Life {
  readonly issued: number;
  end: number;
  /** Whether a call that certainly completes or frees it ends it. */
  certain: boolean;
  /** A call that may complete it was met, going backwards. */
  seen: boolean;
}

function hasUncertain({ call, rows }: RankTrace): boolean {
  for (let row = 0; row < rows; row++) if (REQUEST_USE[call[row]] === 'maybe') return true;
  return false;
}

/** Lives of the requests of a rank by address, in the order of issue. */
function livesOf(trace: RankTrace, pitch: RequestPitch): Map<number, Life[]> {
  const lives = new Map<number, Life[]>();
  const named: Named = { first: 0, count: 0, listed: -1 };
  const end = (address: number, row: number, certain: boolean) => {
    const last = lives.get(address)?.at(-1);
    if (last === undefined || last.end < Number.POSITIVE_INFINITY) return;
    last.end = row;
    last.certain = certain;
  };
  for (let row = 0; row < trace.rows; row++) {
    const use = REQUEST_USE[trace.call[row]];
    if (use === 'none' || use === 'define' || use === 'maybe') continue;
    namedRequests(trace, row, named);
    for (let i = 0; i < named.count; i++) {
      const address = addressOf(trace, named, i, pitch);
      const begins = use === 'issue' || use === 'start';
      end(address, row, !begins);
      if (!begins) continue;
      const list = lives.get(address) ?? [];
      list.push({ issued: row, end: Number.POSITIVE_INFINITY, certain: false, seen: false });
      lives.set(address, list);
    }
  }
  return lives;
}

/** Calls that complete one request at most. */
const takesOne = (code: number): boolean => CALLS[code].kind === 'waitany' || CALLS[code].kind === 'testany';

/** Goes backwards through one rank and gives each request that needs one a call that completes it. */
class Planner {
  readonly completes = new Map<number, number[]>();
  /** By row of issue: the addresses issued there that a later uncertain call completes. */
  readonly reserved = new Map<number, Set<number>>();
  /** Rows after which, with no other call that completes it between, a request is used again. */
  readonly before = new Set<number>();
  readonly guesses: number[] = [];
  readonly #trace: RankTrace;
  readonly #pitch: RequestPitch;
  readonly #lives: Map<number, Life[]>;
  /** Requests that the call at hand, or one before it, must have completed. */
  readonly #due = new Map<number, Life>();
  readonly #planned = new Set<number>();

  constructor(trace: RankTrace, pitch: RequestPitch) {
    this.#trace = trace;
    this.#pitch = pitch;
    this.#lives = livesOf(trace, pitch);
  }

  run(): void {
    const named: Named = { first: 0, count: 0, listed: -1 };
    for (let row = this.#trace.rows - 1; row >= 0; row--) {
      const use = REQUEST_USE[this.#trace.call[row]];
      if (use === 'issue' || use === 'start') {
        namedRequests(this.#trace, row, named);
        this.#issued(row, named);
      } else if (use === 'maybe') {
        namedRequests(this.#trace, row, named);
        this.#uncertain(row, named);
      }
    }
  }

  #issued(row: number, named: Named): void {
    for (let i = 0; i < named.count; i++) {
      const address = addressOf(this.#trace, named, i, this.#pitch);
      const lives = this.#lives.get(address);
      if (lives?.at(-1)?.issued === row) lives.pop();
      this.#due.delete(address);
      if (!this.#planned.delete(address)) continue;
      const reserved = this.reserved.get(row) ?? new Set();
      this.reserved.set(row, reserved.add(address));
    }
  }

  #uncertain(row: number, named: Named): void {
    const here: number[] = [];
    const waitany = CALLS[this.#trace.call[row]].kind === 'waitany';
    for (let i = 0; i < named.count; i++) {
      const address = addressOf(this.#trace, named, i, this.#pitch);
      const life = this.#lives.get(address)?.at(-1);
      if (life === undefined || row > life.end) continue;
      // Without a later use it need not be complete: a Waitany, which completes one anyhow, takes such as they arrive.
      const needed = !life.certain && !(waitany && life.end === Number.POSITIVE_INFINITY);
      if (!life.seen && needed) this.#due.set(address, life);
      life.seen = true;
      if (this.#due.has(address)) here.push(address);
    }
    if (here.length === 0) return;
    if (takesOne(this.#trace.call[row]) && here.length > 1) this.guesses.push(row);
    const done = takesOne(this.#trace.call[row]) ? [this.#youngest(here)] : here;
    for (const address of done) {
      if ((this.#due.get(address)?.end ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY)
        this.before.add(row);
      this.#due.delete(address);
      this.#planned.add(address);
    }
    this.completes.set(row, done);
  }

  /** The one with the fewest calls before that could complete it; of equals the last, so that the first goes first. */
  #youngest(addresses: readonly number[]): number {
    const issued = (address: number) => this.#due.get(address)?.issued ?? 0;
    return addresses.reduce((best, address) => (issued(address) >= issued(best) ? address : best));
  }
}

/** The completions of the uncertain calls of one rank. */
export class Completions {
  /** Calls that chose between several requests without a proof, so far: rows in no order. */
  readonly guesses: number[] = [];
  readonly #trace: RankTrace;
  readonly #pitch: RequestPitch;
  readonly #completes: ReadonlyMap<number, readonly number[]>;
  readonly #reserved: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #before: ReadonlySet<number>;

  constructor(trace: RankTrace, pitch: RequestPitch) {
    this.#trace = trace;
    this.#pitch = pitch;
    const isCertain = trace.notes !== null || !hasUncertain(trace);
    const planner = isCertain ? undefined : new Planner(trace, pitch);
    planner?.run();
    this.#completes = planner?.completes ?? new Map();
    this.#reserved = planner?.reserved ?? new Map();
    this.#before = planner?.before ?? new Set();
    this.guesses.push(...(planner?.guesses ?? []));
  }

  /** The addresses, of those that a row names and that are open, that its call completes. */
  of(row: number, named: Named, open: OpenRequests): readonly number[] {
    const { notes } = this.#trace;
    if (notes !== null)
      return [...listOf(notes.completed, row)].filter((address) => open.get(address) !== undefined);
    const here: number[] = [];
    for (let i = 0; i < named.count; i++) {
      const address = addressOf(this.#trace, named, i, this.#pitch);
      if (open.get(address) !== undefined) here.push(address);
    }
    const { kind } = CALLS[this.#trace.call[row]];
    const planned = (this.#completes.get(row) ?? []).filter((address) => open.get(address) !== undefined);
    if (planned.length === 0)
      return kind === 'waitany' || kind === 'waitsome' ? this.#guess(row, here, open) : [];
    if (kind !== 'testall') return planned;
    // All or none: where one is used again, all of them were complete.
    return this.#before.has(row) || planned.length === here.length ? here : [];
  }

  /** Whether the test of a row, which completes none, found none complete of those that it names; else it names none. */
  failed(row: number, named: Named, open: OpenRequests): boolean {
    const { notes } = this.#trace;
    if (notes !== null) return listOf(notes.completed, row).length === 0;
    for (let i = 0; i < named.count; i++)
      if (open.get(addressOf(this.#trace, named, i, this.#pitch)) !== undefined) return true;
    return false;
  }

  /** The oldest that no later call must complete, else the oldest. */
  #guess(row: number, here: readonly number[], open: OpenRequests): readonly number[] {
    if (here.length === 0) return [];
    if (here.length > 1) this.guesses.push(row);
    const issued = (address: number) => open.get(address)?.row ?? 0;
    const free = here.filter((address) => this.#reserved.get(issued(address))?.has(address) !== true);
    return [(free.length > 0 ? free : here).reduce((a, b) => (issued(b) < issued(a) ? b : a))];
  }
}

/**
 * Passes a builder one rank's receives that are taken as they arrive, by MPI_Waitany and related calls; operations by
 * their place in the rank. Each such call takes one of those that it was offered, so those that were offered to all
 * calls since the first of them could have come in any order.
 */
export class Arrivals {
  readonly #builder: ScheduleBuilder;
  /** Receives that all calls since the first were offered, and that are not taken yet. */
  #offered: ReadonlySet<number> = new Set();
  /** The one taken last; −1: none. */
  #last = -1;
  /** Whether the builder knows of the one taken first, which it does when another follows. */
  #begun = false;

  constructor(builder: ScheduleBuilder) {
    this.#builder = builder;
  }

  /**
   * A call that was offered some operations took `taken` of them, because they were complete. Whether all of them are
   * receives: which of them it took is then decided by who comes first.
   */
  choose(offered: readonly number[], taken: readonly number[]): boolean {
    const receives = offered.filter((op) => this.#builder.isRecv(op));
    if (receives.length === 0) return false;
    for (const op of taken) {
      if (!this.#builder.isRecv(op)) continue;
      if (this.#offered.has(op)) this.#follow(op);
      else this.#begin(op, receives);
    }
    const gone = new Set(taken);
    this.#offered = new Set(receives.filter((op) => this.#offered.has(op) && !gone.has(op)));
    return receives.length === offered.length;
  }

  /** Operations that a call waited for whether they had come or not: the rest of a choice comes last. */
  complete(ops: readonly number[]): void {
    if (this.#offered.size === 0) return;
    for (const op of ops) if (this.#offered.has(op)) this.#follow(op);
    const gone = new Set(ops);
    this.#offered = new Set([...this.#offered].filter((op) => !gone.has(op)));
  }

  #begin(op: number, receives: readonly number[]): void {
    this.#last = op;
    this.#begun = false;
    this.#offered = new Set(receives.filter((one) => one !== op));
  }

  #follow(op: number): void {
    if (!this.#begun) this.#builder.takenAfter(this.#last, this.#last);
    this.#begun = true;
    this.#builder.takenAfter(op, this.#last);
    this.#last = op;
  }
}

const IS_WAIT: readonly boolean[] = CALLS.map(({ kind }) => kind === 'wait');
/** Longest row of Waits that is looked at, and most sets of requests that are remembered of a rank. */
const MOST_WAITS = 64;
const MOST_SETS = 4096;

/** One set of requests of a rank: the stretches of Waits for it, in whatever order, and the rows that begin them. */
interface Seen {
  readonly stretches: (readonly number[])[];
  readonly rows: number[];
  changes: boolean;
}

/**
 * Where a program may take messages as they come, though its trace has an MPI_Wait for what an MPI_Waitany completed: the
 * same requests are completed one after the other in an order that changes from time to time. A program that calls
 * MPI_Wait so looks the same, so it is no proof. By row of an MPI_Wait: the requests of which it may have taken one as it
 * came, that one first. None where the tracer says itself what each call completed.
 */
export function waitOrders(trace: RankTrace): ReadonlyMap<number, readonly number[]> {
  if (trace.header.noted || trace.notes !== null) return new Map();
  const waits = new WaitStretches();
  let stretch: number[] = [];
  for (let row = 0; row <= trace.rows; row++) {
    if (row < trace.rows && IS_WAIT[trace.call[row]]) stretch.push(trace.args[trace.argStart[row]]);
    else if (stretch.length > 0) {
      waits.add(stretch, row - stretch.length);
      stretch = [];
    }
  }
  return waits.offered();
}

class WaitStretches {
  /** By the requests in ascending order, and in the order of their Waits. */
  readonly #sets = new Map<string, Seen>();
  readonly #orders = new Map<string, Seen>();

  /** Waits for these requests, one after the other from `row` on. */
  add(stretch: readonly number[], row: number): void {
    if (stretch.length < 2 || stretch.length > MOST_WAITS) return;
    const order = stretch.join();
    const seen = this.#orders.get(order) ?? this.#setOf(stretch, order);
    seen?.stretches.push(stretch);
    seen?.rows.push(row);
  }

  /** Of an order that is new; undefined where a request comes twice, or too many sets are known. */
  #setOf(stretch: readonly number[], order: string): Seen | undefined {
    if (new Set(stretch).size < stretch.length) return undefined;
    const set = stretch.toSorted((a, b) => a - b).join();
    const seen = this.#sets.get(set);
    if (seen === undefined && this.#sets.size === MOST_SETS) return undefined;
    const known = seen ?? { stretches: [], rows: [], changes: false };
    known.changes = seen !== undefined;
    this.#sets.set(set, known);
    this.#orders.set(order, known);
    return known;
  }

  /** By row the requests of a set whose order changes, from that of the row on. */
  offered(): ReadonlyMap<number, readonly number[]> {
    const offered = new Map<number, readonly number[]>();
    for (const { changes, stretches, rows } of this.#sets.values()) {
      if (!changes) continue;
      for (const [i, requests] of stretches.entries())
        for (let k = 0; k < requests.length; k++) offered.set(rows[i] + k, requests.slice(k));
    }
    return offered;
  }
}
