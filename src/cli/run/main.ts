/** Runs one command line; returns its exit code. */
import { fileURLToPath } from 'node:url';
import { Errors, run } from '@oclif/core';
import { errorCode } from '../output/files.js';
import { guardStreams, PRINT } from '../output/streams.js';
import { EXIT, reportFailure } from './exit.js';
import { WELCOME } from './welcome.js';

/** `root`: URL of a file of the package, from which oclif finds its commands. */
export async function main(argv: readonly string[], root: string): Promise<number> {
  const json = argv.includes('--json');
  guardStreams((error) => process.exit(reportFailure(error, json, PRINT)));
  try {
    if (argv.length === 0) PRINT.out(WELCOME);
    // Plugins of oclif's own would be looked for in the user's home, which may not be readable.
    else await run([...argv], { root: fileURLToPath(root), userPlugins: false, devPlugins: false });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Errors.ExitError) return error.oclif.exit ?? EXIT.ok;
    // The reader of a pipe has gone: nobody is left to tell.
    if (errorCode(error) === 'EPIPE') return EXIT.ok;
    return reportFailure(error, json, PRINT);
  }
}
