import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { titleOf } from '../../src/cli/present/report-data.js';
import type { ReportData } from '../../src/report/page/report-data.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { inFull } from '../part.js';

const folder = scratch();

const dataOf = (html: string): ReportData =>
  JSON.parse(/<script type="application\/json" id="report-data">(.*?)<\/script>/.exec(html)?.[1] ?? '');

it('writes one page that has the numbers of tolerance, and asks for nothing', async () => {
  const file = join(folder, 'jacobi.html');
  const made = await runCli(['report', 'traces/runs/solver-4', '--output', file, '--json']);
  expect(made.code, made.stderr).toBe(0);
  const query = await runCli('tolerance traces/runs/solver-4 --json');
  const [report, tolerance] = [JSON.parse(made.stdout), JSON.parse(query.stdout)];
  expect(report.schema).toBe('llamp-ts/report/2');
  expect(report.result.file).toBe(file);
  expect(report.result.tolerance).toEqual(tolerance.result.tolerance);
  const html = readFileSync(file, 'utf8');
  const data = dataOf(html);
  expect(data.runtime).toBeCloseTo(tolerance.result.runtime_ns, 3);
  expect(data.lambda).toBe(tolerance.result.lambda.L);
  expect(data.tolerance.map(({ delta }) => delta)).toEqual(
    tolerance.result.tolerance.map((one: { delta_ns: number }) => one.delta_ns),
  );
  expect(data.input.sha256).toBe(tolerance.input.sha256);
  // From the machine's latency to twice the largest tolerance, that at 5 %.
  const [, , { delta_ns: largest }] = tolerance.result.tolerance;
  expect([data.curve.low, data.curve.high]).toEqual([3000, 3000 + 2 * largest]);
  expect(html.length).toBeLessThan(2e6);
  expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/);
  expect(html).toContain('preset cscs-testbed: ');
});

it('names the algorithms and the assumption on contention that it was made with', async () => {
  const file = join(folder, 'ring.html');
  const line = ['report', 'traces/cg-4', '--collective', 'allreduce=ring', '--output', file];
  const { stdout } = await runCli([...line, '--cpu', 'ordered', '--nic', 'ordered']);
  expect(stdout).toMatch(/^cg-4 with allreduce=ring tolerates 161\.5 ns of added network latency/);
  // T is the same without contention, 10.55 ms.
  expect(readFileSync(file, 'utf8')).toContain('of this page assume “CPUs and NICs in program order”');
  await runCli([...line, '--cpu', 'ordered']);
  expect(readFileSync(file, 'utf8')).not.toContain('of this page assume');
});

it('is named after its input, in this folder', async () => {
  const made = await runCli(['report', resolve('goal-samples/ring.goal'), '-L', '5us', '--overhead', '1us'], {
    cwd: folder,
  });
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toMatch(/\nring\.html\n$/);
  expect(readdirSync(folder)).toContain('ring.html');
  const { machine } = dataOf(readFileSync(join(folder, 'ring.html'), 'utf8'));
  expect(machine.slice(0, 2)).toEqual([
    { name: 'latency L', value: '5 µs', source: '--latency' },
    { name: 'overhead o', value: '1 µs', source: '--overhead' },
  ]);
  expect(titleOf(['runs/app.goal.zst'])).toBe('app');
  expect(titleOf(['traces/cg-4/'])).toBe('cg-4');
  expect(titleOf(['my runs/first try.goal.gz'])).toBe('first try');
  expect(titleOf(['a b/rank-0.txt', 'a b/rank-1.txt'])).toBe('rank-0.txt');
  expect(titleOf(['-'])).toBe('report');
});

it('goes to standard output for --output -, with range, title, slowdowns and measured points', async () => {
  const runs = join(folder, 'runs.csv');
  writeFileSync(runs, 'L_us,T_ms\n3,2.7\n13,4.2\n');
  const query = ['--latency-range', '1us..20us', '--pct', '3', '--title', 'My <run>', '--measured', runs];
  const made = await runCli(['report', 'traces/runs/solver-4', '--output', '-', ...query]);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain('<title>My &lt;run&gt;: latency tolerance</title>');
  const data = dataOf(made.stdout);
  expect([data.curve.low, data.curve.high]).toEqual([1000, 20_000]);
  expect(data.tolerance.map(({ percent }) => percent)).toEqual([3]);
  expect(data.measured).toEqual([
    { x: 3000, runtime: 2.7e6 },
    { x: 13_000, runtime: 4.2e6 },
  ]);
});

inFull('compares the algorithms of a collective as compare does; the page is about the first', async () => {
  const axis = ['--collective', 'allreduce=ring,recursive-doubling'];
  const made = await runCli(['report', 'traces/cg-4', ...axis, '--output', '-']);
  const query = await runCli(['compare', 'traces/cg-4', ...axis, '--pct', '1,2,5', '--json']);
  const { variants } = JSON.parse(query.stdout).result;
  const data = dataOf(made.stdout);
  expect(data.compared.map(({ name, runtime, lambda }) => [name, runtime, lambda])).toEqual(
    variants.map((one: { name: string; runtime_ns: number; lambda: { L: number } }) => [
      one.name,
      one.runtime_ns,
      one.lambda.L,
    ]),
  );
  expect(data.runtime).toBeCloseTo(variants[0].runtime_ns, 3);
  await expectRefusal(
    ['report', 'goal-samples/ring.goal', ...axis, '--output', '-'],
    2,
    'has no meaning for a GOAL file',
  );
});

inFull('puts several programs on one page, each as it is alone, with their mix', async () => {
  const inputs = ['traces/cg-4', 'traces/sweep-4'];
  const query = ['--pct', '1,5', '--weight', 'cg-4=3'];
  const file = join(folder, 'programs.html');
  const made = await runCli(['report', ...inputs, ...query, '--output', file, '--json']);
  expect(made.code, made.stderr).toBe(0);
  const { result, machine } = JSON.parse(made.stdout);
  const tolerance = await askJson(['tolerance', ...inputs, ...query]);
  expect(machine).toEqual(tolerance.machine);
  expect(result.mix).toEqual(tolerance.result.mix);
  const html = readFileSync(file, 'utf8');
  const frames = [...html.matchAll(/srcdoc='([^']*)'/g)].map(([, text]) =>
    text.replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  );
  for (const [i, input] of inputs.entries()) {
    const { stdout } = await runCli(['report', input, '--pct', '1,5', '--output', '-']);
    expect(frames[i]).toBe(stdout);
    const { name, weight, result: own } = result.programs[i];
    expect([name, weight, own.file]).toEqual([titleOf([input]), [3, 1][i], file]);
    expect(own.tolerance).toEqual(tolerance.result.programs[i].result.tolerance);
  }
});

it('prints the table of several programs and names the page', async () => {
  const made = await runCli(['report', resolve('traces/fft-4'), resolve('traces/ring-4'), '--quiet'], {
    cwd: folder,
  });
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toMatch(/^ {2}fft-4 .*\n {2}ring-4 .*\n\nreport\.html\n$/m);
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('fft-4, ring-4: latency tolerance');
});

it.each([
  [['report', 'traces/cg-4', '--weight', 'cg-4=2', '--output', '-'], 2, '--weight needs several programs'],
  [['report', 'traces/cg-4', 'traces/sweep-4', '--measured', 'x.csv', '--output', '-'], 2, 'runs of one'],
  [['report'], 2, 'no INPUT given'],
  [['report', 'traces/cg-4', '--output', '-', '--json'], 2, 'both write to standard output'],
  [['report', 'no-such.goal', '--output', '-'], 3, 'no such file'],
  [['report', 'traces/cg-4', '-o', 'cg.html'], 2, 'Use --output cg.html'],
  [['report', 'traces/cg-4', '-o', '-'], 2, 'Use --output -'],
  [['report', 'goal-samples/fig4.goal', '--output', '.'], 3, 'the output is a directory'],
])('refuses %j', async (argv, code, said) => {
  const result = await runCli(argv);
  expect(result.code).toBe(code);
  expect(result.stderr + result.stdout).toContain(said);
});

it('tells on standard error, and in JSON, all that its page warns of', async () => {
  const file = join(folder, 'linear.html');
  const words = ['--collective', 'allreduce=ring,linear', '--cpu', 'free', '--nic', 'free', '--output', file];
  const made = await runCli(['report', 'traces/runs/solver-4', ...words]);
  expect(made.code, made.stderr).toBe(0);
  const told = dataOf(readFileSync(file, 'utf8')).warnings;
  expect(told.map(({ code }) => code)).toContain('independent-sends');
  expect(made.stderr).toBe(told.map(({ message }) => `warning: ${message}\n`).join(''));
});
