/** Names of files that hold what tables, Markdown, CSV and terminals give a meaning. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { facts, narrowTable, tableWithLines } from '../../src/cli/output/table.js';
import { laidOut } from '../../src/cli/process/streams.js';
import { runCli } from './run.js';
import { scratch } from './scratch.js';

const folder = scratch();
beforeAll(() => {
  for (const name of NAMES) copyFileSync('goal-samples/ring.goal', join(folder, `${name}.goal`));
});

const NAMES = ['a\nb|c\\|d', 'e\rf\x1b[31m\x9b2J'];
const named = async (...form: string[]): Promise<string> => {
  const argv = ['tolerance', ...NAMES.map((name) => join(folder, `${name}.goal`)), '--pct', '1', ...form];
  const { code, stdout } = await runCli(argv);
  expect(code).toBe(0);
  return stdout;
};

/** Cells as GitHub tells them: a backslash takes the letter behind it as it is. */
const cellsOf = (row: string): string[] =>
  [...row.matchAll(/((?:\\.|[^|\\])*)\|/g)].slice(1).map(([, cell]) => cell.trim().replace(/\\(.)/g, '$1'));

describe('a name with line breaks, bars and controls', () => {
  it('stays in its cell of a Markdown table', async () => {
    const rows = (await named('--markdown')).split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map(cellsOf);
    expect(cells.map((row) => row.length)).toEqual([6, 6, 6, 6]);
    expect(cells.slice(2).map(([name]) => name)).toEqual(['a\\nb|c\\|d', 'e\\rf\\x1b[31m\\x9b2J']);
    expect(cells.slice(2).map((row) => row[1])).toEqual(['4', '4']);
  });

  it('stays on its line of a table for people, and says nothing to the terminal', async () => {
    const text = await named();
    const [first, second] = text.trimEnd().split('\n').slice(-2);
    expect(first).toMatch(/^ {2}a\\nb\|c\\\|d +4 {2}/);
    expect(second).toMatch(/^ {2}e\\rf\\x1b\[31m\\x9b2J +4 {2}/);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('is whole in CSV, by any reader', async () => {
    const text = await named('--csv');
    const rows: string[][] = parse(text, { record_delimiter: ['\r\n', '\n', '\r'] });
    expect(rows.slice(1).map(([name]) => name)).toEqual(NAMES);
    expect(
      JSON.parse(await named('--json')).result.programs.map((one: { name: string }) => one.name),
    ).toEqual(NAMES);
  });

  it('stays on its line in every shape of a table', () => {
    const heads = [{ title: 'T\non x', align: 'left' as const }, { title: 'λ' }];
    const rows = [['a\nb', '1']];
    for (const columns of [null, 80, 6]) {
      const shown = (make: () => string): string[] => laidOut({ columns, markdown: false }, make).split('\n');
      for (const line of [
        ...shown(() => narrowTable(heads, rows)),
        ...shown(() => tableWithLines(heads, rows, { title: 'call', lines: ['f\ng'] })),
        ...shown(() => facts([['a\nb', 'c\nd']])),
      ])
        expect(line).not.toMatch(/^(b|g|d|on x)/);
    }
    expect(laidOut({ columns: null, markdown: true }, () => facts([['a\nb', 'c\nd']]))).toBe(
      '- a\\nb: c\\nd\n',
    );
  });
});

describe('a folder of ranks', () => {
  it.each([[[0]], [[1, 2]]])('may have some packed and others not: unpacked %j', async (unpacked) => {
    const sample = 'traces/cg-4';
    const ranks = mkdtempSync(join(folder, 'ranks-'));
    for (const [rank, name] of readdirSync(sample).sort().entries()) {
      const bytes = readFileSync(join(sample, name));
      if (unpacked.includes(rank)) writeFileSync(join(ranks, name.replace(/\.gz$/, '')), gunzipSync(bytes));
      else writeFileSync(join(ranks, name), bytes);
    }
    const found = await runCli(['sensitivity', ranks, '--json']);
    expect(found.stdout).not.toContain('error');
    const whole = await runCli(['sensitivity', sample, '--json']);
    expect(JSON.parse(found.stdout).result).toEqual(JSON.parse(whole.stdout).result);
  });
});
