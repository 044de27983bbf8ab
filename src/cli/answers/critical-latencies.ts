/** Every critical value of a parameter in an interval, as flags ask. */
import { exactCurve } from '../../analysis/exact-curve.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { RangingOptions } from '../../analysis/ranging.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { type CriticalLatenciesFlags, DEFAULT_RANGE } from '../flags/critical-latencies.js';
import { parseOn, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { criticalView } from '../present/critical-latencies.js';

/** The answer and its picture. */
export interface CriticalLatenciesAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
  readonly line: () => Promise<Curve>;
  readonly kept: Curve;
}

/** Throws UsageError. */
export async function criticalLatenciesAnswer(
  loaded: LoadedModel,
  flags: CriticalLatenciesFlags,
): Promise<CriticalLatenciesAnswer> {
  const curve = await curveAsked(loaded, flags);
  return {
    answer: criticalView(loaded, flags.method, curve),
    picture: ({ criticalLatenciesPlot }) => criticalLatenciesPlot(curve),
    line: async () => curve,
    kept: curve,
  };
}

function curveAsked({ model }: LoadedModel, flags: CriticalLatenciesFlags): Promise<Curve> {
  const { parameter, method, unit } = flags;
  const axis = axisByName(model.machine, parameter);
  const range = flags['latency-range'] ?? DEFAULT_RANGE[axis.unit];
  const [low, high] = parseRange(axis, range, LATENCY_RANGE, unit);
  return exactCurve(model, low, high, { axis, method, ...walkAsked(axis, flags) });
}

/** The step of the walk by ranging. Throws UsageError. */
function walkAsked(
  axis: Axis,
  { step, unit }: CriticalLatenciesFlags,
): { readonly ranging?: RangingOptions } {
  if (step === undefined) return {};
  return { ranging: { step: parseOn({ ...axis, base: 0, lowest: 0 }, step, '--step', unit) } };
}
