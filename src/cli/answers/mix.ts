/** The mix of several programs, from what was kept of each. */
import type { CurvePoint } from '../../analysis/curve.js';
import type { CurveMethod } from '../../analysis/exact-curve.js';
import { mixedCurve, mixedSensitivity, mixedTolerance } from '../../analysis/mix.js';
import type { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { Sensitivity } from '../../analysis/sensitivity.js';
import type { ToleranceResult } from '../../analysis/tolerance.js';
import type { Axis } from '../../timing/axis.js';
import type { Answer } from '../output/answer.js';
import { criticalMixView, curveMixView, sensitivityMixView, toleranceMixView } from '../present/mix.js';

/** What a program was, and how often it runs. */
interface Part<Kept> {
  readonly weight: number;
  readonly kept: Kept;
}

export const sensitivityMix = async (parts: readonly Part<Sensitivity>[]): Promise<Answer> =>
  sensitivityMixView(mixedSensitivity(parts.map(({ weight, kept }) => ({ weight, result: kept }))));

/** What the tolerance of a mix needs of a program: its model is asked again. */
export interface KeptTolerance {
  readonly model: Model;
  readonly result: ToleranceResult;
}

/** `percents`: slowdowns of the mix as a whole. */
export const toleranceMix =
  (percents: readonly number[]) =>
  async (parts: readonly Part<KeptTolerance>[]): Promise<Answer> => {
    const programs = parts.map(({ weight, kept: { model, result } }) => ({
      weight,
      model,
      axis: result.axis,
      result,
    }));
    const tolerance = await mixedTolerance(programs, percents);
    return toleranceMixView(mixedSensitivity(programs), programs[0].axis, tolerance);
  };

/** Points at given values, and the curve where one was asked for. */
export interface KeptCurve {
  readonly axis: Axis;
  readonly wanted: readonly CurvePoint[];
  readonly curve: Curve | null;
}

export const curveMix = async (parts: readonly Part<KeptCurve>[]): Promise<Answer> => {
  const [{ kept: first }] = parts;
  const wanted = first.wanted.map(({ x }, i) => mixedPoint(x, parts, i));
  const curves = curvesOf(parts.map(({ weight, kept }) => ({ weight, kept: kept.curve })));
  return curveMixView(first.axis, wanted, curves.length === 0 ? null : mixedCurve(curves));
};

export const criticalMix =
  (method: CurveMethod) =>
  async (parts: readonly Part<Curve>[]): Promise<Answer> =>
    criticalMixView(method, mixedCurve(curvesOf(parts)));

const curvesOf = (parts: readonly Part<Curve | null>[]): { weight: number; curve: Curve }[] =>
  parts.flatMap(({ weight, kept }) => (kept === null ? [] : [{ weight, curve: kept }]));

function mixedPoint(x: number, parts: readonly Part<KeptCurve>[], i: number): CurvePoint {
  const sum = (of: (point: CurvePoint) => number): number =>
    parts.reduce((total, { weight, kept }) => total + weight * of(kept.wanted[i]), 0);
  const runtime = sum((point) => point.runtime);
  const lambda = sum((point) => point.lambda);
  return { x, runtime, lambda, rho: runtime === 0 ? 0 : sum((point) => point.rho * point.runtime) / runtime };
}
