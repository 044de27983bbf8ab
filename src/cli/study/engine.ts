/** Who runs a study: this machine, or others that are handed its tasks. The one place that knows all engines. */
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../errors.js';
import type { StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { studyForecastView, studyStandsView, studySubmittedView } from '../present/study.js';
import { checkStudy } from './check.js';
import { runAll, runTask } from './run.js';
import { forecastOf, standsOf } from './stands.js';
import type { Again } from './states.js';
import { type Study, studyAt } from './study.js';

const BIN = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** As the flags of `study` are read. */
export interface EngineFlags {
  readonly dir?: string | undefined;
  readonly engine: 'local' | 'slurm';
  readonly emit?: 'snakemake' | 'parallel' | undefined;
  readonly submit: boolean;
  readonly jobs?: number | undefined;
  readonly tasks?: number | undefined;
  readonly task?: number | undefined;
  readonly 'dry-run': boolean;
  readonly again?: Again;
  readonly quiet: boolean;
}

/** What is to be said of a study: an answer, or text for others to read; null of a single task, which says nothing. */
export type StudySaid = { readonly answer: Answer } | { readonly text: string } | null;

/** Throws all that LlampError is. */
export async function askStudy(source: string, flags: EngineFlags): Promise<StudySaid> {
  refuseMeaningless(flags);
  const study = studyAt(source, flags.dir);
  const { again, jobs, quiet, task, tasks, emit, engine } = flags;
  if (task !== undefined) {
    await runTask(study, task, tasks, { again, jobs, quiet: true });
    return null;
  }
  await checkStudy(study);
  if (flags['dry-run']) return { answer: studyForecastView(await forecastOf(study, tasks)) };
  if (emit !== undefined) return { text: await emitted(await planOf(study, tasks), emit) };
  if (engine === 'slurm') return { answer: await bySlurm(await planOf(study, tasks), source, flags.submit) };
  const asked = await runAll(study, { again, jobs, quiet });
  return { answer: studyStandsView(await standsOf(study, asked)) };
}

function refuseMeaningless({ emit, engine, submit, again, task }: EngineFlags): void {
  if (submit && engine !== 'slurm')
    throw new UsageError('--submit has no meaning without --engine slurm', 'leave it out');
  const elsewhere =
    emit === undefined ? (engine === 'slurm' ? '--engine slurm' : undefined) : `--emit ${emit}`;
  if (elsewhere === undefined) return;
  if (task !== undefined) throw new UsageError(`--task ${task} and ${elsewhere} are two engines`, 'keep one');
  if (again !== undefined)
    throw new UsageError(
      `--again ${again} has no meaning with ${elsewhere}, whose tasks ask what is missing`,
      'ask again on this machine, or remove the results',
    );
}

/** What another engine has to run of a study. `tasks`: how many it is dealt into. */
async function planOf(study: Study, tasks: number | undefined): Promise<StudyPlan> {
  const forecast = await forecastOf(study, tasks);
  const { name, file, directory, resources } = study;
  const program = [process.execPath, BIN];
  return { name, file, directory, tasks: forecast.tasks, open: forecast.openTasks, program, resources };
}

async function emitted(plan: StudyPlan, engine: 'snakemake' | 'parallel'): Promise<string> {
  if (engine === 'parallel') return (await import('../../study/engines/parallel.js')).parallelLines(plan);
  return (await import('../../study/engines/snakemake.js')).snakefile(plan);
}

async function bySlurm(plan: StudyPlan, source: string, submit: boolean): Promise<Answer> {
  const { slurmStudy } = await import('./slurm.js');
  return studySubmittedView({
    name: plan.name,
    source,
    open: plan.open,
    ...(await slurmStudy(plan, submit)),
  });
}
