/**
 * How long injected latency takes under the MPIs of this machine: a message, a flow of them, a rendezvous, a collective by an
 * algorithm, a dilated computation, a program against its prediction. These runs want the machine for themselves.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCli } from '../cli/run.js';
import { BOUNDS, within } from './bounds.js';
import { injectedRuns, itTakes } from './injected.js';
import { RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;
const ALLREDUCE = 'inject_allreduce.c';

underEachMpi('takes', (mpi) => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const { printed } = injectedRuns(mpi);
  itTakes(mpi, printed);

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
    const env = { LLAMP_L: String(2 * MS), LLAMP_COLLECTIVES: `allreduce=${algorithm}` };
    const least = latencies * 2000;
    const [took] = await within(
      () => printed(ALLREDUCE, env),
      ([time]) => time >= least && time < BOUNDS.factor * least,
    );
    console.log(`${mpi.name}: an allreduce by ${algorithm} at 2 ms takes ${took} µs`);
  });

  it('by inject run, what the model says', async () => {
    const made = mpi.bench.run(ALLREDUCE, { env: { LLAMP_FORMAT: 'binary' } });
    expect([made.code, made.stderr]).toEqual([0, '']);
    const traces = made.folder;
    const csv = join(mpi.bench.folder, 'runs.csv');
    const launcher = [mpi.bench.library.run, ...mpi.bench.words(RANKS, {}), mpi.bench.build(ALLREDUCE)];
    vi.stubEnv('UCX_TLS', 'posix,sysv,cma,self');
    const choice = ['--collective', 'allreduce=ring'];
    const query = ['-L', '4ms,8ms', '--repeat', '2', ...choice];
    const measure = async (): Promise<number> => {
      const argv = ['inject', 'run', ...query, '--save', csv, '--tracer', mpi.bench.tracer];
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
