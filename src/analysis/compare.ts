/** One program in several variants: what each bears, and which is best. */
import type { Interval } from '../solve/engine.js';
import { classAxis } from '../timing/axis.js';
import type { BudgetTolerance } from './budget.js';
import { addedUntil, type LatencyCurve, latencyCurve } from './latency-curve.js';
import type { Model } from './model.js';
import { largestWithin } from './orders.js';
import { type Tolerance, type ToleranceResult, tolerance } from './tolerance.js';

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

/** What a comparison knows of one variant: T in ns, λ, ρ and its curve in the latency. */
export interface VariantResult extends ToleranceResult {
  /** Each latency class alone; null on a machine with one. */
  readonly classes: readonly ClassTolerance[] | null;
  /**
   * The class that ends the tolerance: the one with the smallest distance at the first percentage. Null on a machine
   * with one class, and where no class has an end.
   */
  readonly limitingClass: string | null;
  /** T over added latency, for comparisons with others: as far as the tolerances and what was asked for. */
  readonly curve: LatencyCurve;
  /** Where it is compared with others, as added latency, ns; `high` is Infinity where T does not grow. */
  readonly followed: Interval;
}

/** How far a variant is followed over the latency. */
export interface Follow {
  /** Until it is so many percent slower than at the machine. */
  readonly percent?: number;
  /** Added latencies, instead. */
  readonly range?: Interval;
}

/** Slowdown up to which variants are compared unless said otherwise: whoever takes twice as long is out. */
export const FOLLOWED_PERCENT = 100;

/** The tolerances of the latency as a whole and of each of its classes. `percents` as in [1, 2, 5]. */
export async function variantResult(
  model: Model,
  percents: readonly number[],
  follow: Follow = {},
): Promise<VariantResult> {
  const known = await tolerance(model, percents);
  const result = { ...known, ...(await curveOf(model, known, follow)) };
  const { latencies } = model.machine.network;
  if (latencies.length === 1) return { ...result, classes: null, limitingClass: null };
  const classes: ClassTolerance[] = [];
  for (const [index, { name, latencyNs }] of latencies.entries()) {
    const lambda = result.lambdaByClass?.[name] ?? 0;
    classes.push({
      name,
      latencyNs,
      lambda,
      tolerance: await classTolerance(model, index, percents, result.runtime),
    });
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
  const list: Tolerance[] = [];
  for (const percent of percents) {
    const { x: value } = await largestWithin(model, axis, runtime * (1 + percent / 100));
    list.push({ percent, value, delta: value - axis.base });
  }
  return list;
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

/** What decides between variants: less runtime is better, more tolerance is better. */
export interface VariantScore {
  /** Collectives that the model cannot price; with fewer of them a variant is the better one, whatever it takes. */
  readonly unpriced?: number;
  /** T at the machine, ns. */
  readonly runtime: number;
  /** Latency that may be added on the budget of all, ns; −Infinity over it. */
  readonly tolerance: number;
}

/** `budget`: at the first percentage. */
export const scoreOf = (
  { runtime }: Pick<ToleranceResult, 'runtime'>,
  budget: Pick<BudgetTolerance, 'delta'>,
  unpriced = 0,
): VariantScore => ({ unpriced, runtime, tolerance: budget.delta ?? Number.NEGATIVE_INFINITY });

/** What is sought: the least runtime, or the largest tolerance. */
export type Objective = 'runtime' | 'tolerance';

/** Figures that are no further apart, relative, are the same: sums of the same terms in another order. */
const SAME = 1e-9;

function isLess(a: number, b: number): boolean {
  const [finite, most] = [Number.isFinite(a) && Number.isFinite(b), Math.max(Math.abs(a), Math.abs(b))];
  return finite ? b - a > SAME * most : a < b;
}

/** Whether two figures are the same but for rounding. */
export const isSame = (a: number, b: number): boolean => !isLess(a, b) && !isLess(b, a);

/** Whether `a` is better than `b`; where the objective ties, by the other figure. */
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
