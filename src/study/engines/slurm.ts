/** A study as jobs of Slurm: an array with one element a task, and a job after it that makes the table. */
import { UsageError } from '../../errors.js';
import { gatherWords, type StudyPlan, type StudyResources } from '../plan.js';
import { seconds } from './amounts.js';
import { refuseBreaks, shellLine, shellWord, taskLine } from './words.js';

/** Scripts that `sbatch` takes, and where they are kept. */
export interface SlurmScripts {
  /** Answers the tasks that miss cells. */
  readonly tasks: string;
  /** Makes the table. */
  readonly table: string;
}

/** Paths of a study's scripts and logs. The folder of the logs must exist: Slurm makes none. */
export const slurmPaths = ({
  directory,
}: Pick<StudyPlan, 'directory'>): SlurmScripts & { readonly logs: string } => ({
  tasks: `${directory}/slurm/tasks.sh`,
  table: `${directory}/slurm/table.sh`,
  logs: `${directory}/logs`,
});

/** A task is told so many seconds before its time is over; Slurm may do so a minute earlier. */
const NOTICE = 60;
/** Shorter tasks are not told: the notice would take a good part of their time. */
const LEAST_TIME = 5 * NOTICE;

/**
 * The text of both scripts. Throws UsageError where no task is open, and for what Slurm cannot take: a line break in a
 * path, a backslash in the path of its logs, a time that is none.
 */
export function slurmScripts(plan: StudyPlan): SlurmScripts {
  if (plan.open.length === 0) throw new UsageError('no cell is missing', 'make the table');
  refuseBreaks(plan, 'Slurm');
  const name = jobName(plan.name);
  return {
    tasks: script(
      plan,
      'The tasks of a study as an array job. A task that runs again asks only what is missing.',
      [
        `--job-name=${name}`,
        `--array=${ranges(plan.open)}${atOnce(plan.resources)}`,
        `--output=${log(plan, '%A_%a.log')}`,
        ...notice(plan.resources),
      ],
      taskLine(plan, '"$SLURM_ARRAY_TASK_ID"'),
    ),
    table: script(
      plan,
      'The table of a study: to be submitted with --dependency=afterany: and the number of the array job.',
      [`--job-name=${name}-table`, `--output=${log(plan, 'table_%j.log')}`],
      shellLine(gatherWords(plan)),
    ),
  };
}

/** What a user types to submit the scripts. */
export function sbatchLines(plan: Pick<StudyPlan, 'directory'>): [string, string] {
  const { tasks, table } = slurmPaths(plan);
  return [
    `jobid=$(sbatch --parsable ${shellWord(tasks)})`,
    `sbatch --dependency=afterany:$jobid ${shellWord(table)}`,
  ];
}

/** `1-3,7` for 1, 2, 3, 7. */
export function ranges(ascending: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const number of ascending) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

const atOnce = ({ at_once }: StudyResources): string => (at_once === null ? '' : `%${at_once}`);

function script({ resources }: StudyPlan, comment: string, own: readonly string[], command: string): string {
  const directives = [...own, '--open-mode=append', '--requeue', ...asked(resources)].map(
    (option) => `#SBATCH ${option}`,
  );
  return [`#!/bin/bash`, `# ${comment}`, ...directives, ...resources.setup, `exec ${command}`, ''].join('\n');
}

function asked({ time, memory, cpus, partition, account, qos, options }: StudyResources): string[] {
  const flags = Object.entries({ time, mem: memory, 'cpus-per-task': cpus, partition, account, qos });
  const given = flags.flatMap(([flag, value]) =>
    value === null ? [] : [`--${flag}=${directiveWord(`${value}`)}`],
  );
  return options.length === 0 ? given : [...given, options.map(directiveWord).join(' ')];
}

/** The script itself is told, which `exec` has turned into the tool: it ends, and leaves no half-written file. */
function notice({ time }: StudyResources): string[] {
  return time !== null && seconds(time) >= LEAST_TIME ? [`--signal=B:TERM@${NOTICE}`] : [];
}

/** A word of a line that sbatch reads by rules of its own: what it takes off are quotes and backslashes. */
function directiveWord(text: string): string {
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  if (/[\r\n]/.test(text)) {
    throw new UsageError(
      `Slurm takes no option with a line break: ${JSON.stringify(text)}`,
      'write one line',
    );
  }
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The path of a log, in which Slurm puts numbers in the place of `%` and a letter. */
function log(plan: StudyPlan, name: string): string {
  const { logs } = slurmPaths(plan);
  if (logs.includes('\\')) {
    throw new UsageError(
      `Slurm puts no number into a path with a backslash: ${logs}`,
      'give another directory',
    );
  }
  return directiveWord(`${logs.replaceAll('%', '%%')}/${name}`);
}

const jobName = (name: string): string => name.replace(/[^\w.+-]+/g, '-').replace(/^-+/, '') || 'study';
