/** The inputs of a study: paths and patterns beside its file, each with a name. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, type Place } from '../../errors.js';
import { globMatcher, isGlob } from '../../study/glob.js';
import { named, type StudyInput } from '../../study/schema.js';
import { fileError } from '../output/files.js';
import { programNames } from '../several/names.js';
import { beside } from './words.js';

/** A program of a study. */
export interface NamedInput {
  readonly name: string;
  /** As the study's file has them, or a pattern of it found them. */
  readonly paths: readonly string[];
  readonly place: Place;
}

/** One for each path that a pattern means. Throws InputError with the place of what names nothing. */
export function namedInputs(inputs: readonly StudyInput[], folder: string): NamedInput[] {
  const found = inputs.flatMap((input) => foundBy(input, folder));
  // Paths of one program and of several of that name are told apart as those of one command line are.
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
      what: "'-' is no input of a study",
      mend: 'name a file: it is read more than once',
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

function refuseMissing(path: string, folder: string, place: Place): void {
  if (statSync(beside(path, folder), { throwIfNoEntry: false }) !== undefined) return;
  throw new InputError({
    place,
    what: `there is no '${path}'`,
    mend: 'paths begin in the folder of the study',
  });
}

/** Paths that a pattern means, by name; it may have * and ? in any of its parts. */
function matching(pattern: string, folder: string, place: Place): string[] {
  const parts = pattern.split('/');
  let paths = [parts[0] === '' ? '/' : ''];
  for (const part of parts.filter((one) => one !== ''))
    paths = paths.flatMap((path) => (isGlob(part) ? entries(path, part, folder) : [join(path, part)]));
  const there = paths.filter(
    (path) => statSync(beside(path, folder), { throwIfNoEntry: false }) !== undefined,
  );
  if (there.length > 0) return there;
  throw new InputError({
    place,
    what: `nothing fits '${pattern}'`,
    mend: 'paths begin in the folder of the study',
  });
}

/** Hidden names are meant by patterns that begin with a dot, as in a shell. */
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
