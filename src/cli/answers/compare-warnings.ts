/** What is to be told of variants side by side. */
import { idleAxes, idleWarning } from '../../analysis/compare-variants.js';
import { supportWarning } from '../../analysis/support.js';
import type { Warning } from '../../errors.js';
import { startAndEndWarnings, unequalIterations } from '../output/region.js';
import { sharedWarnings } from '../output/warnings.js';
import type { Compared, Comparison } from '../present/compare.js';

export function comparisonWarnings({ axes, list, judgement }: Comparison): Warning[] {
  const unsupported = supportWarning(list.map(({ outcome }) => outcome.support));
  const idle = idleAxes(axes, list.map(answerKey)).map(idleWarning);
  const told = list.map(({ variant, outcome }) => ({
    name: variant.name,
    warnings: [...outcome.warnings, ...outcome.result.warnings],
  }));
  const ends = endsWarnings(list[Math.max(0, judgement.best)]);
  const unequal = unequalIterations(
    list.map(({ variant, outcome: { region } }) => ({ name: variant.name, region })),
  );
  return [
    ...sharedWarnings(told),
    ...unequal,
    ...ends,
    ...idle,
    ...(unsupported === null ? [] : [unsupported]),
  ];
}

/** Of the fastest, as all variants begin and end alike; each in its own figures would be a list of the same. */
const endsWarnings = ({ variant, outcome }: Compared): Warning[] =>
  startAndEndWarnings(outcome.ends).map((one) => ({ ...one, message: `${variant.name}: ${one.message}` }));

/** The same of two variants whose answers do not differ. */
const answerKey = ({ outcome: { result } }: Compared): string =>
  JSON.stringify([result.runtime, result.lambda, result.tolerance.map(({ delta }) => String(delta))]);
