/** Files, descriptors and limits of the program, under the MPIs of this machine: the tracer writes only to its own. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callsOf, type RunResult } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const RANKS = 2;
const FILE = 'own_files.c';
/** Messages of each rank. */
const ROUNDS = 100;
/** Buffers that are full during the run, and one that is written at its end. */
const BUFFERS = [{ LLAMP_BUFFER: '0.001' }, {}];

/** Whether all ranks have whole files, or none. */
const isWhole = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).every((file) => !file.endsWith('.part'));

underEachMpi('files of the program', (mpi) => {
  const run = (mode: string, env: Readonly<Record<string, string>> = {}): RunResult =>
    mpi.bench.run(FILE, { ranks: RANKS, args: [mode], env });
  const said = ({ code, stdout }: RunResult): readonly (string | number | null)[] => [
    code,
    ...stdout.trimEnd().split('\n').sort(),
  ];

  it('have the numbers that they have without the tracer', () => {
    const plain = mpi.bench.run(FILE, { ranks: RANKS, args: ['numbers'], traced: false });
    expect(said(run('numbers'))).toEqual(said(plain));
  });

  it.each(BUFFERS)('get no records where the program closes descriptors of the tracer (%o)', (env) => {
    const { code, stderr, folder } = run('closed', env);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('incomplete')]);
    expect(isWhole(folder)).toBe(true);
    expect(callsOf(folder, RANKS)).toMatchObject({ Sendrecv: RANKS * ROUNDS });
  });

  it.each(BUFFERS)('get none where it removes the trace, too, which the tracer says (%o)', (env) => {
    const { code, stderr } = run('removed', env);
    expect(code).toBe(0);
    expect(stderr).toMatch(/rank 1: the trace is incomplete: its file \.bin\.part was closed by the program/);
  });

  // By default, by a handler of the program, blocked, and blocked while one is pending.
  it.each(['default', 'handler', 'blocked', 'pending'])(
    'may have a limit, of which the program hears nothing by the tracer (SIGXFSZ: %s)',
    (mode) => {
      for (const env of BUFFERS) {
        const { code, stdout, stderr, folder } = run(mode, env);
        expect([code, stdout]).toEqual([0, expect.not.stringContaining('wrong')]);
        expect(isWhole(folder)).toBe(mode === 'handler' && Object.keys(env).length === 0);
        if (isWhole(folder)) continue;
        expect(stderr).toMatch(/rank 0: the trace is incomplete: .*File too large.*ulimit -f/);
      }
    },
  );

  it.each(['stderr', 'pipe'])('get no words of the tracer, nor does a closed pipe end it (%s)', (mode) => {
    const { code, stdout } = run(mode, BUFFERS[0]);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('wrong')]);
  });
});
