/** What a worker thread runs: tasks of a study. */
import Tinypool from 'tinypool';
import { failureOf, kernelsAsSet } from '../workers/plan.js';
import { answerTask, type TaskQuery } from './answer-task.js';
import type { StudyCounters, TaskEnd } from './run-study.js';

kernelsAsSet();
const { at, done, own: cellsOfRun }: StudyCounters = Tinypool.workerData;

/** `task`: its index in the shared counters. Errors are returned, because thrown ones lose their fields between threads. */
export default async function answer({
  task,
  query,
}: {
  readonly task: number;
  readonly query: TaskQuery;
}): Promise<TaskEnd> {
  try {
    const held = await answerTask(query, {
      begin: (cell) => Atomics.store(at, task, cell),
      end: (_, ofThisRun) => {
        Atomics.add(done, 0, 1);
        if (ofThisRun) Atomics.add(cellsOfRun, 0, 1);
      },
    });
    return { failure: null, held };
  } catch (error) {
    return { failure: failureOf(error), held: [] };
  }
}
