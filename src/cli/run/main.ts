/** Runs one command line; returns its exit code. */
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { Errors, run, ux } from '@oclif/core';
import { errorCode } from '../output/files.js';
import { PRINT, type Streams, withStreams } from '../output/streams.js';
import { EXIT, reportFailure } from './exit.js';
import { WELCOME } from './welcome.js';

// Help and version, which oclif would print to the console, where no error is heard of.
ux.stdout = (text, ...more) => PRINT.out(`${format(...[text ?? ''].flat(), ...more)}\n`);

/**
 * `root`: URL of a file of the package, from which oclif finds its commands. `streams`: instead of the process's own;
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
    if (argv.length === 0) PRINT.out(WELCOME);
    // Plugins of oclif's own would be looked for in the user's home, which may not be readable.
    else await run(asked(argv), { root: fileURLToPath(root), userPlugins: false, devPlugins: false });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Errors.ExitError) return error.oclif.exit ?? EXIT.ok;
    // The reader of a pipe has gone: nobody is left to tell.
    if (errorCode(error) === 'EPIPE') return EXIT.ok;
    return reportFailure(error, argv.includes('--json'), PRINT);
  }
}
