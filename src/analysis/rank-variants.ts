/**
 * Variants of one program: their axes, the tolerance of each, their comparison on one budget and over the latency, and the
 * best.
 */

import { parseCollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import { joinWarnings, type Warning } from '../errors.js';
import type { Interval } from '../solve/engine.js';
import { classAxis } from '../timing/axis.js';
import type { Support } from './collective-support.js';
import { type Crossover, crossovers } from './curve-crossovers.js';
import { addedUntil, latencyCurve } from './exact-curve.js';
import { largestBySlowdown, type Model } from './model.js';
import { addedWithin, type LatencyCurve } from './piecewise.js';
import { type Tolerance, type ToleranceResult, tolerance } from './sensitivity.js';

/** What an axis changes. */
export type VariantKind = 'collective' | 'machine' | 'platform' | 'map-by';

/** One axis of variation. */
export interface VariantAxis {
  readonly kind: VariantKind;
  /** Head of its column: the collective, or the kind. */
  readonly name: string;
  /** The choices: for collectives `allreduce=ring`, otherwise a name. */
  readonly values: readonly string[];
}

/** One combination: a value of every axis. */
export interface Variant {
  /** The values of the axes that have several, such as `allreduce=ring map-by=core`. */
  readonly name: string;
  /** [axes] in their order. */
  readonly values: readonly string[];
}

export const combinationCount = (axes: readonly VariantAxis[]): number =>
  axes.reduce((product, axis) => product * axis.values.length, 1);

/** Every combination, the last axis running fastest. */
export function combinations(axes: readonly VariantAxis[]): Variant[] {
  return Array.from({ length: combinationCount(axes) }, (_, index) => {
    const values = valuesAt(axes, index);
    return { name: nameOf(axes, values), values };
  });
}

function valuesAt(axes: readonly VariantAxis[], index: number): string[] {
  const values = new Array<string>(axes.length);
  let rest = index;
  for (let i = axes.length - 1; i >= 0; i--) {
    const { length } = axes[i].values;
    values[i] = axes[i].values[rest % length];
    rest = Math.floor(rest / length);
  }
  return values;
}

function nameOf(axes: readonly VariantAxis[], values: readonly string[]): string {
  const several = axes.some((axis) => axis.values.length > 1);
  const parts = axes.flatMap(({ kind, values: all }, i) => {
    if (several && all.length === 1) return [];
    return [kind === 'collective' ? values[i] : `${kind}=${values[i]}`];
  });
  return parts.length === 0 ? 'as given' : parts.join(' ');
}

/** A value as its column shows it, whose head has the collective's name already. */
export function shortValue(axis: VariantAxis, value: string): string {
  const own = `${axis.name}=`;
  return axis.kind === 'collective' && value.startsWith(own) ? value.slice(own.length) : value;
}

/** Collectives whose algorithms the axes set; null: any. Defaults are the same in all variants. */
export function namedCollectives(axes: readonly VariantAxis[]): CollectiveName[] | null {
  const named = axes
    .filter(({ kind }) => kind === 'collective')
    .flatMap(({ values }) => values.map((value) => parseCollectiveSpec(value).collective));
  const names = named.filter((name) => name !== null);
  return names.length < named.length ? null : [...new Set(names)];
}

/** The values of one kind in a variant, in the order of the axes. */
export function valuesOf(axes: readonly VariantAxis[], variant: Variant, kind: VariantKind): string[] {
  return variant.values.filter((_, i) => axes[i].kind === kind);
}

/**
 * Axes without effect, whatever the others are, for example because the program lacks the collective. `keys`: the answer of
 * each variant, in the order of {@link combinations}.
 */
export function idleAxes(axes: readonly VariantAxis[], keys: readonly string[]): VariantAxis[] {
  return axes.filter((axis, a) => {
    if (axis.values.length < 2) return false;
    const stride = axes.slice(a + 1).reduce((product, later) => product * later.values.length, 1);
    return keys.every((key, i) => {
      const first = i - (Math.floor(i / stride) % axis.values.length) * stride;
      return key === keys[first];
    });
  });
}

export function idleWarning(axis: VariantAxis): Warning {
  const message = `${axis.name} changes neither runtime, slope nor tolerance; ${axis.values.join(', ')} give the same answer`;
  return { code: 'no-difference', message };
}

/** How much slower one latency class may get while all others stay. */
export interface ClassTolerance {
  readonly name: string;
  /** Latency of the class at the machine, ns. */
  readonly latencyNs: number;
  /** Messages of the class on the critical path. */
  readonly lambda: number;
  /** One per percentage. */
  readonly tolerance: readonly Tolerance[];
}

/** The answers for one variant: T in ns, λ, ρ and its curve in the latency. */
export interface VariantResult extends ToleranceResult {
  /** Each latency class alone; null on a machine with one. */
  readonly classes: readonly ClassTolerance[] | null;
  /**
   * The class that limits the tolerance: the one with the smallest distance at the first percentage. Null on a machine with
   * one class, and if no class has a limit.
   */
  readonly limitingClass: string | null;
  /** T over added latency, for comparisons: over the tolerances and the requested range. */
  readonly curve: LatencyCurve;
  /** Range of the comparison, as added latency, ns; `high` is Infinity if T does not grow. */
  readonly followed: Interval;
}

/** Range over which a variant is followed. */
export interface Follow {
  /** Until it is so many percent slower than at the machine. */
  readonly percent?: number;
  /** Added latencies, instead. */
  readonly range?: Interval;
}

/** Default slowdown up to which variants are compared. */
const FOLLOWED_PERCENT = 100;

/** The tolerances of the latency as a whole and of each class. `percents` as in [1, 2, 5]. */
export async function variantResult(
  model: Model,
  percents: readonly number[],
  follow: Follow = {},
): Promise<VariantResult> {
  const known = await tolerance(model, percents);
  const along = await curveOf(model, known, follow);
  const result = { ...known, ...along, warnings: joinWarnings(known, along.curve) };
  const { latencies } = model.machine.network;
  if (latencies.length === 1) return { ...result, classes: null, limitingClass: null };
  const classes: ClassTolerance[] = [];
  for (const [index, { name, latencyNs }] of latencies.entries()) {
    const lambda = result.lambdaByClass?.[name] ?? 0;
    const own = await classTolerance(model, index, percents, result.runtime);
    classes.push({ name, latencyNs, lambda, tolerance: own });
  }
  return { ...result, classes, limitingClass: limiting(classes) };
}

async function curveOf(
  model: Model,
  { runtime, tolerance: own }: ToleranceResult,
  { percent = FOLLOWED_PERCENT, range }: Follow,
): Promise<Pick<VariantResult, 'curve' | 'followed'>> {
  const most = Math.max(0, ...own.map(({ delta }) => delta));
  const followed = range ?? {
    low: 0,
    high: Math.max(most, await addedUntil(model, runtime * (1 + percent / 100))),
  };
  const curve = await latencyCurve(model, Math.min(0, followed.low), Math.max(most, followed.high));
  return { curve, followed };
}

async function classTolerance(
  model: Model,
  index: number,
  percents: readonly number[],
  runtime: number,
): Promise<Tolerance[]> {
  const axis = classAxis(model.machine, index);
  const list = await largestBySlowdown(model, axis, runtime, percents);
  return list.map(({ percent, x: value }) => ({ percent, value, delta: value - axis.base }));
}

function limiting(classes: readonly ClassTolerance[]): string | null {
  let least = Number.POSITIVE_INFINITY;
  let name: string | null = null;
  for (const one of classes) {
    const delta = one.tolerance[0]?.delta ?? Number.POSITIVE_INFINITY;
    if (delta < least) [least, name] = [delta, one.name];
  }
  return name;
}

/** A variant with its answer, and whether the model can price it. */
export interface Candidate {
  readonly result: VariantResult;
  readonly support: Support;
}

/** The fastest variant, the most tolerant one, and the crossovers. */
export interface Judgement {
  /** [variants][percentages] */
  readonly budgets: readonly (readonly BudgetTolerance[])[];
  /** Index of the least runtime among supported variants; -1 if none. */
  readonly best: number;
  /** Index of the largest tolerance on the budget of the first percentage; -1 if none. */
  readonly tolerant: number;
  /** Indices of all supported variants with the runtime of the best, and the tolerance of the most tolerant. */
  readonly alike: Readonly<Record<Objective, readonly number[]>>;
  /** Of every two that are supported. */
  readonly crossovers: readonly Crossover[];
}

/** Compares variants on one budget: the best runtime of all, increased by each percentage. */
export function judge(list: readonly Candidate[]): Judgement {
  const budgets = budgetTolerances(
    list.map(({ result, support }) => ({ ...result, supported: support.supported })),
  );
  const scores = list.map(({ result: { runtime }, support }, i) => ({
    unpriced: support.unpriced.length,
    runtime,
    tolerance: budgets[i][0].delta ?? Number.NEGATIVE_INFINITY,
  }));
  const best = bestSupported('runtime', scores);
  const tolerant = bestSupported('tolerance', scores);
  return {
    budgets,
    best,
    tolerant,
    alike: { runtime: alikeTo(best, 'runtime', scores), tolerance: alikeTo(tolerant, 'tolerance', scores) },
    crossovers: crossovers(list.map(({ result, support }) => (support.supported ? result : null))),
  };
}

/** Those equal to the best. */
function alikeTo(best: number, objective: Objective, scores: readonly VariantScore[]): number[] {
  if (best < 0) return [];
  return scores.flatMap((score, i) =>
    (score.unpriced ?? 0) === 0 && isSame(score[objective], scores[best][objective]) ? [i] : [],
  );
}

function bestSupported(objective: Objective, scores: readonly VariantScore[]): number {
  const best = bestOf(objective, scores);
  return (scores[best]?.unpriced ?? 0) === 0 ? best : -1;
}

// Several programs judged on one budget: how much latency each tolerates until it exceeds that of the fastest. A program's
// own tolerance grows with its runtime; this one does not reward slowness.

/** The data of a program that is compared. */
export interface Contender {
  /** T at the machine's own latency, ns. */
  readonly runtime: number;
  /** Its own tolerances. */
  readonly tolerance: readonly Tolerance[];
  /** T over added latency, at least as far as the largest tolerance. */
  readonly curve: LatencyCurve;
  /** Whether the model can price it; unpriced programs neither set the budget nor are ranked. */
  readonly supported: boolean;
}

/** Why a program has no distance. */
export type WithoutBudget = 'over-budget' | 'unsupported';

/** Latency that may be added until T exceeds (1 + percent/100) · the least T of all. */
export interface BudgetTolerance {
  readonly percent: number;
  /** The budget, ns; null if no program sets one. */
  readonly limit: number | null;
  /** Added latency, ns; Infinity if none is too much, null if there is no distance. */
  readonly delta: number | null;
  readonly reason: WithoutBudget | null;
}

/** The least runtime of supported programs, ns; Infinity if none. */
export const leastRuntime = (list: readonly Pick<Contender, 'runtime' | 'supported'>[]): number =>
  list.reduce(
    (least, one) => (one.supported ? Math.min(least, one.runtime) : least),
    Number.POSITIVE_INFINITY,
  );

/** [list] one for each percentage, which all programs share. */
export function budgetTolerances(list: readonly Contender[]): BudgetTolerance[][] {
  const least = leastRuntime(list);
  return list.map((one) => one.tolerance.map((own) => within(one, own, least)));
}

function within(one: Contender, own: Tolerance, least: number): BudgetTolerance {
  const { percent } = own;
  const limit = Number.isFinite(least) ? least * (1 + percent / 100) : null;
  if (limit === null || !one.supported) return { percent, limit, delta: null, reason: 'unsupported' };
  if (one.runtime > limit) return { percent, limit, delta: null, reason: 'over-budget' };
  // The fastest uses its own tolerance, which is the same to the last digit.
  const delta = one.runtime === least ? own.delta : Math.max(addedWithin(one.curve, limit), 0);
  return { percent, limit, delta, reason: null };
}

/** Objectives: less runtime is better, more tolerance is better. */
export interface VariantScore {
  /** Collectives that the model cannot price; fewer are better, whatever the runtime. */
  readonly unpriced?: number;
  /** T at the machine, ns. */
  readonly runtime: number;
  /** Tolerance on the common budget, ns; −Infinity if over it. */
  readonly tolerance: number;
}

/** What is sought: the least runtime, or the largest tolerance. */
export type Objective = 'runtime' | 'tolerance';

/** Relative difference up to which figures are equal: sums of the same terms in another order. */
const SAME = 1e-9;

function isLess(a: number, b: number): boolean {
  const [finite, most] = [Number.isFinite(a) && Number.isFinite(b), Math.max(Math.abs(a), Math.abs(b))];
  return finite ? b - a > SAME * most : a < b;
}

/** Whether two figures are the same but for rounding. */
const isSame = (a: number, b: number): boolean => !isLess(a, b) && !isLess(b, a);

/** Whether `a` is better than `b`; ties are decided by the other figure. */
export function better(objective: Objective, a: VariantScore, b: VariantScore): boolean {
  const [one, other] = [a.unpriced ?? 0, b.unpriced ?? 0];
  if (one !== other) return one < other;
  const [quicker, slower] = [isLess(a.runtime, b.runtime), isLess(b.runtime, a.runtime)];
  const [bearsMore, bearsLess] = [isLess(b.tolerance, a.tolerance), isLess(a.tolerance, b.tolerance)];
  return objective === 'runtime' ? quicker || (!slower && bearsMore) : bearsMore || (!bearsLess && quicker);
}

/** Index of the best of several scores, the first of equals; -1 of none. */
export function bestOf(objective: Objective, scores: readonly VariantScore[]): number {
  let best = scores.length === 0 ? -1 : 0;
  for (let i = 1; i < scores.length; i++) if (better(objective, scores[i], scores[best])) best = i;
  return best;
}
