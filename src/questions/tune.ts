/** `tune`: searches the algorithms of collectives with the least runtime and the largest tolerance. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { supportWarning } from '../analysis/collective-support.js';
import { addedWithin } from '../analysis/piecewise.js';
import { judge } from '../analysis/rank-variants.js';
import {
  collectiveFlags,
  collectiveSizes,
  LEAST_GAIN_PERCENT,
  type Trial,
  type TuneAnswer,
  type TuneChoice,
  type TuneResult,
  tune,
  tuneChoices,
} from '../analysis/tuning.js';
import {
  chosenForms,
  emitChoices,
  pointOf,
  TUNING_LIBRARIES,
  type TuningLibrary,
  unboundCalls,
  worthwhile,
} from '../analysis/tuning-file.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf } from '../cli/flags/collective-choices.js';
import { commonFlags, jobsFlag, percentsFlag } from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { regionOfVariants } from '../cli/flags/region-flags.js';
import type { Answer } from '../cli/output/answer.js';
import { comparedProgram, patternFlags } from '../cli/pipeline/compared-programs.js';
import { modelOptions, withProgress } from '../cli/pipeline/pipeline.js';
import {
  type Emitted,
  emittedFiles,
  type Tuned,
  type TuneReport,
  tuneView,
} from '../cli/present/tuning-tables.js';
import { writeFileWhole } from '../cli/process/files.js';
import type { ProgressBar } from '../cli/process/progress.js';
import { checkMachine } from '../cli/workers/evaluator.js';
import type { VariantEvaluation, VariantOutcome, VariantPlan } from '../cli/workers/plan.js';
import { evaluateVariants, type PoolOptions, type VariantPool, withPool } from '../cli/workers/pool.js';
import type { CollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import { joinWarnings, UsageError, type Warning } from '../errors.js';
import type { CollectiveSize, Program } from '../sources/program.js';

const LIBRARIES = TUNING_LIBRARIES.map(({ name }) => name);

const LEAST_GAIN = String(LEAST_GAIN_PERCENT);

const tuneFlags = {
  ...commonFlags,
  ...patternFlags,
  pct: percentsFlag('slowdowns in percent; the search uses the first one', '1'),
  'size-classes': Flags.integer({
    default: 3,
    min: 1,
    summary: 'size classes for each collective',
    description: 'most classes of message sizes per collective',
  }),
  evaluations: Flags.integer({ default: 2000, min: 1, description: 'limit on the number of evaluations' }),
  emit: Flags.string({
    helpGroup: 'TUNING FILES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: LIBRARIES.map((name) => `${name}=FILE`).join('|'),
    summary: 'write a tuning file for the MPI library',
    description: "write the fastest of the library's own algorithms as a tuning file for it; may be repeated",
  }),
  'min-gain': Flags.string({
    helpGroup: 'TUNING FILES',
    dependsOn: ['emit'],
    helpValue: '1',
    description: 'least gain of a collective for a rule of --emit, in percent of the runtime [default: 1]',
  }),
  date: Flags.string({
    helpGroup: 'TUNING FILES',
    dependsOn: ['emit'],
    helpValue: 'YYYY-MM-DD',
    description: 'date in the files of --emit [default: today]',
  }),
  jobs: jobsFlag,
};

type TuneFlags = InferredFlags<typeof tuneFlags>;

/** A requested tuning file. */
interface EmitQuery {
  readonly library: TuningLibrary;
  readonly file: string;
}

/** Files, least gain as a share, and date. Throws UsageError. */
function emitQuery(flags: Pick<TuneFlags, 'emit' | 'min-gain' | 'date'>): {
  readonly files: readonly EmitQuery[];
  readonly leastGain: number;
  readonly date: string;
} {
  const files = (flags.emit ?? []).map(emitted);
  const written = files.flatMap(({ library, file }) => [
    file,
    ...(library.beside === null ? [] : [`${file}${library.beside}`]),
  ]);
  if (new Set(written).size < written.length)
    throw new UsageError('--emit names one file twice', 'name two different files');
  const least = flags['min-gain'] ?? LEAST_GAIN;
  const percents = parsePercents(least, '--min-gain');
  if (percents.length > 1 || percents[0] >= 100)
    throw new UsageError(`--min-gain '${least}' is not a percentage below 100`, 'write one, such as 1');
  return { files, leastGain: percents[0] / 100, date: dateOf(flags.date) };
}

function emitted(text: string): EmitQuery {
  const [name, file] = [text.slice(0, Math.max(0, text.indexOf('='))), text.slice(text.indexOf('=') + 1)];
  const library = TUNING_LIBRARIES.find((one) => one.name === name);
  if (library !== undefined && file !== '') return { library, file };
  throw new UsageError(
    `--emit '${text}' cannot be read`,
    `write ${LIBRARIES.map((one) => `${one}=FILE`).join(' or ')}`,
  );
}

function dateOf(text: string | undefined): string {
  if (text === undefined) return new Date().toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--date '${text}' is not a date`, 'write it as 2026-03-31');
}

/** Throws a UsageError if nothing is left to choose. */
function choicesQuery(program: Program, flags: TuneFlags): TuneChoice[] {
  const sizes = sizesOf(program, flags.pattern);
  const specs = choicesOf(flags.collective ?? []);
  const open = sizes.filter((size) => !specs.some((spec) => decides(spec, size)));
  if (open.length === 0) {
    throw new UsageError(
      sizes.length === 0 ? 'the program calls no collectives' : '--collective leaves nothing to choose',
      sizes.length === 0 ? 'there is nothing to tune' : 'leave out --collective for the collectives to tune',
    );
  }
  return tuneChoices(open, flags['size-classes']);
}

/** The calls that `choicesQuery` chooses for, with their ranks. */
function openCalls(program: Program, flags: TuneFlags): CollectiveSize[] {
  const specs = choicesOf(flags.collective ?? []);
  return (program.calls() ?? []).filter((size) => !specs.some((spec) => decides(spec, size)));
}

const decides = (spec: CollectiveSpec, { collective, bytes }: CollectiveSize): boolean =>
  (spec.collective === null || spec.collective === collective) && spec.from <= bytes && bytes < spec.to;

/** Collectives that the program calls. Throws a UsageError if there are none to choose. */
function sizesOf(program: Program, pattern: string | undefined): CollectiveSize[] {
  const calls = program.calls();
  if (calls === null) {
    throw new UsageError(
      `the collectives of ${program.info.format} are already messages`,
      'tune the original traces, or a --pattern',
    );
  }
  if (calls.length === 0 && pattern !== undefined)
    throw new UsageError(`pattern ${pattern} has no collectives`, 'use a collective as pattern');
  return collectiveSizes(calls);
}

// Tuning files: searches among a library's own algorithms, and selects rules.

/** Outcomes of choices of algorithms, in addition to the user's own. */
type Evaluate = (chosen: readonly (readonly string[])[]) => ReturnType<VariantPool['evaluate']>;

interface EmitGround extends Search {
  /** Calls without a choice. */
  readonly calls: readonly CollectiveSize[];
  /** The least runtime with any algorithm. */
  readonly best: Trial;
  readonly evaluate: Evaluate;
}

/** Relative difference below which runtimes are equal. */
const SAME = 1e-9;

/** Writes all requested files, or throws a LlampError and writes none. */
async function emitFiles(ground: EmitGround): Promise<Emitted[]> {
  const { files, leastGain, date } = emitQuery(ground.flags);
  const list: Emitted[] = [];
  for (const query of files) list.push(await emit(ground, query, leastGain));
  for (const one of list) {
    const taken = ground.flags.collective ?? [];
    for (const { file, text } of emittedFiles(one, { source: ground.program.info.source, date, taken }))
      await writeFileWhole(file, text);
  }
  return list;
}

async function emit(ground: EmitGround, { library, file }: EmitQuery, leastGain: number): Promise<Emitted> {
  const { calls, flags } = ground;
  const choices = emitChoices(library, calls, flags['size-classes']);
  const [found] = (await searchedIn(ground, library, choices)).found;
  const chosen = pointOf(choices, found.flags);
  const names = [...new Set(choices.filter((_, i) => chosen[i] > 0).map(({ collective }) => collective))];
  const flagsWith = (tuned: readonly CollectiveName[]): string[] =>
    flagsOf(library, choices, pointWith(choices, chosen, tuned));
  const worth = await worthwhile(names, leastGain, async (lists) =>
    (await ground.evaluate(lists.map(flagsWith))).map(priced),
  );
  const [own, tuned] = await ground.evaluate([[library.own], flagsWith(worth.kept)]);
  const unbound = unboundCalls(calls);
  return {
    library,
    file,
    leastGain,
    ownRuntime: priced(own),
    runtime: priced(tuned),
    machine: tuned.machine,
    ranks: tuned.counts.ranks,
    gains: worth.gains,
    forms: chosenForms(library, choices, pointWith(choices, chosen, worth.kept), calls),
    better: isLess(ground.best, found) ? betterElsewhere(library, choices, ground.best.flags) : [],
    unbound,
    unnamed: unnamed(calls, choices, unbound),
  };
}

/** The search of tune, among the library's algorithms. */
function searchedIn(
  ground: EmitGround,
  library: TuningLibrary,
  choices: readonly TuneChoice[],
): Promise<TuneResult> {
  return tune(choices, {
    most: ground.flags.evaluations,
    percent: ground.percents[0],
    evaluate: async (list) =>
      (await ground.evaluate(list.map((chosen) => [...chosen, library.own]))).map((outcome) => ({
        runtime: priced(outcome),
        // Searches the least runtime only.
        within: () => 0,
      })),
  });
}

/** Throws a UsageError if the model cannot price the machine, because rules would be guesses. */
function priced({ support, result }: VariantOutcome): number {
  if (support.reason === null) return result.runtime;
  throw new UsageError(
    `--emit needs a machine on which the model can price the algorithms (${support.reason})`,
    'leave --cpu and --nic at the defaults of tune',
  );
}

const pointWith = (
  choices: readonly TuneChoice[],
  point: readonly number[],
  tuned: readonly CollectiveName[],
): number[] => choices.map(({ collective }, i) => (tuned.includes(collective) ? point[i] : 0));

const flagsOf = (
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  point: readonly number[],
): string[] => [...collectiveFlags(choices, point), library.own];

const isLess = (one: Trial, other: Trial): boolean => one.score.runtime < other.score.runtime * (1 - SAME);

/** Choices of the best that the library does not have, as flags. */
function betterElsewhere(
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  best: readonly string[],
): string[] {
  const places = pointOf(choices, best);
  return best.filter((text) => {
    const at = choices.findIndex(({ collective }) => text.startsWith(`${collective}=`));
    return at >= 0 && !text.includes(`=${library.own}`) && places[at] === 0;
  });
}

const unnamed = (
  calls: readonly CollectiveSize[],
  choices: readonly TuneChoice[],
  unbound: ReadonlyMap<CollectiveName, number>,
): CollectiveName[] => [
  ...new Set(
    calls
      .map(({ collective }) => collective)
      .filter((name) => !choices.some(({ collective }) => collective === name) && !unbound.has(name)),
  ),
];

interface Search {
  readonly program: Program;
  readonly percents: readonly number[];
  readonly flags: TuneFlags;
  readonly progress: ProgressBar;
}

/** The default, and the rules of Open MPI; results must not be worse than these. */
const REFERENCES = [
  { label: 'default', flags: [] },
  { label: 'auto', flags: ['auto'] },
] as const;

async function tunedAnswer(inputs: readonly string[], flags: TuneFlags): Promise<Answer> {
  const percents = parsePercents(flags.pct);
  emitQuery(flags);
  await checkMachine(flags);
  return withProgress(flags.quiet, async (progress) => {
    const input = await comparedProgram(inputs, flags, [], progress);
    const { program } = input;
    const search = { program, percents, flags, progress };
    const choices = choicesQuery(program, flags);
    const report = await reportOf(search, choices, await searched(search, choices));
    const [best] = report.result.found;
    const ground = { ...search, best, calls: openCalls(program, flags) };
    const emitted = await evaluating(search, (evaluate) => emitFiles({ ...ground, evaluate }));
    return tuneView(input, report, emitted, warningsOf(report));
  });
}

/** Both engines give the same numbers, and sweeps are faster for a search. */
const evaluating = <Result>(
  { program, percents, flags, progress }: Search,
  use: (evaluate: Evaluate) => Promise<Result>,
): Promise<Result> => {
  const evaluation: VariantEvaluation = {
    program,
    percents: [percents[0]],
    model: { engine: 'sweep' },
    runtimesOnly: true,
    follow: 'tolerances',
    region: regionOfVariants(flags),
  };
  return withPool(evaluation, poolOptions(flags, progress), (pool) =>
    use((list) => pool.evaluate(list.map((chosen) => planOf(chosen, flags)))),
  );
};

const searched = (search: Search, choices: readonly TuneChoice[]): Promise<TuneResult> =>
  evaluating(search, (evaluate) =>
    tune(choices, {
      most: search.flags.evaluations,
      percent: search.percents[0],
      references: REFERENCES.map((one) => one.flags),
      evaluate: async (list) => (await evaluate(list)).map(answerOf),
    }),
  );

const answerOf = ({ result: { runtime, curve }, support }: VariantOutcome): TuneAnswer => ({
  runtime,
  unpriced: support.unpriced.length,
  within: (limit) => addedWithin(curve, limit),
});

/** Results and references, with the engine and percentages of the flags. */
async function reportOf(
  search: Search,
  choices: readonly TuneChoice[],
  result: TuneResult,
): Promise<TuneReport> {
  const ends = [
    ...REFERENCES,
    { label: 'least runtime', flags: result.found[0].flags },
    { label: 'largest tolerance', flags: result.found[1].flags },
  ];
  const outcomes = await outcomesOf(search, ends);
  const { budgets } = judge(outcomes);
  const tuned = ends.map((end, i): Tuned => ({ ...end, outcome: outcomes[i], budgets: budgets[i] }));
  return { choices, result, references: tuned.slice(0, 2), found: tuned.slice(2) };
}

/** Outcome of each end; ends with the same choices are one variant. */
async function outcomesOf(
  { program, percents, flags, progress }: Search,
  ends: readonly { readonly flags: readonly string[] }[],
): Promise<VariantOutcome[]> {
  const evaluation: VariantEvaluation = {
    program,
    percents,
    model: modelOptions(flags),
    follow: 'tolerances',
    region: regionOfVariants(flags),
  };
  const keys = ends.map((end) => end.flags.join(' '));
  const first = keys.filter((key, i) => keys.indexOf(key) === i);
  const plans = first.map((key) => planOf(ends[keys.indexOf(key)].flags, flags));
  const outcomes = await evaluateVariants(evaluation, plans, poolOptions(flags, progress));
  return keys.map((key) => outcomes[first.indexOf(key)]);
}

const planOf = (chosen: readonly string[], flags: TuneFlags): VariantPlan => ({
  collectives: [...(flags.collective ?? []), ...chosen],
  machine: { ...flags, sharing: 'ordered' },
});

function poolOptions({ jobs }: TuneFlags, progress: ProgressBar): PoolOptions {
  let evaluated = 0;
  return { jobs, onDone: () => progress.update(`evaluating combinations, ${++evaluated} done`, 0, 0) };
}

/** Warnings of the unchanged program, and unpriced choices. */
function warningsOf({ references, found }: TuneReport): Warning[] {
  const [{ outcome }] = references;
  const supports = [...references, ...found].map((one) => one.outcome.support);
  return joinWarnings(outcome, outcome.result, supportWarning(supports));
}

export default class TuneCommand extends LlampCommand {
  static override summary = 'Search for the collective algorithms with the best runtime and tolerance.';
  static override description =
    'For each collective and class of message sizes, tries every algorithm while the others stay the same, until no single change is better. Each combination is evaluated exactly. Algorithms given by --collective are not changed.';
  static override examples = [
    '<%= config.bin %> tune traces/mixed-4 --pct 1',
    '<%= config.bin %> tune --pattern bcast --ranks 64 --bytes 1MiB --platform epyc-orfeo --map-by node',
    '<%= config.bin %> tune traces/mixed-4 --collective barrier=dissemination --json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = tuneFlags;
  static override mostUsed: readonly (keyof typeof tuneFlags)[] = ['pct', 'emit', 'platform', 'size-classes'];
  static override forms = ['INPUT... [options]', '--pattern=NAME --ranks=N [options]'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TuneCommand);
    const inputs = flags.emit === undefined ? argv : await this.onlyOne(argv, 'tune --emit');
    await this.askAll('tune', inputs, flags, {
      ask: async (names) => ({ answer: await tunedAnswer(names, flags) }),
    });
  }
}
