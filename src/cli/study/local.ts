/** Runs tasks on this machine: one after the other, or in worker threads as there are cores and memory for. */
import { errorCode } from '../output/files.js';
import { packageFiles } from '../output/package-files.js';
import type { ProgressBar } from '../output/progress.js';
import { errorOf, type Failure } from '../workers/plan.js';
import { resultOf } from './result.js';
import { keepResult } from './store.js';
import { type AskedTask, answerTask } from './task.js';

/** How often threads are asked how far they are. */
const LOOK_EVERY_MS = 200;
/** From so many operations on a cell may be too much for a thread's memory, and must not take this one with it. */
const MAY_FILL_MEMORY = 500_000;

/** What threads count for all to see. */
export interface StudyCounters {
  /** [tasks] the cell that each is at. */
  readonly at: Int32Array;
  /** [1] cells answered. */
  readonly done: Int32Array;
}

export interface LocalRun {
  readonly tasks: readonly AskedTask[];
  /** Operations of the largest program, as far as they are known or guessed. */
  readonly operations: number;
  /** Threads at most. */
  readonly jobs: number;
  readonly progress: ProgressBar;
}

/** Throws what keeps results from being kept. */
export async function runHere(run: LocalRun): Promise<void> {
  const { tasks, operations, progress } = run;
  const jobs = Math.min(tasks.length, run.jobs);
  const cells = tasks.reduce((sum, { cells }) => sum + cells.length, 0);
  const told = (done: number): void => progress.update('asking cells', done, cells);
  if (jobs > 1 || operations > MAY_FILL_MEMORY) return inThreads(tasks, jobs, told);
  let done = 0;
  for (const task of tasks) await answerTask(task, { begin: () => told(done), end: () => told(++done) });
}

async function inThreads(
  tasks: readonly AskedTask[],
  jobs: number,
  told: (done: number) => void,
): Promise<void> {
  const counters: StudyCounters = { at: shared(tasks.length), done: shared(1) };
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFiles().pooled('study'),
    minThreads: jobs,
    maxThreads: jobs,
    workerData: counters,
  });
  const look = (): void => told(Atomics.load(counters.done, 0));
  const timer = setInterval(look, LOOK_EVERY_MS);
  const run = (task: number, asked: AskedTask): Promise<Failure | null> => pool.run({ task, asked });
  try {
    await Promise.all(
      tasks.map((asked, task) =>
        answered(
          asked,
          () => counters.at[task],
          (rest) => run(task, rest),
        ),
      ),
    );
  } finally {
    clearInterval(timer);
    await pool.destroy();
  }
}

const shared = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));

/**
 * Runs a task in threads: a cell that one had no memory for is one that failed, and those behind it go on in another. `at`: the
 * cell that the thread was at. Throws what else goes wrong.
 */
export async function answered(
  asked: AskedTask,
  at: () => number,
  run: (rest: AskedTask) => Promise<Failure | null>,
): Promise<void> {
  let rest = asked;
  while (rest.cells.length > 0) {
    try {
      const failure = await run(rest);
      if (failure !== null) throw errorOf(failure);
      return;
    } catch (error) {
      if (errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const cell = rest.cells[at()];
      keepResult(rest.directory, resultOf(cell, OUT_OF_MEMORY));
      rest = { ...rest, cells: rest.cells.slice(at() + 1) };
    }
  }
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
