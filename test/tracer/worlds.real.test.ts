/**
 * Several MPI_COMM_WORLDs and one folder, under the MPIs of this machine: runs at once, one after the other, spawned
 * processes, programs that the launcher does not know, and runs that do not come to their end. Nothing of one is in another.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { readBinary } from './decode.js';
import { Bench, binaryFile, callsOf, findMpi, headerOf, textFile } from './mpi.js';
import { type UnderMpi, underEachMpi } from './under-each-mpi.js';

const ENVIRONMENT = {
  ...process.env,
  UCX_TLS: 'posix,sysv,cma,self',
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
};
const ROUNDS = 100;

/** Runs a program without waiting for it; the exit code. */
function started(bench: Bench, ranks: number, folder: string, ...words: string[]): Promise<number | null> {
  const env = { LLAMP_TRACE: folder, LLAMP_FORMAT: 'both', LD_PRELOAD: bench.tracer };
  const child = spawn(bench.library.run, [...bench.words(ranks, env), ...words], {
    env: ENVIRONMENT,
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

/** The runs that the ranks' files name: one where all is well. */
const runsOf = (folder: string, ranks: number): Set<string | undefined> =>
  new Set(Array.from({ length: ranks }, (_, rank) => headerOf(folder, rank, 'run')));

const filesIn = (folder: string): string[] => readdirSync(folder).sort();
const named = (ranks: number, end = ''): string[] =>
  Array.from({ length: ranks }, (_, rank) =>
    ['bin', 'txt'].map((form) => `llamp-trace-rank-${rank}.${form}${end}`),
  )
    .flat()
    .sort();

/** A folder that is not there yet. */
function fresh({ bench }: UnderMpi, name: string): string {
  return join(bench.folder, name);
}

underEachMpi('worlds', (mpi) => {
  it('keeps two runs at once apart', async () => {
    const { bench } = mpi;
    const program = bench.build('rounds.c');
    const folder = fresh(mpi, 'at-once');
    const codes = [started(bench, 2, folder, program, '1000'), started(bench, 2, folder, program, '4000')];
    expect(await Promise.all(codes)).toEqual([0, 0]);
    expect(filesIn(folder)).toEqual([...named(2), 'run-2']);
    expect(filesIn(join(folder, 'run-2'))).toEqual(named(2));
    const [first, second] = [runsOf(folder, 2), runsOf(join(folder, 'run-2'), 2)];
    expect([first.size, second.size]).toEqual([1, 1]);
    expect([...first, ...second].every((run) => /^[0-9a-f]{16}$/.test(run ?? ''))).toBe(true);
    expect(first).not.toEqual(second);
    // Each has the sleeps of its own run: one 100 times 1 ms at least, the other 100 times 4 ms.
    const last = [folder, join(folder, 'run-2')].map((one) =>
      Number(/^MPI_Finalize:([\d.]+)/m.exec(textFile(one, 0))?.[1]),
    );
    expect(Math.max(...last)).toBeGreaterThan(ROUNDS * 4000);
    expect(Math.min(...last)).toBeGreaterThan(ROUNDS * 1000);
    const mixed = fresh(mpi, 'mixed');
    mkdirSync(mixed);
    cpSync(join(folder, 'llamp-trace-rank-0.bin'), join(mixed, 'llamp-trace-rank-0.bin'));
    cpSync(join(folder, 'run-2', 'llamp-trace-rank-1.bin'), join(mixed, 'llamp-trace-rank-1.bin'));
    const { code, stderr } = await runCli(['check', mixed]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      `llamp-trace-rank-1.bin: this is rank 1 of run ${[...second][0]}, but ${mixed}/llamp-trace-rank-0.bin is rank 0 of run ${[...first][0]}`,
    );
  });

  it('keeps each of several runs of one command line, the first with more ranks than the next', async () => {
    const { bench } = mpi;
    const program = bench.build('rounds.c');
    const script = join(bench.folder, 'twice.sh');
    writeFileSync(
      script,
      `#!/bin/sh\n${bench.launcher(3)} ${program} 1\n${bench.launcher(2)} ${program} 1\n`,
    );
    chmodSync(script, 0o755);
    const folder = fresh(mpi, 'twice');
    const argv = ['trace', 'run', '--tracer', bench.tracer, '--output', folder, '--json', '--', script];
    const { code, stdout, stderr } = await runCli(argv);
    expect(code, stderr).toBe(0);
    const { result, warnings } = JSON.parse(stdout);
    const worlds: { folder: string; ranks: number }[] = result.worlds;
    expect(worlds.map((one) => [one.folder, one.ranks])).toEqual([
      [folder, 3],
      [join(folder, 'run-2'), 2],
    ]);
    expect(warnings.map((one: { code: string }) => one.code)).toContain('trace-worlds');
    const [both, first, second] = await Promise.all(
      [folder, `${folder}/llamp-trace-rank-0.bin`, join(folder, 'run-2')].map((one) =>
        runCli(['check', '--json', one]),
      ),
    );
    expect([both.code, first.code, second.code]).toEqual([3, 0, 0]);
    expect([first, second].map((one) => JSON.parse(one.stdout).result.messages)).toEqual([
      3 * ROUNDS,
      2 * ROUNDS,
    ]);
  });

  it('leaves what all ranks recorded of a program that one of them aborts', () => {
    const { bench } = mpi;
    for (const who of [0, 1]) {
      const { code, folder } = bench.run('abort.c', { ranks: 3, args: [String(who)] });
      expect(code).not.toBe(0);
      expect(filesIn(folder)).toEqual(named(3, '.part'));
      for (let rank = 0; rank < 3; rank++) expect(readBinary(binaryFile(folder, rank)).whole).toBe(false);
      // Barriers that a rank was in are not over.
      expect(callsOf(folder, 3)).toMatchObject({ Sendrecv: 3000, Abort: 1 });
    }
  });

  it('reads what is left of a program that ends without MPI_Finalize', async () => {
    const { folder } = mpi.bench.run('rounds.c', { ranks: 1, args: ['1', 'exit'] });
    expect(filesIn(folder)).toEqual(named(1, '.part'));
    const { code, stdout, stderr } = await runCli(['check', `${folder}/llamp-trace-rank-0.bin.part`]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`messages +${ROUNDS}\\n`));
    expect(stderr).toContain('llamp-trace-rank-0.bin.part: the trace ends without MPI_Finalize');
  });

  it('writes the runtime of the launched world alone, whole, and says what it replaced', () => {
    const { bench } = mpi;
    const result = join(bench.folder, 'result.json');
    const ran = (): Record<string, unknown> => {
      const { code } = bench.run('rounds.c', {
        ranks: 1,
        args: ['1'],
        env: { LLAMP_TRACE: '', LLAMP_RESULT: result },
      });
      expect(code).toBe(0);
      return JSON.parse(readFileSync(result, 'utf8'));
    };
    expect(ran()).toMatchObject({ ranks: 1, replaced: false });
    expect(ran()).toMatchObject({ ranks: 1, replaced: true });
    expect(readdirSync(bench.folder).filter((name) => name.startsWith('result.json'))).toEqual([
      'result.json',
    ]);
  });

  it('keeps what MPI_Comm_spawn starts in a folder of its own', async (test) => {
    const { bench } = mpi;
    const program = bench.build('spawn.c');
    // Between jobs Open MPI needs more than shared memory; MPICH 4.0.2 of Debian 12 cannot spawn at all.
    const words = mpi.name === 'MPICH' ? ['-n', '1'] : ['--allow-run-as-root', '--oversubscribe', '-np', '1'];
    const plain = spawnSync(bench.library.run, [...words, program], { env: ENVIRONMENT, timeout: 30_000 });
    if (plain.status !== 0) {
      console.log(`${mpi.name} cannot spawn here: spawned worlds are not tested with it`);
      test.skip();
    }
    const folder = fresh(mpi, 'spawning');
    const argv = ['trace', 'run', '--tracer', bench.tracer, '--output', folder, '--format', 'both'];
    const { code, stderr } = await runCli([...argv, '--', bench.library.run, ...words, program]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      `llamp-trace: MPI_Comm_spawn started a world of 2 ranks; its traces are in ${folder}/spawned-1\n`,
    );
    expect(stderr).toContain('warning: MPI_Comm_spawn started 1 world');
    const below = join(folder, 'spawned-1');
    expect(callsOf(folder, 1)).toMatchObject({ Comm_spawn: 1, Send: 2, Recv: 2 });
    expect(callsOf(below, 2)).toMatchObject({ Send: 2, Recv: 2, Barrier: 2 });
    expect([headerOf(folder, 0, 'spawned'), headerOf(below, 1, 'spawned')]).toEqual([undefined, 'yes']);
    expect(runsOf(below, 2).size).toBe(1);
    expect(runsOf(below, 2)).not.toEqual(runsOf(folder, 1));
    const read = await runCli(['check', `${folder}/llamp-trace-rank-0.bin`]);
    expect(read.stdout + read.stderr).toContain('messages to and from another world');
  });
});

it('says that the launcher is not that of the program', async (test) => {
  const [own, other] = [findMpi('Open MPI'), findMpi('MPICH')];
  if (own === undefined || other === undefined) return test.skip();
  const bench = new Bench(own);
  try {
    const folder = join(bench.folder, 'singletons');
    const argv = ['trace', 'run', '--tracer', bench.tracer, '--output', folder, '--'];
    const { code, stderr } = await runCli([...argv, other.run, '-n', '2', bench.build('rounds.c'), '10000']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      'warning: 2 separate worlds of 1 rank ran at once, because the launcher belongs to another MPI than the program',
    );
    expect(existsSync(join(folder, 'run-2', 'llamp-trace-rank-0.bin'))).toBe(true);
  } finally {
    bench.remove();
  }
});
