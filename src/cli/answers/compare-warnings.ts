/** What is to be told of variants side by side. */
import { idleAxes, idleWarning } from '../../analysis/compare-variants.js';
import { supportWarning } from '../../analysis/support.js';
import type { Warning } from '../../errors.js';
import type { Compared, Comparison } from '../present/compare.js';

export function comparisonWarnings({ axes, list }: Comparison): Warning[] {
  const unsupported = supportWarning(list.map(({ outcome }) => outcome.support));
  const idle = idleAxes(axes, list.map(answerKey)).map(idleWarning);
  return [...sharedWarnings(list), ...idle, ...(unsupported === null ? [] : [unsupported])];
}

/** Each warning once, with the variant it is about where it does not hold for all. */
function sharedWarnings(list: readonly Compared[]): Warning[] {
  const found = new Map<string, { warning: Warning; names: string[] }>();
  for (const { variant, outcome } of list) {
    for (const warning of [...outcome.warnings, ...outcome.result.warnings]) {
      const kept = found.get(warning.message) ?? { warning, names: [] };
      if (!kept.names.includes(variant.name)) kept.names.push(variant.name);
      found.set(warning.message, kept);
    }
  }
  return [...found.values()].map(({ warning, names }) =>
    names.length === list.length
      ? warning
      : { ...warning, message: `${names.join('; ')}: ${warning.message}` },
  );
}

/** The same of two variants whose answers do not differ. */
const answerKey = ({ outcome: { result } }: Compared): string =>
  JSON.stringify([result.runtime, result.lambda, result.tolerance.map(({ delta }) => String(delta))]);
