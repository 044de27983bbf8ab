/** Runs one command line; returns its exit code. */
import { format } from 'node:util';
import { Errors, run, ux } from '@oclif/core';
import { errorCode } from '../output/files.js';
import { kernelsAsSet } from '../output/kernel-setting.js';
import { PRINT, type Streams, withStreams } from '../output/streams.js';
import { foundBy } from './commands.js';
import { reportFailure } from './exit.js';
import { EXIT } from './exit-codes.js';
import { WELCOME } from './welcome.js';

// Help and version, which oclif would print to the console, where no error is heard of.
const printed: typeof ux.stdout = (text, ...more) =>
  PRINT.out(`${format(...[text ?? ''].flat(), ...more)}\n`);

/**
 * `root`: URL of a file in a folder of the package, from which oclif finds its commands. `streams`: instead of the process's own;
 * names of files are relative to the folder of the process all the same.
 */
export function main(argv: readonly string[], root: string, streams?: Streams): Promise<number> {
  return withStreams(streams, () => codeOf(argv, root));
}

/** `help tolerance` is spelled `tolerance --help` as well. */
function asked(argv: readonly string[]): string[] {
  const [first, ...rest] = argv;
  return first === 'help' ? [...rest.filter((word) => word !== '--help'), '--help'] : [...argv];
}

async function codeOf(argv: readonly string[], root: string): Promise<number> {
  try {
    kernelsAsSet();
    // Each time: the framework is one, and this module may be there twice, as built and as sources.
    ux.stdout = printed;
    if (argv.length === 0) PRINT.out(WELCOME);
    else await run(asked(argv), foundBy(asked(argv), root));
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Errors.ExitError) return error.oclif.exit ?? EXIT.ok;
    // The reader of a pipe has gone: nobody is left to tell.
    if (errorCode(error) === 'EPIPE') return EXIT.ok;
    return reportFailure(error, argv.includes('--json'), PRINT);
  }
}
