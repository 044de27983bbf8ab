/** What an engine has to run of a study, and the words that run a part of it. */

/** What a task asks of the machine that it runs on; null: what the site gives by itself. */
export interface StudyResources {
  /** Longest time of a task, as Slurm writes it: `00:10:00`. */
  readonly time: string | null;
  /** Memory of a task: `2G`. */
  readonly memory: string | null;
  readonly cpus: number;
  readonly partition: string | null;
  readonly account: string | null;
  readonly qos: string | null;
  /** Tasks that run at the same time at most. */
  readonly at_once: number | null;
  /** Cells of a task at most; null: all of one input. */
  readonly cells_per_task: number | null;
  /** Lines of a shell that come before a task, such as `module load nodejs`. */
  readonly setup: readonly string[];
  /** More options of `sbatch`, a word each. */
  readonly options: readonly string[];
}

/** What an engine has to run: tasks 1 to `tasks`, each by {@link taskWords}, then {@link gatherWords}. All paths are absolute. */
export interface StudyPlan {
  readonly name: string;
  /** The study's file. */
  readonly file: string;
  /** Where its cells and its table are kept. */
  readonly directory: string;
  readonly tasks: number;
  /** Tasks that miss cells, from 1, ascending. */
  readonly open: readonly number[];
  /** Words that start the tool: `node`, `bin/run.js`. */
  readonly program: readonly string[];
  readonly resources: StudyResources;
}

const words = ({ program, file, directory }: StudyPlan, ...command: readonly string[]): string[] => [
  ...program,
  'study',
  ...command,
  file,
  '--dir',
  directory,
];

/** The command that answers the cells of a task; `task`: its number from 1, or what an engine puts in its place. */
export const taskWords = (plan: StudyPlan, task: number | string): string[] => [
  ...words(plan),
  '--tasks',
  String(plan.tasks),
  '--task',
  String(task),
];

/** The command that writes the table of all cells into their folder. It fails where cells are missing. */
export const gatherWords = (plan: StudyPlan): string[] => [
  ...words(plan, 'table'),
  '--output',
  `${plan.directory}/table.csv`,
];
