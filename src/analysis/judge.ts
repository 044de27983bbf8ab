/** Several variants judged together: on one budget, over one latency, by what the model can price. */
import { type BudgetTolerance, budgetTolerances } from './budget.js';
import { bestOf, isSame, type Objective, scoreOf, type VariantResult, type VariantScore } from './compare.js';
import { type Crossover, crossovers } from './crossovers.js';
import type { Support } from './support.js';

/** A variant with its answer, and whether the model can price it. */
export interface Candidate {
  readonly result: VariantResult;
  readonly support: Support;
}

/** Which variant is fastest, which bears most, and where they cross. */
export interface Judgement {
  /** [variants][percentages] */
  readonly budgets: readonly (readonly BudgetTolerance[])[];
  /** Index of the least runtime among those that are supported; -1 where none is. */
  readonly best: number;
  /** Index of the largest tolerance on the budget of the first percentage; -1 likewise. */
  readonly tolerant: number;
  /** Indices of all that are supported and have the runtime of the best, and its tolerance of the most tolerant. */
  readonly alike: Readonly<Record<Objective, readonly number[]>>;
  /** Of every two that are supported. */
  readonly crossovers: readonly Crossover[];
}

/** Holds variants against each other on one budget: the best runtime of all, made slower by each percentage. */
export function judge(list: readonly Candidate[]): Judgement {
  const budgets = budgetTolerances(
    list.map(({ result, support }) => ({ ...result, supported: support.supported })),
  );
  const scores = list.map(({ result, support }, i) =>
    scoreOf(result, budgets[i][0], support.unpriced.length),
  );
  const best = bestSupported('runtime', scores);
  const tolerant = bestSupported('tolerance', scores);
  return {
    budgets,
    best,
    tolerant,
    alike: { runtime: alikeTo(best, 'runtime', scores), tolerance: alikeTo(tolerant, 'tolerance', scores) },
    crossovers: crossovers(list.map(({ result, support }) => (support.supported ? result : null))),
  };
}

/** Those that differ in nothing from the best, which are no worse choice. */
function alikeTo(best: number, objective: Objective, scores: readonly VariantScore[]): number[] {
  if (best < 0) return [];
  return scores.flatMap((score, i) =>
    (score.unpriced ?? 0) === 0 && isSame(score[objective], scores[best][objective]) ? [i] : [],
  );
}

function bestSupported(objective: Objective, scores: readonly VariantScore[]): number {
  const best = bestOf(objective, scores);
  return (scores[best]?.unpriced ?? 0) === 0 ? best : -1;
}
