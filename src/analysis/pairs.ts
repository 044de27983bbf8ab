/** Pairs of ranks that exchange messages, as routes of their own (LLAMP, appendix I: one ℓ_ij and G_ij a pair). */
import { LimitError } from '../errors.js';
import type { Network, Route } from '../machine/network.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';

/** A row of a timing system keeps its route in 16 bits. */
export const MAX_PAIRS = 0xffff;
/** Up to this many ranks the pairs stand in a square table; a map takes over past it. */
const TABLE_RANKS = 4096;
const NONE = 0xffff;

/** Unordered pairs of ranks, numbered in the order in which the schedule first sends between them. */
export class RankPairs {
  readonly ranks: number;
  /** Lower and higher rank of each pair; equal for messages of a rank to itself. */
  readonly low: number[] = [];
  readonly high: number[] = [];
  readonly #table: Uint16Array | null;
  readonly #map = new Map<number, number>();

  /** Throws LimitError past {@link MAX_PAIRS} pairs. */
  constructor(schedule: Schedule) {
    const { ranks, rankStart, kind, peer } = schedule;
    this.ranks = ranks;
    this.#table = ranks <= TABLE_RANKS ? new Uint16Array(ranks * ranks).fill(NONE) : null;
    for (let rank = 0; rank < ranks; rank++) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
        if (kind[op] === SEND) this.#add(rank, peer[op]);
      }
    }
  }

  get length(): number {
    return this.low.length;
  }

  /** Index of the pair of two ranks that communicate. */
  indexOf(a: number, b: number): number {
    const key = a * this.ranks + b;
    return this.#table === null ? (this.#map.get(key) ?? NONE) : this.#table[key];
  }

  #add(a: number, b: number): void {
    if (this.indexOf(a, b) !== NONE) return;
    const pair = this.low.length;
    if (pair >= MAX_PAIRS) {
      throw new LimitError(
        `more than ${MAX_PAIRS} pairs of ranks communicate`,
        'analyse a run with fewer ranks',
      );
    }
    this.low.push(Math.min(a, b));
    this.high.push(Math.max(a, b));
    for (const key of [a * this.ranks + b, b * this.ranks + a]) {
      if (this.#table === null) this.#map.set(key, pair);
      else this.#table[key] = pair;
    }
  }
}

/** How many pairs of ranks communicate, counted to `limit` + 1 at most. */
export function countPairs(schedule: Schedule, limit: number): number {
  const seen = new Set<number>();
  const { ranks, kind, peer, operations } = schedule;
  for (let op = 0; op < operations && seen.size <= limit; op++) {
    if (kind[op] !== SEND) continue;
    const rank = rankOf(schedule, op);
    seen.add(Math.min(rank, peer[op]) * ranks + Math.max(rank, peer[op]));
  }
  return seen.size;
}

/**
 * `network` with a route for each pair, which costs what the pair's route does. Costs are taken to be symmetric, as
 * the pairwise parameters of appendix I are: that of the lower rank's messages to the higher one.
 */
export function pairNetwork(network: Network, pairs: RankPairs): Network {
  const routes = pairs.low.map((low, pair): Route => {
    const { counts, constantNs, gap } = network.routes[network.routeOf(low, pairs.high[pair])];
    return { name: `${low}-${pairs.high[pair]}`, counts, constantNs, gap };
  });
  return {
    latencies: network.latencies,
    gaps: network.gaps,
    routes: routes.length > 0 ? routes : network.routes,
    routeOf: (source, destination) => pairs.indexOf(source, destination),
  };
}
