/** How much a program bears: the tolerance, with the frontier and the distribution that flags ask for beside it. */
import type { Distribution } from '../../analysis/distribution.js';
import { FINE_QUANTILES, runtimeDistribution } from '../../analysis/distribution-runtime.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import { frontier } from '../../analysis/frontier.js';
import { type GroupTolerances, toleranceBy } from '../../analysis/group-tolerance.js';
import type { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import { reachOf } from '../../analysis/reach.js';
import { toleranceByRegion } from '../../analysis/region-tolerance.js';
import { type ToleranceResult, tolerance } from '../../analysis/tolerance.js';
import { type WithinRuntime, withinRuntime } from '../../analysis/within.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { type FoundNames, NO_NAMES, namesOf } from '../call-sites/names.js';
import type { BY } from '../flags/by.js';
import { parseDistribution } from '../flags/distribution.js';
import { parseOn, parsePair } from '../flags/parameters.js';
import type { ToleranceAsked, ToleranceFlags } from '../flags/tolerance.js';
import { measuredPoints } from '../input/measured.js';
import type { Answer } from '../output/answer.js';
import { GateNotMet } from '../output/gate.js';
import type { Plots } from '../output/plot.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { wholeWarnings } from '../pipeline/region.js';
import { formatOn } from '../present/solution.js';
import { type ToleranceFound, toleranceView } from '../present/tolerance.js';
import { type HeldRuns, heldRunsOf } from './measured.js';
import type { KeptTolerance } from './mix.js';

/** The picture of tolerances goes a little past the largest. */
const PAST = 1.15;

/** The answer, its picture, and what is said where the gate of --fail-below was not met; null: it was, or there is none. */
export interface ToleranceAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => Promise<string>;
  readonly unmet: GateNotMet | null;
  /** The tolerance's own curve; null where the picture is of a larger question. */
  readonly line: (() => Promise<Curve>) | null;
  readonly kept: KeptTolerance;
}

/** What flags ask, in the terms of the model; `spelled`: the distribution as the user wrote it. */
interface Question {
  readonly percents: readonly number[];
  readonly axis: Axis;
  /** Least distance from the machine's value that passes. */
  readonly gate: number | null;
  readonly pair: readonly [Axis, Axis] | null;
  readonly origin: 'machine' | 'lowest';
  readonly distribution: Distribution | null;
  readonly spelled: string;
}

/** Throws UsageError for values of flags that the model has no place for, and InputError of measured points. */
export async function toleranceAnswer(
  loaded: LoadedModel,
  { percents, runtimes }: ToleranceAsked,
  flags: ToleranceFlags,
): Promise<ToleranceAnswer> {
  const { model } = loaded;
  const question = questionOf(model, percents, flags);
  const { axis, pair, distribution, origin, spelled } = question;
  const held = await heldRunsOf(flags.measured, model, axis, { ...loaded, ...flags });
  const result = await tolerance(model, percents, axis);
  const within: WithinRuntime[] = [];
  for (const limit of runtimes) within.push(await withinRuntime(model, limit, axis));
  const sites = flags.by === 'site' || flags.by === 'region' ? await namesOf(model.schedule.sites) : NO_NAMES;
  const found: ToleranceFound = {
    result,
    within,
    frontier: pair === null ? null : frontier(model, percents, pair, origin),
    distribution:
      distribution === null ? null : await runtimeDistribution(model, distribution, percents, axis),
    spelled,
    held,
    groups: flags.by === undefined ? null : await groupsBy(loaded, flags.by, percents, sites),
  };
  const warnings = [...loaded.warnings, ...sites.warnings, ...wholeWarnings(loaded)];
  return {
    answer: toleranceView({ ...loaded, warnings }, found),
    picture: (plots) => drawn(plots, model, question, found, held),
    unmet: unmetGate(question.gate, result),
    line: pair === null && distribution === null ? () => curveTo(model, result, []) : null,
    kept: { model, result },
  };
}

/** Throws UsageError where nothing says from where calls were made. */
function groupsBy(
  { model, resolved }: LoadedModel,
  by: (typeof BY)[number],
  percents: readonly number[],
  { names }: FoundNames,
): Promise<GroupTolerances> {
  if (by === 'region') return toleranceByRegion(model, percents, names);
  return toleranceBy(model, by, percents, { nodeName: resolved.mapped?.nodeName, siteNames: names });
}

function questionOf(model: Model, percents: readonly number[], flags: ToleranceFlags): Question {
  const { 'fail-below': least, frontier: pair, 'latency-distribution': spelled, unit } = flags;
  const { machine } = model;
  const axis = axisByName(machine, flags.parameter);
  return {
    percents,
    axis,
    gate: least === undefined ? null : parseOn({ ...axis, base: 0, lowest: 0 }, least, '--fail-below', unit),
    pair: pair === undefined ? null : parsePair(machine, pair, '--frontier'),
    origin: flags['frontier-from'] ?? 'machine',
    distribution: spelled === undefined ? null : parseDistribution(axis, spelled, unit),
    spelled: spelled ?? '',
  };
}

/** The picture of the larger question: a polygon, a distribution, or the tolerance's own curve. */
async function drawn(
  { frontierPlot, distributionPlot, curvePlot }: Plots,
  model: Model,
  { percents, axis, distribution }: Question,
  { result, frontier: polygons }: ToleranceFound,
  held: HeldRuns | null,
): Promise<string> {
  if (polygons !== null) return frontierPlot(polygons.frontiers);
  if (distribution !== null)
    return distributionPlot(await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES));
  const measured = held === null ? [] : measuredPoints(held.file);
  const curve = await curveTo(model, result, measured);
  return curvePlot(curve, { percents, measured });
}

/** A little past the largest tolerance, and as far as there are measured runs. */
function curveTo(
  model: Model,
  result: ToleranceResult,
  measured: readonly { readonly x: number }[],
): Promise<Curve> {
  const { axis } = result;
  const reach = Math.max(reachOf(result, PAST), ...measured.map(({ x }) => x));
  return exactCurve(model, axis.base, reach, { axis });
}

/** The first tolerance counts. */
function unmetGate(gate: number | null, { axis, tolerance: [first] }: ToleranceResult): GateNotMet | null {
  const passed = gate === null || !(first.delta < gate);
  if (passed) return null;
  const found = formatOn(axis, first.delta);
  return new GateNotMet(
    `${first.percent} % tolerance is ${found} above the machine, below the gate of ${formatOn(axis, gate)}`,
    1 - first.delta / gate,
  );
}
