/** Which MPI a program loads, as the loader of this machine finds it: held against the tracer's before the program runs. */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { UsageError } from '../../errors.js';
import { run } from './process.js';

/** Libraries of MPI, by the names that programs ask the loader for. */
const MPI_LIBRARY = /^libmpi(?:ch|_cray|_gnu|_intel)?(?:_\d+)*\.so[.\d]*$/;
/** Wrappers by which distributions tell the compilers of their MPIs apart, and the library of each. */
const WRAPPERS = [
  [/^libmpich\.|^libmpi\.so\.12$/, 'mpicc.mpich'],
  [/^libmpi\.so\.[1-9]/, 'mpicc.openmpi'],
] as const;
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** A word of a command line that names a program. */
interface NamedProgram {
  readonly word: string;
  /** None where the program has its MPI inside, or loads it later, as interpreters do. */
  readonly libraries: readonly string[];
}

/**
 * Throws UsageError where a program among `words` loads another MPI than the tracer: its ranks would run untraced, or each alone.
 * `named`: the library is one that the user named.
 */
export async function refuseOtherMpi(
  words: readonly string[],
  library: string,
  named: boolean,
): Promise<void> {
  const own = await librariesOf(library);
  if (own.length === 0) return;
  for (const { word, libraries } of await programsIn(words)) {
    if (libraries.length === 0 || libraries.some((name) => own.includes(name))) continue;
    const what = `${word} loads ${libraries.join(', ')}, but the tracer loads ${own.join(', ')} of another MPI`;
    const wrapper = wrapperOf(libraries);
    const wants = `--mpicc ${wrapper}`;
    throw new UsageError(
      what,
      named
        ? `build a tracer for the program's MPI by 'llamp-ts trace build ${wants}', and name that one by --tracer`
        : `name the compiler wrapper of the program's MPI, such as ${wants}`,
    );
  }
}

/** What can be seen of programs that ran and left no trace. */
export async function seenOf(words: readonly string[]): Promise<string> {
  const programs = await programsIn(words);
  const mpi = programs.find(({ libraries }) => libraries.length > 0);
  if (mpi !== undefined) return `${mpi.word} loads ${mpi.libraries.join(', ')}`;
  const last = programs.findLast(({ word }) => word !== words[0] || words.length === 1);
  if (last === undefined) return 'none of its words names a compiled program of this machine';
  return `${last.word} loads no MPI library when it starts`;
}

function wrapperOf(libraries: readonly string[]): string {
  const known = WRAPPERS.find(([library]) => libraries.some((name) => library.test(name)))?.[1];
  return known !== undefined && pathOf(known) !== null ? known : '/path/of/its/mpicc';
}

async function programsIn(words: readonly string[]): Promise<NamedProgram[]> {
  const found: NamedProgram[] = [];
  for (const word of new Set(words)) {
    const path = pathOf(word);
    if (path !== null && isObject(path)) found.push({ word, libraries: await librariesOf(path) });
  }
  return found;
}

/** Where a word is a program that can be run: as it stands, or in a folder of PATH. */
function pathOf(word: string): string | null {
  if (word === '' || word.startsWith('-')) return null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = word.includes('/') ? [word] : folders.map((folder) => join(folder, word));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isObject(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(ELF.length);
      return readSync(file, head) === ELF.length && head.equals(ELF);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** MPI libraries that the loader would load with an object; none where it does not say. */
async function librariesOf(path: string): Promise<string[]> {
  const ended = await run(['ldd', path]);
  const lines = ended?.code === 0 ? ended.stdout.split('\n') : [];
  const names = lines.map((line) => basename(line.trim().split(/\s/, 1)[0]));
  return names.filter((name) => MPI_LIBRARY.test(name));
}
