/** Answers by line of source, of a shipped run whose program is not here. */
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ViewSession } from '../../src/live/session.js';
import { expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { openedPage, writtenPage } from '../live/samples.js';

const RUN = 'traces/runs/solver-4';
/** λ_L of 22 of which 12 are of dot, called from two lines: 2 rounds for the first, 2 for each of 5 others. */
const SITES = [
  { line: 10, function: 'dot', call: 'MPI_Allreduce', via: [37], lambda: 10 },
  { line: 16, function: 'halo', call: 'MPI_Sendrecv', via: [36], lambda: 5 },
  { line: 18, function: 'halo', call: 'MPI_Isend', via: [36], lambda: 5 },
  { line: 10, function: 'dot', call: 'MPI_Allreduce', via: [34], lambda: 2 },
];

const sample = (): string => {
  const into = mkdtempSync(join(folder, 'run-'));
  cpSync(RUN, into, { recursive: true });
  return into;
};

const folder = scratch();

describe('sensitivity --by site', () => {
  it('is refused where the input does not say from where calls were made', async () => {
    await expectRefusal('sensitivity traces/ring-4 --by site', 2, 'does not record the call sites');
  });

  it('refuses a table of names that is damaged', async () => {
    const run = sample();
    writeFileSync(join(run, 'llamp-trace-sites.json'), '{ "schema": ');
    await expectRefusal(
      ['sensitivity', run, '--by', 'site'],
      3,
      `${run}/llamp-trace-sites.json: this is no table`,
    );
  });

  it('shows places in objects without names, and says once that they are not here', async () => {
    const run = mkdtempSync(join(folder, 'text-'));
    const texts = 'test/sources/llamp-trace/samples/solver';
    for (const rank of [0, 1, 2, 3]) {
      const packed = readFileSync(`${texts}/llamp-trace-rank-${rank}.txt.gz`);
      const text = gunzipSync(packed).toString('utf8').replaceAll('/tmp/app/solver', `${run}/gone/solver`);
      writeFileSync(join(run, `llamp-trace-rank-${rank}.txt`), text);
    }
    const { stdout, stderr } = await runCli(['sensitivity', run, '--by', 'site']);
    expect(stdout).toMatch(/\n +10 .* MPI_Allreduce +solver\+0x12b4 +solver\+0x13ab\n/);
    expect(stderr).toBe('warning: solver cannot be read here, so its call sites have no names\n');
  });
});

describe('tolerance --by site', () => {
  it('is about latency alone, and about ranks that sit somewhere', async () => {
    await expectRefusal(
      ['tolerance', RUN, '--by', 'site', '--parameter', 'G'],
      2,
      '--by works for the latency only, not for G',
    );
    await expectRefusal(['tolerance', RUN, '--by', 'node'], 2, 'Add --platform or --topology');
  });
});

describe('report', () => {
  it('has a table by line of source', async () => {
    const page = join(folder, 'page.html');
    expect((await runCli(['report', RUN, '--output', page])).code).toBe(0);
    expect(existsSync(page)).toBe(true);
    const section =
      /<section aria-labelledby="h-sites">.*<\/section>/.exec(readFileSync(page, 'utf8'))?.[0] ?? '';
    const rows = [...section.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
      row.replaceAll(/<\/t[dh]>/g, ' | ').replaceAll(/<[^>]*>/g, ''),
    );
    expect(rows[0]).toMatch(/^solver\.c:10 via solver\.c:37 \| dot \| MPI_Allreduce \| 10 \| 45\.5 % \| /);
    expect(rows).toHaveLength(SITES.length);
  });
});

describe('the page that computes by itself', () => {
  it('has the same table, and no path of the program or its objects', async () => {
    const html = await writtenPage(RUN);
    const viewed = await openedPage(html);
    const data = await new ViewSession(viewed).curve({
      ...viewed.settings,
      'latency-range': '+0..+1us',
      pct: '1',
    });
    expect(data.sites.map(({ place, function: name, lambda }) => [place, name, lambda])).toEqual(
      SITES.map((one) => [`solver.c:${one.line}`, one.function, one.lambda]),
    );
    expect(viewed.names.flatMap(([, places]) => places).filter(({ file }) => file.includes('/'))).toEqual([]);
    const { sites } = viewed.program.schedule([]).schedule;
    expect([sites?.source.includes('/'), sites?.date]).toEqual([false, Number.NaN]);
  });
});
