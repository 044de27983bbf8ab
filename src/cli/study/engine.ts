/** Who runs a study: this machine, or a scheduler that is handed its tasks. The one place that knows all engines. */
import { fileURLToPath } from 'node:url';
import type { StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { type StudyForecast, studyForecastView, studyStandsView } from '../present/study.js';
import { checkStudy } from './check.js';
import { type HandedFlags, handedAnswer, isHanded, tasksFor } from './handed.js';
import { runAll, runTask, studyTasks } from './run.js';
import { forecastOf, standsOf } from './stands.js';
import { type Study, studyAt } from './study.js';

const BIN = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** As the flags of `study` are read. */
export interface EngineFlags extends HandedFlags {
  readonly dir?: string | undefined;
  readonly tasks?: number | undefined;
  readonly task?: number | undefined;
  readonly 'dry-run': boolean;
}

/** What is to be said of a study that was run; null of a single task, which says nothing. Throws all that LlampError is. */
export async function studyAnswer(source: string, flags: EngineFlags): Promise<Answer | null> {
  const study = studyAt(source, flags.dir);
  const { again, jobs, quiet, task, tasks } = flags;
  if (task !== undefined) {
    await runTask(study, task, tasks, { again, jobs, quiet: true });
    return null;
  }
  const handed = isHanded(flags);
  await checkStudy(study);
  if (flags['dry-run']) return studyForecastView(await forecastOf(study, tasks));
  if (handed) return handStudy(study, flags);
  const asked = await runAll(study, { again, jobs, quiet });
  return studyStandsView(await standsOf(study, asked));
}

/** Hands what is missing to others; where nothing is, the study is as if this machine had run it. */
async function handStudy(study: Study, flags: EngineFlags): Promise<Answer> {
  const { tasks, warnings } =
    flags.tasks === undefined
      ? tasksFor(studyTasks(study).length, flags)
      : { tasks: flags.tasks, warnings: [] };
  const forecast = await forecastOf(study, tasks);
  if (forecast.missing === 0 && flags.emit === undefined) return studyStandsView(await standsOf(study, 0));
  return handedAnswer(planOf(study, forecast), forecast, flags, warnings);
}

/** What another engine has to run of a study. */
function planOf(study: Study, { tasks, openTasks: open }: StudyForecast): StudyPlan {
  const { name, file, directory, resources } = study;
  return { name, file, directory, tasks, open, program: [process.execPath, BIN], resources };
}
