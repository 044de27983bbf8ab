/** Receives that are posted and messages that have come, by rank, in their order. */
import { NONE, u32 } from '../schedule/columns.js';
import { ANY, type Schedule, takesTag } from '../schedule/schedule.js';

export class Inbox {
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  /** [operations] who comes behind a receive, or a send whose message is here. */
  readonly #next: Uint32Array;
  readonly #posted: Line;
  readonly #arrived: Line;

  /** `rank`: [operations] of whom each is. */
  constructor(schedule: Schedule, rank: Uint32Array) {
    this.#schedule = schedule;
    this.#rank = rank;
    this.#next = u32(schedule.operations);
    this.#posted = new Line(schedule.ranks, this.#next);
    this.#arrived = new Line(schedule.ranks, this.#next);
  }

  post(recv: number): void {
    this.#posted.add(this.#rank[recv], recv);
  }

  arrive(send: number): void {
    this.#arrived.add(this.#schedule.peer[send], send);
  }

  /** The first receive that takes the message of `send`, or NONE; it stays. */
  receiveFor(send: number): number {
    return this.#posted.find(this.#schedule.peer[send], (recv) => this.#fits(recv, send));
  }

  /** That receive, which is posted no more. */
  takeReceive(send: number): number {
    return this.#posted.take(this.#schedule.peer[send], (recv) => this.#fits(recv, send));
  }

  /** The first message that `recv` takes, by its send, or NONE; it is here no more. */
  takeMessage(recv: number): number {
    return this.#arrived.take(this.#rank[recv], (send) => this.#fits(recv, send));
  }

  /** Receives that were posted, and messages that came, for nothing. */
  left(): number[] {
    return [...this.#posted.all(), ...this.#arrived.all()];
  }

  /** Bytes do not matter. */
  #fits(recv: number, send: number): boolean {
    const { peer, tag } = this.#schedule;
    return (peer[recv] === ANY || peer[recv] === this.#rank[send]) && takesTag(tag[recv], tag[send]);
  }
}

/** A line of operations for each rank, linked through one column. */
class Line {
  readonly #next: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;

  constructor(ranks: number, next: Uint32Array) {
    this.#next = next;
    this.#first = u32(ranks).fill(NONE);
    this.#last = u32(ranks).fill(NONE);
  }

  add(rank: number, op: number): void {
    this.#next[op] = NONE;
    if (this.#last[rank] === NONE) this.#first[rank] = op;
    else this.#next[this.#last[rank]] = op;
    this.#last[rank] = op;
  }

  find(rank: number, fits: (op: number) => boolean): number {
    let op = this.#first[rank];
    while (op !== NONE && !fits(op)) op = this.#next[op];
    return op;
  }

  take(rank: number, fits: (op: number) => boolean): number {
    let before = NONE;
    for (let op = this.#first[rank]; op !== NONE; before = op, op = this.#next[op]) {
      if (!fits(op)) continue;
      const after = this.#next[op];
      if (before === NONE) this.#first[rank] = after;
      else this.#next[before] = after;
      if (after === NONE) this.#last[rank] = before;
      return op;
    }
    return NONE;
  }

  all(): number[] {
    const found: number[] = [];
    for (const first of this.#first) for (let op = first; op !== NONE; op = this.#next[op]) found.push(op);
    return found;
  }
}
