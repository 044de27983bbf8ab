/** Calls that fail: a program hears of them what it hears without the tracer, and its trace has what was done. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { TREES } from './injected.js';
import { callsOf, type RunOptions, type RunResult } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const RANKS = 2;
const LATENCY = { LLAMP_TRACE: '', LLAMP_L: '1e6' };

underEachMpi('errors', (mpi) => {
  const run = (file: string, options: RunOptions = {}): RunResult =>
    mpi.bench.run(file, { ranks: RANKS, ...options });
  /** Ranks print when they like. */
  const said = ({ code, stdout }: RunResult): readonly (string | number | null)[] => [
    code,
    ...stdout.trimEnd().split('\n').sort(),
  ];
  const plain = (file: string, args: readonly string[] = []) => said(run(file, { traced: false, args }));

  it('are what they are without the tracer: the code returned, the handlers that are called', () => {
    const [code, ...lines] = plain('errors.c');
    expect(code).toBe(0);
    // 80 lines of each rank; the last says that messages and collectives go on.
    expect(lines).toHaveLength(160);
    expect(lines).toContain('0 has 0, all 1');
    expect(said(run('errors.c'))).toEqual([code, ...lines]);
    expect(said(run('errors.c', { env: LATENCY }))).toEqual([code, ...lines]);
    expect(said(run('errors.c', { env: { ...LATENCY, LLAMP_S: '2' } }))).toEqual([code, ...lines]);
  });

  it.each([['library'], [''], [TREES.join()]])('of collectives, by %j', (LLAMP_COLLECTIVES) => {
    const lines = plain('errors.c', ['calls']);
    const env = { ...LATENCY, LLAMP_COLLECTIVES };
    expect(said(run('errors.c', { args: ['calls'], env }))).toEqual(lines);
  });

  it.runIf(mpi.hasFortran)('of Fortran', () => {
    const lines = plain('wrong.f90');
    expect(lines).toContain('1 end 0');
    expect(said(run('wrong.f90'))).toEqual(lines);
    expect(said(run('wrong.f90', { env: LATENCY }))).toEqual(lines);
  });

  it.each(['0', '1'])('end the program that does not handle them, case %s', (k) => {
    const args = ['fatal', k];
    for (const options of [{ traced: false }, {}, { env: LATENCY }]) {
      const { code, stdout } = run('errors.c', { args, ...options });
      expect([code === 0, stdout.includes('went on')]).toEqual([false, false]);
    }
  });

  it('leave no record, and messages that were cut off do', async () => {
    const { folder } = run('errors.c');
    const calls = callsOf(folder, RANKS);
    // Twelve messages of an MPI_Isend are too long for their buffers; each was received, and its request is over.
    expect(calls).toMatchObject({ Isend: 13 * 2, Recv: 2 * 2, Mprobe: 2, Mrecv: 2, Sendrecv: 2 * 2 });
    expect([calls.Send, calls.Ssend, calls.Probe, calls.Bcast, calls.Cart_create]).toEqual(
      Array(5).fill(undefined),
    );
    const trace = join(folder, 'llamp-trace-rank-0.bin');
    const strict = await runCli(['check', trace]);
    expect([strict.code, strict.stderr + strict.stdout]).toEqual([
      4,
      expect.stringContaining('message truncated: rank 0, MPI_Recv#1: recv 4b'),
    ]);
    const { code, stdout } = await runCli([
      'check',
      '--rules',
      'sizes=send',
      '--skip-calls',
      'Comm_*,Win_*,File_*',
      '--json',
      trace,
    ]);
    expect(code).toBe(0);
    const { result }: { result: { messages: number } } = JSON.parse(stdout);
    // Of each rank thirteen by MPI_Isend, two by MPI_Sendrecv, one of a barrier of two ranks and one of their sum.
    expect(result.messages).toBe(2 * (13 + 2 + 1 + 1));
  });

  it('do not stand in the way of a model of what else was done', async () => {
    const { folder } = run('errors.c', { args: ['calls'] });
    const { code } = await runCli(['check', join(folder, 'llamp-trace-rank-0.bin')]);
    expect(code).toBe(0);
  });

  /** Round trips of a rank of left_calls.c: before the errors, after each series of them, and after others'. */
  const trips = (series: number): object => ({ Sendrecv: RANKS * 10 * (1 + series) });

  it('that their handler leaves by longjmp do not hide the calls that follow', () => {
    const { code, folder } = run('left_calls.c', { args: ['leave'] });
    expect([code, existsSync(join(folder, 'llamp-trace-rank-0.bin'))]).toEqual([0, true]);
    expect(callsOf(folder, RANKS)).toMatchObject(trips(5));
    const LLAMP_RESULT = join(mpi.bench.folder, 'left.json');
    const injected = run('left_calls.c', { args: ['leave'], env: { LLAMP_L: '4e6', LLAMP_RESULT } });
    expect([injected.code, callsOf(injected.folder, RANKS)], injected.stderr).toMatchObject([0, trips(5)]);
    expect(JSON.parse(readFileSync(LLAMP_RESULT, 'utf8')).T_ns).toBeGreaterThan(10 * (1 + 5) * 4e6);
  });

  // In `nested`, the handler itself makes a call that fails and is left.
  it.each(['stay', 'nested'])('contain the calls of a handler that comes back (%s)', (mode) => {
    for (const env of [{}, { LLAMP_L: '1e6' }]) {
      const { code, folder } = run('left_calls.c', { args: [mode], env });
      const calls = callsOf(folder, RANKS);
      expect([code, calls.Allreduce]).toEqual([0, undefined]);
      expect(calls).toMatchObject(trips(3));
    }
  });

  it('that are left on one thread do not keep another one from its turn', () => {
    const { code, stderr, folder } = run('left_calls.c', { args: ['turns'], env: { LLAMP_L: '1e6' } });
    expect(code, stderr).toBe(0);
    expect(callsOf(folder, RANKS)).toMatchObject(trips(1));
  });

  // MPICH calls handlers within its own lock, which a thread that leaves keeps.
  it.runIf(mpi.name === 'Open MPI')('that are left by several threads at once', () => {
    const { code, folder } = run('left_calls.c', { args: ['threads'] });
    expect(code).toBe(0);
    expect(callsOf(folder, RANKS)).toMatchObject(trips(3 * 3));
  });

  it.each(['abort', 'exit'])('whose handler ends the program leave all records (%s)', (mode) => {
    const { code, folder } = run('left_calls.c', { args: [mode] });
    expect(code).toBe(7);
    expect(callsOf(folder, RANKS)).toMatchObject(trips(0));
  });
});
