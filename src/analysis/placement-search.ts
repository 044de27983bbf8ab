/**
 * Rank placement by sensitivities (LLAMP, appendix J, Algorithm 3): solve, read the pairwise sensitivities, swap the
 * ranks that promise most, keep what improves. Beyond the paper: several swaps that do not interact are tried in one
 * solve, a swap that fails gives way to the next best one, and of mappings with one T the one with less waiting
 * elsewhere is preferred, so that equally critical parts are mended one after the other.
 */
import { isBetter, type MappingEvaluator, type MappingScore, type Swap } from './placement-evaluation.js';

/**
 * `optimal`: no swap of two ranks helps, every one that might was tried; `tried`: none that is promising does; `spent`: the
 * budget ended.
 */
type Ended = 'optimal' | 'tried' | 'spent';

/** The mapping that a search came to. */
export interface Improved {
  readonly mapping: Int32Array;
  readonly score: MappingScore;
  /** Steps that were kept. */
  readonly steps: number;
  readonly ended: Ended;
}

/** What a search may spend. */
export interface Budget {
  /** Whether another mapping may be evaluated. */
  left(): boolean;
}

/** Improves a mapping until no swap helps or the budget is spent; the result is never worse than `start`. */
export function improve(evaluator: MappingEvaluator, start: Int32Array, budget: Budget): Improved {
  let mapping: Int32Array = start.slice();
  let score = evaluator.evaluate(mapping);
  let steps = 0;
  for (;;) {
    const better = step(evaluator, mapping, score, budget);
    if (typeof better === 'string') return { mapping, score, steps, ended: better };
    ({ mapping, score } = better);
    steps++;
  }
}

/** Tries every swap there is where only those that are promising were tried. */
export function exhausted(evaluator: MappingEvaluator, found: Improved, budget: Budget): Improved {
  let best = found;
  while (best.ended === 'tried') {
    const better = anySwap(evaluator, best, budget);
    if (typeof better === 'string') return { ...best, ended: better };
    const next = improve(evaluator, better.mapping, budget);
    best = { ...next, steps: best.steps + 1 + next.steps };
  }
  return best;
}

/** The first swap of all that helps. */
function anySwap(
  evaluator: MappingEvaluator,
  { mapping, score }: Found,
  budget: Budget,
): Found | 'optimal' | 'spent' {
  for (let a = 0; a < mapping.length; a++) {
    for (let b = a + 1; b < mapping.length; b++) {
      if (mapping[a] === mapping[b]) continue;
      if (!budget.left()) return 'spent';
      const next = swapped(mapping, [{ a, b }]);
      const reached = evaluator.evaluate(next);
      if (isBetter(reached, score)) return { mapping: next, score: reached };
    }
  }
  return 'optimal';
}

type Found = { readonly mapping: Int32Array; readonly score: MappingScore };

/** One improvement, or why there is none. */
function step(
  evaluator: MappingEvaluator,
  mapping: Int32Array,
  score: MappingScore,
  budget: Budget,
): Found | Ended {
  const { swaps, together, complete } = evaluator.promising(mapping);
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
  return complete ? 'optimal' : 'tried';
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
