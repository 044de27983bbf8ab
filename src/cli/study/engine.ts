/** Who runs a study: this machine, or a scheduler that is handed its tasks. The one place that knows all engines. */
import { fileURLToPath } from 'node:url';
import type { StudyPlan } from '../../study/plan.js';
import type { Answer } from '../output/answer.js';
import { studyForecastView, studyStandsView } from '../present/study.js';
import { checkStudy } from './check.js';
import { runAll, runTask, studyTasks } from './run.js';
import { forecastOf, standsOf } from './stands.js';
import type { Again } from './states.js';
import { type Study, studyAt } from './study.js';

const BIN = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** As the flags of `study` are read. */
export interface EngineFlags {
  readonly dir?: string | undefined;
  readonly jobs?: number | undefined;
  readonly tasks?: number | undefined;
  readonly task?: number | undefined;
  readonly 'dry-run': boolean;
  readonly again?: Again;
  readonly quiet: boolean;
}

/** What is to be said of a study that was run; null of a single task, which says nothing. Throws all that LlampError is. */
export async function studyAnswer(source: string, flags: EngineFlags): Promise<Answer | null> {
  const study = studyAt(source, flags.dir);
  const { again, jobs, quiet, task, tasks } = flags;
  if (task !== undefined) {
    await runTask(study, task, tasks, { again, jobs, quiet: true });
    return null;
  }
  await checkStudy(study);
  if (flags['dry-run']) return studyForecastView(await forecastOf(study, tasks));
  const asked = await runAll(study, { again, jobs, quiet });
  return studyStandsView(await standsOf(study, asked));
}

/** What another engine has to run of a study. `tasks`: how many it is dealt into. */
export async function planOf(study: Study, tasks: number | undefined): Promise<StudyPlan> {
  const { openTasks: open } = await forecastOf(study, tasks);
  const { name, file, directory, resources } = study;
  const program = [process.execPath, BIN];
  return { name, file, directory, tasks: studyTasks(study, tasks).length, open, program, resources };
}
