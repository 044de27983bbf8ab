/** Answers what is missing of a study on this machine: all of it, or the cells of one task. */
import { UsageError } from '../../errors.js';
import { type StudyTask, tasksOf } from '../../study/tasks.js';
import { ProgressBar } from '../output/progress.js';
import { jobsFor, resources } from '../workers/jobs.js';
import { newRun } from './claims.js';
import { type InputCost, inputCosts, largest } from './costs.js';
import { CellKeys } from './key.js';
import { runHere } from './local.js';
import { type Again, type CellState, cellStates, isOpen } from './states.js';
import { openStore } from './store.js';
import { cellNames, cellWords, type Study } from './study.js';
import type { AskedCell, AskedTask } from './task.js';
import { absoluteWords, beside } from './words.js';

export interface RunOptions {
  readonly again: Again;
  /** Threads at most; undefined: as many as pay and fit. */
  readonly jobs: number | undefined;
  readonly quiet: boolean;
}

/** Tasks of a thread: the last of them to end should not be waited for long. */
const TASKS_PER_THREAD = 3;
/** What a cell costs beside its operations, in such: flags read, files opened. */
const LEAST_OPERATIONS = 2_000;

/** The tasks of a study, the same whatever is answered; `wanted`: how many, else as its file says. */
export const studyTasks = (study: Study, wanted?: number): StudyTask[] =>
  tasksOf(
    study.cells.map(({ input }) => input),
    wanted === undefined ? { cellsPerTask: study.resources.cells_per_task } : { tasks: wanted },
  );

/** Asks all open cells; returns how many of them this run asked, and not another beside it. Throws InputError for what cannot be read or kept. */
export async function runAll(study: Study, options: RunOptions): Promise<number> {
  openStore(study.directory);
  const keys = new CellKeys(study);
  const states = await cellStates(study, keys);
  const open = states.filter((state) => isOpen(state, options.again));
  if (open.length === 0) return 0;
  const costs = await inputCosts(study, keys, states);
  const jobs = threads(open.length, costs, options.jobs);
  return run(study, bySize(study, dealt(study, open, jobs), costs), { ...options, costs, jobs });
}

/** Asks the open cells of a task, from 1. Throws UsageError where there is no such task. */
export async function runTask(
  study: Study,
  task: number,
  tasks: number | undefined,
  options: RunOptions,
): Promise<void> {
  const all = studyTasks(study, tasks);
  const cells = all[task - 1];
  if (cells === undefined)
    throw new UsageError(`there is no task ${task}`, `the study has ${all.length} tasks`);
  openStore(study.directory);
  const keys = new CellKeys(study);
  const states = await cellStates(study, keys, cells);
  const open = states.filter((state) => isOpen(state, options.again));
  const costs = await inputCosts(study, keys, states);
  if (open.length > 0) await run(study, [open], { ...options, costs, jobs: 1 });
}

/** As many as pay and fit the memory. */
const threads = (variants: number, costs: readonly InputCost[], wanted?: number): number =>
  jobsFor({ variants, operations: operationsAtMost(costs), highs: true }, resources(), wanted);

const operationsAtMost = (costs: readonly InputCost[]): number => Math.max(largest(costs), LEAST_OPERATIONS);

async function run(
  study: Study,
  tasks: readonly (readonly CellState[])[],
  {
    costs,
    jobs,
    quiet,
  }: { readonly costs: readonly InputCost[]; readonly jobs: number; readonly quiet: boolean },
): Promise<number> {
  const progress = new ProgressBar(quiet);
  const operations = operationsAtMost(costs);
  const own = newRun();
  try {
    const asked = tasks.map((states) => askedTask(study, states, own));
    return await runHere({ tasks: asked, operations, jobs, progress });
  } finally {
    progress.stop();
  }
}

/** Open cells for threads: by input, and more tasks than threads where there are several. */
function dealt(study: Study, open: readonly CellState[], jobs: number): CellState[][] {
  const inputOf = open.map(({ cell }) => study.cells[cell].input);
  const inputs = new Set(inputOf).size;
  const tasks = jobs === 1 ? inputs : Math.max(inputs, TASKS_PER_THREAD * jobs);
  return tasksOf(inputOf, { tasks }).map((cells) => cells.map((i) => open[i]));
}

/** The largest first. */
function bySize(study: Study, tasks: CellState[][], costs: readonly InputCost[]): CellState[][] {
  const bytes = new Map(costs.map((cost) => [cost.input, cost.bytes]));
  const size = (task: readonly CellState[]): number =>
    task.reduce((sum, { cell }) => sum + (bytes.get(study.cells[cell].input) ?? 0), 0);
  return tasks.toSorted((a, b) => size(b) - size(a));
}

const askedTask = (study: Study, states: readonly CellState[], run: string): AskedTask => ({
  cells: states.map((state) => askedCell(study, state)),
  directory: study.directory,
  folder: study.folder,
  run,
});

function askedCell(study: Study, { cell, key, file }: CellState): AskedCell {
  const one = study.cells[cell];
  const paths = study.inputs[one.input].paths.map((path) => beside(path, study.folder));
  return {
    key,
    names: cellNames(study, one),
    command: cellWords(study, one),
    words: absoluteWords(cellWords(study, one, paths), study.folder),
    again: file,
  };
}
