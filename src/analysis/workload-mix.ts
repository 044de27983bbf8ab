/** Several programs as one weighted workload: runtimes, slopes and tolerances add up. */
import { checkNumbers } from '../errors.js';
import type { Axis } from '../timing/axis.js';
import { exactCurve } from './exact-curve.js';
import { largestWithin, type Model } from './model.js';
import { type Curve, largestWithinCurve, type Piece, pieceAt, runtimeAt, SLIVER } from './piecewise.js';
import type { Sensitivity } from './sensitivity.js';

/** How often something runs, beside the others of a mix. */
export interface Weighted {
  /** Runs in a unit of time, above 0. */
  readonly weight: number;
}

/** T in ns, λ and ρ of a mix, or of a program in it. */
export type MixedSensitivity = Pick<Sensitivity, 'runtime' | 'lambda' | 'rho'>;

/** Σ w·T, Σ w·λ, and the share of latency in Σ w·T. */
export function mixedSensitivity(
  parts: readonly (Weighted & { readonly result: MixedSensitivity })[],
): MixedSensitivity {
  const sum = (of: (one: MixedSensitivity) => number): number =>
    parts.reduce((total, { weight, result }) => total + weight * of(result), 0);
  const runtime = sum((one) => one.runtime);
  return {
    runtime,
    lambda: {
      L: sum(({ lambda }) => lambda.L),
      G: sum(({ lambda }) => lambda.G),
      o: sum(({ lambda }) => lambda.o),
    },
    rho: runtime === 0 ? 0 : sum((one) => one.rho * one.runtime) / runtime,
  };
}

/** Σ w·T(x) of curves over one interval of one parameter, exactly; there is at least one. */
export function mixedCurve(parts: readonly (Weighted & { readonly curve: Curve })[]): Curve {
  const [{ curve: first }] = parts;
  const { axis, low, high } = first;
  const starts = startsOf(parts.map(({ curve }) => curve));
  const sum = (of: (one: Curve) => number): number =>
    parts.reduce((total, { weight, curve }) => total + weight * of(curve), 0);
  const pieces = starts.map(
    (start, i): Piece => ({
      start,
      end: starts[i + 1] ?? high,
      runtime: sum((curve) => runtimeAt(curve, start)),
      lambda: sum((curve) => pieceAt(curve, start).lambda),
      otherLatency: sum((curve) => pieceAt(curve, start).otherLatency),
    }),
  );
  const lambdaBefore = sum((curve) => curve.lambdaBefore);
  return { axis, low, high, pieces, lambdaBefore, lambdaAfter: sum((curve) => curve.lambdaAfter) };
}

/** Starts of pieces of any curve, ascending; among those equal up to rounding the last. */
function startsOf(curves: readonly Curve[]): number[] {
  const all = curves.flatMap(({ pieces }) => pieces.map(({ start }) => start)).sort((a, b) => a - b);
  return all.filter((start, i) => i + 1 === all.length || all[i + 1] - start > Math.abs(start) * SLIVER);
}

/** A program of a mix: its model and the analysed parameter, with T at the machine's value. */
export interface MixedProgram extends Weighted {
  readonly model: Model;
  readonly axis: Axis;
  readonly result: MixedSensitivity;
}

/** Largest amount added to the common parameter at which the mix is at most `percent` slower. */
export interface MixedTolerance {
  readonly percent: number;
  /** Infinity where no amount is too large. */
  readonly delta: number;
}

/**
 * Exact if the curves of the programs are: the runtimes are summed as functions of the added amount. Throws a UsageError for
 * negative `percents`.
 */
export async function mixedTolerance(
  parts: readonly MixedProgram[],
  percents: readonly number[],
): Promise<MixedTolerance[]> {
  checkNumbers('percents', percents, { least: 0 });
  const { runtime } = mixedSensitivity(parts);
  const found: MixedTolerance[] = [];
  for (const percent of percents)
    found.push({ percent, delta: await addedWithin(parts, (runtime * percent) / 100) });
  return found;
}

/** Largest added amount at which the mix takes at most `spare` ns longer. */
async function addedWithin(parts: readonly MixedProgram[], spare: number): Promise<number> {
  let most = Number.POSITIVE_INFINITY;
  for (const { weight, model, axis, result } of parts) {
    // Where one program alone uses up `spare`, no more can be added.
    const reach = await largestWithin(model, axis, result.runtime + spare / weight);
    most = Math.min(most, reach.x - axis.base);
  }
  if (!Number.isFinite(most)) return most;
  const mix = await curveOverAdded(parts, 0, most);
  return largestWithinCurve(mix, mix.pieces[0].runtime + spare) ?? most;
}

/** Σ w·T over the amount added to the parameter of all, from `low` to `high`; below 0 it is subtracted. */
export async function curveOverAdded(
  parts: readonly Omit<MixedProgram, 'result'>[],
  low: number,
  high: number,
): Promise<Curve> {
  const curves: (Weighted & { readonly curve: Curve })[] = [];
  for (const { weight, model, axis } of parts) {
    const curve = await exactCurve(model, axis.base + low, axis.base + high, { axis });
    curves.push({ weight, curve: shifted(curve, axis.base) });
  }
  return mixedCurve(curves);
}

/** The curve over what is added to `base`. */
function shifted(curve: Curve, base: number): Curve {
  const { axis, low, high } = curve;
  return {
    ...curve,
    axis: { ...axis, base: 0, relative: true, lowest: axis.lowest - base },
    low: low - base,
    high: high - base,
    pieces: curve.pieces.map((piece) => ({
      ...piece,
      start: piece.start - base,
      end: piece.end - base,
      otherLatency: piece.otherLatency + (axis.latency === null ? 0 : piece.lambda * base),
    })),
  };
}
