/**
 * Collectives under injected latency: whatever the algorithm, values are those of MPI, and the messages are those that the
 * model makes of the trace of the same run, to the byte.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { plainSpec } from '../../src/collectives/plain-specs.js';
import { CALC, SEND } from '../../src/schedule/schedule.js';
import { readProgram } from '../../src/sources/formats.js';
import { runCli } from '../cli/run.js';
import { cases } from '../part.js';
import { LINES, TREES } from './injected.js';
import { Bench, binaryFile, hasPersistentCollectives, headerOf } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const TRACER = fileURLToPath(new URL('../../tracer/', import.meta.url));
const LOGGED = fileURLToPath(new URL('programs/announced.c', import.meta.url));

const env = (choices: readonly string[], L = 200_000): Record<string, string> => ({
  LLAMP_TRACE: '',
  LLAMP_L: String(L),
  LLAMP_COLLECTIVES: choices.map((text) => plainSpec(parseCollectiveSpec(text))).join(),
});

/** Messages by pair of ranks, as `from>to bytes`, in order of their bytes. */
const sorted = (messages: readonly string[]): string[] => [...messages].sort();

/** What the model sends in the run of a trace. */
async function modelled(folder: string, ranks: number, choices: readonly string[]): Promise<string[]> {
  const files = Array.from({ length: ranks }, (_, rank) => ({
    source: `llamp-trace-rank-${rank}.bin`,
    rank,
    chunks: [binaryFile(folder, rank)],
  }));
  const specs = choices.map((text) => parseCollectiveSpec(text));
  const { schedule } = (await readProgram(files)).schedule(specs);
  const messages: string[] = [];
  for (let rank = 0; rank < ranks; rank++)
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++)
      if (schedule.kind[op] !== CALC && schedule.kind[op] === SEND)
        messages.push(`${rank}>${schedule.peer[op]} ${schedule.value[op]}`);
  return messages;
}

underEachMpi('plays collectives', (mpi) => {
  /** A tracer that also writes the messages that it plays. */
  let logging: Bench | undefined;
  beforeAll(() => {
    const folder = join(mpi.bench.folder, 'logging');
    mkdirSync(folder);
    cpSync(TRACER, folder, { recursive: true });
    renameSync(join(folder, 'announce.c'), join(folder, 'announce.inc'));
    cpSync(LOGGED, join(folder, 'announce.c'));
    logging = new Bench(mpi.bench.library, `${folder}/`);
  });
  afterAll(() => logging?.remove());

  const played = (beginning: string, ranks: number): string[] =>
    Array.from({ length: ranks }, (_, rank) =>
      readFileSync(`${beginning}${rank}`, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => `${rank}>${line}`),
    ).flat();

  const SEGMENTED = [
    ...['bcast=chain@2KiB..:segment=1KiB:fanout=2', 'reduce=pipeline:segment=4KiB'],
    ...['scatterv=auto', 'mpich'],
  ];
  const ways: [number, readonly string[]][] = [
    ...[4, 5, 2, 3].map((ranks): [number, readonly string[]] => [ranks, []]),
    [4, TREES],
    [5, LINES],
    [4, SEGMENTED],
    [5, ['gatherv=binomial', 'scatterv=binomial', 'auto']],
    [3, ['allreduce=ring:segment=1KiB', 'alltoallv=pairwise', 'allgatherv=bruck', 'auto']],
  ];
  // Of fewer ranks, what the library does by itself is a part of what it does of more.
  it.each(mpi.share(cases(ways, ([ranks, choices]) => ranks > 3 || choices.length > 0)))(
    'on %d ranks, by %j, with the messages of the model',
    async (ranks, choices) => {
      if (logging === undefined) throw new Error('there is no tracer that logs messages');
      const beginning = join(logging.folder, 'log-');
      for (let rank = 0; rank < ranks; rank++) rmSync(`${beginning}${rank}`, { force: true });
      const LLAMP_COLLECTIVES = env(choices).LLAMP_COLLECTIVES;
      const ran = logging.run('collective_calls.c', {
        ranks,
        env: {
          LLAMP_L: '100000',
          LLAMP_ADD: '',
          LLAMP_COLLECTIVES,
          LLAMP_FORMAT: 'binary',
          LLAMP_LOGGED: beginning,
        },
        timeout: 200_000,
      });
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      const expected = sorted(await modelled(ran.folder, ranks, choices));
      expect(expected.length).toBeGreaterThan(500);
      const found = sorted(played(beginning, ranks));
      expect(found.length).toBe(expected.length);
      expect(found.filter((one, i) => one !== expected[i])).toEqual([]);
    },
  );

  it.each(
    mpi.share([
      [2, 'trees', TREES],
      [3, 'lines', LINES],
      [4, 'trees', TREES],
      [4, "the library's own", []],
      [5, 'lines', LINES],
      [5, 'trees', TREES],
    ]),
  )('on %d ranks by %s, with the values of MPI', (ranks, _, choices) => {
    const { code, stderr } = mpi.bench.run('inject_collectives.c', { ranks, env: env(choices) });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('and is traced as without latency', async () => {
    const { code, folder } = mpi.bench.run('inject_collectives.c', {
      env: { ...env(TREES), LLAMP_TRACE: join(mpi.bench.folder, 'traced'), LLAMP_FORMAT: 'both' },
    });
    const traced = join(mpi.bench.folder, 'traced');
    expect([code, folder === traced, headerOf(traced, 1, 'injected-collectives')]).toEqual([
      0,
      false,
      'decomposed',
    ]);
    expect(headerOf(traced, 1, 'injected-latency-ns')).toBe('200000');
    const checked = await runCli(['check', '--rules', 'strict', join(traced, 'llamp-trace-rank-0.bin')]);
    expect([checked.code, checked.stderr.includes('not understood')]).toEqual([0, false]);
    const without = mpi.bench.run('inject_collectives.c', { env: { LLAMP_FORMAT: 'binary' } });
    expect(sorted(await modelled(traced, 4, TREES))).toEqual(
      sorted(await modelled(without.folder, 4, TREES)),
    );
  });

  it('by rendezvous, too', () => {
    for (const choices of mpi.share([TREES, ['gatherv=binomial', 'scatterv=binomial', 'auto']])) {
      const rendezvous = { ...env(choices), LLAMP_S: '7' };
      const { code, stderr } = mpi.bench.run('inject_collectives.c', { env: rendezvous });
      expect([code, stderr]).toEqual([0, '']);
    }
  });

  it.runIf(mpi.hasFortran)('of Fortran', () => {
    const { code, stderr } = mpi.bench.run('stencil.f90', { env: env(TREES, 1_000_000) });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('that are persistent, in whatever order ranks start them', () => {
    const file = 'persistent_collectives.c';
    const run = (flags: string[], variables: Record<string, string>) =>
      mpi.bench.run(file, { build: { flags, as: `persistent${flags.join('')}` }, env: variables });
    if (!hasPersistentCollectives(mpi.bench.run('ring.c').folder)) return;
    for (const choices of mpi.share([TREES, LINES, []]))
      for (const flags of [[], ['-DAPART']]) {
        const { code, stderr } = run(flags, env(choices));
        expect([code, stderr]).toEqual([0, '']);
      }
    const passed = run([], { ...env([]), LLAMP_COLLECTIVES: 'library' });
    expect(passed.stderr).toContain(
      'llamp-trace: MPI_Barrier_init cannot be delayed, because LLAMP_COLLECTIVES=library does not pass on their starts. ',
    );
  });

  it('of no algorithm that is none', () => {
    const { code, stderr } = mpi.bench.run('inject_allreduce.c', {
      env: { LLAMP_TRACE: '', LLAMP_L: '1e6', LLAMP_COLLECTIVES: 'bcast=chain,allreduce=rings,auto' },
    });
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toBe(
      'llamp-trace: LLAMP_COLLECTIVES=bcast=chain,allreduce=rings,auto: allreduce=rings is not an algorithm; ' +
        'give library, or such as bcast=chain,allreduce=ring@65536..',
    );
  });

  it('between two groups by the library, and counts them', () => {
    const path = join(mpi.bench.folder, 'groups.json');
    const { code, stderr } = mpi.bench.run('inject_groups.c', { env: { ...env([]), LLAMP_RESULT: path } });
    expect([code, stderr]).toEqual([0, '']);
    const { undelayed } = JSON.parse(readFileSync(path, 'utf8'));
    expect(undelayed.MPI_Ibarrier).toBeGreaterThan(0);
  });

  it('among neighbours as one message for each, with the values of MPI', () => {
    const path = join(mpi.bench.folder, 'neighbours.json');
    const L = 8_000_000;
    const latency = { ...env([]), LLAMP_L: String(L) };
    const { code, stderr } = mpi.bench.run('inject_neighbours.c', {
      env: { ...latency, LLAMP_RESULT: path },
    });
    expect([code, stderr]).toEqual([0, '']);
    const { T_ns, undelayed } = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.keys(undelayed).filter((name) => /neighbor/i.test(name))).toEqual([]);
    // All ranks go in step: a latency for each of 23 calls.
    expect(T_ns).toBeGreaterThan(23 * L);
    expect(mpi.bench.run('neighbours.c', { env: latency }).code).toBe(0);
  });

  it('among neighbours that are one rank, with the values of the library', () => {
    const lines = (variables: Record<string, string>) => {
      const { code, stdout } = mpi.bench.run('inject_narrow.c', { env: variables });
      expect(code).toBe(0);
      return stdout.split('\n').sort();
    };
    expect(lines(env([]))).toEqual(lines({}));
  });
});
