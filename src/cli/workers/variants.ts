/** Variants of one program, evaluated by a pool that ends with the work. */
import type { VariantEvaluation, VariantOutcome, VariantPlan } from './plan.js';
import { type PoolOptions, VariantPool } from './pool.js';

/** Runs `work` with a pool whose workers are gone when it ends or throws. */
export async function withPool<Result>(
  evaluation: VariantEvaluation,
  options: PoolOptions,
  work: (pool: VariantPool) => Promise<Result>,
): Promise<Result> {
  const pool = new VariantPool(evaluation, options);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** One outcome per plan. Throws what the first failing plan throws. */
export const evaluateVariants = (
  evaluation: VariantEvaluation,
  plans: readonly VariantPlan[],
  options: PoolOptions,
): Promise<VariantOutcome[]> => withPool(evaluation, options, (pool) => pool.evaluate(plans));
