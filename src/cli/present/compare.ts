/** Variants side by side as JSON, CSV and a table. */
import { bestOf, type ClassTolerance, scoreOf } from '../../analysis/compare.js';
import { shortValue, type Variant, type VariantAxis } from '../../analysis/compare-variants.js';
import { formatTime } from '../../units/units.js';
import { csv } from '../csv.js';
import { finite } from '../json.js';
import { type ColumnHead, table } from '../table.js';
import type { VariantOutcome } from '../workers/plan.js';
import { percentText, sensitivityJson, toleranceJson } from './solution.js';

/** A variant with its answer. */
export interface Compared {
  readonly variant: Variant;
  readonly outcome: VariantOutcome;
}

export interface Verdict {
  /** Index of the least runtime. */
  readonly best: number;
  /** Index of the largest tolerance at the first percentage. */
  readonly tolerant: number;
}

export function verdictOf(list: readonly Compared[]): Verdict {
  const scores = list.map(({ outcome }) => scoreOf(outcome.result));
  return { best: bestOf('runtime', scores), tolerant: bestOf('tolerance', scores) };
}

/** Whether variants differ in their machines, not only in their algorithms. */
const machinesVary = (axes: readonly VariantAxis[]): boolean =>
  axes.some(({ kind, values }) => kind !== 'collective' && values.length > 1);

export function comparisonJson(
  axes: readonly VariantAxis[],
  list: readonly Compared[],
): Record<string, unknown> {
  const { best, tolerant } = verdictOf(list);
  return {
    axes: axes.map(({ kind, name, values }) => ({ kind, name, values })),
    variants: list.map(({ variant, outcome }) => ({
      name: variant.name,
      choice: choiceJson(axes, variant),
      operations: outcome.counts.operations,
      messages: outcome.counts.messages,
      dependencies: outcome.counts.dependencies,
      ...(machinesVary(axes) ? { machine: outcome.machine } : {}),
      ...resultJson(outcome),
    })),
    best: list[best].variant.name,
    most_tolerant: list[tolerant].variant.name,
  };
}

function choiceJson(axes: readonly VariantAxis[], variant: Variant): { axis: string; value: string }[] {
  return axes.map(({ name }, i) => ({ axis: name, value: variant.values[i] }));
}

export function resultJson({ result }: VariantOutcome): Record<string, unknown> {
  return {
    ...sensitivityJson(result),
    tolerance: result.tolerance.map((one) => toleranceJson(result.axis, one)),
    ...(result.classes === null
      ? {}
      : { classes: result.classes.map(classJson), limiting_class: result.limitingClass }),
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

/** A row per variant and percentage; `best` is 1 for the least runtime. */
export function comparisonCsv(axes: readonly VariantAxis[], list: readonly Compared[]): string {
  const { best, tolerant } = verdictOf(list);
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
    ...classes.flatMap((name) => [`lambda_${name}`, `delta_${name}_ns`]),
    ...(classes.length > 0 ? ['limiting_class'] : []),
    'best',
    'most_tolerant',
  ];
  const rows = list.flatMap((one, i) => {
    const { result } = one.outcome;
    return result.tolerance.map((tolerance, p) => [
      one.variant.name,
      ...one.variant.values,
      tolerance.percent,
      result.runtime,
      result.lambda.L,
      result.rho,
      result.axis.relative ? null : tolerance.value,
      tolerance.delta,
      ...classes.flatMap((name) => {
        const found = classOf(one, name);
        return [found?.lambda ?? null, found?.tolerance[p].delta ?? null];
      }),
      ...(classes.length > 0 ? [result.limitingClass] : []),
      i === best ? 1 : 0,
      i === tolerant ? 1 : 0,
    ]);
  });
  return csv(header, rows);
}

/** What varies, then T, λ, ρ and tolerances; with latency classes λ and tolerance of each, and which one ends it. */
export function comparisonTable(axes: readonly VariantAxis[], list: readonly Compared[]): string {
  const verdict = verdictOf(list);
  const varying = axes.flatMap((axis, i) => (axis.values.length > 1 ? [{ axis, i }] : []));
  const classes = classNames(list);
  const percents = list[0].outcome.result.tolerance.map(({ percent }) => percent);
  const heads: ColumnHead[] = [
    ...(varying.length === 0
      ? [{ title: 'variant', align: 'left' as const }]
      : varying.map(({ axis }) => ({ title: axis.name, align: 'left' as const }))),
    { title: 'T' },
    { title: 'λ_L' },
    { title: 'ρ_L' },
    ...percents.map((percent) => ({ title: `ΔL at ${percent} %` })),
    ...classes.map((name) => ({ title: `λ ${name}` })),
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
      ...result.tolerance.map(({ delta }) => deltaText(delta)),
      ...classes.map((name) => String(classOf(one, name)?.lambda ?? '')),
      ...classes.map((name) => deltaText(classOf(one, name)?.tolerance[0].delta)),
      ...(classes.length > 0 ? [result.limitingClass ?? 'none'] : []),
      markOf(verdict, i),
    ];
  });
  const note =
    classes.length > 0 ? `\nΔ of a class: how much slower it may get alone, at ${percents[0]} %\n` : '';
  return `${table(heads, rows)}${note}`;
}

export function deltaText(delta: number | undefined): string {
  if (delta === undefined) return '';
  return Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited';
}

function markOf({ best, tolerant }: Verdict, i: number): string {
  if (i === best) return i === tolerant ? '← fastest, most tolerant' : '← fastest';
  return i === tolerant ? '← most tolerant' : '';
}

/** The machine of `--json` in a line. */
export function machineText(machine: Record<string, unknown>): string {
  const time = (value: unknown): string => (typeof value === 'number' ? formatTime(value) : 'by size');
  const byClass = machine.latency_by_class_ns;
  const latency =
    typeof byClass === 'object' && byClass !== null
      ? Object.entries(byClass)
          .map(([name, value]) => `${name} ${time(value)}`)
          .join(', ')
      : `L ${time(machine.latency_ns)}`;
  const { platform } = machine;
  const name =
    typeof platform === 'object' && platform !== null && 'name' in platform && 'mapping' in platform
      ? `platform ${String(platform.name)} ${String(platform.mapping)}`
      : `machine ${String(machine.source)}`;
  return `${name}: ${latency}, o ${time(machine.overhead_ns)}\n`;
}
