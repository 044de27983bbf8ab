/**
 * How long injected latency takes between nodes, each rank taken for one: a message either way by a clock that no node has,
 * a flow, a rendezvous, a collective, a program against its prediction. These runs want the machine for themselves.
 */
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCli } from '../cli/run.js';
import { isWhole } from '../part.js';
import { BOUNDS, within } from './bounds.js';
import { RANKS, type RunOptions } from './mpi.js';
import { planOf } from './plans.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('takes between nodes', (mpi) => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** The numbers that a program prints. */
  const printed = (file: string, env: Record<string, string>, options: RunOptions = {}): number[] => {
    const nodes = { LLAMP_TRACE: '', LLAMP_NODE_RANKS: '1', ...env };
    const { code, stdout, stderr } = mpi.bench.run(file, { ...options, env: nodes });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split(' ').map(Number);
  };

  it.each([1, 4])('half a round trip for a message at %d ms, and for 16 at once no longer', async (ms) => {
    const env = { LLAMP_L: String(ms * MS), LLAMP_RELEASE: 'constant' };
    const measure = (): number[] => printed('inject_times.c', env, { ranks: 2 });
    const good = ([half, all]: number[]): boolean =>
      half >= ms * 1000 && half < BOUNDS.factor * ms * 1000 && all < BOUNDS.flow * half;
    const [one, flow] = await within(measure, good);
    console.log(`${mpi.name}, L ${ms} ms: half a round trip ${one} µs, 16 messages ${flow} µs`);
  });

  it('one latency there and one back, where clocks are 1000 s apart', async () => {
    const clocks = mpi.bench.build('other_clock.c', { flags: ['-fPIC', '-shared'], as: 'other_clock.so' });
    const env = { LLAMP_L: String(2 * MS), LLAMP_RELEASE: 'constant', OTHER_CLOCK_S: '1000' };
    const measure = (): number[] => printed('inject_one_way.c', env, { ranks: 2, preload: [clocks] });
    // A shift that is wrong makes one way shorter, and the other longer.
    const good = (ways: number[]): boolean =>
      ways.every((way) => way > 2000 / BOUNDS.factor && way < BOUNDS.factor * 2000);
    const [there, back] = await within(measure, good);
    console.log(`${mpi.name}, L 2 ms: there ${there} µs, back ${back} µs`);
  });

  it('what is added and the way itself, where a latency begins with an arrival', async () => {
    const env = { LLAMP_L: String(4 * MS), LLAMP_RELEASE: 'added' };
    const measure = (): number[] => printed('inject_one_way.c', env, { ranks: 2 });
    const good = (ways: number[]): boolean =>
      ways.every((way) => way > 4000 / BOUNDS.factor && way < BOUNDS.factor * 4000);
    const [there, back] = await within(measure, good);
    console.log(`${mpi.name}, L 4 ms, added: there ${there} µs, back ${back} µs`);
  });

  it.runIf(isWhole)(
    'four latencies for a rendezvous whose receive was posted, while the receiver computes',
    async () => {
      const env = { LLAMP_L: String(2 * MS), LLAMP_S: '1000', LLAMP_RELEASE: 'constant' };
      const measure = (): number[] => printed('inject_late.c', env, { ranks: 2 });
      const good = ([sender, receiver]: number[]): boolean => sender >= 7.9 && sender < 20 && receiver >= 30;
      const [sent] = await within(measure, good);
      console.log(`${mpi.name}: a rendezvous of four latencies of 2 ms takes ${sent} ms`);
    },
  );

  it.runIf(isWhole)('by recursive doubling, two latencies for an allreduce', async () => {
    const { code, folder } = mpi.bench.run('inject_allreduce.c', { env: { LLAMP_FORMAT: 'binary' } });
    expect(code).toBe(0);
    const plan = join(mpi.bench.folder, 'nodes.plan');
    await planOf(folder, RANKS, ['allreduce=recursive-doubling'], plan);
    const env = { LLAMP_L: String(2 * MS), LLAMP_COLLECTIVES: plan, LLAMP_RELEASE: 'constant' };
    const [took] = await within(
      () => printed('inject_allreduce.c', env),
      ([time]) => time >= 3900 && time < BOUNDS.factor * 4000,
    );
    console.log(`${mpi.name}: an allreduce of two latencies of 2 ms takes ${took} µs`);
  });

  it.runIf(isWhole)('by validate --run, what the model says', async () => {
    vi.stubEnv('LLAMP_NODE_RANKS', '1');
    const program = mpi.bench.build('pipeline.c');
    const words = ['validate', '--run', mpi.bench.launcher(RANKS), '-L', '2ms,4ms,8ms', '--repeat', '2'];
    const ask = async (): Promise<number> => {
      const argv = ['--mpicc', mpi.bench.library.cc, '--tracer', mpi.bench.tracer, '--json', '--', program];
      const { code, stdout, stderr } = await runCli([...words, ...argv]);
      expect(code, stdout + stderr).toBe(0);
      const { result } = JSON.parse(stdout);
      expect(result.measured.nodes).toMatchObject({ count: RANKS, release: ['constant'] });
      return result.rrmse_of_minimum;
    };
    const error = await within(ask, (one) => one <= BOUNDS.rrmse);
    console.log(`${mpi.name}: predicted against measured, RRMSE of the fastest ${error}`);
  });
});
