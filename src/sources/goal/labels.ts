/**
 * Labels of the open rank → rank-local operation. Labels `l<n>` with n near the number of operations, which is
 * what generators write, live in an array; all others in a map.
 */

/** n up to this, or up to a few times the operations of the rank, is worth an array slot. */
const DENSE = 4096;
const SPREAD = 4;

export class LabelTable {
  /** By n 1 more than the operation, 0 for none. */
  #dense: Int32Array = new Int32Array(DENSE);
  /** Labels that stand there: the rest of it is not looked at. */
  #limit = DENSE;
  #highest = -1;
  readonly #sparse = new Map<number | string, number>();

  /** Labels `l<n>` with n below this stand in the column. */
  get limit(): number {
    return this.#limit;
  }

  /** Operation of label `l<n>`, or −1. */
  number(n: number): number {
    if (n < this.#limit) return this.#dense[n] - 1;
    return this.#sparse.get(n) ?? -1;
  }

  name(name: string): number {
    return this.#sparse.get(name) ?? -1;
  }

  setNumber(n: number, op: number): void {
    if (n >= this.#limit && n <= SPREAD * (op + DENSE)) this.#widen(n);
    if (n < this.#limit) {
      this.#dense[n] = op + 1;
      if (n > this.#highest) this.#highest = n;
    } else {
      this.#sparse.set(n, op);
    }
  }

  setName(name: string, op: number): void {
    this.#sparse.set(name, op);
  }

  /** Goes on in another column, which holds 0 and is at least as long; who has it may set labels below `limit` there. */
  moveTo(column: Int32Array): void {
    column.set(this.#dense.subarray(0, this.#highest + 1));
    this.#dense = column;
  }

  /** Whether the labels still stand in `column`. */
  isIn(column: Int32Array): boolean {
    return this.#dense === column;
  }

  /** Labels up to `l<highest>` were set in the column. */
  wereSet(highest: number): void {
    if (highest > this.#highest) this.#highest = highest;
  }

  /** Forgets all labels: the next rank has its own. */
  clear(): void {
    this.#dense.fill(0, 0, this.#highest + 1);
    this.#highest = -1;
    this.#sparse.clear();
  }

  #widen(n: number): void {
    this.#limit = Math.max(n + 1, this.#limit * 2);
    if (this.#limit > this.#dense.length) {
      const next = new Int32Array(this.#limit);
      next.set(this.#dense);
      this.#dense = next;
    }
    for (const [key, op] of this.#sparse) {
      if (typeof key !== 'number' || key >= this.#limit) continue;
      this.#dense[key] = op + 1;
      if (key > this.#highest) this.#highest = key;
      this.#sparse.delete(key);
    }
  }
}
