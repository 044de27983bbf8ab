/** How SMPI traces are given: told from all other samples, as a list, from standard input; and their flags. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBytes } from '../../../src/cli/input/input-files.js';
import {
  formatOf,
  formatOfSeveral,
  looksLikeActions,
  looksLikeList,
  looksMerged,
} from '../../../src/sources/formats.js';
import { runCli } from '../../cli/run.js';
import { sharedPath } from '../../shared.js';
import { bytes } from './samples.js';

const RATE = ['--flop-rate', '1Gf'];
const folder = mkdtempSync(join(tmpdir(), 'llamp-smpi-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What check says of an input, without the name that it has. */
async function checked(input: string, ...flags: string[]): Promise<string> {
  const { stdout, stderr, code } = await runCli(['check', input, ...flags]);
  expect(stderr.replace(/^warning: .*\n/gm, '')).toBe('');
  expect(code).toBe(0);
  return stdout.split('\n').slice(1).join('\n');
}

describe('the head of a text', () => {
  it.each([
    ['0 init\n0 send 1 0 10\n', 'SMPI traces'],
    ['\n# SMPI\n 3 compute 1e6\n', 'SMPI traces'],
    ['12 Ssend 1 2 3\n', 'SMPI traces'],
    ['0 init\n1 init\n', 'an SMPI trace of all ranks'],
    ['a/rank-1.txt\na/rank-2.txt\n', 'a list of SMPI traces'],
    ['run.trace_files/17.5_rank-1.txt\n', 'a list of SMPI traces'],
    ['/abs/rank-1.txt\n', 'a list of SMPI traces'],
    ['num_ranks 2\nrank 0 {\nl1: calc 1\n}\n', 'a GOAL file'],
    ['0 is no action\n', 'a GOAL file'],
    ['MPI_Init:-:1:2:100.5\nMPI_Barrier:100.5:1,0,2:101.5\n', 'traces'],
    ['hello\n', 'a GOAL file'],
    ['1.5\n', 'a GOAL file'],
    ['// a comment.txt\n', 'a GOAL file'],
    ['/*comment.txt*/\n', 'a GOAL file'],
    ['a.txt b.txt\n', 'a GOAL file'],
    ['a.txt\nnum_ranks 2\n', 'a GOAL file'],
  ])('%j is of %s', (text, name) => {
    expect(formatOf(bytes(text)).name).toBe(name);
  });

  const samples = ['goal-samples', 'traces', 'test/sources', 'docs/examples']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(ts|c|f90|md|png|svg)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => !path.includes('smpi'));

  it('of all other samples is of none of them', async () => {
    expect(samples.length).toBeGreaterThan(200);
    for (const path of samples) {
      const first = (await openBytes(path).chunks[Symbol.asyncIterator]().next()).value;
      const head = (first ?? new Uint8Array(0)).subarray(0, 512);
      const told = [looksLikeActions(head), looksMerged(head), looksLikeList(head)];
      expect([path, told]).toEqual([path, [false, false, false]]);
    }
  });

  it('of several files is of one file a rank', () => {
    expect(formatOfSeveral(bytes('0 init\n')).name).toBe('SMPI traces');
  });
});

describe('a run of smpirun -trace-ti', () => {
  it('is named by its list', async () => {
    const said = await checked('traces/smpi/halo.trace', ...RATE);
    expect(said).toMatch(/ranks +4\n/);
    expect(said).toMatch(/messages +40\n/);
  });

  it('may be moved, its paths being from elsewhere', async () => {
    const moved = join(folder, 'moved');
    mkdirSync(join(moved, 'halo.trace_files'), { recursive: true });
    for (const name of readdirSync('traces/smpi/halo.trace_files'))
      writeFileSync(
        join(moved, 'halo.trace_files', name),
        readFileSync(`traces/smpi/halo.trace_files/${name}`),
      );
    const list = readFileSync('traces/smpi/halo.trace', 'utf8').replace(/^/gm, '/nowhere/else/').trim();
    writeFileSync(join(moved, 'halo.trace'), list.replace(/\/nowhere\/else\/$/, ''));
    expect(await checked(join(moved, 'halo.trace'), ...RATE)).toBe(
      await checked('traces/smpi/halo.trace', ...RATE),
    );
  });

  it('is refused where a file of it is not there', async () => {
    writeFileSync(join(folder, 'list'), 'some/where/rank-1.txt\n');
    const { stderr, code } = await runCli(['check', join(folder, 'list'), ...RATE]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/list:1: .*rank-1\.txt: no such file\. Give a list of traces, not of hosts,/);
  });
});

describe('a trace of all ranks in one file', () => {
  it('is the same as a file a rank, and as standard input', async () => {
    const text = readFileSync('traces/smpi/stencil.txt', 'utf8');
    const merged = await checked('traces/smpi/stencil.txt', ...RATE);
    for (const rank of [0, 1, 2, 3]) {
      const own = text.split('\n').filter((line) => line.startsWith(`${rank} `));
      writeFileSync(join(folder, `actions${rank}.txt`), `${own.join('\n')}\n`);
    }
    expect(await checked(join(folder, 'actions0.txt'), ...RATE)).toBe(merged);
    const { stdout } = await runCli(['check', '-', ...RATE], { input: text });
    expect(stdout.split('\n').slice(1).join('\n')).toBe(merged);
  });

  const shared = sharedPath('data/formats/smpi-ti/replay-actions');
  const names =
    shared === undefined ? [] : readdirSync(shared).filter((name) => /^actions_.*\.txt$/.test(name));
  it.skipIf(shared === undefined).each(names)('of SimGrid is read: %s', async (name) => {
    const said = await checked(join(shared ?? '', name), ...RATE);
    expect(said).toContain('no problems');
  });
});

describe('--flop-rate', () => {
  it('is asked for', async () => {
    const { stderr, code } = await runCli(['check', 'traces/smpi/stencil.txt']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'llamp-ts: traces/smpi/stencil.txt:5: computation is in flops, but no flop rate is given. Give the flop ' +
        'rate of a core, such as --flop-rate 1Gf\n',
    );
  });

  it.each([
    ['goal-samples/fig4.goal', 'a GOAL file'],
    ['traces/cg-4', 'traces'],
  ])('means nothing for %s', async (input, name) => {
    const { stderr, code } = await runCli(['check', input, '--flop-rate', '2e9']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `llamp-ts: --flop-rate 2e9 has no meaning for ${name}, where computation is a time, not a number of flops. Leave it out\n`,
    );
  });

  it.each([
    ['0', "'0' is not above 0"],
    ['1GHz', "'1GHz' has the unknown unit 'GHz'"],
    ['-1Gf', "'-1Gf' is negative"],
  ])('cannot be %s', async (rate, what) => {
    const { stderr, code } = await runCli(['check', 'traces/smpi/stencil.txt', `--flop-rate=${rate}`]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--flop-rate ${what}`);
  });

  it.each([
    ['schedgen', ['--pattern', 'halo2d']],
    ['compare', ['--pattern', 'halo2d', '--machine', 'cscs-testbed,piz-daint']],
  ])('means nothing for a pattern: %s', async (command, words) => {
    const { stderr, code } = await runCli([command, ...words, '--ranks', '4', ...RATE]);
    expect(code).toBe(2);
    expect(stderr).toContain('--flop-rate 1Gf has no meaning for a pattern');
  });

  it('leaves no distance between requests to be told', async () => {
    const { stderr, code } = await runCli([
      'check',
      'traces/smpi/stencil.txt',
      ...RATE,
      '--rules',
      'request-pitch=4',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--rules request-pitch=4 has no meaning for an SMPI trace of all ranks');
  });
});
