/** Compares variants: evaluates them in workers; JSON, CSV and a table with crossovers. */

import { supportWarning } from '../../analysis/collective-support.js';
import { type Crossover, crossingsOf } from '../../analysis/curve-crossovers.js';
import {
  type BudgetTolerance,
  type ClassTolerance,
  idleAxes,
  idleWarning,
  type Judgement,
  judge,
  namedCollectives,
  shortValue,
  type Variant,
  type VariantAxis,
} from '../../analysis/rank-variants.js';
import { joinWarnings, type Warning } from '../../errors.js';
import {
  crossoverText,
  type LatencyWords,
  latencyText,
  sharedBase,
  verdictText,
} from '../../report/crossover-text.js';
import type { Program } from '../../sources/program.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units.js';
import type { LoadedProgram } from '../input/find-input.js';
import {
  type Answer,
  type Plots,
  regionOfVariantsJson,
  regionOfVariantsText,
  sharedWarnings,
  startAndEndWarning,
  unequalIterations,
} from '../output/answer.js';
import { addedText, type Column, finite, table, tableCsv, tableRows } from '../output/table.js';
import { sharingText } from '../pipeline/machine-of-flags.js';
import type { ProgressBar } from '../process/progress.js';
import type { EvaluationSettings, VariantOutcome, VariantPlan } from '../workers/plan.js';
import { evaluateVariants } from '../workers/pool.js';
import { count, sensitivityJson, toleranceJson } from './solution-text.js';

/** Most sentences below a table; `--json` has all. */
const MOST_SENTENCES = 20;

/** Facts for the sentences. */
interface CrossoverFacts extends LatencyWords {
  readonly names: readonly string[];
  /** Whether the user gave an interval. */
  readonly asked: boolean;
}

function crossoverJson(one: Crossover, { names, base }: CrossoverFacts): Record<string, unknown> {
  const deltas = crossingsOf(one);
  return {
    variants: [names[one.first], names[one.second]],
    range_delta_ns: [one.low, finite(one.high)],
    crossover_delta_ns: deltas,
    crossover_latency_ns: base === null ? null : deltas.map((delta) => base + delta),
    stretches: one.stretches.map(({ from, to, faster }) => ({
      from_delta_ns: from,
      to_delta_ns: finite(to),
      faster: faster === 'neither' ? null : names[faster === 'first' ? one.first : one.second],
    })),
  };
}

/** Crossovers of variant `i`: `added ns:name`, separated by semicolons. */
function crossoverCell(list: readonly Crossover[], i: number, names: readonly string[]): string {
  return list
    .filter(({ first, second }) => first === i || second === i)
    .flatMap((one) => {
      const other = names[one.first === i ? one.second : one.first];
      return crossingsOf(one).map((delta) => `${delta}:${other}`);
    })
    .join('; ');
}

/** A sentence for each pair that crosses, and the number of other pairs; nothing without pairs. */
function crossoversText(list: readonly Crossover[], facts: CrossoverFacts): string {
  if (list.length === 0) return '';
  const crossing = list.filter(({ stretches }) => stretches.length > 1);
  const sentences = crossing
    .slice(0, MOST_SENTENCES)
    .map((one) => `  ${crossoverText(one, facts.names, facts)}${reachText(one, facts)}\n`);
  const more = crossing.length - sentences.length;
  const rest = list.length - crossing.length;
  return [
    `\ncrossovers ${scopeText(list, facts)}:\n`,
    ...sentences,
    more > 0 ? `  and ${more} more (see --json)\n` : '',
    rest === 0 ? '' : `  ${crossing.length === 0 ? 'none' : `none for the other ${count(rest, 'pair')}`}\n`,
  ].join('');
}

function scopeText([{ low, high }]: readonly Crossover[], facts: CrossoverFacts): string {
  if (facts.asked) return `from ${latencyText(facts, low)} to ${latencyText(facts, high)}`;
  return 'up to the latency that doubles T of one variant of a pair';
}

const reachText = ({ high }: Crossover, facts: CrossoverFacts): string =>
  facts.asked || !Number.isFinite(high) ? '' : ` (searched up to ${latencyText(facts, high)})`;

/** A variant with its answer. */
interface Compared {
  readonly variant: Variant;
  readonly outcome: VariantOutcome;
}

/** All variants with their comparison. */
export interface Comparison {
  readonly axes: readonly VariantAxis[];
  readonly list: readonly Compared[];
  readonly judgement: Judgement;
  /** Whether the user gave the interval of latencies. */
  readonly asked: boolean;
}

const comparisonOf = (
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

/** Whether variants differ in their machines. */
const machinesVary = (axes: readonly VariantAxis[]): boolean =>
  axes.some(({ kind, values }) => kind !== 'collective' && values.length > 1);

function comparisonJson(comparison: Comparison): Record<string, unknown> {
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
    tolerance: toleranceJson(result.axis, result.tolerance),
    budget: budgets.map((one) => budgetJson(result.axis, one)),
    ...(result.classes === null
      ? {}
      : { classes: result.classes.map(classJson), limiting_class: result.limitingClass }),
  };
}

/** Why there is no distance, or that it is unlimited. */
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

/** Names of latency classes of all variants, in order of first appearance. */
function classNames(list: readonly Compared[]): string[] {
  return [...new Set(list.flatMap(({ outcome }) => (outcome.result.classes ?? []).map(({ name }) => name)))];
}

const classOf = ({ outcome }: Compared, name: string): ClassTolerance | undefined =>
  outcome.result.classes?.find((one) => one.name === name);

/** A variant at one of the percentages. */
interface VariantRow {
  readonly one: Compared;
  readonly place: number;
  /** Of the percentage. */
  readonly p: number;
}

const resultOf = ({ one }: VariantRow): VariantOutcome['result'] => one.outcome.result;

const classColumns = (classes: readonly string[]): Column<VariantRow>[] => [
  ...classes.flatMap((name): Column<VariantRow>[] => [
    { key: `lambda_${name}`, of: ({ one }) => classOf(one, name)?.lambda },
    { key: `delta_${name}_ns`, of: ({ one, p }) => classOf(one, name)?.tolerance[p].delta },
  ]),
  ...(classes.length > 0
    ? [{ key: 'limiting_class', of: (row: VariantRow) => resultOf(row).limitingClass }]
    : []),
];

/** A row per variant and percentage; `best` is 1 for all variants with the least runtime. */
function comparisonCsv({ axes, list, judgement }: Comparison) {
  const { alike, budgets, crossovers } = judgement;
  const names = namesOf(list);
  const budgetOf = ({ place, p }: VariantRow): BudgetTolerance => budgets[place][p];
  const columns: readonly Column<VariantRow>[] = [
    { key: 'name', of: ({ one }) => one.variant.name },
    ...axes.map(({ name }, i): Column<VariantRow> => ({ key: name, of: ({ one }) => one.variant.values[i] })),
    { key: 'pct', of: (row) => resultOf(row).tolerance[row.p].percent },
    { key: 'runtime_ns', of: (row) => resultOf(row).runtime },
    { key: 'lambda_L', of: (row) => resultOf(row).lambda.L },
    { key: 'rho_L', of: (row) => resultOf(row).rho },
    {
      key: 'latency_ns',
      of: (row) => (resultOf(row).axis.relative ? null : resultOf(row).tolerance[row.p].value),
    },
    { key: 'delta_ns', of: (row) => resultOf(row).tolerance[row.p].delta },
    { key: 'budget_ns', of: (row) => budgetOf(row).limit },
    { key: 'budget_delta_ns', of: (row) => budgetOf(row).delta },
    { key: 'budget_reason', of: (row) => reasonOf(budgetOf(row)) },
    ...classColumns(classNames(list)),
    { key: 'supported', of: ({ one }) => Number(one.outcome.support.supported) },
    { key: 'crossovers', of: ({ place }) => crossoverCell(crossovers, place, names) },
    { key: 'best', of: ({ place }) => Number(alike.runtime.includes(place)) },
    { key: 'most_tolerant', of: ({ place }) => Number(alike.tolerance.includes(place)) },
    { key: 'lambda_G', of: (row) => resultOf(row).lambda.G },
    { key: 'lambda_o', of: (row) => resultOf(row).lambda.o },
    { key: 'range_low_ns', of: (row) => resultOf(row).range.low },
    { key: 'range_high_ns', of: (row) => resultOf(row).range.high },
    { key: 'operations', of: ({ one }) => one.outcome.counts.operations },
    { key: 'messages', of: ({ one }) => one.outcome.counts.messages },
    { key: 'dependencies', of: ({ one }) => one.outcome.counts.dependencies },
    { key: 'unsupported_reason', of: ({ one }) => one.outcome.support.reason },
  ];
  const rows = list.flatMap((one, place) => one.outcome.result.tolerance.map((_, p) => ({ one, place, p })));
  return tableCsv(columns, rows);
}

/** The varied settings, then T, λ, ρ and tolerances; λ and tolerance of each latency class, and the limiting class. */
function comparisonTable(comparison: Comparison): string {
  const { heads, rows } = comparisonRows(comparison);
  return `${table(heads, rows)}\n${comparisonNotes(comparison)}`;
}

function comparisonRows({ axes, list, judgement }: Comparison) {
  const { budgets } = judgement;
  const classes = classNames(list);
  const percents = list[0].outcome.result.tolerance.map(({ percent }) => percent);
  const left = { align: 'left' } as const;
  const varying = axes.flatMap((axis, i): Column<VariantRow>[] =>
    axis.values.length > 1
      ? [
          {
            ...left,
            rowKey: true,
            title: axis.name,
            text: ({ one }) => shortValue(axis, one.variant.values[i]),
          },
        ]
      : [],
  );
  const named: Column<VariantRow> = {
    ...left,
    rowKey: true,
    title: 'variant',
    text: ({ one }) => one.variant.name,
  };
  const columns: Column<VariantRow>[] = [
    ...(varying.length === 0 ? [named] : varying),
    { key: 'runtime_ns', title: 'T', of: (row) => resultOf(row).runtime },
    { key: 'lambda_L', title: 'λ_L', spare: 4, of: (row) => resultOf(row).lambda.L },
    { key: 'rho_L', title: 'ρ_L', spare: 1, of: (row) => resultOf(row).rho },
    ...percents.map(
      (percent, i): Column<VariantRow> => ({
        ...{ title: `ΔL at ${percent} %`, ...(i > 0 && { spare: 3 }) },
        text: ({ place }) => budgetText(budgets[place][i]),
      }),
    ),
    ...classes.map(
      (name): Column<VariantRow> => ({
        ...{ title: `λ ${name}`, spare: 2, text: ({ one }) => String(classOf(one, name)?.lambda ?? '') },
      }),
    ),
    ...classes.map(
      (name): Column<VariantRow> => ({
        ...{ title: `Δ ${name}`, text: ({ one }) => deltaText(classOf(one, name)?.tolerance[0].delta) },
      }),
    ),
  ];
  if (classes.length > 0)
    columns.push({ ...left, title: 'limited by', text: (row) => resultOf(row).limitingClass ?? 'none' });
  columns.push({ ...left, title: '', text: ({ place }) => markOf(judgement, place) });
  return tableRows(
    columns,
    list.map((one, place) => ({ one, place, p: 0 })),
  );
}

/** Meaning of the columns, and crossovers. */
function comparisonNotes(comparison: Comparison): string {
  const { list, judgement } = comparison;
  const { budgets } = judgement;
  const classes = classNames(list);
  const percents = list[0].outcome.result.tolerance.map(({ percent }) => percent);
  const note =
    classes.length > 0
      ? `Δ of a class: latency that may be added to this class alone until the variant is ${percents[0]} % slower\n`
      : '';
  const crossings = crossoversText(judgement.crossovers, crossoverFacts(comparison));
  return `${budgetNote(budgets)}${note}${crossings}`;
}

/** The limit of the columns of ΔL. */
export function budgetNote(budgets: readonly (readonly BudgetTolerance[])[]): string {
  const limits = budgets[0].flatMap(({ percent, limit }) =>
    limit === null ? [] : [`${formatTime(limit)} (${percent} % above the fastest)`],
  );
  if (limits.length === 0)
    return 'no variant can be priced on this machine, so there is no fastest one and no ΔL\n';
  return `ΔL: latency that may be added before T exceeds ${limits.join(', ')}\n`;
}

/** Latency that may be added until the common limit of T, or why there is none. */
export function budgetText({ delta, reason }: BudgetTolerance): string {
  if (delta !== null) return deltaText(delta);
  return reason === 'unsupported' ? 'not priced' : 'over the limit';
}

const deltaText = (delta: number | undefined): string => (delta === undefined ? '' : addedText(delta));

function markOf({ alike: { runtime, tolerance } }: Judgement, i: number): string {
  const verdict = verdictText([
    ['fastest', runtime.includes(i), runtime.length],
    ['most tolerant', tolerance.includes(i), tolerance.length],
  ]);
  return verdict === '' ? '' : `← ${verdict}`;
}

/** How CPU and NIC are shared, if all machines agree. */
function machinesText(list: readonly Compared[]): string {
  const found = new Set(list.map(({ outcome }) => sharingText(outcome.machine)));
  return found.size === 1 ? `machines: ${[...found].join('')}\n` : '';
}

/** Variants, the plan of each, and common settings. */
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

export const comparisonView = (input: LoadedProgram, comparison: Comparison): Answer => ({
  json: () => ({
    input: inputOf(input, comparison),
    machine: comparison.list[0].outcome.machine.json,
    result: comparisonJson(comparison),
    warnings: comparisonWarnings(comparison),
  }),
  csv: () => comparisonCsv(comparison),
  text: () => comparisonText(input, comparison),
  shared: () => ({
    head: machineHead(comparison),
    ...comparisonRows(comparison),
    more: comparisonNotes(comparison),
  }),
});

/** Counts that all variants share. */
function inputOf({ info }: LoadedProgram, { list }: Comparison): Record<string, unknown> {
  const { ranks, operations, messages, dependencies } = list[0].outcome.counts;
  const same = list.every((one) => one.outcome.counts.operations === operations);
  const region = regionOfVariantsJson(list.map(({ outcome }) => outcome.region));
  return { ...info, ...region, ...(same ? { ranks, operations, messages, dependencies } : { ranks }) };
}

function comparisonText({ info }: LoadedProgram, comparison: Comparison): string {
  const { list } = comparison;
  const [{ outcome }] = list;
  const head = `${info.source}: ${count(outcome.counts.ranks, 'rank')}, ${count(list.length, 'variant')}\n`;
  const { region } = regionOfVariantsJson(list.map((one) => one.outcome.region));
  return `${head}${regionOfVariantsText(region)}${machineHead(comparison)}\n${comparisonTable(comparison)}`;
}

const machineHead = ({ axes, list }: Comparison): string =>
  machinesVary(axes) ? machinesText(list) : list[0].outcome.machine.text;

function comparisonWarnings({ axes, list, judgement }: Comparison): Warning[] {
  const own = list.map(({ variant, outcome }) => ({
    name: variant.name,
    warnings: joinWarnings(outcome, outcome.result),
  }));
  return joinWarnings(
    sharedWarnings(own),
    unequalIterations(list.map(({ variant: { name }, outcome: { region } }) => ({ name, region }))),
    endsWarning(list[Math.max(0, judgement.best)]),
    idleAxes(axes, list.map(answerKey)).map(idleWarning),
    supportWarning(list.map(({ outcome }) => outcome.support)),
  );
}

/** Of the fastest variant only, because start-up and shut-down are alike in all. */
function endsWarning({ variant, outcome }: Compared): Warning | null {
  const own = startAndEndWarning(outcome.ends);
  return own && { ...own, message: `${variant.name}: ${own.message}` };
}

/** Whether two variants have the same answer. */
const answerKey = ({ outcome: { result } }: Compared): string =>
  JSON.stringify([result.runtime, result.lambda, result.tolerance.map(({ delta }) => String(delta))]);

/** T, λ and the first tolerance of every variant, with the most tolerant marked. */
export function comparisonPicture({ comparePlot }: Plots, comparison: Comparison): string {
  const { list, judgement } = comparison;
  const rows = list.map(({ variant, outcome: { result } }, i) => ({
    name: variant.name,
    runtime: result.runtime,
    lambda: result.lambda.L,
    tolerance: judgement.budgets[i][0].delta,
    without: judgement.budgets[i][0].reason,
    curve: result,
  }));
  const [{ percent }] = list[0].outcome.result.tolerance;
  const { base, asked: curves } = crossoverFacts(comparison);
  const { best, tolerant, crossovers } = judgement;
  return comparePlot(rows, { percent, fastest: best, tolerant, crossovers, base, curves });
}
