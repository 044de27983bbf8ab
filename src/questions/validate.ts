/** `validate`: compares predicted with measured runtimes under injected latency. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type CallOverhead, callOverhead, overheadWarning } from '../analysis/call-overheads.js';
import { exactCurve } from '../analysis/exact-curve.js';
import type { Model } from '../analysis/model.js';
import { spreadOf, type Validation, type ValidationPoint } from '../analysis/validate-prediction.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common-flags.js';
import {
  type Answer,
  type Answered,
  GateNotMet,
  namingFlag,
  type Plots,
  plotFlag,
} from '../cli/output/answer.js';
import { type Column, facts, jsonRows, tableCsv, tableText } from '../cli/output/table.js';
import {
  envelopeOf,
  type LoadedModel,
  loadModel,
  saysOverhead,
  withOverhead,
} from '../cli/pipeline/pipeline.js';
import { type HeldRuns, heldRuns, hundredths, scoresJson, worstText } from '../cli/present/curve-tables.js';
import {
  count,
  formatOn,
  inputText,
  overheadJson,
  overheadText,
  rangeText,
  signed,
} from '../cli/present/solution-text.js';
import { makeFolder, writeFileWhole } from '../cli/process/files.js';
import { working } from '../cli/process/streams.js';
import { overheadUnder } from '../cli/tracer/benchmark-run.js';
import { tracerLibrary } from '../cli/tracer/build-tracer.js';
import {
  type InjectedRuns,
  type InjectRunFlags,
  injectedVariables,
  injectProgram,
  injectRunFlags,
  latenciesOf,
  runsCsv,
  UNDILATED,
} from '../cli/tracer/inject-run.js';
import { traceProgram, traceRunFlags } from '../cli/tracer/trace-run.js';
import { UsageError } from '../errors.js';
import { measuredPoints } from '../report/measured-table.js';
import type { Axis } from '../timing/axis.js';
import { formatTime, parseShare } from '../units.js';

/** Runs with each latency. */
const REPEAT = 3;

const validateFlags = {
  ...commonFlags,
  trace: Flags.string({ helpValue: 'INPUT', description: 'INPUT, if not given before the flags' }),
  measured: Flags.string({
    helpValue: 'FILE.csv',
    summary: 'measured runs, with columns L_ns and T_ns',
    description: 'measured runs: a CSV file with columns L_ns and T_ns and a line for each run',
  }),
  run: Flags.string({
    helpGroup: 'RUN',
    helpValue: 'LAUNCHER',
    summary: 'trace COMMAND, and run it with latencies of -L',
    description:
      "trace the program after -- and run it with each latency of -L, as in --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
  }),
  repeat: Flags.integer({
    helpGroup: 'RUN',
    min: 1,
    description: `runs per latency, and traces [default: ${REPEAT}]`,
  }),
  dilate: injectRunFlags.dilate,
  keep: Flags.string({
    helpGroup: 'RUN',
    helpValue: 'DIR',
    description: 'keep traces, runs and the tracer in this folder',
  }),
  mpicc: traceRunFlags.mpicc,
  tracer: traceRunFlags.tracer,
  'fail-above': Flags.string({
    helpValue: '5%',
    summary: 'exit with code 10 if the RRMSE is larger',
    description: 'exit with code 10 if the RRMSE of the medians is above this',
  }),
  plot: plotFlag(),
};

type ValidateFlags = InferredFlags<typeof validateFlags>;

/** A program to trace and run. */
interface ValidateRunQuery {
  /** Launcher, and launcher with the program, word by word. */
  readonly launcher: readonly string[];
  readonly words: readonly string[];
  /** Latencies of injected runs, and the smallest, ns. */
  readonly latencies: string;
  readonly least: number;
  /** null: nothing is kept. */
  readonly keep: string | null;
}

/** Settings, before anything is read. */
interface ValidateQuery {
  /** A program to run; null: `measured` has its runs. */
  readonly run: ValidateRunQuery | null;
  /** The prediction's input and the file of runs; empty for a program to run. */
  readonly inputs: readonly unknown[];
  readonly measured: string;
  /** Largest RRMSE that passes; null: every one does. */
  readonly gate: number | null;
}

/** `words`: those after `--`. Throws UsageError. */
function validateQuery(
  argv: readonly unknown[],
  words: () => readonly string[],
  flags: ValidateFlags,
): ValidateQuery {
  const { trace, run, measured, 'fail-above': most } = flags;
  if (flags.region !== undefined)
    throw new UsageError(
      `validate has no --region, because measured runs are of whole programs`,
      'leave it out',
    );
  const gate = most === undefined ? null : parseShare(most, '--fail-above');
  if (run?.endsWith('.csv'))
    throw new UsageError(`--run '${run}' is a table, not a launcher`, `use --measured ${run}`);
  if (run !== undefined) return { run: runQuery(run, words(), flags), inputs: [], measured: '', gate };
  refuseOfRun(flags);
  if (measured === undefined)
    throw new UsageError(
      'no measured runs given',
      "use --measured FILE, or run the program with --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
    );
  if (trace !== undefined && argv.length > 0)
    throw new UsageError(`INPUT is given twice (${String(argv[0])} and --trace ${trace})`, 'leave one out');
  return { run: null, inputs: trace === undefined ? argv : [trace], measured, gate };
}

/** Throws a UsageError for flags of --run without it. */
function refuseOfRun({ keep, repeat, tracer, dilate }: ValidateFlags): void {
  const given = Object.entries({ keep, repeat, tracer, dilate: dilate === UNDILATED ? undefined : dilate })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  if (given.length > 0)
    throw new UsageError(
      `${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no meaning without --run`,
      'name a launcher with --run',
    );
}

function runQuery(launcher: string, program: readonly string[], flags: ValidateFlags): ValidateRunQuery {
  for (const name of ['trace', 'measured'] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--${name} cannot be combined with --run`, 'leave one of them out');
  if (launcher.trim() === '') throw new UsageError('--run names no launcher', "write --run 'mpirun -np 4'");
  if (program.length === 0) throw new UsageError('no program given', 'write it after --, as in -- ./app');
  if (flags.latency === undefined)
    throw new UsageError(
      'no latencies to run with',
      'give several, each at least twice the previous one, as in -L 1ms,2ms,4ms',
    );
  const words = wordsOf(launcher);
  return {
    launcher: words,
    words: [...words, ...program],
    latencies: flags.latency,
    least: Math.min(...latenciesOf(flags.latency, false)),
    keep: flags.keep ?? null,
  };
}

/** The words of a command. */
const wordsOf = (command: string): string[] => command.trim().split(/\s+/);

/** A file of runs of one program. */
interface ValidatedRuns {
  readonly file: {
    readonly source: string;
    readonly ranks: number | null;
    readonly program: string | null;
    readonly mpi: string | null;
  };
  readonly found: Validation;
  /** o from each trace that determines it. */
  readonly overheads: readonly CallOverhead[];
  /** Facts of runs made for this answer. */
  readonly ran: InjectedRuns | null;
}

const validateView = (loaded: LoadedModel, runs: ValidatedRuns): Answer => ({
  json: () => {
    const own = loaded.model.warningsAt(`each ${runs.found.axis.name}`);
    const spread = overheadWarning(runs.overheads);
    const more = [runs.ran, own, runs.found, spread && namingFlag(spread)];
    return envelopeOf(loaded, validateJson(loaded, runs), ...more);
  },
  csv: () => tableCsv(pointColumns(runs.found.axis), runs.found.points),
  text: () =>
    [
      inputText(loaded),
      runsText(runs) + tableText(pointColumns(runs.found.axis), runs.found.points),
      scoresText(runs),
    ].join('\n'),
});

function validateJson(
  { model }: LoadedModel,
  { file, found, overheads, ran }: ValidatedRuns,
): Record<string, unknown> {
  const { axis, points, runs, worst, selfErrors } = found;
  return {
    engine: model.engine.name,
    parameter: axis.name,
    measured: {
      source: file.source,
      runs,
      program: file.program,
      mpi: file.mpi,
      ...(ran === null ? {} : { nodes: ran.nodes.json }),
    },
    points: jsonRows(pointColumns(axis), points),
    ...scoresJson(found),
    worst: { [`${axis.name}_ns`]: worst.x, error: worst.error },
    traces: {
      self_errors: selfErrors,
      overheads: overheads.map(overheadJson),
    },
  };
}

const pointColumns = (axis: Axis): readonly Column<ValidationPoint>[] => [
  { key: `${axis.name}_ns`, title: axis.name, of: ({ x }) => x, format: (x) => formatOn(axis, x) },
  { key: 'runs', of: (point) => point.count },
  { key: 'measured_median_ns', title: 'measured', of: ({ median }) => median },
  { key: 'measured_min_ns', of: ({ min }) => min },
  { key: 'measured_max_ns', of: ({ max }) => max },
  {
    title: 'min–max',
    text: ({ count: runs, min, max }) => (runs === 1 ? '1 run' : `${formatTime(min)}–${formatTime(max)}`),
  },
  { title: 'spread', text: (point) => (point.count === 1 ? '' : signed(spreadOf(point)).replace('+', '')) },
  { key: 'runtime_ns', title: 'predicted', of: ({ predicted }) => predicted },
  { key: 'error', title: 'error', of: ({ error }) => error, format: signed },
  {
    ...{ key: `lambda_${axis.name}`, title: `λ_${axis.name}`, of: ({ lambda }) => lambda },
    json: ({ lambda }) => ({ lambda: { [axis.name]: lambda } }),
  },
  {
    ...{ key: 'lambda_before', of: ({ lambdaBefore }) => lambdaBefore },
    json: ({ lambdaBefore }) => ({ lambda_before: { [axis.name]: lambdaBefore } }),
  },
  {
    ...{ key: 'measured_slope_after', title: 'measured slope', of: ({ slopeAfter }) => slopeAfter },
    text: ({ slopeAfter }) => slopeAfter?.toFixed(1) ?? '',
  },
  { key: 'measured_slope_before', of: ({ slopeBefore }) => slopeBefore },
  { key: 'runtime_min_ns', of: (point) => point.predictedMin },
  { key: 'runtime_max_ns', of: (point) => point.predictedMax },
];

/** The runs that are compared with the model. */
function runsText({ file, found, ran }: ValidatedRuns): string {
  const named = [file.program, file.mpi].filter((name) => name !== null);
  const of = named.length === 0 ? '' : ` of ${named.join(', ')}`;
  const values = `${found.points.length} ${found.points.length === 1 ? 'value' : 'values'} of ${found.axis.name}`;
  return `${file.source}: ${count(found.runs, 'run')}${of} at ${values}${ran?.nodes.text ?? ''}\n\n`;
}

function scoresText({ found, overheads }: ValidatedRuns): string {
  const { rrmse, rrmseOfMinimum, rmse, rSquared, selfErrors } = found;
  return facts([
    ['RRMSE of the medians', `${hundredths(rrmse)} (RMSE ${formatTime(rmse)})`],
    ['RRMSE of the fastest', hundredths(rrmseOfMinimum)],
    ...(rSquared === undefined ? [] : [['R²', rSquared.toFixed(5)] as const]),
    ['largest error', worstText(found)],
    ...(selfErrors.length === 0 ? [] : [['error on the traced run', rangeText(selfErrors, signed)] as const]),
    ...(overheads.length === 0 ? [] : [['o from the traces', overheadText(overheads)] as const]),
  ]);
}

// `validate --run`: traces a program and runs it with each latency. Trace and runs have injected latency and the same
// algorithms of collectives.

interface MeasuredProgram {
  /** Folders of the traces at the smallest latency, one per run. */
  readonly traces: readonly string[];
  /** CSV of the runs. */
  readonly measured: string;
  /** Measures o between ranks of this machine at that latency, ns, for traces that do not determine it. */
  readonly overheadNs: () => Promise<number>;
  readonly ran: InjectedRuns;
}

/** Receives a line for each run. */
type RunReport = (line: string) => void;

/**
 * Traces `query.words` and runs them; files are in `query.keep`, or in a folder that is removed after `use`. Throws UsageError
 * and InputError for flags and programs that cannot be run, LimitError without a compiler.
 */
async function withMeasured<Result>(
  query: ValidateRunQuery,
  flags: ValidateFlags,
  report: RunReport,
  use: (program: MeasuredProgram) => Promise<Result>,
): Promise<Result> {
  if (query.keep !== null) makeFolder(query.keep);
  const folder = query.keep === null ? mkdtempSync(join(tmpdir(), 'llamp-validate-')) : resolve(query.keep);
  try {
    return await use(await measured(query, flags, folder, report));
  } finally {
    if (query.keep === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  query: ValidateRunQuery,
  flags: ValidateFlags,
  folder: string,
  report: RunReport,
): Promise<MeasuredProgram> {
  working('building the tracer');
  const tracer = await tracerLibrary(query.words, flags, folder);
  const tracing = { ...flags, tracer, clock: 'wall', format: 'binary', depth: 1 };
  working('tracing');
  const injected = injectFlags(query, flags, tracer);
  const variables = await injectedVariables(query.words, injected, folder);
  const least = { ...variables, LLAMP_L: String(query.least) };
  const traces: string[] = [];
  for (let i = 0; i < (flags.repeat ?? REPEAT); i++) {
    const output = join(folder, `trace-${i}`);
    await traceProgram(query.words, { ...tracing, output }, least);
    traces.push(output);
  }
  working('running the program');
  const ran = predictedAnyway(await injectProgram(query.words, injected, report));
  working(null);
  const csv = join(folder, 'runs.csv');
  await writeFileWhole(csv, runsCsv(ran));
  const overheadNs = (): Promise<number> => {
    working('measuring o');
    const asking = { L: query.least, variables: least, mpicc: flags.mpicc, folder, quiet: flags.quiet };
    return overheadUnder(query.launcher, asking);
  };
  return { traces, measured: csv, overheadNs, ran };
}

/** The model delays every message, also those of calls that ran without delay. */
const predictedAnyway = ({ warnings, ...ran }: InjectedRuns): InjectedRuns => ({
  ...ran,
  warnings: warnings.map((warning) =>
    warning.code === 'inject-undelayed'
      ? {
          ...warning,
          message: `${warning.message}; where the prediction includes their latency, the comparison is not valid`,
        }
      : warning,
  ),
});

function injectFlags({ latencies }: ValidateRunQuery, flags: ValidateFlags, tracer: string): InjectRunFlags {
  return {
    latency: latencies,
    added: false,
    'gap-per-byte': flags['gap-per-byte'] ?? '0',
    'add-overhead': '0',
    rendezvous: flags.rendezvous ?? 'none',
    collective: flags.collective,
    dilate: flags.dilate,
    repeat: flags.repeat ?? REPEAT,
    save: undefined,
    mpicc: flags.mpicc,
    tracer,
    json: flags.json,
    quiet: flags.quiet,
  };
}

/** The flags of the prediction: those of the injected network, overridden by flags. */
const predictedFlags = ({ least }: ValidateRunQuery, flags: ValidateFlags): ValidateFlags => ({
  ...flags,
  latency: `${least}ns`,
  'gap-per-byte': flags['gap-per-byte'] ?? '0',
  rendezvous: flags.rendezvous ?? 'none',
});

// o of the machine on which the program was traced, unless a flag gives it.

/** A model with o of its own trace; null: a flag gives o, or the trace does not determine it. */
interface Calibrated {
  readonly loaded: LoadedModel;
  readonly overhead: CallOverhead | null;
}

/** `measured`: o if the trace does not determine it. */
async function calibrated(
  loaded: LoadedModel,
  flags: ValidateFlags,
  measured?: () => Promise<number>,
): Promise<Calibrated> {
  if (saysOverhead(flags)) return { loaded, overhead: null };
  const overhead = callOverhead(loaded.model.graph, loaded.model.machine);
  const overheadNs = overhead?.overheadNs ?? (await measured?.());
  if (overheadNs === undefined) return { loaded, overhead };
  return { loaded: await withOverhead(loaded, overheadNs, flags), overhead };
}

// Compares predictions with measured runs: the answer, its picture, and the gate.

interface Held {
  /** File of the runs. */
  readonly measured: string;
  /** Largest RRMSE that passes; null: every one does. */
  readonly gate: number | null;
  /** Facts of runs made for this answer. */
  readonly ran?: InjectedRuns;
  /** o from a benchmark, ns, if one can be run. */
  readonly overheadNs?: () => Promise<number>;
}

/** Throws InputError of the measured runs. */
async function validateAnswer(
  [{ loaded, overhead }, ...others]: readonly [Calibrated, ...Calibrated[]],
  { measured, gate, ran }: Held,
  flags: ValidateFlags,
): Promise<Answered> {
  const { model } = loaded;
  const held = await heldRuns(measured, model, model.latency, {
    ...loaded,
    ...flags,
    injected: ran !== undefined,
    others: others.map((one) => one.loaded.model),
  });
  const overheads = [overhead, ...others.map((one) => one.overhead)].filter((one) => one !== null);
  return {
    answer: validateView(loaded, { ...held, overheads, ran: ran ?? null }),
    picture: (plots) => drawn(plots, model, held),
    unmet: unmetGate(gate, held.found),
  };
}

/** The curve from the lowest to the highest measured latency, with the runs. */
async function drawn({ curvePlot }: Plots, model: Model, { file, found }: HeldRuns): Promise<string> {
  const values = found.points.map(({ x }) => x);
  const curve = await exactCurve(model, values[0], values[values.length - 1]);
  return curvePlot(curve, {
    title: 'Runtime over latency: predicted and measured',
    remark: `RRMSE ${hundredths(found.rrmse)}, largest error ${worstText(found)}`,
    percents: [],
    measured: measuredPoints(file),
  });
}

function unmetGate(gate: number | null, { rrmse }: Validation): GateNotMet | null {
  if (gate === null || rrmse <= gate) return null;
  return new GateNotMet(
    `the RRMSE of the medians is ${hundredths(rrmse)}, above the gate of ${hundredths(gate)}`,
  );
}

export default class ValidateCommand extends LlampCommand {
  static override summary = 'Compare predicted runtimes with runtimes measured under injected latency.';
  static override examples = [
    '<%= config.bin %> validate traces/app --measured runs.csv',
    '<%= config.bin %> validate --trace traces/app --measured runs.csv -o 1.7us -G 0 -S none',
    '<%= config.bin %> validate traces/app --measured runs.csv --fail-above 5%',
    '<%= config.bin %> validate traces/app --measured runs.csv --plot validation.svg',
    "<%= config.bin %> validate --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
  ];
  static override strict = false;
  static override runsProgram = true;
  static override args = inputArgs;
  static override flags = validateFlags;
  static override mostUsed: readonly (keyof typeof validateFlags)[] = [
    'measured',
    'run',
    'trace',
    'repeat',
    'fail-above',
  ];
  static override forms = [
    'INPUT... --measured=FILE.csv [options]',
    '--run=LAUNCHER -L TIME,... [options] -- COMMAND',
  ];
  static override page = 'validation';

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ValidateCommand);
    const { inputs, run, ...held } = validateQuery(argv, () => this.behindDashes(argv), flags);
    if (run === null) return this.#validate([inputs], held, flags);
    const report = (line: string): void => {
      if (!flags.quiet) this.tell(() => line);
    };
    await withMeasured(run, flags, report, (program) =>
      this.#validate(
        program.traces.map((trace) => [trace]),
        { ...held, ...program },
        predictedFlags(run, flags),
      ),
    );
  }

  /** `inputs`: of one run, or of several of the same program. */
  async #validate(inputs: readonly (readonly unknown[])[], held: Held, flags: ValidateFlags): Promise<void> {
    const models: Calibrated[] = [];
    for (const input of inputs) {
      const loaded = await loadModel(await this.onlyOne(input, 'validate'), flags);
      models.push(await calibrated(loaded, flags, held.overheadNs));
    }
    const [first, ...others] = models;
    await this.drawAndAnswer('validate', flags, await validateAnswer([first, ...others], held, flags));
  }
}
