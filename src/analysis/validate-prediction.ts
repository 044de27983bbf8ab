/** Compares a model's predictions with measured runs, by the parameter that the runs vary. */
import { joinWarnings, type Warning } from '../errors.js';
import { type Axis, sameAxis } from '../timing/axis.js';
import { tracedRuntime } from './call-overheads.js';
import { misfitWarnings, type ProgramFacts } from './diagnose-error.js';
import { type CurvePoint, curveAt, slopeBefore } from './exact-curve.js';
import { type Model, valueText } from './model.js';
import { mean, median, rootMeanSquare, rSquared } from './statistics.js';
import { withTracer } from './time-by-nature.js';

/** One run. */
export interface MeasuredRun {
  /** Value of the parameter: for the latency, L in ns. */
  readonly x: number;
  /** ns, above 0 */
  readonly runtime: number;
  /** Load of the machine while it ran (mean number of runnable processes), where it was noted. */
  readonly load?: number;
}

/** All runs at one value of the parameter; runtimes in ns. */
export interface MeasuredRuntimes {
  readonly x: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Spread of runs, relative to the fastest, above which a warning is given. */
const SPREAD = 0.03;
/** Least number of runs for a median. */
const FEW = 3;

/** The runs by value of the parameter, ascending. */
export function measuredAt(runs: readonly MeasuredRun[]): MeasuredRuntimes[] {
  const byValue = new Map<number, number[]>();
  for (const { x, runtime } of runs) {
    const list = byValue.get(x) ?? [];
    byValue.set(x, list);
    list.push(runtime);
  }
  return [...byValue]
    .map(([x, runtimes]) => {
      const ascending = runtimes.sort((a, b) => a - b);
      const [min, max] = [ascending[0], ascending[ascending.length - 1]];
      return { x, median: median(ascending), min, max, count: ascending.length };
    })
    .sort((a, b) => a.x - b.x);
}

/** The excess of the slowest run at one value over the fastest, as a share of that. */
export const spreadOf = ({ min, max }: Pick<MeasuredRuntimes, 'min' | 'max'>): number => max / min - 1;

// Warnings about the measurements themselves.

function loadWarning(runs: readonly MeasuredRun[], ranks: number): Warning | null {
  const loads = runs.flatMap(({ load }) => (load === undefined ? [] : [load]));
  const above = loads.filter((load) => load > ranks);
  if (above.length === 0) return null;
  const most = above.reduce((a, b) => Math.max(a, b));
  const message = `load up to ${most} with ${ranks} ranks in ${above.length} of ${runs.length} runs; the machine ran other work beside the program`;
  return { code: 'measured-load', message };
}

function spreadWarning(points: readonly MeasuredRuntimes[], axis: Axis): Warning | null {
  const wide = points.filter((point) => spreadOf(point) > SPREAD);
  if (wide.length === 0) return null;
  const widest = wide.reduce((a, b) => (spreadOf(b) > spreadOf(a) ? b : a));
  const most = `${(100 * spreadOf(widest)).toFixed(1)} % at ${valueText(axis, widest.x)}`;
  const message = `runs differ by more than ${100 * SPREAD} % at ${wide.length} of ${points.length} values of ${axis.name}, at most by ${most}`;
  return { code: 'measured-spread', message };
}

function fewWarning(points: readonly MeasuredRuntimes[], axis: Axis): Warning | null {
  const few = points.filter(({ count }) => count < FEW).length;
  if (few === 0) return null;
  const message = `fewer than ${FEW} runs at ${few} of ${points.length} values of ${axis.name}, too few for a reliable median`;
  return { code: 'few-repeats', message };
}

/** Measured and predicted at one value of the parameter; times in ns. */
export interface ValidationPoint extends MeasuredRuntimes {
  /** With several traces the median, and the least and the most. */
  readonly predicted: number;
  readonly predictedMin: number;
  readonly predictedMax: number;
  /** (predicted − median) / median: above 0 if the prediction is too slow. */
  readonly error: number;
  /** Right and left derivative of the predicted T. */
  readonly lambda: number;
  readonly lambdaBefore: number;
  /** Slope of the measured median from the last and to the next value; null if there is none. */
  readonly slopeAfter: number | null;
  readonly slopeBefore: number | null;
}

/** With measured medians m, predictions p, both over the n values of the parameter. */
export interface Validation {
  readonly axis: Axis;
  readonly runs: number;
  /** Ascending by the parameter. */
  readonly points: readonly ValidationPoint[];
  /** √(Σ (m − p)² / n) / (Σ m / n), the relative root mean square error of LLAMP (Shen et al., 2024): 0.02 is 2 %. */
  readonly rrmse: number;
  /** The same with the fastest run at each value instead of the median. */
  readonly rrmseOfMinimum: number;
  /** √(Σ (m − p)² / n), ns. */
  readonly rmse: number;
  /** 1 − Σ (m − p)² / Σ (m − m̄)²; undefined for a single value, or if all medians are the same and not met. */
  readonly rSquared: number | undefined;
  /** The point of the largest error of either sign. */
  readonly worst: ValidationPoint;
  /** Of each trace whose latency is known, (predicted − T) / T of the traced run itself. */
  readonly selfErrors: readonly number[];
  /** Warnings about the measurements, and possible causes of an error. */
  readonly warnings: readonly Warning[];
}

/** Options besides the runs. */
export interface ValidationOptions {
  /** The parameter that the runs vary; the latency unless given. */
  readonly axis?: Axis;
  /** Facts about the program besides its model; without them fewer causes are suggested. */
  readonly facts?: ProgramFacts;
  /** Models of further traces of the program; the median of all predictions is used. */
  readonly others?: readonly Model[];
}

/**
 * Compares predictions at each value of the parameter, as made by {@link curveAt} with the order of messages there, with the
 * medians of one or more measured runs. Throws what `curveAt` throws; a RangeError without runs, or for a run of no time.
 */
export async function validation(
  model: Model,
  runs: readonly MeasuredRun[],
  options: ValidationOptions = {},
): Promise<Validation> {
  refuseEmpty(runs);
  const { axis = model.latency, facts = {}, others = [] } = options;
  const models = [model, ...others];
  const measured = measuredAt(runs);
  const points = await pointsOf(models, measured, axis);
  const medians = measured.map(({ median }) => median);
  const predicted = points.map((point) => point.predicted);
  const rmse = distance(medians, predicted);
  const minima = measured.map(({ min }) => min);
  const rrmse = rmse / mean(medians);
  return {
    axis,
    runs: runs.length,
    points,
    rrmse,
    rrmseOfMinimum: distance(minima, predicted) / mean(minima),
    rmse,
    rSquared: points.length < 2 ? undefined : rSquared(medians, predicted),
    worst: points.reduce((a, b) => (Math.abs(b.error) > Math.abs(a.error) ? b : a)),
    selfErrors: await selfErrorsOf(models),
    warnings: joinWarnings(
      loadWarning(runs, model.schedule.ranks),
      spreadWarning(measured, axis),
      fewWarning(measured, axis),
      misfitWarnings(model, { axis, points, rrmse }, facts),
    ),
  };
}

function refuseEmpty(runs: readonly MeasuredRun[]): void {
  if (runs.length === 0) throw new RangeError('there is no measured run');
  const none = runs.find(({ runtime }) => !(runtime > 0));
  if (none !== undefined) throw new RangeError(`a run took ${none.runtime} ns`);
}

/** √(Σ (a − b)² / n). */
const distance = (a: readonly number[], b: readonly number[]): number =>
  rootMeanSquare(a.map((value, i) => value - b[i]));

async function pointsOf(
  models: readonly Model[],
  measured: readonly MeasuredRuntimes[],
  axis: Axis,
): Promise<ValidationPoint[]> {
  const values = measured.map(({ x }) => x);
  const isLatency = sameAxis(axis, models[0].latency);
  const axisOf = (model: Model): Axis => (isLatency ? model.latency : axis);
  const curves: (readonly CurvePoint[])[] = [];
  for (const model of models) curves.push(await curveAt(model, values, axisOf(model)));
  const points: ValidationPoint[] = [];
  for (const [i, point] of measured.entries()) {
    const each = curves.map((curve, k) => ({ ...curve[i], model: models[k] }));
    each.sort((a, b) => a.runtime - b.runtime);
    // The middle one, so that its λ belongs to a trace.
    const middle = each[(each.length - 1) >> 1];
    const predicted = median(each.map(({ runtime }) => runtime));
    points.push({
      ...point,
      predicted,
      predictedMin: each[0].runtime,
      predictedMax: each[each.length - 1].runtime,
      error: (predicted - point.median) / point.median,
      lambda: middle.lambda,
      lambdaBefore: await slopeBefore(middle.model, point.x, axisOf(middle.model)),
      slopeAfter: slopeBetween(point, measured.at(i + 1)),
      slopeBefore: i === 0 ? null : slopeBetween(measured[i - 1], point),
    });
  }
  return points;
}

/** T of the traced run, ns. */
export interface TracedRun {
  readonly measured: number;
  /** By the model, at the latency of that run. */
  readonly predicted: number;
}

/** (predicted − T) / T: the error of the model itself. */
export const selfError = ({ measured, predicted }: TracedRun): number => (predicted - measured) / measured;

/** null: the trace does not record its latency, or has no end; or the machine has several latencies. */
export async function tracedRun(model: Model): Promise<TracedRun | null> {
  const measured = tracedRuntime(model.schedule);
  const L = model.schedule.calls?.injectedNs ?? null;
  if (measured === null || L === null || model.latency.relative) return null;
  // The tracer was a part of that run.
  const whole = withTracer(model.schedule);
  const traced = whole === model.schedule ? model : await model.withTimes(whole);
  const [{ runtime }] = await curveAt(traced, [L], traced.latency);
  return { measured, predicted: runtime };
}

async function selfErrorsOf(models: readonly Model[]): Promise<number[]> {
  const errors: number[] = [];
  for (const model of models) {
    const run = await tracedRun(model);
    if (run !== null) errors.push(selfError(run));
  }
  return errors;
}

const slopeBetween = (one: MeasuredRuntimes, other: MeasuredRuntimes | undefined): number | null =>
  other === undefined ? null : (other.median - one.median) / (other.x - one.x);
