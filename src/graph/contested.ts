import { ANY, RECV, rankOf, type Schedule } from '../schedule/schedule.js';

/** What the wildcard receives of one rank can take. */
interface Reach {
  /** Tags of its receives from any source. */
  readonly tags: Set<number>;
  /** Sources of its receives of any tag. */
  readonly sources: Set<number>;
  /** Whether it has a receive from any source of any tag. */
  all: boolean;
}

/**
 * Messages that a wildcard receive could take. Which receive meets them is decided by who is posted and who arrives
 * first, for exact receives on the same channel as well: the k-th send need not meet the k-th exact receive there.
 */
export class Contested {
  readonly wildcards: readonly number[];
  readonly #reach = new Map<number, Reach>();

  constructor(schedule: Schedule) {
    const { kind, peer, tag } = schedule;
    const wildcards: number[] = [];
    for (let op = 0; op < schedule.operations; op++) {
      if (kind[op] !== RECV || (peer[op] !== ANY && tag[op] !== ANY)) continue;
      wildcards.push(op);
      const reach = this.#of(rankOf(schedule, op));
      if (peer[op] !== ANY) reach.sources.add(peer[op]);
      else if (tag[op] !== ANY) reach.tags.add(tag[op]);
      else reach.all = true;
    }
    this.wildcards = wildcards;
  }

  /** Whether a message from `source` to `destination` with `tag` may meet a wildcard receive. */
  has(source: number, destination: number, tag: number): boolean {
    const reach = this.#reach.get(destination);
    return reach !== undefined && (reach.all || reach.tags.has(tag) || reach.sources.has(source));
  }

  #of(rank: number): Reach {
    let reach = this.#reach.get(rank);
    if (reach === undefined) {
      reach = { tags: new Set(), sources: new Set(), all: false };
      this.#reach.set(rank, reach);
    }
    return reach;
  }
}
