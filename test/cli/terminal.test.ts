import { closeSync, existsSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { expect, it } from 'vitest';
import { mayBeTerminal } from '../../src/cli/run/bundle.js';

function opened(path: string, flags: string): { readonly ours: boolean; readonly nodes: boolean } {
  const file = openSync(path, flags);
  try {
    return { ours: mayBeTerminal(file), nodes: isatty(file) };
  } finally {
    closeSync(file);
  }
}

it('a file, and the device that takes everything, are no terminals', () => {
  const no = { ours: false, nodes: false };
  expect(opened('package.json', 'r')).toEqual(no);
  expect(opened('/dev/null', 'r+')).toEqual(no);
});

// The end of a pseudo-terminal that its program has is a terminal itself on Linux.
it.runIf(existsSync('/dev/ptmx'))('a terminal may be one', () => {
  expect(opened('/dev/ptmx', 'r+')).toEqual({ ours: true, nodes: true });
});

it('of what is closed Node is asked', () => {
  const file = openSync('package.json', 'r');
  closeSync(file);
  expect(mayBeTerminal(file)).toBe(true);
});
