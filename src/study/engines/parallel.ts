/** A study as lines that GNU parallel or xargs runs: `parallel < LINES`. */
import { type StudyPlan, taskWords } from '../plan.js';
import { refuseBreaks, shellLine } from './words.js';

/** One command a line for each task that misses cells. Throws UsageError for a line break in a path. */
export function parallelLines(plan: StudyPlan): string {
  refuseBreaks(plan, 'GNU parallel');
  return plan.open.map((task) => `${shellLine(taskWords(plan, task))}\n`).join('');
}
