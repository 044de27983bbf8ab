/** What an engine has to run of a study, as words of a command line and as lines of a shell (GNU parallel, xargs). */
import { UsageError } from '../errors.js';

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

/**
 * What an engine has to run: tasks 1 to `tasks`, each by {@link taskWords}, then {@link gatherWords}. All paths are
 * absolute.
 */
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

// Command lines as text that a POSIX shell reads, whatever their words are.

/** Letters that mean nothing to a shell. */
const PLAIN = /^[\w+,./:@-]+$/;

/** One word of a shell: in single quotes where it must be. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(' ');

/** Stands for the number of a task; no word of a command line can be it. */
const TASK = '\0';

/**
 * The command of a task, whose number is `task` as the reader of the line writes it: `"$SLURM_ARRAY_TASK_ID"`. `spell`: what
 * that reader asks of all other words besides.
 */
export const taskLine = (
  plan: StudyPlan,
  task: string,
  spell: (word: string) => string = (word) => word,
): string =>
  taskWords(plan, TASK)
    .map((word) => (word === TASK ? task : spell(shellWord(word))))
    .join(' ');

/** Throws UsageError where a line break in the study's paths would end a line of what an engine reads. */
export function refuseBreaks(plan: StudyPlan, engine: string): void {
  const broken = [plan.file, plan.directory, ...plan.program].find((text) => /[\r\n]/.test(text));
  if (broken === undefined) return;
  throw new UsageError(
    `a path for ${engine} cannot have a line break: ${JSON.stringify(broken)}`,
    'rename it',
  );
}

/**
 * A study as lines that GNU parallel or xargs runs (`parallel < LINES`): one command a line for each task that misses
 * cells. Throws UsageError for a line break in a path.
 */
export function parallelLines(plan: StudyPlan): string {
  refuseBreaks(plan, 'GNU parallel');
  return plan.open.map((task) => `${shellLine(taskWords(plan, task))}\n`).join('');
}
