/** The receives that an operation waits for, directly or not. */
import type { RecordedOp } from '../../src/collectives/recorded-calls.js';

/** Sets of one rank's receives, a bit each in program order; of one operation after the other. */
export class Receives {
  readonly #ops: readonly RecordedOp[];
  /** [k] the k-th receive. */
  readonly #receives: number[] = [];
  /** [op] its number among the receives. */
  readonly #number: number[] = [];
  readonly #words: number;
  /** [op × words] the receives before it, and itself if it is one. */
  readonly #upTo: number[];

  constructor(ops: readonly RecordedOp[]) {
    this.#ops = ops;
    ops.forEach(({ kind }, op) => {
      if (kind === 'recv') this.#number[op] = this.#receives.push(op) - 1;
    });
    this.#words = Math.ceil(this.#receives.length / 32);
    this.#upTo = new Array<number>(ops.length * this.#words).fill(0);
  }

  /** Ascending receives that `op` waits for. Every operation is to be asked for once, after those that it waits for. */
  before(op: number): number[] {
    const { kind, requires } = this.#ops[op];
    const found: number[] = [];
    for (let word = 0; word < this.#words; word++) {
      const at = op * this.#words + word;
      for (const earlier of requires) this.#upTo[at] |= this.#upTo[earlier * this.#words + word];
      if (kind === 'send') this.#list(word, this.#upTo[at], found);
    }
    if (kind === 'recv') this.#add(op);
    return found;
  }

  #list(word: number, bits: number, found: number[]): void {
    for (let left = bits; left !== 0; left &= left - 1) {
      found.push(this.#receives[word * 32 + 31 - Math.clz32(left & -left)]);
    }
  }

  #add(op: number): void {
    const number = this.#number[op];
    this.#upTo[op * this.#words + (number >> 5)] |= 1 << (number & 31);
  }
}
