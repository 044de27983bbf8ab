/** Runs one command line; returns its exit code. */
import { Errors, run } from '@oclif/core';
import { EXIT, reportFailure } from './exit.js';
import { errorCode, writeAll } from './files.js';
import { WELCOME } from './welcome.js';

const STDOUT = 1;
const STDERR = 2;

const print = (file: number) => (text: string) => writeAll(file, new TextEncoder().encode(text));

/** `root`: URL of a file of the package, from which oclif finds its commands. */
export async function main(argv: readonly string[], root: string): Promise<number> {
  if (argv.length === 0) {
    print(STDOUT)(WELCOME);
    return EXIT.ok;
  }
  try {
    await run([...argv], root);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Errors.ExitError) return error.oclif.exit ?? EXIT.ok;
    // The reader of a pipe has gone: nobody is left to tell.
    if (errorCode(error) === 'EPIPE') return EXIT.ok;
    return reportFailure(error, argv.includes('--json'), { out: print(STDOUT), err: print(STDERR) });
  }
}
