/** `--version` alone, which needs nothing of all that the command line can do. */

import { writeSync } from 'node:fs';
import { arch, version as nodeVersion, platform } from 'node:process';

const FLAGS: ReadonlySet<string> = new Set(['--version', '-v']);
const STDOUT = 1;

/** Whether the version was asked for, and said. Where it can't be written, who explains errors tries again. */
export function saidVersion(argv: readonly string[], version: string): boolean {
  if (argv.length !== 1 || !FLAGS.has(argv[0])) return false;
  const bytes = Buffer.from(`llamp-ts/${version} ${platform}-${arch} node-${nodeVersion}\n`);
  try {
    return writeSync(STDOUT, bytes) === bytes.length;
  } catch {
    return false;
  }
}
