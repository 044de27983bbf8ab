/**
 * Validation over a delayed network, as far as it goes without root and namespaces: its parts compile without a warning,
 * its scripts are whole, and wrong arguments are refused with words.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findMpi } from '../tracer/mpi.js';

const PARTS = fileURLToPath(new URL('./network/', import.meta.url));
const STRICT = ['-O2', '-Wall', '-Wextra', '-Werror'];
const folder = mkdtempSync(join(tmpdir(), 'llamp-network-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { cwd: PARTS, encoding: 'utf8', timeout: 60_000 });

function has(command: string): boolean {
  if (run(command, ['--version']).status === 0) return true;
  console.log(`no ${command} here: what needs it is not tested`);
  return false;
}

const router = join(folder, 'router');

/** What a compiler says of these files: nothing. */
function compile(compiler: string, ...args: string[]): void {
  const { status, stderr } = run(compiler, [...STRICT, ...args]);
  expect([status, stderr]).toEqual([0, '']);
}

describe.skipIf(process.platform !== 'linux' || !has('cc'))('the router', () => {
  it('compiles as C99', () => {
    compile('cc', '-std=c99', '-o', router, 'router.c', 'devices.c', 'queue.c', 'refuse.c');
    compile('cc', '-std=c99', '-fPIC', '-shared', '-o', join(folder, 'idle.so'), 'idle.c');
  });

  it.each([[[]], [['1']], [['65']], [['4x']], [['4', '5']]])('refuses %j', (args) => {
    const { status, stdout, stderr } = run(router, args);
    expect([status, stdout, stderr]).toEqual([1, '', 'router: usage: router RANKS, from 2 to 64\n']);
  });
});

const library = findMpi('Open MPI');

describe.skipIf(library === undefined)('with Open MPI', () => {
  const cc = library?.cc ?? '';

  it('compiles the common start', () => {
    compile(cc, '-fPIC', '-shared', '-o', join(folder, 'start.so'), 'start.c', '-ldl');
  });

  it.each(['pingpong.c', 'programs/sweep.c', 'programs/steps.c'])('compiles %s', (file) => {
    compile(cc, '-o', join(folder, 'program'), file);
  });
});

describe.skipIf(!has('bash'))('the scripts', () => {
  it.each(readdirSync(PARTS).filter((file) => file.endsWith('.sh')))('%s is whole', (file) => {
    const { status, stderr } = run('bash', ['-n', file]);
    expect([status, stderr]).toEqual([0, '']);
  });

  const whole = ['-n', '4', '-L', '1ms', '-o', folder];

  it.each([
    ['usage: ', []],
    ['usage: ', whole],
    ['unknown: --latency; usage: ', [...whole, '--latency', '1ms', '--', 'true']],
    ['-n: "four" is no whole number', ['-n', 'four', '--', 'true']],
    ['-n: 65 ranks; there can be 2 to 64', [...whole, '-n', '65', '--', 'true']],
    ['-L: "1" is no time such as', [...whole, '-L', '1', '--', 'true']],
    ['-L: "2s" is more than 1 s', [...whole, '-L', '1ms,2s', '--', 'true']],
  ])('run.sh says "%s" of %j', (words, args) => {
    const { status, stdout, stderr } = run('bash', ['run.sh', ...args]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.startsWith(`run.sh: ${words}`)).toBe(true);
  });
});

describe.skipIf(!has('bash') || run('awk', ['BEGIN { }']).status !== 0)('time.awk', () => {
  const trace = (name: string, start: string, lines: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `# ranks: 2\n# start-monotonic-ns: ${start}\n\nMPI_Init:-:0:0:0.000\n${lines}`);
    return file;
  };
  const early = trace('0.txt', '4000000000000000', 'MPI_Finalize:1000.500:-\n');
  const late = trace('1.txt', '4000000000000100', 'MPI_Finalize:2000.250:-\n');
  const time = (...files: string[]): SpawnSyncReturns<string> =>
    run('awk', ['-v', 'ranks=2', '-f', 'time.awk', ...files]);

  it('counts from the first start to the last end', () => {
    expect(time(early, late).stdout).toBe('2000350 100\n');
    expect(time(late, early).stdout).toBe('2000350 100\n');
  });

  it('refuses a rank without trace, or without end', () => {
    const open = trace('open.txt', '4000000000000000', '');
    expect([time(early).status, time(early).stderr]).toEqual([
      1,
      'of 2 ranks, 1 left a trace and 1 came to MPI_Finalize\n',
    ]);
    expect([time(early, open).status, time(early, open).stderr]).toEqual([
      1,
      'of 2 ranks, 2 left a trace and 1 came to MPI_Finalize\n',
    ]);
  });
});
