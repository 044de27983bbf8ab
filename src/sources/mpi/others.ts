/** Gathers the calls without a row that took time. */
import { Column, f64, u16, u32 } from '../../schedule/columns.js';
import type { OtherCalls } from './trace.js';

export class OthersColumns {
  readonly #names: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #name = new Column(u16);
  readonly #row = new Column(u32);
  readonly #start = new Column(f64);
  readonly #time = new Column(f64);
  readonly #thread = new Column(u16);

  /** `start` and `time` in µs; `row`: the next row. */
  add(name: string, row: number, start: number, time: number, thread: number): void {
    let index = this.#index.get(name);
    if (index === undefined) {
      index = this.#names.push(name) - 1;
      this.#index.set(name, index);
    }
    this.#name.push(index);
    this.#row.push(row);
    this.#start.push(start);
    this.#time.push(time);
    this.#thread.push(thread);
  }

  /** `threaded`: whether threads call at once. */
  done(threaded: boolean): OtherCalls {
    return {
      names: this.#names,
      name: this.#name.done(),
      row: this.#row.done(),
      start: this.#start.done(),
      time: this.#time.done(),
      thread: threaded ? this.#thread.done() : null,
    };
  }
}
