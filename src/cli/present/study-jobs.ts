/** What a scheduler has to run of a study, as JSON and text. */
import type { Warning } from '../../errors.js';
import { shellLine } from '../../study/engines/words.js';
import type { Answer } from '../output/answer.js';
import { facts } from '../output/table.js';

/** A study and its directory, as people name them from where they are. */
export interface ShownStudy {
  readonly source: string;
  readonly directory: string;
}

/** The jobs of a study for Slurm; paths are shown. */
export interface StudyJobs extends ShownStudy {
  readonly name: string;
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

function jobsText(jobs: StudyJobs): string {
  const { name, scripts, logs, commands, submitted } = jobs;
  const head = facts([
    ['tasks', `${jobs.tasks}, ${jobs.open.length} of them with cells that are missing`],
    ['scripts', `${scripts.tasks}, ${scripts.table}`],
    ['logs', logs],
    ['submitted', submitted === null ? 'nothing: run these lines, or add --submit' : jobsOf(submitted)],
  ]);
  const next = submitted === null ? commands : [shellLine(statusWords(jobs))];
  return `study ${name}\n${head}\n${next.join('\n')}\n`;
}

const jobsOf = ({ tasks, table }: { readonly tasks: string; readonly table: string }): string =>
  `array job ${tasks}, table job ${table}`;

/** What tells how far the jobs are. */
const statusWords = ({ source, directory }: ShownStudy): string[] => [
  ...['llamp-ts', 'study', 'status', source, '--dir', directory],
];

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

export const emittedStudyView = ({ name, source, tasks, open, text, table }: EmittedStudy): Answer => ({
  json: () => ({
    input: { source },
    machine: null,
    result: { name, tasks, open_tasks: open, text, table },
    warnings: [],
  }),
  text: () => text,
});
