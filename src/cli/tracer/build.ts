/** The tracer, compiled at the user's site by the MPI that the program uses. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { InputError } from '../../errors.js';
import { fileError, makeFolder } from '../output/files.js';
import { packageFiles } from '../output/package-files.js';
import { builtOnce, fromAnywhere, runCompiler, wordsOf } from './compiler.js';
import { refuseOtherMpi } from './libraries.js';

export const LIBRARY = 'libllamp-trace.so';
/** Ships with the package. */
const sources = (): string => packageFiles().folder('tracer');
const FLAGS = ['-O2', '-fPIC', '-std=gnu99'];

/** The one command that does what {@link buildTracer} does, for where it can't. */
export const byHand = (mpicc: string, library: string): string =>
  `${mpicc} ${FLAGS.join(' ')} -shared -o ${library} ${sources()}/*.c`;

/**
 * Compiles the tracer into `folder`, which is made, and returns the library's path. Throws LimitError where there is no
 * compiler, or it does not compile, and InputError for a folder that can't be written.
 */
export async function buildTracer(mpicc: string, folder: string): Promise<string> {
  const words = fromAnywhere(wordsOf(mpicc));
  const library = resolve(folder, LIBRARY);
  const tracer = { mpicc, what: 'the tracer', hand: byHand(mpicc, library) };
  const work = resolve(temporaryIn(folder));
  try {
    const folderOfSources = sources();
    const files = readdirSync(folderOfSources).filter((name) => name.endsWith('.c'));
    const compile = async (call: readonly string[]): Promise<void> => {
      const named = call.map((name) => join(folderOfSources, name));
      await runCompiler([...words, ...FLAGS, '-c', ...named], tracer, work);
    };
    const queue = inCalls(files);
    const worker = async (): Promise<void> => {
      for (let call = queue.pop(); call !== undefined; call = queue.pop()) await compile(call);
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    const objects = files.map((name) => `${basename(name, '.c')}.o`);
    const made = join(work, LIBRARY);
    await runCompiler([...words, '-shared', '-o', made, ...objects], tracer, work);
    renameSync(made, library);
    return library;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Wrappers are scripts that ask what to call: once for so many files, and all cores have work to the end. */
const FILES_A_CALL = 8;

/** Files of which one call compiles the first, the one after `n`, …: large ones stand side by side in the alphabet. */
function inCalls(files: readonly string[]): string[][] {
  const n = Math.ceil(files.length / FILES_A_CALL);
  return Array.from({ length: n }, (_, call) => files.filter((_file, i) => i % n === call));
}

/** What any build of the tracer holds, and nothing else. */
const OWN_WORDS = 'LLAMP_TRACE';
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
/** Many times a tracer's size. */
const MOST_BYTES = 2 ** 26;

/** What a run wants a tracer of. */
export interface TracerAsked {
  /** A library, or the folder of one. */
  readonly tracer?: string | undefined;
  readonly mpicc: string;
  readonly quiet: boolean;
}

/**
 * The library for a run of `words`: the one that is named, or one that is put into `folder`. Throws UsageError where a program
 * among them loads another MPI, InputError for what is no tracer, and as {@link buildTracer} does.
 */
export async function tracerLibrary(
  words: readonly string[],
  asked: TracerAsked,
  folder: string,
): Promise<string> {
  const named = asked.tracer !== undefined;
  const library = named ? namedTracer(asked.tracer) : await keptTracer(asked, folder);
  await refuseOtherMpi(words, library, named);
  return library;
}

async function keptTracer({ mpicc, quiet }: TracerAsked, folder: string): Promise<string> {
  makeFolder(folder);
  const library = resolve(folder, LIBRARY);
  const built = { mpicc, what: 'the tracer', flags: FLAGS, sources: sources(), quiet };
  await builtOnce(built, library, () => buildTracer(mpicc, folder));
  return library;
}

/** The loader passes over what is no library, and the program would run untraced. */
function namedTracer(named: string): string {
  const path =
    statSync(named, { throwIfNoEntry: false })?.isDirectory() === true ? join(named, LIBRARY) : named;
  const mend = "make one by 'llamp-ts trace build -o DIR', and name its folder or the library in it";
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InputError({ place: { source: path }, what: 'no such file', mend });
  if (!found.isFile() || found.size > MOST_BYTES || !isTracer(path))
    throw new InputError({ place: { source: path }, what: 'this is no tracer', mend });
  return resolve(path);
}

function isTracer(path: string): boolean {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, ELF.length).equals(ELF) && bytes.includes(OWN_WORDS);
  } catch (error) {
    throw fileError(error, path);
  }
}

function temporaryIn(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return mkdtempSync(join(folder, '.llamp-tracer-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}
