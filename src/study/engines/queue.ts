/** What Slurm says of the jobs of a study: which of them wait, and which run. */

/** A job of the study, with its elements where it is an array. */
export interface QueuedJob {
  readonly job: string;
  /** Whether it answers tasks, or makes the table. */
  readonly part: 'tasks' | 'table';
  readonly running: number;
  readonly waiting: number;
}

/** What lists the jobs of who asks, a line an element: number, state, script. Scripts come last, for they may have any name. */
export const SQUEUE: readonly string[] = ['squeue', '--me', '--noheader', '--array', '--format=%F|%T|%o'];

/** States of jobs that are still to begin, as squeue names them; all others that it lists have begun and not ended. */
const WAITS = /^(PENDING|REQUEUED|REQUEUE_\w+|SPECIAL_EXIT|RESV_DEL_HOLD)$/;

/**
 * The jobs of a study among those that {@link SQUEUE} lists, by their numbers. `partOf`: what a script is to the study; null:
 * nothing.
 */
export function queuedJobs(
  listed: string,
  partOf: (script: string) => QueuedJob['part'] | null,
): QueuedJob[] {
  const jobs = new Map<string, QueuedJob>();
  for (const line of listed.split('\n')) {
    const [, job, state, script] = /^(\d+)\|(\w+)\|(.*)$/.exec(line) ?? [];
    const part = script === undefined ? null : partOf(script);
    if (part === null) continue;
    const before = jobs.get(job) ?? { job, part, running: 0, waiting: 0 };
    const counted = WAITS.test(state) ? 'waiting' : 'running';
    jobs.set(job, { ...before, [counted]: before[counted] + 1 });
  }
  return [...jobs.values()].sort((a, b) => Number(a.job) - Number(b.job));
}
