/** What one rank has posted and what has come for it: who meets whom, as MPI rules it. */
import { NONE } from '../schedule/columns.js';
import { ANY, rankOf, type Schedule, takesTag } from '../schedule/schedule.js';

/**
 * Receives wait in the order in which they were posted, messages in the order in which they have arrived; either takes
 * the first that fits. A message does not overtake another of its source that the same receive could take, be that one
 * still on its way.
 */
export class Mailbox {
  readonly #schedule: Schedule;
  // Sets keep the order in which things were added, and give up any of them at once.
  readonly #posted = new Set<number>();
  readonly #arrived = new Set<number>();
  /** By source: messages that are sent and not taken, in the order in which they were sent. */
  readonly #pending = new Map<number, Set<number>>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** `send` sets out. To be told in the order of sending. */
  sent(send: number): void {
    this.#pendingOf(send).add(send);
  }

  /** The message that a receive takes at its posting, or NONE: then it waits. */
  post(recv: number): number {
    for (const send of this.#arrived) {
      if (!this.#takes(recv, send)) continue;
      this.#taken(recv, send);
      return send;
    }
    this.#posted.add(recv);
    return NONE;
  }

  /**
   * Pairs of receive and send that meet at the arrival of `send`: itself with a receive that waits, then others of its
   * source that it has held up. None: it waits.
   */
  arrive(send: number): (readonly [number, number])[] {
    this.#arrived.add(send);
    const met: (readonly [number, number])[] = [];
    const pending = this.#pendingOf(send);
    let recv = this.#receiverOf(send);
    for (let next = send; recv !== NONE; ) {
      met.push([recv, next]);
      this.#taken(recv, next);
      recv = NONE;
      for (next of pending) {
        if (this.#arrived.has(next)) recv = this.#receiverOf(next);
        if (recv !== NONE) break;
      }
    }
    return met;
  }

  /** The waiting receive that takes a message that has arrived, or NONE. */
  #receiverOf(send: number): number {
    for (const recv of this.#posted) if (this.#takes(recv, send)) return recv;
    return NONE;
  }

  #takes(recv: number, send: number): boolean {
    if (!this.#fits(recv, send)) return false;
    for (const before of this.#pendingOf(send)) if (this.#fits(recv, before)) return before === send;
    return false;
  }

  #fits(recv: number, send: number): boolean {
    const { peer, tag, value, lenient } = this.#schedule;
    if (!takesTag(tag[recv], tag[send])) return false;
    if (peer[recv] !== ANY && peer[recv] !== rankOf(this.#schedule, send)) return false;
    // A message larger than the buffer was meant for another receive: the program ran without truncation.
    return value[send] <= value[recv] || lenient?.sizes === 'send';
  }

  #taken(recv: number, send: number): void {
    this.#posted.delete(recv);
    this.#arrived.delete(send);
    this.#pendingOf(send).delete(send);
  }

  #pendingOf(send: number): Set<number> {
    const source = rankOf(this.#schedule, send);
    let pending = this.#pending.get(source);
    if (pending === undefined) {
      pending = new Set();
      this.#pending.set(source, pending);
    }
    return pending;
  }
}
