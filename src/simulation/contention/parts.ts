/** Parts of messages that are under way, as columns: those of one message lie in a row, whose first place says what it is as a whole. */
import type { LinkRoute } from '../../platform/links.js';
import { f64, grown, i32 } from '../../schedule/columns.js';

export class Parts {
  /** [rows] of how many parts it is, how many of them are on their way, and what the slowest so far takes behind its head, ns. */
  count = i32(0);
  left = i32(0);
  most = f64(0);
  /** [parts] way, place in its links, bytes, and how long the head has waited, ns. */
  readonly route: LinkRoute[] = [];
  hop = i32(0);
  bytes = f64(0);
  waited = f64(0);
  /** [parts] of the route's latency, what passes between two links beside that of the first, ns. */
  between = f64(0);
  #length = 0;
  /** By number of parts: rows that are free. */
  readonly #free = new Map<number, number[]>();

  /** A row of so many parts: its first place. */
  take(count: number): number {
    const row = this.#free.get(count)?.pop() ?? this.#longer(count);
    this.count[row] = count;
    this.left[row] = count;
    this.most[row] = 0;
    return row;
  }

  giveBack(row: number): void {
    const count = this.count[row];
    const free = this.#free.get(count);
    if (free === undefined) this.#free.set(count, [row]);
    else free.push(row);
  }

  #longer(count: number): number {
    const row = this.#length;
    this.#length += count;
    this.count = grown(this.count, i32, this.#length);
    this.left = grown(this.left, i32, this.#length);
    this.most = grown(this.most, f64, this.#length);
    this.hop = grown(this.hop, i32, this.#length);
    this.bytes = grown(this.bytes, f64, this.#length);
    this.waited = grown(this.waited, f64, this.#length);
    this.between = grown(this.between, f64, this.#length);
    return row;
  }
}
