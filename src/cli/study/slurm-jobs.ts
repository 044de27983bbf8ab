/** A study on Slurm: writes and submits its scripts, and lists its jobs. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { LimitError, type Warning } from '../../errors.js';
import {
  type QueuedJob,
  queuedJobs,
  SQUEUE,
  sbatchLines,
  slurmPaths,
  slurmScripts,
} from '../../study/study-engines.js';
import type { StudyPlan } from '../../study/study-plan.js';
import { run } from '../process/child-programs.js';
import { fileError, writeFileWhole } from '../process/files.js';
import type { Study } from './study-file.js';
import type { ShownStudy, StudyJobs } from './study-tables.js';

/** Writes the scripts below the study's directory. Throws UsageError if Slurm cannot take them. */
export async function writeJobs(plan: StudyPlan, { source, directory }: ShownStudy): Promise<StudyJobs> {
  const texts = slurmScripts(plan);
  const paths = slurmPaths(plan);
  for (const folder of [dirname(paths.tasks), paths.logs]) makeFolder(folder);
  for (const name of ['tasks', 'table'] as const) await writeFileWhole(paths[name], texts[name]);
  const { name, tasks, open } = plan;
  const { logs, ...scripts } = slurmPaths({ directory });
  const commands = sbatchLines({ directory });
  return { name, source, directory, tasks, open, scripts, logs, commands, submitted: null };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Submits the scripts of {@link writeJobs}. Throws LimitError if Slurm does not take both. */
export async function submitJobs(jobs: StudyJobs): Promise<StudyJobs> {
  const [first, second] = jobs.commands;
  const tasks = await sbatch([jobs.scripts.tasks], `${first} && ${second}`);
  const left = second.replace('$jobid', tasks);
  const after = `--dependency=afterany:${tasks}`;
  const table = await sbatch(
    [after, jobs.scripts.table],
    `${left} (array job ${tasks} is submitted already)`,
  );
  return { ...jobs, submitted: { tasks, table } };
}

/** Time limit for sbatch, which retries an absent controller for ever, ms. */
const SUBMIT_PATIENCE = 120_000;

/** The number of the job. `rest`: commands that remain if it is refused. */
async function sbatch(words: readonly string[], rest: string): Promise<string> {
  const ended = await run(['sbatch', '--parsable', ...words], { timeout: SUBMIT_PATIENCE });
  if (ended === undefined)
    throw new LimitError('sbatch is not installed here', `on a machine with Slurm, run ${rest}`);
  // A cluster's name may follow the number.
  const number = /^(\d+)(;|$)/m.exec(ended.stdout)?.[1];
  if (ended.code === 0 && number !== undefined) return number;
  if (ended.late)
    throw new LimitError(
      `sbatch gave no answer in ${SUBMIT_PATIENCE / 1000} s`,
      `check with squeue whether it submitted the job; if not, run ${rest}`,
    );
  const said = ended.stderr.trim() || ended.stdout.trim();
  const line = said.replace(/\s*\n\s*/g, '; ');
  const does = ended.code === 0 ? 'does not confirm' : 'refuses';
  throw new LimitError(`sbatch ${does} the job (${line})`, mendOf(line, rest));
}

const mendOf = (said: string, rest: string): string =>
  /array/i.test(said)
    ? 'use fewer tasks with --tasks; their number must be below MaxArraySize of scontrol show config'
    : `correct this, then run ${rest}`;

/** `jobs` null: unknown. */
interface StudyQueue {
  readonly jobs: readonly QueuedJob[] | null;
  readonly warnings: readonly Warning[];
}

const UNKNOWN: StudyQueue = { jobs: null, warnings: [] };

/** Time limit for squeue, which retries an absent controller, ms. */
const QUEUE_PATIENCE = 20_000;

/** Calls squeue if the study has scripts and Slurm is installed; jobs submitted by hand are found by their scripts. */
export async function queueOf({ directory }: Study): Promise<StudyQueue> {
  const { tasks, table } = slurmPaths({ directory });
  if (!existsSync(tasks)) return UNKNOWN;
  const ended = await run(SQUEUE, { timeout: QUEUE_PATIENCE });
  if (ended === undefined) return UNKNOWN;
  if (ended.code !== 0) {
    const said = ended.late ? `no answer in ${QUEUE_PATIENCE / 1000} s` : ended.stderr.trim().split('\n')[0];
    const message = `the waiting and running jobs are unknown, because squeue failed (${said})`;
    return { jobs: null, warnings: [{ code: 'queue', message }] };
  }
  const [answering, gathering] = [tasks, table].map(realPath);
  const partOf = (script: string): QueuedJob['part'] | null => {
    const path = realPath(script);
    return path === answering ? 'tasks' : path === gathering ? 'table' : null;
  };
  return { jobs: queuedJobs(ended.stdout, partOf), warnings: [] };
}

/** A folder may have several paths. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
