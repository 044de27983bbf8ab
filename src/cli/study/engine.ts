/** Who runs a study: this machine, or others that are handed its tasks. The one place that knows all engines. */
import type { StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { startWords } from '../output/package-files.js';
import { type StudyForecast, studyForecastView, studyStandsView } from '../present/study.js';
import { checkStudy } from './check.js';
import { emittedAnswer, type HandedFlags, refuseMeaningless, slurmAnswer, tasksFor } from './handed.js';
import { runAll, runTask, studyTasks } from './run.js';
import { forecastOf, standsOf } from './stands.js';
import { type Study, studyAt } from './study.js';

/** As the flags of `study` are read. */
export interface EngineFlags extends HandedFlags {
  readonly dir?: string | undefined;
  readonly 'dry-run': boolean;
}

/** What is to be said of a study; null of a single task, which says nothing. Throws all that LlampError is. */
export async function askStudy(source: string, flags: EngineFlags): Promise<Answer | null> {
  refuseMeaningless(flags);
  const study = studyAt(source, flags.dir);
  const { again, jobs, quiet, task, tasks } = flags;
  if (task !== undefined) {
    await runTask(study, task, tasks, { again, jobs, quiet: true });
    return null;
  }
  await checkStudy(study);
  if (flags['dry-run']) return studyForecastView(await forecastOf(study, tasks));
  if (flags.emit !== undefined || flags.engine === 'slurm') return handed(study, flags);
  const asked = await runAll(study, { again, jobs, quiet });
  return studyStandsView(await standsOf(study, asked));
}

/** Others are handed what is missing; where nothing is, Slurm is not troubled. */
async function handed(study: Study, flags: EngineFlags): Promise<Answer> {
  const { emit, submit } = flags;
  const { tasks, warnings } = tasksFor(studyTasks(study, flags.tasks).length, flags);
  const forecast = await forecastOf(study, tasks);
  const plan = planOf(study, forecast);
  if (emit !== undefined) return emittedAnswer(plan, forecast, emit, flags);
  if (forecast.missing === 0) return studyStandsView(await standsOf(study, 0));
  return slurmAnswer(plan, forecast, submit, warnings);
}

/** What another engine has to run of a study. */
function planOf(study: Study, { tasks, openTasks: open }: StudyForecast): StudyPlan {
  const { name, file, directory, resources } = study;
  return { name, file, directory, tasks, open, program: startWords(), resources };
}
