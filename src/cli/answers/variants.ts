/** Variants of a program, evaluated and held against each other. */
import { namedCollectives, type Variant, type VariantAxis } from '../../analysis/compare-variants.js';
import type { Program } from '../../sources/program.js';
import type { ProgressBar } from '../output/progress.js';
import { type Comparison, comparisonOf } from '../present/compare.js';
import type { EvaluationSettings, VariantPlan } from '../workers/plan.js';
import { evaluateVariants } from '../workers/variants.js';

/** What is compared: [variants] with the plan of each, and what is asked of all. */
export interface ComparedVariants {
  readonly axes: readonly VariantAxis[];
  readonly variants: readonly Variant[];
  readonly plans: readonly VariantPlan[];
  readonly settings: Omit<EvaluationSettings, 'judged' | 'ends'>;
}

/** `jobs`: workers at most. Throws UsageError, InputError, ModelError and LimitError. */
export async function compareVariants(
  program: Program,
  { axes, variants, plans, settings }: ComparedVariants,
  progress: ProgressBar,
  jobs?: number,
): Promise<Comparison> {
  const evaluation = { program, ...settings, judged: namedCollectives(axes), ends: true };
  const outcomes = await evaluateVariants(evaluation, plans, {
    jobs,
    onDone: (done, total) => progress.update('comparing', done, total),
  });
  const list = outcomes.map((outcome, i) => ({ variant: variants[i], outcome }));
  return comparisonOf(axes, list, settings.follow !== undefined);
}
