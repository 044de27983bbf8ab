/** What a rank holds: which ranks' contributions are in each slot of its three registers. */

import { Register } from '../../src/collectives/collective-algorithm.js';
import type { RecordedOp } from '../../src/collectives/recorded-calls.js';

/** Contributions in a slot: a sum of 2^rank over at most 53 ranks. */
export type Tokens = number;

const REGISTERS = 3;
const BEGIN_WITH_INPUT = [Register.Own, Register.Result] as const;
const WORD = 2 ** 32;

/** Slots with what is in them; as two words, whose bits can be compared. */
export interface Message {
  readonly slots: number[];
  readonly low: number[];
  readonly high: number[];
}

/** What all ranks begin with, and what they hold. In one place: calls are many, and their ranks as well. */
export class Store {
  /** [((rank × registers) + register) × slots + slot] */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly slots: number;
  readonly #lowAtStart: Int32Array;
  readonly #highAtStart: Int32Array;

  /** `input`: what is in a slot of a rank's own data, which its result begins with. */
  constructor(ranks: number, slots: number, input: (rank: number, slot: number) => Tokens) {
    this.slots = slots;
    this.low = new Int32Array(ranks * REGISTERS * slots);
    this.high = new Int32Array(this.low.length);
    for (let rank = 0; rank < ranks; rank++) {
      for (let slot = 0; slot < slots; slot++) this.#begin(rank, slot, input(rank, slot));
    }
    this.#lowAtStart = this.low.slice();
    this.#highAtStart = this.high.slice();
  }

  #begin(rank: number, slot: number, tokens: Tokens): void {
    for (const register of BEGIN_WITH_INPUT) {
      const at = (rank * REGISTERS + register) * this.slots + slot;
      this.low[at] = tokens % WORD;
      this.high[at] = Math.floor(tokens / WORD);
    }
  }

  reset(rank: number): void {
    const end = (rank + 1) * REGISTERS * this.slots;
    for (let at = rank * REGISTERS * this.slots; at < end; at++) {
      this.low[at] = this.#lowAtStart[at];
      this.high[at] = this.#highAtStart[at];
    }
  }
}

/** The registers of one rank. */
export class Registers {
  readonly #slots: number;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #offset: number;
  readonly #reset: () => void;

  constructor(store: Store, rank: number) {
    this.#slots = store.slots;
    this.#low = store.low;
    this.#high = store.high;
    this.#offset = rank * REGISTERS * store.slots;
    this.#reset = () => store.reset(rank);
  }

  /** Back to the rank's input. */
  reset(): void {
    this.#reset();
  }

  tokens(register: Register, slot: number): Tokens {
    const at = this.#at(register) + slot;
    return (this.#high[at] >>> 0) * WORD + (this.#low[at] >>> 0);
  }

  /** What a send carries; a slot that it names twice comes once, as it is named last. Throws for one that is none. */
  read({ carries }: RecordedOp): Message {
    const message: Message = { slots: [], low: [], high: [] };
    const places = carries.length > 1 ? new Map<number, number>() : null;
    for (const { from, to, register } of carries) {
      if (from < 0 || to > this.#slots) throw new Error(`slots ${from} to ${to} of ${this.#slots} are sent`);
      const start = this.#at(register);
      for (let slot = from; slot < to; slot++) {
        const place = places?.get(slot) ?? message.slots.length;
        places?.set(slot, place);
        message.slots[place] = slot;
        message.low[place] = this.#low[start + slot];
        message.high[place] = this.#high[start + slot];
      }
    }
    return message;
  }

  /** Does with a message what the receive `op` does. Throws where a contribution is lost or comes twice. */
  take({ takes }: RecordedOp, { slots, low, high }: Message): void {
    for (const { effect, register } of takes) {
      const start = this.#at(register);
      const replaces = effect === 'copy' || effect === 'replace';
      for (let i = 0; i < slots.length; i++) {
        const at = start + slots[i];
        const lowBefore = this.#low[at];
        const highBefore = this.#high[at];
        if (effect === 'combine' && ((lowBefore & low[i]) | (highBefore & high[i])) !== 0) {
          throw new Error(`slot ${slots[i]}: a contribution is reduced twice`);
        }
        if (effect === 'copy' && ((lowBefore & ~low[i]) | (highBefore & ~high[i])) !== 0) {
          throw new Error(`slot ${slots[i]}: a copy loses a contribution`);
        }
        this.#low[at] = replaces ? low[i] : lowBefore | low[i];
        this.#high[at] = replaces ? high[i] : highBefore | high[i];
      }
    }
  }

  #at(register: Register): number {
    return this.#offset + register * this.#slots;
  }
}
