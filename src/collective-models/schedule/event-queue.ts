/** Things to happen, earliest first; of the same time, those added first. A binary heap. */
export class EventQueue<T> {
  readonly #times: number[] = [];
  readonly #numbers: number[] = [];
  readonly #events: T[] = [];
  #added = 0;

  /** Time of the next event; infinity when there is none. */
  get nextTime(): number {
    return this.#times.length === 0 ? Number.POSITIVE_INFINITY : this.#times[0];
  }

  add(time: number, event: T): void {
    const at = this.#rise(this.#times.length, time);
    this.#put(at, time, this.#added++, event);
  }

  /** The next event. Only when there is one. */
  take(): T {
    const first = this.#events[0];
    const last = this.#times.length - 1;
    const [time, number, event] = [this.#times[last], this.#numbers[last], this.#events[last]];
    this.#times.pop();
    this.#numbers.pop();
    this.#events.pop();
    if (last > 0) this.#put(this.#sink(time, number), time, number, event);
    return first;
  }

  #put(at: number, time: number, number: number, event: T): void {
    this.#times[at] = time;
    this.#numbers[at] = number;
    this.#events[at] = event;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from], this.#numbers[from], this.#events[from]);
  }

  /** Where a new last event belongs; a later one never passes an earlier one of the same time. */
  #rise(last: number, time: number): number {
    let at = last;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#times[above] <= time) break;
      this.#move(above, at);
      at = above;
    }
    return at;
  }

  #before(i: number, time: number, number: number): boolean {
    return this.#times[i] < time || (this.#times[i] === time && this.#numbers[i] < number);
  }

  #sink(time: number, number: number): number {
    const size = this.#times.length;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) return at;
      if (below + 1 < size && this.#before(below + 1, this.#times[below], this.#numbers[below])) below++;
      if (!this.#before(below, time, number)) return at;
      this.#move(below, at);
      at = below;
    }
  }
}
