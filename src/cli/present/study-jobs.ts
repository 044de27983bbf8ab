/** What a scheduler has to run of a study, as JSON and text. */
import type { Warning } from '../../errors.js';
import type { Answer } from '../output/answer.js';
import { facts } from '../output/table.js';

/** A study and its directory, as people name them from where they are. */
export interface ShownStudy {
  readonly source: string;
  readonly directory: string;
}

/** The jobs of a study for Slurm; paths are shown. */
export interface StudyJobs {
  readonly name: string;
  readonly source: string;
  readonly tasks: number;
  /** Tasks that miss cells: the elements of the array. */
  readonly open: readonly number[];
  readonly scripts: { readonly tasks: string; readonly table: string };
  /** Where Slurm writes what the jobs say. */
  readonly logs: string;
  /** What submits the scripts, one after the other. */
  readonly commands: readonly [string, string];
  /** Numbers that Slurm gave to the array and to the job of the table; null where nothing is submitted. */
  readonly submitted: { readonly tasks: string; readonly table: string } | null;
}

export const studyJobsView = (jobs: StudyJobs, warnings: readonly Warning[]): Answer => ({
  json: () => ({
    input: { source: jobs.source },
    machine: null,
    result: {
      name: jobs.name,
      tasks: jobs.tasks,
      open_tasks: jobs.open,
      scripts: jobs.scripts,
      logs: jobs.logs,
      commands: jobs.commands,
      submitted: jobs.submitted,
    },
    warnings,
  }),
  text: () => jobsText(jobs),
});

function jobsText({ name, tasks, open, scripts, logs, commands, submitted }: StudyJobs): string {
  const head = facts([
    ['tasks', openTasks(tasks, open)],
    ['scripts', `${scripts.tasks}, ${scripts.table}`],
    ['logs', logs],
    [
      'submitted',
      submitted === null
        ? 'nothing: run these lines, or add --submit'
        : `array job ${submitted.tasks}, table job ${submitted.table}`,
    ],
  ]);
  return `study ${name}\n${head}${submitted === null ? `\n${commands.join('\n')}\n` : ''}`;
}

const openTasks = (tasks: number, open: readonly number[]): string =>
  `${tasks}, ${open.length} of them with cells that are missing`;

/** A study as text for another program. */
export interface EmittedStudy {
  readonly name: string;
  readonly source: string;
  readonly tasks: number;
  readonly open: readonly number[];
  readonly text: string;
  /** The words that make the table when all tasks are done. */
  readonly table: readonly string[];
}

export const emittedStudyView = (
  { name, source, tasks, open, text, table }: EmittedStudy,
  warnings: readonly Warning[],
): Answer => ({
  json: () => ({
    input: { source },
    machine: null,
    result: { name, tasks, open_tasks: open, text, table },
    warnings,
  }),
  text: () => text,
});
