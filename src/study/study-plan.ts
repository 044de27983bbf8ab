/** The commands of a study for an engine, as words of a command line and as lines of a shell (GNU parallel, xargs). */
import { UsageError } from '../errors.js';

/** The resources of a task; null: the site's default. */
export interface StudyResources {
  /** Longest time of a task, as Slurm writes it: `00:10:00`. */
  readonly time: string | null;
  /** Memory of a task: `2G`. */
  readonly memory: string | null;
  readonly cpus: number;
  readonly partition: string | null;
  readonly account: string | null;
  readonly qos: string | null;
  /** Maximum number of concurrent tasks. */
  readonly at_once: number | null;
  /** Maximum number of cells of a task; null: all of one input. */
  readonly cells_per_task: number | null;
  /** Shell lines before a task, such as `module load nodejs`. */
  readonly setup: readonly string[];
  /** More options of `sbatch`, a word each. */
  readonly options: readonly string[];
}

/** The work of an engine: tasks 1 to `tasks`, each by {@link taskWords}, then {@link gatherWords}. All paths are absolute. */
export interface StudyPlan {
  readonly name: string;
  /** The study's file. */
  readonly file: string;
  /** The folder of its cells and its table. */
  readonly directory: string;
  readonly tasks: number;
  /** Tasks with missing cells, from 1, ascending. */
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

/** The command that computes the cells of a task; `task`: its number from 1, or the engine's placeholder. */
export const taskWords = (plan: StudyPlan, task: number | string): string[] => [
  ...words(plan),
  '--tasks',
  String(plan.tasks),
  '--task',
  String(task),
];

/** The command that writes the table of all cells into their folder. It fails if cells are missing. */
export const gatherWords = (plan: StudyPlan): string[] => [
  ...words(plan, 'table'),
  '--output',
  `${plan.directory}/table.csv`,
];

// Command lines as text for a POSIX shell, for any words.

/** Letters without a special meaning in a shell. */
const PLAIN = /^[\w+,./:@-]+$/;

/** One word of a shell, in single quotes if necessary. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(' ');

/** Placeholder for the number of a task; no word of a command line can equal it. */
const TASK = '\0';

/**
 * The command of a task, with `task` as its number in the syntax of the reader: `"$SLURM_ARRAY_TASK_ID"`. `spell`: further
 * escapes of all other words.
 */
export const taskLine = (
  plan: StudyPlan,
  task: string,
  spell: (word: string) => string = (word) => word,
): string =>
  taskWords(plan, TASK)
    .map((word) => (word === TASK ? task : spell(shellWord(word))))
    .join(' ');

/** Throws UsageError if a line break in the study's paths would end a line for an engine. */
export function refuseBreaks(plan: StudyPlan, engine: string): void {
  const broken = [plan.file, plan.directory, ...plan.program].find((text) => /[\r\n]/.test(text));
  if (broken === undefined) return;
  throw new UsageError(
    `a path for ${engine} cannot have a line break: ${JSON.stringify(broken)}`,
    'rename it',
  );
}

/**
 * A study as lines for GNU parallel or xargs (`parallel < LINES`): one command per line for each task with missing cells.
 * Throws UsageError for a line break in a path.
 */
export function parallelLines(plan: StudyPlan): string {
  refuseBreaks(plan, 'GNU parallel');
  return plan.open.map((task) => `${shellLine(taskWords(plan, task))}\n`).join('');
}
