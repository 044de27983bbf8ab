import { Flags } from '@oclif/core';
import { type CurvePoint, curveAt } from '../analysis/curve.js';
import { FINE_QUANTILES, runtimeDistribution } from '../analysis/distribution-runtime.js';
import { exactCurve } from '../analysis/exact-curve.js';
import type { Model } from '../analysis/model.js';
import { type Curve, criticalValues } from '../analysis/piecewise.js';
import { surface } from '../analysis/surface.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, distributionFlag } from '../cli/flags/common.js';
import { parseDistribution } from '../cli/flags/distribution.js';
import { parseGrid, parseList, parsePair, parsePercents, parseRange } from '../cli/flags/parameters.js';
import { readMeasured } from '../cli/input/measured.js';
import { measuredFlag, plot, plotFlag } from '../cli/output/plot.js';
import { envelopeOf, type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import { criticalJson, pointJson, pointsCsv, pointsOf, pointsText } from '../cli/present/curve.js';
import { distributionCsv, distributionJson, distributionText } from '../cli/present/distribution.js';
import { surfaceCsv, surfaceJson, surfaceText } from '../cli/present/frontier.js';
import { inputText } from '../cli/present/input.js';
import { UsageError } from '../errors.js';
import { type Axis, axisByName } from '../timing/axis.js';

const RANGES = '--latency-range';

export default class CurveCommand extends LlampCommand {
  static override summary = 'Runtime, λ and ρ over the latency: at given points, or exactly over a range.';
  static override examples = [
    '<%= config.bin %> curve trace.goal --at 0,1us,3us',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --csv',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --plot curve.svg --measured runs.csv',
    '<%= config.bin %> curve trace.goal --surface L,G --latency-range 3us..103us,0.018ns/B..1ns/B --grid 5x5',
    '<%= config.bin %> curve trace.goal --latency-distribution 3us:0.5,5us:0.3,10us:0.2',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    at: Flags.string({ helpValue: '0,1us,3us', description: 'values of the parameter' }),
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description:
        'interval of the parameter, such as 3us..103us or +0..+100us; with --surface two of them, parted by a comma',
    }),
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'the parameter that varies',
    }),
    surface: Flags.string({
      helpValue: 'L,G',
      dependsOn: ['latency-range'],
      exclusive: ['at'],
      description: 'two parameters that vary together: runtime on a grid, and its pieces',
    }),
    grid: Flags.string({
      helpValue: '20x20',
      default: '11x11',
      description: 'points of --surface along both parameters',
    }),
    'latency-distribution': distributionFlag,
    pct: Flags.string({
      default: '1,2,5',
      helpValue: '1,2,5',
      description: 'slowdowns of the zones of --plot, and whose probability --latency-distribution gives',
    }),
    plot: plotFlag(),
    measured: measuredFlag('plot'),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CurveCommand);
    const { at, 'latency-range': range, surface: pair, 'latency-distribution': spelled, unit } = flags;
    if (at === undefined && range === undefined && spelled === undefined)
      throw new UsageError('no points given', `use --at 0,1us,3us or ${RANGES} 3us..103us`);
    if (flags.plot !== undefined) refusePictures(range, pair, spelled, flags.measured);
    const percents = parsePercents(flags.pct);
    const grid = parseGrid(flags.grid);
    const loaded = await loadModel(argv, flags);
    const { model } = loaded;
    if (pair !== undefined && range !== undefined)
      return this.#surface(loaded, { pair, range, grid, unit }, flags);
    const axis = axisByName(model.machine, flags.parameter);
    const measured = flags.measured === undefined ? [] : readMeasured(flags.measured, axis);
    const { points, result, curve } = await pointsOn(model, axis, { at, range, unit });
    if (curve !== null) await plot(flags.plot, ({ curvePlot }) => curvePlot(curve, { percents, measured }));
    const drawn = spelled === undefined ? null : parseDistribution(axis, spelled, unit);
    const distribution = drawn === null ? null : await runtimeDistribution(model, drawn, percents, axis);
    if (drawn !== null && flags.plot !== undefined) {
      const fine = await runtimeDistribution(model, drawn, percents, axis, FINE_QUANTILES);
      await plot(flags.plot, ({ distributionPlot }) => distributionPlot(fine));
    }
    const head = { engine: model.engine.name, parameter: axis.name };
    const alone = distribution !== null && points.length === 0;
    await this.answer('curve', flags, {
      json: () =>
        envelopeOf(
          loaded,
          {
            ...head,
            ...result,
            ...(distribution === null ? {} : { distribution: distributionJson(distribution, spelled ?? '') }),
          },
          [
            ...(alone ? model.warnings : model.warningsAt(`each ${axis.name}`)),
            ...(curve?.warnings ?? []),
            ...(distribution?.warnings ?? []),
          ],
        ),
      csv: () => (distribution === null ? pointsCsv(axis, points) : distributionCsv(distribution)),
      text: () =>
        [
          inputText(loaded),
          ...(alone ? [] : [pointsText(axis, points)]),
          ...(distribution === null ? [] : [distributionText(distribution, spelled ?? '')]),
        ].join('\n'),
    });
  }

  async #surface(
    loaded: LoadedModel,
    asked: { pair: string; range: string; grid: readonly [number, number]; unit: string | undefined },
    flags: Parameters<LlampCommand['answer']>[1],
  ): Promise<void> {
    const { model } = loaded;
    const axes = parsePair(model.machine, asked.pair, '--surface');
    const ranges = asked.range.split(',');
    if (ranges.length !== 2) {
      throw new UsageError(
        `${RANGES} '${asked.range}' does not give one interval for each of ${asked.pair}`,
        'write two, such as 3us..103us,0.018ns/B..1ns/B',
      );
    }
    const [x, y] = axes.map((axis, i) => parseRange(axis, ranges[i], RANGES, asked.unit));
    const found = surface(model, axes, { x, y }, { grid: asked.grid });
    await this.answer('curve', flags, {
      json: () => envelopeOf(loaded, { surface: surfaceJson(found) }, [...model.warnings, ...found.warnings]),
      csv: () => surfaceCsv(found),
      text: () => `${inputText(loaded)}\n${surfaceText(found)}`,
    });
  }
}

/** One picture draws one thing: the curve over a range, or a distribution. Throws a UsageError for anything else. */
function refusePictures(
  range: string | undefined,
  pair: string | undefined,
  distribution: string | undefined,
  measured: string | undefined,
): void {
  if (pair !== undefined) throw new UsageError('--plot draws no surface', 'leave --surface or --plot out');
  if (range === undefined && distribution === undefined)
    throw new UsageError('--plot draws the curve over a range', `add ${RANGES} +0..+100us`);
  if (distribution === undefined) return;
  if (range !== undefined)
    throw new UsageError(
      '--plot draws the curve or the distribution, not both',
      `leave ${RANGES} or --latency-distribution out`,
    );
  if (measured !== undefined)
    throw new UsageError('--measured belongs to the curve, which this picture is not', 'leave it out');
}

/** Points at values and over a range, and what JSON says of them. */
async function pointsOn(
  model: Model,
  axis: Axis,
  asked: { at: string | undefined; range: string | undefined; unit: string | undefined },
): Promise<{
  readonly points: CurvePoint[];
  readonly curve: Curve | null;
  readonly result: Record<string, unknown>;
}> {
  const { at, range, unit } = asked;
  const wanted = at === undefined ? [] : parseList(axis, at, '--at', unit);
  const curve =
    range === undefined ? null : await exactCurve(model, ...parseRange(axis, range, RANGES, unit), { axis });
  const points = [...(await curveAt(model, wanted, axis)), ...(curve === null ? [] : pointsOf(curve))];
  const critical = curve === null ? null : criticalValues(curve);
  return {
    points,
    curve,
    result: {
      points: points.map((point) => pointJson(axis, point)),
      ...(critical === null
        ? {}
        : { critical_latencies: critical.map((value) => criticalJson(axis, value)) }),
    },
  };
}
