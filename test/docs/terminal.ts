/** The command line as a terminal shows it. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TIMEOUT_MS = 60_000;

/** Runs the built command line; both of its outputs go to one place, in the order in which they are written. */
export function runOnTerminal(argv: readonly string[]): { code: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-docs-'));
  const path = join(folder, 'output');
  const file = openSync(path, 'a');
  try {
    const { status } = spawnSync(process.execPath, ['bin/run.js', ...argv], {
      stdio: ['ignore', file, file],
      timeout: TIMEOUT_MS,
    });
    return { code: status, output: readFileSync(path, 'utf8') };
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
