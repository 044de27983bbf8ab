/** A region where several programs, or the draws of one, are asked about. */
import { describe, expect, it } from 'vitest';
import { expectRefusal, runCli } from '../cli/run.js';

const REPEATS = [1, 2].map((i) => `traces/repeats/solver-4-${i}`);
const SCALED = [2, 4, 8].map((ranks) => `traces/scaling/solver-${ranks}`);
const REGION = ['--region', '20%..60%'];

interface Row {
  readonly runtime_ns: number;
}

describe('a region', () => {
  it.each([
    ['tolerance --uncertainty', REPEATS],
    ['scaling', SCALED],
  ])('of %s is that of each program alone', async (command, programs) => {
    const { stdout, code } = await runCli([...command.split(' '), ...programs, ...REGION, '--json', '-q']);
    expect(code).toBe(0);
    const found = [...stdout.matchAll(/"runtime_ns": ([\d.]+)/g)].map(([, ns]) => Number(ns));
    for (const program of programs) {
      const alone = await runCli(['tolerance', program, ...REGION, '--json', '-q']);
      const { result }: { result: Row } = JSON.parse(alone.stdout);
      expect(found).toContain(result.runtime_ns);
    }
    const text = (await runCli([...command.split(' '), ...programs, ...REGION, '-q'])).stdout;
    expect(text.match(/: region 20%\.\.60%: /g)).toHaveLength(programs.length);
  });

  it('is refused where the times of one trace are drawn', async () => {
    await expectRefusal(
      'tolerance --uncertainty traces/cg-4 --region steady-state',
      2,
      'covers the whole program',
    );
  });

  it('is what a graph draws', async () => {
    const of = (flags: string[]) => runCli(['export', '--format', 'dot', 'traces/cg-4', ...flags, '-q']);
    expect((await of([])).code).toBe(5);
    const { stdout, code } = await of(['--region', 'MPI_Allreduce#3..MPI_Allreduce#4']);
    expect(code).toBe(0);
    const checked = await runCli('check traces/cg-4 --region MPI_Allreduce#3..MPI_Allreduce#4 --json -q');
    expect(stdout.match(/^ +op\d+ \[/gm)).toHaveLength(JSON.parse(checked.stdout).input.operations);
  });
});
