/** Runtime over a parameter: points, the exact curve over a range, a distribution, or a surface, as flags ask. */
import { curveAt, pointsOf } from '../../analysis/curve.js';
import type { Distribution } from '../../analysis/distribution.js';
import { FINE_QUANTILES, runtimeDistribution } from '../../analysis/distribution-runtime.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import type { CurveAsked, CurveFlags } from '../flags/curve.js';
import { parseDistribution } from '../flags/distribution.js';
import { parseList, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';
import { measuredPoints } from '../input/measured.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { curveView } from '../present/curve.js';
import { surfaceView } from '../present/frontier.js';
import { type HeldRuns, heldRunsOf } from './measured.js';
import type { KeptCurve } from './mix.js';
import { surfaceAsked } from './surface.js';

/** The answer and its picture; null where it has none. */
export interface CurveAnswer {
  readonly answer: Answer;
  readonly picture: ((plots: Plots) => Promise<string>) | null;
  /** The exact curve, where it is what the picture shows. */
  readonly line?: (() => Promise<Curve>) | null;
  /** What a mix needs; a surface has no mix. */
  readonly kept?: KeptCurve;
}

/** What flags ask, in the terms of the model. */
interface Question {
  readonly percents: readonly number[];
  readonly axis: Axis;
  /** Values of the parameter. */
  readonly wanted: readonly number[];
  readonly range: readonly [number, number] | null;
  readonly distribution: Distribution | null;
}

/** Throws UsageError for values of flags that the model has no place for, and InputError of measured points. */
export async function curveAnswer(
  loaded: LoadedModel,
  { percents, grid }: CurveAsked,
  flags: CurveFlags,
): Promise<CurveAnswer> {
  const { model } = loaded;
  const surface = surfaceAsked(model, grid, flags);
  if (surface !== null) return { answer: surfaceView(loaded, surface), picture: null };
  const question = questionOf(model, percents, flags);
  const { axis, range, wanted, distribution } = question;
  const held = await heldRunsOf(flags.measured, model, axis, { ...loaded, ...flags });
  const curve = range === null ? null : await exactCurve(model, ...range, { axis });
  const at = await curveAt(model, wanted, axis);
  const found = {
    axis,
    points: [...at, ...(curve === null ? [] : pointsOf(curve))],
    curve,
    distribution:
      distribution === null ? null : await runtimeDistribution(model, distribution, percents, axis),
    spelled: flags['latency-distribution'] ?? '',
    held,
  };
  return {
    answer: curveView(loaded, found),
    picture: pictureOf(model, question, curve, held),
    line: curve === null || distribution !== null ? null : async () => curve,
    kept: { axis, wanted: at, curve },
  };
}

function questionOf(model: Model, percents: readonly number[], flags: CurveFlags): Question {
  const { at, 'latency-range': range, 'latency-distribution': spelled, unit } = flags;
  const axis = axisByName(model.machine, flags.parameter);
  return {
    percents,
    axis,
    wanted: at === undefined ? [] : parseList(axis, at, '--at', unit),
    range: range === undefined ? null : parseRange(axis, range, LATENCY_RANGE, unit),
    distribution: spelled === undefined ? null : parseDistribution(axis, spelled, unit),
  };
}

/** A distribution is the larger question. */
function pictureOf(
  model: Model,
  { percents, axis, distribution }: Question,
  curve: Curve | null,
  held: HeldRuns | null,
): CurveAnswer['picture'] {
  if (distribution !== null)
    return async ({ distributionPlot }) =>
      distributionPlot(await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES));
  const measured = held === null ? [] : measuredPoints(held.file);
  return curve === null ? null : async ({ curvePlot }) => curvePlot(curve, { percents, measured });
}
