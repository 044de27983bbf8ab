/** What the answer of a cell depends on, as a key: the bytes that it reads, the words that ask, and the version that answers. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { formatOf } from '../../sources/formats.js';
import type { StudyCell } from '../../study/cells.js';
import { NAMES_FILE } from '../call-sites/table.js';
import { filesOf } from '../input/files.js';
import { findInput, headOf } from '../input/find.js';
import { fileError } from '../output/files.js';
import { VERSION } from '../output/version.js';
import { cellWords, type Study } from './study.js';
import { beside, withFiles } from './words.js';

const CHUNK = 1 << 20;

/** Keys of cells; a file is read once, however many cells depend on it. */
export class CellKeys {
  readonly #study: Study;
  readonly #files = new Map<string, string>();
  readonly #inputs = new Map<number, InputDigest>();

  constructor(study: Study) {
    this.#study = study;
  }

  /** 64 hexadecimal digits. Throws InputError for what cannot be read. */
  async of(cell: StudyCell): Promise<string> {
    const { sha256 } = await this.input(cell.input);
    // What the input is called says nothing about it.
    const words = cellWords(this.#study, cell, []);
    const asked = words.map((word) =>
      withFiles(word, this.#study.folder, (path) => `sha256:${this.#file(path)}`),
    );
    return sum(JSON.stringify([VERSION, sha256, asked]));
  }

  /** What an input is, in bytes. */
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

export interface InputDigest {
  readonly sha256: string;
  /** As stored. */
  readonly bytes: number;
}

/** Names of files within a folder count as well: they tell ranks. */
async function digestOf(
  paths: readonly string[],
  fileDigest: (path: string) => string,
): Promise<InputDigest> {
  const parts: unknown[] = [];
  let bytes = 0;
  for (const path of paths) {
    const { root, files } = await filesBehind(path);
    bytes += files.reduce((sum, file) => sum + statSync(file).size, 0);
    parts.push(files.map((file) => [files.length === 1 ? '' : relative(root, file), fileDigest(file)]));
  }
  return { sha256: sum(JSON.stringify(parts)), bytes };
}

/** All files that an input may be read from, those that stand beside it included. */
async function filesBehind(path: string): Promise<{ root: string; files: string[] }> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return { root: path, files: within(path) };
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

/** With the names of call sites that lie beside traces. */
function withNames(root: string, files: readonly string[]): string[] {
  const names = join(root, NAMES_FILE);
  return statSync(names, { throwIfNoEntry: false }) === undefined ? [...files] : [...files, names];
}

/** Files of a folder and of those in it, by name. */
function within(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !basename(entry.name).startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .sort();
  } catch (error) {
    throw fileError(error, folder);
  }
}

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');

function fileSum(path: string): string {
  const hash = createHash('sha256');
  try {
    const file = openSync(path, 'r');
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
