/** What is to happen, in the order of its time; of one time, in the order in which it was made known. */
import { f64, u32 } from '../schedule/columns.js';
import { earlier } from './clock.js';

const ROOM = 256;

/** A heap of events; each is a number, which says what it is. */
export class EventQueue {
  length = 0;
  #event = u32(ROOM);
  #time = f64(ROOM);
  #born = f64(ROOM);
  #next = 0;
  /** Of the event that was taken last. */
  time = 0;
  #taken = 0;

  add(event: number, time: number): void {
    this.#insert(event, time, this.#next++);
  }

  /** The event that was taken last, again at a later time: among those of that time it keeps its place. */
  putBack(event: number, time: number): void {
    this.#insert(event, time, this.#taken);
  }

  /** Takes the first; its time is `time`. */
  take(): number {
    const event = this.#event[0];
    this.time = this.#time[0];
    this.#taken = this.#born[0];
    const last = --this.length;
    if (last > 0) this.#sink(this.#event[last], this.#time[last], this.#born[last]);
    return event;
  }

  #insert(event: number, time: number, born: number): void {
    if (this.length === this.#event.length) this.#grow();
    let at = this.length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(time, born, this.#time[parent], this.#born[parent])) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, event, time, born);
  }

  #sink(event: number, time: number, born: number): void {
    let at = 0;
    for (let child = 1; child < this.length; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < this.length &&
        before(this.#time[right], this.#born[right], this.#time[child], this.#born[child])
      )
        child = right;
      if (!before(this.#time[child], this.#born[child], time, born)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, event, time, born);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#event[from], this.#time[from], this.#born[from]);
  }

  #put(at: number, event: number, time: number, born: number): void {
    this.#event[at] = event;
    this.#time[at] = time;
    this.#born[at] = born;
  }

  #grow(): void {
    const room = 2 * this.length;
    const [event, time, born] = [u32(room), f64(room), f64(room)];
    event.set(this.#event);
    time.set(this.#time);
    born.set(this.#born);
    [this.#event, this.#time, this.#born] = [event, time, born];
  }
}

const before = (time: number, born: number, otherTime: number, otherBorn: number): boolean =>
  time === otherTime ? born < otherBorn : earlier(time, otherTime);
