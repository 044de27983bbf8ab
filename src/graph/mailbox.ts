/** Posted receives and arrived messages of one rank: who meets whom, by MPI's rules. Finding the first that fits takes O(log n). */

import { ANY, isAnyTag, NONE, rankOf, type Schedule, takesTag } from '../schedule/schedule.js';

/** Size of what is out of reach. */
const UNREACHABLE = Number.POSITIVE_INFINITY;

/** Operations in a line, each with a size: a tree of the least sizes finds the first one that is small enough. */
class Line {
  /** By place, ascending. */
  #keys: number[] = [];
  /** By place; NONE: it has left. */
  #ops: number[] = [];
  /** Places in the tree: a power of two. */
  #places = 1;
  /** The least size below each node: the root is 1, the children of i are 2i and 2i + 1, the leaves are places. */
  #least: number[] = [UNREACHABLE, UNREACHABLE];
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds `op` at the end. `key`: larger than those before it. */
  add(key: number, op: number, size: number): void {
    if (this.#ops.length === this.#places) this.#makeRoom();
    this.#count++;
    this.#keys.push(key);
    this.#resize(this.#ops.push(op) - 1, size);
  }

  remove(key: number): void {
    const place = this.#placeOf(key);
    this.#count--;
    this.#ops[place] = NONE;
    this.#resize(place, UNREACHABLE);
  }

  resize(key: number, size: number): void {
    this.#resize(this.#placeOf(key), size);
  }

  /** The first operation, of those behind the key `after`, whose size is at most `most` (or `below` it); NONE: there is none. */
  first(
    most: number,
    { after, below = false }: { after?: number | undefined; below?: boolean } = {},
  ): number {
    const least = this.#least;
    const places = this.#places;
    const fits = (node: number): boolean => least[node] < most || (least[node] === most && !below);
    const from = after === undefined ? 0 : this.#placeOf(after) + 1;
    if (from === places) return NONE;
    let node = places + from;
    for (;;) {
      while (node % 2 === 0) node >>>= 1;
      if (fits(node)) break;
      node++;
      // A power of two: the rightmost path is done.
      if ((node & (node - 1)) === 0) return NONE;
    }
    while (node < places) {
      node *= 2;
      if (!fits(node)) node++;
    }
    return this.#ops[node - places];
  }

  /** The least size of the operations before a key. */
  leastBefore(key: number): number {
    let least = UNREACHABLE;
    for (let node = this.#places + this.#placeOf(key); node > 1; node >>>= 1)
      if (node % 2 === 1) least = Math.min(least, this.#least[node - 1]);
    return least;
  }

  #resize(place: number, size: number): void {
    const least = this.#least;
    let node = this.#places + place;
    least[node] = size;
    for (node >>>= 1; node > 0; node >>>= 1) {
      const smaller = Math.min(least[2 * node], least[2 * node + 1]);
      if (least[node] === smaller) break;
      least[node] = smaller;
    }
  }

  #placeOf(key: number): number {
    let low = 0;
    let high = this.#keys.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Closes the gaps; where that is not enough, doubles the places. */
  #makeRoom(): void {
    const [keys, ops, sizes] = [this.#keys, this.#ops, this.#least.slice(this.#places)];
    if (2 * this.#count > this.#places) this.#places *= 2;
    this.#keys = [];
    this.#ops = [];
    this.#least = new Array<number>(2 * this.#places).fill(UNREACHABLE);
    for (const [place, op] of ops.entries()) {
      if (op === NONE) continue;
      this.#least[this.#places + this.#ops.length] = sizes[place];
      this.#keys.push(keys[place]);
      this.#ops.push(op);
    }
    for (let node = this.#places - 1; node > 0; node--)
      this.#least[node] = Math.min(this.#least[2 * node], this.#least[2 * node + 1]);
  }
}

/** Lines by source, or ANY, and by the tag that a receive wants. None is empty. */
class Lines {
  readonly #lines = new Map<number, Map<number, Line>>();

  get(source: number, tag: number): Line | undefined {
    return this.#lines.get(source)?.get(tag);
  }

  /** As {@link Line.add}, to a line that may be new. */
  add(source: number, tag: number, [key, op, size]: readonly [key: number, op: number, size: number]): void {
    let byTag = this.#lines.get(source);
    if (byTag === undefined) {
      byTag = new Map();
      this.#lines.set(source, byTag);
    }
    let line = byTag.get(tag);
    if (line === undefined) {
      line = new Line();
      byTag.set(tag, line);
    }
    line.add(key, op, size);
  }

  remove(source: number, tag: number, key: number): void {
    const line = this.get(source, tag);
    line?.remove(key);
    if (line?.isEmpty) this.#lines.get(source)?.delete(tag);
  }
}

/**
 * Receives wait in the order in which they were posted, messages in the order in which they have arrived; either takes
 * the first that fits. A message does not overtake another of its source that the same receive could take, be that one
 * still on its way.
 */
export class Mailbox {
  readonly #schedule: Schedule;
  /** Tags of receives that take more than one tag. */
  readonly #anyTags = new Set<number>();
  #now = 0;
  /** By operation, those that wait: when a receive was posted, and a message sent and arrived. */
  readonly #posted = new Map<number, number>();
  readonly #sent = new Map<number, number>();
  readonly #arrived = new Map<number, number>();
  /** In the order in which they were posted. Sizes: room, negative. */
  readonly #receives = new Lines();
  /** By source, in the order of sending. Sizes: bytes. */
  readonly #pending = new Lines();
  /** Of ANY source, in the order of arrival. Sizes: bytes; unreachable: every receive that fits takes one before it. */
  readonly #offered = new Lines();

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
    const now = this.#now++;
    const source = rankOf(this.#schedule, send);
    this.#sent.set(send, now);
    for (const tag of this.#wantedTags(send)) this.#pending.add(source, tag, [now, send, this.#size(send)]);
  }

  /** The message that a receive takes at its posting, or NONE: then it waits. */
  post(recv: number): number {
    const { peer, tag } = this.#schedule;
    const send = peer[recv] === ANY ? this.#firstOffered(recv) : this.#firstPending(recv);
    if (send !== NONE) {
      this.#take(send);
      return send;
    }
    const now = this.#now++;
    this.#posted.set(recv, now);
    this.#receives.add(peer[recv], tag[recv], [now, recv, -this.#size(recv)]);
    return NONE;
  }

  /**
   * Pairs of receive and send that meet at the arrival of `send`: itself with a receive that waits, then others of its
   * source that it has held up. None: it waits.
   */
  arrive(send: number): (readonly [number, number])[] {
    this.#arrive(send);
    const met: (readonly [number, number])[] = [];
    const free = new Set([send]);
    while (free.size > 0) {
      const next = this.#firstSent(free);
      free.delete(next);
      const recv = this.#receiverOf(next);
      if (recv === NONE) continue;
      met.push([recv, next]);
      this.#unpost(recv);
      for (const behind of this.#take(next)) free.add(behind);
    }
    return met;
  }

  #arrive(send: number): void {
    const now = this.#now++;
    const source = rankOf(this.#schedule, send);
    const size = this.#size(send);
    this.#arrived.set(send, now);
    for (const tag of this.#wantedTags(send)) {
      const isFirst = this.#pending.get(source, tag)?.first(size) === send;
      this.#offered.add(ANY, tag, [now, send, isFirst ? size : UNREACHABLE]);
    }
  }

  /** The message of the one source of `recv` that it takes now. */
  #firstPending(recv: number): number {
    const { peer, tag } = this.#schedule;
    const send = this.#pending.get(peer[recv], tag[recv])?.first(this.#size(recv)) ?? NONE;
    return this.#arrived.has(send) ? send : NONE;
  }

  /** The message of any source that `recv` takes now. */
  #firstOffered(recv: number): number {
    const tag = this.#schedule.tag[recv];
    const room = this.#size(recv);
    const offered = this.#offered.get(ANY, tag);
    let send = offered?.first(room) ?? NONE;
    // One of its source that is larger, and still fits, may come before it.
    while (offered !== undefined && send !== NONE) {
      if (this.#pending.get(rankOf(this.#schedule, send), tag)?.first(room) === send) break;
      send = offered.first(room, { after: this.#arrived.get(send) });
    }
    return send;
  }

  /** The waiting receive that takes a message that has arrived, or NONE. */
  #receiverOf(send: number): number {
    const source = rankOf(this.#schedule, send);
    const size = this.#size(send);
    let found = NONE;
    for (const tag of this.#wantedTags(send)) {
      const pending = this.#pending.get(source, tag);
      // Otherwise it overtakes in every receive that it fits.
      if (pending?.first(size) !== send) continue;
      for (const peer of [source, ANY]) {
        const receives = this.#receives.get(peer, tag);
        let recv = receives?.first(-size) ?? NONE;
        while (receives !== undefined && recv !== NONE && pending.first(this.#size(recv)) !== send)
          recv = receives.first(-size, { after: this.#posted.get(recv) });
        if (recv !== NONE && this.#postedAt(recv) < this.#postedAt(found)) found = recv;
      }
    }
    return found;
  }

  #postedAt(recv: number): number {
    return this.#posted.get(recv) ?? Number.POSITIVE_INFINITY;
  }

  /** The first to be sent of messages that wait. */
  #firstSent(sends: Iterable<number>): number {
    let first = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (const send of sends) {
      const at = this.#sent.get(send) ?? -1;
      if (at >= least) continue;
      first = send;
      least = at;
    }
    return first;
  }

  #unpost(recv: number): void {
    const { peer, tag } = this.#schedule;
    this.#receives.remove(peer[recv], tag[recv], this.#postedAt(recv));
    this.#posted.delete(recv);
  }

  /** Removes a message that has arrived. Returns those that have, and that it alone held up in a receive. */
  #take(send: number): number[] {
    const source = rankOf(this.#schedule, send);
    const size = this.#size(send);
    const sentAt = this.#sent.get(send) ?? 0;
    const arrivedAt = this.#arrived.get(send) ?? 0;
    this.#sent.delete(send);
    this.#arrived.delete(send);
    const freed: number[] = [];
    for (const tag of this.#wantedTags(send)) {
      this.#pending.remove(source, tag, sentAt);
      this.#offered.remove(ANY, tag, arrivedAt);
      // Each behind it that is smaller than all before, down to the first that is smaller than `send` itself.
      const pending = this.#pending.get(source, tag);
      let least = pending?.leastBefore(sentAt) ?? 0;
      while (pending !== undefined && least >= size) {
        const behind = pending.first(least, { after: sentAt, below: true });
        if (behind === NONE) break;
        least = this.#size(behind);
        const at = this.#arrived.get(behind);
        if (at === undefined) continue;
        this.#offered.get(ANY, tag)?.resize(at, least);
        freed.push(behind);
      }
    }
    return freed;
  }

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
    return this.#schedule.lenient?.sizes === 'send' ? 0 : this.#schedule.value[op];
  }
}
