/** What a worker thread runs: the variants that the pool hands to it. */
import Tinypool from 'tinypool';
import { programOf } from '../../sources/formats.js';
import { useAlgorithmsOf } from '../input/own-algorithms.js';
import { VariantEvaluator } from './evaluator.js';
import { type EvaluationData, failureOf, kernelsAsSet, type TaskAnswer, type VariantPlan } from './plan.js';

kernelsAsSet();
const { data, algorithms, ...settings }: EvaluationData = Tinypool.workerData;
useAlgorithmsOf(algorithms);
const ready = programOf(data).then((program) => new VariantEvaluator({ ...settings, program }));

/** An error comes back as an answer: thrown, it would lose what it says. */
export default async function evaluate(plan: VariantPlan): Promise<TaskAnswer> {
  const evaluator = await ready;
  try {
    return { outcome: await evaluator.evaluate(plan) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
