/** `curve`: runtime, λ and ρ over the latency, at points, over a range, or over two parameters. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Distribution } from '../analysis/distributions.js';
import { curveAt, exactCurve, pointsOf } from '../analysis/exact-curve.js';
import type { Model } from '../analysis/model.js';
import type { Curve } from '../analysis/piecewise.js';
import { FINE_QUANTILES, runtimeDistribution } from '../analysis/runtime-distribution.js';
import { type Surface, surface } from '../analysis/tolerance-frontier.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import {
  commonFlags,
  distributionFlag,
  type EngineFlags,
  LATENCY_RANGE,
  latencyRangeFlag,
  parameterFlag,
  refuseEngine,
  weightFlag,
} from '../cli/flags/common-flags.js';
import { parseDistribution, parseGrid, parsePair, parsePercents } from '../cli/flags/parameter-values.js';
import { type Answered, measuredFlag, type Picture, plotFlag } from '../cli/output/answer.js';
import { type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import {
  curveView,
  distributionPart,
  type MeasuredPart,
  measuredRunsOf,
  surfaceView,
} from '../cli/present/curve-tables.js';
import { curveMix, type KeptCurve } from '../cli/present/program-mix.js';
import { UsageError } from '../errors.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { parseList, parseRange } from '../timing/axis-values.js';

const DEFAULT_PERCENTS = '1,2,5';

const curveFlags = {
  ...commonFlags,
  at: Flags.string({ helpValue: '0,1us,3us', description: 'values of the parameter' }),
  'latency-range': latencyRangeFlag(
    'interval of the parameter, such as 3us..103us or +0..+100us; with --surface two of them, separated by a comma',
  ),
  parameter: parameterFlag('parameter that varies: L, G, o or a latency class'),
  surface: Flags.string({
    helpValue: 'L,G',
    dependsOn: ['latency-range'],
    exclusive: ['at'],
    description: 'runtime on a grid of two parameters, and its linear pieces',
  }),
  grid: Flags.string({
    helpValue: '20x20',
    dependsOn: ['surface'],
    description: 'points of --surface for each parameter [default: 11x11]',
  }),
  'latency-distribution': distributionFlag,
  pct: Flags.string({
    helpValue: DEFAULT_PERCENTS,
    summary: 'slowdowns in percent',
    description: `slowdowns for the zones of --plot and the probabilities of --latency-distribution [default: ${DEFAULT_PERCENTS}]`,
  }),
  weight: weightFlag('surface', 'latency-distribution'),
  plot: plotFlag(),
  measured: measuredFlag('plot'),
};

type CurveFlags = InferredFlags<typeof curveFlags>;

/** Settings that need no program. */
interface CurveQuery {
  /** Slowdowns, percent. */
  readonly percents: readonly number[];
  /** Points of the surface for each parameter. */
  readonly grid: readonly [number, number];
  /** The engine, if any. */
  readonly engine: EngineFlags;
}

/** Checked before anything is read. Throws UsageError. */
function curveQuery(flags: CurveFlags): CurveQuery {
  const { at, 'latency-range': range, 'latency-distribution': distribution } = flags;
  if (at === undefined && range === undefined && distribution === undefined)
    throw new UsageError('no latencies given', `use --at 0,1us,3us or ${LATENCY_RANGE} 3us..103us`);
  if (flags.plot !== undefined) refusePictures(flags);
  refuseIdle(flags);
  const solves = (at ?? distribution ?? flags.measured) !== undefined;
  const engine = solves ? flags : refuseEngine(flags, BY_SWEEPS, 'use --at');
  return {
    percents: parsePercents(flags.pct ?? DEFAULT_PERCENTS),
    grid: parseGrid(flags.grid ?? '11x11'),
    engine,
  };
}

const BY_SWEEPS = 'a curve over a range or a surface is computed by longest-path sweeps';

/** Throws a UsageError for flags without an effect. */
function refuseIdle({
  pct,
  plot,
  surface,
  parameter,
  'latency-distribution': distribution,
}: CurveFlags): void {
  if (surface !== undefined && parameter !== 'L')
    throw new UsageError(`--parameter has no meaning with --surface ${surface}`, 'leave it out');
  if (pct !== undefined && (plot ?? distribution) === undefined)
    throw new UsageError(
      '--pct has no meaning without --plot or --latency-distribution',
      "leave it out, or use 'tolerance --pct' for the latency of each slowdown",
    );
}

/** A picture shows the curve over a range, or a distribution. Throws a UsageError for anything else. */
function refusePictures(flags: CurveFlags): void {
  const { surface, 'latency-range': range, 'latency-distribution': distribution, measured } = flags;
  if (surface !== undefined)
    throw new UsageError('--plot cannot draw a surface', 'leave --surface or --plot out');
  if (range === undefined && distribution === undefined)
    throw new UsageError('--plot needs a range', `add ${LATENCY_RANGE} +0..+100us`);
  if (distribution === undefined) return;
  if (range !== undefined)
    throw new UsageError(
      '--plot draws either the curve or the distribution',
      `leave ${LATENCY_RANGE} or --latency-distribution out`,
    );
  if (measured !== undefined)
    throw new UsageError('--measured has no meaning with a picture of the distribution', 'leave it out');
}

/** Null without --surface. `grid`: points for each parameter. Throws UsageError. */
function surfaceQuery(
  model: Model,
  grid: readonly [number, number],
  { surface: pair, 'latency-range': range }: CurveFlags,
): Surface | null {
  if (pair === undefined || range === undefined) return null;
  const axes = parsePair(model.machine, pair, '--surface');
  const ranges = range.split(',');
  if (ranges.length !== 2) {
    throw new UsageError(
      `${LATENCY_RANGE} '${range}' must have one interval for each of ${pair}`,
      'write two, such as 3us..103us,0.018ns/B..1ns/B',
    );
  }
  const [x, y] = axes.map((axis, i) => parseRange(axis, ranges[i], LATENCY_RANGE));
  return surface(model, axes, { x, y }, { grid });
}

// Runtime over a parameter: points, the exact curve over a range, a distribution, or a surface.

interface Question {
  readonly percents: readonly number[];
  readonly axis: Axis;
  /** Values of the parameter. */
  readonly wanted: readonly number[];
  readonly range: readonly [number, number] | null;
  readonly distribution: Distribution | null;
}

/** Throws UsageError for values that the model does not have, and InputError for measured points. */
async function curveAnswer(
  loaded: LoadedModel,
  { percents, grid }: CurveQuery,
  flags: CurveFlags,
): Promise<Answered<KeptCurve>> {
  const { model } = loaded;
  const surface = surfaceQuery(model, grid, flags);
  if (surface !== null) return { answer: surfaceView(loaded, surface), picture: null };
  const question = questionOf(model, percents, flags);
  const { axis, range, wanted, distribution } = question;
  const held = await measuredRunsOf(flags.measured, model, axis, { ...loaded, ...flags });
  const curve = range === null ? null : await exactCurve(model, ...range, { axis });
  const at = await curveAt(model, wanted, axis);
  const found = {
    axis,
    points: [...at, ...(curve === null ? [] : pointsOf(curve))],
    curve,
    distribution:
      distribution &&
      distributionPart(
        await runtimeDistribution(model, distribution, percents, axis),
        flags['latency-distribution'] ?? '',
      ),
    held,
  };
  return {
    answer: curveView(loaded, found),
    picture: pictureOf(model, question, curve, held),
    line: curve === null || distribution !== null ? null : async () => curve,
    kept: { axis, wanted: at, curve },
    runtime: () => model.runtime(),
  };
}

function questionOf(model: Model, percents: readonly number[], flags: CurveFlags): Question {
  const { at, 'latency-range': range, 'latency-distribution': spelled } = flags;
  const axis = axisByName(model.machine, flags.parameter);
  return {
    percents,
    axis,
    wanted: at === undefined ? [] : parseList(axis, at, '--at'),
    range: range === undefined ? null : parseRange(axis, range, LATENCY_RANGE),
    distribution: spelled === undefined ? null : parseDistribution(axis, spelled),
  };
}

/** The picture of the distribution, if requested. */
function pictureOf(
  model: Model,
  { percents, axis, distribution }: Question,
  curve: Curve | null,
  held: MeasuredPart | null,
): Picture | null {
  if (distribution !== null)
    return async ({ distributionPlot }) =>
      distributionPlot(await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES));
  const measured = held?.points ?? [];
  return curve === null ? null : async ({ curvePlot }) => curvePlot(curve, { percents, measured });
}

export default class CurveCommand extends LlampCommand {
  static override summary = 'Compute the runtime, λ and ρ over a range of latencies, or at given points.';
  static override examples = [
    '<%= config.bin %> curve trace.goal --at 0,1us,3us',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --csv',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --plot curve.svg --measured runs.csv',
    '<%= config.bin %> curve trace.goal --surface L,G --latency-range 3us..103us,0.018ns/B..1ns/B --grid 5x5',
    '<%= config.bin %> curve trace.goal --latency-distribution 3us:0.5,5us:0.3,10us:0.2',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = curveFlags;
  static override mostUsed: readonly (keyof typeof curveFlags)[] = ['latency-range', 'at', 'measured'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CurveCommand);
    const query = curveQuery(flags);
    await this.askAll('curve', argv, flags, {
      ask: async (inputs) =>
        curveAnswer(await loadModel(inputs, { ...flags, ...query.engine }), query, flags),
      mix: curveMix,
    });
  }
}
