/** The pages leave no command, no flag, no exit code and no key of an answer out. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/process/startup.js';
import { answersAs } from '../cli/answers.js';
import { askJson } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
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

/** These run programs, or keep cells: their own tests hold their keys. */
const OTHERS = [
  'trace build',
  'trace run',
  'inject run',
  'measure',
  'report',
  'collective fit',
  'collective validate',
  'study',
  'study status',
];

const answering = cliTable('command')
  .filter(([, keys]) => keys.includes('`'))
  .map(([name]) => name.replaceAll('`', ''))
  .filter((name) => !OTHERS.includes(name));

/** Some command line of each has all keys that need no further flag. */
it.each(answering)('`--json` of %s has the keys that docs/cli.md lists', (command) => {
  const named = command.replace(/:.*| A,B/, '').replaceAll(/[ -]+/g, '-');
  const schema = `"schema": "llamp-ts/${named}/2"`;
  const found = answersAs('--json').filter(({ output }) => output.startsWith('{') && output.includes(schema));
  const keys = found.map(({ output }) => Object.keys(JSON.parse(output).result).join());
  expect(keys).toContain(listedKeys(command).join());
});

inFull('`--json` of report, fit and studies has the keys that docs/cli.md lists', async () => {
  const folder = scratch();
  const study = `docs/examples/algorithms.yaml --dir ${folder}/keys.study`;
  const measured = scratch();
  writeFileSync(`${measured}/bcast_socket.csv`, 'algorithm,cores,size,latency\n1,2,1,2\n1,4,1,3\n');
  for (const [command, line] of [
    ['report', `report traces/ring-4 --output ${folder}/page.html`],
    ['collective fit', 'collective fit docs/collective-models/examples --name keys'],
    ['collective validate', `collective validate --measured ${measured} --model p2p`],
    ['study', `study ${study} --tasks 1`],
    ['study status', `study status ${study}`],
  ])
    expect(Object.keys((await askJson(line)).result)).toEqual(listedKeys(command));
});
