/** Variants side by side as JSON, CSV and a table. */
import type { BudgetTolerance } from '../../analysis/budget.js';
import type { ClassTolerance } from '../../analysis/compare.js';
import { shortValue, type Variant, type VariantAxis } from '../../analysis/compare-variants.js';
import { type Judgement, judge } from '../../analysis/judge.js';
import { sharedBase } from '../../report/crossovers.js';
import { verdictText } from '../../report/verdict.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units/units.js';
import { sharingText } from '../machine/text.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { type ColumnHead, type TableRows, table } from '../output/table.js';
import type { VariantOutcome } from '../workers/plan.js';
import { type CrossoverFacts, crossoverCell, crossoverJson, crossoversText } from './crossovers.js';
import { percentText, sensitivityJson, toleranceJson } from './solution.js';

/** A variant with its answer. */
export interface Compared {
  readonly variant: Variant;
  readonly outcome: VariantOutcome;
}

/** Variants with what they are as a whole. */
export interface Comparison {
  readonly axes: readonly VariantAxis[];
  readonly list: readonly Compared[];
  readonly judgement: Judgement;
  /** Whether the user named the latencies between which variants are compared. */
  readonly asked: boolean;
}

export const comparisonOf = (
  axes: readonly VariantAxis[],
  list: readonly Compared[],
  asked = false,
): Comparison => ({ axes, list, asked, judgement: judge(list.map(({ outcome }) => outcome)) });

const namesOf = (list: readonly Compared[]): string[] => list.map(({ variant }) => variant.name);

export function crossoverFacts({ list, asked }: Comparison): CrossoverFacts {
  const judged = list.filter(({ outcome }) => outcome.support.supported);
  const base = sharedBase(judged.map(({ outcome }) => outcome.result));
  return { names: namesOf(list), base, asked };
}

/** Whether variants differ in their machines, not only in their algorithms. */
export const machinesVary = (axes: readonly VariantAxis[]): boolean =>
  axes.some(({ kind, values }) => kind !== 'collective' && values.length > 1);

export function comparisonJson(comparison: Comparison): Record<string, unknown> {
  const { axes, list, judgement } = comparison;
  const { best, tolerant, alike, budgets, crossovers } = judgement;
  const facts = crossoverFacts(comparison);
  return {
    axes: axes.map(({ kind, name, values }) => ({ kind, name, values })),
    variants: list.map(({ variant, outcome }, i) => ({
      name: variant.name,
      choice: choiceJson(axes, variant),
      operations: outcome.counts.operations,
      messages: outcome.counts.messages,
      dependencies: outcome.counts.dependencies,
      ...(machinesVary(axes) ? { machine: outcome.machine.json } : {}),
      ...resultJson(outcome, budgets[i]),
    })),
    best: list[best]?.variant.name ?? null,
    most_tolerant: list[tolerant]?.variant.name ?? null,
    best_alike: alike.runtime.map((i) => list[i].variant.name),
    most_tolerant_alike: alike.tolerance.map((i) => list[i].variant.name),
    crossovers: crossovers.map((one) => crossoverJson(one, facts)),
  };
}

function choiceJson(axes: readonly VariantAxis[], variant: Variant): { axis: string; value: string }[] {
  return axes.map(({ name }, i) => ({ axis: name, value: variant.values[i] }));
}

export function resultJson(
  { result, support }: VariantOutcome,
  budgets: readonly BudgetTolerance[],
): Record<string, unknown> {
  return {
    ...sensitivityJson(result),
    supported: support.supported,
    unsupported_reason: support.reason,
    tolerance: result.tolerance.map((one) => toleranceJson(result.axis, one)),
    budget: budgets.map((one) => budgetJson(result.axis, one)),
    ...(result.classes === null
      ? {}
      : { classes: result.classes.map(classJson), limiting_class: result.limitingClass }),
  };
}

/** Why there is no distance, or that it has no end. */
const reasonOf = ({ delta, reason }: BudgetTolerance): string | null =>
  delta === Number.POSITIVE_INFINITY ? 'unlimited' : reason;

function budgetJson(axis: Axis, budget: BudgetTolerance): Record<string, unknown> {
  const { percent, limit, delta } = budget;
  return {
    pct: percent,
    runtime_ns: limit,
    latency_ns: axis.relative || delta === null ? null : finite(axis.base + delta),
    delta_ns: delta === null ? null : finite(delta),
    reason: reasonOf(budget),
  };
}

function classJson({ name, latencyNs, lambda, tolerance }: ClassTolerance): Record<string, unknown> {
  return {
    name,
    latency_ns: latencyNs,
    lambda,
    tolerance: tolerance.map(({ percent, value, delta }) => ({
      pct: percent,
      latency_ns: finite(value),
      delta_ns: finite(delta),
    })),
  };
}

/** Names of latency classes over all variants, in the order in which they first come. */
function classNames(list: readonly Compared[]): string[] {
  return [...new Set(list.flatMap(({ outcome }) => (outcome.result.classes ?? []).map(({ name }) => name)))];
}

const classOf = ({ outcome }: Compared, name: string): ClassTolerance | undefined =>
  outcome.result.classes?.find((one) => one.name === name);

/** A row per variant and percentage; `best` is 1 for the least runtime, of all that have it. */
export function comparisonCsv({ axes, list, judgement }: Comparison): CsvTable {
  const { alike, budgets, crossovers } = judgement;
  const names = namesOf(list);
  const classes = classNames(list);
  const header = [
    'name',
    ...axes.map(({ name }) => name),
    'pct',
    'runtime_ns',
    'lambda_L',
    'rho_L',
    'latency_ns',
    'delta_ns',
    'budget_ns',
    'budget_delta_ns',
    'budget_reason',
    ...classes.flatMap((name) => [`lambda_${name}`, `delta_${name}_ns`]),
    ...(classes.length > 0 ? ['limiting_class'] : []),
    'supported',
    'crossovers',
    'best',
    'most_tolerant',
    ...['lambda_G', 'lambda_o', 'range_low_ns', 'range_high_ns'],
    ...['operations', 'messages', 'dependencies', 'unsupported_reason'],
  ];
  const rows = list.flatMap((one, i) => {
    const { result, counts, support } = one.outcome;
    return result.tolerance.map((tolerance, p) => [
      one.variant.name,
      ...one.variant.values,
      tolerance.percent,
      result.runtime,
      result.lambda.L,
      result.rho,
      result.axis.relative ? null : tolerance.value,
      tolerance.delta,
      budgets[i][p].limit,
      budgets[i][p].delta,
      reasonOf(budgets[i][p]),
      ...classes.flatMap((name) => {
        const found = classOf(one, name);
        return [found?.lambda ?? null, found?.tolerance[p].delta ?? null];
      }),
      ...(classes.length > 0 ? [result.limitingClass] : []),
      one.outcome.support.supported ? 1 : 0,
      crossoverCell(crossovers, i, names),
      alike.runtime.includes(i) ? 1 : 0,
      alike.tolerance.includes(i) ? 1 : 0,
      ...[result.lambda.G, result.lambda.o, finite(result.range.low), finite(result.range.high)],
      ...[counts.operations, counts.messages, counts.dependencies, support.reason],
    ]);
  });
  return csvTable(header, rows);
}

/** What varies, then T, λ, ρ and tolerances; with latency classes λ and tolerance of each, and which one ends it. */
export function comparisonTable(comparison: Comparison): string {
  const { heads, rows } = comparisonRows(comparison);
  return `${table(heads, rows)}\n${comparisonNotes(comparison)}`;
}

export function comparisonRows(comparison: Comparison): TableRows {
  const { axes, list, judgement } = comparison;
  const { budgets } = judgement;
  const varying = axes.flatMap((axis, i) => (axis.values.length > 1 ? [{ axis, i }] : []));
  const classes = classNames(list);
  const percents = list[0].outcome.result.tolerance.map(({ percent }) => percent);
  const heads: ColumnHead[] = [
    ...(varying.length === 0
      ? [{ title: 'variant', align: 'left' as const }]
      : varying.map(({ axis }) => ({ title: axis.name, align: 'left' as const }))),
    { title: 'T' },
    { title: 'λ_L', spare: 4 },
    { title: 'ρ_L', spare: 1 },
    ...percents.map((percent, i) => ({ title: `ΔL at ${percent} %`, ...(i > 0 && { spare: 3 }) })),
    ...classes.map((name) => ({ title: `λ ${name}`, spare: 2 })),
    ...classes.map((name) => ({ title: `Δ ${name}` })),
    ...(classes.length > 0 ? [{ title: 'limited by', align: 'left' as const }] : []),
    { title: '', align: 'left' },
  ];
  const rows = list.map((one, i) => {
    const { result } = one.outcome;
    return [
      ...(varying.length === 0
        ? [one.variant.name]
        : varying.map(({ axis, i: at }) => shortValue(axis, one.variant.values[at]))),
      formatTime(result.runtime),
      String(result.lambda.L),
      percentText(result.rho),
      ...budgets[i].map(budgetText),
      ...classes.map((name) => String(classOf(one, name)?.lambda ?? '')),
      ...classes.map((name) => deltaText(classOf(one, name)?.tolerance[0].delta)),
      ...(classes.length > 0 ? [result.limitingClass ?? 'none'] : []),
      markOf(judgement, i),
    ];
  });
  return { heads, rows };
}

/** What the columns mean, and where variants cross. */
export function comparisonNotes(comparison: Comparison): string {
  const { list, judgement } = comparison;
  const { budgets } = judgement;
  const classes = classNames(list);
  const percents = list[0].outcome.result.tolerance.map(({ percent }) => percent);
  const note =
    classes.length > 0
      ? `Δ of a class: how much slower it may get alone until a variant takes ${percents[0]} % longer than it does\n`
      : '';
  const crossings = crossoversText(judgement.crossovers, crossoverFacts(comparison));
  return `${budgetNote(budgets)}${note}${crossings}`;
}

/** What the columns of ΔL are measured against. */
export function budgetNote(budgets: readonly (readonly BudgetTolerance[])[]): string {
  const limits = budgets[0].flatMap(({ percent, limit }) =>
    limit === null ? [] : [`${formatTime(limit)} (${percent} % over the least)`],
  );
  if (limits.length === 0) return 'no variant can be priced: nothing is marked, and there is no budget\n';
  return `ΔL: latency that may be added until T exceeds ${limits.join(', ')}\n`;
}

/** A distance on the budget of all, or why there is none. */
export function budgetText({ delta, reason }: BudgetTolerance): string {
  if (delta !== null) return deltaText(delta);
  return reason === 'unsupported' ? 'not priced' : 'over budget';
}

export function deltaText(delta: number | undefined): string {
  if (delta === undefined) return '';
  return Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited';
}

function markOf({ alike: { runtime, tolerance } }: Judgement, i: number): string {
  const verdict = verdictText([
    ['fastest', runtime.includes(i), runtime.length],
    ['most tolerant', tolerance.includes(i), tolerance.length],
  ]);
  return verdict === '' ? '' : `← ${verdict}`;
}

/** What machines that differ have in common: how CPU and NIC are shared, where it is the same on all. */
export function machinesText(list: readonly Compared[]): string {
  const found = new Set(list.map(({ outcome }) => sharingText(outcome.machine)));
  return found.size === 1 ? `machines: ${[...found].join('')}\n` : '';
}
