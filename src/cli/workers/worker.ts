/** A worker thread, which evaluates the variants of the pool. */
import Tinypool from 'tinypool';
import { programOf } from '../../sources/restored-program.js';
import { useAlgorithmsOf } from '../input/own-algorithms.js';
import { VariantEvaluator } from './evaluator.js';
import { type EvaluationData, failureOf, kernelsAsSet, type TaskAnswer, type VariantPlan } from './plan.js';

kernelsAsSet();
const { data, algorithms, ...settings }: EvaluationData = Tinypool.workerData;
useAlgorithmsOf(algorithms);
const ready = programOf(data).then((program) => new VariantEvaluator({ ...settings, program }));

/** Errors are returned, because thrown ones lose their fields between threads. */
export default async function evaluate(plan: VariantPlan): Promise<TaskAnswer> {
  const evaluator = await ready;
  try {
    return { outcome: await evaluator.evaluate(plan) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
