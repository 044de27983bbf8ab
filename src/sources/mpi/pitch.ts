/** Finds the distance between request variables: the one under which completions meet open requests. */
import { InputError, type Problem } from '../../errors.js';
import { CALLS, REQUESTS } from './calls.js';
import { type Named, namedRequests, REQUEST_USE, type RequestUse } from './requests.js';
import type { RankTrace, RequestPitch } from './trace.js';

/** What one pitch makes of a set of traces. */
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
  /** Which requests the calls met beyond their first, as a hash of what issued or made them. */
  sign: number;
  /** The first such call. */
  firstLost: Problem | undefined;
}

/** The distance of request variables in memory that a set of traces shows, and how sure that is. */
export interface PitchFound {
  readonly pitch: RequestPitch;
  /** Whether a call depended on it; without one the pitch makes no difference. */
  readonly needed: boolean;
}

/** Open requests of one rank under one pitch, by address: the row that issued them. */
class PitchTrial {
  readonly #fit: Fit;
  readonly #pitch: RequestPitch;
  readonly #open = new Map<number, number>();
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
    for (const issued of this.#open.values()) this.#never(issued);
  }

  #issue(row: number, address: number): void {
    const before = this.#open.get(address);
    if (before !== undefined) this.#never(before);
    this.#open.set(address, row);
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
      if (i > 0) this.#meet(issued);
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
      place: { source: this.#trace.source, line: this.#trace.line[row] },
      what: `${severalOf(this.#trace, row)} does not meet ${what}, neither 4 nor 8 B apart`,
      mend: `${TELL} if you know it; else the requests of this call cannot be told`,
    };
  }
}

const TELL = 'give a request pitch of 4 or 8';

/** A call with several requests, in words. */
function severalOf(trace: RankTrace, row: number): string {
  return `${CALLS[trace.call[row]].name} of ${trace.args[trace.argStart[row] + REQUESTS.count]} requests`;
}

const noFit = (): Fit => ({ met: 0, lost: 0, never: 0, sign: 0, firstLost: undefined });

/** What a distance of 4 B, and one of 8 B, makes of the traces. */
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

/** The pitch that is wanted, else the one that headers tell, else {@link findRequestPitch}. */
export function requestPitchOf(ranks: readonly RankTrace[], wanted: RequestPitch | 'infer'): PitchFound {
  if (wanted !== 'infer') return { pitch: wanted, needed: !listsRequests(ranks) };
  const told = new Set(ranks.map(({ header }) => header.requestPitch));
  const [pitch] = told;
  return told.size === 1 && pitch !== undefined ? { pitch, needed: true } : findRequestPitch(ranks);
}

/** Whether calls list the requests that they name, so that no distance between them matters. */
const listsRequests = (ranks: readonly RankTrace[]): boolean => firstArray(ranks, true) !== undefined;

/**
 * The pitch of a set of traces: the one that loses fewer requests, then the one that meets more, then the one that leaves
 * fewer open; 8 where no call decides. Throws an InputError at the first call that fits neither, and where both explain as much, but not the
 * same.
 */
export function findRequestPitch(ranks: readonly RankTrace[]): PitchFound {
  const first = firstArray(ranks, false);
  if (first === undefined) return { pitch: 8, needed: false };
  const [four, eight] = fitsOf(ranks);
  const lead = four.lost - eight.lost || eight.met - four.met || four.never - eight.never;
  const best = lead < 0 ? four : eight;
  if (best.firstLost !== undefined) throw new InputError(best.firstLost);
  if (lead === 0 && four.sign !== eight.sign) {
    const { trace, row } = first;
    throw new InputError({
      place: { source: trace.source, line: trace.line[row] },
      what: `${severalOf(trace, row)}, and others: 4 and 8 B between requests explain as much, but not the same`,
      mend: `${TELL}: mostly 8 for C programs with Open MPI, 4 with MPICH and for Fortran programs`,
    });
  }
  return { pitch: best === four ? 4 : 8, needed: lead !== 0 };
}
