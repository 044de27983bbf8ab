/**
 * Receives that a program takes as their messages come, by MPI_Waitany and its kin. Each such call takes of what it was
 * offered, so those that were offered to all calls since the first of them could have come in any order.
 */
import type { ScheduleBuilder } from '../../schedule/builder.js';

/** Tells a builder of one rank's receives that are taken as they come; operations by their place in the rank. */
export class Arrivals {
  readonly #builder: ScheduleBuilder;
  /** Receives that all calls since the first were offered, and that are not taken yet. */
  #offered: ReadonlySet<number> = new Set();
  /** The one taken last; −1: none. */
  #last = -1;
  /** Whether the builder knows of the one taken first, which it does when another follows. */
  #told = false;

  constructor(builder: ScheduleBuilder) {
    this.#builder = builder;
  }

  /**
   * A call that was offered some operations took `taken` of them, because they were complete. Whether all of them are
   * receives: which of them it took is then decided by who comes first.
   */
  choose(offered: readonly number[], taken: readonly number[]): boolean {
    const receives = offered.filter((op) => this.#builder.isRecv(op));
    if (receives.length === 0) return false;
    for (const op of taken) {
      if (!this.#builder.isRecv(op)) continue;
      if (this.#offered.has(op)) this.#follow(op);
      else this.#begin(op, receives);
    }
    const gone = new Set(taken);
    this.#offered = new Set(receives.filter((op) => this.#offered.has(op) && !gone.has(op)));
    return receives.length === offered.length;
  }

  /** Operations that a call waited for whether they had come or not: what is left of a choice comes last. */
  complete(ops: readonly number[]): void {
    if (this.#offered.size === 0) return;
    for (const op of ops) if (this.#offered.has(op)) this.#follow(op);
    const gone = new Set(ops);
    this.#offered = new Set([...this.#offered].filter((op) => !gone.has(op)));
  }

  #begin(op: number, receives: readonly number[]): void {
    this.#last = op;
    this.#told = false;
    this.#offered = new Set(receives.filter((one) => one !== op));
  }

  #follow(op: number): void {
    if (!this.#told) this.#builder.takenAfter(this.#last, this.#last);
    this.#told = true;
    this.#builder.takenAfter(op, this.#last);
    this.#last = op;
  }
}
