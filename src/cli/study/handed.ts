/** A study handed to others: jobs of Slurm, or text that another program runs. */
import { UsageError, type Warning } from '../../errors.js';
import { parallelLines, tableLine } from '../../study/engines/parallel.js';
import { snakefile } from '../../study/engines/snakemake.js';
import { gatherWords, type StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { toStderr } from '../output/streams.js';
import { emittedStudyView, type ShownStudy, studyJobsView } from '../present/study-jobs.js';
import type { Again } from './states.js';

/** Who answers cells, and what is written for others that do. */
export interface HandedFlags {
  readonly engine?: 'local' | 'slurm' | undefined;
  readonly submit: boolean;
  readonly emit?: 'snakemake' | 'parallel' | undefined;
  readonly jobs?: number | undefined;
  readonly again?: Again;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Elements of an array where a site sets nothing: Slurm's MaxArraySize, 1001, is above the largest number of one. */
export const MOST_TASKS = 1000;

/** Whether others than this process answer the cells. Throws UsageError for flags that say two things. */
export function isHanded({ engine, submit, emit, jobs, again }: HandedFlags): boolean {
  if (submit && engine !== 'slurm')
    throw new UsageError('--submit is for --engine slurm', 'add it, or leave --submit out');
  if (emit !== undefined && engine !== undefined)
    throw new UsageError('--emit and --engine are two ways', 'take one of them');
  const handed = engine === 'slurm' || emit !== undefined;
  if (!handed) return false;
  if (jobs !== undefined)
    throw new UsageError('-j is for this machine', 'say at_once in the resources of the study');
  if (again !== undefined) throw new UsageError('--again is for this machine', 'leave it out, or the engine');
  return true;
}

/** Throws UsageError for what the engine cannot take, LimitError where Slurm refuses. */
export async function handedAnswer(
  plan: StudyPlan,
  shown: ShownStudy,
  flags: HandedFlags,
  warnings: readonly Warning[],
): Promise<Answer> {
  if (flags.emit !== undefined) return emittedAnswer(plan, shown, flags.emit, flags, warnings);
  const { writeJobs, submitJobs } = await import('./slurm.js');
  const jobs = await writeJobs(plan, shown);
  return studyJobsView(flags.submit ? await submitJobs(jobs) : jobs, warnings);
}

function emittedAnswer(
  plan: StudyPlan,
  { source }: ShownStudy,
  emit: 'snakemake' | 'parallel',
  { json, quiet }: HandedFlags,
  warnings: readonly Warning[],
): Answer {
  const { name, tasks, open } = plan;
  if (emit === 'parallel' && !json && !quiet)
    toStderr(`llamp-ts: when all lines have run: ${tableLine(plan)}\n`);
  const text = emit === 'parallel' ? parallelLines(plan) : snakefile(plan);
  return emittedStudyView({ name, source, tasks, open, text, table: gatherWords(plan) }, warnings);
}

/** How many tasks a study has by itself, and what is to be said where an array of Slurm takes fewer. */
export function tasksFor(
  own: number,
  { engine }: HandedFlags,
): { readonly tasks: number; readonly warnings: readonly Warning[] } {
  if (engine !== 'slurm' || own <= MOST_TASKS) return { tasks: own, warnings: [] };
  const message = `${own} tasks are more than an array has at most where a site sets nothing: ${MOST_TASKS} with more cells each are taken; --tasks says another number`;
  return { tasks: MOST_TASKS, warnings: [{ code: 'tasks-limited', message, count: own }] };
}
