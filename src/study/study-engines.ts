/** A study as text for other engines: jobs of Slurm and its queue, a workflow of Snakemake. */
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

/** Scripts for `sbatch`, and their folder. */
interface SlurmScripts {
  /** Computes the tasks with missing cells. */
  readonly tasks: string;
  /** Writes the table. */
  readonly table: string;
}

/** Paths of a study's scripts and logs. The folder of the logs must exist, because Slurm does not create it. */
export const slurmPaths = ({
  directory,
}: Pick<StudyPlan, 'directory'>): SlurmScripts & { readonly logs: string } => ({
  tasks: `${directory}/slurm/tasks.sh`,
  table: `${directory}/slurm/table.sh`,
  logs: `${directory}/logs`,
});

/** Warning time of a task before its time limit, s; Slurm may signal a minute earlier. */
const NOTICE = 60;
/** Shorter tasks get no warning, which would take much of their time. */
const LEAST_TIME = 5 * NOTICE;

/**
 * The text of both scripts. Throws UsageError if no task is open, and for texts that Slurm rejects: a line break in a path,
 * a backslash in the path of its logs, an invalid time.
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

/** The commands that submit the scripts. */
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

/** The signal goes to the script itself, which `exec` replaces by the tool: it ends without a half-written file. */
function notice({ time }: StudyResources): string[] {
  return time !== null && seconds(time) >= LEAST_TIME ? [`--signal=B:TERM@${NOTICE}`] : [];
}

/** A word of a line that sbatch parses by its own rules: it removes quotes and backslashes. */
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

/** The path of a log, in which Slurm replaces `%` and a letter by numbers. */
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
  /** Whether it computes tasks, or writes the table. */
  readonly part: 'tasks' | 'table';
  readonly running: number;
  readonly waiting: number;
}

/**
 * The command that lists the user's jobs, one element per line: number, state, script. Scripts are last, because they may
 * have any name.
 */
export const SQUEUE: readonly string[] = ['squeue', '--me', '--noheader', '--array', '--format=%F|%T|%o'];

/** States of pending jobs in squeue; all others that it lists have begun and not ended. */
const WAITS = /^(PENDING|REQUEUED|REQUEUE_\w+|SPECIAL_EXIT|RESV_DEL_HOLD)$/;

/**
 * The jobs of a study among those that {@link SQUEUE} lists, by number. `partOf`: the role of a script in the study; null:
 * none.
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
 * A Snakefile: a rule for each task, and one that writes the table. A finished task leaves a mark below DIR/tasks; a study
 * file newer than the mark invalidates it. Throws UsageError for a line break in a path, braces in the study's, an invalid
 * time or amount of memory.
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

/** In its working directory and input paths, Snakemake reads braces as wildcards, doubled or not. */
function refuseBraces({ file, directory }: StudyPlan): void {
  const found = [file, directory].find((path) => /[{}]/.test(path));
  if (found !== undefined) throw new UsageError(`a Snakemake path cannot have braces: ${found}`, 'rename it');
}

/** Resources for a cluster: MiB, minutes, names of Slurm. */
function resourceLines({ memory, time, partition, account }: StudyResources): string {
  const given = [
    ...(memory === null ? [] : [`mem_mb=${mebibytes(memory)}`]),
    ...(time === null ? [] : [`runtime=${Math.ceil(seconds(time) / 60)}`]),
    ...(partition === null ? [] : [`slurm_partition=${python(partition)}`]),
    ...(account === null ? [] : [`slurm_account=${python(account)}`]),
  ];
  return given.length === 0 ? '' : `    resources: ${given.join(', ')}\n`;
}

/** The command of a rule. */
const shell = ({ setup }: StudyResources, command: string): string =>
  python([...setup.map(braced), command].join('\n'));

/** Snakemake substitutes values for names in braces. */
const braced = (text: string): string => text.replaceAll('{', '{{').replaceAll('}', '}}');

/** A string of Python, equal to that of JSON in UTF-8. */
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

/** Days, hours, minutes, seconds: the number of parts decides which are given. */
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
