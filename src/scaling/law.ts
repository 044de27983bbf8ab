/** A quantity over the number of ranks: the law that its points choose, and what it says of other numbers of ranks. */
import { InputError } from '../errors.js';
import { type FittedLaw, fitConstant, fitTerm, lawAt, type ScalingPoint, sampleOf } from './fit.js';
import { studentQuantile } from './student.js';
import { type Rounding, TERMS, twins } from './terms.js';

/** Points below which no law can be told from another. */
export const LEAST_POINTS = 3;

/** The law that points choose, with those that they do not tell from it. */
export interface ScalingLaw {
  /** By rising number of ranks. */
  readonly points: readonly ScalingPoint[];
  readonly best: FittedLaw;
  /** All that predict the points left out nearly as well as the best, which is the first. */
  readonly plausible: readonly FittedLaw[];
}

/** What a law says of one number of ranks. */
export interface ScalingPrediction {
  readonly ranks: number;
  readonly value: number;
  /** By the same law in whole rounds, where no point tells it from that: of ⌊log2 p⌋ and of ⌈log2 p⌉; null elsewhere. */
  readonly rounded: readonly [down: number, up: number] | null;
  /** Over all plausible laws, the ends of the interval that holds a value with 95 % if the law is true. */
  readonly low: number;
  readonly high: number;
  /** How many times beyond the nearest point: 1 between the points. */
  readonly beyond: number;
}

/** A law with a term must err at most this much of what a constant does, each point predicted by the others. */
const CLEARLY_BETTER = 0.5;
/** Of Student's distribution: how many times the error of the best other laws may have, and not be told apart by so few points. */
const CONFIDENCE = 0.95;

/**
 * Chooses c₀ + c₁ · p^i · log2(p)^j, or that of whole rounds, by leave-one-out cross-validation: a constant unless a term predicts points that were
 * left out at least twice as well. Values are of quantities that are never negative. Throws InputError for fewer than
 * {@link LEAST_POINTS} points, for two at one number of ranks, and for values that are not finite.
 */
export function scalingLaw(points: readonly ScalingPoint[]): ScalingLaw {
  checkPoints(points);
  const sorted = [...points].sort((a, b) => a.ranks - b.ranks);
  const sample = sampleOf(sorted);
  const constant = fitConstant(sample);
  if (constant.exact) return { points: sorted, best: constant, plausible: [constant] };
  const laws = TERMS.flatMap((term) => fitTerm(sample, term) ?? []).sort(
    (a, b) => a.crossError - b.crossError,
  );
  const better = laws.filter(({ crossError }) => crossError <= CLEARLY_BETTER * constant.crossError);
  const all = better.length > 0 ? [...laws, constant] : [constant, ...laws];
  const [best] = all;
  const nearly = studentQuantile(CONFIDENCE, sorted.length - 2) * best.crossError;
  const plausible = all.filter(({ crossError }) => crossError <= nearly);
  return { points: sorted, best, plausible };
}

function checkPoints(points: readonly ScalingPoint[]): void {
  checkRanks(points.map(({ ranks }) => ranks));
  if (points.some(({ ranks, value }) => !(ranks >= 1) || !Number.isFinite(value)))
    throw new InputError({ what: 'a value is not finite', mend: 'leave its quantity out' });
}

/** Throws InputError for fewer than {@link LEAST_POINTS} numbers of ranks, and for one that comes twice. */
export function checkRanks(ranks: readonly number[]): void {
  const different = new Set(ranks);
  if (different.size < ranks.length)
    throw new InputError({
      what: 'two programs have the same number of ranks',
      mend: 'keep one of them: runs of one size tell of noise, not of scaling',
    });
  if (different.size < LEAST_POINTS)
    throw new InputError({
      what: `a law over the number of ranks needs ${LEAST_POINTS} of them, and there ${different.size === 1 ? 'is 1' : `are ${different.size}`}`,
      mend: 'trace the program at more numbers of ranks, best at five',
    });
}

/** What the law says of `ranks` ranks; never below zero. */
export function predictAt(law: ScalingLaw, ranks: number): ScalingPrediction {
  const { points, best, plausible } = law;
  const ends = plausible.flatMap((one) => {
    const at = lawAt(one, ranks);
    return [at - one.halfWidth(ranks), at + one.halfWidth(ranks)];
  });
  const [first, last] = [points[0].ranks, points[points.length - 1].ranks];
  const alike = isPowerOfTwo(ranks) ? null : alikeOf(law);
  return {
    ranks,
    value: Math.max(0, lawAt(best, ranks)),
    rounded: alike && [Math.max(0, lawAt(alike.down, ranks)), Math.max(0, lawAt(alike.up, ranks))],
    low: Math.max(0, Math.min(...ends)),
    high: Math.max(0, ...ends),
    beyond: Math.max(1, ranks / last, first / ranks),
  };
}

/** The best law in whole rounds, where no point tells it from them; null elsewhere. */
function alikeOf({
  points,
  best: { term },
  plausible,
}: ScalingLaw): Readonly<Record<'down' | 'up', FittedLaw>> | null {
  if (term === null || !points.every(({ ranks }) => isPowerOfTwo(ranks))) return null;
  const of = (rounding: Rounding) =>
    plausible.find((one) => one.term !== null && one.term.rounding === rounding && twins(one.term, term));
  const [down, up] = [of('down'), of('up')];
  return down === undefined || up === undefined ? null : { down, up };
}

/** Where log2 p is a whole number. */
export const isPowerOfTwo = (ranks: number): boolean => Number.isInteger(Math.log2(ranks));

/** How far laws may be taken: as many times beyond the numbers of ranks as these span. */
export function farthest(ranks: readonly number[]): { readonly low: number; readonly high: number } {
  const [first, last] = [Math.min(...ranks), Math.max(...ranks)];
  return { low: Math.max(1, first * (first / last)), high: last * (last / first) };
}
