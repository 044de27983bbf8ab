/** From dropped files to a schedule: one file, or one file per rank of a run. */
import { InputError, type Warning } from '../../src/errors.js';
import type { Format, SourceFile } from '../../src/sources/format.js';
import { formatOf, isAnchor } from '../../src/sources/formats.js';
import type { Program } from '../../src/sources/program.js';
import { traceSets, withoutCopies } from '../../src/sources/rank-files.js';
import { Budget, checkSizes, chunksOf, headOf } from './bytes.js';

/** A program that was read, before the algorithms of its collectives are chosen. */
export interface Loaded {
  readonly program: Program;
  readonly source: string;
  readonly warnings: readonly Warning[];
}

/** Throws InputError and LimitError. */
export async function load(dropped: readonly File[]): Promise<Loaded> {
  const names = new Set(withoutCopies(dropped.map(({ name }) => name)));
  const files = dropped.filter(({ name }) => names.has(name));
  if (files.length === 0)
    throw new InputError({ what: 'no file was dropped', mend: 'drop a GOAL file or traces' });
  checkSizes(files);
  const first = files.find(({ name }) => isAnchor(name)) ?? files[0];
  const format = formatOf(await headOf(first));
  if (format.files === 'anchor') return loadAnchor(first, files, format);
  if (format.files === 'ranks') return loadSet(files, format);
  if (files.length > 1) {
    throw new InputError({
      place: { source: files[0].name },
      what: `one of ${files.length} files, and not a trace`,
      mend: 'drop one GOAL file, or the traces of one run',
    });
  }
  return loadOne(files[0], format);
}

async function loadOne(file: File, format: Format): Promise<Loaded> {
  const { name, size } = file;
  const chunks = chunksOf(file, new Budget());
  const program = await format.read([{ source: name, sizeHint: size, chunks }], { source: name });
  return { program, source: name, warnings: [] };
}

async function loadAnchor(anchor: File, files: readonly File[], format: Format): Promise<Loaded> {
  const budget = new Budget();
  const sourceOf = (file: File): SourceFile => ({
    source: file.name,
    sizeHint: file.size,
    chunks: chunksOf(file, budget),
    beside: (path) => {
      // A browser gives the names of dropped files, not their folders.
      const found = files.find(({ name }) => name === path.slice(path.lastIndexOf('/') + 1));
      return found === undefined ? missing(path, anchor.name) : sourceOf(found);
    },
  });
  const program = await format.read([sourceOf(anchor)], { source: anchor.name });
  return { program, source: anchor.name, warnings: [] };
}

function missing(path: string, anchor: string): never {
  const mend = `drop ${anchor} together with all files that it refers to`;
  throw new InputError({ place: { source: path }, what: 'this file was not dropped', mend });
}

async function loadSet(files: readonly File[], format: Format): Promise<Loaded> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const sets = traceSets([...byName.keys()]);
  const [set] = sets;
  if (set === undefined || sets.length > 1) {
    throw new InputError({
      place: { source: files[0].name },
      what:
        sets.length > 1 ? `the files are traces of ${sets.length} runs` : 'the files have no trace of rank 0',
      mend: 'drop the traces of all ranks of one run together',
    });
  }
  const budget = new Budget();
  const opened = set.flatMap(({ name, rank }) => {
    const file = byName.get(name);
    return file === undefined ? [] : [{ source: name, rank, chunks: chunksOf(file, budget) }];
  });
  const source = `${set[0].name} and ${opened.length - 1} more`;
  const program = await format.read(opened, { source });
  return { program, source, warnings: leftOut(files.length, opened.length) };
}

function leftOut(files: number, read: number): Warning[] {
  if (read === files) return [];
  return [
    {
      code: 'files-left-out',
      message: `${files - read} of ${files} files belong to no set of traces and were not read`,
    },
  ];
}
