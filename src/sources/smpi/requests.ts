/**
 * The requests of one rank. Actions name them by source, destination and tag, or not at all: each gets a number of its own
 * here, by which calls list them.
 */

/** Half of a message, or a collective that is waited for. */
export type RequestKind = 'send' | 'recv' | 'collective';

/** Ranks are numbers from −2 to 2^26, tags from −2^31 to 2^31: a key of all is a whole number that a double keeps. */
const TAGS = 2 ** 32;
const PEERS = 1024;
const keyOf = (kind: RequestKind, peer: number, tag: number): number =>
  kind === 'collective' ? -1 : ((peer + PEERS) * 2 + (kind === 'send' ? 0 : 1)) * TAGS + (tag + TAGS / 2);

export class Requests {
  /** Those that are open, in the order of issue: mostly a few. */
  readonly open: number[] = [];
  /** What a wait for each is told by, and whether a test asked for it, which may have completed it. */
  readonly #keys: number[] = [];
  readonly #tested: boolean[] = [];
  #last = 0;
  /** Calls that completed one of the open requests, nobody knows which. */
  #taken = 0;

  /** A request that is active from now on; its number. */
  issue(kind: RequestKind, peer: number, tag: number): number {
    this.open.push(++this.#last);
    this.#keys.push(keyOf(kind, peer, tag));
    this.#tested.push(false);
    return this.#last;
  }

  /** The request that a wait is for; 0: none is open. Of several, one that no test may have completed. */
  complete(kind: RequestKind, peer: number, tag: number): number {
    return this.#close(this.#find(keyOf(kind, peer, tag)));
  }

  /** The request that was issued last; 0: none is open. */
  completeLast(): number {
    return this.#close(this.open.length - 1);
  }

  /** The request that a test asks for, which stays open; 0: none is. */
  test(kind: RequestKind, peer: number, tag: number): number {
    const at = this.#find(keyOf(kind, peer, tag));
    if (at < 0) return 0;
    this.#tested[at] = true;
    return this.open[at];
  }

  /** All that are open are complete. */
  clear(): void {
    this.open.length = 0;
    this.#keys.length = 0;
    this.#tested.length = 0;
    this.#taken = 0;
  }

  /** One of those that are open is complete: when as many are as there were, all are. */
  takeOne(): void {
    if (++this.#taken >= this.open.length) this.clear();
  }

  #find(key: number): number {
    const keys = this.#keys;
    let found = keys.indexOf(key);
    for (let at = found; at >= 0; at = keys.indexOf(key, at + 1)) {
      if (!this.#tested[at]) return at;
      found = Math.min(found, at);
    }
    return found;
  }

  #close(at: number): number {
    if (at < 0) return 0;
    const [request] = this.open.splice(at, 1);
    this.#keys.splice(at, 1);
    this.#tested.splice(at, 1);
    return request;
  }
}
