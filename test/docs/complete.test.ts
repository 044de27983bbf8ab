/** The pages leave no command, no flag, no exit code and no key of an answer out. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/process/startup.js';
import { runCli } from '../cli/run.js';
import { inFull } from '../part.js';
import { cliTable, listedKeys, pages, read } from './pages.js';

interface Manifest {
  readonly commands: Readonly<Record<string, { readonly flags: Readonly<Record<string, unknown>> }>>;
}

const { commands }: Manifest = JSON.parse(read('oclif.manifest.json'));
const all = pages()
  .map((page) => read(page))
  .join('\n');

it('every command is on some page', () => {
  const missing = Object.keys(commands).filter((id) => !all.includes(`llamp-ts ${id.replaceAll(':', ' ')}`));
  expect(missing).toEqual([]);
});

it('every flag is on some page', () => {
  const shown = new Set(all.match(/--[a-z][\w-]*/gi));
  // Those of collective models are many, and their help has them all.
  const missing = Object.entries(commands)
    .filter(([id]) => !id.startsWith('collective:'))
    .flatMap(([id, { flags }]) => Object.keys(flags).map((name) => [id, `--${name}`]))
    .filter(([, flag]) => !shown.has(flag));
  expect(missing).toEqual([]);
});

it('the exit codes are those of the program', () => {
  expect(cliTable('code').map(([code]) => Number(code))).toEqual(Object.values(EXIT));
});

const PAGE = join(tmpdir(), `llamp-keys-${process.pid}.html`);
afterAll(() => rmSync(PAGE, { force: true }));

/** What is asked of each command, so that its answer has all keys that need no further flag. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  diff: ['traces/ring-4', 'traces/cg-4'],
  curve: ['traces/ring-4', '--latency-range', '0..10us'],
  compare: ['traces/cg-4', '--collective', 'allreduce=ring,recursive-doubling'],
  'compare --map': ['--collective', 'bcast', '--ranks', '4', '--bytes', '8B'],
  tune: ['traces/cg-4'],
  'tolerance --uncertainty': ['traces/ring-4', '--samples', '20'],
  'tolerance --by part:pcontrol': ['traces/runs/marked-4'],
  noise: ['traces/ring-4', '--jitter', 'L=exp:mean=1us', '--samples', '64'],
  scaling: ['--pattern', 'ring', '--ranks', '2,4,8'],
  study: ['docs/examples/algorithms.yaml', '--dir', 'keys.study', '--tasks', '1'],
  placement: ['traces/ring-4', '--platform', 'epyc-orfeo'],
  'compare --topology A,B': ['traces/ring-4'],
  report: ['traces/ring-4', '--output', PAGE],
  'study status': ['docs/examples/algorithms.yaml', '--dir', 'keys.study'],
  'collective predict': ['--collective', 'bcast', '--algorithm', 'chain', '--ranks', '4', '--bytes', '1'],
  'collective fit': ['docs/collective-models/examples', '--name', 'keys'],
  'collective formula': ['--collective', 'bcast'],
  'collective contention': [],
  validate: ['traces/runs/ring-4', '--measured', 'traces/runs/ring-4/measured.csv'],
};

/** These run programs; their own tests hold their keys. */
const RUNNERS = ['trace build', 'trace run', 'inject run', 'measure'];

const answering = cliTable('command')
  .filter(([, keys]) => keys.includes('`'))
  .map(([name]) => name.replaceAll('`', ''))
  .filter((name) => !RUNNERS.includes(name));

inFull.each(answering)('`--json` of %s has the keys that docs/cli.md lists', async (command) => {
  const words = command.replace('A,B', 'fat-tree:k=4').split(' ');
  const { stdout } = await runCli([...words, ...(ASKED[command] ?? ['traces/ring-4']), '--json']);
  const answer: { schema: string; result: Record<string, unknown> } = JSON.parse(stdout);
  expect(answer.schema).toBe(`llamp-ts/${command.replace(/:.*| A,B/, '').replaceAll(/[ -]+/g, '-')}/2`);
  expect(Object.keys(answer.result)).toEqual(listedKeys(command));
});
