/** Which of several things is due first, while the times at which they are change: a heap that knows where each lies. */
import { f64, grown, i32 } from '../../schedule/columns.js';

export class Due {
  /** [things] when it is due. */
  at = f64(0);
  /** [things] its place in the heap. */
  #place = i32(0);
  readonly #heap: number[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** Which is first. Only when there is one. */
  get first(): number {
    return this.#heap[0];
  }

  /** `thing`, which is not in it, is due at `time`. */
  add(thing: number, time: number): void {
    this.at = grown(this.at, f64, thing + 1);
    this.#place = grown(this.#place, i32, thing + 1);
    this.at[thing] = time;
    this.#rise(this.#heap.push(thing) - 1);
  }

  /** `thing`, which is in it, is due at `time` now. */
  move(thing: number, time: number): void {
    const earlier = time < this.at[thing];
    this.at[thing] = time;
    if (earlier) this.#rise(this.#place[thing]);
    else this.#sink(this.#place[thing]);
  }

  /** Removes the first. Only when there is one. */
  take(): number {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #rise(from: number): void {
    const thing = this.#heap[from];
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.at[this.#heap[above]] <= this.at[thing]) break;
      this.#put(this.#heap[above], place);
      place = above;
    }
    this.#put(thing, place);
  }

  #sink(from: number): void {
    const { length } = this.#heap;
    const thing = this.#heap[from];
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      if (below + 1 < length && this.at[this.#heap[below + 1]] < this.at[this.#heap[below]]) below++;
      if (this.at[this.#heap[below]] >= this.at[thing]) break;
      this.#put(this.#heap[below], place);
      place = below;
    }
    this.#put(thing, place);
  }

  #put(thing: number, place: number): void {
    this.#heap[place] = thing;
    this.#place[thing] = place;
  }
}
