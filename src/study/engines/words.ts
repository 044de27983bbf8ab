/** Command lines as text that a POSIX shell reads, whatever their words are. */
import { UsageError } from '../../errors.js';
import { type StudyPlan, taskWords } from '../plan.js';

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
  throw new UsageError(`${engine} takes no path with a line break: ${JSON.stringify(broken)}`, 'rename it');
}
