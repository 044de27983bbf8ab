/**
 * The requests of one rank. Actions name them by source, destination and tag, or not at all: each gets a number of its own
 * here, by which calls list them.
 */

/** Half of a message, or a collective that is waited for. */
export type RequestKind = 'send' | 'recv' | 'collective';

interface Open {
  readonly request: number;
  /** What a wait for it is told by. */
  readonly key: number;
  /** Whether a test asked for it, which may have completed it. */
  tested: boolean;
}

/** Ranks are numbers from −2 to 2^26, tags from −2^31 to 2^31: a key of all is a whole number that a double keeps. */
const TAGS = 2 ** 32;
const PEERS = 1024;
const keyOf = (kind: RequestKind, peer: number, tag: number): number =>
  kind === 'collective' ? -1 : ((peer + PEERS) * 2 + (kind === 'send' ? 0 : 1)) * TAGS + (tag + TAGS / 2);

export class Requests {
  /** By number, in the order of issue. */
  readonly #open = new Map<number, Open>();
  readonly #byKey = new Map<number, Open[]>();
  #last = 0;
  /** Calls that completed one of the open requests, nobody knows which. */
  #taken = 0;

  /** A request that is active from now on; its number. */
  issue(kind: RequestKind, peer: number, tag: number): number {
    const request = ++this.#last;
    const open = { request, key: keyOf(kind, peer, tag), tested: false };
    this.#open.set(request, open);
    const same = this.#byKey.get(open.key);
    if (same === undefined) this.#byKey.set(open.key, [open]);
    else same.push(open);
    return request;
  }

  /** The request that a wait is for; 0: none is open. Of several, one that no test may have completed. */
  complete(kind: RequestKind, peer: number, tag: number): number {
    const open = this.#find(keyOf(kind, peer, tag));
    if (open === undefined) return 0;
    this.#close(open);
    return open.request;
  }

  /** The request that was issued last; 0: none is open. */
  completeLast(): number {
    const open = [...this.#open.values()].at(-1);
    if (open === undefined) return 0;
    this.#close(open);
    return open.request;
  }

  /** The request that a test asks for, which stays open; 0: none is. */
  test(kind: RequestKind, peer: number, tag: number): number {
    const open = this.#find(keyOf(kind, peer, tag));
    if (open === undefined) return 0;
    open.tested = true;
    return open.request;
  }

  /** All that are open, in the order of issue. */
  all(): number[] {
    return [...this.#open.keys()];
  }

  /** All that are open are complete. */
  clear(): void {
    this.#open.clear();
    this.#byKey.clear();
    this.#taken = 0;
  }

  /** One of those that are open is complete: when as many are as there were, all are. */
  takeOne(): void {
    if (++this.#taken >= this.#open.size) this.clear();
  }

  #find(key: number): Open | undefined {
    const same = this.#byKey.get(key);
    return same?.find(({ tested }) => !tested) ?? same?.[0];
  }

  #close(open: Open): void {
    this.#open.delete(open.request);
    const same = this.#byKey.get(open.key) ?? [];
    if (same.length < 2) this.#byKey.delete(open.key);
    else same.splice(same.indexOf(open), 1);
  }
}
