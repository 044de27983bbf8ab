/** The jobs of a study that Slurm still has. */
import { existsSync, realpathSync } from 'node:fs';
import type { Warning } from '../../errors.js';
import { type QueuedJob, queuedJobs, SQUEUE } from '../../study/engines/queue.js';
import { slurmPaths } from '../../study/engines/slurm.js';
import { run } from '../tracer/process.js';
import type { Study } from './study.js';

/** `jobs` null: nobody knows. */
export interface StudyQueue {
  readonly jobs: readonly QueuedJob[] | null;
  readonly warnings: readonly Warning[];
}

const UNKNOWN: StudyQueue = { jobs: null, warnings: [] };

/** squeue asks a controller that is away for a while; after so many ms it is stopped. */
const PATIENCE = 20_000;

/** Asks squeue where the study was handed to Slurm, and Slurm is here: those who submitted by hand are found by their scripts. */
export async function queueOf({ directory }: Study): Promise<StudyQueue> {
  const { tasks, table } = slurmPaths({ directory });
  if (!existsSync(tasks)) return UNKNOWN;
  const ended = await run(SQUEUE, { timeout: PATIENCE });
  if (ended === undefined) return UNKNOWN;
  if (ended.code !== 0) {
    const said = ended.late ? `no answer in ${PATIENCE / 1000} s` : ended.stderr.trim().split('\n')[0];
    const message = `squeue does not say which jobs of the study wait or run: ${said}`;
    return { jobs: null, warnings: [{ code: 'queue', message }] };
  }
  const [answering, gathering] = [tasks, table].map(realPath);
  const partOf = (script: string): QueuedJob['part'] | null => {
    const path = realPath(script);
    return path === answering ? 'tasks' : path === gathering ? 'table' : null;
  };
  return { jobs: queuedJobs(ended.stdout, partOf), warnings: [] };
}

/** A folder may have been named by another way. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
