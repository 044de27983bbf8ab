/** A study as it is asked: its file read, its inputs found, its choices as words, its cells. */
import { basename, dirname, resolve } from 'node:path';
import type { Place } from '../../errors.js';
import { cellsOf, type DIMENSIONS, type DimensionNames, type StudyCell } from '../../study/cells.js';
import type { StudyResources } from '../../study/plan.js';
import { type ChosenDimension, readStudy, type StudyChoice } from '../../study/schema.js';
import { readTextFile } from '../output/files.js';
import { spelledChoices } from './choices.js';
import { type NamedInput, namedInputs } from './inputs.js';

export interface Study {
  readonly name: string;
  /** As it was named. */
  readonly source: string;
  /** Absolute, as are the next two. */
  readonly file: string;
  /** Where paths of the study begin. */
  readonly folder: string;
  /** Where its results are. */
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
  const read = readStudy(source, readTextFile(source));
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

/** What a cell is called in each dimension. */
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

/** The command line of a cell, as it would be typed in the folder of the study; `input`: what it asks about. */
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

/** A question's words: INPUT comes between its command and its flags. */
export function commandAndFlags(words: readonly string[]): { command: string[]; flags: string[] } {
  const first = words.findIndex((word) => word.startsWith('-'));
  const at = first < 0 ? words.length : first;
  return { command: words.slice(0, at), flags: words.slice(at) };
}
