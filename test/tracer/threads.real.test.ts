/**
 * Programs that ask for MPI_THREAD_MULTIPLE, under the MPIs of this machine: threads that call at once are told apart, those
 * that take turns are one sequence, and where computation is stretched one thread at a time may call.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { injectedRuns } from './injected.js';
import {
  Bench,
  callsOf,
  findMpi,
  findPython,
  headerOf,
  notesOf,
  RANKS,
  type RunResult,
  textFile,
} from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const N = 5;
const THREADS = 3;
const GRANTED =
  'llamp-trace: MPI_THREAD_MULTIPLE was requested, but MPI_THREAD_SERIALIZED is granted, because computation is ' +
  'stretched for one thread at a time\n';

/** Codes of the warnings of `check`, and the messages of the program. */
async function checked({ folder }: RunResult): Promise<{ warnings: string[]; messages: number }> {
  const first = join(folder, 'llamp-trace-rank-0.txt');
  const { code, stdout, stderr } = await runCli(['check', '--json', '--skip-calls', 'Comm_*', first]);
  expect([code, stderr]).toEqual([0, '']);
  const { warnings, result }: { warnings: { code: string }[]; result: { messages: number } } =
    JSON.parse(stdout);
  return { warnings: warnings.map((one) => one.code), messages: result.messages };
}

underEachMpi('threads', (mpi) => {
  const { run } = injectedRuns(mpi);

  it('that take turns are one sequence', async () => {
    const made = mpi.bench.run('turns.c', { args: ['whole'] });
    expect([made.code, made.stdout, made.stderr]).toEqual([0, 'multiple\n', '']);
    expect(headerOf(made.folder, 1, 'threads')).toBe('multiple');
    const each = N * THREADS * RANKS;
    const { Irecv, Send, Test } = callsOf(made.folder);
    expect([Irecv, Send, Test]).toEqual([each, each, each]);
    const { warnings, messages } = await checked(made);
    expect(messages).toBe(each);
    expect(warnings).not.toContain('threads');
    expect(warnings).not.toContain('requests-open');
  });

  it('that call at once are told apart, and time does not go backwards', async () => {
    for (const env of [{}, { LLAMP_BUFFER: '0.005' }]) {
      const made = mpi.bench.run('turns.c', { args: ['at-once'], env });
      expect([made.code, made.stderr]).toEqual([0, '']);
      // The first thread made the communicators; each of the others has a number.
      const numbers = new Set(notesOf(made.folder, 0, 'thread'));
      expect([...numbers].sort()).toEqual(['0', '1', '2', '3']);
      const { messages, warnings } = await checked(made);
      expect(messages).toBe(N * THREADS * RANKS);
      expect(warnings).not.toContain('requests-open');
    }
  });

  it('wait for delayed messages at once, each for its own', async () => {
    for (const args of [[], ['at-once']]) {
      const made = mpi.bench.run('turns.c', { args, env: { LLAMP_L: '1e6' } });
      expect([made.code, made.stdout, made.stderr]).toEqual([0, 'multiple\n', '']);
      expect((await checked(made)).messages).toBe(N * THREADS * RANKS);
    }
  });

  // MPICH calls handlers within its own lock, which a thread that leaves keeps.
  it.runIf(mpi.name === 'Open MPI')('wait for delayed messages while another leaves a failed call', () => {
    const { code, stderr } = run('exchanging_threads.c', { LLAMP_L: '1e6' }, { args: ['errors'], ranks: 2 });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('are one at a time where computation is stretched, which is said', async () => {
    // Polls of a thread between the calls of others: no call begins before the end of the one before.
    const env = { LLAMP_DILATE: '1.5' };
    expect((await checked(mpi.bench.run('turns.c', { env }))).messages).toBe(N * THREADS * RANKS);
    const stretched = run('turns.c', { LLAMP_DILATE: '2' });
    expect([stretched.code, stretched.stdout, stretched.stderr]).toEqual([0, 'serialized\n', GRANTED]);
  });

  it('are refused by name where one calls while another does', () => {
    const env = { LLAMP_L: '3e7', LLAMP_DILATE: '1.5' };
    const { code, stderr } = run('turns.c', env, { args: ['at-once'], timeout: 20_000 });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(
      /^llamp-trace: MPI_(Irecv|Send|Test) of one thread while another is in MPI; messages of several threads at once/m,
    );
  });

  const python = findPython(mpi.name);
  it.skipIf(python === undefined)('of mpi4py, which asks for several, are one', async () => {
    const interpreter = python ?? '';
    const traced = mpi.bench.run('waitall.py', { interpreter });
    expect([traced.code, traced.stderr]).toEqual([0, '']);
    expect(textFile(traced.folder, 0)).not.toContain('#thread:');
    expect((await checked(traced)).warnings).not.toContain('threads');
    const delayed = run('waitall.py', { LLAMP_L: '1e6' }, { interpreter });
    expect([delayed.code, delayed.stderr]).toEqual([0, '']);
  });
});

/** A square grid of so many nodes a side, as Scotch writes graphs. */
function grid(side: number): string {
  const nodes = Array.from({ length: side * side }, (_, node) => {
    const [x, y] = [node % side, Math.floor(node / side)];
    const next = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ].filter((at) => at.every((one) => one >= 0 && one < side));
    return `${next.length} ${next.map(([a, b]) => b * side + a).join(' ')}`;
  });
  return `0\n${side * side} ${4 * side * (side - 1)}\n0 000\n${nodes.join('\n')}\n`;
}

const openMpi = findMpi('Open MPI');
const hasScotch = spawnSync('dgpart', ['-V']).status === 0;
if (!hasScotch) console.log('no ptscotch here: its threads are not traced');

it.skipIf(openMpi === undefined || !hasScotch)("threads of PT-Scotch's dgpart are read", async () => {
  if (openMpi === undefined) return;
  const bench = new Bench(openMpi);
  try {
    const [graph, folder] = [join(bench.folder, 'grid.grf'), join(bench.folder, 'trace')];
    writeFileSync(graph, grid(60));
    const words = ['trace', 'run', '--tracer', bench.tracer, '--output', folder, '--json', '--'];
    const program = ['dgpart', '4', graph, join(bench.folder, 'out.map')];
    const ran = await runCli([...words, ...bench.launcher(2).split(' '), ...program]);
    expect(ran.code).toBe(0);
    const { code, stdout } = await runCli(['check', '--json', folder]);
    expect([code, JSON.parse(stdout).result.ranks]).toEqual([0, 2]);
  } finally {
    bench.remove();
  }
});
