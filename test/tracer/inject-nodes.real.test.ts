/**
 * Injected latency between nodes: each rank, or each two, taken for a node of its own, so that stamps go by mail. What
 * programs compute stays right, and clocks that are 1000 s apart are found; what is known of them is said.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { LATENCIES, LINES, TREES } from './injected.js';
import { type Bench, headerOf, RANKS, type RunOptions, type RunResult } from './mpi.js';
import { planOf } from './plans.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

/** What rank 0 leaves of a run. */
interface Result {
  readonly nodes: number;
  readonly clock_error_ns: number;
  readonly L_ns: number | null;
  readonly added_ns: number | null;
  readonly release: 'constant' | 'added';
  readonly T_ns: number;
}

underEachMpi('delays messages between nodes', (mpi) => {
  const run = (file: string, env: Record<string, string>, options: RunOptions = {}): RunResult =>
    mpi.bench.run(file, { ...options, env: { LLAMP_TRACE: '', LLAMP_NODE_RANKS: '1', ...env } });
  const resultOf = (): Result => JSON.parse(readFileSync(join(mpi.bench.folder, 'result.json'), 'utf8'));
  const ran = (file: string, env: Record<string, string>, options: RunOptions = {}): Result => {
    const { code, stderr } = run(
      file,
      { LLAMP_RESULT: join(mpi.bench.folder, 'result.json'), ...env },
      options,
    );
    expect([code, stderr]).toEqual([0, '']);
    return resultOf();
  };

  it.each(LATENCIES)('%s computes the same, and takes its %d latencies', (file, latencies) => {
    const constant = ran(file, { LLAMP_L: String(MS), LLAMP_RELEASE: 'constant' });
    expect([constant.nodes, constant.release]).toEqual([RANKS, 'constant']);
    // The stamps of a latency may be wrong by the errors of two clocks.
    expect(constant.T_ns).toBeGreaterThan(latencies * (MS - 2 * constant.clock_error_ns));
    const added = ran(file, { LLAMP_L: String(MS), LLAMP_RELEASE: 'added' });
    expect([added.nodes, added.release]).toEqual([RANKS, 'added']);
    expect(ran(file, { LLAMP_L: String(MS), LLAMP_NODE_RANKS: '2' }).nodes).toBe(RANKS / 2);
  });

  it.each(['halo.c', 'modes.c', 'inject_kinds.c'])('%s computes the same by rendezvous', (file) => {
    for (const LLAMP_RELEASE of ['constant', 'added'])
      ran(file, { LLAMP_L: String(MS), LLAMP_S: '0', LLAMP_RELEASE });
    ran(file, { LLAMP_L: String(MS), LLAMP_S: '0', LLAMP_NODE_RANKS: '3' });
  });

  it.runIf(mpi.hasFortran)('of Fortran, too', () => {
    expect(ran('stencil.f90', { LLAMP_L: String(MS) }).nodes).toBe(RANKS);
  });

  it.each([
    ['constant', '10000'],
    // What is on its way for long enough for a rank to lose its core in between.
    ['added', '100000'],
  ])('receives from anybody, and completes, in the order of arrival: %s', (LLAMP_RELEASE, LLAMP_G) => {
    ran('inject_order.c', { LLAMP_L: '1e6', LLAMP_G, LLAMP_RELEASE }, { ranks: 3 });
  });

  it.each([[[]], [['any']]])('takes messages while it waits in a collective, with %j', (args) => {
    ran('inject_progress.c', { LLAMP_L: '1e6', LLAMP_S: '1000' }, { args, timeout: 20_000 });
  });

  it('sends more than S bytes by rendezvous: a ring of sends hangs', () => {
    const result = join(mpi.bench.folder, 'ring.json');
    const env = { LLAMP_L: '1e6', LLAMP_S: '1000', LLAMP_RESULT: result };
    expect(run('inject_ring.c', env, { args: ['1000'] }).code).toBe(0);
    rmSync(result);
    run('inject_ring.c', env, { args: ['1001'], timeout: 3000 });
    expect(existsSync(result)).toBe(false);
  });

  it.each([
    ['trees', TREES],
    ['lines', LINES],
  ])('plays collectives by %s, with the values of MPI', async (_, choices) => {
    const ranks = 5;
    const traced = mpi.bench.run('inject_collectives.c', { ranks, env: { LLAMP_FORMAT: 'binary' } });
    const plan = join(mpi.bench.folder, 'nodes.plan');
    await planOf(traced.folder, ranks, choices, plan);
    for (const LLAMP_NODE_RANKS of ['1', '2'])
      ran(
        'inject_collectives.c',
        { LLAMP_L: '200000', LLAMP_COLLECTIVES: plan, LLAMP_NODE_RANKS },
        { ranks },
      );
    const other = run('inject_allreduce.c', { LLAMP_L: '1e6', LLAMP_COLLECTIVES: plan }, { ranks });
    expect(other.code).toBe(2);
    expect(other.stderr.match(/^llamp-trace: rank \d: collective call 1 is MPI_Allreduce/gm)).toHaveLength(1);
  });

  it('finds clocks that are far apart, of each node another', () => {
    const other = [clocks(mpi.bench)];
    // No clock is to be wrong by what it is ahead: at 1 ms, latencies that are 1000 s off never end, or at once.
    const env = {
      LLAMP_L: '2e6',
      OTHER_CLOCK_S: '1000',
      LLAMP_RESULT: join(mpi.bench.folder, 'result.json'),
    };
    for (const OTHER_CLOCK_S of ['1000', '-1000']) {
      const { code, stdout } = run('inject_one_way.c', { ...env, OTHER_CLOCK_S }, { preload: other });
      expect(code).toBe(0);
      const ways = stdout.trim().split(' ').map(Number);
      const { clock_error_ns, T_ns, release } = resultOf();
      expect(release).toBe('constant');
      for (const way of ways) expect(1000 * way).toBeGreaterThanOrEqual(2 * MS - clock_error_ns);
      // 15 rounds, there and back; the first way there may begin before the last rank does, and what they print comes with
      // the last one back.
      expect(T_ns).toBeGreaterThan(29 * 2 * (MS - clock_error_ns));
      expect(T_ns).toBeLessThan(1000 * MS);
    }
    ran('farm.c', { LLAMP_L: '1e6', OTHER_CLOCK_S: '-3.5' }, { preload: other });
  });

  it('takes the runtime of a program that is not delayed', () => {
    for (const OTHER_CLOCK_S of ['1000', '-1000']) {
      const result = ran('ring.c', { OTHER_CLOCK_S }, { preload: [clocks(mpi.bench)], timeout: 20_000 });
      expect([result.nodes, result.L_ns]).toEqual([RANKS, null]);
      expect(result.T_ns).toBeGreaterThan(0);
      expect(result.T_ns).toBeLessThan(1000 * MS);
    }
  });

  it('takes a flood of messages, each in its place', () => {
    ran('inject_flood.c', { LLAMP_L: String(MS) }, { ranks: 2 });
  });

  it('says how far clocks went apart while the program ran', () => {
    const env = {
      LLAMP_L: '1e6',
      OTHER_CLOCK_PPM: '1000',
      LLAMP_RESULT: join(mpi.bench.folder, 'result.json'),
    };
    const pause = { ranks: 2, args: ['1000000'], preload: [clocks(mpi.bench)] };
    expect(run('inject_one_way.c', env, pause).code).toBe(0);
    // In 1 s, and 0.4 s before the start.
    expect(resultOf().clock_error_ns).toBeGreaterThan(1.4 * MS);
  });

  it('says what was in force, in the trace, too', async () => {
    const result = join(mpi.bench.folder, 'result.json');
    const env = {
      LLAMP_ADD: '500000',
      LLAMP_RELEASE: 'added',
      LLAMP_NODE_RANKS: '2',
      LLAMP_RESULT: result,
    };
    const { code, folder } = mpi.bench.run('ring.c', { env });
    expect(code).toBe(0);
    expect(headerOf(folder, 3, 'injected-release')).toBe('added');
    const { nodes, L_ns, added_ns } = resultOf();
    expect([nodes, added_ns, Number(headerOf(folder, 3, 'injected-latency-ns'))]).toEqual([2, 500_000, L_ns]);
    const checked = await runCli(['check', '--strict', join(folder, 'llamp-trace-rank-0.bin')]);
    expect(checked.code).toBe(0);
    const one = mpi.bench.run('ring.c', {
      env: { LLAMP_L: '1e6', LLAMP_RELEASE: 'added', LLAMP_RESULT: result },
    });
    expect(headerOf(one.folder, 3, 'injected-release')).toBe('constant');
    expect(resultOf()).toMatchObject({ nodes: 1, clock_error_ns: 0, release: 'constant' });
  });

  it.each([
    ['windows.c', { LLAMP_L: '1e6' }, /^llamp-trace: MPI_\w+ cannot be delayed: run the program without it/],
    ['ring.c', { LLAMP_L: '2' }, /^llamp-trace: LLAMP_L=2: a message takes \d+ ns here without any delay/],
    [
      'ring.c',
      { LLAMP_ADD: '0', LLAMP_RELEASE: 'constant', LLAMP_NODE_RANKS: '1' },
      /^llamp-trace: LLAMP_RELEASE=constant: clocks of nodes are known to \d+ ns of each other, which is more than a tenth/,
    ],
  ])('refuses %s with %j, once', (file, env, says) => {
    const { code, stderr } = run(file, env, { args: [join(mpi.bench.folder, 'file')] });
    expect(code).toBe(2);
    const lines = stderr.split('\n').filter((line) => line.startsWith('llamp-trace: '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(says);
  });
});

/** The library of other clocks. */
const clocks = (bench: Bench): string =>
  bench.build('other_clock.c', { flags: ['-fPIC', '-shared'], as: 'other_clock.so' });
