import { Flags } from '@oclif/core';
import type { Distribution } from '../analysis/distribution.js';
import {
  FINE_QUANTILES,
  type RuntimeDistribution,
  runtimeDistribution,
} from '../analysis/distribution-runtime.js';
import { exactCurve } from '../analysis/exact-curve.js';
import { type FrontierResult, frontier } from '../analysis/frontier.js';
import type { Model } from '../analysis/model.js';
import { reachOf } from '../analysis/reach.js';
import { type ToleranceResult, tolerance } from '../analysis/tolerance.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, distributionFlag } from '../cli/flags/common.js';
import { parseDistribution } from '../cli/flags/distribution.js';
import { parseOn, parsePair, parsePercents } from '../cli/flags/parameters.js';
import { readMeasured } from '../cli/input/measured.js';
import { csv } from '../cli/output/csv.js';
import { finite } from '../cli/output/json.js';
import { measuredFlag, type Plots, plot, plotFlag } from '../cli/output/plot.js';
import { envelopeOf, type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import { distributionCsv, distributionJson, distributionText } from '../cli/present/distribution.js';
import { frontierCsv, frontierJson, frontierText } from '../cli/present/frontier.js';
import { inputText } from '../cli/present/input.js';
import {
  formatOn,
  gbitPerSecond,
  sensitivityJson,
  sensitivityText,
  toleranceJson,
  toleranceText,
  unitSuffix,
} from '../cli/present/solution.js';
import { GateNotMet } from '../cli/run/exit.js';
import { UsageError, type Warning } from '../errors.js';
import type { MeasuredPoint } from '../report/plots/curve-geometry.js';
import { axisByName } from '../timing/axis.js';

/** The picture of tolerances goes a little past the largest. */
const PAST = 1.15;

export default class ToleranceCommand extends LlampCommand {
  static override summary =
    'How much latency (or another parameter) a program bears before it runs x % slower.';
  static override examples = [
    '<%= config.bin %> tolerance trace.goal --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1,2,5 --json',
    '<%= config.bin %> tolerance trace.goal --parameter G --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1 --fail-below 5us',
    '<%= config.bin %> tolerance trace.goal --frontier L,G --pct 1',
    '<%= config.bin %> tolerance trace.goal --latency-distribution lognormal:median=3us,sigma=0.3',
    '<%= config.bin %> tolerance trace.goal --plot tolerance.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    pct: Flags.string({ default: '1,2,5', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'the parameter that grows',
    }),
    frontier: Flags.string({
      helpValue: 'L,G',
      description: 'two parameters that grow together: the polygon of what they may be',
    }),
    'frontier-from': Flags.string({
      options: ['machine', 'lowest'],
      default: 'machine',
      description: "where the polygon begins: at the machine's values, or at the lowest that there are",
    }),
    'latency-distribution': distributionFlag,
    'fail-below': Flags.string({
      helpValue: '5us',
      description: 'exit with 10 when the tolerance at the first --pct is nearer to the machine than this',
    }),
    plot: plotFlag(),
    measured: measuredFlag('plot'),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ToleranceCommand);
    const percents = parsePercents(flags.pct);
    if (flags.measured !== undefined && (flags.frontier ?? flags['latency-distribution']) !== undefined) {
      throw new UsageError(
        '--measured belongs to the curve, which this picture is not',
        'leave it out, or ask for the tolerance alone',
      );
    }
    const loaded = await loadModel(argv, flags);
    const axis = axisByName(loaded.model.machine, flags.parameter);
    const gate =
      flags['fail-below'] === undefined
        ? null
        : parseOn({ ...axis, base: 0, lowest: 0 }, flags['fail-below'], '--fail-below', flags.unit);
    const pair =
      flags.frontier === undefined ? null : parsePair(loaded.model.machine, flags.frontier, '--frontier');
    const spelled = flags['latency-distribution'];
    const distribution = spelled === undefined ? null : parseDistribution(axis, spelled, flags.unit);
    const measured = flags.measured === undefined ? [] : readMeasured(flags.measured, axis);
    const result = await tolerance(loaded.model, percents, axis);
    const origin = flags['frontier-from'] === 'lowest' ? 'lowest' : 'machine';
    const more: More = {
      frontier: pair === null ? null : frontier(loaded.model, percents, pair, origin),
      distribution:
        distribution === null ? null : await runtimeDistribution(loaded.model, distribution, percents, axis),
      spelled: spelled ?? '',
    };
    if (flags.plot !== undefined) {
      const asked = { result, percents, measured, frontier: more.frontier, distribution };
      await plot(flags.plot, await drawing(loaded.model, asked));
    }
    await this.answer('tolerance', flags, {
      json: () => envelopeOf(loaded, resultJson(result, more), [...result.warnings, ...warningsOf(more)]),
      csv: () => csvOf(result, more),
      text: () => text(loaded, result, more),
    });
    const [first] = result.tolerance;
    if (gate !== null && first.delta < gate) {
      const found = formatOn(axis, first.delta);
      throw new GateNotMet(
        `${first.percent} % tolerance is ${found} above the machine, below the gate of ${formatOn(axis, gate)}`,
      );
    }
  }
}

/** What the picture is of. */
interface Asked {
  readonly result: ToleranceResult;
  readonly percents: readonly number[];
  readonly measured: readonly MeasuredPoint[];
  readonly frontier: FrontierResult | null;
  readonly distribution: Distribution | null;
}

/** The picture of the larger question: a polygon, a distribution, or the tolerance's own curve. */
async function drawing(model: Model, asked: Asked): Promise<(plots: Plots) => string> {
  const { result, percents, measured, frontier, distribution } = asked;
  const { axis } = result;
  if (frontier !== null) return ({ frontierPlot }) => frontierPlot(frontier.frontiers);
  if (distribution !== null) {
    const fine = await runtimeDistribution(model, distribution, percents, axis, FINE_QUANTILES);
    return ({ distributionPlot }) => distributionPlot(fine);
  }
  const reach = Math.max(reachOf(result, PAST), ...measured.map(({ x }) => x));
  const curve = await exactCurve(model, axis.base, reach, { axis });
  return ({ curvePlot }) => curvePlot(curve, { percents, measured });
}

/** What was asked beside the tolerance of one parameter. */
interface More {
  readonly frontier: FrontierResult | null;
  readonly distribution: RuntimeDistribution | null;
  readonly spelled: string;
}

function resultJson(result: ToleranceResult, more: More): Record<string, unknown> {
  const { axis } = result;
  const { distribution, spelled } = more;
  return {
    ...sensitivityJson(result),
    tolerance: result.tolerance.map((one) => toleranceJson(axis, one)),
    ...(more.frontier === null ? {} : { frontier: more.frontier.frontiers.map(frontierJson) }),
    ...(distribution === null ? {} : { distribution: distributionJson(distribution, spelled) }),
  };
}

function warningsOf({ frontier, distribution }: More): Warning[] {
  return [...(frontier?.warnings ?? []), ...(distribution?.warnings ?? [])];
}

/** CSV is one table: that of the larger question. */
function csvOf(result: ToleranceResult, { frontier, distribution }: More): string {
  if (distribution !== null) return distributionCsv(distribution);
  return frontier === null ? toleranceCsv(result) : frontierCsv(frontier.frontiers);
}

function toleranceCsv(result: ToleranceResult): string {
  const unit = unitSuffix(result.axis);
  const gap = result.axis.unit === 'ns/B' && !result.axis.relative;
  const header = ['pct', 'parameter', `value_${unit}`, `delta_${unit}`, 'runtime_ns', 'lambda_L', 'rho_L'];
  if (gap) header.push('bandwidth_Gbit_per_s');
  const rows = result.tolerance.map((one) => [
    one.percent,
    result.axis.name,
    finite(one.value),
    finite(one.delta),
    result.runtime,
    result.lambda.L,
    result.rho,
    ...(gap ? [finite(gbitPerSecond(one.value))] : []),
  ]);
  return csv(header, rows);
}

function text(loaded: LoadedModel, result: ToleranceResult, more: More): string {
  const { distribution, spelled } = more;
  const parts = [inputText(loaded), sensitivityText(result), toleranceText(result)];
  if (more.frontier !== null) parts.push(frontierText(more.frontier.frontiers));
  if (distribution !== null) parts.push(distributionText(distribution, spelled));
  return parts.join('\n');
}
