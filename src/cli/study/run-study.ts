/** How far a study is, and what is missing of it answered on this machine: all of it, or the cells of one task. */

import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../errors.js';
import { DIMENSION_KEYS, type StudyTask, tasksOf } from '../../study/study-cells.js';
import { errorCode } from '../process/files.js';
import { packageFiles } from '../process/package-files.js';
import { ProgressBar } from '../process/progress.js';
import { errorOf, type Failure } from '../workers/plan.js';
import { jobsFor, resources } from '../workers/pool.js';
import { type AskedCell, type AskedTask, answerTask, type HeldCell } from './ask-task.js';
import {
  type Again,
  CellKeys,
  type CellState,
  cellStates,
  type InputCost,
  inputCosts,
  isOpen,
  largest,
} from './cells.js';
import { answeredAt, Claims, keepResult, newRun, openStore, resultOf } from './store.js';
import { absoluteWords, beside, cellNames, cellWords, type Study } from './study-file.js';
import type { FailedCells, StudyForecast, StudyStands } from './study-tables.js';

// Runs tasks on this machine: one after the other, or in worker threads as there are cores and memory for.

/** How often threads are asked how far they are. */
const LOOK_EVERY_MS = 200;
/** How often is looked whether other runs have answered what is left to them. */
const WAIT_MS = 300;
/** From so many operations on a cell may be too much for a thread's memory, and must not take this one with it. */
const MAY_FILL_MEMORY = 500_000;

/** What threads count for all to see. */
export interface StudyCounters {
  /** [tasks] the cell that each is at. */
  readonly at: Int32Array;
  /** [1] cells answered, and of them those that this run asked. */
  readonly done: Int32Array;
  readonly asked: Int32Array;
}

interface LocalRun {
  readonly tasks: readonly AskedTask[];
  /** Operations of the largest program, as far as they are known or guessed. */
  readonly operations: number;
  /** Threads at most. */
  readonly jobs: number;
  readonly progress: ProgressBar;
}

/** How a task ended in a thread. */
export interface TaskEnd {
  readonly failure: Failure | null;
  readonly held: readonly HeldCell[];
}

/** Returns how many cells this run asked, when all are answered, by it or by others that were asking them. Throws what keeps results from being kept. */
async function runHere(run: LocalRun): Promise<number> {
  const [first] = run.tasks;
  const claims = new Claims(first.directory, first.run);
  const end = claims.beat();
  try {
    let { held, count } = await asked(run);
    while (held.length > 0) {
      const open = await freed(held, claims, first.directory);
      run.progress.update('waiting for another run', 0, 0);
      const rest = held.filter(({ cell }) => !open.some(({ key }) => key === cell.key));
      const more = await asked({ ...run, tasks: [{ ...first, cells: open }] });
      held = [...rest, ...more.held];
      count += more.count;
    }
    return count;
  } finally {
    end();
  }
}

/** Waits until others have let some of the cells go; those are open again where they did not answer them. */
async function freed(
  held: readonly HeldCell[],
  claims: Claims,
  directory: string,
): Promise<readonly AskedCell[]> {
  for (;;) {
    const free = held.filter(({ cell }) => !claims.isHeld(cell.key));
    if (free.length > 0)
      return free.map(({ cell, answeredAt: before }) => ({
        ...cell,
        again: cell.again && answeredAt(directory, cell.key) === before,
      }));
    await sleep(WAIT_MS);
  }
}

/** Asks all cells but those that others are asking, which are `held`; `count`: those that it asked. */
async function asked({ tasks, operations, progress, jobs: most }: LocalRun): Promise<AskedCells> {
  const jobs = Math.min(tasks.length, most);
  const cells = tasks.reduce((sum, { cells }) => sum + cells.length, 0);
  const told = (done: number): void => progress.update('asking cells', done, cells);
  if (jobs > 1 || operations > MAY_FILL_MEMORY) return inThreads(tasks, jobs, told);
  let done = 0;
  let count = 0;
  const end = (ofThisRun: boolean): void => {
    told(++done);
    if (ofThisRun) count++;
  };
  const held: HeldCell[] = [];
  for (const task of tasks)
    held.push(
      ...(await answerTask(task, { begin: () => told(done), end: (_, ofThisRun) => end(ofThisRun) })),
    );
  return { held, count };
}

interface AskedCells {
  readonly held: HeldCell[];
  readonly count: number;
}

async function inThreads(
  tasks: readonly AskedTask[],
  jobs: number,
  told: (done: number) => void,
): Promise<AskedCells> {
  const counters: StudyCounters = { at: shared(tasks.length), done: shared(1), asked: shared(1) };
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFiles().pooled('study'),
    minThreads: jobs,
    maxThreads: jobs,
    workerData: counters,
  });
  const look = (): void => told(Atomics.load(counters.done, 0));
  const timer = setInterval(look, LOOK_EVERY_MS);
  const run = (task: number, asked: AskedTask): Promise<TaskEnd> => pool.run({ task, asked });
  try {
    const held = await Promise.all(
      tasks.map((asked, task) =>
        answered(
          asked,
          () => counters.at[task],
          (rest) => run(task, rest),
          () => Atomics.add(counters.asked, 0, 1),
        ),
      ),
    );
    return { held: held.flat(), count: Atomics.load(counters.asked, 0) };
  } finally {
    clearInterval(timer);
    await pool.destroy();
  }
}

const shared = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));

/**
 * Runs a task in threads: a cell that one had no memory for is one that failed, and those behind it go on in another. `at`: the
 * cell that the thread was at; `count` hears of each that failed so. Returns what is left to other runs. Throws what else goes wrong.
 */
export async function answered(
  asked: AskedTask,
  at: () => number,
  run: (rest: AskedTask) => Promise<TaskEnd>,
  count: () => void = () => undefined,
): Promise<readonly HeldCell[]> {
  let rest = asked;
  while (rest.cells.length > 0) {
    try {
      const { failure, held } = await run(rest);
      if (failure !== null) throw errorOf(failure);
      return held;
    } catch (error) {
      if (errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const cell = rest.cells[at()];
      keepResult(rest.directory, resultOf(cell, OUT_OF_MEMORY));
      count();
      new Claims(rest.directory, rest.run).release(cell.key);
      rest = { ...rest, cells: rest.cells.slice(at() + 1) };
    }
  }
  return [];
}

const OUT_OF_MEMORY = {
  exit: 5,
  answer: null,
  columns: [],
  rows: [],
  error: { family: 'limit', message: 'not enough memory for this input: use a machine with more memory' },
  seconds: 0,
  read_seconds: 0,
};

interface RunOptions {
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

// How far a study is, and what is still to be done.

/** As people name it, from where they are. */
export const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
};

/** `asked`: cells that this run asked; null where none did. */
export async function standsOf(study: Study, asked: number | null): Promise<StudyStands> {
  const states = await cellStates(study, new CellKeys(study));
  const missing = states.filter(({ result }) => result === null).length;
  const failed = failures(states);
  const failedCells = failed.reduce((sum, { cells }) => sum + cells, 0);
  return {
    name: study.name,
    source: study.source,
    directory: shownPath(study.directory),
    inputs: study.inputs.length,
    cells: states.length,
    done: states.length - missing - failedCells,
    missing,
    failed,
    asked,
  };
}

function failures(states: readonly CellState[]): FailedCells[] {
  const found = new Map<string, FailedCells>();
  for (const { result } of states) {
    if (result === null || result.exit === 0) continue;
    const [message] = (result.error?.message ?? '').split('\n');
    const key = JSON.stringify([result.exit, message]);
    const before = found.get(key);
    const { exit, command } = result;
    found.set(
      key,
      before === undefined ? { exit, message, command, cells: 1 } : { ...before, cells: before.cells + 1 },
    );
  }
  return [...found.values()].sort((a, b) => b.cells - a.cells);
}

/** `tasks`: how many are wanted. */
export async function forecastOf(study: Study, tasks: number | undefined): Promise<StudyForecast> {
  const keys = new CellKeys(study);
  const states = await cellStates(study, keys);
  const dealt = studyTasks(study, tasks);
  const isMissing = (cell: number): boolean => states[cell].result === null;
  const costs = await inputCosts(study, keys, states);
  return {
    name: study.name,
    source: study.source,
    directory: shownPath(study.directory),
    cells: states.length,
    missing: states.filter(({ result }) => result === null).length,
    tasks: dealt.length,
    openTasks: dealt.flatMap((cells, i) => (cells.some(isMissing) ? [i + 1] : [])),
    inputs: costs.map((cost) => ({
      ...cost,
      missing: states.filter(({ cell, result }) => study.cells[cell].input === cost.input && result === null)
        .length,
    })),
    choices: Object.fromEntries(
      Object.entries(study.choices).map(([dimension, choices]) => [
        dimension in DIMENSION_KEYS ? dimension : '',
        choices.map(({ name }) => name),
      ]),
    ),
  };
}
