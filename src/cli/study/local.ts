/** Runs tasks on this machine: one after the other, or in worker threads as there are cores and memory for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../output/files.js';
import { packageFiles } from '../output/package-files.js';
import type { ProgressBar } from '../output/progress.js';
import { errorOf, type Failure } from '../workers/plan.js';
import { Claims } from './claims.js';
import { resultOf } from './result.js';
import { answeredAt, keepResult } from './store.js';
import { type AskedCell, type AskedTask, answerTask, type HeldCell } from './task.js';

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

export interface LocalRun {
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
export async function runHere(run: LocalRun): Promise<number> {
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
