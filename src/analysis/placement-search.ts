/**
 * Rank placement by sensitivities (LLAMP, appendix J, Algorithm 3): solve, read the pairwise sensitivities, swap the
 * ranks that promise most, keep what improves. Beyond the paper: several swaps that do not interact are tried in one
 * solve, a swap that fails gives way to the next best one, and of mappings with one T the one with less waiting
 * elsewhere is preferred, so that equally critical parts are mended one after the other.
 */
import { isBetter, type MappingScore, type PlacementEvaluator } from './placement-evaluator.js';
import { criticalNeighbours, independentSwaps, type Swap, swapGains } from './placement-gains.js';

export interface Improved {
  readonly mapping: Int32Array;
  readonly score: MappingScore;
  /** Steps that were kept. */
  readonly steps: number;
  /** No swap of two ranks can make T smaller: every one that shortens the critical path was tried. */
  readonly swapOptimal: boolean;
}

/** What a search may spend. */
export interface Budget {
  /** Whether another mapping may be evaluated. */
  left(): boolean;
}

/** Improves a mapping until no swap helps or the budget is spent; the result is never worse than `start`. */
export function improve(evaluator: PlacementEvaluator, start: Int32Array, budget: Budget): Improved {
  let mapping: Int32Array = start.slice();
  let score = evaluator.evaluate(mapping);
  let steps = 0;
  for (;;) {
    const better = step(evaluator, mapping, score, budget);
    if (better === null || better === 'spent') return { mapping, score, steps, swapOptimal: better === null };
    ({ mapping, score } = better);
    steps++;
  }
}

type Found = { readonly mapping: Int32Array; readonly score: MappingScore };

/** One improvement; null where none exists among single swaps, 'spent' where the budget ends before that is known. */
function step(
  evaluator: PlacementEvaluator,
  mapping: Int32Array,
  score: MappingScore,
  budget: Budget,
): Found | null | 'spent' {
  const critical = evaluator.critical();
  const neighbours = criticalNeighbours(evaluator, mapping.length, critical);
  const swaps = swapGains(evaluator, mapping, critical, neighbours);
  const together = independentSwaps(swaps, neighbours);
  const attempt = (chosen: readonly Swap[]): Found | null => {
    const next = swapped(mapping, chosen);
    const reached = evaluator.evaluate(next);
    return isBetter(reached, score) ? { mapping: next, score: reached } : null;
  };
  for (let size = together.length; size > 1; size = Math.floor(size / 2)) {
    if (!budget.left()) return 'spent';
    const found = attempt(together.slice(0, size));
    if (found !== null) return found;
  }
  for (const swap of swaps) {
    if (!budget.left()) return 'spent';
    const found = attempt([swap]);
    if (found !== null) return found;
  }
  return null;
}

/** The mapping with the places of each pair of ranks exchanged. */
export function swapped(
  mapping: Int32Array,
  swaps: readonly { readonly a: number; readonly b: number }[],
): Int32Array {
  const next = mapping.slice();
  for (const { a, b } of swaps) [next[a], next[b]] = [next[b], next[a]];
  return next;
}
