/** Finds the distance between request variables: the one under which completions meet open requests. */
import { InputError, type Problem } from '../../errors.js';
import { CALLS } from './calls.js';
import { type Named, namedRequests, REQUEST_USE, type RequestPitch } from './requests.js';
import type { RankTrace } from './trace.js';

/** What one pitch makes of a set of traces. */
interface Fit {
  /** Open requests that calls with several requests met beyond their first, whose address is certain. */
  met: number;
  /** Requests that were never completed although a call that met at most one of its several came by. */
  lost: number;
  /** The first such call. */
  firstLost: Problem | undefined;
}

export interface PitchFound {
  readonly pitch: RequestPitch;
  /** Whether a call depended on it; without one the pitch makes no difference. */
  readonly needed: boolean;
}

/** Open requests of one rank under one pitch, by address: the row that issued them. */
class Replay {
  readonly #fit: Fit;
  readonly #pitch: RequestPitch;
  readonly #open = new Map<number, number>();
  /** Rows of calls that met at most one of their several requests, ascending. */
  readonly #doubtful: number[] = [];
  readonly #trace: RankTrace;

  constructor(trace: RankTrace, pitch: RequestPitch, fit: Fit) {
    this.#trace = trace;
    this.#pitch = pitch;
    this.#fit = fit;
  }

  run(): void {
    const trace = this.#trace;
    const named: Named = { first: 0, count: 0 };
    for (let row = 0; row < trace.rows; row++) {
      const use = REQUEST_USE[trace.call[row]];
      if (use === 'none' || use === 'define') continue;
      namedRequests(trace, row, named);
      if (use === 'issue' || use === 'start') this.#issue(row, named);
      else if (use === 'forget') this.#open.delete(named.first);
      else this.#complete(row, named, use === 'complete');
    }
    for (const issued of this.#open.values()) this.#never(issued);
  }

  #issue(row: number, { first, count }: Named): void {
    for (let i = 0; i < count; i++) {
      const address = first + i * this.#pitch;
      const before = this.#open.get(address);
      if (before !== undefined) this.#never(before);
      this.#open.set(address, row);
    }
  }

  #complete(row: number, { first, count }: Named, certain: boolean): void {
    let met = 0;
    const before = this.#open.size;
    for (let i = 0; i < count; i++) {
      const address = first + i * this.#pitch;
      if (!this.#open.has(address)) continue;
      met++;
      if (i > 0) this.#fit.met++;
      if (certain) this.#open.delete(address);
    }
    if (certain && count > 1 && met < Math.min(2, before)) this.#doubtful.push(row);
  }

  /** The request of row `issued` was never completed: is it one that a doubtful call should have met? */
  #never(issued: number): void {
    if (!(this.#doubtful[this.#doubtful.length - 1] > issued)) return;
    this.#fit.lost++;
    if (this.#fit.firstLost !== undefined) return;
    const row = this.#doubtful.find((doubtful) => doubtful > issued) ?? issued;
    this.#fit.firstLost = {
      place: { source: this.#trace.source, line: this.#trace.line[row] },
      what:
        `${CALLS[this.#trace.call[row]].name} of ${this.#trace.args[this.#trace.argStart[row]]} requests does ` +
        'not meet the open requests, neither 4 nor 8 B apart',
      mend: 'give --request-pitch 4 or 8 if you know it; else the requests of this call cannot be told',
    };
  }
}

function fitOf(ranks: readonly RankTrace[], pitch: RequestPitch): Fit {
  const fit: Fit = { met: 0, lost: 0, firstLost: undefined };
  for (const trace of ranks) new Replay(trace, pitch, fit).run();
  return fit;
}

function usesArrays(ranks: readonly RankTrace[]): boolean {
  const several = CALLS.map((call) => REQUEST_USE[CALLS.indexOf(call)] !== 'none' && call.requestArg < 0);
  const named: Named = { first: 0, count: 0 };
  for (const trace of ranks) {
    for (let row = 0; row < trace.rows; row++) {
      if (!several[trace.call[row]]) continue;
      namedRequests(trace, row, named);
      if (named.count > 1) return true;
    }
  }
  return false;
}

/**
 * The pitch of a set of traces: the one that loses fewer requests, then the one that meets more; 8 where no
 * call decides. Throws an InputError at the first call that fits neither.
 */
export function findRequestPitch(ranks: readonly RankTrace[]): PitchFound {
  if (!usesArrays(ranks)) return { pitch: 8, needed: false };
  const four = fitOf(ranks, 4);
  const eight = fitOf(ranks, 8);
  const useFour = four.lost !== eight.lost ? four.lost < eight.lost : four.met > eight.met;
  const best = useFour ? four : eight;
  if (best.firstLost !== undefined) throw new InputError(best.firstLost);
  return { pitch: useFour ? 4 : 8, needed: four.met !== eight.met || four.lost !== eight.lost };
}
