/** A study handed to Slurm: its scripts written, and submitted where that is wanted. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { LimitError } from '../../errors.js';
import { sbatchLines, slurmPaths, slurmScripts } from '../../study/engines/slurm.js';
import type { StudyPlan } from '../../study/plan.js';
import { fileError, writeFileWhole } from '../output/files.js';
import type { ShownStudy, StudyJobs } from '../present/study-jobs.js';
import { run } from '../tracer/process.js';

/** Writes the scripts below the study's directory. Throws UsageError where Slurm cannot take them. */
export async function writeJobs(plan: StudyPlan, { source, directory }: ShownStudy): Promise<StudyJobs> {
  const texts = slurmScripts(plan);
  const paths = slurmPaths(plan);
  for (const folder of [dirname(paths.tasks), paths.logs]) makeFolder(folder);
  for (const name of ['tasks', 'table'] as const)
    await writeFileWhole(paths[name], [new TextEncoder().encode(texts[name])]);
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

/** Submits what {@link writeJobs} wrote. Throws LimitError where Slurm does not take both. */
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

/** sbatch asks a controller that is away again and again; after so many ms it is stopped. */
const PATIENCE = 120_000;

/** The number of the job. `rest`: what is still to be run where it is not taken. */
async function sbatch(words: readonly string[], rest: string): Promise<string> {
  const ended = await run(['sbatch', '--parsable', ...words], { timeout: PATIENCE });
  if (ended === undefined) throw new LimitError('there is no sbatch here', `where Slurm is, run ${rest}`);
  // A cluster's name may stand behind the number.
  const number = /^(\d+)(;|$)/m.exec(ended.stdout)?.[1];
  if (ended.code === 0 && number !== undefined) return number;
  const said = ended.late ? `no answer in ${PATIENCE / 1000} s` : ended.stderr.trim() || ended.stdout.trim();
  const line = said.replace(/\s*\n\s*/g, '; ');
  throw new LimitError(`sbatch refuses it: ${line}`, mendOf(line, rest));
}

const mendOf = (said: string, rest: string): string =>
  /array/i.test(said)
    ? 'take fewer tasks by --tasks; their numbers must stay below the MaxArraySize of scontrol show config'
    : `mend that, then run ${rest}`;
