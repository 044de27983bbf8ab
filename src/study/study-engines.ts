/** A study as text that others run: jobs of Slurm and its queue, a workflow of Snakemake. */
import { UsageError } from '../errors.js';
import {
  gatherWords,
  refuseBreaks,
  type StudyPlan,
  type StudyResources,
  shellLine,
  shellWord,
  taskLine,
} from './study-plan.js';

/** Scripts that `sbatch` takes, and where they are kept. */
interface SlurmScripts {
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
  if (plan.open.length === 0) throw new UsageError('no cell is missing', 'write the table');
  refuseBreaks(plan, 'Slurm');
  const name = jobName(plan.name);
  return {
    tasks: script(
      plan,
      'The tasks of a study as an array job. A repeated task computes only the missing cells.',
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
      'The table of a study. Submit it with --dependency=afterany: and the number of the array job.',
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
  const directives = [...own, '--open-mode=append', '--requeue', ...sbatchOptions(resources)].map(
    (option) => `#SBATCH ${option}`,
  );
  return [`#!/bin/bash`, `# ${comment}`, ...directives, ...resources.setup, `exec ${command}`, ''].join('\n');
}

function sbatchOptions({ time, memory, cpus, partition, account, qos, options }: StudyResources): string[] {
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
      `a Slurm option cannot have a line break: ${JSON.stringify(text)}`,
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
      `Slurm inserts no numbers into a path with a backslash: ${logs}`,
      'use another directory',
    );
  }
  return directiveWord(`${logs.replaceAll('%', '%%')}/${name}`);
}

const jobName = (name: string): string => name.replace(/[^\w.+-]+/g, '-').replace(/^-+/, '') || 'study';

/** A job of the study, with its elements where it is an array. */
export interface QueuedJob {
  readonly job: string;
  /** Whether it answers tasks, or makes the table. */
  readonly part: 'tasks' | 'table';
  readonly running: number;
  readonly waiting: number;
}

/** What lists the jobs of who asks, a line an element: number, state, script. Scripts come last, for they may have any name. */
export const SQUEUE: readonly string[] = ['squeue', '--me', '--noheader', '--array', '--format=%F|%T|%o'];

/** States of jobs that are still to begin, as squeue names them; all others that it lists have begun and not ended. */
const WAITS = /^(PENDING|REQUEUED|REQUEUE_\w+|SPECIAL_EXIT|RESV_DEL_HOLD)$/;

/**
 * The jobs of a study among those that {@link SQUEUE} lists, by their numbers. `partOf`: what a script is to the study; null:
 * nothing.
 */
export function queuedJobs(
  listed: string,
  partOf: (script: string) => QueuedJob['part'] | null,
): QueuedJob[] {
  const jobs = new Map<string, QueuedJob>();
  for (const line of listed.split('\n')) {
    const [, job, state, script] = /^(\d+)\|(\w+)\|(.*)$/.exec(line) ?? [];
    const part = script === undefined ? null : partOf(script);
    if (part === null) continue;
    const before = jobs.get(job) ?? { job, part, running: 0, waiting: 0 };
    const counted = WAITS.test(state) ? 'waiting' : 'running';
    jobs.set(job, { ...before, [counted]: before[counted] + 1 });
  }
  return [...jobs.values()].sort((a, b) => Number(a.job) - Number(b.job));
}

/**
 * A Snakefile: a rule for each task, and one that makes the table. A task is done when it left a mark below DIR/tasks; a
 * study file that is newer than the mark undoes it. Throws UsageError for a line break in a path, braces in the study's, a
 * time or an amount of memory that is none.
 */
export function snakefile(plan: StudyPlan): string {
  refuseBreaks(plan, 'Snakemake');
  refuseBraces(plan);
  const { resources, tasks } = plan;
  const mark = `tasks/{task}-of-${tasks}.done`;
  const log = `logs/{task}-of-${tasks}.log`;
  const task = `${taskLine(plan, '{wildcards.task}', braced)} >{log} 2>&1`;
  return `# The tasks of a study as a workflow. The first rule writes the table when all tasks are done.
workdir: ${python(plan.directory)}
localrules: table

rule table:
    input: expand(${python(mark)}, task=range(1, ${tasks + 1}))
    shell: ${shell(resources, braced(shellLine(gatherWords(plan))))}

rule task:
    input: ${python(plan.file)}
    output: touch(${python(mark)})
    log: ${python(log)}
    threads: ${resources.cpus}
${resourceLines(resources)}    shell: ${shell(resources, task)}
`;
}

/** Where Snakemake works, and of what it reads, it takes braces for wildcards, doubled or not. */
function refuseBraces({ file, directory }: StudyPlan): void {
  const found = [file, directory].find((path) => /[{}]/.test(path));
  if (found !== undefined) throw new UsageError(`a Snakemake path cannot have braces: ${found}`, 'rename it');
}

/** What Snakemake hands to a cluster: MiB, minutes, names of Slurm. */
function resourceLines({ memory, time, partition, account }: StudyResources): string {
  const given = [
    ...(memory === null ? [] : [`mem_mb=${mebibytes(memory)}`]),
    ...(time === null ? [] : [`runtime=${Math.ceil(seconds(time) / 60)}`]),
    ...(partition === null ? [] : [`slurm_partition=${python(partition)}`]),
    ...(account === null ? [] : [`slurm_account=${python(account)}`]),
  ];
  return given.length === 0 ? '' : `    resources: ${given.join(', ')}\n`;
}

/** What a rule runs. */
const shell = ({ setup }: StudyResources, command: string): string =>
  python([...setup.map(braced), command].join('\n'));

/** Snakemake puts values in the place of what stands in braces. */
const braced = (text: string): string => text.replaceAll('{', '{{').replaceAll('}', '}}');

/** A string of Python: JSON's are, as long as they are in UTF-8. */
const python = (text: string): string => JSON.stringify(text);

const UNITS = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 } as const;

/** `2G` in MiB, rounded up; without unit it is MiB. Throws UsageError for anything else. */
export function mebibytes(memory: string): number {
  const found = /^(\d+)([KMGT])?B?$/i.exec(memory);
  if (found === null)
    throw new UsageError(`memory '${memory}' is not an amount such as 2G`, 'write K, M, G or T');
  const unit = (found[2] ?? 'M').toUpperCase();
  return Math.ceil(Number(found[1]) * UNITS[unit as keyof typeof UNITS]);
}

/** Days, hours, minutes, seconds: which of them are given tells what they are. */
const TIMES = [
  /^(?<minutes>\d+)$/,
  /^(?<minutes>\d+):(?<seconds>\d+)$/,
  /^(?<hours>\d+):(?<minutes>\d+):(?<seconds>\d+)$/,
  /^(?<days>\d+)-(?<hours>\d+)(?::(?<minutes>\d+)(?::(?<seconds>\d+))?)?$/,
];

/** `00:10:00`, `90`, `1-12:00` in s. Throws UsageError for anything else. */
export function seconds(time: string): number {
  const groups = TIMES.map((form) => form.exec(time)?.groups).find((found) => found !== undefined);
  if (groups === undefined) {
    throw new UsageError(`time '${time}' is not a time such as 00:10:00`, 'write hours:minutes:seconds');
  }
  const part = (name: string): number => Number(groups[name] ?? 0);
  return ((part('days') * 24 + part('hours')) * 60 + part('minutes')) * 60 + part('seconds');
}
