/** How sure T, λ and the tolerance are, as JSON, CSV and text. */
import type { Warning } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import type { FigureQuantile, Figures } from '../../uncertainty/figures.js';
import type { AskedRun, RunsUncertainty } from '../../uncertainty/runs.js';
import type { TraceQuestion, TraceUncertainty } from '../../uncertainty/trace.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite, inputJson, machineJson } from '../output/json.js';
import { regionsText } from '../output/region.js';
import { table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { inputText, machineText } from './input.js';
import { formatOn, percentText, unitSuffix } from './solution.js';

/** A line of the table: what its figures are. */
type Row = readonly [name: string, figures: Figures];

interface Shown {
  readonly axis: Axis;
  readonly percents: readonly number[];
}

export function traceView(loaded: LoadedModel, question: TraceQuestion, found: TraceUncertainty): Answer {
  const shown = { axis: found.axis, percents: question.percents };
  const rows = traceRows(question, found);
  return {
    json: () =>
      envelopeOf(loaded, traceJson(shown, question, found), [
        ...loaded.model.warnings,
        ...orderWarnings(found),
      ]),
    csv: () => rowsCsv(shown, rows),
    text: () =>
      [inputText(loaded), `${stepsText(found)}\n`, boundsText(found), '\n', rowsText(shown, rows)].join(''),
  };
}

const traceRows = ({ draws }: TraceQuestion, found: TraceUncertainty): Row[] => [
  ['as traced', found.traced],
  ...(found.tracerOverhead === 0 ? [] : [['without the tracer', found.corrected] as const]),
  ...found.quantiles.map((one): Row => [`${100 * one.share} % of ${draws} draws`, one]),
];

const SAID = {
  asked: 'as asked',
  traces: 'as its traces say',
  none: 'the traces do not say what it took',
} as const;

function stepsText({ resolution, tracerOverhead, tracerOverheadBy }: TraceUncertainty): string {
  const steps =
    resolution === 0
      ? 'time stamps of no common step: nothing is drawn'
      : `time stamps in steps of ${formatTime(resolution)}`;
  const tracer =
    tracerOverhead === 0
      ? 'nothing is taken off for the tracer'
      : `${formatTime(tracerOverhead)} a call are taken off for the tracer`;
  return `${steps}\n${tracer}: ${SAID[tracerOverheadBy]}`;
}

function boundsText({ bounds }: TraceUncertainty): string {
  return bounds === null
    ? ''
    : `T lies between ${formatTime(bounds.low)} and ${formatTime(bounds.high)}, whatever the stamps stand for\n`;
}

const orderWarnings = ({ bounds }: TraceUncertainty): Warning[] =>
  bounds === null
    ? [
        {
          code: 'no-bounds',
          message:
            'who comes first depends on times here: each draw has an order of its own, and T has no bounds that are sure',
        },
      ]
    : [];

function traceJson(
  shown: Shown,
  { draws, seed }: TraceQuestion,
  { resolution, tracerOverhead, tracerOverheadBy, traced, corrected, bounds, quantiles }: TraceUncertainty,
): Record<string, unknown> {
  return {
    resolution_ns: resolution,
    tracer_overhead_ns: tracerOverhead,
    tracer_overhead_by: tracerOverheadBy,
    traced: figuresJson(shown, traced),
    without_tracer: figuresJson(shown, corrected),
    runtime_bounds_ns: bounds === null ? null : [bounds.low, bounds.high],
    draws,
    seed,
    quantiles: quantiles.map((one) => quantileJson(shown, one)),
  };
}

function figuresJson({ axis, percents }: Shown, { runtime, lambda, rho, tolerance }: Figures) {
  return {
    runtime_ns: runtime,
    lambda: { [axis.name]: lambda },
    rho_L: rho,
    tolerance: percents.map((pct, k) => ({ pct, [`delta_${unitSuffix(axis)}`]: finite(tolerance[k]) })),
  };
}

const quantileJson = (shown: Shown, one: FigureQuantile): Record<string, unknown> => ({
  share: one.share,
  ...figuresJson(shown, one),
});

/** Runs with what was made of each. */
export type LoadedRun = AskedRun & { readonly loaded: LoadedModel };

const RUN_NAMES = ['least', 'lower quartile', 'median', 'upper quartile', 'largest'] as const;

export function runsView(
  runs: readonly LoadedRun[],
  percents: readonly number[],
  axis: Axis,
  { quantiles, warnings }: RunsUncertainty,
): Answer {
  const shown = { axis, percents };
  const [{ loaded }] = runs;
  const rows: Row[] = [
    ...runs.map(({ source, figures }): Row => [source, figures]),
    ...quantiles.map((one, k): Row => [RUN_NAMES[k], one]),
  ];
  const own = runs.flatMap((run) => [...run.loaded.warnings, ...run.loaded.model.warnings]);
  return {
    json: () => ({
      input: { programs: runs.map((run) => inputJson(run.loaded.info, run.loaded.model.graph)) },
      machine: machineJson(loaded.resolved),
      result: {
        runs: runs.map(({ source, figures }) => ({ source, ...figuresJson(shown, figures) })),
        quantiles: quantiles.map((one) => quantileJson(shown, one)),
      },
      warnings: [...once(own), ...warnings],
    }),
    csv: () => rowsCsv(shown, rows),
    text: () =>
      `${regionsText(runs.map((run) => run.loaded))}${machineText(loaded.resolved)}\n${rowsText(shown, rows)}`,
  };
}

const once = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [warning.message, warning])).values(),
];

function rowsText({ axis, percents }: Shown, rows: readonly Row[]): string {
  const heads = [
    { title: '', align: 'left' as const },
    ...['T', `λ_${axis.name}`, 'ρ_L'].map((title) => ({ title })),
    ...percents.map((percent) => ({ title: `Δ${axis.name} at ${percent} %` })),
  ];
  const cells = rows.map(([name, { runtime, lambda, rho, tolerance }]) => [
    name,
    formatTime(runtime),
    String(Number(lambda.toPrecision(4))),
    percentText(rho),
    ...tolerance.map((one) => formatOn(axis, one)),
  ]);
  return table(heads, cells);
}

function rowsCsv({ axis, percents }: Shown, rows: readonly Row[]): CsvTable {
  const unit = unitSuffix(axis);
  const header = ['what', 'runtime_ns', `lambda_${axis.name}`, 'rho_L'];
  return csvTable(
    [...header, ...percents.map((percent) => `delta_at_${percent}_pct_${unit}`)],
    rows.map(([name, { runtime, lambda, rho, tolerance }]) => [
      ...[name, runtime, lambda, rho],
      ...tolerance.map(finite),
    ]),
  );
}
