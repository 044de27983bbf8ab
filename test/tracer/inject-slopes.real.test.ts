/**
 * The injector against the model under the MPIs of this machine: how much longer a program takes at a longer latency is λ
 * of its trace, in each kind of call that waits.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { BOUNDS, sharp, within } from './bounds.js';
import { injectedRuns } from './injected.js';
import { underEachMpi } from './under-each-mpi.js';

/** Latencies, ms: so long that other work on the machine is little beside them. */
const SHORT = 5;
const LONG = 20;
const MS = 1e6;

type Case = readonly [file: string, args: readonly string[], ranks: number];

const epochs = (mode: string, ranks = 2, bytes = 8): Case => ['epochs.c', [mode, '4', String(bytes)], ranks];

/** Where other work goes on, only these: of each kind of epoch one. */
const FEW: readonly Case[] = [
  epochs('fenced get'),
  epochs('chained'),
  epochs('all requested'),
  epochs('posted get', 3),
  ['copied_ahead.c', [], 2],
  ['exchanging_threads.c', ['messages'], 2],
];

const CASES: readonly Case[] = [
  ...['fenced put', 'fenced get', 'fenced late', 'fenced once', 'locked', 'chained'].map((one) =>
    epochs(one),
  ),
  ...['all', 'all counted', 'all requested', 'posted put', 'posted get'].map((one) => epochs(one)),
  epochs('fenced put', 3),
  epochs('posted get', 3),
  epochs('fenced get', 2, 70_000),
  epochs('all requested', 2, 70_000),
  ['one_sided.c', ['locked', '5'], 2],
  ['one_sided.c', ['flushed', '2'], 2],
  ['one_sided.c', ['posted', '4'], 2],
  ['one_sided08.f90', ['flushed', '2'], 2],
  ['one_sided08.f90', ['posted', '4'], 2],
  ['one_sided08.f90', ['fenced', '4'], 2],
  ['copied_ahead.c', [], 2],
  ['join_rounds.c', ['window'], 2],
  ['isendrecv.c', [], 3],
  // Of a thread that polls beside another, a trace has no order of polls; communicators of threads take MPICH several tries.
  ...['messages', 'probes', 'collectives', 'within'].map((one): Case => ['exchanging_threads.c', [one], 2]),
];

underEachMpi('the slope is λ:', (mpi) => {
  const { ran } = injectedRuns(mpi);

  const slopeIsLambda = async ([file, args, ranks]: Case): Promise<void> => {
    if (!file.endsWith('.c') && !mpi.hasFortran) return;
    const { code, folder } = mpi.bench.run(file, { ranks, args });
    expect(code).toBe(0);
    const first = join(folder, 'llamp-trace-rank-0.bin');
    const { stdout } = await runCli(['sensitivity', first, '-L', `${LONG}ms`, '-S', 'none', '--json']);
    const lambda: number = JSON.parse(stdout).result.lambda.L;
    const time = (ms: number): number => {
      const { T_ns, undelayed } = ran(file, { LLAMP_L: String(ms * MS) }, { ranks, args });
      expect(undelayed).toEqual({});
      return T_ns / MS;
    };
    const measure = (): number => (time(LONG) - time(SHORT)) / (LONG - SHORT);
    const slope = await within(
      measure,
      (found) => Math.abs(found - lambda) <= BOUNDS.delayed * lambda + 1 / SHORT,
    );
    console.log(
      `${mpi.name}, ${file} ${args.join(' ')}, ${ranks} ranks: λ ${lambda}, slope ${slope.toFixed(2)}`,
    );
  };

  it.each(sharp ? CASES : FEW)('%s %j, %i ranks', async (...one) => slopeIsLambda(one));

  // Ranks leave MPI_File_open one after the other.
  it.runIf(sharp)('join_rounds.c with files, 2 ranks', () =>
    slopeIsLambda(['join_rounds.c', ['file', join(mpi.bench.folder, 'written')], 2]),
  );
});

underEachMpi('on the delayed network', (mpi) => {
  const { ran } = injectedRuns(mpi);

  it.each([{}, { LLAMP_COLLECTIVES: 'library' }, { LLAMP_NODE_RANKS: '1', LLAMP_L: '4e6' }])(
    'communicators are copied while the program goes on, with %j',
    (env) => {
      // Open MPI 4.1 itself confuses copies that are made at once; where calls are played, they are made in turn.
      const several = !('LLAMP_COLLECTIVES' in env) || mpi.name !== 'Open MPI';
      for (const ranks of [2, 3])
        ran(
          'copied_ahead.c',
          { LLAMP_L: '1e6', ...env },
          { ranks, args: several ? ['more'] : [], timeout: 30_000 },
        );
    },
  );

  it.each(['fenced get', 'posted put', 'all requested'])('windows between nodes: %s', (mode) => {
    const { T_ns } = ran(
      'epochs.c',
      { LLAMP_L: '4e6', LLAMP_NODE_RANKS: '1' },
      { ranks: 3, args: [mode, '3', '8'] },
    );
    expect(T_ns).toBeGreaterThan(3 * 4 * MS);
  });
});
