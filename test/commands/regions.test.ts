/** Answers by function, of a shipped run whose source is test/tracer/programs/solver.c. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const RUN = 'traces/runs/solver-4';

interface Amounts {
  readonly lambda: { readonly L: number };
  readonly latency_ns: number;
  readonly share_of_lambda: number;
  readonly share_of_runtime: number;
}

interface Region {
  readonly name: string;
  readonly file: string | null;
  readonly lines: readonly number[];
  readonly inclusive: Amounts;
  readonly exclusive: Amounts;
  readonly calls: readonly (Amounts & { readonly call: string })[];
  readonly children: readonly Region[];
}

const folder = scratch();

/** The run with other names for its functions. */
function renamed(names: Readonly<Record<string, string>>): string {
  const into = mkdtempSync(join(folder, 'run-'));
  cpSync(RUN, into, { recursive: true });
  const table = join(into, 'llamp-trace-sites.json');
  let text = readFileSync(table, 'utf8');
  for (const [own, other] of Object.entries(names))
    text = text.replaceAll(`"function": "${own}"`, `"function": "${other}"`);
  writeFileSync(table, text);
  return into;
}

describe('sensitivity --by region', () => {
  it('has the call tree of the program, with what the functions of its source hold', async () => {
    const { code, stdout } = await runCli(['sensitivity', RUN, '--by', 'region', '--json']);
    expect(code).toBe(0);
    const { result, warnings } = JSON.parse(stdout);
    expect(warnings).toEqual([]);
    const { by, tree, functions }: { by: string; tree: Region[]; functions: Region[] } = result.breakdown;
    expect([by, tree.length]).toEqual(['region', 1]);
    // main calls no MPI on the path; dot is 2 rounds of 6 reductions, halo 5 of either exchange of 5.
    const [main] = tree;
    const told = ({ name, inclusive, exclusive }: Region): unknown[] => [
      ...[name, inclusive.lambda.L, exclusive.lambda.L],
    ];
    expect([main, ...main.children].map(told)).toEqual([
      ['main', 22, 0],
      ['dot', 12, 12],
      ['halo', 10, 10],
    ]);
    expect(functions.map(told)).toEqual([
      ['main', 22, 0],
      ['dot', 12, 12],
      ['halo', 10, 10],
    ]);
    expect(main).toMatchObject({ function: 'main', file: '/tmp/app/solver.c', lines: [34, 36, 37] });
    const [dot, halo] = main.children;
    expect(dot.calls.map(({ call, lambda }) => [call, lambda.L])).toEqual([['MPI_Allreduce', 12]]);
    expect(halo.calls.map(({ call, lambda }) => [call, lambda.L])).toEqual([
      ['MPI_Sendrecv', 5],
      ['MPI_Isend', 5],
    ]);
    expect(halo.lines).toEqual([16, 18]);
    // To the digit: all of λ_L and of ρ_L is below main.
    expect(main.inclusive.lambda.L).toBe(result.lambda.L);
    expect(main.inclusive.share_of_lambda).toBe(1);
    expect(main.inclusive.share_of_runtime).toBeCloseTo(result.rho_L, 12);
    expect(main.children.reduce((sum, { exclusive }) => sum + exclusive.lambda.L, 0)).toBe(result.lambda.L);
  });

  it('shows the tree, and what is where', async () => {
    const { stdout } = await runCli(['sensitivity', RUN, '--by', 'region']);
    expect(stdout).toContain('\n54.55 % of λ_L is in MPI_Allreduce below dot\n');
    expect(stdout).toMatch(
      /\n +22 +100 % +10\.86 % +0 +0 % {2}MPI_Allreduce 54\.55 % {2}main\n +12 .* {4}dot\n/,
    );
    expect(stdout).toMatch(/own λ_L adds up to 22\n$/);
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  });

  it('has a row for each call path in CSV, joined as folded stacks are', async () => {
    const { stdout } = await runCli(['sensitivity', RUN, '--by', 'region', '--csv']);
    const rows = stdout.trimEnd().split('\n');
    expect(rows[0].split(',').slice(0, 6)).toEqual([
      ...['path', 'depth', 'function', 'file', 'lambda_L', 'share_of_lambda'],
    ]);
    expect(rows.slice(1).map((row) => row.split(',').filter((_, i) => i < 2 || i === 4 || i === 9))).toEqual([
      ['main', '0', '22', '0'],
      ['main;dot', '1', '12', '12'],
      ['main;halo', '1', '10', '10'],
    ]);
  });

  it('shortens the names of templates in a terminal, and says where call paths end', async () => {
    const run = renamed({
      dot: 'algebra::krylov::ConjugateGradient<double, 8>::dot(double const&)',
      main: 'algebra::operator<(Vector, Vector)::further_in_than_there_is_room_for',
    });
    const argv = ['sensitivity', run, '--by', 'region'];
    const { stdout } = await runCli(argv, { screen: true, columns: 80 });
    expect(stdout).toMatch(/ {4}…::krylov::ConjugateGradient::dot\n/);
    expect(stdout).toMatch(/ {2}…(::f)?\w*_in_than_there_is_room_for\n/);
    expect(stdout).toContain('trace run --depth N records more');
    expect((await runCli(argv)).stdout).toContain(
      '    algebra::krylov::ConjugateGradient<double, 8>::dot(double const&)\n',
    );
  });

  it('is refused where the input does not say from where calls were made', async () => {
    for (const command of ['sensitivity', 'tolerance', 'path']) {
      const { code, stderr } = await runCli([command, 'traces/ring-4', '--by', 'region']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('from where in the program')]);
    }
  });
});

describe('tolerance --by region', () => {
  it('is 1 % of T over the λ of each function, as far as λ stays', async () => {
    const { result } = await askJson(['tolerance', RUN, '--by', 'region', '--pct', '1']);
    const groups: { name: string; messages: number; region: Region; tolerance: { delta_ns: number }[] }[] =
      result.tolerance_by.groups;
    expect(groups.map(({ name, messages }) => [name, messages])).toEqual([
      ['main', 88],
      ['dot', 48],
      ['halo', 40],
    ]);
    const found = groups.map(({ tolerance }) => tolerance[0].delta_ns);
    [22, 12, 10].forEach((lambda, i) => {
      expect(found[i]).toBeCloseTo(result.runtime_ns / 100 / lambda, 3);
    });
    expect(found[0]).toBeCloseTo(result.tolerance[0].delta_ns, 6);
    expect(groups[1].region.file).toBe('/tmp/app/solver.c');
    const { stdout } = await runCli(['tolerance', RUN, '--by', 'region', '--pct', '1']);
    expect(stdout).toMatch(/\n +40 +10 +\+607\.9 ns {2,4}halo\n/);
  });
});

describe('path --by region', () => {
  it('adds up to T with what lies between calls', async () => {
    const { result } = await askJson(['path', RUN, '--by', 'region']);
    type Times = Readonly<Record<string, number>>;
    interface PathRegion {
      readonly name: string;
      readonly inclusive: Times;
      readonly exclusive: Times;
      readonly children: readonly PathRegion[];
    }
    const { between_calls: between, tree }: { between_calls: Times; tree: PathRegion[] } = result.regions;
    const [main] = tree;
    for (const part of ['computation_ns', 'overhead_ns', 'latency_ns', 'bandwidth_ns'])
      expect(between[part] + main.inclusive[part]).toBeCloseTo(result[part], 6);
    expect(between.computation_ns).toBe(result.computation_ns);
    expect(main.children.map(({ name, exclusive }) => [name, exclusive.latency_ns])).toEqual([
      ['dot', 36_000],
      ['halo', 30_000],
    ]);
  });

  it('is shown instead of the table by call site, and is the CSV', async () => {
    const { stdout } = await runCli(['path', RUN, '--by', 'region']);
    expect(stdout).not.toContain('by call site');
    expect(stdout).toMatch(/\n {2}321\.9 µs +52\.95 % +52\.95 % .* between calls\n/);
    const csv = (await runCli(['path', RUN, '--by', 'region', '--csv'])).stdout.trimEnd().split('\n');
    expect(csv.map((row) => row.split(',')[0])).toEqual([
      ...['path', 'main', 'main;dot', 'main;halo', 'between calls'],
    ]);
    const bySite = (await runCli(['path', RUN, '--by', 'site', '--csv'])).stdout.trimEnd().split('\n');
    expect(bySite[0]).toBe('site,function,call,via,computation_ns,overhead_ns,latency_ns,bandwidth_ns');
    expect(bySite[1]).toMatch(/^between calls,,,,321860,0,0,0$/);
  });
});

describe('report', () => {
  it('has the call tree, open, and says at which latency it is', async () => {
    const page = join(folder, 'page.html');
    expect((await runCli(['report', RUN, '--output', page])).code).toBe(0);
    const html = readFileSync(page, 'utf8');
    const section = /<section aria-labelledby="h-regions">.*?<\/section>/s.exec(html)?.[0] ?? '';
    const count = (tag: RegExp): number => [...section.matchAll(tag)].length;
    expect([count(/<details open>/g), count(/<\/details>/g)]).toEqual([1, 1]);
    for (const tag of ['ul', 'li', 'div', 'span'])
      expect(count(new RegExp(`<${tag}[ >]`, 'g'))).toBe(count(new RegExp(`</${tag}>`, 'g')));
    expect([...section.matchAll(/aria-label="(\w+): (.*?);/g)].map(([, name, told]) => [name, told])).toEqual(
      [
        ['main', 'λ 22, 100 % of λ, 10.9 % of T'],
        ['dot', 'λ 12, 54.5 % of λ, 5.92 % of T'],
        ['halo', 'λ 10, 45.5 % of λ, 4.94 % of T'],
      ],
    );
    expect(section).toContain('solver.c:34,36,37');
    for (const id of ['h-regions', 'h-sites'])
      expect(new RegExp(`"${id}".*?</section>`, 's').exec(html)?.[0]).toContain(
        'At L = 3 µs, the machine&#39;s own, wherever the cursor stands',
      );
  });

  it('has none without call sites, and cannot be broken by a name', async () => {
    const page = join(folder, 'other.html');
    expect((await runCli(['report', 'traces/ring-4', '--output', page])).code).toBe(0);
    expect(readFileSync(page, 'utf8')).not.toContain('"h-regions"');
    await runCli(['report', renamed({ dot: "<b>x</b>'" }), '--output', page]);
    const section = /<section aria-labelledby="h-regions">.*?<\/section>/s.exec(
      readFileSync(page, 'utf8'),
    )?.[0];
    expect(section).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(section).not.toContain('<b>x');
  });
});
