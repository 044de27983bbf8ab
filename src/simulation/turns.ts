/** Receives that a program takes as their messages come (MPI_Waitany and its kin): the k-th to come is the k-th taken. */
import { choicesOf } from '../graph/arrivals.js';
import type { Schedule } from '../schedule/schedule.js';

/** A choice, and how many of its messages have come. */
interface Turn {
  readonly taken: readonly number[];
  come: number;
}

export class Turns {
  readonly #turnOf = new Map<number, Turn>();

  constructor(schedule: Schedule) {
    for (const taken of choicesOf(schedule)) {
      const turn = { taken, come: 0 };
      for (const recv of taken) this.#turnOf.set(recv, turn);
    }
  }

  /** The receive that is over when the message of `op` has come; any other operation is over itself. */
  overWith(op: number): number {
    const turn = this.#turnOf.get(op);
    return turn === undefined ? op : turn.taken[turn.come++];
  }
}
