/** `export` of a graph: what it writes, and what it refuses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const folder = scratch();

it('writes a picture whose bars are the operations', async () => {
  const file = join(folder, 'ring.svg');
  const { code, stdout } = await runCli(
    `export traces/ring-4 --draw-ranks 0,1 --format svg --output ${file}`,
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const svg = readFileSync(file, 'utf8');
  const dot = (await runCli('export traces/ring-4 --format dot --draw-ranks 0..1')).stdout;
  const bars = svg.match(/<g id="op\d+"/g) ?? [];
  expect(bars.length).toBeGreaterThan(50);
  expect(bars.length).toBe(dot.match(/^ {4}op\d+ \[/gm)?.length);
  expect(svg).toContain('messages of other ranks omitted');
  expect(dot).toMatch(/ {2}\/\/ \d+ messages to or from other ranks are omitted/);
});

it('says by how much a program is too large to be drawn, and the way out', async () => {
  await expectRefusal(
    'export traces/cg-4 --format dot',
    5,
    /a graph of 4828 operations exceeds the limit of 2000.* --draw-ranks 0,1/,
  );
});

it.each([
  ['0,4', /rank 4, which does not exist. Name ranks from 0 to 3/],
  ['a', /'a' names no ranks. Write them as 0,1,5 or 0\.\.3/],
  ['3..1', /names no ranks/],
  ['', /names no ranks/],
  ['0..99999999', /which does not exist/],
])('refuses --draw-ranks %s', async (ranks, said) => {
  await expectRefusal(['export', 'traces/ring-4', '--format', 'dot', '--draw-ranks', ranks], 2, said);
});
