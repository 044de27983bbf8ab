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
  const words = wordsOf(mpicc);
  const library = resolve(folder, LIBRARY);
  const tracer = { mpicc, what: 'the tracer', hand: byHand(mpicc, library) };
  const work = temporaryIn(folder);
  try {
    const folderOfSources = sources();
    const files = readdirSync(folderOfSources).filter((name) => name.endsWith('.c'));
    const queue = [...files];
    const compile = async (): Promise<void> => {
      for (let name = queue.pop(); name !== undefined; name = queue.pop())
        await runCompiler(
          [
            ...words,
            ...FLAGS,
            '-c',
            join(folderOfSources, name),
            '-o',
            join(work, `${basename(name, '.c')}.o`),
          ],
          tracer,
        );
    };
    await Promise.all(Array.from({ length: availableParallelism() }, compile));
    const objects = files.map((name) => join(work, `${basename(name, '.c')}.o`));
    const made = join(work, LIBRARY);
    await runCompiler([...words, '-shared', '-o', made, ...objects], tracer);
    renameSync(made, library);
    return library;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
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
