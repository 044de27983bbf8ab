import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageNames } from '../../src/cli/process/package-files.js';
import { expectRefusal, runCli } from '../cli/run.js';

describe('docs', () => {
  it('prints a page as it is in the repository', async () => {
    const { code, stdout } = await runCli('docs tolerance');
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync('docs/tolerance.md', 'utf8'));
    expect((await runCli('docs docs/tolerance.md')).stdout).toBe(stdout);
  });

  it('lists the pages without a name, and has the page of a folder', async () => {
    expect((await runCli(['docs'])).stdout).toBe(readFileSync('docs/README.md', 'utf8'));
    expect((await runCli('docs collectives')).stdout).toBe(
      readFileSync('docs/collectives/README.md', 'utf8'),
    );
    expect(pageNames()).toEqual(expect.arrayContaining(['collectives/bcast', 'validation', 'your-program']));
  });

  it('knows the page that was meant', async () => {
    await expectRefusal(
      'docs tolerence',
      2,
      /the page 'tolerence' does not exist\. Did you mean tolerance\? Use llamp-ts docs to list all pages/,
    );
  });
});
