/** Tasks of one study: the table is the same to the byte. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askJson, runCli } from '../run.js';
import { SMALL, StudyFolder } from './samples.js';
import { tableIn, undisturbed } from './undisturbed.js';

const study = new StudyFolder(SMALL);
const cwd = study.folder;
let whole: string;

beforeAll(async () => {
  whole = await undisturbed(cwd);
});
afterAll(() => study.remove());

const table = (directory: string): Promise<string> => tableIn(cwd, directory);

it('what a killed run of this host left is removed, that of others is not', async () => {
  study.files('left');
  const key = 'a'.repeat(64);
  const names = [`${key}.json.${hostname()}.999999999.0a.tmp`, `${key}.json.elsewhere.1.0b.tmp`];
  for (const name of names) writeFileSync(join(cwd, 'left', 'cells', name), '{');
  await runCli('study where.yaml --dir left --tasks 33 --task 1', { cwd });
  expect(study.files('left').filter((name) => name.startsWith(key))).toEqual([names[1]]);
});

describe('tasks', () => {
  it('answer their own cells only, and together all', async () => {
    const sizes: number[] = [];
    for (const task of [1, 2, 3, 4, 5]) {
      const result = await runCli(
        ['study', 'where.yaml', '--dir', 'tasks', '--tasks', '5', '--task', String(task)],
        { cwd },
      );
      expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
      sizes.push(study.files('tasks').length);
    }
    expect(sizes).toEqual([5, 11, 16, 22, 33]);
    expect(await table('tasks')).toBe(whole);
  });

  it('there are no more than cells', async () => {
    const { code, stderr } = await runCli('study where.yaml --tasks 99 --task 34', { cwd });
    expect([code, stderr]).toEqual([2, 'llamp-ts: task 34 does not exist. Name a task from 1 to 33\n']);
  });

  it('are foretold, with what is missing of them', async () => {
    const dry = async (directory: string) => {
      return (
        await askJson(['study', 'where.yaml', '--dir', directory, '--dry-run', '--tasks', '5'], { cwd })
      ).result;
    };
    const fresh = await dry('fresh');
    expect(fresh).toMatchObject({ cells: 33, missing: 33, tasks: 5, open_tasks: [1, 2, 3, 4, 5] });
    expect(fresh.inputs[0]).toMatchObject({
      name: 'fig4-short',
      cells: 11,
      missing: 11,
      operations: null,
      read_seconds: null,
    });
    const bytes = statSync('goal-samples/fig4-short.goal').size;
    expect(fresh.inputs[0].bytes).toBe(bytes);
    expect(readdirSync(cwd)).not.toContain('fresh');
    const known = await dry('undisturbed');
    expect(known).toMatchObject({ missing: 0, open_tasks: [] });
    expect(known.inputs[1]).toMatchObject({ name: 'fig4', operations: 6 });
    await runCli('study where.yaml --dir some --tasks 5 --task 2', { cwd });
    expect(await dry('some')).toMatchObject({ missing: 27, open_tasks: [1, 3, 4, 5] });
  });
});

it('says in table and page what ranks occupy of a topology, and by which allocation', async () => {
  const spread = '{name: spread, flags: "--topology fat-tree:k=8 --allocation one-per-switch"}';
  const own = new StudyFolder(
    `inputs: [cg-4, fig4.goal]\nnetworks: [none, fat-tree:k=8, ${spread}]\nquestions: [sensitivity]\n`,
  );
  const at = { cwd: own.folder };
  expect((await runCli('study where.yaml -q', at)).code).toBe(0);
  const { stdout } = await runCli('study table where.yaml --format jsonl', at);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(
    rows.map((row) =>
      ['input', 'network', 'allocation', 'switches_occupied', 'wires_unused'].map((key) => row[key]),
    ),
  ).toEqual([
    ['cg-4', 'none', null, null, null],
    ['cg-4', 'fat-tree:k=8', 'packed', 1, 'pod core'],
    ['cg-4', 'spread', 'one-per-switch', 4, 'core'],
    ['fig4', 'none', null, null, null],
    ['fig4', 'fat-tree:k=8', 'packed', 1, 'pod core'],
    ['fig4', 'spread', 'one-per-switch', 2, 'core'],
  ]);
  await runCli('study report where.yaml --output page.html', at);
  const page = readFileSync(join(own.folder, 'page.html'), 'utf8');
  const cell = '</th><td>one-per-switch: 4 ranks on 4 of 80 switches, core wires unused</td><td>cg-4</td>';
  expect(page).toContain(`<th scope="row">spread${cell}`);
  expect(page).toContain(
    '<td>packed: 2 ranks on 1 of 80 switches, pod and core wires unused</td><td>fig4</td>',
  );
  own.remove();
});
