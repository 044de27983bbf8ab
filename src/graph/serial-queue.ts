/** Operations by the time at which they are ready; of the same time, the one that comes first in the schedule. */
export class ReadyQueue {
  readonly #times: number[] = [];
  readonly #ops: number[] = [];

  get size(): number {
    return this.#ops.length;
  }

  /** Ready time of the next operation. Only when there is one. */
  get time(): number {
    return this.#times[0];
  }

  add(time: number, op: number): void {
    let at = this.#ops.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#later(above, time, op)) break;
      this.#put(at, this.#times[above], this.#ops[above]);
      at = above;
    }
    this.#put(at, time, op);
  }

  /** Removes the next operation. Only when there is one. */
  take(): number {
    const first = this.#ops[0];
    const time = this.#times.pop() ?? 0;
    const op = this.#ops.pop() ?? 0;
    const size = this.#ops.length;
    if (size > 0) this.#put(this.#sink(time, op, size), time, op);
    return first;
  }

  #sink(time: number, op: number, size: number): number {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) return at;
      if (below + 1 < size && this.#later(below, this.#times[below + 1], this.#ops[below + 1])) below++;
      if (this.#later(below, time, op)) return at;
      this.#put(at, this.#times[below], this.#ops[below]);
      at = below;
    }
  }

  #put(at: number, time: number, op: number): void {
    this.#times[at] = time;
    this.#ops[at] = op;
  }

  /** Whether what is at `i` comes after (time, op). */
  #later(i: number, time: number, op: number): boolean {
    return this.#times[i] > time || (this.#times[i] === time && this.#ops[i] > op);
  }
}
