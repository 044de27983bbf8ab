/** Hosts that give less than usual: little address space, full disks, no home; and environments that ask for colours. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cases } from '../part.js';
import { BIN, type CliResult, ended, runCli, spawnCli, withoutProgress } from './run.js';
import { scratch } from './scratch.js';

const FIG4 = fileURLToPath(new URL('../../goal-samples/fig4.goal', import.meta.url));
const SHAPES = ['-L', '3us', '-o', '0', '-G', '0'];

/** Runs `$LLAMP ARGV` with a shell around it: limits, redirections. */
const shell = (script: string, argv: readonly string[]): Promise<CliResult> =>
  ended(
    spawn('bash', ['-c', script, 'bash', process.execPath, BIN, ...argv], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

const LINUX = process.platform === 'linux';

/** Sizes, in GB, that hold a program and not HiGHS beside it; of a part the least and the most. */
const SMALL = cases([2, 4, 8, 10], (size) => size === 2 || size === 10);

describe.runIf(LINUX)('an address space of', () => {
  const limited = (gigabytes: number, argv: readonly string[]): Promise<CliResult> =>
    shell(`ulimit -v ${gigabytes * 1_000_000}; exec "$@"`, argv);

  it.each(SMALL)('%i GB: auto answers by the sweep, in one line', async (gigabytes) => {
    const { code, stdout, stderr } = await limited(gigabytes, ['tolerance', FIG4, ...SHAPES]);
    expect(stderr).toMatch(
      /^warning: HiGHS cannot start, because .*; the sweep engine answers with the same numbers\n$/,
    );
    expect(stdout).toContain('engine              sweep, optimal by strong duality');
    expect(code).toBe(0);
  });

  it.each(SMALL)('%i GB: --engine highs ends with 5 and what to do', async (gigabytes) => {
    const { code, stdout, stderr } = await limited(gigabytes, ['tolerance', FIG4, '--engine', 'highs']);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toMatch(
      /^llamp-ts: HiGHS cannot start, because .*ulimit -v\), or use the sweep engine.*\n$/,
    );
  });

  it('12 GB: HiGHS starts, for a small question has no thread that reserves some as well', async () => {
    const { code, stdout, stderr } = await limited(12, ['tolerance', FIG4, '--engine', 'highs']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('engine              highs, optimal by strong duality');
  });

  it.each([
    ['sensitivity', [FIG4]],
    ['curve', [FIG4, '--at', '0,1us']],
    ['critical-latencies', [FIG4]],
    ['path', [FIG4]],
    ['report', [FIG4, '--output', '-']],
    ['compare', ['--collective', 'bcast=binary,chain', '--ranks', '8']],
    ['compare', [FIG4, '--topology', 'fat-tree:k=4']],
    ['placement', [FIG4, '--topology', 'fat-tree:k=4']],
    ['demo', []],
  ])('8 GB: %s answers', async (command, argv) => {
    const { code, stdout, stderr } = await limited(8, [command, ...argv]);
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('warning: '))).toEqual([]);
    expect(stdout).not.toBe('');
    expect(code).toBe(0);
  });
});

describe.runIf(LINUX)('a full disk', () => {
  it('leaves an error what it was, although its JSON has no place', async () => {
    const { code, stderr } = await shell('exec "$@" > /dev/full', ['tolerance', 'nowhere.goal', '--json']);
    expect([code, stderr]).toEqual([3, 'llamp-ts: nowhere.goal: no such file. Check the path\n']);
  });

  it.each([[[]], [['--json']]])('that --output goes to is an error of its own %j', async (more) => {
    const { code, stdout, stderr } = await runCli(['tolerance', FIG4, '--output', '/dev/full', ...more]);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain('no space left on the device');
    expect(stdout + stderr).toContain('/dev/full');
  });

  it('that standard error goes to costs the words, not the answer', async () => {
    const script = 'exec "$@" 2> /dev/full';
    const { code, stdout } = await shell(script, ['tolerance', FIG4, '-L', '0', '-G', '0']);
    expect(code).toBe(0);
    expect(stdout).toContain('runtime T');
    expect((await shell(script, ['tolerance', 'nowhere.goal'])).code).toBe(3);
  });
});

describe('a home', () => {
  const folder = scratch();

  it('that cannot be read, or holds something else, puts nothing before the answer', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const home of [file, '/proc/1/fdinfo']) {
      const { code, stderr } = await spawnCli(['tolerance', FIG4], {
        env: { HOME: home, XDG_DATA_HOME: '' },
      });
      expect([code, stderr]).toEqual([0, '']);
    }
  });
});

/** Becomes a user that no list of users knows, as `docker run --user` makes them; what it may read stays. */
const UNKNOWN = 'unshare --user --map-user=54321 --map-group=54321 env -i PATH=/usr/bin:/bin'.split(' ');
const canBeUnknown = (): boolean => spawnSync(UNKNOWN[0], [...UNKNOWN.slice(1), 'true']).status === 0;

describe.skipIf(!canBeUnknown())('a user that the system does not know', () => {
  it.each([[['HOME=/']], [['HOME=/', 'SHELL=/bin/sh']]])('with %j gets an answer', (variables) => {
    const words = [...UNKNOWN.slice(1), ...variables, process.execPath, BIN, 'tolerance', FIG4];
    const { status, stdout, stderr } = spawnSync(UNKNOWN[0], words, { encoding: 'utf8' });
    expect([status, withoutProgress(stderr)]).toEqual([0, '']);
    expect(stdout).toContain('runtime T');
  });
});
