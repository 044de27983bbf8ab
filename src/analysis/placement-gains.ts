/** What swapping two ranks would save on the critical path (LLAMP, Algorithm 3: swap_gain). */
import type { RankPairs } from './pairs.js';
import type { Swap } from './placement-evaluation.js';

/** What the critical path pays by pair of ranks. */
export interface CriticalPairs {
  /** Indices of pairs that the path crosses. */
  readonly pairs: readonly number[];
  /** [all pairs] λ_L^{ij} and λ_G^{ij}. */
  readonly latencies: Float64Array;
  readonly bytes: Float64Array;
}

/** What messages take from place to place. */
export interface PricedPairs {
  readonly pairs: RankPairs;
  /** What `latencies` and `bytes` take between two places, ns. */
  price(a: number, b: number, latencies: number, bytes: number): number;
}

/** The critical pairs around each rank. */
export interface CriticalNeighbours {
  /** By rank: the other ends, and the index of the pair. */
  readonly of: readonly (readonly { readonly other: number; readonly pair: number }[])[];
}

export function criticalNeighbours(
  evaluator: PricedPairs,
  ranks: number,
  critical: CriticalPairs,
): CriticalNeighbours {
  const of = Array.from({ length: ranks }, (): { other: number; pair: number }[] => []);
  const { low, high } = evaluator.pairs;
  for (const pair of critical.pairs) {
    if (low[pair] === high[pair]) continue;
    of[low[pair]].push({ other: high[pair], pair });
    of[high[pair]].push({ other: low[pair], pair });
  }
  return { of };
}

/**
 * All swaps that make the critical path shorter, the most first: by Σ λ_L^{ij}·ΔL + λ_G^{ij}·ΔG. No other path can make T fall
 * by more, so that bounds what the swap gains.
 */
export function swapGains(
  evaluator: PricedPairs,
  mapping: Int32Array,
  critical: CriticalPairs,
  neighbours: CriticalNeighbours,
): Swap[] {
  const { of } = neighbours;
  const least = 1e-9;
  const half = (rank: number, place: number, without: number): number => {
    let sum = 0;
    for (const { other, pair } of of[rank]) {
      if (other !== without)
        sum += evaluator.price(place, mapping[other], critical.latencies[pair], critical.bytes[pair]);
    }
    return sum;
  };
  const swaps: Swap[] = [];
  for (let a = 0; a < mapping.length; a++) {
    if (of[a].length === 0) continue;
    const here = half(a, mapping[a], a);
    for (let b = 0; b < mapping.length; b++) {
      // A rank off the critical path is met from its other side once; two on it are met twice.
      if (b === a || mapping[a] === mapping[b] || (of[b].length > 0 && b < a)) continue;
      const between = betweenBoth(evaluator, mapping, critical, neighbours, a, b);
      const before = here - between + half(b, mapping[b], a);
      const after = half(a, mapping[b], b) + half(b, mapping[a], a);
      if (before - after > least) swaps.push({ a, b, gain: before - after });
    }
  }
  return swaps.sort((x, y) => y.gain - x.gain || x.a - y.a || x.b - y.b);
}

/** What the two ranks pay each other: a swap does not change it. */
function betweenBoth(
  evaluator: PricedPairs,
  mapping: Int32Array,
  critical: CriticalPairs,
  neighbours: CriticalNeighbours,
  a: number,
  b: number,
): number {
  for (const { other, pair } of neighbours.of[a]) {
    if (other === b)
      return evaluator.price(mapping[a], mapping[b], critical.latencies[pair], critical.bytes[pair]);
  }
  return 0;
}

/**
 * The first of `swaps` and those after it that touch none of the ranks of one taken before, nor a critical neighbour
 * of them: their gains add up.
 */
export function independentSwaps(swaps: readonly Swap[], neighbours: CriticalNeighbours): Swap[] {
  const near = new Set<number>();
  const taken: Swap[] = [];
  for (const swap of swaps) {
    if (near.has(swap.a) || near.has(swap.b)) continue;
    taken.push(swap);
    for (const rank of [swap.a, swap.b]) {
      near.add(rank);
      for (const { other } of neighbours.of[rank]) near.add(other);
    }
  }
  return taken;
}
