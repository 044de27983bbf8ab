/** Dependencies of a rank as lists by operation, in WebAssembly: what `schedule/operation-rows.ts` does in TypeScript. */
import { Arena, addresses, bytesFor, moduleOf } from './arena.js';
import { CODE } from './lists.generated.js';

/** Operations and dependencies that are copied for the kernel: it would take more memory than it saves time. */
const MOST = 1 << 20;
const LEAST = 1 << 14;

/** Pairs of a rank: what waits, and what for. */
export interface RankPairs {
  readonly pairs: Uint32Array;
  /** Operations of the rank, and the first of them. */
  readonly operations: number;
  readonly base: number;
  /** Where its lists begin among those of all ranks. */
  readonly from: number;
}

/** Lists as the schedule has them; they hold until the next. */
export interface RankLists {
  /** [operations] where the list of each ends. */
  readonly ends: Uint32Array;
  readonly deps: Uint32Array;
  /** Whether there may be long lists, which are in the order of the pairs still. */
  readonly long: boolean;
}

/** Room for the lists of one rank after the other. */
export class ListsKernel {
  #arena: Arena | null = null;
  #size = 0;

  /** null where a rank is too large, or there is no memory. */
  listsOf({ pairs, operations, base, from }: RankPairs): RankLists | null {
    const arena = this.#arenaFor(Math.max(operations, pairs.length / 2));
    if (arena === null) return null;
    const { lists } = arena.exportsOf(moduleOf(CODE), ['lists']);
    return arena.lend(() => {
      const placed = arena.copy(pairs, arena.u32);
      const start = arena.u32(operations + 1);
      const deps = arena.u32(pairs.length / 2);
      const [pairsAt, startAt, depsAt] = addresses(placed, start, deps);
      const long = lists(pairsAt, pairs.length, operations, base, from, startAt, depsAt) !== 0;
      return { ends: start.subarray(1), deps, long };
    });
  }

  /** An arena for as many operations, and dependencies. */
  #arenaFor(size: number): Arena | null {
    if (size > MOST) return null;
    if (size <= this.#size) return this.#arena;
    this.#size = Math.max(LEAST, 2 ** Math.ceil(Math.log2(size)));
    this.#arena = Arena.of(bytesFor([8 * this.#size, 4 * (this.#size + 1), 4 * this.#size]));
    return this.#arena;
  }
}
