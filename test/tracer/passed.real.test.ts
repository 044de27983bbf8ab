/**
 * What the MPI library does while messages are delayed: files, windows, processes of other worlds. Programs compute the
 * same, do not hang, and the answer names calls that are not delayed with their share of the time.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { injectedRuns, NODES } from './injected.js';
import { Bench, findMpi, RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('passes on', (mpi) => {
  const { ran } = injectedRuns(mpi);

  it('files of all ranks, whoever comes first', () => {
    const args = [join(mpi.bench.folder, 'file')];
    for (const env of [{}, { LLAMP_S: '1000' }, { LLAMP_S: '1000', LLAMP_L: '5e6', ...NODES }]) {
      const { undelayed, undelayed_ns, T_ns } = ran(
        'io.c',
        { LLAMP_L: '1e6', ...env },
        { args, timeout: 30_000 },
      );
      expect(undelayed.MPI_File_iwrite_at).toBe(RANKS);
      // What ranks do together is delayed.
      for (const call of ['open', 'write_at_all', 'sync', 'read_at_all', 'close'])
        expect(undelayed[`MPI_File_${call}`]).toBeUndefined();
      const time = Object.values(undelayed_ns).reduce((sum, one) => sum + one, 0);
      expect(time).toBeGreaterThan(0);
      expect(time).toBeLessThan(RANKS * T_ns);
      expect(T_ns).toBeGreaterThan(MS);
    }
  });

  it.each([{}, NODES])('windows, which others reach while their rank waits, with %j', (nodes) => {
    const { undelayed, T_ns } = ran('passive.c', { LLAMP_L: '2e7', ...nodes }, { timeout: 30_000 });
    expect(undelayed).toEqual({});
    // Those that put wait for their locks and answers, then send a message.
    expect(T_ns).toBeGreaterThan(5 * 20 * MS);
  });

  // MPICH 4.0.2 of Debian 12 fails there without the tracer too.
  it.skipIf(mpi.name === 'MPICH')('windows with fences', () => {
    const { undelayed } = ran('windows.c', { LLAMP_L: '1e6' }, { args: [join(mpi.bench.folder, 'file')] });
    expect(Object.keys(undelayed).filter((name) => !name.startsWith('MPI_File_'))).toEqual([]);
  });

  // Of MPI 4.
  it.runIf(mpi.name === 'MPICH')('messages in parts, and calls that make communicators from groups', () => {
    const each = ['Psend_init', 'Precv_init', 'Comm_create_from_group', 'Intercomm_create_from_groups'];
    const { undelayed } = ran('of_four.c', { LLAMP_L: '1e6' });
    expect(undelayed).toEqual(Object.fromEntries(each.map((name) => [`MPI_${name}`, RANKS])));
  });

  it('messages with worlds that it started', async (test) => {
    const { bench } = mpi;
    // Between jobs Open MPI needs more than shared memory.
    const words = mpi.name === 'MPICH' ? ['-n', '1'] : ['--allow-run-as-root', '--oversubscribe', '-np', '1'];
    const program = [bench.library.run, ...words, bench.build('spawn.c')];
    if (spawnSync(program[0], program.slice(1), { timeout: 30_000 }).status !== 0) {
      console.log(`${mpi.name} cannot spawn here: messages with spawned worlds are not tested with it`);
      test.skip();
    }
    const query = ['inject', 'run', '-L', '1ms', '--tracer', bench.tracer, '--json', '--'];
    const { code, stdout } = await runCli([...query, ...program]);
    expect(code).toBe(0);
    const { result, warnings } = JSON.parse(stdout);
    expect([result.undelayed.MPI_Comm_spawn, result.with_other_worlds]).toEqual([1, 4]);
    expect(warnings[0].message).toContain('4 with another world');
  });
});

const openMpi = findMpi('Open MPI');
const hasMpb = spawnSync('mpb-mpi', ['--version']).status === 0;
if (!hasMpb) console.log('no mpb-mpi here: its files are not tested');

/** Bands of a photonic crystal of rods, and its material as a file. */
const RODS = `(set! num-bands 2)
(set! k-points (list (vector3 0 0 0) (vector3 0.5 0 0)))
(set! geometry (list (make cylinder (center 0 0 0) (radius 0.2) (height infinity)
                                    (material (make dielectric (epsilon 12))))))
(set! geometry-lattice (make lattice (size 1 1 no-size)))
(set! resolution 8)
(run-tm)
(output-epsilon)
`;

it.skipIf(openMpi === undefined || !hasMpb)('MPB runs by inject run, its files are named', async () => {
  if (openMpi === undefined) return;
  const bench = new Bench(openMpi);
  try {
    const input = join(bench.folder, 'rods.ctl');
    writeFileSync(input, RODS);
    const words = [
      ...bench.launcher(2).split(' '),
      'mpb-mpi',
      `filename-prefix="${bench.folder}/rods"`,
      input,
    ];
    const { code, stdout, stderr } = await runCli([
      ...['inject', 'run', '-L', '1ms', '--tracer', bench.tracer, '--json', '--', ...words],
    ]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { result, warnings } = JSON.parse(stdout);
    expect(result.undelayed.MPI_File_write_at).toBeGreaterThan(0);
    expect(result.undelayed_share.MPI_File_write_at).toBeGreaterThan(0);
    expect(result.undelayed_share.MPI_File_write_at).toBeLessThan(1);
    // It is local: there is no latency that it lacks.
    expect(warnings.map(({ code: of }: { code: string }) => of)).not.toContain('inject-undelayed');
  } finally {
    bench.remove();
  }
});
