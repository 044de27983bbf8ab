import { ANY, isAnyTag, RECV, rankOf, type Schedule, takesTag } from '../schedule/schedule.js';

/** What the wildcard receives of one rank can take. */
interface Reach {
  /** Tags of its receives from any source. */
  readonly tags: Set<number>;
  /** By source, or ANY: what its receives of any tag have as their tag. */
  readonly anyTags: Map<number, Set<number>>;
}

function takes(anyTags: Iterable<number> | undefined, tag: number): boolean {
  for (const wanted of anyTags ?? []) if (takesTag(wanted, tag)) return true;
  return false;
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
      if (kind[op] !== RECV || (peer[op] !== ANY && !isAnyTag(tag[op]))) continue;
      wildcards.push(op);
      const reach = this.#of(rankOf(schedule, op));
      if (!isAnyTag(tag[op])) reach.tags.add(tag[op]);
      else reach.anyTags.set(peer[op], (reach.anyTags.get(peer[op]) ?? new Set()).add(tag[op]));
    }
    this.wildcards = wildcards;
  }

  /** Whether a message from `source` to `destination` with `tag` may meet a wildcard receive. */
  has(source: number, destination: number, tag: number): boolean {
    const reach = this.#reach.get(destination);
    if (reach === undefined) return false;
    const { tags, anyTags } = reach;
    return tags.has(tag) || takes(anyTags.get(source), tag) || takes(anyTags.get(ANY), tag);
  }

  #of(rank: number): Reach {
    let reach = this.#reach.get(rank);
    if (reach === undefined) {
      reach = { tags: new Set(), anyTags: new Map() };
      this.#reach.set(rank, reach);
    }
    return reach;
  }
}
