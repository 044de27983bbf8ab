/** The tracer, compiled at the user's site by the MPI that the program uses. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { InputError } from '../../errors.js';
import { fileError } from '../output/files.js';
import { packageFiles } from '../output/package-files.js';
import { runCompiler, wordsOf } from './compiler.js';

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

/** Objects come to be where the compiler runs: its own path, and folders of headers, are named from here. */
function fromAnywhere([command, ...flags]: readonly string[]): string[] {
  const path = command.includes('/') ? resolve(command) : command;
  return [
    path,
    ...flags.map((flag) => flag.replace(/^-([IL])(?!\/)(.+)$/, (_, kind, at) => `-${kind}${resolve(at)}`)),
  ];
}

/** The library that is named, or one that is built into `folder`. Throws InputError, and as {@link buildTracer} does. */
export async function tracerLibrary(
  { tracer, mpicc }: { readonly tracer?: string | undefined; readonly mpicc: string },
  folder: string,
): Promise<string> {
  if (tracer === undefined) return buildTracer(mpicc, folder);
  if (!existsSync(tracer))
    throw new InputError({
      place: { source: tracer },
      what: 'no such file',
      mend: "make it by 'llamp-ts trace build'",
    });
  return resolve(tracer);
}

function temporaryIn(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return mkdtempSync(join(folder, '.llamp-tracer-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}
