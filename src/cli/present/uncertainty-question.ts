/** `tolerance --uncertainty`: uncertainty of T, λ and tolerance. */
import type { InferredFlags } from '@oclif/core/interfaces';
import { type CallOverhead, overheadWarning } from '../../analysis/call-overheads.js';
import {
  type FigureQuantile,
  type Figures,
  figuresOf,
  isOwnRun,
  type NoOwnRun,
  type OwnRun,
  ownRun,
  type RunQuery,
  type RunsUncertainty,
  runsUncertainty,
  type TraceQuestion,
  type TraceUncertainty,
  traceUncertainty,
} from '../../analysis/measurement-uncertainty.js';
import { Model } from '../../analysis/model.js';
import { median } from '../../analysis/statistics.js';
import { selfError } from '../../analysis/validate-prediction.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import { axisUnit } from '../../report/plots/scales.js';
import type { UncertainPanel } from '../../report/plots/uncertainty-plot.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { formatTime, parseTime } from '../../units.js';
import { choicesOf } from '../flags/collective-choices.js';
import { type commonFlags, NO_ENGINE, refuseEngine } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { regionQuery } from '../flags/region-flags.js';
import { leniencyOf, noInput, programsNamed } from '../input/find-input.js';
import { loadProgram, scheduleBy, unpriced } from '../input/load-input.js';
import {
  type Answer,
  type Answered,
  inputJson,
  machineJson,
  namingFlag,
  type Plots,
  regionsText,
} from '../output/answer.js';
import { type Column, facts, finite, percentText, tableCsv, tableText } from '../output/table.js';
import {
  envelopeOf,
  guardedOptions,
  type LoadedModel,
  saysOverhead,
  surroundings,
  within,
  withOverhead,
  withProgress,
} from '../pipeline/pipeline.js';
import type { ProgressBar } from '../process/progress.js';
import {
  inputText,
  machineText,
  overheadJson,
  overheadText,
  rangeText,
  signed,
  unitSuffix,
} from './solution-text.js';

type UncertaintyFlags = InferredFlags<typeof commonFlags> & {
  readonly pct: string;
  readonly parameter: string;
  readonly resolution?: string | undefined;
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
};

/** Flags for time stamps. */
const OF_ONE = ['resolution', 'samples', 'seed'] as const;

/** Throws a UsageError for flags of time stamps. */
function refuseOfOne(flags: UncertaintyFlags): void {
  const given = OF_ONE.filter((name) => flags[name] !== undefined);
  if (given.length === 0) return;
  throw new UsageError(
    `${given.map((name) => `--${name}`).join(' and ')} can be used with one trace only, not with several runs`,
    `leave ${given.length === 1 ? 'it' : 'them'} out, or name one trace`,
  );
}

/** Throws a UsageError for engines and for rules of simulators, which need several runs. */
function refuseOfSeveral(flags: UncertaintyFlags): void {
  refuseEngine(flags, 'the samples of one trace are solved by longest-path sweeps', 'name several runs');
  if (Object.keys(leniencyOf(flags)).length === 0) return;
  throw new UsageError(
    '--rules sizes=send and unmatched=ignore have no meaning with --uncertainty of one trace',
    'leave them out, or name several runs',
  );
}

/** The step of time stamps by a flag, ns. Throws UsageError. */
function resolutionQuery({ resolution }: UncertaintyFlags): { readonly resolution?: number } {
  const name = '--resolution';
  if (resolution === undefined) return {};
  return { resolution: parseTime(resolution, { name }) };
}

/** Some of the figures of a line, and the model's error on the traced run. */
type SomeFigures = Partial<Figures> & { readonly selfError?: number };

/** A line of the table: its name and figures. */
type Row = readonly [name: string, figures: SomeFigures];

interface Shown {
  readonly axis: Axis;
  readonly percents: readonly number[];
}

function traceView(loaded: OpenedRun, question: TraceQuestion, found: TraceUncertainty): Answer {
  const shown = { axis: found.axis, percents: question.percents };
  const rows = traceRows(question, found, loaded.own);
  const json = {
    ...traceJson(shown, question, found),
    without_self_error_ns: isOwnRun(loaded.own) ? withoutSelfError(found, loaded.own) : null,
    ...ownJson([loaded.own]),
  };
  return {
    json: () =>
      envelopeOf(loaded, json, loaded.model, overheadSpread([loaded]), found.bounds === null && NO_BOUNDS),
    csv: () => tableCsv(figureColumns(shown, rows), rows),
    text: () =>
      [
        inputText(loaded),
        `${stepsText(found)}\n`,
        boundsText(found),
        '\n',
        tableText(figureColumns(shown, rows), rows),
        ownText([loaded.own]),
      ].join(''),
  };
}

const traceRows = ({ draws }: TraceQuestion, found: TraceUncertainty, own: OwnRun | NoOwnRun): Row[] => [
  ['as traced', { ...found.traced, ...selfErrorOf(own) }],
  ...(found.tracerOverhead === 0 ? [] : [['without the tracer', found.corrected] as const]),
  ...found.quantiles.map((one): Row => [`${100 * one.share} % quantile of ${draws} samples`, one]),
  ...(isOwnRun(own) ? [['without its self error', { runtime: withoutSelfError(found, own) }] as const] : []),
];

/** T of the trace, corrected by the model's error on its run. */
const withoutSelfError = ({ corrected }: TraceUncertainty, { measured, predicted }: OwnRun): number =>
  (corrected.runtime * measured) / predicted;

const selfErrorOf = (own: OwnRun | NoOwnRun): SomeFigures =>
  isOwnRun(own) ? { selfError: selfError(own) } : {};

const NO_SELF_ERROR = {
  'no-calls': 'the input has no times of calls',
  region: 'a region is only a part of the traced run',
  'no-latency': 'the trace does not contain the latency, which only inject run records',
  'several-hosts': 'ranks on several hosts have no common clock',
  'no-end': 'a trace lacks MPI_Init or MPI_Finalize',
} as const satisfies Record<NoOwnRun, string>;

/** The model's error on each traced run and its o; or why it is unknown. */
function ownText(owns: readonly (OwnRun | NoOwnRun)[], untraced: number | null = null): string {
  const missing = owns.find((own) => !isOwnRun(own));
  const runs = owns.length === 1 ? 'the traced run' : 'the traced runs';
  if (missing !== undefined && !isOwnRun(missing))
    return `\nthe model's error on ${runs} (self error) is unknown, because ${NO_SELF_ERROR[missing]}\n`;
  const held = owns.filter(isOwnRun);
  const overheads = held.flatMap(({ overhead }) => (overhead === null ? [] : [overhead]));
  return `\n${facts([
    ['self error', `${rangeText(held.map(selfError), signed)}, the model's error on ${runs}`],
    ...(overheads.length === 0 ? [] : [['o from the traces', overheadText(overheads)] as const]),
    ...(untraced === null ? [] : [['not explained by the traces', `${percentText(untraced)} of T`] as const]),
  ])}`;
}

/** As `validate` has it. */
function ownJson(owns: readonly (OwnRun | NoOwnRun)[]): Record<string, unknown> {
  const held = owns.filter(isOwnRun);
  return {
    traces: {
      self_errors: held.map(selfError),
      overheads: held.flatMap(({ overhead }) => (overhead === null ? [] : [overheadJson(overhead)])),
    },
    no_self_error: owns.find((own) => !isOwnRun(own)) ?? null,
  };
}

const SAID = {
  asked: 'given by a flag',
  traces: 'recorded in the traces',
  none: 'not recorded in the traces',
} as const;

function stepsText({ resolution, tracerOverhead, tracerOverheadBy }: TraceUncertainty): string {
  const steps =
    resolution === 0
      ? 'time stamps have no common resolution, so nothing is sampled'
      : `resolution of time stamps ${formatTime(resolution)}`;
  const tracer =
    tracerOverhead === 0
      ? 'no overhead of the tracer subtracted'
      : `${formatTime(tracerOverhead)} per call subtracted as overhead of the tracer`;
  return `${steps}\n${tracer} (${SAID[tracerOverheadBy]})`;
}

function boundsText({ bounds }: TraceUncertainty): string {
  return bounds === null
    ? ''
    : `T is between ${formatTime(bounds.low)} and ${formatTime(bounds.high)}, depending on how time stamps were rounded\n`;
}

const NO_BOUNDS: Warning = {
  code: 'no-bounds',
  message:
    'the order of messages depends on times here. Each sample has its own order, and T has no certain bounds.',
};

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

type LoadedRun = RunQuery & { readonly loaded: OpenedRun };

const RUN_NAMES = ['least', 'lower quartile', 'median', 'upper quartile', 'largest'] as const;

/** Lower ends from the widest interval to the narrowest, then upper ends in reverse. */
const furtherRows = (further: RunsUncertainty['furtherRuns']): Row[] => [
  ...further
    .toReversed()
    .map(({ share, low }): Row => [`${100 * share} % of further runs, low end`, { runtime: low }]),
  ...further.map(({ share, high }): Row => [`${100 * share} % of further runs, high end`, { runtime: high }]),
];

function runsView(
  runs: readonly LoadedRun[],
  percents: readonly number[],
  axis: Axis,
  found: RunsUncertainty,
): Answer {
  const { quantiles, furtherRuns, untraced } = found;
  const shown = { axis, percents };
  const [{ loaded }] = runs;
  // If each run has its own o, the answer shows the median.
  const overhead = median(runs.map((run) => run.loaded.resolved.machine.overhead));
  const machine = { ...loaded.resolved, machine: { ...loaded.resolved.machine, overhead } };
  const owns = runs.map((run) => run.loaded.own);
  const errors = owns.filter(isOwnRun).map(selfError);
  const rows: Row[] = [
    ...runs.map(({ source, figures, loaded: { own } }): Row => [source, { ...figures, ...selfErrorOf(own) }]),
    ...quantiles.map((one, k): Row => [RUN_NAMES[k], one]),
    ...(errors.length < runs.length ? [] : [['self error, median', { selfError: median(errors) }] as const]),
    ...furtherRows(furtherRuns),
  ];
  const own = runs.flatMap((run) => [run.loaded, run.loaded.model]);
  return {
    json: () => ({
      input: { programs: runs.map((run) => inputJson(run.loaded.info, run.loaded.model.graph)) },
      machine: machineJson(machine),
      result: {
        runs: runs.map(({ source, figures }) => ({ source, ...figuresJson(shown, figures) })),
        quantiles: quantiles.map((one) => quantileJson(shown, one)),
        further_runs: furtherRuns.map(({ share, low, high }) => ({ share, runtime_ns: [low, high] })),
        untraced_share: untraced,
        ...ownJson(owns),
      },
      warnings: joinWarnings(...own, found, overheadSpread(runs.map((run) => run.loaded))),
    }),
    csv: () => tableCsv(figureColumns(shown, rows), rows),
    text: () =>
      `${regionsText(runs.map((run) => run.loaded))}${machineText(machine)}\n${tableText(figureColumns(shown, rows), rows)}${ownText(owns, untraced)}`,
  };
}

const figureColumns = ({ axis, percents }: Shown, rows: readonly Row[]): readonly Column<Row>[] => [
  { key: 'what', title: '', align: 'left', of: ([name]) => name },
  { key: 'runtime_ns', title: 'T', of: ([, { runtime }]) => runtime },
  {
    ...{ key: `lambda_${axis.name}`, title: `λ_${axis.name}`, of: ([, { lambda }]) => lambda },
    text: ([, { lambda }]) => (lambda === undefined ? '' : String(Number(lambda.toPrecision(4)))),
  },
  { key: 'rho_L', title: 'ρ_L', of: ([, { rho }]) => rho },
  ...percents.map((percent, k) => ({
    key: `delta_at_${percent}_pct_${unitSuffix(axis)}`,
    title: `Δ${axis.name} at ${percent} %`,
    of: ([, { tolerance }]: Row) => tolerance?.[k],
  })),
  ...(rows.some(([, one]) => one.selfError !== undefined)
    ? [
        {
          ...{ key: 'self_error', title: 'self error', format: signed },
          of: ([, one]: Row) => one.selfError,
        },
      ]
    : []),
];

// The spread as a picture: T and tolerance of each run, or of the samples of one trace.

/** A run, or another answer, with its figures. */
type Named = readonly [name: string, figures: Figures];

const runsPicture = (
  plots: Plots,
  runs: readonly RunQuery[],
  percents: readonly number[],
  axis: Axis,
  { quantiles }: RunsUncertainty,
): string =>
  plots.uncertaintyPlot(
    panelsOf(
      runs.map(({ source, figures }) => [source, figures]),
      { percents, axis, spread: at(quantiles, [0.25, 0.5, 0.75]) },
    ),
    {
      title: `${runs.length} runs of one program`,
      band: 'shaded: between the quartiles; dashed: the median',
    },
  );

/** For one trace: the answers by its own times, and the range of the samples. */
function tracePicture(plots: Plots, percents: readonly number[], found: TraceUncertainty): string {
  const { axis, traced, corrected, quantiles, tracerOverhead } = found;
  const rows: Named[] = [
    ['as traced', traced],
    ...(tracerOverhead === 0 ? [] : [['without the tracer', corrected] as const]),
  ];
  const band =
    quantiles.length === 0
      ? 'the time stamps have no common resolution, so nothing was sampled'
      : 'shaded: 5 % to 95 % of the samples; dashed: the median';
  const spread = at(quantiles, [0.05, 0.5, 0.95]);
  return plots.uncertaintyPlot(panelsOf(rows, { percents, axis, spread }), {
    title: 'Uncertainty due to the time stamps of a trace',
    band,
  });
}

/** The quantiles at three shares, null if there are none. */
function at(
  quantiles: readonly FigureQuantile[],
  shares: readonly [number, number, number],
): readonly Figures[] | null {
  const found = shares.flatMap((share) => quantiles.filter((one) => one.share === share));
  return found.length === shares.length ? found : null;
}

interface Pictured {
  readonly percents: readonly number[];
  readonly axis: Axis;
  readonly spread: readonly Figures[] | null;
}

/** T, and the tolerance at each percentage. */
function panelsOf(rows: readonly Named[], { percents, axis, spread }: Pictured): UncertainPanel[] {
  const panel = (title: string, unit: 'ns' | 'ns/B', read: (one: Figures) => number): UncertainPanel => {
    const values = rows.map(([, figures]) => read(figures)).filter(Number.isFinite);
    const { name, size } = axisUnit({ unit }, Math.max(...values, 0));
    const scaled = (one: Figures): number => read(one) / size;
    return {
      axis: `${title} (${name})`,
      points: rows.map(([label, figures]) => ({ name: label, value: scaled(figures) })),
      spread: spread === null ? null : [scaled(spread[0]), scaled(spread[1]), scaled(spread[2])],
    };
  };
  return [
    panel('runtime T', 'ns', ({ runtime }) => runtime),
    ...percents.map((percent, k) =>
      panel(`Δ${axis.name} at ${percent} %`, axis.unit, ({ tolerance }) => tolerance[k]),
    ),
  ];
}

// Uncertainty from the time stamps of one run, or from the spread of several runs.

export async function uncertaintyAnswer(
  inputs: readonly string[],
  flags: UncertaintyFlags,
): Promise<Answered> {
  const programs = await programsNamed(inputs);
  const percents = parsePercents(flags.pct);
  if (programs.length === 0) throw noInput();
  if (programs.length > 1) refuseOfOne(flags);
  else refuseOfSeveral(flags);
  return withProgress(flags.quiet, (progress) =>
    programs.length === 1
      ? ofOne(programs[0], percents, flags, progress)
      : ofSeveral(programs, percents, flags, progress),
  );
}

async function ofOne(
  names: readonly string[],
  percents: readonly number[],
  flags: UncertaintyFlags,
  progress: ProgressBar,
): Promise<Answered> {
  if (regionQuery(flags) !== null)
    throw new UsageError(
      '--uncertainty of one trace covers the whole program, because a region differs in each sample',
      'leave the region out, or name several runs',
    );
  const times = resolutionQuery(flags);
  const { program, ...loaded } = await opened(names, { ...flags, ...NO_ENGINE }, progress);
  progress.begin('sampling times');
  const { samples: draws = 200, seed = 1, parameter } = flags;
  const choices = choicesOf(flags.collective ?? []);
  const question = { ...times, percents, parameter, choices, draws, seed };
  const found = await traceUncertainty(program, loaded.model.machine, {
    ...question,
    onSample: (done) => progress.update('sampling times', done, draws),
  });
  return {
    answer: traceView(loaded, question, found),
    picture: (plots) => tracePicture(plots, percents, found),
  };
}

async function ofSeveral(
  programs: readonly (readonly string[])[],
  percents: readonly number[],
  flags: UncertaintyFlags,
  progress: ProgressBar,
): Promise<Answered> {
  const runs: LoadedRun[] = [];
  for (const names of programs) {
    const { model, ...loaded } = await opened(names, flags, progress);
    progress.begin(`solving ${loaded.info.source}`);
    const figures = await figuresOf(model, percents, axisByName(model.machine, flags.parameter));
    const { schedule } = model;
    runs.push({
      ...{ source: loaded.info.source, schedule, figures, own: loaded.own },
      loaded: { ...loaded, model },
    });
  }
  const axis = axisByName(runs[0].loaded.model.machine, flags.parameter);
  const spread = runsUncertainty(runs);
  return {
    answer: runsView(runs, percents, axis, spread),
    picture: (plots) => runsPicture(plots, runs, percents, axis, spread),
  };
}

/** A program on its machine, and its model's error on the traced run. */
type OpenedRun = LoadedModel & {
  readonly own: OwnRun | NoOwnRun;
  /** Of which o was taken; null: it was given, or is unknown. */
  readonly overhead: CallOverhead | null;
};

/** The warning about a wide spread of o where it was taken from the traces. */
function overheadSpread(runs: readonly OpenedRun[]): Warning | null {
  const spread = overheadWarning(runs.flatMap(({ overhead }) => overhead ?? []));
  return spread && namingFlag(spread);
}

/** With injected latency and without a flag for o, uses o of the trace, which predicts a further run on that machine. */
async function opened(names: readonly string[], flags: UncertaintyFlags, progress: ProgressBar) {
  const around = await surroundings(flags);
  const { program, info: whole } = await loadProgram(names, { ...flags, digest: flags.json }, progress);
  const choices = choicesOf(flags.collective ?? []);
  const made = scheduleBy(program, choices);
  const resolved = around.machineFor(made.schedule);
  const read = { ...made, info: whole };
  const region = regionQuery(flags);
  const { schedule, ...part } = within(read, region, resolved.machine);
  const model = await Model.of(schedule, resolved.machine, guardedOptions(flags));
  let own: OwnRun | NoOwnRun = region === null ? await ownRun(model) : 'region';
  if (isOwnRun(own) && choices.length > 0) {
    // A trace does not contain the algorithms of its collectives: takes those with the smaller error on its run.
    const usual = scheduleBy(program, []).schedule;
    const other = await ownRun(await Model.of(usual, resolved.machine, guardedOptions(flags)));
    if (isOwnRun(other) && Math.abs(selfError(other)) < Math.abs(selfError(own))) own = other;
  }
  const warnings = joinWarnings(part, resolved, await unpriced(program, choices, resolved.machine));
  const overhead = isOwnRun(own) && !saysOverhead(flags) ? own.overhead : null;
  const run = { program, model, resolved, info: part.info, warnings, own, overhead };
  return overhead === null ? run : withOverhead(run, overhead.overheadNs, flags);
}
