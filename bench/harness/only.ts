/** A part of a plan, by names. */
import type { Plan } from './case.js';

/** The case that a stage is part of. */
const caseOf = (name: string): string => name.split(': ')[0];

/** Cases whose names hold one of `words`, and what their ratios and slopes need. Throws on a word that no name holds. */
export function only(plan: Plan, words: readonly string[]): Plan {
  if (words.length === 0) return plan;
  const names = plan.cases.map(({ name }) => name);
  const unknown = words.filter((word) => !names.some((name) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`no case is called ${unknown.join(', ')}:\n${names.join('\n')}`);
  const query = new Set(names.filter((name) => words.some((word) => name.includes(word))));
  const pairs = plan.pairs.filter(({ of }) => query.has(caseOf(of)));
  const series = plan.series.filter(({ points }) => points.every((point) => query.has(point.case)));
  const needed = new Set([
    ...query,
    ...pairs.map(({ over }) => caseOf(over)),
    ...series.map(({ start }) => start),
  ]);
  return { ...plan, cases: plan.cases.filter(({ name }) => needed.has(name)), pairs, series };
}
