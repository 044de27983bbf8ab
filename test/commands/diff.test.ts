/** Two runs against each other, as a user asks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { printed, printedSum } from '../analysis/difference/decimals.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const CG = 'traces/cg-4';
const SOLVER = 'traces/runs/solver-4';
const folder = scratch();
const at = (name: string): string => join(folder, name);

const KINDS = ['computation_ns', 'overhead_ns', 'latency_ns', 'bandwidth_ns'] as const;
type Times = Readonly<Record<(typeof KINDS)[number] | 'runtime_ns', number>>;

interface Result {
  readonly a: Times;
  readonly b: Times;
  readonly delta: Times & { readonly pct: number };
  readonly parameters: readonly { readonly delta_ns: number }[];
  readonly by: Readonly<
    Record<string, readonly (Times & Readonly<Record<'a_ns' | 'b_ns' | 'delta_ns', number>>)[]>
  >;
}

async function query(...argv: string[]) {
  const { code, stdout, stderr } = await runCli(['diff', ...argv, '--json', '-q']);
  expect([code, stderr]).toEqual([0, '']);
  const answer = JSON.parse(stdout);
  const result: Result = answer.result;
  return { answer, result };
}

const runtimeOf = async (...argv: string[]): Promise<number> => {
  return (await askJson(['tolerance', ...argv])).result.runtime_ns;
};

function addsUp({ a, b, delta, parameters, by }: Result): void {
  for (const side of [a, b, delta])
    expect(printedSum(KINDS.map((kind) => side[kind]))).toBe(printed(side.runtime_ns));
  expect(printedSum(parameters.map((one) => one.delta_ns))).toBe(
    printedSum([delta.overhead_ns, delta.latency_ns, delta.bandwidth_ns]),
  );
  for (const list of Object.values(by)) {
    expect(printedSum(list.map((one) => one.delta_ns))).toBe(printed(delta.runtime_ns));
    expect(printedSum(list.map((one) => one.a_ns))).toBe(printed(a.runtime_ns));
    expect(printedSum(list.map((one) => one.b_ns))).toBe(printed(b.runtime_ns));
    for (const kind of KINDS) expect(printedSum(list.map((one) => one[kind]))).toBe(printed(delta[kind]));
  }
}

describe('diff', () => {
  it.each([
    // cg-4 has MPI_Allreduce, MPI_Isend and MPI_Irecv on its path, fft-4 only MPI_Alltoall.
    [['traces/cg-4', 'traces/fft-4'], 'no MPI call'],
    // A barrier of 44 and 252 µs is 16 % of their 122 and 1715 µs of communication.
    [['traces/ring-4', 'traces/mixed-4'], null],
    [[CG, '--b', '--collective allreduce=ring'], null],
  ])('warns of different programs: %j', async (argv, shared) => {
    const { answer } = await query(...argv);
    const said = answer.warnings.filter(({ code }: { code: string }) => code === 'runs-differ');
    expect(said.map(({ message }: { message: string }) => message)).toEqual(
      shared === null
        ? []
        : [`the critical paths of A and B have ${shared} in common, so they may be of different programs`],
    );
  });

  it('has the runtimes that the programs have alone', async () => {
    const [one, other] = ['allreduce=ring', 'allreduce=recursive-doubling'];
    const { answer, result } = await query(CG, '--collective', one, '--b', `--collective ${other}`);
    addsUp(result);
    const ring = await runtimeOf(CG, '--collective', one);
    const doubling = await runtimeOf(CG, '--collective', other);
    expect(result.a.runtime_ns).toBeCloseTo(ring, 6);
    expect(result.b.runtime_ns).toBeCloseTo(doubling, 6);
    expect(result.delta.pct).toBeCloseTo(100 * (doubling / ring - 1), 9);
    expect([answer.input.a.collective, answer.input.b.collective]).toEqual([[one], [other]]);
  });

  it.each([
    [['traces/ring-4'], /only one run is given, without a difference for B\. .*--b '--machine/],
    [[CG, SOLVER, 'traces/ring-4'], /diff compares two runs, not 3\. Name two runs, A and B/],
    [[], /no INPUT given/],
    [['-', '--b', '--latency 1us'], /standard input cannot be read for both A and B/],
    [
      [CG, SOLVER, '--by', 'site'],
      /--by site needs the site of each operation, which A does not contain\. Use --by call or rank/,
    ],
    [[CG, SOLVER, '--fail-above', 'much'], /--fail-above 'much' is not a percentage/],
  ])('%j is no question', async (argv, words) => {
    await expectRefusal(['diff', ...argv], 2, words);
  });

  it('fails where B is more slower than the gate allows, and only then', async () => {
    const argv = ['diff', 'goal-samples/eager.goal', '--b', '--latency 4us'];
    const { pct } = (await askJson(argv)).result.delta;
    const above = await runCli([...argv, '--fail-above', `${pct - 0.001}%`]);
    expect([above.code, above.stderr]).toEqual([
      10,
      expect.stringMatching(/B is .* % slower than A, above the gate of/),
    ]);
    expect((await runCli([...argv, '--fail-above', `${pct + 0.001}%`])).code).toBe(0);
    expect((await runCli('diff goal-samples/eager.goal --b=--latency=1us --fail-above 0')).code).toBe(0);
  });
});

describe('a baseline', () => {
  const saved = at('baseline.json');

  beforeAll(async () => {
    const { code } = await runCli(`tolerance ${SOLVER} -m piz-daint -L 2us --pct 1,5 --save ${saved}`);
    expect(code).toBe(0);
  });

  it('gives its machine and its choices to the run that is held against it, but for what is said of B', async () => {
    const choice = at('ring.json');
    await runCli(['tolerance', CG, '--collective', 'allreduce=ring', '--save', choice]);
    const same = await query(choice, CG);
    expect(same.result.delta.runtime_ns).toBe(0);
    const other = await query(
      choice,
      CG,
      ...['--b', '--collective allreduce=recursive-doubling --latency 1us'],
    );
    expect(other.result.b.runtime_ns).toBeCloseTo(
      await runtimeOf(CG, '--collective', 'allreduce=recursive-doubling', '-L', '1us'),
      6,
    );
    addsUp(other.result);
  });

  it('is not held against a run on another machine unless that is said of B', async () => {
    await expectRefusal(
      ['diff', saved, SOLVER, '-L', '4us'],
      2,
      /differs from that of the baseline \(latency_ns 2000 → 4000.*\. Leave out --latency .*--b '--latency/,
    );
    await expectRefusal(
      ['diff', SOLVER, saved, '-L', '4us'],
      2,
      /\. Leave out --latency to use the machine of the baseline\n$/,
    );
    const { result } = await query(saved, SOLVER, '--b', '--latency 4us');
    // 22 messages on the path, 2 µs each.
    expect(result.delta.runtime_ns).toBe(44_000);
  });

  it('of another machine than a second one is compared with a warning', async () => {
    const other = at('other.json');
    await runCli(`tolerance ${SOLVER} -m piz-daint -L 4us --pct 1,5 --save ${other}`);
    const { answer } = await query(saved, other);
    expect(answer.warnings).toMatchObject([
      {
        code: 'machine-differs',
        message: expect.stringMatching(/^the machine of B differs from that of A \(latency_ns 2000 → 4000/),
      },
    ]);
  });

  it.each([
    [
      ['--engine', 'sweep'],
      /^llamp-ts: --engine has no meaning here, because both runs are baselines, which are solved already/,
    ],
    [['--engine', 'highs:cold'], /--engine has no meaning here, because both runs are baselines/],
    [['--engine', 'auto:9'], /--engine has no meaning here, because both runs are baselines/],
    [['-L', '4us'], /--latency cannot be used, because both runs are baselines, which are solved already/],
    [['--platform', 'epyc-orfeo'], /--platform cannot be used, because both runs are baselines/],
    [
      ['--collective', 'allreduce=ring', '--rules', 'strict'],
      /--collective, --rules cannot be used, because both runs are baselines/,
    ],
    [['--region', '10%..20%'], /--region cannot be used, because both runs are baselines/],
    [['--b', '--latency 4us'], /--b cannot be used, because B is a baseline, which is solved already/],
  ])('leaves nothing to %j where both are one', async (flags, words) => {
    await expectRefusal(['diff', saved, saved, ...flags], 2, words);
  });

  it('as B has nothing of its own; the run beside it is solved as flags say', async () => {
    await expectRefusal(
      ['diff', SOLVER, saved, '--b', '--latency 4us'],
      2,
      /--b cannot be used, because B is a baseline/,
    );
    const [highs, sweep] = await Promise.all(
      ['highs', 'sweep'].map(async (engine) => (await query(SOLVER, saved, '--engine', engine)).result),
    );
    expect(highs.a.runtime_ns).toBeCloseTo(sweep.a.runtime_ns, 6);
  });

  it.each([
    [
      'another version',
      (text: string) => text.replace('baseline/1', 'baseline/9'),
      /damaged-baseline\.json:2:\d+: bad value of 'schema'/,
    ],
    ['a key less', (text: string) => text.replace(/"rho_L": [^,]*,/, ''), /key 'profile.rho_L' is missing/],
    [
      'a word for a number',
      (text: string) => text.replace(/"messages": 22/, '"messages": "many"'),
      /baseline.json:\d+:\d+: bad value of 'profile\.messages'/,
    ],
    [
      'a runtime of its own',
      (text: string) => text.replace(/"runtime_ns": [\d.]+/, '"runtime_ns": 1'),
      /the sum of the four parts of the path is not runtime_ns/,
    ],
    [
      'a λ that its latencies do not pay',
      (text: string) => text.replace(/"L": 22/, '"L": 30'),
      /:\d+:\d+: lambda\.L 30 contradicts L and rho_L/,
    ],
    [
      'bytes that take longer than the run',
      (text: string) => text.replace(/"G": \d+/, '"G": 1e12'),
      /:\d+:\d+: lambda\.G 1000000000000 contradicts G and runtime_ns/,
    ],
    [
      'the price of another machine',
      (text: string) => text.replace(/"price": 2000,/, '"price": 3000,'),
      /:\d+:\d+: L has the value 3000, but the machine has 2000/,
    ],
    [
      'latencies that cost more than their part',
      (text: string) => text.replace(/("price": 2000,\s*"count": )22/, '$123'),
      /:\d+:\d+: latency_ns is less than the cost of its parameters, 46000/,
    ],
    [
      'less to bear at a larger percentage',
      (text: string) => text.replace(/("pct": 5,\s*"delta_ns": )[\d.]+/, '$11'),
      /:\d+:\d+: the tolerance of 5 % is less than that of 1 %/,
    ],
    ['half of it', (text: string) => text.slice(0, text.length / 2), /baseline.json:\d+:\d+/],
  ])('with %s is refused with its place', async (_, change, words) => {
    const file = at('damaged-baseline.json');
    writeFileSync(file, change(readFileSync(saved, 'utf8')));
    await expectRefusal(['diff', file, SOLVER], 3, words);
  });

  it('that bears more than its λ allows is doubted', async () => {
    const file = at('bears.json');
    writeFileSync(file, readFileSync(saved, 'utf8').replace(/("pct": 5,\s*"delta_ns": )[\d.]+/, '$11e9'));
    const { code, stderr } = await runCli(['diff', file, SOLVER, '--pct', '5']);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/bears\.json: the tolerance of 5 % is 1 s, and λ_L 22 allows/),
    ]);
  });

  it('does not overwrite what is read', async () => {
    await expectRefusal(
      'tolerance goal-samples/eager.goal --save goal-samples/eager.goal',
      2,
      /--save .* would overwrite an input/,
    );
  });
});
