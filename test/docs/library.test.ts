/** The programs of docs/library.md print what they say. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cases } from '../part.js';
import { read } from './pages.js';

/** As a package does that has llamp-ts among its dependencies: by the names of its entries. */
const here = new URL('../..', import.meta.url);
const programs = [...read('docs/library.md').matchAll(/## (.+)\n\n```ts\n([\s\S]*?)```/g)];

describe('docs/library.md', () => {
  const shown = programs.map(([, title, program]) => [title, program]);

  it.each(cases(shown, ([title]) => title === 'Built by hand'))('%s', (_, program) => {
    const said = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((match) => match[1]);
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      cwd: here,
    });
    expect(stderr).toBe('');
    expect(stdout.split(/\s+/).filter((word) => word !== '')).toEqual(said.join(' ').split(' '));
  });

  it('has programs', () => {
    expect(programs.length).toBeGreaterThan(2);
  });
});
