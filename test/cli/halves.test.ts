import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInHalves } from '../../dist/cli/halves.js';
import { parseGoal } from '../../src/schedule/goal/read.js';
import { writeGoal } from '../../src/schedule/goal/write.js';
import { makePattern } from '../../src/schedule/patterns/index.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-halves-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const halves = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return readInHalves(path);
};

const sweep = Buffer.concat([
  ...writeGoal(makePattern('sweep', { ranks: 9, bytes: 64, iterations: 5, computeNs: 10 })),
]).toString();

describe('a file read in halves', () => {
  it.each([
    ['plain', sweep],
    ['with other labels in one half', sweep.replaceAll('l1:', 'first:').replaceAll(/\bl1$/gm, 'first')],
    [
      'with wide tags in one half',
      `num_ranks 2\nrank 0 {\nl1: send 1b to 1 tag 9007199254740992\nl2: calc 12\n}\n\nrank 1 {\nl7: recv 1b from 0 tag 9007199254740992 cpu 3\n}\n`,
    ],
    [
      'with an empty rank',
      'num_ranks 3\nrank 0 {\nl1: calc 1\nl2: calc 2\n}\nrank 1 {\n}\nrank 2 {\nl1: calc 3\n}\n',
    ],
  ])('%s is the schedule that one thread reads', async (name, text) => {
    const joined = await halves(name.replaceAll(' ', '-'), text);
    expect(joined).toEqual(parseGoal(text));
  });

  it.each([
    ['a mistake in the second half', `${sweep.slice(0, sweep.lastIndexOf('calc'))}clac 10\n}\n`],
    ['ranks in another order', 'num_ranks 2\nrank 1 {\nl1: calc 1\nl2: calc 1\n}\nrank 0 {\nl1: calc 1\n}\n'],
    ['a comment that looks like a rank', 'num_ranks 1\nrank 0 {\nl1: calc 1\n/*\nrank 0 {\n*/\n}\n'],
    ['one rank', 'num_ranks 1\nrank 0 {\nl1: calc 1\n}\n'],
  ])('leaves %s to the reader of the whole', async (name, text) => {
    expect(await halves(`${name.replaceAll(' ', '-')}.goal`, text)).toBeNull();
  });
});
