/** What a percentage of T costs or brings, program by program. */
import { budgetOf } from '../../analysis/worth/budget.js';
import { type BudgetFlags, changeAsked } from '../flags/budget.js';
import { noInput } from '../input/find.js';
import { programsNamed } from '../input/programs.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { loadModel } from '../pipeline/pipeline.js';
import { type BudgetFound, budgetView, plottedBudget } from '../present/budget.js';

/** The answer and its picture. */
export interface BudgetAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Throws UsageError, and all that reading and modelling throw. */
export async function budgetAnswer(argv: readonly string[], flags: BudgetFlags): Promise<BudgetAnswer> {
  const percent = changeAsked(flags);
  const found: BudgetFound[] = [];
  for (const inputs of await programsNamed(argv)) {
    const loaded = await loadModel(inputs, flags);
    found.push({ loaded, budget: await budgetOf(loaded.model, percent) });
  }
  if (found.length === 0) throw noInput();
  return {
    answer: budgetView(found),
    picture: ({ budgetPlot }) => budgetPlot(found.map(plottedBudget), { percent }),
  };
}
