/** The page on what is shared: its table is that of its figures, they keep their bounds, and the tool still gives them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { figuresIn, type Row, tableOf } from '../../docs/shared/table.js';
import { runCli } from '../cli/run.js';

const text = (name: string): string =>
  readFileSync(new URL(`../../docs/shared/${name}`, import.meta.url), 'utf8');
const all = figuresIn(text('runtimes.csv'));
const rowOf = (rows: readonly Row[], way: Row['assumed']): Row => {
  const row = rows.find(({ assumed }) => assumed === way);
  if (row === undefined) throw new Error(`no row ${way}`);
  return row;
};

it('has the table of its figures', () => {
  const shown = /<!-- table -->\n([\s\S]*?)<!-- end -->/.exec(text('README.md'))?.[1];
  expect(shown).toBe(tableOf(all));
});

it.each(all.map((one) => [one.program, one.rows] as const))('%s: plain ≤ lower ≤ upper', (_, rows) => {
  const { runtime_ns: lower, runtime_upper_ns: upper = Number.NaN } = rowOf(rows, 'bounds');
  const rounding = 1e-9 * lower;
  expect(lower).toBeGreaterThanOrEqual(rowOf(rows, 'plain').runtime_ns - rounding);
  expect(upper).toBeGreaterThanOrEqual(lower - rounding);
});

it.each(['traces/ring-4', 'traces/runs/solver-4'])('%s has these figures still', async (program) => {
  const argv = ['report', program, '--shared', '--json', '--quiet', '--output', '/dev/null'];
  const { shared } = JSON.parse((await runCli(argv)).stdout).result;
  const rows = all.find((one) => one.program === program)?.rows ?? [];
  expect(shared).toHaveLength(rows.length);
  for (const [i, row] of rows.entries()) {
    expect(shared[i].runtime_ns).toBeCloseTo(row.runtime_ns, 3);
    expect(shared[i].lambda_L).toBe(row.lambda_L);
  }
});
