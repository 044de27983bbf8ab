/** Persistent requests of one rank on its way through its trace: which call described each, and what a start starts. */
import { addressOf, type Named, namedRequests } from './requests.js';
import type { RankTrace, RequestPitch } from './trace.js';

/** A request that a call starts. */
export interface Started {
  readonly request: number;
  /** Row of the `…_init` that described it. */
  readonly definition: number;
}

const named: Named = { first: 0, count: 0, listed: -1 };

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
