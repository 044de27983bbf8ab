/** One-sided communication under the MPIs of this machine: what a round costs, in C and Fortran, in both forms of a trace. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { textFile } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

/** Latencies of ten rounds: those of docs/traces.md. */
const ROUNDS = 10;
const EXPECTED = {
  'Open MPI': { locked: 40, flushed: 200, posted: 20, fenced: 20 },
  MPICH: { locked: 60, flushed: 200, posted: 40, fenced: 30 },
} as const;

async function latencies(folder: string, form: 'bin' | 'txt'): Promise<number> {
  const words = ['-L', '1s', '-S', 'none', '--rules', 'strict', '--json'];
  const first = join(folder, `llamp-trace-rank-0.${form}`);
  const { code, stdout, stderr } = await runCli(['sensitivity', first, ...words]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('not understood')]);
  return JSON.parse(stdout).result.lambda.L;
}

underEachMpi('one-sided communication', (mpi) => {
  const programs = ['one_sided.c', 'one_sided08.f90'];

  it.each(
    programs.flatMap((program) =>
      (['locked', 'flushed', 'posted', 'fenced'] as const).map((mode) => [program, mode] as const),
    ),
  )('has the latencies of its rounds: %s %s', async (program, mode) => {
    if (!program.endsWith('.c') && !mpi.hasFortran) return;
    const run = (rounds: number): string => {
      const { code, stderr, folder } = mpi.bench.run(program, { ranks: 2, args: [mode, String(rounds)] });
      expect([code, stderr]).toEqual([0, '']);
      return folder;
    };
    const [none, ten] = [run(0), run(ROUNDS)];
    // What makes and frees the window, apart.
    const rounds = (await latencies(ten, 'txt')) - (await latencies(none, 'txt'));
    // The target is a latency behind the origin at the end, or before it.
    expect(Math.abs(rounds - EXPECTED[mpi.name][mode])).toBeLessThanOrEqual(1);
    expect(await latencies(ten, 'bin')).toBe(await latencies(ten, 'txt'));
  });

  it('is recorded with its target, bytes and window', () => {
    const { folder } = mpi.bench.run('one_sided.c', { ranks: 2, args: ['flushed', '1'] });
    const text = textFile(folder, 0);
    const recorded = (name: string) => new RegExp(`^MPI_${name}:[\\d.]+:(.*):[\\d.]+$`, 'm').exec(text)?.[1];
    expect(recorded('Put')).toBe('1:16:3,0,2');
    expect(recorded('Get_accumulate')).toBe('1:16:3,0,2');
    expect(recorded('Fetch_and_op')).toBe('1:8:3,0,2');
    expect(recorded('Rget')).toMatch(/^1:16:3,0,2:\d+$/);
    expect(recorded('Win_lock_all')).toBe('1:3,0,2');
    expect(recorded('Win_flush_all')).toBe('3,0,2');
  });

  it('has as many windows under injected latency as without', () => {
    const env = { LLAMP_TRACE: '', LLAMP_L: '1e5' };
    const { code, stderr } = mpi.bench.run('many_windows.c', { ranks: 2, env, timeout: 60_000 });
    expect([code, stderr]).toEqual([0, '']);
  });
});
