/** Reads a study: its flags, its file, its inputs, its choices as words, its cells. */

import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Args, Flags } from '@oclif/core';
import { InputError, type Place } from '../../errors.js';
import { PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../platform/platform.js';
import { globMatcher, isGlob } from '../../sources/glob.js';
import { cellsOf, type DIMENSIONS, type DimensionNames, type StudyCell } from '../../study/study-cells.js';
import type { StudyResources } from '../../study/study-plan.js';
import {
  type ChosenDimension,
  named,
  readStudy,
  type StudyChoice,
  type StudyInput,
} from '../../study/study-schema.js';
import { jobsFlag, jsonFlag, outputFlags } from '../flags/common-flags.js';
import { refuseOtherKind } from '../input/find-input.js';
import { fileError, foundAt, isFile, isFolder, notAFile, readTextFile } from '../process/files.js';
import { programNames } from '../several.js';

/** A YAML or JSON file, named without its ending. */
const FILE = /\.(ya?ml|json)$/i;

/** The choices as words of a command line. Throws InputError with the place of unknown names. */
const spelledChoices = (choices: readonly StudyChoice[], dimension: ChosenDimension): StudyChoice[] =>
  named(
    choices.map((choice) =>
      choice.value === null
        ? choice
        : { ...choice, name: nameOf(choice.value), words: wordsOf(choice, choice.value, dimension) },
    ),
    dimension,
  );

const nameOf = (value: string): string => (FILE.test(value) ? basename(value).replace(FILE, '') : value);

function wordsOf({ place }: StudyChoice, value: string, dimension: ChosenDimension): string[] {
  switch (dimension) {
    case 'machine':
      return ['--machine', value];
    case 'collectives':
      return value.split(',').flatMap((one) => ['--collective', one.trim()]);
    case 'mapping':
      return ['--map-by', value];
    case 'network':
      return [networkFlag(value, place), value];
    case 'question':
      throw new Error('a question is words already');
  }
}

function networkFlag(value: string, place: StudyChoice['place']): string {
  const [topology] = value.split(':');
  if (topology === 'graph' || TOPOLOGY_NAMES.some((name) => name === topology)) return '--topology';
  if (FILE.test(value) || PLATFORM_NAMES.some((name) => name === value)) return '--platform';
  throw new InputError({
    place,
    what: `the network '${value}' does not exist`,
    mend: `write a platform (${PLATFORM_NAMES.join(', ')}, or a file), a topology (${TOPOLOGY_NAMES.join(', ')}), or {name, flags}`,
  });
}

// Words of a study's file for command lines in any folder: paths in them are relative to the study's file.

/** Separators in a word, such as `graph:net.xml` or `a.yaml,b.yaml`. */
const BETWEEN = /([,=:])/;

/**
 * A word with each file replaced by `replaced`. A file has a dot or a slash in its name, so that presets and algorithms are
 * not confused with files of the same name.
 */
export function withFiles(word: string, folder: string, replaced: (path: string) => string): string {
  const whole = fileOf(word, folder);
  if (whole !== null) return replaced(whole);
  return word
    .split(BETWEEN)
    .map((part) => {
      const file = fileOf(part, folder);
      return file === null ? part : replaced(file);
    })
    .join('');
}

/** Words that are valid in any folder. */
export const absoluteWords = (words: readonly string[], folder: string): string[] =>
  words.map((word) => withFiles(word, folder, (path) => path));

/** Throws InputError for a pipe, which all cells would wait for. */
function fileOf(part: string, folder: string): string | null {
  const path = beside(part, folder);
  const refused = notAFile(path);
  if (refused !== undefined) throw refused;
  return /[./]/.test(part) && isFile(path) ? path : null;
}

/** A path from a folder. */
export const beside = (path: string, folder: string): string =>
  isAbsolute(path) ? path : join(folder, path);

/** Text of an answer with paths relative to the study's folder. */
export const asInFolder = (text: string, folder: string): string => text.replaceAll(`${folder}/`, '');

/** {@link asInFolder} for all text within a value of JSON. */
export function valueAsInFolder(value: unknown, folder: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? asInFolder(one, folder) : one,
  );
}

// The inputs of a study: paths and patterns relative to its file, each with a name.

/** A program of a study. */
interface NamedInput {
  readonly name: string;
  /** Paths from the study's file or its patterns. */
  readonly paths: readonly string[];
  readonly place: Place;
}

/** One for each path that matches. Throws InputError with the place of names without a match. */
function namedInputs(inputs: readonly StudyInput[], folder: string): NamedInput[] {
  const found = inputs.flatMap((input) => foundBy(input, folder));
  // The same rules as for INPUT decide whether paths are one program or several.
  const names = programNames(found.map(({ paths }) => paths.map((path) => beside(path, folder))));
  return named(
    found.map(({ name, paths, place }, i) => ({ name: name ?? names[i], paths, place })),
    'input',
  );
}

function foundBy(input: StudyInput, folder: string): StudyInput[] {
  const { name, paths, place } = input;
  if (paths.includes('-'))
    throw new InputError({
      place,
      what: "'-' cannot be an input of a study, which reads it more than once",
      mend: 'name a file',
    });
  if (name !== null) {
    for (const path of paths) if (!isGlob(path)) refuseMissing(path, folder, place);
    return [input];
  }
  const [path] = paths;
  if (isGlob(path)) return matching(path, folder, place).map((one) => ({ name, paths: [one], place }));
  refuseMissing(path, folder, place);
  return [input];
}

const isThere = (path: string): boolean => isFile(path) || isFolder(path);

function refuseMissing(path: string, folder: string, place: Place): void {
  const file = beside(path, folder);
  if (isThere(file)) return;
  throw new InputError({
    place,
    what: `'${path}' ${foundAt(file) === undefined ? 'does not exist' : 'is neither a file nor a folder'}`,
    mend: 'write a path relative to the study file',
  });
}

/** Paths that match a pattern, by name; it may have * and ? in any of its parts. */
function matching(pattern: string, folder: string, place: Place): string[] {
  const parts = pattern.split('/');
  let paths = [parts[0] === '' ? '/' : ''];
  for (const part of parts.filter((one) => one !== ''))
    paths = paths.flatMap((path) => (isGlob(part) ? entries(path, part, folder) : [join(path, part)]));
  const there = paths.filter((path) => isThere(beside(path, folder)));
  if (there.length > 0) return there;
  throw new InputError({
    place,
    what: `no file matches '${pattern}'`,
    mend: 'write a path relative to the study file',
  });
}

/** Hidden names match only patterns that begin with a dot, as in a shell. */
function entries(path: string, part: string, folder: string): string[] {
  const matches = globMatcher(part);
  return listed(beside(path, folder))
    .filter((name) => matches(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map((name) => join(path, name));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const nothing =
      error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code));
    if (nothing) return [];
    throw fileError(error, folder);
  }
}

export interface Study {
  readonly name: string;
  /** As it was named. */
  readonly source: string;
  /** Absolute, as are the next two. */
  readonly file: string;
  /** Base folder of paths of the study. */
  readonly folder: string;
  /** Folder of its results. */
  readonly directory: string;
  readonly inputs: readonly NamedInput[];
  readonly choices: Readonly<Record<ChosenDimension, readonly StudyChoice[]>>;
  /** In the order of the table. */
  readonly cells: readonly StudyCell[];
  readonly resources: StudyResources;
}

const ENDING = /\.(ya?ml|json)$/i;

/** Reads the study in `source`; `directory`: where its results are, beside it by default. Throws InputError. */
export function studyAt(source: string, directory?: string): Study {
  const file = resolve(source);
  const folder = dirname(file);
  const text = readTextFile(source);
  refuseOtherKind(text, source, 'study');
  const read = readStudy(source, text);
  const inputs = namedInputs(read.inputs, folder);
  const choices = {
    machine: spelledChoices(read.choices.machine, 'machine'),
    collectives: spelledChoices(read.choices.collectives, 'collectives'),
    network: spelledChoices(read.choices.network, 'network'),
    mapping: spelledChoices(read.choices.mapping, 'mapping'),
    question: read.choices.question,
  };
  return {
    name: read.name ?? basename(file).replace(ENDING, ''),
    source,
    file,
    folder,
    directory: directory === undefined ? `${file.replace(ENDING, '')}.study` : resolve(directory),
    inputs,
    choices,
    cells: cellsOf(namesOf(inputs, choices), read),
    resources: read.resources,
  };
}

const names = (list: readonly { readonly name: string; readonly place: Place }[]): string[] =>
  list.map(({ name }) => name);

const namesOf = (inputs: Study['inputs'], choices: Study['choices']): DimensionNames => ({
  input: names(inputs),
  machine: names(choices.machine),
  collectives: names(choices.collectives),
  network: names(choices.network),
  mapping: names(choices.mapping),
  question: names(choices.question),
});

/** Names of all choices. */
export const dimensionNames = ({ inputs, choices }: Study): DimensionNames => namesOf(inputs, choices);

/** Names of a cell's choice in each dimension. */
export type CellNames = Readonly<Record<(typeof DIMENSIONS)[number], string>>;

export function cellNames(study: Study, cell: StudyCell): CellNames {
  const all = dimensionNames(study);
  return {
    input: all.input[cell.input],
    machine: all.machine[cell.machine],
    collectives: all.collectives[cell.collectives],
    network: all.network[cell.network],
    mapping: all.mapping[cell.mapping],
    question: all.question[cell.question],
  };
}

/** The command line of a cell in the folder of the study; `input`: its INPUT. */
export function cellWords(
  { inputs, choices }: Study,
  cell: StudyCell,
  input: readonly string[] = inputs[cell.input].paths,
): string[] {
  const { command, flags } = commandAndFlags(choices.question[cell.question].words);
  const chosen = (['machine', 'network', 'mapping', 'collectives'] as const).flatMap(
    (dimension) => choices[dimension][cell[dimension]].words,
  );
  return [...command, ...input, ...flags, ...chosen];
}

/** Words of a question, with INPUT between its command and its flags. */
export function commandAndFlags(query: readonly string[]): { command: string[]; flags: string[] } {
  const first = query.findIndex((word) => word.startsWith('-'));
  const at = first < 0 ? query.length : first;
  return { command: query.slice(0, at), flags: query.slice(at) };
}

export const studyArgs = {
  study: Args.string({ description: 'YAML or JSON file of the study', required: true }),
};

const dir = Flags.string({
  helpValue: 'DIR',
  summary: 'folder of results [default: next to STUDY]',
  description: 'folder of the results [default: next to the file, its name with .study]',
});

const { json, csv, markdown, output, quiet } = outputFlags;

export const studyFlags = {
  dir,
  on: Flags.option({
    options: ['local', 'slurm', 'snakemake', 'parallel'] as const,
    default: 'local' as const,
    summary: 'run here, or with another engine',
    description:
      'where to run: on this machine; on Slurm (writes scripts); with Snakemake or GNU parallel (prints the missing tasks as a Snakefile, or as one command per line)',
  })(),
  submit: Flags.boolean({ description: 'also submit the scripts with sbatch' }),
  jobs: jobsFlag,
  tasks: Flags.integer({
    min: 1,
    helpValue: 'N',
    description: 'number of tasks for the cells [default: one per input, or as in the file]',
  }),
  task: Flags.integer({
    min: 1,
    helpValue: 'I',
    description: 'run the cells of one task only, as engines do',
  }),
  'dry-run': Flags.boolean({
    summary: 'show what would run and what it costs',
    description: 'show what would run, and the cost of each input',
  }),
  again: Flags.option({
    options: ['failed', 'all'] as const,
    summary: 'run failed cells again, or all cells',
    description: 'also run failed cells again, or all cells',
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
    summary: 'format of the table',
    description: 'CSV, one JSON object per line, or Apache Parquet',
  })(),
  partial: Flags.boolean({ description: 'leave out cells that are missing' }),
  output,
};

export const studyReportFlags = {
  dir,
  partial: Flags.boolean({ description: 'leave out cells that are missing' }),
  output: Flags.string({
    helpValue: 'FILE.html',
    summary: "file to write, '-' for standard output",
    description: "file to write, '-' for standard output [default: in the folder of the results]",
  }),
  quiet,
};
