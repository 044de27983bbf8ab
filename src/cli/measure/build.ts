/** The benchmark, compiled at the user's site by the MPI whose messages it measures. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../output/files.js';
import { packageFiles } from '../output/package-files.js';
import { builtOnce, runCompiler, wordsOf } from '../tracer/compiler.js';

/** Ships with the package. */
const sources = (): string => packageFiles().folder('tracer/measure');
const FLAGS = ['-O2', '-std=gnu99'];
const PROGRAM = 'llamp-measure';

/** The one command that does what {@link buildBenchmark} does, for where it can't. */
const byHand = (mpicc: string): string =>
  `${mpicc} ${FLAGS.join(' ')} -o ${PROGRAM} ${sources()}/*.c, and --program ${PROGRAM} runs it`;

/** A new folder in `folder`, for what is compiled. Throws InputError where it can't be made. */
export function workIn(folder: string): string {
  try {
    return mkdtempSync(join(folder, '.llamp-measure-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Puts the benchmark into `folder` and returns its path: compiled, or kept. Throws LimitError where that can't be done. */
export async function buildBenchmark(mpicc: string, folder: string, quiet: boolean): Promise<string> {
  const program = join(folder, PROGRAM);
  const from = sources();
  const files = readdirSync(from)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(from, name));
  const what = 'the benchmark';
  await builtOnce({ mpicc, what, flags: FLAGS, sources: from, quiet }, program, () =>
    runCompiler([...wordsOf(mpicc), ...FLAGS, '-o', program, ...files], { mpicc, what, hand: byHand(mpicc) }),
  );
  return program;
}
