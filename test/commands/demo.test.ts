import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, runCli, spawnCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { inFull } from '../part.js';

const folder = scratch();

describe('what demo says to type next', () => {
  it('is what started it, with a path from here: a checkout', async () => {
    const { stdout } = await spawnCli(['demo']);
    const [, next] = /Next: (.*)\n/.exec(stdout) ?? [];
    expect(next).toBe('node bin/run.js path traces/jacobi2d-4');
    expect((await runCli(next.split(' ').slice(2))).stdout).toContain('computation');
  });

  inFull('is its name where it was called by that, with a path that holds everywhere', () => {
    const link = join(folder, 'llamp-ts');
    symlinkSync(BIN, link);
    const said = execFileSync(link, ['demo'], { encoding: 'utf8', cwd: folder });
    expect(said).toMatch(/Next: llamp-ts path \/.*\/traces\/jacobi2d-4\n/);
  });
});
