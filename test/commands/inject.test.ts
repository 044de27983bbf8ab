/** `inject run` where there is no MPI: what the tracer is told, in which order runs are made, and what is left of them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { scratch, scriptsIn } from '../cli/scratch.js';
import { listedKeys } from '../docs/pages.js';

const folder = scratch();
beforeAll(() => {
  writeFileSync(join(folder, 'libllamp-trace.so'), '\x7fELF LLAMP_TRACE');
});

/** A program of the shell. */
const script = scriptsIn(folder);

/** Leaves the result of a run whose T is ten latencies, and a line of what it was told. */
const PROGRAM = `
env | grep '^LLAMP_' | grep -Ev 'RESULT|SHARED|TESTS|KERNELS' | sort | tr '\\n' ' ' >> $SEEN; echo >> $SEEN
L=\${LLAMP_L:-$((LLAMP_ADD + 5))}
cat > $LLAMP_RESULT <<END
{"program": "/home/me/app", "ranks": 4, "mpi": "Open MPI v4.1.4, package", "nodes": 1, "clock_error_ns": 0,
 "L_ns": $L, "added_ns": null, "collectives": "library", "release": "constant",
 "T_ns": $((10 * L)), "load1": 0.5, "undelayed": {"MPI_Bcast": 8, "MPI_File_open": 4, "MPI_File_write": 3}, "undelayed_ns": {"MPI_File_open": $((2 * L))}}
END
echo said`;

const injected = (name: string, ...argv: string[]) => injectedInto(PROGRAM, name, ...argv);

/** `text`: what the program does. */
async function injectedInto(text: string, name: string, ...argv: string[]) {
  const seen = join(folder, name);
  const program = script(`${name}.sh`, text.replaceAll('$SEEN', seen));
  const tracer = join(folder, 'libllamp-trace.so');
  const ran = await runCli(['inject', 'run', '--tracer', tracer, ...argv, '--', program]);
  return { ...ran, seen, lines: existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : [] };
}

/** Without what the loader says of a library that is none. */
const ofOurs = (stderr: string): string => stderr.replace(/^ERROR: ld\.so: .*\n/gm, '');

describe('inject run', () => {
  it('runs with each latency, up and down the list, and writes what validate reads', async () => {
    const csv = join(folder, 'runs.csv');
    const { code, stdout, stderr, lines } = await injected(
      'list',
      ...[
        '-L',
        '1ms,2ms',
        '--repeat',
        '2',
        '-S',
        '1KiB',
        '-G',
        '0.5ns/B',
        '--add-overhead',
        '2us',
        '--save',
        csv,
      ],
    );
    expect([code, stdout]).toEqual([0, 'said\n'.repeat(4)]);
    expect(lines.map((line) => /LLAMP_L=(\d+)/.exec(line)?.[1])).toEqual([
      '1000000',
      '2000000',
      '2000000',
      '1000000',
    ]);
    expect(lines[0].trim()).toBe('LLAMP_DILATE=1 LLAMP_G=0.5 LLAMP_L=1000000 LLAMP_O=2000 LLAMP_S=1024');
    expect(readFileSync(csv, 'utf8')).toBe(
      [
        'program,ranks,mpi,L_ns,repeat,T_ns,load1',
        'app,4,openmpi,1000000,0,10000000,0.5',
        'app,4,openmpi,2000000,0,20000000,0.5',
        'app,4,openmpi,2000000,1,20000000,0.5',
        'app,4,openmpi,1000000,1,10000000,0.5\n',
      ].join('\n'),
    );
    expect(stderr).toContain('L 1 ms  T 10 ms\n');
    expect(stderr).toContain(
      'warning: calls of all ranks that were not delayed: 8 MPI_Bcast, 4 MPI_File_open (5 % of the time); without --collective library, collectives are delayed\n',
    );
    const held = await runCli(['validate', 'traces/ring-4', '--measured', csv, '--json']);
    expect(held.code).toBe(0);
    expect(JSON.parse(held.stdout).result.measured).toMatchObject({
      runs: 4,
      program: 'app',
      mpi: 'openmpi',
    });
  });

  it('adds latencies', async () => {
    const csv = join(folder, 'added.csv');
    const { code, lines, stderr } = await injected(
      'added',
      ...['-L', '0,1us', '--added', '--dilate', '2.5', '--save', csv],
    );
    expect(code).toBe(0);
    expect(lines.map((line) => line.trim())).toEqual(
      ['0', '1000'].map((L) => `LLAMP_ADD=${L} LLAMP_DILATE=2.5 LLAMP_G=0 LLAMP_O=0`),
    );
    expect(stderr).toContain('L +1 µs  T 10.05 µs\n');
    expect(readFileSync(csv, 'utf8')).toContain('app,4,openmpi,+1000,0,10050,0.5\n');
  });

  it.each([
    [['bcast=chain@64KiB..:segment=8KiB', 'auto'], 'bcast=chain@65536..:segment=8192,auto'],
    [['allreduce=ring'], 'allreduce=ring'],
    [['library'], 'library'],
  ])('hands on algorithms of collectives: %j', async (choices, plain) => {
    const flags = choices.flatMap((choice) => ['--collective', choice]);
    const { code, lines } = await injected(`choice-${plain.length}`, '-L', '1ms', ...flags);
    expect(code).toBe(0);
    expect(lines[0]).toContain(`LLAMP_COLLECTIVES=${plain} `);
  });

  it.each([
    ['gatherv=binomial@1KiB..', "has a range of sizes, but ranks do not know each other's sizes in gatherv"],
    [
      'alltoallv=pairwise@1KiB..',
      "has a range of sizes, but ranks do not know each other's sizes in alltoallv",
    ],
    ['auto@1KiB..', 'has a range of sizes, but ranks do not know'],
    ['bcast=ring', "unknown algorithm 'ring' of bcast"],
  ])('refuses --collective %s', async (choice, why) => {
    const { code, stderr } = await injected('refused', '-L', '1ms', '--collective', choice);
    expect([code, stderr.includes(why)]).toEqual([2, true]);
  });

  it('answers with JSON', async () => {
    const { stdout, stderr } = await injected('json', '-L', '1ms', '--json');
    expect(ofOurs(stderr)).toContain('said\n');
    const { schema, result } = JSON.parse(stdout);
    expect(schema).toBe('llamp-ts/inject run/2');
    expect(Object.keys(result)).toEqual(listedKeys('inject run'));
    expect(result).toEqual({
      program: '/home/me/app',
      ranks: 4,
      mpi: 'openmpi',
      nodes: { count: 1, release: ['constant'], clock_error_ns: 0 },
      runs: [{ asked_ns: 1e6, latency_ns: 1e6, repeat: 0, runtime_ns: 1e7, load1: 0.5 }],
      undelayed: { MPI_Bcast: 8, MPI_File_open: 4, MPI_File_write: 3 },
      undelayed_share: { MPI_File_open: 0.05 },
      with_other_worlds: 0,
    });
  });

  it('says how latencies between nodes came about', async () => {
    // Clocks known to 40 µs are 80 µs apart at most: less than a tenth of 1 ms, and more than that of 0.5 ms.
    const nodes = PROGRAM.replace('"nodes": 1, "clock_error_ns": 0', '"nodes": 2, "clock_error_ns": 40000');
    const apart = await injectedInto(nodes, 'apart', '-L', '500us,1ms');
    expect(apart.stderr).toContain(
      '2 runs of app on 4 ranks and 2 nodes (LLAMP_RELEASE=constant, clock error up to 40 µs)\n',
    );
    expect(apart.stderr).toContain(
      'warning: clocks of nodes drifted during the run, so latencies between nodes were wrong by up to 80 µs. Use a shorter run, or LLAMP_RELEASE=added\n',
    );
    const near = await injectedInto(nodes, 'near', '-L', '1ms');
    expect(near.stderr).not.toContain('apart');
    const added = nodes.replace('"constant"', '"$([ $L = 1000000 ] && echo added || echo constant)"');
    const both = await injectedInto(added, 'both', '-L', '1ms,2ms', '--json');
    const { result, warnings } = JSON.parse(both.stdout);
    expect(result.nodes).toEqual({ count: 2, release: ['added', 'constant'], clock_error_ns: 40_000 });
    expect(warnings).toContainEqual({
      code: 'inject-release',
      message:
        'latencies between nodes (1 of 2 runs) started only when the receiver saw the message, so messages were late for ranks that were computing. Expect a measured T above the predicted T',
    });
    const one = await injected('one-node', '-L', '1ms');
    expect(one.stderr).toContain('1 run of app on 4 ranks\n');
  });

  it('says how many cores the ranks of all nodes share', async () => {
    const crowded = PROGRAM.replace('"ranks": 4', '"ranks": 99999').replace('"nodes": 1', '"nodes": 2');
    const { stderr } = await injectedInto(crowded, 'crowded', '-L', '1ms');
    expect(stderr).toContain(
      `warning: 99999 ranks share ${2 * availableParallelism()} cores, so computation`,
    );
  });

  it.each([
    [['-L', ''], 2, '--latency is empty'],
    [['-L', '0'], 2, "--latency '0' is below that of any network. Use --added"],
    [['-L', '1ms', '--dilate', '0.5'], 2, "--dilate '0.5' is not a number of at least 1"],
  ])('refuses %j', async (argv, wanted, words) => {
    const { code, stderr, lines } = await injected(`refused-${wanted}`, ...argv);
    expect([code, lines]).toEqual([wanted, []]);
    expect(stderr).toContain(words);
  });

  it('refuses the runtime of the last of several programs', async () => {
    const text = PROGRAM.replace('"load1"', '"replaced": true, "load1"');
    const { code, stderr } = await injectedInto(text, 'twice', '-L', '1ms');
    expect(code).toBe(3);
    expect(stderr).toContain(
      'several MPI programs ran, so the result of /home/me/app replaced that of another one. Start a single program',
    );
  });

  it('tells a program that fails, and one that leaves no result', async () => {
    const argv = ['inject', 'run', '-L', '1ms', '--tracer', join(folder, 'libllamp-trace.so'), '--'];
    const failed = await runCli([...argv, script('fails', 'exit 7')]);
    expect([failed.code, failed.stderr.includes('the program ended with exit code 7')]).toEqual([3, true]);
    const silent = await runCli([...argv, script('silent', 'exit 0')]);
    expect([silent.code, silent.stderr.includes('rank 0 wrote no result')]).toEqual([3, true]);
    const nobody = await runCli(argv);
    expect([nobody.code, nobody.stderr.includes('no program given')]).toEqual([2, true]);
  });
});
