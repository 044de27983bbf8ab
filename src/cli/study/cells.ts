/** Cells of a study: keys of their answers, costs of inputs, and states. */
import { createHash } from 'node:crypto';
import { closeSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { LlampError } from '../../errors.js';
import { formatOf } from '../../sources/formats.js';
import type { StudyCell } from '../../study/study-cells.js';
import { findInput, headOf } from '../input/find-input.js';
import { filesOf } from '../input/input-files.js';
import { NAMES_FILE } from '../pipeline/call-site-lookup.js';
import { fileError, foundAt, isFile, isFolder, openFile } from '../process/files.js';
import { packageVersion } from '../process/package-files.js';
import { type CellResult, isAnswered, readResult } from './store.js';
import { beside, cellWords, type Study, withFiles } from './study-file.js';

const CHUNK = 1 << 20;

/** Keys of cells; a file is read once, however many cells depend on it. */
export class CellKeys {
  readonly #study: Study;
  readonly #files = new Map<string, string>();
  readonly #inputs = new Map<number, InputDigest>();

  constructor(study: Study) {
    this.#study = study;
  }

  /** 64 hexadecimal digits. Throws InputError for unreadable files. */
  async of(cell: StudyCell): Promise<string> {
    const { sha256 } = await this.input(cell.input);
    // The name of the input does not matter.
    const words = cellWords(this.#study, cell, []);
    const query = words.map((word) =>
      withFiles(word, this.#study.folder, (path) => `sha256:${this.#file(path)}`),
    );
    return sum(JSON.stringify([packageVersion(), sha256, query]));
  }

  /** Content of an input. */
  async input(i: number): Promise<InputDigest> {
    const known = this.#inputs.get(i);
    if (known !== undefined) return known;
    const { folder, inputs } = this.#study;
    const made = await digestOf(
      inputs[i].paths.map((path) => beside(path, folder)),
      (path) => this.#file(path),
    );
    this.#inputs.set(i, made);
    return made;
  }

  #file(path: string): string {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const made = fileSum(path);
    this.#files.set(path, made);
    return made;
  }
}

interface InputDigest {
  readonly sha256: string;
  /** As stored. */
  readonly bytes: number;
}

/** Names of files within a folder count as well, because they contain ranks. */
async function digestOf(
  paths: readonly string[],
  fileDigest: (path: string) => string,
): Promise<InputDigest> {
  const parts: unknown[] = [];
  let bytes = 0;
  for (const path of paths) {
    const { root, files } = await filesBehind(path);
    bytes += files.reduce((sum, file) => sum + (foundAt(file)?.size ?? 0), 0);
    parts.push(files.map((file) => [files.length === 1 ? '' : relative(root, file), fileDigest(file)]));
  }
  return { sha256: sum(JSON.stringify(parts)), bytes };
}

/** Files of an input, and the folder of their names. */
interface FilesBehind {
  readonly root: string;
  readonly files: readonly string[];
}

/** With files next to it. Takes what exists; its cells report errors of the input. */
async function filesBehind(path: string): Promise<FilesBehind> {
  try {
    return await filesFound(path);
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return { root: dirname(path), files: isFile(path) ? [path] : [] };
  }
}

async function filesFound(path: string): Promise<FilesBehind> {
  if (isFolder(path)) return { root: path, files: within(path) };
  const root = dirname(path);
  if (path.includes('*'))
    return {
      root,
      files: withNames(
        root,
        filesOf([path]).map(({ name }) => name),
      ),
    };
  const { files: laidOut } = formatOf(await headOf(path));
  if (laidOut === 'one') return { root, files: [path] };
  if (laidOut === 'anchor') return { root, files: within(root) };
  const { files } = await findInput([path]);
  return {
    root,
    files: withNames(
      root,
      files.map((file) => file.path),
    ),
  };
}

/** With the names of call sites next to traces. */
function withNames(root: string, files: readonly string[]): string[] {
  const names = join(root, NAMES_FILE);
  return isFile(names) ? [...files, names] : [...files];
}

/** Files of a folder and of those in it, by name. */
function within(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !basename(entry.name).startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(isFile)
      .sort();
  } catch (error) {
    throw fileError(error, folder);
  }
}

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');

function fileSum(path: string): string {
  const hash = createHash('sha256');
  try {
    const file = openFile(path);
    try {
      const block = new Uint8Array(CHUNK);
      for (let length = readSync(file, block); length > 0; length = readSync(file, block))
        hash.update(block.subarray(0, length));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileError(error, path);
  }
  return hash.digest('hex');
}

export interface CellState {
  /** Which cell of the study, from 0. */
  readonly cell: number;
  readonly key: string;
  /** Null if it is missing. */
  readonly result: CellResult | null;
  /** Whether its file exists, even if it is no result. */
  readonly file: boolean;
}

/** States of some cells of a study, all by default. Throws InputError for unreadable files. */
export async function cellStates(
  study: Study,
  keys: CellKeys,
  cells: readonly number[] = study.cells.map((_, i) => i),
): Promise<CellState[]> {
  const states: CellState[] = [];
  for (const cell of cells) {
    const key = await keys.of(study.cells[cell]);
    const result = readResult(study.directory, key);
    states.push({ cell, key, result, file: result !== null || isAnswered(study.directory, key) });
  }
  return states;
}

/** Which answered cells are run again. */
export type Again = 'failed' | 'all' | undefined;

export function isOpen({ result }: CellState, again: Again): boolean {
  if (result === null || again === 'all') return true;
  return again === 'failed' && result.exit !== 0;
}

// Cost of each input of a study: bytes, operations and time of reading, as far as known.

export interface InputCost {
  /** Which input of the study, from 0. */
  readonly input: number;
  readonly name: string;
  readonly cells: number;
  /** As stored, with the files next to it. */
  readonly bytes: number;
  /** The most of any answered cell; null if there is none. */
  readonly operations: number | null;
  /** Time of the last reading; null if unknown. */
  readonly readSeconds: number | null;
  /** Total time of its answered cells. */
  readonly seconds: number | null;
}

/** Costs of the inputs of some cells, in the order of the study. */
export async function inputCosts(
  study: Study,
  keys: CellKeys,
  states: readonly CellState[],
): Promise<InputCost[]> {
  const query = new Set(states.map(({ cell }) => study.cells[cell].input));
  const costs: InputCost[] = [];
  for (const input of [...query].sort((a, b) => a - b)) {
    const own = states.filter(({ cell }) => study.cells[cell].input === input);
    const results = own.flatMap(({ result }) => (result === null ? [] : [result]));
    const { bytes } = await keys.input(input);
    costs.push({
      input,
      name: study.inputs[input].name,
      cells: own.length,
      bytes,
      operations: most(results.flatMap(({ answer }) => operationsOf(answer))),
      readSeconds: most(results.map(({ read_seconds }) => read_seconds).filter((seconds) => seconds > 0)),
      seconds: results.length === 0 ? null : results.reduce((sum, { seconds }) => sum + seconds, 0),
    });
  }
  return costs;
}

const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));

/** Of what a command prints with `--json`. */
function operationsOf(answer: unknown): number[] {
  const operations: unknown = Object(Object(answer).input).operations;
  return typeof operations === 'number' ? [operations] : [];
}

/** Least bytes per operation, for a guess: packed text of traces and schedules. */
const LEAST_BYTES = 5;

/** Operations of the largest input, known or guessed from above. */
export const largest = (costs: readonly InputCost[]): number =>
  Math.max(...costs.map(({ operations, bytes }) => operations ?? bytes / LEAST_BYTES));
