/**
 * Receives that a program takes as their messages come (MPI_Waitany and its kin): their messages meet them in the order
 * of arrival, the k-th to come the k-th that was taken in the run that the schedule is of.
 */
import { NONE } from '../schedule/columns.js';
import { RECV, type Schedule } from '../schedule/schedule.js';

/** A choice: its receives, in the order in which they were taken. */
export type Choice = readonly number[];

export class Arrivals {
  /** By place, choice after choice in the order in which they were traced: who meets whom by source and tag. */
  readonly #sends: number[] = [];
  readonly #receives: number[] = [];
  /** By place: the first place of its choice. */
  readonly #first: number[] = [];
  /** By the first place of a choice: the place of the receive that takes what comes next. */
  readonly #next = new Map<number, number>();
  readonly #placeOf = new Map<number, number>();

  /** `partner`: who meets whom by source and tag. Choices with a receive that meets none so are left as they are. */
  constructor(schedule: Schedule, partner: Uint32Array) {
    for (const choice of choicesOf(schedule)) {
      if (choice.some((recv) => schedule.kind[recv] !== RECV || partner[recv] === NONE)) continue;
      const first = this.#receives.length;
      this.#next.set(first, first);
      for (const recv of choice) this.#add(recv, partner[recv], first);
    }
  }

  #add(recv: number, send: number, first: number): void {
    this.#placeOf.set(send, this.#sends.length).set(recv, this.#sends.length);
    this.#sends.push(send);
    this.#receives.push(recv);
    this.#first.push(first);
  }

  /** How many messages are taken as they come. */
  get count(): number {
    return this.#sends.length;
  }

  /** Place of a send or receive; undefined: it is in no choice. */
  placeOf(op: number): number | undefined {
    return this.#placeOf.get(op);
  }

  /** The message at `place` comes: receive and send that meet. */
  come(place: number): readonly [number, number] {
    const first = this.#first[place];
    const next = this.#next.get(first) ?? first;
    this.#next.set(first, next + 1);
    return [this.#receives[next], this.#sends[place]];
  }

  /** Parts, in `partner`, those who met by source and tag. */
  part(partner: Uint32Array): void {
    for (const op of this.#placeOf.keys()) partner[op] = NONE;
  }

  /** Lets those who have nobody in `partner` meet by source and tag. How many messages that are. */
  meetLeftOver(partner: Uint32Array): number {
    let met = 0;
    for (const [place, send] of this.#sends.entries()) {
      if (partner[send] !== NONE) continue;
      const [recv] = this.come(place);
      partner[send] = recv;
      partner[recv] = send;
      met++;
    }
    return met;
  }
}

/** Choices by the links between their receives. */
export function choicesOf({ takenAfter, operations }: Schedule): Choice[] {
  if (takenAfter === null) return [];
  const choices = new Map<number, number[]>();
  const followed = new Map<number, number>();
  for (let op = 0; op < operations; op++) {
    const before = takenAfter[op];
    if (before === NONE) continue;
    if (before === op) choices.set(op, [op]);
    else followed.set(before, op);
  }
  for (const choice of choices.values()) {
    let next = followed.get(choice[0]);
    for (; next !== undefined; next = followed.get(next)) choice.push(next);
  }
  return [...choices.values()];
}
