/** A study handed to Slurm: its scripts written, and submitted where that is asked for. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../../errors.js';
import { sbatchLines, slurmPaths, slurmScripts } from '../../study/engines/slurm.js';
import type { StudyPlan } from '../../study/plan.js';
import { errorCode, fileError, writeFileWhole } from '../output/files.js';

/** What Slurm was given, or is to be given by who types the lines. */
export interface SlurmStudy {
  readonly scripts: readonly string[];
  readonly lines: readonly string[];
  /** Numbers of the array job and of the job that makes the table; empty where nothing was submitted. */
  readonly jobs: readonly string[];
}

/** Throws UsageError where nothing is missing, InputError for files that cannot be written and where sbatch refuses. */
export async function slurmStudy(plan: StudyPlan, submit: boolean): Promise<SlurmStudy> {
  const texts = slurmScripts(plan);
  const { tasks, table, logs } = slurmPaths(plan);
  madeFolder(dirname(tasks));
  madeFolder(logs);
  for (const [path, text] of [
    [tasks, texts.tasks],
    [table, texts.table],
  ])
    await writeFileWhole(path, [new TextEncoder().encode(text)]);
  const lines = sbatchLines(plan);
  if (!submit) return { scripts: [tasks, table], lines, jobs: [] };
  const job = sbatch([tasks]);
  return { scripts: [tasks, table], lines, jobs: [job, sbatch([`--dependency=afterany:${job}`, table])] };
}

function madeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError(error, path);
  }
}

/** The number of the job; a cluster's name behind it is no part of that. */
function sbatch(words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('sbatch', ['--parsable', ...words], {
    encoding: 'utf8',
  });
  if (error !== undefined)
    throw new InputError({
      place: { source: 'sbatch' },
      what: errorCode(error) === 'ENOENT' ? 'there is no such command here' : error.message,
      mend: 'submit the scripts where Slurm is',
    });
  const [job] = stdout.trim().split(';');
  if (status === 0 && /^\d+$/.test(job)) return job;
  throw new InputError({ place: { source: 'sbatch' }, what: stderr.trim() || `it ended with ${status}` });
}
