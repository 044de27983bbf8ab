/** Answers by line of source, of a shipped run whose program is not here. */
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/cli/input/load-input.js';
import { ProgressBar } from '../../src/cli/process/progress.js';
import { ViewSession } from '../../src/cli/view/session.js';
import { allowedNames, readSettings } from '../../src/cli/view/settings.js';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const RUN = 'traces/runs/solver-4';
/** λ_L of 22 of which 12 are of dot, called from two lines: 2 rounds for the first, 2 for each of 5 others. */
const SITES = [
  { line: 10, function: 'dot', call: 'MPI_Allreduce', via: [37], lambda: 10 },
  { line: 16, function: 'halo', call: 'MPI_Sendrecv', via: [36], lambda: 5 },
  { line: 18, function: 'halo', call: 'MPI_Isend', via: [36], lambda: 5 },
  { line: 10, function: 'dot', call: 'MPI_Allreduce', via: [34], lambda: 2 },
];

interface JsonPlace {
  readonly function: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

interface JsonSite extends JsonPlace {
  readonly call: string;
  readonly object: string;
  readonly offset: number;
  readonly via: readonly JsonPlace[];
}

const sample = (): string => {
  const into = mkdtempSync(join(folder, 'run-'));
  cpSync(RUN, into, { recursive: true });
  return into;
};

const folder = scratch();

describe('sensitivity --by site', () => {
  it('splits λ_L by line of source, with function, call and callers', async () => {
    const { code, stdout } = await runCli(['sensitivity', RUN, '--by', 'site', '--json']);
    expect(code).toBe(0);
    const { result, warnings } = JSON.parse(stdout);
    expect(warnings).toEqual([]);
    const groups: { lambda: { L: number }; site: JsonSite }[] = result.breakdown.groups;
    expect(
      groups.map(({ lambda, site }) => ({
        line: site.line,
        function: site.function,
        call: site.call,
        via: site.via.map(({ line }) => line),
        lambda: lambda.L,
      })),
    ).toEqual(SITES);
    expect(groups[0].site).toMatchObject({
      file: '/tmp/app/solver.c',
      object: '/tmp/app/solver',
      offset: 4788,
    });
    expect(result.lambda.L).toBe(SITES.reduce((sum, { lambda }) => sum + lambda, 0));
  });

  it('has a column each in CSV', async () => {
    const { stdout } = await runCli(['sensitivity', RUN, '--by', 'site', '--csv']);
    const [head, first] = stdout.split('\n');
    expect(head.split(',').slice(0, 6)).toEqual(['group', 'site', 'function', 'call', 'via', 'lambda_L']);
    expect(first.split(',').slice(0, 6)).toEqual([
      'solver.c:10 MPI_Allreduce via solver.c:37',
      ...['solver.c:10', 'dot', 'MPI_Allreduce', 'solver.c:37', '10'],
    ]);
  });

  it('is refused where the input does not say from where calls were made', async () => {
    const { code, stderr } = await runCli('sensitivity traces/ring-4 --by site');
    expect([code, stderr]).toEqual([2, expect.stringContaining('from where in the program')]);
  });

  it('refuses a table of names that is damaged', async () => {
    const run = sample();
    writeFileSync(join(run, 'llamp-trace-sites.json'), '{ "schema": ');
    const { code, stderr } = await runCli(['sensitivity', run, '--by', 'site']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(`${run}/llamp-trace-sites.json: this is no table`),
    ]);
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
    expect(stderr).toBe('warning: call sites: solver cannot be read here: places in it have no names\n');
  });
});

describe('tolerance --by site', () => {
  it('tells how much latency the messages of each line alone may gain', async () => {
    const argv = ['tolerance', RUN, '--by', 'site', '--pct', '1'];
    const { result } = await askJson(argv);
    const groups: { site: JsonSite; tolerance: { delta_ns: number }[] }[] = result.tolerance_by.groups;
    expect(groups.map(({ site }) => site.line)).toEqual([10, 16, 18, 10]);
    // As far as λ stays: 1 % of T over the λ of the line.
    const onePercent = result.runtime_ns / 100;
    for (const [i, { tolerance }] of groups.entries())
      expect(tolerance[0].delta_ns).toBeCloseTo(onePercent / SITES[i].lambda, 3);
    const { stdout } = await runCli([...argv, '--csv']);
    expect(stdout.split('\n')[0]).toBe('group,site,function,call,via,messages,lambda_L,pct,delta_ns');
    expect((await runCli(argv)).stdout).toMatch(
      /\n +20 +5 +\+1\.2\d+ µs +MPI_Sendrecv +solver\.c:16 +halo\n/,
    );
  });

  it('is about latency alone, and about ranks that sit somewhere', async () => {
    const other = await runCli(['tolerance', RUN, '--by', 'site', '--parameter', 'G']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--by is about latency, not G')]);
    const nowhere = await runCli(['tolerance', RUN, '--by', 'node']);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      expect.stringContaining('add --platform or --topology'),
    ]);
  });
});

describe('path', () => {
  it('tells by which line it leaves each rank, and what it spends by call site', async () => {
    const { result } = await askJson(['path', RUN, '--segments', '0']);
    const left: (JsonSite | null)[] = result.segments.map(
      (one: { leaves_by: JsonSite | null }) => one.leaves_by,
    );
    expect(left.filter((site) => site?.line === 10)).toHaveLength(12);
    expect(left.at(-1)).toBeNull();
    const sums: { site: JsonSite | null; latency_ns: number; overhead_ns: number; computation_ns: number }[] =
      result.sites;
    for (const part of ['latency_ns', 'overhead_ns', 'computation_ns'] as const)
      expect(sums.reduce((sum, one) => sum + one[part], 0)).toBeCloseTo(result[part], 6);
    const [between] = sums.filter(({ site }) => site === null);
    expect(between.computation_ns).toBe(result.computation_ns);
    expect(between.latency_ns).toBe(0);
    expect(sums.filter(({ site }) => site?.line === 10).map((one) => one.latency_ns)).toEqual([
      30_000, 6_000,
    ]);
  });

  it('says nothing of lines where the input does not', async () => {
    const { result } = await askJson('path traces/ring-4');
    expect(result).not.toHaveProperty('sites');
    expect(result.segments[0]).not.toHaveProperty('leaves_by');
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

describe('view', () => {
  it('has the same table', async () => {
    const { program, info } = await loadProgram([RUN], { digest: false }, new ProgressBar(true));
    const viewed = { program, info, machine: {}, title: 'solver', measured: undefined };
    const settings = readSettings({ machine: 'cscs-testbed', range: '+0..+1us', pct: '1' }, allowedNames({}));
    const { data } = await new ViewSession(viewed).curve(settings);
    expect(data.sites.map(({ place, function: name, lambda }) => [place, name, lambda])).toEqual(
      SITES.map((one) => [`solver.c:${one.line}`, one.function, one.lambda]),
    );
  });
});
