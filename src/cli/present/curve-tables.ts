/** Curves, distributions, frontiers and measured runs beside them as JSON, CSV and tables. */

import type { ProgramFacts } from '../../analysis/diagnose-error.js';
import type { CurveMethod, CurvePoint } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import { type CriticalValue, type Curve, criticalValues } from '../../analysis/piecewise.js';
import type { RuntimeDistribution } from '../../analysis/runtime-distribution.js';
import type { Frontier, FrontierResult, FrontierVertex, Surface } from '../../analysis/tolerance-frontier.js';
import { type Validation, validation } from '../../analysis/validate-prediction.js';
import { COLLECTIVES } from '../../collectives/collective-algorithm.js';
import { joinWarnings, type Warning } from '../../errors.js';
import { type MeasuredFile, measuredPoints, readMeasured } from '../../report/measured-table.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Axis } from '../../timing/axis.js';
import { formatBandwidth, formatTime } from '../../units.js';
import type { Answer, Part } from '../output/answer.js';
import {
  type Column,
  type CsvTable,
  csvTable,
  facts,
  jsonRows,
  NOT_IN_JSON,
  stacked,
  type TableRows,
  table,
  tableCsv,
  tableRows,
  tableText,
} from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { readTextFile } from '../process/files.js';
import { count, formatOn, inputText, isGap, machineText, signed, unitSuffix } from './solution-text.js';

/** `spelled`: the distribution as the user wrote it. */
export const distributionPart = (result: RuntimeDistribution, spelled: string): Part => ({
  json: () => ({ distribution: distributionJson(result, spelled) }),
  csv: () => distributionCsv(result),
  text: () => distributionText(result, spelled),
  warnings: result.warnings,
});

function distributionJson(result: RuntimeDistribution, spelled: string): Record<string, unknown> {
  const { axis, parameter } = result;
  const unit = unitSuffix(axis);
  return {
    parameter: axis.name,
    distribution: spelled,
    [`mean_${unit}`]: parameter.mean,
    [`sd_${unit}`]: parameter.sd,
    base_runtime_ns: result.baseRuntime,
    runtime_mean_ns: result.mean,
    runtime_sd_ns: result.sd,
    quantiles: jsonRows(quantileColumns(axis), result.quantiles),
    exceedance: jsonRows(exceedanceColumns(result), result.exceedances),
  };
}

const statistic = (name: string): Column<unknown> => ({
  ...{ key: 'statistic', of: () => name },
  ...NOT_IN_JSON,
});

const runtimeColumn: Column<{ readonly runtime: number }> = {
  key: 'T_ns',
  title: 'T',
  of: ({ runtime }) => runtime,
};

const quantileColumns = (axis: Axis): readonly Column<RuntimeDistribution['quantiles'][number]>[] => [
  statistic('quantile'),
  {
    ...{ key: 'level', title: 'quantile', of: ({ p }) => p, json: ({ p }) => ({ p }) },
    text: ({ p }) => `${Number((100 * p).toPrecision(6))} %`,
  },
  { key: valueKey(axis), title: axis.name, rowKey: true, of: ({ x }) => x },
  runtimeColumn,
];

const exceedanceColumns = ({
  axis,
  baseRuntime,
}: RuntimeDistribution): readonly Column<RuntimeDistribution['exceedances'][number]>[] => [
  statistic('exceedance_pct'),
  {
    ...{ key: 'level', title: 'slowdown above', of: ({ percent }) => percent },
    ...{ text: ({ percent }) => `${percent} %`, json: ({ percent }) => ({ pct: percent }) },
  },
  { key: valueKey(axis), title: `where ${axis.name} exceeds`, of: ({ value }) => value },
  { key: 'T_ns', of: ({ percent }) => baseRuntime * (1 + percent / 100), ...NOT_IN_JSON },
  {
    ...{ key: 'probability', title: 'probability', of: ({ probability }) => probability },
    text: ({ probability }) => String(Number(probability.toPrecision(4))),
  },
];

/** One figure per line: mean, sd, quantiles and exceedance, with the value of the parameter. */
function distributionCsv(result: RuntimeDistribution): CsvTable {
  const { axis, parameter, quantiles, exceedances } = result;
  return stacked([
    csvTable(
      ['statistic', 'level', valueKey(axis), 'T_ns'],
      [
        ['mean', null, parameter.mean, result.mean],
        ['sd', null, parameter.sd, result.sd],
      ],
    ),
    tableCsv(quantileColumns(axis), quantiles),
    tableCsv(exceedanceColumns(result), exceedances),
  ]);
}

function distributionText(result: RuntimeDistribution, spelled: string): string {
  const { axis, parameter } = result;
  const head = facts([
    [`distribution of ${axis.name}`, spelled],
    [`mean ± sd of ${axis.name}`, `${formatOn(axis, parameter.mean)} ± ${formatOn(axis, parameter.sd)}`],
    ['mean ± sd of T', `${formatTime(result.mean)} ± ${formatTime(result.sd)}`],
  ]);
  const quantiles = tableText(quantileColumns(axis), result.quantiles);
  const exceedances = tableText(exceedanceColumns(result), result.exceedances);
  return [head, quantiles, ...(result.exceedances.length > 0 ? [exceedances] : [])].join('\n');
}

// The comparison with measured runs, in a line and in JSON, as a part of another answer.

/** Two decimals: `1.41 %`. */
export const hundredths = (share: number): string => `${(100 * share).toFixed(2)} %`;

export function worstText({ axis, worst }: Validation): string {
  return `${signed(worst.error)} at ${formatOn(axis, worst.x)}`;
}

function measuredText({ found, file }: HeldRuns): string {
  const { axis, points, rrmse, rSquared, runs } = found;
  const squared = rSquared === undefined ? '' : `, R² ${rSquared.toFixed(5)}`;
  const values = points.length === 1 ? 'value' : 'values';
  return `${file.source}: ${count(runs, 'run')} at ${points.length} ${values} of ${axis.name}, RRMSE of the medians ${hundredths(rrmse)}${squared}, largest error ${worstText(found)}\n`;
}

/** The scores, without the points. */
export function scoresJson({ rrmse, rrmseOfMinimum, rmse, rSquared }: Validation): Record<string, unknown> {
  return {
    rrmse,
    rrmse_of_minimum: rrmseOfMinimum,
    rmse_ns: rmse,
    r_squared: rSquared ?? null,
  };
}

/** `curve`, `distribution`, `held`: null if not requested. */
interface CurveFound {
  readonly axis: Axis;
  /** Those at given values, then the curve's own. */
  readonly points: readonly CurvePoint[];
  readonly curve: Curve | null;
  readonly distribution: Part | null;
  /** Measured runs compared with the model. */
  readonly held: Part | null;
}

export function curveView(loaded: LoadedModel, found: CurveFound): Answer {
  const { axis, points, distribution, held } = found;
  return {
    json: () => envelopeOf(loaded, foundJson(loaded, found), warningsOf(loaded, found)),
    csv: () => distribution?.csv?.() ?? tableCsv(pointColumns(axis), points),
    text: () =>
      [
        inputText(loaded),
        ...(isDistributionAlone(found) ? [] : [tableText(pointColumns(axis), points)]),
        ...[distribution, held].flatMap((part) => part?.text() ?? []),
      ].join('\n'),
    shared: () => ({
      head: machineText(loaded.resolved),
      ...(isDistributionAlone(found) ? { heads: [], rows: [] } : tableRows(pointColumns(axis), points)),
      more: distribution?.text() ?? '',
    }),
  };
}

const isDistributionAlone = ({ distribution, points }: CurveFound): boolean =>
  distribution !== null && points.length === 0;

function foundJson({ model }: LoadedModel, found: CurveFound): Record<string, unknown> {
  const { axis, points, curve, distribution, held } = found;
  return {
    engine: model.engine.name,
    parameter: axis.name,
    points: pointsJson(axis, points),
    ...(curve === null ? {} : { critical_latencies: criticalJson(curve) }),
    ...distribution?.json(),
    ...held?.json(),
  };
}

function warningsOf({ model }: LoadedModel, found: CurveFound): Warning[] {
  const own = isDistributionAlone(found) ? model : model.warningsAt(`each ${found.axis.name}`);
  return joinWarnings(own, found.curve, found.distribution, found.held);
}

/** Key of the parameter's value: L_ns, G_ns_per_B … */
const valueKey = (axis: Axis): string => `${axis.name}_${unitSuffix(axis)}`;

export const pointColumns = (axis: Axis): readonly Column<CurvePoint>[] => [
  { key: valueKey(axis), title: axis.name, rowKey: true, of: ({ x }) => x },
  runtimeColumn,
  {
    ...{ key: `lambda_${axis.name}`, title: `λ_${axis.name}`, of: ({ lambda }) => lambda },
    json: ({ lambda }) => ({ lambda: { [axis.name]: lambda } }),
  },
  { key: 'rho_L', title: 'ρ_L', of: ({ rho }) => rho },
];

export const pointsJson = (axis: Axis, points: readonly CurvePoint[]): Record<string, unknown>[] =>
  jsonRows(pointColumns(axis), points);

const criticalColumns = (axis: Axis): readonly Column<CriticalValue>[] => [
  { key: valueKey(axis), title: `critical ${axis.name}`, rowKey: true, of: ({ x }) => x },
  runtimeColumn,
  { key: 'lambda_below', title: 'λ below', of: ({ lambdaBelow }) => lambdaBelow },
  { key: 'lambda_above', title: 'λ above', of: ({ lambdaAbove }) => lambdaAbove },
];

export const criticalJson = (curve: Curve): Record<string, unknown>[] =>
  jsonRows(criticalColumns(curve.axis), criticalValues(curve));

/** The answer of `critical-latencies`. */
export function criticalForms(method: CurveMethod, curve: Curve) {
  const { axis, pieces, lambdaAfter } = curve;
  const values = criticalValues(curve);
  const columns = criticalColumns(axis);
  const lambda = String(lambdaAfter);
  return {
    result: (): Record<string, unknown> => ({
      method,
      parameter: axis.name,
      critical_latencies: jsonRows(columns, values),
      lambda_at_start: pieces[0].lambda,
      lambda_at_end: lambdaAfter,
    }),
    csv: () => tableCsv(columns, values),
    text: () =>
      values.length === 0 ? '  none, because λ is constant on the interval\n' : tableText(columns, values),
    /** Without critical values, one row says so. */
    rows: (): TableRows => {
      const { heads, rows } = tableRows(columns, values);
      return { heads, rows: rows.length > 0 ? rows : [['none', '', lambda, lambda]] };
    },
  };
}

/** Values of two parameters, and T there. */
type Corner = Pick<FrontierVertex, 'x' | 'y' | 'runtime'>;

const cornerColumns = (axes: readonly Axis[]): readonly Column<Corner>[] => [
  ...axes.flatMap((axis, i): Column<Corner>[] => {
    const of = ({ x, y }: Corner): number => (i === 0 ? x : y);
    const title = `${axis.relative ? 'added ' : ''}${axis.name}`;
    const bandwidth = { title: 'bandwidth', text: (corner: Corner) => formatBandwidth(of(corner)) };
    return [{ key: valueKey(axis), title, of }, ...(isGap(axis) ? [bandwidth] : [])];
  }),
  runtimeColumn,
];

/** A corner below the limit is where the polygon begins. */
function cornerText({ x, y, onFrontier }: FrontierVertex, [first, second]: Frontier['axes']): string {
  if (onFrontier) return 'on the frontier';
  return x === first.base && y === second.base ? 'the machine' : 'the lowest values';
}

const vertexColumns = ({ percent, axes, unbounded }: Frontier): readonly Column<FrontierVertex>[] => [
  { key: 'pct', of: () => percent, ...NOT_IN_JSON },
  ...cornerColumns(axes),
  {
    ...{ key: 'on_frontier', title: '', align: 'left', of: ({ onFrontier }) => String(onFrontier) },
    text: (vertex) => cornerText(vertex, axes),
    json: ({ onFrontier }) => ({ on_frontier: onFrontier }),
  },
  { key: 'unbounded', of: () => unbounded.map((axis) => axis.name).join(' '), ...NOT_IN_JSON },
];

export const frontierPart = ({ frontiers, warnings }: FrontierResult): Part => ({
  json: () => ({ frontier: frontiers.map(frontierJson) }),
  csv: () => stacked(frontiers.map((one) => tableCsv(vertexColumns(one), one.vertices))),
  text: () => frontiers.map(frontierText).join('\n'),
  warnings,
});

const frontierJson = (frontier: Frontier): Record<string, unknown> => ({
  pct: frontier.percent,
  parameters: frontier.axes.map((axis) => axis.name),
  limit_ns: frontier.limit,
  vertices: jsonRows(vertexColumns(frontier), frontier.vertices),
  unbounded: frontier.unbounded.map((axis) => axis.name),
});

function frontierText(frontier: Frontier): string {
  const { percent, axes, vertices, unbounded } = frontier;
  const head = `corners of the area of ${axes.map((axis) => axis.name).join(' and ')} with at most ${percent} % slowdown\n`;
  const rays = unbounded
    .map((axis) => `  ${axis.name} is unlimited, because no path depends on it\n`)
    .join('');
  return `${head}${tableText(vertexColumns(frontier), vertices)}${rays}`;
}

export const surfaceView = (loaded: LoadedModel, found: Surface): Answer => ({
  json: () => envelopeOf(loaded, { surface: surfaceJson(found) }, loaded.model, found),
  csv: () => surfaceCsv(found),
  text: () => `${inputText(loaded)}\n${surfaceText(found)}`,
});

function surfaceJson(surface: Surface): Record<string, unknown> {
  const [first, second] = surface.axes;
  return {
    parameters: surface.axes.map((axis) => axis.name),
    [valueKey(first)]: surface.xs,
    [valueKey(second)]: surface.ys,
    // Rows are values of the second parameter.
    runtime_ns: surface.runtimes,
    pieces:
      surface.pieces?.map(({ lambda, vertices }) => ({
        lambda: { [first.name]: lambda[0], [second.name]: lambda[1] },
        vertices: jsonRows(cornerColumns(surface.axes), vertices),
      })) ?? null,
  };
}

function surfaceCsv({ axes, xs, ys, runtimes }: Surface): CsvTable {
  const corners = ys.flatMap((y, j) => xs.map((x, i) => ({ x, y, runtime: runtimes[j][i] })));
  return tableCsv(cornerColumns(axes), corners);
}

/** A table of T: columns are the first parameter, rows the second. */
function surfaceText({ axes, xs, ys, runtimes, pieces }: Surface): string {
  const [first, second] = axes;
  const heads = [
    { title: `${second.name} \\ ${first.name}` },
    ...xs.map((x) => ({ title: formatOn(first, x) })),
  ];
  const rows = ys.map((y, j) => [formatOn(second, y), ...runtimes[j].map(formatTime)]);
  const count =
    pieces === null ? '' : `T is linear on ${pieces.length} piece${pieces.length === 1 ? '' : 's'}\n`;
  return `${count}${table(heads, rows)}`;
}

/** A file of runs, and its comparison with the model. */
export interface HeldRuns {
  readonly file: MeasuredFile;
  readonly found: Validation;
}

/** Further facts of a command. */
interface Known {
  readonly collective?: readonly string[] | undefined;
  /** Warnings of input and machine. */
  readonly warnings: readonly Warning[];
  /** Whether the runs were made for this answer, with latencies chosen by the model. */
  readonly injected?: boolean;
  /** Models of further traces of the program. */
  readonly others?: readonly Model[];
}

/** Measured runs as a part of an answer and as points of a picture. */
export interface MeasuredPart extends Part {
  readonly points: ReturnType<typeof measuredPoints>;
}

export async function measuredRunsOf(
  path: string | undefined,
  ...rest: [Model, Axis, Known]
): Promise<MeasuredPart | null> {
  if (path === undefined) return null;
  const held = await heldRuns(path, ...rest);
  const { file, found } = held;
  const counts = { source: file.source, runs: found.runs, values: found.points.length };
  return {
    json: () => ({ measured: { ...counts, ...scoresJson(found) } }),
    text: () => measuredText(held),
    warnings: found.warnings,
    points: measuredPoints(file),
  };
}

/** Compares the runs of a file with a model. Throws InputError, and what the model throws. */
export async function heldRuns(path: string, model: Model, axis: Axis, known: Known): Promise<HeldRuns> {
  const file = readMeasured({ name: path, text: readTextFile(path) }, axis, model.schedule.ranks);
  const facts = await factsOf(model.schedule, known);
  return { file, found: await validation(model, file.runs, { axis, facts, others: known.others ?? [] }) };
}

async function factsOf(
  schedule: Schedule,
  { collective = [], warnings, injected = false }: Known,
): Promise<ProgramFacts> {
  const { choicesOf } = await import('../flags/collective-choices.js');
  const chosen = new Set(choicesOf(collective).map((spec) => spec.collective));
  const kept = warnings.filter(({ code }) => code === 'completion-order');
  return {
    defaultCollectives: chosen.has(null) ? [] : called(schedule).filter((name) => !chosen.has(name)),
    injected,
    keptArrivals: kept.reduce((sum, { count = 0 }) => sum + count, 0),
    unattended: warnings.flatMap(({ code, names = [] }) => (code === 'collectives-unattended' ? names : [])),
  };
}

/** Collectives that a traced program calls. */
function called({ callNames }: Schedule) {
  const names = new Set(callNames.map((name) => name.toLowerCase().replace(/^mpi_/, '')));
  return COLLECTIVES.filter((name) => names.has(name) || names.has(`i${name}`));
}
