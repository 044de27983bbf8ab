/** State of a study, and its missing cells run on this machine: all, or those of one task. */

import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../errors.js';
import { DIMENSION_KEYS, type StudyTask, tasksOf } from '../../study/study-cells.js';
import { errorCode } from '../process/files.js';
import { packageFiles } from '../process/package-files.js';
import { ProgressBar } from '../process/progress.js';
import { errorOf, type Failure } from '../workers/plan.js';
import { jobsFor, resources } from '../workers/pool.js';
import { answerTask, type CellQuery, type HeldCell, type TaskQuery } from './answer-task.js';
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
import type { FailedCells, StudyForecast, StudyStatus } from './study-tables.js';

// Runs tasks on this machine one after the other, or in as many worker threads as fit cores and memory.

/** Interval for polling the progress of threads. */
const LOOK_EVERY_MS = 200;
/** Interval for checking results of other runs. */
const WAIT_MS = 300;
/** Operations from which a cell may exceed the memory of its thread, which must not be the main thread. */
const MAY_FILL_MEMORY = 500_000;

export interface StudyCounters {
  /** [tasks] the cell that each is at. */
  readonly at: Int32Array;
  /** [1] answered cells, and those of them that this run has run. */
  readonly done: Int32Array;
  readonly own: Int32Array;
}

interface LocalRun {
  readonly tasks: readonly TaskQuery[];
  /** Operations of the largest program, known or estimated. */
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

/** Runs cells until all have results, also of concurrent runs; returns the number that it has run. Throws if results cannot be kept. */
async function runHere(run: LocalRun): Promise<number> {
  const [first] = run.tasks;
  const claims = new Claims(first.directory, first.run);
  const end = claims.beat();
  try {
    let { held, count } = await query(run);
    while (held.length > 0) {
      const open = await freed(held, claims, first.directory);
      run.progress.update('waiting for another run', 0, 0);
      const rest = held.filter(({ cell }) => !open.some(({ key }) => key === cell.key));
      const more = await query({ ...run, tasks: [{ ...first, cells: open }] });
      held = [...rest, ...more.held];
      count += more.count;
    }
    return count;
  } finally {
    end();
  }
}

/** Waits until other runs release some cells; cells without a result are open again. */
async function freed(
  held: readonly HeldCell[],
  claims: Claims,
  directory: string,
): Promise<readonly CellQuery[]> {
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

/** Runs all cells except those that other runs hold (`held`); `count`: the number that it has run. */
async function query({ tasks, operations, progress, jobs: most }: LocalRun): Promise<CellsQuery> {
  const jobs = Math.min(tasks.length, most);
  const cells = tasks.reduce((sum, { cells }) => sum + cells.length, 0);
  const showDone = (done: number): void => progress.update('running cells', done, cells);
  if (jobs > 1 || operations > MAY_FILL_MEMORY) return inThreads(tasks, jobs, showDone);
  let done = 0;
  let count = 0;
  const end = (ofThisRun: boolean): void => {
    showDone(++done);
    if (ofThisRun) count++;
  };
  const held: HeldCell[] = [];
  for (const task of tasks)
    held.push(
      ...(await answerTask(task, { begin: () => showDone(done), end: (_, ofThisRun) => end(ofThisRun) })),
    );
  return { held, count };
}

interface CellsQuery {
  readonly held: HeldCell[];
  readonly count: number;
}

async function inThreads(
  tasks: readonly TaskQuery[],
  jobs: number,
  showDone: (done: number) => void,
): Promise<CellsQuery> {
  const counters: StudyCounters = { at: shared(tasks.length), done: shared(1), own: shared(1) };
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFiles().pooled('study'),
    minThreads: jobs,
    maxThreads: jobs,
    workerData: counters,
  });
  const look = (): void => showDone(Atomics.load(counters.done, 0));
  const timer = setInterval(look, LOOK_EVERY_MS);
  const run = (task: number, query: TaskQuery): Promise<TaskEnd> => pool.run({ task, query });
  try {
    const held = await Promise.all(
      tasks.map((query, task) =>
        answered(
          query,
          () => counters.at[task],
          (rest) => run(task, rest),
          () => Atomics.add(counters.own, 0, 1),
        ),
      ),
    );
    return { held: held.flat(), count: Atomics.load(counters.own, 0) };
  } finally {
    clearInterval(timer);
    await pool.destroy();
  }
}

const shared = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));

/**
 * Runs a task in threads. A cell without enough memory fails, and the next ones continue in another thread. `at`: the thread's
 * current cell; `count` is called for each such failure. Returns the cells of other runs. Throws other errors.
 */
export async function answered(
  query: TaskQuery,
  at: () => number,
  run: (rest: TaskQuery) => Promise<TaskEnd>,
  count: () => void = () => undefined,
): Promise<readonly HeldCell[]> {
  let rest = query;
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
  error: { family: 'limit', message: 'not enough memory for this input; use a machine with more memory' },
  seconds: 0,
  read_seconds: 0,
};

interface RunOptions {
  readonly again: Again;
  /** Most threads; undefined: as many as are useful and fit. */
  readonly jobs: number | undefined;
  readonly quiet: boolean;
}

/** Tasks per thread, so that the last one does not delay the end. */
const TASKS_PER_THREAD = 3;
/** Fixed cost of a cell, in operations: reading flags, opening files. */
const LEAST_OPERATIONS = 2_000;

/** The tasks of a study, independent of results; `wanted`: their number, by default that of the file. */
export const studyTasks = (study: Study, wanted?: number): StudyTask[] =>
  tasksOf(
    study.cells.map(({ input }) => input),
    wanted === undefined ? { cellsPerTask: study.resources.cells_per_task } : { tasks: wanted },
  );

/** Runs all open cells; returns the number that this run has run. Throws InputError for files that cannot be read or written. */
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

/** Runs the open cells of a task, from 1. Throws UsageError for an unknown task. */
export async function runTask(
  study: Study,
  task: number,
  tasks: number | undefined,
  options: RunOptions,
): Promise<void> {
  const all = studyTasks(study, tasks);
  const cells = all[task - 1];
  if (cells === undefined)
    throw new UsageError(`task ${task} does not exist`, `name a task from 1 to ${all.length}`);
  openStore(study.directory);
  const keys = new CellKeys(study);
  const states = await cellStates(study, keys, cells);
  const open = states.filter((state) => isOpen(state, options.again));
  const costs = await inputCosts(study, keys, states);
  if (open.length > 0) await run(study, [open], { ...options, costs, jobs: 1 });
}

/** As many as are useful and fit into memory. */
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
    const query = tasks.map((states) => taskQuery(study, states, own));
    return await runHere({ tasks: query, operations, jobs, progress });
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

const taskQuery = (study: Study, states: readonly CellState[], run: string): TaskQuery => ({
  cells: states.map((state) => cellQuery(study, state)),
  directory: study.directory,
  folder: study.folder,
  run,
});

function cellQuery(study: Study, { cell, key, file }: CellState): CellQuery {
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

/** Path relative to the current folder. */
export const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
};

/** `own`: cells that this run has run; null if it ran none. */
export async function statusOf(study: Study, own: number | null): Promise<StudyStatus> {
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
    asked: own,
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
