/** The whole loop under the MPIs of this machine: a program traced, run with injected latency, and predicted. */
import { afterEach, expect, it, vi } from 'vitest';
import { runCli } from '../cli/run.js';
import { BOUNDS, within } from './bounds.js';
import { RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

/** What JSON says of a validation. */
interface Validated {
  readonly rrmse: number;
  readonly rrmse_of_minimum: number;
  readonly points: readonly {
    readonly L_ns: number;
    readonly measured_min_ns: number;
    readonly lambda: { readonly L: number };
  }[];
}

/** Of the fastest runs, from each latency to the next. */
const slopesOf = ({ points }: Validated): number[] =>
  points
    .slice(1)
    .map((to, i) => (to.measured_min_ns - points[i].measured_min_ns) / (to.L_ns - points[i].L_ns));

underEachMpi('validates', (mpi) => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([1, RANKS])(
    'a program on %i nodes from its source to the error of its prediction',
    async (nodes) => {
      vi.stubEnv('LLAMP_NODE_RANKS', nodes > 1 ? '1' : '');
      const program = mpi.bench.build('pipeline.c');
      const ask = async (): Promise<Validated> => {
        const { code, stdout, stderr } = await runCli([
          ...['validate', '--run', mpi.bench.launcher(RANKS), ...RUNS],
          ...['--mpicc', mpi.bench.library.cc, '--tracer', mpi.bench.tracer, '--json', '--', program],
        ]);
        expect(code, stdout + stderr).toBe(0);
        const { result } = JSON.parse(stdout);
        if (nodes > 1) expect(result.measured.nodes).toMatchObject({ count: nodes, release: ['constant'] });
        return result;
      };
      const found = await within(ask, good);
      const [all, fastest] = [found.rrmse, found.rrmse_of_minimum].map((one) => (100 * one).toFixed(2));
      const slopes = slopesOf(found).map((slope) => slope.toFixed(1));
      console.log(
        `${mpi.name}: RRMSE ${all} %, of the fastest runs ${fastest} %; slopes measured ${slopes.join(', ')}`,
      );
      // Three rounds of a pipeline over 4 ranks and an allreduce of two latencies, thrice.
      expect(found.points.at(-1)?.lambda.L).toBe(LATENCIES);
    },
  );
});

underEachMpi('validates calls that join their ranks:', (mpi) => {
  it.each(['dup', 'split', 'fence', 'window', 'file'])('%s', async (call) => {
    const program = [mpi.bench.build('join_rounds.c'), call, `${mpi.bench.folder}/written`];
    const ask = async (): Promise<Validated> => {
      const { code, stdout, stderr } = await runCli([
        ...['validate', '--run', mpi.bench.launcher(2), ...RUNS],
        ...['--mpicc', mpi.bench.library.cc, '--tracer', mpi.bench.tracer, '--json', '--', ...program],
      ]);
      expect(code, stdout + stderr).toBe(0);
      return JSON.parse(stdout).result;
    };
    const isGood = (found: Validated): boolean =>
      slopesOf(found).every((slope, i) => {
        const { lambda } = found.points[i + 1];
        return Math.abs(slope - lambda.L) <= BOUNDS.slope * lambda.L;
      });
    const found = await within(ask, isGood);
    const slopes = slopesOf(found).map((slope) => slope.toFixed(1));
    console.log(
      `${mpi.name}, ${call}: λ ${found.points.at(-1)?.lambda.L}, slopes measured ${slopes.join(', ')}, RRMSE ${(100 * found.rrmse_of_minimum).toFixed(2)} %`,
    );
  });
});

underEachMpi('validates, with a warning,', (mpi) => {
  it('calls that are predicted with a latency and run without', async () => {
    const { code, stdout, stderr } = await runCli([
      ...['validate', '--run', mpi.bench.launcher(RANKS), '-L', '1ms,2ms', '--repeat', '1'],
      ...['--mpicc', mpi.bench.library.cc, '--tracer', mpi.bench.tracer, '--json', '--'],
      mpi.bench.build('neighbours.c'),
    ]);
    expect(code, stdout + stderr).toBe(0);
    const { warnings } = JSON.parse(stdout);
    const found = warnings.find(({ code: own }: { code: string }) => own === 'inject-undelayed');
    expect(found.message).toMatch(
      /MPI_Neighbor_allgather.*; where the prediction includes their latency, the comparison is not valid$/,
    );
  });
});

/** Runs that are predicted. */
const RUNS = ['-L', '1ms,2ms,4ms,8ms', '--repeat', '3'];

/** Of the pipeline: (RANKS − 1) to fill it, for each of 3 stretches, and 2 of each allreduce. */
const LATENCIES = 3 * (RANKS - 1 + 2);

const good = (found: Validated): boolean =>
  found.rrmse_of_minimum <= BOUNDS.rrmse &&
  slopesOf(found).every((slope) => Math.abs(slope - LATENCIES) <= BOUNDS.slope * LATENCIES);
