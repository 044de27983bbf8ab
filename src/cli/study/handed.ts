/** A study handed to others: jobs of Slurm, or text that another program runs. */
import { UsageError, type Warning } from '../../errors.js';
import { gatherWords, type StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { toStderr } from '../output/streams.js';
import { emittedStudyView, type ShownStudy, studyJobsView } from '../present/study-jobs.js';
import type { Again } from './states.js';

/** Who answers cells, and what is written for others that do. */
export interface HandedFlags {
  readonly engine: 'local' | 'slurm';
  readonly submit: boolean;
  readonly emit?: 'snakemake' | 'parallel' | undefined;
  readonly task?: number | undefined;
  readonly tasks?: number | undefined;
  readonly jobs?: number | undefined;
  readonly again?: Again;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Throws UsageError for flags that say two things, or nothing to who answers. */
export function refuseMeaningless({ engine, submit, emit, task, jobs, again }: HandedFlags): void {
  if (submit && engine !== 'slurm')
    throw new UsageError('--submit has no meaning without --engine slurm', 'leave it out');
  if (engine === 'local' && emit === undefined) return;
  const elsewhere = emit === undefined ? `--engine ${engine}` : `--emit ${emit}`;
  if (task !== undefined) throw new UsageError(`--task ${task} and ${elsewhere} are two engines`, 'keep one');
  if (jobs !== undefined)
    throw new UsageError(`-j has no meaning with ${elsewhere}`, 'say how many run at once to what runs them');
  if (again !== undefined)
    throw new UsageError(
      `--again ${again} has no meaning with ${elsewhere}, whose tasks ask what is missing`,
      'ask again on this machine, or remove the results',
    );
}

/** Elements of an array where a site sets nothing: Slurm's MaxArraySize, 1001, is above the largest number of one. */
const MOST_TASKS = 1000;

/** How many tasks a study is dealt into. `own`: by its file and its flags; what nobody asked for, an array has room for. */
export function tasksFor(
  own: number,
  { engine, tasks }: HandedFlags,
): { readonly tasks: number; readonly warnings: readonly Warning[] } {
  if (engine !== 'slurm' || tasks !== undefined || own <= MOST_TASKS) return { tasks: own, warnings: [] };
  const message = `${own} tasks are more than an array has where a site sets nothing: ${MOST_TASKS} with more cells each are taken; --tasks says another number`;
  return { tasks: MOST_TASKS, warnings: [{ code: 'tasks-limited', message, count: own }] };
}

/** Throws UsageError for what Slurm cannot take, LimitError where it refuses. */
export async function slurmAnswer(
  plan: StudyPlan,
  shown: ShownStudy,
  submit: boolean,
  warnings: readonly Warning[],
): Promise<Answer> {
  const { writeJobs, submitJobs } = await import('./slurm.js');
  const jobs = await writeJobs(plan, shown);
  return studyJobsView(submit ? await submitJobs(jobs) : jobs, warnings);
}

/** Throws UsageError for what the engine cannot take. */
export async function emittedAnswer(
  plan: StudyPlan,
  { source }: ShownStudy,
  emit: 'snakemake' | 'parallel',
  { json, quiet }: HandedFlags,
): Promise<Answer> {
  const { name, tasks, open } = plan;
  const text = await textFor(plan, emit);
  const table = gatherWords(plan);
  if (emit === 'parallel' && !json && !quiet) {
    const { shellLine } = await import('../../study/engines/words.js');
    toStderr(`llamp-ts: when all lines have run: ${shellLine(table)}\n`);
  }
  return emittedStudyView({ name, source, tasks, open, text, table });
}

async function textFor(plan: StudyPlan, emit: 'snakemake' | 'parallel'): Promise<string> {
  if (emit === 'snakemake') return (await import('../../study/engines/snakemake.js')).snakefile(plan);
  return (await import('../../study/engines/parallel.js')).parallelLines(plan);
}
