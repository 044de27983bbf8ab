/** Programs that fail, hang or are killed, under the MPIs of this machine: all that was recorded, and where each rank was. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { callsOf, textFile } from './mpi.js';
import { type UnderMpi, underEachMpi } from './under-each-mpi.js';

/** Calls of the round trips. */
const TRIPS = { Send: 20, Recv: 20 };

interface End {
  readonly rank: number;
  readonly call: string;
  readonly where: string;
  readonly since_ns: number;
}

/** Of the binary or the text traces of a folder. */
async function endsOf(folder: string, form: 'bin' | 'txt'): Promise<End[]> {
  const { stdout, stderr, code } = await runCli([
    'check',
    '--json',
    join(folder, `llamp-trace-rank-0.${form}.part`),
  ]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).result.ends;
}

/** Runs a program until it has hung for two seconds, and ends its launcher by `signal`. */
async function hung({ bench }: UnderMpi, mode: string, signal: NodeJS.Signals): Promise<string> {
  const program = bench.build('ends.c', { flags: ['-g'] });
  const folder = join(bench.folder, `${mode}-${signal}`);
  const env = { LLAMP_TRACE: folder, LLAMP_FORMAT: 'both', LD_PRELOAD: bench.tracer };
  const child = spawn(bench.library.run, bench.started([program, mode], 3, env), {
    env: { ...process.env, UCX_TLS: 'posix,sysv,cma,self', OMPI_ALLOW_RUN_AS_ROOT: '1' },
    stdio: 'ignore',
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const recorded = (): boolean =>
    [0, 1, 2].every(
      (rank) =>
        existsSync(join(folder, `llamp-trace-rank-${rank}.txt.part`)) &&
        textFile(folder, rank).includes('# open-call: '),
    );
  for (let tries = 0; !recorded() && tries < 200; tries++) await sleep(100);
  child.kill(signal);
  await closed;
  return folder;
}

underEachMpi('ends', (mpi) => {
  it.each(['fatal', 'again', 'abort'])('keeps what was recorded before an error (%s)', async (mode) => {
    const { code, stdout, stderr, folder } = mpi.bench.run('ends.c', {
      ranks: 2,
      args: [mode],
      build: { flags: ['-g'] },
    });
    expect(code).not.toBe(0);
    expect(code).not.toBe(3);
    expect(callsOf(folder, 2)).toMatchObject(TRIPS);
    // The error is that of the library, with its number.
    if (mode !== 'abort') expect(`${stdout}${stderr}`).toMatch(/invalid rank/i);
    for (const form of ['bin', 'txt'] as const) {
      const ends = await endsOf(folder, form);
      const call = mode === 'abort' ? 'MPI_Abort' : 'MPI_Send';
      expect(ends).toMatchObject([0, 1].map((rank) => ({ rank, call })));
      if (mode !== 'abort') for (const { where } of ends) expect(where).toMatch(/^ends\.c:\d+$/);
    }
  });

  it.each([
    ['hang', 'SIGTERM', 'MPI_Recv'],
    ['hang', 'SIGKILL', 'MPI_Recv'],
    ['poll', 'SIGKILL', 'MPI_Test'],
    ['compute', 'SIGTERM', ''],
  ] as const)('says where the ranks of a program were that hangs (%s, %s)', async (mode, signal, second) => {
    const folder = await hung(mpi, mode, signal);
    expect(callsOf(folder, 3)).toMatchObject(TRIPS);
    for (const form of ['bin', 'txt'] as const) {
      const ends = await endsOf(folder, form);
      expect(ends.map(({ rank, call }) => [rank, call])).toEqual([
        [0, 'MPI_Barrier'],
        [1, second],
        [2, 'MPI_Barrier'],
      ]);
      for (const { since_ns } of ends) expect(since_ns).toBeGreaterThan(0);
      expect(ends[0].where).toMatch(/^ends\.c:\d+$/);
    }
  });

  it('keeps what the others recorded of a program that crashes', async () => {
    const { code, folder } = mpi.bench.run('ends.c', { ranks: 3, args: ['crash'], build: { flags: ['-g'] } });
    expect(code).not.toBe(0);
    expect(callsOf(folder, 3)).toMatchObject(TRIPS);
    const ends = await endsOf(folder, 'bin');
    expect(ends.map(({ call }) => call)).toEqual(['MPI_Barrier', '', 'MPI_Barrier']);
  });
});
