/** The MPI compiler wrapper of the site, and what is said where it can't do what is asked. */
import { LimitError } from '../../errors.js';
import { run } from './process.js';

/** Lines of a compiler's complaint that are shown. */
const SHOWN = 6;

/** What is compiled. */
export interface Compiled {
  /** The command, as the user named it. */
  readonly mpicc: string;
  /** What it makes, in words. */
  readonly what: string;
  /** The one command that makes it by hand. */
  readonly hand: string;
}

/** The words of a command that may have some. */
export const wordsOf = (command: string): string[] => command.trim().split(/\s+/);

/** Runs a compiler, in `folder` or here. Throws LimitError where there is none, or where it fails. */
export async function runCompiler(
  words: readonly string[],
  { mpicc, what, hand }: Compiled,
  folder?: string,
): Promise<void> {
  const ended = await run(words, folder === undefined ? {} : { folder });
  if (ended?.code === 0) return;
  if (ended === undefined)
    throw new LimitError(
      `there is no MPI compiler '${mpicc}' here`,
      `load the module of the program's MPI, or name its compiler by --mpicc; where there is one, this builds ${what}: ${hand}`,
    );
  const said = ended.stderr.trim().split('\n').slice(0, SHOWN).join('\n');
  throw new LimitError(
    `${mpicc} could not build ${what} (exit ${ended.code ?? ended.signal})`,
    `is it the C compiler of an MPI of version 3 or later? It says:\n${said}`,
  );
}
