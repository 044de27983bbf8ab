/**
 * Which requests do Waitany, Waitsome and Test* complete? The trace does not keep their answers (only the
 * addresses of the variables for them, of C and of Fortran programs alike), but it proves much: a request whose
 * variable is used again was completed by then, and a Waitany completes one request, no more and no less.
 *
 * Going backwards, each request that no Wait or Waitall completes goes to the last call that names it before it is used
 * again; a Waitany or Testany takes one, and leaves the others to the calls before it. What is left to choose is a guess.
 */
import { CALLS } from './calls.js';
import { listOf } from './notes.js';
import type { OpenRequests } from './open-requests.js';
import { addressOf, type Named, namedRequests, REQUEST_USE } from './requests.js';
import type { RankTrace, RequestPitch } from './trace.js';

/** A request from its issue to its certain completion, or until its variable is used again. */
interface Life {
  readonly issued: number;
  end: number;
  /** Whether a call that certainly completes or frees it ends it. */
  certain: boolean;
  /** A call that may complete it was met, going backwards. */
  seen: boolean;
}

const UNCERTAIN: readonly boolean[] = REQUEST_USE.map((use) => use === 'maybe');

function hasUncertain(trace: RankTrace): boolean {
  for (let row = 0; row < trace.rows; row++) if (UNCERTAIN[trace.call[row]]) return true;
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
      // What is not used again need not be complete: a Waitany, which completes one anyhow, takes them as they come.
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

/** What the uncertain calls of one rank complete. */
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
    const told = trace.notes !== null || !hasUncertain(trace);
    const planner = told ? undefined : new Planner(trace, pitch);
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

  /** The oldest that no later call must complete, else the oldest. */
  #guess(row: number, here: readonly number[], open: OpenRequests): readonly number[] {
    if (here.length === 0) return [];
    if (here.length > 1) this.guesses.push(row);
    const issued = (address: number) => open.get(address)?.row ?? 0;
    const free = here.filter((address) => this.#reserved.get(issued(address))?.has(address) !== true);
    return [(free.length > 0 ? free : here).reduce((a, b) => (issued(b) < issued(a) ? b : a))];
  }
}
