/** What is to be told of variants side by side. */
import { idleAxes, idleWarning } from '../../analysis/compare-variants.js';
import { supportWarning } from '../../analysis/support.js';
import type { Warning } from '../../errors.js';
import { sharedWarnings } from '../output/warnings.js';
import type { Compared, Comparison } from '../present/compare.js';

export function comparisonWarnings({ axes, list }: Comparison): Warning[] {
  const unsupported = supportWarning(list.map(({ outcome }) => outcome.support));
  const idle = idleAxes(axes, list.map(answerKey)).map(idleWarning);
  const told = list.map(({ variant, outcome }) => ({
    name: variant.name,
    warnings: [...outcome.warnings, ...outcome.result.warnings],
  }));
  return [...sharedWarnings(told), ...idle, ...(unsupported === null ? [] : [unsupported])];
}

/** The same of two variants whose answers do not differ. */
const answerKey = ({ outcome: { result } }: Compared): string =>
  JSON.stringify([result.runtime, result.lambda, result.tolerance.map(({ delta }) => String(delta))]);
