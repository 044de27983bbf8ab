/**
 * Several programs judged on one budget: how much latency each bears until it takes longer than the fastest of them
 * may. A program's own tolerance grows with its runtime; this one does not reward slowness.
 */
import { addedWithin, type LatencyCurve } from './latency-curve.js';
import type { Tolerance } from './tolerance.js';

/** What a program must tell to be judged. */
export interface Contender {
  /** T at the machine's own latency, ns. */
  readonly runtime: number;
  /** Its own tolerances. */
  readonly tolerance: readonly Tolerance[];
  /** T over added latency, at least as far as the largest tolerance. */
  readonly curve: LatencyCurve;
  /** Whether the model can price it; what it cannot neither sets the budget nor has a place in it. */
  readonly supported: boolean;
}

/** Why a program has no distance. */
export type WithoutBudget = 'over-budget' | 'unsupported';

/** How much latency may be added until T exceeds (1 + percent/100) · the least T of all. */
export interface BudgetTolerance {
  readonly percent: number;
  /** The budget, ns; null where no program sets one. */
  readonly limit: number | null;
  /** Added latency, ns; Infinity where none is too much, null where there is no distance. */
  readonly delta: number | null;
  readonly reason: WithoutBudget | null;
}

/** The least runtime of those that are supported, ns; Infinity where none is. */
export const leastRuntime = (list: readonly Pick<Contender, 'runtime' | 'supported'>[]): number =>
  list.reduce(
    (least, one) => (one.supported ? Math.min(least, one.runtime) : least),
    Number.POSITIVE_INFINITY,
  );

/** [list] one for each of its percentages: they have the same ones. */
export function budgetTolerances(list: readonly Contender[]): BudgetTolerance[][] {
  const least = leastRuntime(list);
  return list.map((one) => one.tolerance.map((own) => within(one, own, least)));
}

function within(one: Contender, own: Tolerance, least: number): BudgetTolerance {
  const { percent } = own;
  const limit = Number.isFinite(least) ? least * (1 + percent / 100) : null;
  if (limit === null || !one.supported) return { percent, limit, delta: null, reason: 'unsupported' };
  if (one.runtime > limit) return { percent, limit, delta: null, reason: 'over-budget' };
  // The fastest is judged by its own tolerance: the same question, to the last digit.
  const delta = one.runtime === least ? own.delta : Math.max(addedWithin(one.curve, limit), 0);
  return { percent, limit, delta, reason: null };
}
