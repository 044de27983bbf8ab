/**
 * Requests in a trace of liballprof are addresses of request variables; one call names several of them by the address of
 * the first, so the distance between two must be known: 8 B (Open MPI, C) or 4 B (MPICH, Fortran). Other formats number
 * requests instead, as our own tracer's does: there a call lists those that it names.
 */
import { InputError, type Problem } from '../../errors.js';
import { CALLS, type CallKind, REQUESTS } from './mpi-calls.js';
import { placeOf, type RankTrace, type RequestPitch } from './rank-trace.js';

/** How a kind of call uses the requests it names. */
export type RequestUse = 'none' | 'issue' | 'define' | 'start' | 'complete' | 'maybe' | 'forget';

const USE: Readonly<Partial<Record<CallKind, RequestUse>>> = {
  isend: 'issue',
  irecv: 'issue',
  'send-init': 'define',
  'recv-init': 'define',
  'collective-init': 'define',
  'neighbours-init': 'define',
  start: 'start',
  startall: 'start',
  wait: 'complete',
  waitall: 'complete',
  waitany: 'maybe',
  waitsome: 'maybe',
  test: 'maybe',
  testall: 'maybe',
  testany: 'maybe',
  testsome: 'maybe',
  'request-free': 'forget',
};

/** Kinds that name one request instead of a count and the first. */
export const SINGLE: ReadonlySet<CallKind> = new Set(['start', 'wait', 'test', 'request-free']);

/** No program waits for more at once; a damaged line may say so. */
const MOST_REQUESTS = 2 ** 24;

export const REQUEST_USE: readonly RequestUse[] = CALLS.map(
  (call) => USE[call.kind] ?? (call.nonblocking ? 'issue' : 'none'),
);

/** Calls that take those of several requests that are complete. */
export const CHOOSES: readonly boolean[] = CALLS.map(({ kind }) => /^(wait|test)(any|some)$/.test(kind));

/** The requests that a row names: `count` of them, see {@link addressOf}. */
export interface Named {
  first: number;
  count: number;
  /** Where in the trace's `args` they are listed; -1: they follow each other from `first` on. */
  listed: number;
}

/** The `i`-th request of those that a row of `trace` names. */
export const addressOf = ({ args }: RankTrace, { first, listed }: Named, i: number, pitch: number): number =>
  listed < 0 ? first + i * pitch : args[listed + i];

/** Reads the requests of a row into `into`; for rows that use any. */
export function namedRequests(trace: RankTrace, row: number, into: Named): void {
  const call = CALLS[trace.call[row]];
  const at = trace.argStart[row];
  into.listed = -1;
  if (call.requestArg >= 0 || SINGLE.has(call.kind)) {
    into.first = trace.args[at + Math.max(0, call.requestArg)];
    into.count = 1;
  } else {
    into.count = trace.args[at + REQUESTS.count];
    into.first = trace.args[at + REQUESTS.first];
    if (into.count < 0 || into.count > MOST_REQUESTS) {
      throw new InputError({
        place: placeOf(trace, row),
        what: `${call.name} of ${into.count} requests`,
        mend: 'the line is damaged',
      });
    }
    // Requests that another row lists are not listed again.
    if (into.first < 0) {
      into.listed = -into.first;
      return;
    }
    const list = at + REQUESTS.first + 1;
    if (trace.argStart[row + 1] >= list + into.count && trace.argStart[row + 1] > list) into.listed = list;
  }
}

/** Origin of a request. */
interface Issued {
  /** The operation that its completion waits for, by its place in the rank. */
  readonly op: number;
  /** Row of the call that issued or started it. */
  readonly row: number;
}

/**
 * How a request that is issued again while it is active is handled: `refuse`; `count` it among those never completed,
 * where the distance between requests was given and may be wrong; `ignore` it with the published rules, which forget
 * only some completed requests.
 */
export type ActiveReuse = 'refuse' | 'count' | 'ignore';

/** Slots of an empty table, as a power of two. */
const LEAST_BITS = 5;
/** 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming, vol. 3, section 6.4). */
const GOLDEN = 0x9e3779b1;

/** Where the requests of some addresses come from: open addressing, because a Map makes an object of each address and value. */
class IssuedTable {
  #bits = LEAST_BITS;
  #address = new Float64Array(2 ** LEAST_BITS).fill(Number.NaN);
  #op = new Int32Array(2 ** LEAST_BITS);
  #row = new Int32Array(2 ** LEAST_BITS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(address: number): Issued | undefined {
    const slot = this.#find(address);
    return this.#address[slot] === address ? { op: this.#op[slot], row: this.#row[slot] } : undefined;
  }

  set(address: number, op: number, row: number): void {
    let slot = this.#find(address);
    if (this.#address[slot] !== address) {
      if (2 * ++this.#size > this.#address.length) {
        this.#grow();
        slot = this.#find(address);
      }
      this.#address[slot] = address;
    }
    this.#op[slot] = op;
    this.#row[slot] = row;
  }

  delete(address: number): void {
    let hole = this.#find(address);
    if (this.#address[hole] !== address) return;
    this.#size--;
    const mask = this.#address.length - 1;
    for (let slot = (hole + 1) & mask; !Number.isNaN(this.#address[slot]); slot = (slot + 1) & mask) {
      // An address stays between its first slot and its slot.
      if (((slot - this.#first(this.#address[slot])) & mask) < ((slot - hole) & mask)) continue;
      this.#address[hole] = this.#address[slot];
      this.#op[hole] = this.#op[slot];
      this.#row[hole] = this.#row[slot];
      hole = slot;
    }
    this.#address[hole] = Number.NaN;
  }

  /** Requests of other addresses than `except`, in the order of their issue. */
  issued(except?: ReadonlySet<number>): Issued[] {
    const issued: Issued[] = [];
    for (const [slot, address] of this.#address.entries())
      if (!Number.isNaN(address) && except?.has(address) !== true)
        issued.push({ op: this.#op[slot], row: this.#row[slot] });
    return issued.sort((a, b) => a.row - b.row);
  }

  #first(address: number): number {
    return Math.imul(address, GOLDEN) >>> (32 - this.#bits);
  }

  /** Slot of an address, or the empty one where it would be. */
  #find(address: number): number {
    const mask = this.#address.length - 1;
    let slot = this.#first(address);
    while (this.#address[slot] !== address && !Number.isNaN(this.#address[slot])) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [address, op, row] = [this.#address, this.#op, this.#row];
    const slots = 2 ** ++this.#bits;
    this.#address = new Float64Array(slots).fill(Number.NaN);
    this.#op = new Int32Array(slots);
    this.#row = new Int32Array(slots);
    for (let old = 0; old < address.length; old++) {
      if (Number.isNaN(address[old])) continue;
      const slot = this.#find(address[old]);
      this.#address[slot] = address[old];
      this.#op[slot] = op[old];
      this.#row[slot] = row[old];
    }
  }
}

/** Requests that are active on one rank, by address. */
export class OpenRequests {
  readonly #trace: RankTrace;
  readonly #reuse: ActiveReuse;
  /** What was issued again before it was complete. */
  readonly #lost: Issued[] = [];
  readonly #open = new IssuedTable();
  readonly #cancelled = new Set<number>();

  constructor(trace: RankTrace, reuse: ActiveReuse) {
    this.#trace = trace;
    this.#reuse = reuse;
  }

  /** The call in `row` issues `address`. Throws an InputError where it is active: its completion is not in the trace. */
  open(address: number, op: number, row: number): void {
    const before = this.#open.get(address);
    if (before !== undefined && !this.#cancelled.has(address)) {
      if (this.#reuse === 'refuse') this.#refuse(before, row);
      this.#lost.push(before);
    }
    if (this.#cancelled.size > 0) this.#cancelled.delete(address);
    this.#open.set(address, op, row);
  }

  get(address: number): Issued | undefined {
    return this.#open.get(address);
  }

  /** The request is complete, or freed: it is active no more. */
  close(address: number): void {
    this.#open.delete(address);
    if (this.#cancelled.size > 0) this.#cancelled.delete(address);
  }

  /** The request needs no completion from now on, though it may have one. */
  cancel(address: number): Issued | undefined {
    const issued = this.#open.get(address);
    if (issued !== undefined) this.#cancelled.add(address);
    return issued;
  }

  /** What was never completed and not cancelled. */
  neverCompleted(): Issued[] {
    if (this.#reuse === 'ignore') return [];
    return [...this.#lost, ...this.#open.issued(this.#cancelled)];
  }

  #refuse(before: Issued, row: number): never {
    const { line, call, counts = 'line' } = this.#trace;
    throw new InputError({
      place: placeOf(this.#trace, row),
      what:
        `${CALLS[call[row]].name} uses a request that has been active since the ${CALLS[call[before.row]].name} of ` +
        `${counts} ${line[before.row]}`,
      mend:
        `trace the program again with the tracer that comes with this llamp-ts; the trace lost the ${counts} that ` +
        'completes the request, or the program completes a copy of it',
    });
  }
}

/** A request that a call starts. */
interface Started {
  readonly request: number;
  /** Row of the `…_init` that described it. */
  readonly definition: number;
}

const named: Named = { first: 0, count: 0, listed: -1 };

/** Persistent requests of one rank on its way through its trace: which call described each, and what a start starts. */
export class PersistentRequests {
  readonly #trace: RankTrace;
  readonly #pitch: RequestPitch;
  readonly #definitions = new Map<number, number>();

  constructor(trace: RankTrace, pitch: RequestPitch) {
    this.#trace = trace;
    this.#pitch = pitch;
  }

  /** The call in `row` describes a request. */
  describe(row: number): void {
    this.#definitions.set(this.#first(row), row);
  }

  /** The request of the call in `row` is no more. */
  free(row: number): void {
    this.#definitions.delete(this.#first(row));
  }

  /** What the Start or Startall in `row` starts; undefined where one of them was never described. */
  startedBy(row: number): Started[] | undefined {
    namedRequests(this.#trace, row, named);
    const started: Started[] = [];
    for (let i = 0; i < named.count; i++) {
      const request = addressOf(this.#trace, named, i, this.#pitch);
      const definition = this.#definitions.get(request);
      if (definition === undefined) return undefined;
      started.push({ request, definition });
    }
    return started;
  }

  #first(row: number): number {
    namedRequests(this.#trace, row, named);
    return named.first;
  }
}

// The distance between request variables: the one under which completions meet open requests.

/** The distance of request variables in memory that a set of traces shows, and how sure that is. */
export interface PitchFound {
  readonly pitch: RequestPitch;
  /** Whether a call depended on it; without one the pitch makes no difference. */
  readonly needed: boolean;
}

/** The requested pitch, otherwise that of the headers, otherwise {@link findRequestPitch}. */
export function requestPitchOf(ranks: readonly RankTrace[], wanted: RequestPitch | 'infer'): PitchFound {
  if (wanted !== 'infer') return { pitch: wanted, needed: !listsRequests(ranks) };
  const stated = new Set(ranks.map(({ header }) => header.requestPitch));
  const [pitch] = stated;
  if (stated.size === 1 && pitch !== undefined) return { pitch, needed: true };
  const known = ranks.length > 0 ? pitches.get(ranks[0].args) : undefined;
  if (known !== undefined && sameCalls(known.ranks, ranks)) return known.found;
  const found = findRequestPitch(ranks);
  if (ranks.length > 0) pitches.set(ranks[0].args, { ranks, found });
  return found;
}

/** Kept by the fields of rank 0, because algorithms and times are tried on the same calls many times. */
const pitches = new WeakMap<
  Float64Array,
  { readonly ranks: readonly RankTrace[]; readonly found: PitchFound }
>();

/** Whether the calls and fields are the same columns; times may differ. */
const sameCalls = (one: readonly RankTrace[], other: readonly RankTrace[]): boolean =>
  one.length === other.length &&
  one.every(({ call, args }, rank) => call === other[rank].call && args === other[rank].args);

/** Whether calls list the requests that they name, so that no distance between them matters. */
const listsRequests = (ranks: readonly RankTrace[]): boolean => firstArray(ranks, true) !== undefined;

/**
 * The pitch of a set of traces: the one that loses fewer requests, then the one that meets more, then the one that leaves
 * fewer open; 8 where no call decides. Throws an InputError at the first call that fits neither, and where both explain
 * as much, but not the same.
 */
function findRequestPitch(ranks: readonly RankTrace[]): PitchFound {
  const first = firstArray(ranks, false);
  if (first === undefined) return { pitch: 8, needed: false };
  const [four, eight] = fitsOf(ranks);
  const lead = four.lost - eight.lost || eight.met - four.met || four.never - eight.never;
  const best = lead < 0 ? four : eight;
  if (best.firstLost !== undefined) throw new InputError(best.firstLost);
  if (lead === 0 && four.sign !== eight.sign) {
    const { trace, row } = first;
    throw new InputError({
      place: placeOf(trace, row),
      what: `${severalOf(trace, row)} and others fit requests 4 B apart in memory as well as 8 B apart, with different results`,
      mend: `${PITCH}, mostly 8 for C programs with Open MPI, 4 with MPICH and for Fortran programs`,
    });
  }
  return { pitch: best === four ? 4 : 8, needed: lead !== 0 };
}

/** Result of one pitch for a set of traces. */
interface Fit {
  /** Open requests that calls with several requests met beyond their first, whose address is certain. */
  met: number;
  /**
   * Requests that were never completed although a call that met at most one of its several came by, and requests of a
   * Startall that were never made.
   */
  lost: number;
  /** Requests that were never completed. */
  never: number;
  /** Which requests the calls met beyond their first, as a hash of the rows that issued or made them. */
  sign: number;
  /** The first such call. */
  firstLost: Problem | undefined;
}

/** Open requests of one rank under one pitch. */
class PitchTrial {
  readonly #fit: Fit;
  readonly #pitch: RequestPitch;
  readonly #open = new IssuedTable();
  /** Rows that made the persistent requests there are, by address. */
  readonly #made = new Map<number, number>();
  /** Rows of calls that met at most one of their several requests, ascending. */
  readonly #doubtful: number[] = [];
  readonly #trace: RankTrace;

  constructor(trace: RankTrace, pitch: RequestPitch, fit: Fit) {
    this.#trace = trace;
    this.#pitch = pitch;
    this.#fit = fit;
  }

  /** The next row that names requests. */
  see(row: number, use: RequestUse, named: Named): void {
    if (use === 'issue') this.#issue(row, named.first);
    else if (use === 'define') this.#made.set(named.first, row);
    else if (use === 'start') this.#start(row, named);
    else if (use === 'forget') this.#forget(named.first);
    else this.#complete(row, named, use === 'complete');
  }

  end(): void {
    for (const { row } of this.#open.issued()) this.#never(row);
  }

  #issue(row: number, address: number): void {
    const before = this.#open.get(address);
    if (before !== undefined) this.#never(before.row);
    this.#open.set(address, 0, row);
  }

  /** Only requests that were made can be started. */
  #start(row: number, { first, count }: Named): void {
    for (let i = 0; i < count; i++) {
      const address = first + i * this.#pitch;
      const made = this.#made.get(address);
      if (made !== undefined) {
        if (i > 0) this.#meet(made);
        this.#issue(row, address);
      } else if (i > 0) this.#lose(row, 'requests that were made');
    }
  }

  #forget(address: number): void {
    this.#open.delete(address);
    this.#made.delete(address);
  }

  #meet(row: number): void {
    this.#fit.met++;
    this.#fit.sign = (Math.imul(this.#fit.sign, 31) + row) | 0;
  }

  #complete(row: number, { first, count }: Named, certain: boolean): void {
    let met = 0;
    const before = this.#open.size;
    for (let i = 0; i < count; i++) {
      const address = first + i * this.#pitch;
      const issued = this.#open.get(address);
      if (issued === undefined) continue;
      met++;
      if (i > 0) this.#meet(issued.row);
      if (certain) this.#open.delete(address);
    }
    if (certain && count > 1 && met < Math.min(2, before)) this.#doubtful.push(row);
  }

  /** The request of row `issued` was never completed: is it one that a doubtful call should have met? */
  #never(issued: number): void {
    this.#fit.never++;
    if (!(this.#doubtful[this.#doubtful.length - 1] > issued)) return;
    this.#lose(this.#doubtful.find((doubtful) => doubtful > issued) ?? issued, 'the open requests');
  }

  /** The call in `row` should have met a request and did not. */
  #lose(row: number, what: string): void {
    this.#fit.lost++;
    this.#fit.firstLost ??= {
      place: placeOf(this.#trace, row),
      what: `${severalOf(this.#trace, row)} does not match ${what}, whether requests are 4 B or 8 B apart in memory`,
      mend: `${PITCH} if you know it; otherwise the requests of this call cannot be identified`,
    };
  }
}

const PITCH = 'set --rules request-pitch to 4 or 8';

/** A call with several requests, in words. */
function severalOf(trace: RankTrace, row: number): string {
  return `${CALLS[trace.call[row]].name} of ${trace.args[trace.argStart[row] + REQUESTS.count]} requests`;
}

const noFit = (): Fit => ({ met: 0, lost: 0, never: 0, sign: 0, firstLost: undefined });

/** Results of a distance of 4 B, and of 8 B, for the traces. */
function fitsOf(ranks: readonly RankTrace[]): readonly [four: Fit, eight: Fit] {
  const four = noFit();
  const eight = noFit();
  const named: Named = { first: 0, count: 0, listed: -1 };
  for (const trace of ranks) {
    const byFour = new PitchTrial(trace, 4, four);
    const byEight = new PitchTrial(trace, 8, eight);
    for (let row = 0; row < trace.rows; row++) {
      const use = REQUEST_USE[trace.call[row]];
      if (use === 'none') continue;
      namedRequests(trace, row, named);
      byFour.see(row, use, named);
      byEight.see(row, use, named);
    }
    byFour.end();
    byEight.end();
  }
  return [four, eight];
}

interface ArrayCall {
  readonly trace: RankTrace;
  readonly row: number;
}

/** The first call that names several requests: by a list, or by the address of the first; undefined where none does. */
function firstArray(ranks: readonly RankTrace[], listed: boolean): ArrayCall | undefined {
  const several = CALLS.map((call, code) => REQUEST_USE[code] !== 'none' && call.requestArg < 0);
  const named: Named = { first: 0, count: 0, listed: -1 };
  for (const trace of ranks) {
    for (let row = 0; row < trace.rows; row++) {
      if (!several[trace.call[row]]) continue;
      namedRequests(trace, row, named);
      if (named.count > 1 && named.listed >= 0 === listed) return { trace, row };
    }
  }
  return undefined;
}
