/**
 * Injected latency under the MPIs of this machine: what programs compute stays right, messages take their latencies at
 * least, and what cannot be delayed is refused.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { endsWell, within } from './bounds.js';
import { injectedRuns, itDelays, LATENCIES, type Result } from './injected.js';
import { headerOf } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('delays messages', (mpi) => {
  const runs = injectedRuns(mpi);
  const { run, ran } = runs;
  itDelays(mpi, runs);

  it.each(mpi.share(LATENCIES))('%s computes the same, and takes its %d latencies', (file, latencies) => {
    const result = ran(file, { LLAMP_L: '1e6' });
    expect([result.ranks, result.L_ns, result.dilation]).toEqual([4, MS, 1]);
    expect(result.T_ns).toBeGreaterThan(latencies * MS);
  });

  it.each(['halo.c', 'modes.c', 'inject_kinds.c'])('%s computes the same by rendezvous', (file) => {
    expect(ran(file, { LLAMP_L: '1e6', LLAMP_S: '0' }).S_B).toBe(0);
  });

  it('receives from anybody, and completes, in the order of arrival', async () => {
    const env = { LLAMP_L: '1e6', LLAMP_G: '10000' };
    // Where other work has the cores, what is sent 1 ms later may be sent much later.
    await within(() => run('inject_order.c', env, { ranks: 3 }), endsWell);
  });

  it('says what it did, in the result and in the trace', () => {
    const path = join(mpi.bench.folder, 'both.json');
    const env = {
      LLAMP_RESULT: path,
      LLAMP_ADD: '500000',
      LLAMP_DILATE: '2',
      LLAMP_COLLECTIVES: 'library',
    };
    const { code, folder } = mpi.bench.run('collectives.c', { env });
    expect(code).toBe(0);
    const result: Result = JSON.parse(readFileSync(path, 'utf8'));
    const latency = Number(headerOf(folder, 2, 'injected-latency-ns'));
    expect([result.L_ns, result.added_ns, result.collectives]).toEqual([latency, 500_000, 'library']);
    expect(latency).toBeGreaterThan(500_000);
    expect(headerOf(folder, 2, 'dilation')).toBe('2');
    expect(headerOf(folder, 2, 'injected-collectives')).toBe('library');
    expect([result.undelayed.MPI_Bcast, result.undelayed.MPI_Iallreduce]).toEqual([4, 4]);
    expect(result.mpi).toMatch(mpi.name === 'MPICH' ? /^MPICH/ : /^Open MPI/);
  });

  it('leaves the result where it was named, in whichever folder the program ends', () => {
    const result = join(mpi.bench.folder, 'named.json');
    const away = join(mpi.bench.folder, 'away/from/there');
    mkdirSync(away, { recursive: true });
    const env = { LLAMP_RESULT: relative(process.cwd(), result) };
    const { code, stderr } = run('spoken.c', env, { args: ['0', away, 'single'] });
    expect([code, stderr, existsSync(result)]).toEqual([0, '', true]);
  });

  it('is a deadlock in the model where it hangs', async () => {
    const { code, folder } = mpi.bench.run('inject_ring.c', { args: ['1001'] });
    expect(code).toBe(0);
    const argv = ['sensitivity', join(folder, 'llamp-trace-rank-0.bin'), '-L', '1ms'];
    const model = await runCli([...argv, '-S', '1000B']);
    expect([model.code, model.stderr.includes('deadlock')]).toEqual([4, true]);
    expect((await runCli([...argv, '-S', '1001B'])).code).toBe(0);
  });

  const refused: [string, Record<string, string>, RegExp][] = [
    [
      'ring.c',
      { LLAMP_L: '2' },
      /^llamp-trace: LLAMP_L=2 is below the \d+ ns of a message here without delay/,
    ],
    [
      'ring.c',
      { LLAMP_L: '1e6', LLAMP_ADD: '3' },
      /^llamp-trace: LLAMP_L=1e6 and LLAMP_ADD=3 are both given/,
    ],
    ['ring.c', { LLAMP_NODE_RANKS: '1.5' }, /^llamp-trace: LLAMP_NODE_RANKS=1.5 is not a whole number/],
    [
      'ring.c',
      { LLAMP_L: '1e6', LLAMP_RELEASE: 'late' },
      /LLAMP_RELEASE=late is not allowed; give constant or added$/,
    ],
    [
      'ring.c',
      { LLAMP_S: '8' },
      /^llamp-trace: LLAMP_S=8 has no latency to apply to; give LLAMP_L or LLAMP_ADD too/,
    ],
    [
      'ring.c',
      { LLAMP_RESULT: '/proc/none' },
      /LLAMP_RESULT=\/proc\/none cannot be written \(No such file or directory\); give a/,
    ],
    [
      'ring.c',
      { LLAMP_RESULT: '/proc' },
      /^llamp-trace: LLAMP_RESULT=\/proc cannot be written \(not a file\); give another file/,
    ],
    ['ring.c', { LLAMP_L: 'long' }, /^llamp-trace: LLAMP_L=long is not allowed; give a number from 1 to/],
    [
      'ring.c',
      { LLAMP_DILATE: '2', LLAMP_CLOCK: 'cpu' },
      /^llamp-trace: LLAMP_DILATE stretches the wall clock/,
    ],
  ];
  it.each(mpi.share(refused))('refuses %s with %j', (file, env, says) => {
    const { code, stderr } = run(file, env, { args: [join(mpi.bench.folder, 'file')] });
    expect(code).toBe(2);
    const lines = stderr.split('\n').filter((line) => line.startsWith('llamp-trace: '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(says);
  });

  it.each(['MPI_Allreduce', 'MPI_Irecv'])('names the call that it refuses (%s)', (call) => {
    const { code, stderr } = run('unknown_communicator.c', { LLAMP_L: '1e7' }, { args: [call] });
    expect(code).toBe(2);
    const lines = stderr.split('\n').filter((line) => line.startsWith('llamp-trace: '));
    expect(lines).toEqual([
      expect.stringContaining(`${call} cannot be delayed, because no known call made its communicator; `),
    ]);
  });
});
