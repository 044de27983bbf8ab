/** Dependencies of a rank, which come in any order, as lists by the operation that waits. */
import { worthAKernel } from '../kernels/arena.js';
import { ListsKernel, type RankPairs } from '../kernels/lists.js';
import { DEP_OP, IREQUIRES } from './schedule.js';
import { sortRun } from './sort-run.js';

/** Lists of all ranks: [operations + 1] starts, and entries. */
export interface Lists {
  /** 0 for the operations of ranks that are to come. */
  readonly start: Uint32Array;
  readonly deps: Uint32Array;
}

export class DependencyLists {
  readonly #kernel = new ListsKernel();

  /** Writes the lists of a rank behind those of the ranks before, each in ascending order of what comes before. */
  add(rank: RankPairs, { start, deps }: Lists): void {
    const { pairs, operations, base, from } = rank;
    const found = worthAKernel(operations) ? this.#kernel.listsOf(rank) : null;
    if (found === null) {
      fill(rank, { start, deps });
    } else {
      start.set(found.ends, base + 1);
      deps.set(found.deps, from);
      if (!found.long) return;
    }
    for (let op = base, first = from; op < base + operations && pairs.length > 0; op++) {
      sortRun(deps, first, start[op + 1]);
      first = start[op + 1];
    }
  }
}

/** The same, each list in the order of the pairs. */
function fill({ pairs, operations, base, from }: RankPairs, { start, deps }: Lists): void {
  // Counts land one place late, so that the running sum leaves each start where filling begins.
  for (let i = 0; i < pairs.length; i += 2) start[base + pairs[i] + 1]++;
  let sum = from;
  for (let op = base; op < base + operations; op++) {
    const count = start[op + 1];
    start[op + 1] = sum;
    sum += count;
  }
  for (let i = 0; i < pairs.length; i += 2) {
    const before = pairs[i + 1];
    deps[start[base + pairs[i] + 1]++] = ((base + (before & DEP_OP)) | (before & IREQUIRES)) >>> 0;
  }
}
