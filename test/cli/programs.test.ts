import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsNamed } from '../../src/cli/input/find-input.js';
import { runsIn } from '../../src/cli/input/input-files.js';

const GOAL = 'num_ranks 1\nrank 0 {\nl1: calc 1\n}\n';
const TRACE = "# htor's PMPI Tracer 1.1 Output File\nMPI_Init:1:-:-:2\n";

describe('programs that INPUT names', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-programs-'));
    for (const name of ['a', 'b']) {
      mkdirSync(at(name));
      for (const rank of [0, 1, 2]) writeFileSync(at(`${name}/trace-rank-${rank}.txt`), TRACE);
    }
    for (const name of ['run-0.goal', 'run-1.goal', 'other.goal']) writeFileSync(at(name), GOAL);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const named = async (...names: string[]): Promise<string[][]> =>
    (await programsNamed(names.map(at))).map((program) =>
      program.map((path) => path.slice(folder.length + 1)),
    );

  it('is none without INPUT, and one for one', async () => {
    expect(await programsNamed([])).toEqual([]);
    expect(await programsNamed(['-'])).toEqual([['-']]);
    expect(await named('missing.goal')).toEqual([['missing.goal']]);
  });

  it('is one for each folder that a glob names where it names no file', async () => {
    expect(await named('*')).toEqual([['*']]);
    expect(await named('?', 'a*')).toEqual([['?'], ['a']]);
    expect(await named('a/*', 'b')).toEqual([['a/*'], ['b']]);
    mkdirSync(at('runs'));
    for (const name of ['x-1', 'x-2']) mkdirSync(at(`runs/${name}`));
    writeFileSync(at('runs/README.md'), 'runs');
    expect(await named('runs/x-*')).toEqual([['runs/x-1'], ['runs/x-2']]);
    expect(runsIn(at('runs'))).toEqual([at('runs/x-1'), at('runs/x-2')]);
    expect(runsIn(at('a'))).toEqual([at('a')]);
    expect(runsIn('-')).toEqual(['-']);
  });

  it('is one for the files of its ranks, in whatever order', async () => {
    expect(await named('a/trace-rank-0.txt', 'a/trace-rank-1.txt', 'a/trace-rank-2.txt')).toHaveLength(1);
    expect(await named('a/trace-rank-2.txt', 'a/trace-rank-0.txt')).toEqual([
      ['a/trace-rank-2.txt', 'a/trace-rank-0.txt'],
    ]);
  });

  it('is one for each folder, glob and GOAL file, also where only a number tells files apart', async () => {
    expect(await named('a', 'b/*.txt', 'run-0.goal', 'run-1.goal', 'other.goal')).toEqual([
      ['a'],
      ['b/*.txt'],
      ['run-0.goal'],
      ['run-1.goal'],
      ['other.goal'],
    ]);
  });

  it('keeps the files of several sets apart, in the order of the first of each', async () => {
    expect(
      await named(
        'b/trace-rank-0.txt',
        'a/trace-rank-0.txt',
        'other.goal',
        'b/trace-rank-1.txt',
        'a/trace-rank-1.txt',
      ),
    ).toEqual([
      ['b/trace-rank-0.txt', 'b/trace-rank-1.txt'],
      ['a/trace-rank-0.txt', 'a/trace-rank-1.txt'],
      ['other.goal'],
    ]);
  });

  it('refuses standard input twice', async () => {
    await expect(programsNamed(['-', at('a'), '-'])).rejects.toThrow("'-' is named twice");
  });
});
