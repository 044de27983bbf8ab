/**
 * Labels of the open rank → rank-local operation. Labels `l<n>` with n near the number of operations, which is
 * what generators write, live in an array; all others in a map.
 */

/** n up to this, or up to a few times the operations of the rank, is worth an array slot. */
const DENSE = 4096;
const SPREAD = 4;

export class LabelTable {
  #dense = new Int32Array(DENSE).fill(-1);
  #highest = -1;
  readonly #sparse = new Map<number | string, number>();

  /** Operation of label `l<n>`, or −1. */
  number(n: number): number {
    if (n < this.#dense.length) return this.#dense[n];
    return this.#sparse.get(n) ?? -1;
  }

  name(name: string): number {
    return this.#sparse.get(name) ?? -1;
  }

  setNumber(n: number, op: number): void {
    if (n >= this.#dense.length && n <= SPREAD * (op + DENSE)) this.#widen(n);
    if (n < this.#dense.length) {
      this.#dense[n] = op;
      if (n > this.#highest) this.#highest = n;
    } else {
      this.#sparse.set(n, op);
    }
  }

  setName(name: string, op: number): void {
    this.#sparse.set(name, op);
  }

  /** Forgets all labels: the next rank has its own. */
  clear(): void {
    this.#dense.fill(-1, 0, this.#highest + 1);
    this.#highest = -1;
    this.#sparse.clear();
  }

  #widen(n: number): void {
    const next = new Int32Array(Math.max(n + 1, this.#dense.length * 2)).fill(-1);
    next.set(this.#dense);
    this.#dense = next;
    for (const [key, op] of this.#sparse) {
      if (typeof key !== 'number' || key >= next.length) continue;
      next[key] = op;
      if (key > this.#highest) this.#highest = key;
      this.#sparse.delete(key);
    }
  }
}
