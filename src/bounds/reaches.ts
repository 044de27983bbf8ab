/**
 * How far events are from levels, each answer once: an event that follows a single one of its rank is as far as that, and most
 * do. Holders are counted, and what nobody holds any more is used anew: sets of ranks are large.
 */
import { grown, i32 } from '../schedule/columns.js';
import type { RankSet } from './rank-sets.js';

export class Reaches {
  /** [reaches] a level, and the ranks whose first of that level counts; null: none. */
  level = i32(0);
  readonly ranks: (RankSet | null)[] = [];
  /** [reaches] how often it is held. */
  #holders = i32(0);
  readonly #free: number[] = [];

  /** Nobody holds it yet. */
  make(level: number, ranks: RankSet | null): number {
    const reach = this.#free.pop() ?? this.ranks.length;
    if (reach === this.level.length) {
      this.level = grown(this.level, i32, reach + 1);
      this.#holders = grown(this.#holders, i32, reach + 1);
    }
    this.level[reach] = level;
    this.ranks[reach] = ranks;
    return reach;
  }

  hold(reach: number, times: number): void {
    this.#holders[reach] += times;
  }

  /** One holder less. */
  letGo(reach: number): void {
    this.#holders[reach]--;
    this.forget(reach);
  }

  /** Frees what nobody holds. */
  forget(reach: number): void {
    if (this.#holders[reach] !== 0) return;
    this.ranks[reach] = null;
    this.#free.push(reach);
  }
}
