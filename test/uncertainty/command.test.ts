import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
/** `tolerance --uncertainty` of several runs and of one. */
import { describe, expect, it } from 'vitest';
import { quantilesOf } from '../../src/analysis/measurement-uncertainty.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';

const RUNS = [1, 2, 3, 4, 5].map((run) => `traces/repeats/solver-4-${run}`);

const answered = (...argv: readonly string[]) => askJson(['tolerance', '--uncertainty', ...argv]);

describe('several runs', () => {
  it('are refused at two sizes, and warned of where they are few or differ', async () => {
    await expectRefusal(
      ['tolerance', '--uncertainty', RUNS[0], 'traces/scaling/solver-8'],
      3,
      'the runs have different numbers of ranks, 4 in ',
    );
    await expectRefusal(
      ['tolerance', '--uncertainty', RUNS[0], RUNS[1], 'traces/ring-4'],
      3,
      /solver-4-1 and \S*ring-4 are not runs of one program: they have \d+ and \d+ messages/,
    );
    const folder = mkdtempSync(join(tmpdir(), 'llamp-runs-'));
    const files = [20, 22].map((messages) => {
      const ends = (name: string, word: string): string =>
        Array.from({ length: messages }, (_, i) => `${name}${i}: ${word} tag ${i}\n`).join('');
      const file = join(folder, `${messages}.goal`);
      const ranks = [ends('s', 'send 8b to 1'), ends('r', 'recv 8b from 0')];
      writeFileSync(file, `num_ranks 2\n${ranks.map((ops, rank) => `rank ${rank} {\n${ops}}\n`).join('')}`);
      return file;
    });
    const { warnings } = await answered(...files);
    rmSync(folder, { recursive: true });
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['few-runs', 'runs-differ']),
    );
  });

  it('with an unlimited tolerance have it as a quantile', () => {
    const one = (delta: number) => ({ runtime: 1, lambda: 0, rho: 0, tolerance: [delta] });
    const list = [one(1), one(2), one(Number.POSITIVE_INFINITY)];
    expect(quantilesOf(list, [0, 0.5, 0.75, 1]).map(({ tolerance }) => tolerance[0])).toEqual([
      1,
      2,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

describe('one run', () => {
  it('says who tells what the tracer took', async () => {
    const text = async (...more: readonly string[]) =>
      (
        await runCli([
          'tolerance',
          'traces/ring-4',
          '--uncertainty',
          '--pct',
          '1',
          '--samples',
          '20',
          ...more,
        ])
      ).stdout;
    expect(await text()).toContain('\nno overhead of the tracer subtracted (not recorded in the traces)\n');
    const told = await text('--rules', 'tracer=80ns');
    expect(told).toContain('\n80 ns per call subtracted as overhead of the tracer (given by a flag)\n');
    expect(told).toMatch(/^ {2}without the tracer /m);
    const { result } = await answered('traces/ring-4', '--samples', '20');
    expect([result.tracer_overhead_ns, result.tracer_overhead_by]).toEqual([0, 'none']);
  });

  it('has no bounds where who comes first depends on times, and is refused without stamps', async () => {
    const { result, warnings } = await answered('traces/mixed-4', '--samples', '20');
    expect(result.runtime_bounds_ns).toBeNull();
    expect(warnings.map(({ code }: { code: string }) => code)).toContain('no-bounds');
    await expectRefusal('tolerance --uncertainty goal-samples/fig4.goal', 2, 'has no time stamps');
  });
});
