/** Posted receives and messages of one rank: who meets whom, by MPI's rules. */

import { ANY, isAnyTag, NONE, rankOf, type Schedule, takesTag } from '../schedule/schedule.js';

/** Operations in the order in which they were added; those that have gone are passed over. */
class Line {
  readonly #ops: number[] = [];
  #head = 0;

  add(op: number): void {
    this.#ops.push(op);
  }

  /** The first that `fits` and has not `gone`, which is for good; NONE without one. */
  first(gone: (op: number) => boolean, fits: (op: number) => boolean): number {
    const ops = this.#ops;
    while (this.#head < ops.length && gone(ops[this.#head])) this.#head++;
    for (let i = this.#head; i < ops.length; i++) if (!gone(ops[i]) && fits(ops[i])) return ops[i];
    return NONE;
  }
}

/** Lines by source, or ANY, and by the tag that a receive wants. */
class Lines {
  readonly #lines = new Map<number, Map<number, Line>>();

  get(source: number, tag: number): Line | undefined {
    return this.#lines.get(source)?.get(tag);
  }

  add(source: number, tag: number, op: number): void {
    const byTag = this.#lines.get(source) ?? new Map<number, Line>();
    const line = byTag.get(tag) ?? new Line();
    line.add(op);
    this.#lines.set(source, byTag.set(tag, line));
  }
}

/**
 * Receives wait in the order in which they were posted, messages in the order in which they have arrived; either takes
 * the first that fits. A message does not overtake another of its source that the same receive could take, be that one
 * still on its way. Takes constant time per message if most arrive in the order of sending and fit the first receive of
 * their tag.
 */
export class Mailbox {
  readonly #schedule: Schedule;
  /** Tags of receives that take more than one tag. */
  readonly #anyTags = new Set<number>();
  #now = 0;
  /** By receive that waits when it was posted, by message that nobody has taken when it was sent. */
  readonly #since = new Map<number, number>();
  /** Messages that nobody has taken. */
  readonly #arrived = new Set<number>();
  readonly #receives = new Lines();
  /** In the order of sending. */
  readonly #sent = new Lines();
  /** Of source ANY, in the order of arrival. */
  readonly #arrivals = new Lines();
  /** By source, all in the order of sending. */
  readonly #onTheWay = new Map<number, Line>();
  /** By source: messages that arrived before one that was sent earlier, which may hold them up. */
  readonly #early = new Map<number, Set<number>>();
  readonly #gone = (op: number): boolean => !this.#since.has(op);

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** `recv` will be posted. Call it before any message is sent. */
  expect(recv: number): void {
    const tag = this.#schedule.tag[recv];
    if (isAnyTag(tag)) this.#anyTags.add(tag);
  }

  /** `send` leaves. Call it in the order of sending. */
  sent(send: number): void {
    const source = rankOf(this.#schedule, send);
    this.#since.set(send, this.#now++);
    for (const tag of this.#wantedTags(send)) this.#sent.add(source, tag, send);
    const onTheWay = this.#onTheWay.get(source) ?? new Line();
    onTheWay.add(send);
    this.#onTheWay.set(source, onTheWay);
  }

  /** The message that a receive takes at its posting, or NONE: then it waits. */
  post(recv: number): number {
    const { peer, tag } = this.#schedule;
    const send = peer[recv] === ANY ? this.#firstArrived(recv) : this.#firstOf(peer[recv], recv);
    if (this.#arrived.has(send)) {
      this.#leave(send);
      return send;
    }
    this.#since.set(recv, this.#now++);
    this.#receives.add(peer[recv], tag[recv], recv);
    return NONE;
  }

  /**
   * Pairs of receive and send that meet at the arrival of `send`: itself with a receive that waits, then others of its
   * source that it has held up. None: it waits.
   */
  arrive(send: number): (readonly [number, number])[] {
    const source = rankOf(this.#schedule, send);
    this.#arrived.add(send);
    for (const tag of this.#wantedTags(send)) this.#arrivals.add(ANY, tag, send);
    const early = this.#early.get(source) ?? new Set();
    this.#early.set(source, early.add(send));
    const met: (readonly [number, number])[] = [];
    let free = [send];
    while (free.length > 0) {
      const pair = this.#firstMeeting(free);
      if (pair === null) break;
      met.push(pair);
      pair.forEach(this.#leave);
      early.delete(pair[1]);
      free = [...early].sort((a, b) => this.#sinceOf(a) - this.#sinceOf(b));
    }
    const over = (op: number): boolean => this.#gone(op) || this.#arrived.has(op);
    const next = this.#onTheWay.get(source)?.first(over, () => true) ?? NONE;
    for (const one of early) if (next === NONE || this.#sinceOf(one) < this.#sinceOf(next)) early.delete(one);
    return met;
  }

  #firstMeeting(sends: readonly number[]): readonly [recv: number, send: number] | null {
    for (const send of sends) {
      const recv = this.#receiverOf(send);
      if (recv !== NONE) return [recv, send];
    }
    return null;
  }

  /** The first message of a source, in the order of sending, that fits a receive; it may be on its way. */
  #firstOf(source: number, recv: number): number {
    const room = this.#size(recv);
    const sent = this.#sent.get(source, this.#schedule.tag[recv]);
    return sent?.first(this.#gone, (send) => this.#size(send) <= room) ?? NONE;
  }

  /** The first message, in the order of arrival, that fits a receive from any source and overtakes none. */
  #firstArrived(recv: number): number {
    const arrivals = this.#arrivals.get(ANY, this.#schedule.tag[recv]);
    return arrivals?.first(this.#gone, (send) => this.#mayTake(recv, send)) ?? NONE;
  }

  #mayTake(recv: number, send: number): boolean {
    return this.#size(send) <= this.#size(recv) && this.#firstOf(rankOf(this.#schedule, send), recv) === send;
  }

  /** The waiting receive that takes a message that has arrived, or NONE. */
  #receiverOf(send: number): number {
    let found = NONE;
    for (const tag of this.#wantedTags(send)) {
      for (const source of [rankOf(this.#schedule, send), ANY]) {
        const receives = this.#receives.get(source, tag);
        const recv = receives?.first(this.#gone, (one) => this.#mayTake(one, send)) ?? NONE;
        if (recv !== NONE && (found === NONE || this.#sinceOf(recv) < this.#sinceOf(found))) found = recv;
      }
    }
    return found;
  }

  #sinceOf(op: number): number {
    return this.#since.get(op) ?? 0;
  }

  readonly #leave = (op: number): void => {
    this.#since.delete(op);
    this.#arrived.delete(op);
  };

  /** The tags that receives of a message may want. */
  #wantedTags(send: number): number[] {
    const tag = this.#schedule.tag[send];
    const wanted = [tag];
    for (const anyTag of this.#anyTags) if (takesTag(anyTag, tag)) wanted.push(anyTag);
    return wanted;
  }

  /**
   * Bytes, or room for them: a message larger than the buffer was meant for another receive, as the program ran without
   * truncation. All alike where any message fits.
   */
  #size(op: number): number {
    const { lenient, value } = this.#schedule;
    return lenient?.sizes === 'send' ? 0 : value[op];
  }
}
