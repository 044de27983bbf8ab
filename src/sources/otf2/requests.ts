/** Requests of a rank: numbers of the archive, which may be used again, → numbers of their own; what awaits their end. */

/** A request that is not complete. */
export interface OpenRequest {
  readonly number: number;
  /** Where the fields of its row begin. */
  readonly firstArg: number;
  /** Of its row. */
  readonly code: number;
  readonly receives: boolean;
}

export class Requests {
  /** By location of the process, then by number of the archive. */
  readonly #open: Map<number, OpenRequest>[] = [];
  /** Those whose number was used again before they were complete. */
  readonly #replaced: OpenRequest[] = [];
  #last = 0;

  /** A number that nothing else has. */
  next(): number {
    return ++this.#last;
  }

  open(location: number, id: number, request: OpenRequest): void {
    let own = this.#open[location];
    if (own === undefined) {
      own = new Map();
      this.#open[location] = own;
    }
    const before = own.get(id);
    if (before !== undefined) this.#replaced.push(before);
    own.set(id, request);
  }

  /**
   * The request that is complete now, a receive, none, or (undefined) either; undefined where none of this number and kind
   * is open. Another thread may have issued it.
   */
  complete(location: number, id: number, receives: boolean | undefined): OpenRequest | undefined {
    const own = this.#open[location];
    const owner = own?.has(id) === true ? own : this.#open.find((other) => other?.has(id) === true);
    const request = owner?.get(id);
    if (request === undefined || (receives !== undefined && request.receives !== receives)) return undefined;
    owner?.delete(id);
    return request;
  }

  /** Those that never were. */
  left(): OpenRequest[] {
    return [...this.#replaced, ...this.#open.flatMap((own) => (own === undefined ? [] : [...own.values()]))];
  }
}
