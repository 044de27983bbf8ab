/** Flags of `study` and of what is asked of one. */
import { Args, Flags } from '@oclif/core';
import { jsonFlag, outputFlags } from './common.js';
import { jobsFlag } from './question.js';

export const studyArgs = {
  study: Args.string({ description: 'YAML or JSON file of the study', required: true }),
};

const dir = Flags.string({
  helpValue: 'DIR',
  description: 'where the results are [default: beside the file, its name with .study]',
});

const { json, csv, markdown, output, quiet } = outputFlags;

export const studyFlags = {
  dir,
  engine: Flags.option({
    options: ['local', 'slurm'] as const,
    default: 'local' as const,
    description: 'who runs it: this machine, or Slurm, for which scripts are written',
  })(),
  submit: Flags.boolean({ description: 'hand the scripts to sbatch as well' }),
  emit: Flags.option({
    options: ['snakemake', 'parallel'] as const,
    exclusive: ['engine', 'markdown'],
    description: 'print the missing tasks for another engine: a Snakefile, or a command a line',
  })(),
  jobs: jobsFlag,
  tasks: Flags.integer({
    min: 1,
    helpValue: 'N',
    description: 'into how many tasks cells are dealt [default: one for each input, or as the file says]',
  }),
  task: Flags.integer({
    min: 1,
    helpValue: 'I',
    description: 'answer the cells of one task only, which is what engines run',
  }),
  'dry-run': Flags.boolean({ description: 'say what would be asked, and what each input costs' }),
  again: Flags.option({
    options: ['failed', 'all'] as const,
    description: 'also ask again what failed, or what was answered',
  })(),
  json: jsonFlag('markdown'),
  markdown,
  output,
  quiet,
};

export const studyStatusFlags = { dir, json, csv, markdown, output, quiet };

export const studyTableFlags = {
  dir,
  format: Flags.option({
    options: ['csv', 'jsonl', 'parquet'] as const,
    default: 'csv' as const,
    description: 'CSV, an object of JSON a line, or Apache Parquet',
  })(),
  partial: Flags.boolean({ description: 'leave out cells that are missing' }),
  output,
};

export const studyReportFlags = {
  dir,
  partial: Flags.boolean({ description: 'leave out cells that are missing' }),
  output: Flags.string({
    helpValue: 'FILE.html',
    description: "where the page is written, '-' for standard output [default: in the folder of the results]",
  }),
  quiet,
};
