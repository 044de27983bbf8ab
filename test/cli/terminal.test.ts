import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { expect, it } from 'vitest';
import { isTerminal } from '../../src/cli/process/streams.js';

function opened(path: string, flags: string): { readonly ours: boolean; readonly nodes: boolean } {
  const file = openSync(path, flags);
  try {
    return { ours: isTerminal(file), nodes: isatty(file) };
  } finally {
    closeSync(file);
  }
}

it('a file, the device that takes everything, and what is closed are no terminals', () => {
  const no = { ours: false, nodes: false };
  expect(opened('package.json', 'r')).toEqual(no);
  expect(opened('/dev/null', 'r+')).toEqual(no);
  const file = openSync('package.json', 'r');
  closeSync(file);
  expect(isTerminal(file)).toBe(false);
});

// The end of a pseudo-terminal that its program has is a terminal itself on Linux.
it.runIf(existsSync('/dev/ptmx'))('a terminal is one', () => {
  const { ours, nodes } = opened('/dev/ptmx', 'r+');
  expect([ours, nodes]).toEqual([true, true]);
});

it('a pipe is none', () => {
  const script = `import { isTerminal } from './dist/cli/process/streams.js'; console.log([0, 1, 2].map(isTerminal).join());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toBe('false,false,false\n');
});
