/** Folders of tests, and what they put there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, which goes when the tests of the file, or of the block, have run. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder, and gives their paths. */
export const writerIn =
  (folder: string) =>
  (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

/** Writes programs of the shell into a folder, and gives their paths. */
export const scriptsIn =
  (folder: string) =>
  (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  };
