/** Curves, distributions, frontiers and measured runs beside them as JSON, CSV and tables. */

import type { ProgramFacts } from '../../analysis/diagnose-error.js';
import type { CurvePoint } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import { type CriticalValue, type Curve, criticalValues } from '../../analysis/piecewise.js';
import type { RuntimeDistribution } from '../../analysis/runtime-distribution.js';
import type { Frontier, FrontierVertex, Surface } from '../../analysis/tolerance-frontier.js';
import { type Validation, validation } from '../../analysis/validate-prediction.js';
import { COLLECTIVES } from '../../collectives/collective-algorithm.js';
import { allTold, type Warning } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Axis } from '../../timing/axis.js';
import { formatBandwidth, formatTime } from '../../units.js';
import { type MeasuredFile, readMeasured } from '../input/measured-table.js';
import { type Answer, formerly } from '../output/answer.js';
import {
  type Column,
  type CsvTable,
  csvTable,
  facts,
  finite,
  type TableRows,
  table,
  tableCsv,
  tableRows,
  tableText,
} from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { count, formatOn, inputText, machineText, unitSuffix } from './solution-text.js';

// The runtime's distribution as JSON, CSV and text.

/** `spelled`: the distribution as the user wrote it. */
export function distributionJson(result: RuntimeDistribution, spelled: string): Record<string, unknown> {
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
    quantiles: result.quantiles.map(({ p, x, runtime }) => ({
      p,
      [`${axis.name}_${unit}`]: x,
      runtime_ns: runtime,
      ...formerly({ T_ns: runtime }),
    })),
    exceedance: result.exceedances.map(({ percent, value, probability }) => ({
      pct: percent,
      [`${axis.name}_${unit}`]: finite(value),
      probability,
    })),
  };
}

/** One figure a line: mean, sd, quantiles and exceedance, with the value of the parameter that belongs to it. */
export function distributionCsv(result: RuntimeDistribution): CsvTable {
  const { axis, parameter } = result;
  const header = ['statistic', 'level', valueKey(axis), 'T_ns', 'probability'];
  return csvTable(header, [
    ['mean', null, parameter.mean, result.mean, null],
    ['sd', null, parameter.sd, result.sd, null],
    ...result.quantiles.map(({ p, x, runtime }) => ['quantile', p, x, runtime, null]),
    ...result.exceedances.map(({ percent, value, probability }) => [
      ...['exceedance_pct', percent, value, result.baseRuntime * (1 + percent / 100), probability],
    ]),
  ]);
}

export function distributionText(result: RuntimeDistribution, spelled: string): string {
  const { axis, parameter } = result;
  const head = facts([
    [`${axis.name} is distributed as`, spelled],
    [`mean ± sd of ${axis.name}`, `${formatOn(axis, parameter.mean)} ± ${formatOn(axis, parameter.sd)}`],
    ['mean ± sd of T', `${formatTime(result.mean)} ± ${formatTime(result.sd)}`],
  ]);
  const quantiles = tableText<RuntimeDistribution['quantiles'][number]>(
    [
      { title: 'quantile', text: ({ p }) => `${Number((100 * p).toPrecision(6))} %` },
      { title: axis.name, text: ({ x }) => formatOn(axis, x) },
      { key: 'runtime_ns', title: 'T', of: ({ runtime }) => runtime },
    ],
    result.quantiles,
  );
  const exceedances = tableText<RuntimeDistribution['exceedances'][number]>(
    [
      { title: 'slower by more than', text: ({ percent }) => `${percent} %` },
      { title: `where ${axis.name} exceeds`, text: ({ value }) => formatOn(axis, value) },
      { title: 'probability', text: ({ probability }) => String(Number(probability.toPrecision(4))) },
    ],
    result.exceedances,
  );
  return [head, quantiles, ...(result.exceedances.length > 0 ? [exceedances] : [])].join('\n');
}

// What measured runs say of a prediction, in a line and in JSON, beside another answer.

/** Two decimals: `1.41 %`. */
export const hundredths = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** One decimal and a sign: `+1.4 %`; zero has none. */
export function signed(share: number): string {
  const text = (100 * share).toFixed(1);
  return `${share > 0 && Number(text) !== 0 ? '+' : ''}${text.replace(/^-(0\.0)$/, '$1')} %`;
}

export function worstText({ axis, worst }: Validation): string {
  return `${signed(worst.error)} at ${formatOn(axis, worst.x)}`;
}

/** Runs of a file, and what the model says of them. */
export interface MeasuredAnswer {
  readonly file: { readonly source: string };
  readonly found: Validation;
}

export function measuredText({ found, file }: MeasuredAnswer): string {
  const { axis, points, rrmse, rSquared, runs } = found;
  const squared = rSquared === undefined ? '' : `, R² ${rSquared.toFixed(5)}`;
  const values = points.length === 1 ? 'value' : 'values';
  return `${file.source}: ${count(runs, 'run')} at ${points.length} ${values} of ${axis.name}, RRMSE of the medians ${hundredths(rrmse)}${squared}, worst ${worstText(found)}\n`;
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

export function measuredJson({ found, file }: MeasuredAnswer): Record<string, unknown> {
  return { source: file.source, runs: found.runs, values: found.points.length, ...scoresJson(found) };
}

/** `curve`, `distribution`, `held`: null where they were not asked for. `spelled`: the distribution as it was written. */
interface CurveFound {
  readonly axis: Axis;
  /** Those at given values, then the curve's own. */
  readonly points: readonly CurvePoint[];
  readonly curve: Curve | null;
  readonly distribution: RuntimeDistribution | null;
  readonly spelled: string;
  /** Measured runs against the model. */
  readonly held: MeasuredAnswer | null;
}

export function curveView(loaded: LoadedModel, found: CurveFound): Answer {
  const { axis, points, distribution, spelled, held } = found;
  return {
    json: () => envelopeOf(loaded, foundJson(loaded, found), warningsOf(loaded, found)),
    csv: () => (distribution === null ? tableCsv(pointColumns(axis), points) : distributionCsv(distribution)),
    text: () =>
      [
        inputText(loaded),
        ...(isDistributionAlone(found) ? [] : [tableText(pointColumns(axis), points)]),
        ...(distribution === null ? [] : [distributionText(distribution, spelled)]),
        ...(held === null ? [] : [measuredText(held)]),
      ].join('\n'),
    shared: () => ({
      head: machineText(loaded.resolved),
      ...(isDistributionAlone(found) ? { heads: [], rows: [] } : tableRows(pointColumns(axis), points)),
      more: distribution === null ? '' : distributionText(distribution, spelled),
    }),
  };
}

const isDistributionAlone = ({ distribution, points }: CurveFound): boolean =>
  distribution !== null && points.length === 0;

function foundJson({ model }: LoadedModel, found: CurveFound): Record<string, unknown> {
  const { axis, points, curve, distribution, spelled, held } = found;
  return {
    engine: model.engine.name,
    parameter: axis.name,
    points: points.map((point) => pointJson(axis, point)),
    ...(curve === null
      ? {}
      : { critical_latencies: criticalValues(curve).map((value) => criticalJson(axis, value)) }),
    ...(distribution === null ? {} : { distribution: distributionJson(distribution, spelled) }),
    ...(held === null ? {} : { measured: measuredJson(held) }),
  };
}

function warningsOf({ model }: LoadedModel, found: CurveFound): Warning[] {
  const own = isDistributionAlone(found) ? model : model.warningsAt(`each ${found.axis.name}`);
  return allTold(own, found.curve, found.distribution, found.held?.found);
}

/** Key of the parameter's value: L_ns, G_ns_per_B … */
const valueKey = (axis: Axis): string => `${axis.name}_${unitSuffix(axis)}`;

export function pointJson(axis: Axis, point: CurvePoint): Record<string, unknown> {
  return {
    [valueKey(axis)]: point.x,
    runtime_ns: point.runtime,
    lambda: { [axis.name]: point.lambda },
    rho_L: point.rho,
    ...formerly({ T_ns: point.runtime, [`lambda_${axis.name}`]: point.lambda }),
  };
}

export function criticalJson(axis: Axis, value: CriticalValue): Record<string, number> {
  return {
    [valueKey(axis)]: value.x,
    runtime_ns: value.runtime,
    lambda_below: value.lambdaBelow,
    lambda_above: value.lambdaAbove,
    ...formerly({ T_ns: value.runtime }),
  };
}

export const pointColumns = (axis: Axis): readonly Column<CurvePoint>[] => [
  { key: valueKey(axis), title: axis.name, of: ({ x }) => x },
  { key: 'T_ns', title: 'T', of: ({ runtime }) => runtime },
  { key: `lambda_${axis.name}`, title: `λ_${axis.name}`, of: ({ lambda }) => lambda },
  { key: 'rho_L', title: 'ρ_L', of: ({ rho }) => rho },
];

const criticalColumns = (axis: Axis): readonly Column<CriticalValue>[] => [
  { key: valueKey(axis), title: `critical ${axis.name}`, of: ({ x }) => x },
  { key: 'T_ns', title: 'T', of: ({ runtime }) => runtime },
  { key: 'lambda_below', title: 'λ below', of: ({ lambdaBelow }) => lambdaBelow },
  { key: 'lambda_above', title: 'λ above', of: ({ lambdaAbove }) => lambdaAbove },
];

export const criticalCsv = (axis: Axis, values: readonly CriticalValue[]): CsvTable =>
  tableCsv(criticalColumns(axis), values);

export const criticalText = (axis: Axis, values: readonly CriticalValue[]): string =>
  values.length === 0
    ? '  none: λ is the same on the whole interval\n'
    : tableText(criticalColumns(axis), values);

/** The table of critical values; where there is none a row says so. */
export function criticalRows(curve: Curve): TableRows {
  const { heads, rows } = tableRows(criticalColumns(curve.axis), criticalValues(curve));
  const lambda = String(curve.lambdaAfter);
  return { heads, rows: rows.length > 0 ? rows : [['none', '', lambda, lambda]] };
}

// The frontier and the surface of two parameters as JSON, CSV and text.

export function frontierJson({
  percent,
  axes,
  limit,
  vertices,
  unbounded,
}: Frontier): Record<string, unknown> {
  const [first, second] = axes;
  return {
    pct: percent,
    parameters: axes.map((axis) => axis.name),
    limit_ns: limit,
    vertices: vertices.map(({ x, y, runtime, onFrontier }) => ({
      [valueKey(first)]: x,
      [valueKey(second)]: y,
      runtime_ns: runtime,
      on_frontier: onFrontier,
      ...formerly({ T_ns: runtime }),
    })),
    unbounded: unbounded.map((axis) => axis.name),
  };
}

export function frontierCsv(frontiers: readonly Frontier[]): CsvTable {
  const axes = frontiers[0]?.axes ?? [];
  const header = ['pct', ...axes.map(valueKey), 'T_ns', 'on_frontier', 'unbounded'];
  const rows = frontiers.flatMap(({ percent, vertices, unbounded }) =>
    vertices.map(({ x, y, runtime, onFrontier }) => [
      percent,
      x,
      y,
      runtime,
      String(onFrontier),
      unbounded.map((axis) => axis.name).join(' '),
    ]),
  );
  return csvTable(header, rows);
}

export function frontierText(frontiers: readonly Frontier[]): string {
  return frontiers.map(oneText).join('\n');
}

function oneText(frontier: Frontier): string {
  const { percent, axes, vertices, unbounded } = frontier;
  const head = `at most ${percent} % slower with ${axes.map((axis) => axis.name).join(' and ')} within:\n`;
  const columns: Column<FrontierVertex>[] = axes.flatMap((axis, i) => {
    const of = ({ x, y }: FrontierVertex): number => (i === 0 ? x : y);
    const own: Column<FrontierVertex>[] = [
      { key: valueKey(axis), title: `${axis.relative ? 'added ' : ''}${axis.name}`, of },
    ];
    if (isGap(axis)) own.push({ title: 'bandwidth', text: (vertex) => formatBandwidth(of(vertex)) });
    return own;
  });
  columns.push(
    { key: 'runtime_ns', title: 'T', of: ({ runtime }) => runtime },
    { title: '', align: 'left', text: ({ onFrontier }) => (onFrontier ? 'at the limit' : 'within') },
  );
  const rays = unbounded.map((axis) => `  and without limit in ${axis.name}, which no path pays\n`).join('');
  return `${head}${tableText(columns, vertices)}${rays}`;
}

const isGap = (axis: Axis): boolean => axis.unit === 'ns/B' && !axis.relative;

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
    // Rows go with the second parameter.
    runtime_ns: surface.runtimes,
    ...formerly({ T_ns: surface.runtimes }),
    pieces:
      surface.pieces?.map(({ lambda, vertices }) => ({
        lambda: { [first.name]: lambda[0], [second.name]: lambda[1] },
        ...formerly({ [`lambda_${first.name}`]: lambda[0], [`lambda_${second.name}`]: lambda[1] }),
        vertices: vertices.map(({ x, y, runtime }) => ({
          [valueKey(first)]: x,
          [valueKey(second)]: y,
          runtime_ns: runtime,
          ...formerly({ T_ns: runtime }),
        })),
      })) ?? null,
  };
}

function surfaceCsv({ axes, xs, ys, runtimes }: Surface): CsvTable {
  const rows = ys.flatMap((y, j) => xs.map((x, i) => [x, y, runtimes[j][i]]));
  return csvTable([...axes.map(valueKey), 'T_ns'], rows);
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

// Measured runs that flags name, held against the model.

/** A file of runs, and what the model says of them. */
export interface HeldRuns {
  readonly file: MeasuredFile;
  readonly found: Validation;
}

/** What a command knows beside the model. */
interface Known {
  readonly collective?: readonly string[] | undefined;
  /** Of input and machine. */
  readonly warnings: readonly Warning[];
  /** Whether the runs were made for this answer, by what the model says. */
  readonly injected?: boolean;
  /** Models of further traces of the program. */
  readonly others?: readonly Model[];
}

/** The same where a flag may name no file: null then. */
export const heldRunsOf = async (
  path: string | undefined,
  ...rest: [Model, Axis, Known]
): Promise<HeldRuns | null> => (path === undefined ? null : heldRuns(path, ...rest));

/** The runs of a file against a model. Throws InputError of the file, and what the model throws. */
export async function heldRuns(path: string, model: Model, axis: Axis, known: Known): Promise<HeldRuns> {
  const file = readMeasured(path, axis, model.schedule.ranks);
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
