/** Numbers by seed: the same seed gives the same input on any machine. */
import { random } from '../properties/schedules.js';

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  /** The numbers of input `index` of a run: known without those before it. */
  static of(seed: number, index: number): Random {
    return new Random(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b));
  }

  /** In [0, n). */
  below(n: number): number {
    return Math.floor(this.#next() * n);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** A new list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const order = [...list];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}
