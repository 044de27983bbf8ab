import { f64 } from '../schedule/columns.js';

/** Children of a node of the heap: with four, half as many moves as with two, and the four lie side by side. */
const CHILDREN = 4;
/** There are as many queues as CPUs and NICs, most of them short. */
const INITIAL = 8;

/** Operations by the time at which they are ready; of the same time, the one that comes first in the schedule. */
export class ReadyQueue {
  #times = f64(0);
  /** As floating point: who plays may number what else is due beyond 32 bits. */
  #ops = f64(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Ready time of the next operation. Only when there is one. */
  get time(): number {
    return this.#times[0];
  }

  add(time: number, op: number): void {
    let at = this.#size++;
    if (this.#size > this.#times.length) this.#grow();
    const times = this.#times;
    const ops = this.#ops;
    while (at > 0) {
      const above = Math.trunc((at - 1) / CHILDREN);
      if (times[above] < time || (times[above] === time && ops[above] <= op)) break;
      times[at] = times[above];
      ops[at] = ops[above];
      at = above;
    }
    times[at] = time;
    ops[at] = op;
  }

  /** Removes the next operation. Only when there is one. */
  take(): number {
    const first = this.#ops[0];
    const last = --this.#size;
    if (last > 0) this.#sink(this.#times[last], this.#ops[last]);
    return first;
  }

  /** Puts (time, op) where it belongs when the first is gone. */
  #sink(time: number, op: number): void {
    const size = this.#size;
    const times = this.#times;
    const ops = this.#ops;
    let at = 0;
    for (let below = 1; below < size; below = CHILDREN * at + 1) {
      const end = Math.min(below + CHILDREN, size);
      let least = below;
      for (let i = below + 1; i < end; i++) {
        if (times[i] < times[least] || (times[i] === times[least] && ops[i] < ops[least])) least = i;
      }
      if (times[least] > time || (times[least] === time && ops[least] >= op)) break;
      times[at] = times[least];
      ops[at] = ops[least];
      at = least;
    }
    times[at] = time;
    ops[at] = op;
  }

  #grow(): void {
    const [times, ops] = [this.#times, this.#ops];
    const capacity = Math.max(2 * times.length, INITIAL);
    this.#times = f64(capacity);
    this.#ops = f64(capacity);
    this.#times.set(times);
    this.#ops.set(ops);
  }
}
