/** Which programs INPUT names: each a file, a folder, a glob, or files of its ranks one by one, as a shell's glob lists them. */
import { UsageError } from '../../errors.js';
import { formatOf } from '../../sources/formats.js';
import { numberedSets } from '../../sources/rank-files.js';
import { namesSeveral } from './files.js';
import { headOf } from './find.js';

/**
 * [programs] the arguments that name each, in the order of their first ones. Files of one name but for a number are one
 * program where their format has a file for every rank, and several otherwise: `jacobi-8.goal jacobi-16.goal` are two.
 * Throws UsageError for standard input named twice, and InputError for files that cannot be read.
 */
export async function programsNamed(inputs: readonly string[]): Promise<string[][]> {
  if (inputs.length < 2) return inputs.map((input) => [input]);
  if (inputs.filter((input) => input === '-').length > 1)
    throw new UsageError("'-' is named twice", 'standard input is one program');
  const setOf = new Map<string, readonly string[]>();
  for (const set of numberedSets(inputs.filter(isFile))) {
    const names = set.map(({ name }) => name);
    if (names.length > 1 && (await hasFilesOfRanks(names[0])))
      for (const name of names) setOf.set(name, names);
  }
  const programs = new Map<unknown, string[]>();
  for (const [i, input] of inputs.entries()) {
    const key = setOf.get(input) ?? i;
    programs.set(key, [...(programs.get(key) ?? []), input]);
  }
  return [...programs.values()];
}

const isFile = (input: string): boolean => input !== '-' && !namesSeveral([input]);

async function hasFilesOfRanks(path: string): Promise<boolean> {
  return formatOf(await headOf(path)).files === 'ranks';
}
