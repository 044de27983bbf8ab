/**
 * Validation over a delayed network, as far as it goes without root and namespaces: its parts compile without a warning,
 * its scripts are whole, and wrong arguments are refused with words.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askJson } from '../cli/run.js';
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

  it.each(['pingpong.c', 'programs/sweep.c', 'programs/steps.c', 'programs/calls.c'])(
    'compiles %s',
    (file) => {
      compile(cc, '-o', join(folder, 'program'), file);
    },
  );
});

const TIMES = 10;
/** Root, a device that makes networks, and no other work on the machine. */
const delays = process.env.LLAMP_SHARP === '1' && process.getuid?.() === 0 && existsSync('/dev/net/tun');

describe.skipIf(library === undefined || !delays)('over a network that delays every packet', () => {
  const program = join(folder, 'calls');
  beforeAll(() => compile(library?.cc ?? '', '-o', program, 'programs/calls.c'));

  it.each([
    'dup',
    'split',
    'cart',
    'idup',
    'win_create',
    'fence',
    'put_fence',
    'get_flush',
    'file_open',
    'large',
  ])('λ of %s is the slope of its runtime', { timeout: 240_000 }, async (call) => {
    const place = join(folder, call);
    const file = join(folder, `${call}.file`);
    const flags = ['-n', '4', '-L', '2ms,6ms', '--repeat', '3', '--rounds', '10', '--real-time', '-o', place];
    const { status, stderr } = spawnSync(
      'bash',
      ['run.sh', ...flags, '--', program, call, String(TIMES), file],
      // Debian's Open MPI has no one-sided calls between hosts over TCP unless it may choose their component.
      { cwd: PARTS, encoding: 'utf8', timeout: 200_000, env: { ...process.env, OMPI_MCA_osc: '^ucx' } },
    );
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    const measured = join(place, 'measured.csv');
    const [first] = (
      await askJson(['validate', join(place, 'trace'), '--measured', measured, '-o', '0', '-G', '0', '-q'])
    ).result.points;
    console.log(`${call}: λ ${first.lambda.L}, slope measured ${first.measured_slope_after.toFixed(1)}`);
    const allowed = Math.max(0.35 * TIMES, 0.025 * first.lambda.L);
    expect(Math.abs(first.measured_slope_after - first.lambda.L)).toBeLessThanOrEqual(allowed);
    expect(Math.abs(first.error)).toBeLessThan(0.05);
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
