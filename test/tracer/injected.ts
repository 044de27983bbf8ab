/** What programs do under injected latency, on one node and on several: runs of them, and what holds on both. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOUNDS, within } from './bounds.js';
import type { RunOptions, RunResult } from './mpi.js';
import type { UnderMpi } from './under-each-mpi.js';

const MS = 1_000_000;

/** What rank 0 leaves of a run. */
export interface Result {
  readonly ranks: number;
  readonly mpi: string;
  readonly nodes: number;
  readonly clock_error_ns: number;
  readonly L_ns: number | null;
  readonly added_ns: number | null;
  readonly S_B?: number | null;
  readonly release: 'constant' | 'added';
  readonly collectives?: string;
  readonly dilation: number;
  readonly T_ns: number;
  readonly undelayed: Readonly<Record<string, number>>;
  readonly undelayed_ns: Readonly<Record<string, number>>;
  readonly with_other_worlds: number;
}

type Run<Found> = (file: string, env: Record<string, string>, options?: RunOptions) => Found;

export interface Runs {
  readonly run: Run<RunResult>;
  /** A run that ends well, by what it leaves. */
  readonly ran: Run<Result>;
  /** The numbers that a program prints which ends well. */
  readonly printed: Run<number[]>;
  /** Where rank 0 leaves its result, if it is told so, as it is by `ran`. */
  readonly resultPath: () => string;
  readonly resultOf: () => Result;
}

/** Runs whose ranks have `always` in their environment. */
export function injectedRuns(mpi: UnderMpi, always: Record<string, string> = {}): Runs {
  const resultPath = (): string => join(mpi.bench.folder, 'result.json');
  const resultOf = (): Result => JSON.parse(readFileSync(resultPath(), 'utf8'));
  const run: Run<RunResult> = (file, env, options = {}) =>
    mpi.bench.run(file, { ...options, env: { LLAMP_TRACE: '', ...always, ...env } });
  const well: Run<RunResult> = (...query) => {
    const made = run(...query);
    expect([made.code, made.stderr]).toEqual([0, '']);
    return made;
  };
  const ran: Run<Result> = (file, env, options) => {
    well(file, { LLAMP_RESULT: resultPath(), ...env }, options);
    return resultOf();
  };
  const printed: Run<number[]> = (...query) =>
    well(...query)
      .stdout.trim()
      .split(' ')
      .map(Number);
  return { run, ran, printed, resultPath, resultOf };
}

/** Each rank taken for a node of its own. */
export const NODES = { LLAMP_NODE_RANKS: '1' } as const;

/** What holds on one node and between several. */
export function itDelays(mpi: UnderMpi, { run, ran }: Runs): void {
  it.runIf(mpi.hasFortran)('of Fortran, too', () => {
    expect(ran('stencil.f90', { LLAMP_L: String(MS) }).T_ns).toBeGreaterThan(7 * MS);
  });

  it.each([[[]], [['any']]])('takes messages while it waits in a collective, with %j', (args) => {
    ran('inject_progress.c', { LLAMP_L: '1e6', LLAMP_S: '1000' }, { args, timeout: 20_000 });
  });

  it('sends more than S bytes by rendezvous: a ring of sends hangs', () => {
    const result = join(mpi.bench.folder, 'ring.json');
    const env = { LLAMP_L: '1e6', LLAMP_S: '1000', LLAMP_RESULT: result };
    expect(run('inject_ring.c', env, { args: ['1000'] }).code).toBe(0);
    rmSync(result);
    // A launcher that is ended may call that a success.
    run('inject_ring.c', env, { args: ['1001'], timeout: 3000 });
    expect(existsSync(result)).toBe(false);
  });
}

/** How long that takes, on one node and between several. */
export function itTakes(mpi: UnderMpi, printed: Runs['printed'], always: Record<string, string> = {}): void {
  it.each([0.2, 1, 4])(
    'half a round trip for a message at %d ms, from any source as well, and for 16 at once no longer',
    async (ms) => {
      const env = { LLAMP_L: String(ms * MS), ...always };
      const measure = (): number[] => printed('inject_times.c', env, { ranks: 2 });
      const takes = (half: number): boolean => half >= ms * 1000 && half < BOUNDS.message * ms * 1000;
      const good = ([half, any, all]: number[]): boolean =>
        takes(half) && takes(any) && all < BOUNDS.flow * half;
      const [one, any, flow] = await within(measure, good);
      console.log(
        `${mpi.name}, L ${ms} ms: half a round trip ${one} µs, from any source ${any} µs, 16 messages ${flow} µs`,
      );
    },
  );

  // The receiver looks after 30 ms; when it posted, a barrier and the load decide.
  it('four latencies for a rendezvous whose receive was posted, while the receiver computes', async () => {
    const env = { LLAMP_L: String(2 * MS), LLAMP_S: '1000', ...always };
    const measure = (): number[] => printed('inject_late.c', env, { ranks: 2 });
    // Between nodes less what their clocks may be wrong by.
    const least = always.LLAMP_RELEASE === undefined ? 8 : 7.9;
    const good = ([sender, receiver]: number[]): boolean => sender >= least && sender < 20 && receiver >= 30;
    const [sent] = await within(measure, good);
    console.log(`${mpi.name}: a rendezvous of four latencies of 2 ms takes ${sent} ms`);
  });
}

/** Programs, and latencies one after the other that no run of theirs on four ranks can do without. */
export const LATENCIES: readonly (readonly [file: string, latencies: number])[] = [
  ['ring.c', 30],
  ['halo.c', 5],
  ['persistent.c', 10],
  ['reqcopy.c', 5],
  ['copies.c', 12],
  ['farm.c', 10],
  ['matched.c', 3],
  ['modes.c', 5],
  ['inject_kinds.c', 4],
  ['collectives.c', 0],
];

/** Of different families, for all collectives. */
export const TREES = [
  'bcast=binomial',
  'reduce=binomial',
  'allreduce=recursive-doubling',
  'allgather=recursive-doubling',
  'gather=binomial',
  'scatter=binomial',
  'barrier=dissemination',
];
export const LINES = [
  'bcast=chain',
  'reduce=chain',
  'allreduce=ring',
  'allgather=ring',
  'gather=linear',
  'scatter=linear',
  'barrier=double-ring',
];
