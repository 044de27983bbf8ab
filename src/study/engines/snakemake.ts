/** A study as a workflow of Snakemake: a rule for each task, and one that makes the table. */
import { UsageError } from '../../errors.js';
import { gatherWords, type StudyPlan, type StudyResources } from '../plan.js';
import { mebibytes, seconds } from './amounts.js';
import { refuseBreaks, shellLine, taskLine } from './words.js';

/**
 * A Snakefile. A task is done when it left a mark below DIR/tasks; a study file that is newer than the mark undoes it.
 * Throws UsageError for a line break in a path, braces in the study's, a time or an amount of memory that is none.
 */
export function snakefile(plan: StudyPlan): string {
  refuseBreaks(plan, 'Snakemake');
  refuseBraces(plan);
  const { resources, tasks } = plan;
  const mark = `tasks/{task}-of-${tasks}.done`;
  const log = `logs/{task}-of-${tasks}.log`;
  const task = `${taskLine(plan, '{wildcards.task}', braced)} >{log} 2>&1`;
  return `# The tasks of a study as a workflow. Its first rule makes the table when all tasks are done.
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
${asked(resources)}    shell: ${shell(resources, task)}
`;
}

/** Where Snakemake works, and of what it reads, it takes braces for wildcards, doubled or not. */
function refuseBraces({ file, directory }: StudyPlan): void {
  const found = [file, directory].find((path) => /[{}]/.test(path));
  if (found !== undefined) throw new UsageError(`Snakemake takes no path with braces: ${found}`, 'rename it');
}

/** What Snakemake hands to a cluster: MiB, minutes, names of Slurm. */
function asked({ memory, time, partition, account }: StudyResources): string {
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
