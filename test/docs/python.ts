/** Debian's Python with what notebooks need, and a folder whose `llamp-ts` is the command line of this checkout. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN } from '../cli/run.js';

/** Another Python may stand first in PATH, without these. */
export const PYTHON = '/usr/bin/python3';

export const hasModules = (...names: readonly string[]): boolean =>
  spawnSync(PYTHON, ['-c', `import ${names.join(', ')}`]).status === 0;

/** A folder for PATH; whose it is removes it. */
export function commandFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-command-'));
  const command = join(folder, 'llamp-ts');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

/** Runs Python with that folder first in PATH; standard output. Throws what it says where it fails. */
export function python(words: readonly string[], folder: string, cwd = '.'): string {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: folder };
  const { status, stdout, stderr } = spawnSync(PYTHON, words, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 230_000,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
