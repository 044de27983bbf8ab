/** Gates of `diff` and `tolerance` on traces of one unchanged program, and how flags name them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const SOLVER = 'traces/runs/solver-4';
/** Five runs of one program. */
const REPEATS = [1, 2, 3, 4, 5].map((run) => `traces/repeats/solver-4-${run}`);
const EXACT = 'communication=0,lambda=0,lambda_G=0,lambda_o=0,messages=0,bytes=0,runtime=0,tolerance=0';
const folder = scratch();
const saved = join(folder, 'baseline.json');

beforeAll(async () => {
  expect((await runCli(`tolerance ${REPEATS[0]} -m piz-daint --pct 1 --save ${saved}`)).code).toBe(0);
});

describe('runs of one program', () => {
  it('trip no gate against each other by the computation of one of them, and the runtime by their own', async () => {
    const own: (number | null)[] = [];
    for (const [i, a] of REPEATS.entries())
      for (const b of REPEATS.slice(i + 1)) {
        const shared = await runCli(['diff', a, b, '--computation-of', 'A', '--fail-above', EXACT]);
        expect([shared.code, shared.stderr]).toEqual([0, '']);
        own.push((await runCli(['diff', a, b, '--fail-above', '0%', '-q'])).code);
      }
    expect(own).toHaveLength(10);
    expect(own).toContain(10);
  });

  it.each([
    ['--region', '20%..80%'],
    ['--region', 'first-message..last-message'],
    ['--region', 'steady-state'],
  ])('do so of a part of it: %j %j', async (...part) => {
    const [a, , b] = REPEATS;
    const argv = ['diff', a, b, ...part, '--fail-above', 'runtime=0,lambda=0,tolerance=0', '-q'];
    expect((await runCli([...argv, '--computation-of', 'A'])).code).toBe(0);
  });

  it('do so against a baseline, by either command', async () => {
    for (const run of REPEATS.slice(1)) {
      const { code, stdout } = await runCli(['tolerance', run, '--baseline', saved, '--fail-above', EXACT]);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /both runs use the computation of .*baseline\.json \(A\); \d+ of \d+ computations/,
      );
      const argv = ['diff', saved, run, '--computation-of', 'A', '--fail-above', EXACT];
      expect((await runCli(argv)).code).toBe(0);
    }
  });

  it('are said to have noise where each has its own computation', async () => {
    const [a, b] = REPEATS;
    const warned =
      /each run has its own computation, whose noise can hide a change or trip the gate lambda\. .*--computation-of A/;
    const argv = ['diff', a, b, '--fail-above', 'lambda=10%,messages=0'];
    expect((await runCli(argv)).stderr).toMatch(warned);
    expect((await runCli([...argv, '--computation-of', 'A'])).stderr).not.toMatch(warned);
    expect((await runCli(['diff', a, b, '--fail-above', 'messages=0'])).stderr).not.toMatch(warned);
    expect(
      (await runCli(['diff', a, '--b', '--latency 3us', '--fail-above', 'lambda=1%'])).stderr,
    ).not.toMatch(warned);
  });

  it('say what became of their computation', async () => {
    const { result } = await askJson(['diff', REPEATS[0], REPEATS[1], '--computation-of', 'A']);
    const { of, stretches, same, unlike } = result.computation;
    expect([of, same, unlike]).toEqual(['A', stretches, []]);
    expect(result.delta.runtime_ns).toBe(0);
    expect(result.gates).toBeUndefined();
  });
});

describe('--fail-above', () => {
  it('says which gate tripped, by how much, and what the limit is', async () => {
    const argv = ['diff', SOLVER, '--b', '--collective allreduce=ring', '--pct', '5'];
    const { code, stdout, stderr } = await runCli([
      ...[...argv, '--fail-above', 'messages=3, lambda=1%', '--fail-above', 'tolerance=-1ns,runtime=100%'],
      ...['--json', '-q'],
    ]);
    expect(code).toBe(10);
    const { a, b, gates } = JSON.parse(stdout).result;
    const [messages, lambda, tolerance, runtime] = gates;
    expect(messages).toMatchObject({
      gate: 'messages',
      unit: null,
      a: 88,
      limit: 3,
      limit_pct: null,
      tripped: true,
    });
    expect(lambda).toMatchObject({ a: a.lambda.L, b: b.lambda.L, limit_pct: 1, tripped: true });
    expect(lambda.change_pct).toBeCloseTo(100 * (b.lambda.L / a.lambda.L - 1), 9);
    expect(tolerance).toMatchObject({
      unit: 'ns',
      a: a.tolerance[0].delta_ns,
      b: b.tolerance[0].delta_ns,
      limit: -1,
    });
    expect(runtime).toMatchObject({ tripped: false, a: a.runtime_ns });
    expect(stderr).toMatch(
      /messages is \d+ in B and 88 in A \(\+\d+, above the gate of 3\); lambda is .* gate of 1 %/,
    );
  });

  it.each([
    [
      'lamda=10%',
      /--fail-above 'lamda' is unknown. Did you mean lambda\? Use one of bytes, communication, .*tolerance/,
    ],
    ['lambda', /--fail-above 'lambda' has no limit. Write lambda=10%/],
    ['tolerance=10%', /a run is worse if its tolerance falls. Write tolerance=-10%/],
    ['lambda=-10%', /a run is worse if its lambda grows. Write lambda=10%/],
    ['lambda=1%,lambda=2%', /--fail-above names lambda twice/],
    ['messages=few', /--fail-above messages=few is no limit/],
    ['communication=3', /--fail-above communication '3' has no unit/],
    ['lambda 10%', /'lambda 10%' is not a percentage. Write 2%, or gates \(/],
  ])('%s is no gate', async (text, words) => {
    await expectRefusal(['diff', SOLVER, '--b', '--latency 1us', '--fail-above', text], 2, words);
  });

  it('asks a baseline for nothing that it does not tell', async () => {
    const old = join(folder, 'old.json');
    const { computation: _, ...document } = JSON.parse(readFileSync(saved, 'utf8'));
    delete document.profile.sent;
    writeFileSync(old, JSON.stringify(document, null, 1));
    const argv = ['diff', old, REPEATS[1], '--fail-above'];
    await expectRefusal(
      [...argv, 'lambda=1%', '--computation-of', 'A'],
      2,
      /does not contain the computation of its run\. Save it again without --region/,
    );
    await expectRefusal(
      [...argv, 'bytes=0'],
      2,
      /does not contain the bytes of its messages\. Write the baseline again/,
    );
    await expectRefusal(
      [...argv, 'tolerance=-1%', '--pct', '3'],
      2,
      /does not contain the 3 % tolerance\. Use a percentage that it contains, such as --pct 1/,
    );
    expect((await runCli([...argv, 'messages=0'])).code).toBe(0);
    await expectRefusal(
      ['diff', SOLVER, saved, '--computation-of', 'A'],
      2,
      /--computation-of cannot be used, because B is a baseline/,
    );
  });

  it('belongs to a baseline of the same machine in tolerance', async () => {
    const argv = ['tolerance', REPEATS[1], '--fail-above', 'lambda=1%'];
    await expectRefusal(argv, 2, /--baseline/);
    await expectRefusal(
      [...argv, '--baseline', 'goal-samples/ring.goal'],
      2,
      /is not a baseline\. Write one with tolerance INPUT --save/,
    );
    await expectRefusal(
      [...argv, '--baseline', saved, '-L', '9us'],
      2,
      /differs from that of the baseline \(latency_ns .*Leave out --latency/,
    );
    await expectRefusal(
      [...argv, '--baseline', saved, '--parameter', 'G'],
      2,
      /--baseline works for the latency only, not for G/,
    );
  });

  it('holds a program that sends more against its baseline, on its machine', async () => {
    const { code, stdout, stderr } = await runCli([
      ...['tolerance', REPEATS[1], '--baseline', saved, '--collective', 'allreduce=ring'],
      ...['--fail-above', 'messages=0,tolerance=-10%', '-q'],
    ]);
    expect([code, stderr]).toEqual([
      10,
      expect.stringMatching(/messages is \d+ in this run and \d+ in the baseline/),
    ]);
    expect(stdout).toMatch(/machine piz-daint/);
    expect(stdout).toMatch(/^ {2}tolerance .* tripped$/m);
  });
});

describe('a baseline', () => {
  it('of a part of a program keeps no computation', async () => {
    const part = join(folder, 'part.json');
    await runCli(['tolerance', REPEATS[0], '--region', '20%..80%', '--save', part]);
    const argv = ['diff', part, REPEATS[1], '--computation-of', 'A'];
    await expectRefusal(argv, 2, /part\.json does not contain the computation of its run/);
  });

  it('with a finite tolerance changes to unlimited, and back, not from nothing', async () => {
    const still = join(folder, 'still.goal');
    writeFileSync(still, 'num_ranks 1\nrank 0 {\nl1: calc 100\n}\n');
    const change = async (a: string, b: string): Promise<string | undefined> => {
      const { stdout } = await runCli(['diff', a, b, '--fail-above', 'tolerance=-10%', '-q']);
      return /^ {2}tolerance .*/m.exec(stdout)?.[0];
    };
    expect(await change('goal-samples/ring.goal', still)).toMatch(/unlimited +to unlimited/);
    expect(await change(still, 'goal-samples/ring.goal')).toMatch(/from unlimited/);
  });

  it('with computation that does not go together is refused by its place', async () => {
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, readFileSync(saved, 'utf8').replace(/"ns": "\d+ /, '"ns": "'));
    await expectRefusal(
      ['diff', damaged, REPEATS[1]],
      3,
      /damaged\.json:\d+:\d+.*the times and calls of rank \d+ do not match/,
    );
  });
});
