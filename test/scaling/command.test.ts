/** `scaling` on programs whose laws are known in closed form, and on traces whose largest run is held out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { inFull } from '../part.js';

const folder = scratch();

interface Law {
  readonly quantity: string;
  readonly pct?: number;
  readonly law: { term: string | null; exact: boolean } & Record<string, number | string | boolean | null>;
  readonly predictions: readonly (Record<string, number | boolean> & {
    interval95_ns: number[];
    interval95: number[];
    value_rounded: number[];
  })[];
}

async function scaled(...argv: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['scaling', ...argv, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { result, warnings, input } = JSON.parse(stdout);
  const law = (quantity: string): Law => result.laws.find((one: Law) => one.quantity === quantity);
  return { law, warnings: warnings as { code: string; message: string }[], input };
}

/** A pattern as GOAL, written. */
async function writtenPattern(name: string, ranks: number): Promise<string> {
  const file = join(folder, `${name}-${ranks}.goal`);
  const argv = ['schedgen', '--pattern', name, '--ranks', String(ranks), '--output', file, '-q'];
  expect((await runCli(argv)).code).toBe(0);
  return file;
}

const pattern = (name: string, ranks: string, ...rest: readonly string[]) =>
  scaled('--pattern', name, '--ranks', ranks, '-o', '5us', '-G', '0', '-L', '3us', ...rest);

describe('patterns', () => {
  it('a ring pays p latencies: p messages one after the other', async () => {
    const { law } = await pattern('ring', '4,8,12,20,32', '--predict', '100');
    expect(law('lambda_L').law).toMatchObject({ term: 'p', exact: true });
    expect(law('lambda_L').predictions[0].value).toBeCloseTo(100, 6);
    // Each hop o + L + o = 13 µs.
    expect(law('runtime').law.coefficient_ns).toBeCloseTo(13_000, 6);
    expect(law('tolerance').law).toMatchObject({ term: null, exact: true });
  });

  it.each([
    ['bcast=binomial', 63, 5],
    ['barrier=dissemination', 33, 6],
  ] as const)('%s at %d ranks: powers of two leave whole rounds open', async (name, ranks, rounds) => {
    const { law, warnings } = await pattern(name, '2,4,8,16,32', '--predict', String(ranks));
    const [{ value, value_rounded, interval95 }] = law('lambda_L').predictions;
    expect(value).toBeCloseTo(Math.log2(ranks), 9);
    for (const pair of [value_rounded, interval95]) {
      expect(pair[0]).toBeCloseTo(5, 9);
      expect(pair[1]).toBeCloseTo(6, 9);
    }
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'powers-of-two', message: expect.stringContaining('⌈log2 p⌉') }),
    );
    // What the program does there.
    const machine = ['-o', '5us', '-G', '0', '-L', '3us'];
    const { lambda, runtime_ns } = (
      await askJson(['tolerance', ...machine, await writtenPattern(name, ranks)])
    ).result;
    expect(lambda.L).toBe(rounds);
    const [low, high] = law('runtime').predictions[0].interval95_ns;
    expect(runtime_ns).toBeGreaterThanOrEqual(low - 1e-6);
    expect(runtime_ns).toBeLessThanOrEqual(high + 1e-6);
  });

  it('warns of few points, of other than powers of two, and of algorithms that change', async () => {
    const { warnings } = await pattern(
      'allgather',
      '4,8,64',
      '--collective',
      'auto',
      '--bytes',
      '32KiB',
      '--predict',
      '48',
    );
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['few-points', 'powers-of-two', 'algorithm-changes']),
    );
  });
});

describe('traces', () => {
  const at = (ranks: number): string => `traces/scaling/solver-${ranks}`;

  inFull('predict a run that was held out, within their interval', async () => {
    const { law, input } = await scaled(at(2), at(4), at(8), at(16), '--predict', '32');
    expect(input.programs.map(({ ranks }: { ranks: number }) => ranks)).toEqual([2, 4, 8, 16]);
    const { runtime_ns, lambda, tolerance } = (await askJson(['tolerance', at(32), '--pct', '1'])).result;
    const errorOf = (quantity: string, key: string, truth: number): number => {
      const [one] = law(quantity).predictions;
      const [low, high] = one[key.replace('value', 'interval95') as 'interval95'];
      expect(truth).toBeGreaterThanOrEqual(low);
      expect(truth).toBeLessThanOrEqual(high);
      return Number(one[key]) / truth - 1;
    };
    // As docs/scaling.md states them.
    expect(errorOf('runtime', 'value_ns', runtime_ns)).toBeCloseTo(-0.007, 3);
    expect(errorOf('lambda_L', 'value', lambda.L)).toBeCloseTo(-0.076, 3);
    expect(errorOf('tolerance', 'value_ns', tolerance[0].delta_ns)).toBeCloseTo(0.193, 3);
  });

  it('tell errors in the unit of the quantity where a value is 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'llamp-laws-'));
    const programs = [1000, 0, 9000].map((ns, i) => {
      const ranks = Array.from({ length: i + 1 }, (_, rank) => `rank ${rank} {\nl1: calc ${ns}\n}\n`);
      const file = join(folder, `${i + 1}.goal`);
      writeFileSync(file, `num_ranks ${i + 1}\n${ranks.join('')}`);
      return file;
    });
    const { stdout } = await runCli(['scaling', ...programs]);
    rmSync(folder, { recursive: true, force: true });
    expect(stdout).toMatch(/\n {2}T +3\.333 µs, constant +\d+\.?\d* µs/);
    expect(stdout).toContain('none (unlimited at 1, 2, 3 ranks)');
  });

  it('are those of a folder of runs, however it is typed', async () => {
    const listed = [2, 4, 8, 16, 32].map((ranks) => `traces/scaling/solver-${ranks}`);
    const { result } = await askJson(['scaling', ...listed]);
    for (const typed of ['traces/scaling', 'traces/scaling/*', 'traces/scaling/solver-*'])
      expect((await askJson(['scaling', typed])).result).toEqual(result);
  });

  it('are refused where they are too few, of one size, or asked for too much', async () => {
    await expectRefusal(['scaling', at(2), at(4)], 2, 'needs 3 numbers of ranks; the input has 2');
    const twice = await runCli(['scaling', at(2), at(4), at(8), at(4)]);
    expect(twice.stderr).toContain('same number of ranks');
    await expectRefusal(['scaling', at(2), at(4), at(8), '--predict', '64'], 2, 'Predict from 1 to 32');
  });
});
