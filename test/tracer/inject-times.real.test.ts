/**
 * How long injected latency takes under the MPIs of this machine: a message, a flow of them, a rendezvous, a collective by an
 * algorithm, a dilated computation, a program against its prediction. These runs want the machine for themselves.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCli } from '../cli/run.js';
import { BOUNDS, within } from './bounds.js';
import { RANKS, type RunOptions } from './mpi.js';
import { planOf } from './plans.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;
const ALLREDUCE = 'inject_allreduce.c';

underEachMpi('takes', (mpi) => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** The numbers that a program prints. */
  const printed = (file: string, env: Record<string, string>, options: RunOptions = {}): number[] => {
    const { code, stdout, stderr } = mpi.bench.run(file, { ...options, env: { LLAMP_TRACE: '', ...env } });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split(' ').map(Number);
  };
  /** The traces of the allreduces. */
  const traced = (): string => {
    const { code, stderr, folder } = mpi.bench.run(ALLREDUCE, { env: { LLAMP_FORMAT: 'binary' } });
    expect([code, stderr]).toEqual([0, '']);
    return folder;
  };

  it.each([1, 4])('half a round trip for a message at %d ms, and for 16 at once no longer', async (ms) => {
    const measure = (): number[] => printed('inject_times.c', { LLAMP_L: String(ms * MS) }, { ranks: 2 });
    const good = ([half, all]: number[]): boolean =>
      half >= ms * 1000 && half < BOUNDS.factor * ms * 1000 && all < BOUNDS.flow * half;
    const [one, flow] = await within(measure, good);
    console.log(`${mpi.name}, L ${ms} ms: half a round trip ${one} µs, 16 messages ${flow} µs`);
  });

  // The receiver looks after 30 ms; when it posted, a barrier and the load decide.
  it('four latencies for a rendezvous whose receive was posted, while the receiver computes', async () => {
    const env = { LLAMP_L: String(2 * MS), LLAMP_S: '1000' };
    const measure = (): number[] => printed('inject_late.c', env, { ranks: 2 });
    const good = ([sender, receiver]: number[]): boolean => sender >= 8 && sender < 20 && receiver >= 30;
    const [sent] = await within(measure, good);
    console.log(`${mpi.name}: a rendezvous of four latencies of 2 ms takes ${sent} ms`);
  });

  it('a multiple of its CPU time for a computation', async () => {
    const path = join(mpi.bench.folder, 'dilated.json');
    // Delayed by nothing, so that ranks which wait in the library leave the cores to others.
    const env = { LLAMP_DILATE: '8', LLAMP_ADD: '0', LLAMP_RESULT: path };
    const measure = (): [number, number] => {
      const [cpu] = printed('inject_dilate.c', env);
      const { T_ns, dilation, added_ns }: Record<string, number> = JSON.parse(readFileSync(path, 'utf8'));
      expect([dilation, added_ns]).toEqual([8, 0]);
      return [T_ns / MS, cpu];
    };
    const good = ([time, own]: [number, number]): boolean =>
      time >= 8 * own && time < BOUNDS.dilated * 8 * own;
    const [took, cpu] = await within(measure, good);
    console.log(`${mpi.name}: ${cpu} ms of CPU time, dilated eight times, take ${took.toFixed(1)} ms`);
  });

  it.each([
    ['recursive-doubling', 2],
    ['ring', 6],
  ])('by %s, %d latencies for an allreduce', async (algorithm, latencies) => {
    const plan = join(mpi.bench.folder, `${algorithm}.plan`);
    await planOf(traced(), RANKS, [`allreduce=${algorithm}`], plan);
    const env = { LLAMP_L: String(2 * MS), LLAMP_COLLECTIVES: plan };
    const least = latencies * 2000;
    const [took] = await within(
      () => printed(ALLREDUCE, env),
      ([time]) => time >= least && time < BOUNDS.factor * least,
    );
    console.log(`${mpi.name}: an allreduce by ${algorithm} at 2 ms takes ${took} µs`);
  });

  it('by inject run, what the model says', async () => {
    const traces = traced();
    const csv = join(mpi.bench.folder, 'runs.csv');
    const launcher = [mpi.bench.library.run, ...mpi.bench.words(RANKS, {}), mpi.bench.build(ALLREDUCE)];
    vi.stubEnv('UCX_TLS', 'posix,sysv,cma,self');
    const choice = ['--collective', 'allreduce=ring'];
    const asked = ['-L', '4ms,8ms', '--repeat', '2', '--trace', traces, ...choice];
    const measure = async (): Promise<number> => {
      const argv = ['inject', 'run', ...asked, '--save', csv, '--tracer', mpi.bench.tracer];
      const { code, stderr } = await runCli([...argv, '--', ...launcher]);
      expect([code, stderr.includes('4 runs of inject_allreduce on 4 ranks')]).toEqual([0, true]);
      expect(stderr).not.toContain('not delayed');
      const model = ['validate', traces, '--measured', csv, '-o', '20us', '-G', '0', '-S', 'none'];
      const held = await runCli([...model, '--json', ...choice]);
      const { result }: { result: { rrmse_of_minimum: number } } = JSON.parse(held.stdout);
      return result.rrmse_of_minimum;
    };
    const error = await within(measure, (one) => one <= BOUNDS.rrmse);
    console.log(`${mpi.name}: predicted against measured, RRMSE of the fastest ${error}`);
  });
});
