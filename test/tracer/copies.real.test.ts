/**
 * Programs that complete copies of their requests, under the MPIs of this machine: each completion meets its request, in the
 * trace and where messages are delayed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { injectedRuns } from './injected.js';
import { callsOf, findPython, notesOf, RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;
const N = 5;

/** What `command` says of a trace, in JSON. */
async function query<Result>(folder: string, command: string, ...words: string[]): Promise<Result> {
  const first = join(folder, 'llamp-trace-rank-0.txt');
  const { code, stdout, stderr } = await runCli([command, '--json', first, ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).result;
}

underEachMpi('copies of requests', (mpi) => {
  const { ran } = injectedRuns(mpi);

  it.each([[[]], [['own']]])(
    'are what they are copies of: a round has one latency, with %j',
    async (args) => {
      const { code, folder } = mpi.bench.run('reqcopy.c', { args });
      expect(code).toBe(0);
      // Above what the ranks' times differ by.
      const { lambda } = await query<{ lambda: { L: number } }>(folder, 'sensitivity', '-L', '100ms');
      expect(lambda.L).toBe(N);
      // Copies are made of both, or of neither variable that they were made in.
      const waited = notesOf(folder, 0, 'handles').filter((handles) => handles.includes(','));
      expect(waited).toHaveLength(N);
    },
  );

  it('leave no request open, whatever completes or frees them', async () => {
    const { folder } = mpi.bench.run('copies.c');
    const { warnings } = await warned(folder);
    expect(warnings).not.toContain('requests-open');
    expect(warnings).not.toContain('completion-order');
  });

  it('meet each other in two languages', async () => {
    if (!mpi.hasFortran) return;
    const flags = [mpi.name === 'MPICH' ? '-lmpichfort' : '-lmpi_mpifh'];
    const { code, stderr, folder } = mpi.bench.run('languages.c', { build: { flags } });
    expect([code, stderr]).toEqual([0, '']);
    expect(callsOf(folder)).toEqual({ Irecv: N * RANKS, Isend: N * RANKS, Wait: 2 * N * RANKS });
    const { warnings } = await warned(folder);
    expect(warnings).toEqual([]);
    const { lambda } = await query<{ lambda: { L: number } }>(folder, 'sensitivity', '-L', '100ms');
    expect(lambda.L).toBe(N);
  });

  const python = findPython(mpi.name);
  it.skipIf(python === undefined)('are what mpi4py waits for', async () => {
    const hasNumpy = spawnSync(python ?? '', ['-c', 'import numpy']).status === 0;
    if (!hasNumpy) console.log('no numpy here: what mpi4py does with it is not traced');
    for (const file of ['waitall.py', ...(hasNumpy ? ['datatypes.py'] : [])]) {
      const env = { MPI4PY_RC_THREAD_LEVEL: 'serialized' };
      const { code, folder } = mpi.bench.run(file, { ...(python && { interpreter: python }), env });
      expect(code).toBe(0);
      const { warnings } = await warned(folder);
      expect(warnings).not.toContain('requests-open');
    }
  });

  it('have their latency where messages are delayed', async () => {
    for (const args of [[], ['own']]) {
      const { T_ns } = ran('reqcopy.c', { LLAMP_L: String(4 * MS) }, { args });
      expect(T_ns).toBeGreaterThan(N * 4 * MS);
    }
    const launched = [...mpi.bench.launcher(RANKS).split(' '), mpi.bench.build('copies.c')];
    const words = ['inject', 'run', '-L', '4ms', '--tracer', mpi.bench.tracer, '--json', '--', ...launched];
    const { code, stdout } = await runCli(words);
    expect([code, JSON.parse(stdout).result.runs?.length]).toEqual([0, 1]);
  });
});

/** Codes of the warnings of `check`. */
async function warned(folder: string): Promise<{ readonly warnings: readonly string[] }> {
  const first = join(folder, 'llamp-trace-rank-0.txt');
  const { code, stdout } = await runCli(['check', '--json', first]);
  expect(code).toBe(0);
  const { warnings } = JSON.parse(stdout);
  return { warnings: warnings.map((one: { code: string }) => one.code) };
}
