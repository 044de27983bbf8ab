/**
 * Collectives under injected latency, by a plan of the program's trace: whatever the algorithm, values are those of MPI;
 * a plan of another program is refused.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { LINES, TREES } from './injected.js';
import { hasMpi4, headerOf } from './mpi.js';
import { planOf } from './plans.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('plays collectives', (mpi) => {
  const folders = new Map<string, string>();

  /** The traces of a program. */
  const traced = (file: string, ranks: number): string => {
    const known = folders.get(`${file} ${ranks}`);
    if (known !== undefined) return known;
    const { code, stderr, folder } = mpi.bench.run(file, { ranks, env: { LLAMP_FORMAT: 'binary' } });
    expect([code, stderr]).toEqual([0, '']);
    folders.set(`${file} ${ranks}`, folder);
    return folder;
  };
  const planned = async (file: string, ranks: number, choices: readonly string[]): Promise<string> => {
    const path = join(mpi.bench.folder, `${file}-${ranks}.plan`);
    await planOf(traced(file, ranks), ranks, choices, path);
    return path;
  };
  const env = (plan: string, L: number): Record<string, string> => ({
    LLAMP_TRACE: '',
    LLAMP_L: String(L),
    LLAMP_COLLECTIVES: plan,
  });

  it.each([
    [2, 'trees', TREES],
    [3, 'lines', LINES],
    [4, 'trees', TREES],
    [4, "the library's own", []],
    [5, 'lines', LINES],
    [5, 'trees', TREES],
  ])('on %d ranks by %s, with the values of MPI', async (ranks, _, choices) => {
    const plan = await planned('inject_collectives.c', ranks, choices);
    const { code, stderr } = mpi.bench.run('inject_collectives.c', { ranks, env: env(plan, 200_000) });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('and is traced as without latency', async () => {
    const plan = await planned('inject_collectives.c', 4, TREES);
    const { code, folder } = mpi.bench.run('inject_collectives.c', {
      env: { LLAMP_L: '200000', LLAMP_COLLECTIVES: plan },
    });
    expect([code, headerOf(folder, 1, 'injected-collectives')]).toEqual([0, 'plan']);
    expect(headerOf(folder, 1, 'injected-latency-ns')).toBe('200000');
    const checked = await runCli(['check', '--strict', join(folder, 'llamp-trace-rank-0.bin')]);
    expect([checked.code, checked.stderr.includes('not understood')]).toEqual([0, false]);
    const again = `${plan}.again`;
    await planOf(folder, 4, TREES, again);
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(plan, 'utf8'));
  });

  it('by rendezvous, too', async () => {
    const plan = await planned('inject_collectives.c', 4, TREES);
    const rendezvous = { ...env(plan, 200_000), LLAMP_S: '7' };
    const { code, stderr } = mpi.bench.run('inject_collectives.c', { env: rendezvous });
    expect([code, stderr]).toEqual([0, '']);
  });

  it.runIf(mpi.hasFortran)('of Fortran', async () => {
    const plan = await planned('stencil.f90', 4, TREES);
    const { code, stderr } = mpi.bench.run('stencil.f90', { env: env(plan, MS) });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('that are persistent, at each start, and only by a plan', async () => {
    const file = 'persistent_collectives.c';
    const build = { flags: ['-DPLANNED'], as: 'persistent_planned' };
    const { code, folder } = mpi.bench.run(file, { build, env: { LLAMP_FORMAT: 'binary' } });
    expect(code).toBe(0);
    if (!hasMpi4(mpi.bench.run('ring.c').folder)) return;
    for (const choices of [TREES, LINES]) {
      const plan = join(mpi.bench.folder, 'persistent.plan');
      await planOf(folder, 4, choices, plan);
      // Sixteen collectives in each of three rounds, but the scatter once.
      expect(readFileSync(plan, 'utf8').match(/^MPI_I\w+ /gm)).toHaveLength(4 * (3 * 16 - 2));
      const played = mpi.bench.run(file, { build, env: env(plan, 200_000) });
      expect([played.code, played.stderr]).toEqual([0, '']);
      const refused = mpi.bench.run(file, { env: env(plan, 200_000) });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(
        'llamp-trace: MPI_Alltoallw_init cannot be delayed, since a plan does not have its messages: ' +
          'run the program without it, or without LLAMP_L and LLAMP_ADD\n',
      );
    }
    const { stderr } = mpi.bench.run(file, { build, env: { LLAMP_TRACE: '', LLAMP_L: '200000' } });
    expect(stderr).toContain(
      'llamp-trace: MPI_Barrier_init cannot be delayed, since only a plan (LLAMP_COLLECTIVES) has an order of its starts: ',
    );
  });

  it('of no other program', async () => {
    const plan = await planned('inject_allreduce.c', 4, TREES);
    const other = mpi.bench.run('inject_allreduce.c', { env: env(plan, MS), args: ['more'] });
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(
      /^llamp-trace: rank \d: collective call 10 is MPI_Allreduce of 16 B, and in the plan MPI_Allreduce of 8 B: trace the program again with this input$/m,
    );
    const fewer = mpi.bench.run('ring.c', { env: env(plan, MS) });
    expect(fewer.stderr).toMatch(/the program made 0 collective calls, and the plan has 10/);
    const ranks = mpi.bench.run('inject_allreduce.c', { ranks: 3, env: env(plan, MS) });
    expect([ranks.code, ranks.stderr.includes('the plan is of 4 ranks, and the program has 3')]).toEqual([
      2,
      true,
    ]);
  });

  it('of no file that is none, nor a part of one', async () => {
    const place = (name: string): string => join(mpi.bench.folder, name);
    const whole = readFileSync(await planned('inject_allreduce.c', 4, TREES), 'utf8');
    writeFileSync(place('damaged'), 'llamp-plan 1\nranks 4\ntemplates 1\ntemplate 1\ns 9 8 0\n');
    writeFileSync(place('cut'), whole.trimEnd());
    writeFileSync(place('twice'), whole + whole);
    execFileSync('mkfifo', [place('pipe')]);
    for (const path of ['damaged', 'absent', 'cut', 'twice', 'pipe'].map(place)) {
      const { code, stderr } = mpi.bench.run('inject_allreduce.c', { env: env(path, MS) });
      expect([code, stderr.split('\n')[0]]).toEqual([
        2,
        expect.stringMatching(`^llamp-trace: LLAMP_COLLECTIVES=${path}: .*: give library, or the plan of`),
      ]);
    }
  });

  it('not among neighbours, nor between two groups', async () => {
    const plan = await planned('inject_allreduce.c', 4, []);
    const { code, stderr } = mpi.bench.run('neighbours.c', { env: env(plan, MS) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^llamp-trace: .*(MPI_\w+ cannot be delayed|collective call 1 is)/m);
  });
});
