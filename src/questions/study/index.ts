/** `study`: checks a study, then runs it here, on Slurm, or with another engine. */
import { Config, Parser } from '@oclif/core';
import type { FlagInput } from '@oclif/core/interfaces';
import { LlampCommand } from '../../cli/base-command.js';
import { choicesOf } from '../../cli/flags/collective-choices.js';
import { firstAllocated, type MachineFlags } from '../../cli/flags/common-flags.js';
import { unread } from '../../cli/input/find-input.js';
import { useAlgorithmsOf } from '../../cli/input/own-algorithms.js';
import { type Answer, takingAnswers } from '../../cli/output/answer.js';
import { surroundings } from '../../cli/pipeline/pipeline.js';
import { packageFiles, startWords } from '../../cli/process/package-files.js';
import { toStderr, withStreams } from '../../cli/process/streams.js';
import { foundBy, mendable, noSuchCommand } from '../../cli/run/main.js';
import type { Again } from '../../cli/study/cells.js';
import { forecastOf, runAll, runTask, statusOf, studyTasks } from '../../cli/study/run-study.js';
import {
  absoluteWords,
  beside,
  cellNames,
  cellWords,
  commandAndFlags,
  type Study,
  studyArgs,
  studyAt,
  studyFlags,
} from '../../cli/study/study-file.js';
import {
  emittedStudyView,
  type ShownStudy,
  type StudyForecast,
  studyForecastView,
  studyJobsView,
  studyStatusView,
} from '../../cli/study/study-tables.js';
import {
  formatProblem,
  InputError,
  type Place,
  type Problem,
  UsageError,
  type Warning,
} from '../../errors.js';
import { DIMENSIONS, type StudyCell } from '../../study/study-cells.js';
import { gatherWords, type StudyPlan } from '../../study/study-plan.js';
import type { ChosenDimension, StudyChoice } from '../../study/study-schema.js';

// Checks the flags of a study's command lines: runs each, with its choices, until it needs its program.

/** Dimensions that may cause a refusal, besides the question itself. */
const CHOSEN = DIMENSIONS.filter((dimension) => dimension !== 'input' && dimension !== 'question');

/** Reason for refusing some cells. */
interface Refusal {
  readonly question: number;
  readonly what: string;
  readonly cells: StudyCell[];
}

/** The problems of questions with their choices, in the order of the study, each at its question. */
async function refusedByFlags(study: Study, config: Config): Promise<Problem[]> {
  const refusals = new Map<string, Refusal>();
  for (const cell of differing(study)) {
    const what = await refusedFor(study, config, cell);
    if (what === null) continue;
    const { question } = cell;
    const key = JSON.stringify([question, what]);
    const known = refusals.get(key) ?? { question, what, cells: [] };
    known.cells.push(cell);
    refusals.set(key, known);
  }
  return [...refusals.values()].map((refusal) => refusalOf(study, refusal));
}

/** Cells whose command lines differ by more than the name of the program. */
function differing({ cells, inputs }: Study): StudyCell[] {
  const found = new Map<string, StudyCell>();
  for (const cell of cells) {
    const several = inputs[cell.input].paths.length > 1;
    const key = [several, cell.question, ...CHOSEN.map((dimension) => cell[dimension])].join();
    if (!found.has(key)) found.set(key, cell);
  }
  return [...found.values()];
}

/** Why the command of a cell is refused; null: it is not. Throws bugs. */
async function refusedFor(study: Study, config: Config, cell: StudyCell): Promise<string | null> {
  const paths = study.inputs[cell.input].paths.map((path) => beside(path, study.folder));
  const words = absoluteWords(cellWords(study, cell, paths), study.folder);
  const { command } = commandAndFlags(study.choices.question[cell.question].words);
  const loaded = await config.findCommand(command.join(':'), { must: true }).load();
  const argv = [...words.slice(command.length), '--json', '--quiet'];
  try {
    await unread(() =>
      withStreams(SILENT, () =>
        takingAnswers(
          () => undefined,
          () => loaded.run(argv, config),
        ),
      ),
    );
    return null;
  } catch (error) {
    const problems = mendable(error);
    if (problems === null) throw error;
    return problems.map(formatProblem).join('; ');
  }
}

const SILENT = { out: () => undefined, err: () => undefined, input: -1, terminal: false };

/** Names the common choices of refused cells, unless the question is refused with all choices. */
function refusalOf(study: Study, { question, what, cells }: Refusal): Problem {
  const { name, place } = study.choices.question[question];
  const query = differing(study).filter((cell) => cell.question === question);
  if (cells.length === query.length) return { place, what };
  const [first] = cells;
  const names = cellNames(study, first);
  const shared = CHOSEN.filter(
    (dimension) =>
      study.choices[dimension].length > 1 && cells.every((cell) => cell[dimension] === first[dimension]),
  );
  const choices = shared.map((dimension) => `${dimension} ${names[dimension]}`).join(', ');
  return {
    place,
    what: `'${name}' cannot run with ${choices || 'some choices'} (${what})`,
    mend: 'use exclude to leave out these combinations',
  };
}

/** Output flags, because a study keeps all answers. */
const OUTPUTS = ['json', 'csv', 'markdown', 'output', 'plot', 'save', 'emit', 'perfetto', 'speedscope'];
const CHECKED_CHOICES = ['machine', 'network', 'collectives'] as const;

/** Throws InputError with the place of every invalid choice. */
async function checkStudy(study: Study): Promise<void> {
  const config = await Config.load(foundBy([], packageFiles().script));
  const query = new Set(study.cells.map(({ question }) => question));
  const problems: Problem[] = [];
  const flagsOf = new Map<StudyChoice, FlagInput>();
  for (const [i, question] of study.choices.question.entries()) {
    const found = await problemOf(question.place, async () => {
      flagsOf.set(question, await questionFlags(config, question, study.folder));
    });
    if (query.has(i)) problems.push(...found);
  }
  const [first] = flagsOf.entries();
  for (const dimension of [...CHECKED_CHOICES, 'mapping'] as const)
    for (const choice of first === undefined ? [] : study.choices[dimension])
      problems.push(...(await problemOf(choice.place, () => checkChoice(study, choice, dimension, flagsOf))));
  useAlgorithmsOf(undefined);
  if (problems.length === 0) problems.push(...(await refusedByFlags(study, config)));
  if (problems.length > 0) throw new InputError(problems);
}

/** A problem of a choice at its place in the study's file; problems of other files keep their place. */
async function problemOf(place: Place, check: () => Promise<void>): Promise<Problem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const problems = mendable(error);
    if (problems === null) throw error;
    return problems.map((one) =>
      one.place === undefined ? { ...one, place } : { place, what: formatProblem(one) },
    );
  }
}

/** Flags of a question's command. Throws for an unknown command, and for one without a table about an input. */
async function questionFlags(config: Config, question: StudyChoice, folder: string): Promise<FlagInput> {
  const { command } = commandAndFlags(question.words);
  const found = config.findCommand(command.join(':'));
  if (found === undefined) throw problemError(noSuchCommand(command.join(':')));
  const { args, flags: known } = await found.load();
  if (!('input' in args && 'csv' in known && 'json' in known))
    throw problemError({
      what: `'${command.join(' ')}' cannot be a question of a study, because it makes no table of an INPUT`,
      mend: 'use a command such as tolerance or sensitivity',
    });
  await parsed(known, wordsQuery(question, folder));
  return known;
}

/** A choice must be valid for every question. */
async function checkChoice(
  { folder, cells, choices }: Study,
  choice: StudyChoice,
  dimension: Exclude<ChosenDimension, 'question'>,
  flagsOf: ReadonlyMap<StudyChoice, FlagInput>,
): Promise<void> {
  const words = absoluteWords(choice.words, folder);
  const with_ = new Set(
    cells.filter((cell) => choices[dimension][cell[dimension]] === choice).map(({ question }) => question),
  );
  for (const [question, known] of flagsOf) {
    if (!with_.has(choices.question.indexOf(question))) continue;
    const flags = await parsed(known, words);
    if (dimension === 'mapping') continue;
    useAlgorithmsOf(algorithmsIn(flags) ?? algorithmsIn(await parsed(known, wordsQuery(question, folder))));
    choicesOf(listOf(flags.collective));
    await surroundings(machineFlags(flags));
  }
}

const wordsQuery = ({ words }: StudyChoice, folder: string): string[] =>
  absoluteWords(commandAndFlags(words).flags, folder);

/** The file of algorithms of a command line. */
const algorithmsIn = ({ algorithms }: Readonly<Record<string, unknown>>): string | undefined =>
  listOf(algorithms).at(0);

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];

/** Parsed flags as {@link MachineFlags}. */
const machineFlags = (flags: Readonly<Record<string, unknown>>): MachineFlags =>
  // Some commands take several topologies and allocations, but a choice is one network.
  firstAllocated({ ...flags, topology: listOf(flags.topology).at(0) } as MachineFlags);

async function parsed(flags: FlagInput, words: readonly string[]): Promise<Record<string, unknown>> {
  const found = await Parser.parse([...words], { flags, strict: false });
  const [word] = found.argv;
  if (word !== undefined)
    throw problemError({
      what: `'${String(word)}' is not a flag`,
      mend: "list inputs under 'inputs:' in the file of the study",
    });
  const given = OUTPUTS.find(
    (name) => name in found.flags && found.metadata.flags[name]?.setFromDefault !== true,
  );
  if (given !== undefined)
    throw problemError({
      what: `--${given} has no meaning in a study, which keeps all answers`,
      mend: 'leave it out',
    });
  return found.flags;
}

const problemError = (problem: Problem): InputError => new InputError(problem);

// A study for other engines: jobs of Slurm, or text that another program runs.

/** Flags for engines. */
interface HandedFlags {
  readonly on: 'local' | 'slurm' | 'snakemake' | 'parallel';
  readonly submit: boolean;
  readonly markdown: boolean;
  readonly task?: number | undefined;
  readonly tasks?: number | undefined;
  readonly jobs?: number | undefined;
  readonly again?: Again;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Throws UsageError for flags that contradict the engine, or have no meaning for it. */
function refuseMeaningless({ on, submit, markdown, task, jobs, again }: HandedFlags): void {
  if (submit && on !== 'slurm')
    throw new UsageError('--submit has no meaning without --on slurm', 'leave it out');
  if (on === 'local') return;
  const elsewhere = `--on ${on}`;
  if (markdown && on !== 'slurm')
    throw new UsageError(`--markdown and ${elsewhere} exclude each other`, 'keep one of them');
  if (task !== undefined)
    throw new UsageError(`--task ${task} and ${elsewhere} exclude each other`, 'keep one of them');
  if (jobs !== undefined)
    throw new UsageError(`-j has no meaning with ${elsewhere}`, 'set the number of workers in that engine');
  if (again !== undefined)
    throw new UsageError(
      `--again ${again} has no meaning with ${elsewhere}, whose tasks run only missing cells`,
      'run it on this machine, or remove the results',
    );
}

/** Most elements of an array by default: Slurm's MaxArraySize is 1001, above the largest index. */
const MOST_TASKS = 1000;

/** Number of tasks of a study. `own`: by its file and flags; a default number is limited to that of an array. */
function tasksFor(
  own: number,
  { on, tasks }: HandedFlags,
): { readonly tasks: number; readonly warnings: readonly Warning[] } {
  if (on !== 'slurm' || tasks !== undefined || own <= MOST_TASKS) return { tasks: own, warnings: [] };
  const message = `${own} tasks exceed the default limit of a Slurm array, so ${MOST_TASKS} tasks with more cells each are used. Use --tasks for another number.`;
  return { tasks: MOST_TASKS, warnings: [{ code: 'tasks-limited', message, count: own }] };
}

/** Throws UsageError for jobs that Slurm cannot take, LimitError if it refuses. */
async function slurmAnswer(
  plan: StudyPlan,
  shown: ShownStudy,
  submit: boolean,
  warnings: readonly Warning[],
): Promise<Answer> {
  const { writeJobs, submitJobs } = await import('../../cli/study/slurm-jobs.js');
  const jobs = await writeJobs(plan, shown);
  return studyJobsView(submit ? await submitJobs(jobs) : jobs, warnings);
}

/** Throws UsageError for tasks that the engine cannot take. */
async function emittedAnswer(
  plan: StudyPlan,
  { source }: ShownStudy,
  { on, json, quiet }: HandedFlags,
): Promise<Answer> {
  const { name, tasks, open } = plan;
  const text = await textFor(plan, on);
  const table = gatherWords(plan);
  if (on === 'parallel' && !json && !quiet) {
    const { shellLine } = await import('../../study/study-plan.js');
    toStderr(`llamp-ts: after all lines have run, run ${shellLine(table)}\n`);
  }
  return emittedStudyView({ name, source, tasks, open, text, table });
}

async function textFor(plan: StudyPlan, on: HandedFlags['on']): Promise<string> {
  if (on === 'snakemake') return (await import('../../study/study-engines.js')).snakefile(plan);
  return (await import('../../study/study-plan.js')).parallelLines(plan);
}

interface EngineFlags extends HandedFlags {
  readonly dir?: string | undefined;
  readonly 'dry-run': boolean;
}

/** The answer about a study; null for a single task. Throws LlampErrors. */
async function askStudy(source: string, flags: EngineFlags): Promise<Answer | null> {
  refuseMeaningless(flags);
  const study = studyAt(source, flags.dir);
  const { again, jobs, quiet, task, tasks } = flags;
  if (task !== undefined) {
    await runTask(study, task, tasks, { again, jobs, quiet: true });
    return null;
  }
  await checkStudy(study);
  if (flags['dry-run']) return studyForecastView(await forecastOf(study, tasks));
  if (flags.on !== 'local') return handed(study, flags);
  const query = await runAll(study, { again, jobs, quiet });
  return studyStatusView(await statusOf(study, query));
}

/** Other engines run missing cells; without any, Slurm is not called. */
async function handed(study: Study, flags: EngineFlags): Promise<Answer> {
  const { on, submit } = flags;
  const { tasks, warnings } = tasksFor(studyTasks(study, flags.tasks).length, flags);
  const forecast = await forecastOf(study, tasks);
  const plan = planOf(study, forecast);
  if (on !== 'slurm') return emittedAnswer(plan, forecast, flags);
  if (forecast.missing === 0) return studyStatusView(await statusOf(study, 0));
  return slurmAnswer(plan, forecast, submit, warnings);
}

function planOf(study: Study, { tasks, openTasks: open }: StudyForecast): StudyPlan {
  const { name, file, directory, resources } = study;
  return { name, file, directory, tasks, open, program: startWords(), resources };
}

export default class StudyCommand extends LlampCommand {
  static override summary =
    'Run a parameter study over inputs, machines, collectives, networks and mappings.';
  static override examples = [
    '<%= config.bin %> study where.yaml --dry-run',
    '<%= config.bin %> study where.yaml -j 8',
    '<%= config.bin %> study where.yaml --again failed',
    '<%= config.bin %> study where.yaml --on slurm --submit',
    '<%= config.bin %> study where.yaml --on snakemake --output Snakefile',
    '<%= config.bin %> study where.yaml --tasks 17 --task 3',
  ];
  static override args = studyArgs;
  static override flags = studyFlags;
  static override strict = true;
  static override mostUsed: readonly (keyof typeof studyFlags)[] = [
    'dry-run',
    'jobs',
    'again',
    'on',
    'submit',
    'dir',
  ];

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyCommand);
    const answer = await askStudy(args.study, flags);
    if (answer !== null) await this.answer('study', flags, answer);
  }
}
