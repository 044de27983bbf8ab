/** Programs in control groups that are too small for them, where this user may make some: refused, never killed. */
import { spawn, spawnSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavefront } from '../../../bench/wavefront-text.js';
import { cases } from '../../part.js';
import { BIN, type CliResult, ended } from '../run.js';

const MIB = 2 ** 20;

/** Names of a version's files. */
interface Version {
  readonly root: string;
  readonly limit: string;
  readonly most: string;
}
const FIRST: Version = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  most: 'memory.max_usage_in_bytes',
};
const SECOND: Version = { root: '/sys/fs/cgroup', limit: 'memory.max', most: 'memory.peak' };

/** The version in which a group with a limit can be made here; null: none. */
const version = [FIRST, SECOND].find(({ root, limit }) => {
  if (!existsSync(root)) return false;
  const folder = join(root, `llamp-try-${process.pid}`);
  try {
    mkdirSync(folder);
    const there = existsSync(join(folder, limit));
    rmdirSync(folder);
    return there;
  } catch {
    return false;
  }
});

interface Run extends CliResult {
  /** Most that the group had at once, MiB. */
  readonly mib: number;
}

let groups = 0;

/** Runs a command line in a group of its own with so many MiB. */
async function within({ root, limit, most }: Version, mib: number, argv: readonly string[]): Promise<Run> {
  const group = join(root, `llamp-${process.pid}-${groups++}`);
  mkdirSync(group);
  try {
    writeFileSync(join(group, limit), String(mib * MIB));
    const script = 'echo $$ > "$0" && exec "$@"';
    const words = ['-c', script, join(group, 'cgroup.procs'), process.execPath, BIN, ...argv];
    const run = await ended(spawn('bash', words, { stdio: ['ignore', 'pipe', 'pipe'] }));
    const bytes = existsSync(join(group, most)) ? Number(readFileSync(join(group, most), 'utf8')) : 0;
    return { ...run, mib: bytes / MIB };
  } finally {
    spawnSync('rmdir', [group]);
  }
}

describe.skipIf(version === undefined)('in a control group', () => {
  const group = version ?? FIRST;
  let folder: string;
  let large: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-group-'));
    large = join(folder, 'large.goal');
    await pipeline(wavefront(3_000_000, 8), createWriteStream(large));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('of 250 MiB three million operations end with 5, the numbers and the advice', async () => {
    const { code, stdout, stderr } = await within(group, 250, ['tolerance', large, '--json']);
    expect([code, stderr]).toEqual([5, '']);
    const [{ what, mend }] = JSON.parse(stdout).error.problems;
    expect(what).toMatch(
      /^not enough memory \(3,000,096 operations read, .* of 250 MiB of this control group/,
    );
    expect(mend).toMatch(/^use a machine or job with at least \d.* MiB/);
  });

  it.each(cases([100, 150, 200, 300, 340, 370, 400, 440], (_, i) => i % 3 === 1))(
    'of %i MiB they are answered or refused, not killed',
    async (mib) => {
      const output = join(folder, `${mib}.txt`);
      const { code } = await within(group, mib, ['tolerance', large, '--output', output, '--quiet']);
      expect([0, 5]).toContain(code);
      expect(existsSync(output)).toBe(code === 0);
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  );

  it('that has a little more than they take at most they are answered', async () => {
    const free = await within(group, 8192, ['tolerance', large, '--quiet']);
    expect(free.code).toBe(0);
    if (free.mib === 0) return;
    const tight = await within(group, Math.ceil(free.mib * 1.05), ['tolerance', large, '--quiet']);
    expect([tight.code, tight.stderr]).toEqual([0, '']);
    expect(tight.stdout).toBe(free.stdout);
  });
});
