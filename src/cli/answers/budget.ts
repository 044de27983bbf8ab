/** What a percentage of T costs or brings, program by program. */
import { budgetOf } from '../../analysis/worth/budget.js';
import { type BudgetFlags, changeAsked } from '../flags/budget.js';
import { noInput } from '../input/find.js';
import { programsNamed } from '../input/programs.js';
import type { Answer } from '../output/answer.js';
import { loadModel } from '../pipeline/pipeline.js';
import { type BudgetFound, budgetView } from '../present/budget.js';

/** Throws UsageError, and all that reading and modelling throw. */
export async function budgetAnswer(argv: readonly string[], flags: BudgetFlags): Promise<Answer> {
  const percent = changeAsked(flags);
  const found: BudgetFound[] = [];
  for (const inputs of await programsNamed(argv)) {
    const loaded = await loadModel(inputs, flags);
    found.push({ loaded, budget: await budgetOf(loaded.model, percent) });
  }
  if (found.length === 0) throw noInput();
  return budgetView(found);
}
