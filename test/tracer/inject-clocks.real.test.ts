/**
 * Injected latency between nodes whose clocks differ: clocks that are 1000 s apart are found; what is known of them, and what
 * is refused for it, is said.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { within } from './bounds.js';
import { injectedRuns, NODES } from './injected.js';
import { type Bench, headerOf, RANKS, type RunResult } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('between nodes, by their clocks,', (mpi) => {
  const { run, ran, resultPath, resultOf } = injectedRuns(mpi, NODES);

  it('finds clocks that are far apart, of each node another', () => {
    const other = [clocks(mpi.bench)];
    // No clock is to be wrong by what it is ahead: latencies that are 1000 s off never end, or at once. Where other work
    // has the cores, clocks are compared by messages that wait for one.
    const L = 20 * MS;
    const env = {
      LLAMP_L: String(L),
      OTHER_CLOCK_S: '1000',
      LLAMP_RESULT: resultPath(),
    };
    for (const OTHER_CLOCK_S of ['1000', '-1000']) {
      const { code, stdout } = run('inject_one_way.c', { ...env, OTHER_CLOCK_S }, { preload: other });
      expect(code).toBe(0);
      const ways = stdout.trim().split(' ').map(Number);
      const { clock_error_ns, T_ns, release } = resultOf();
      expect(release).toBe('constant');
      for (const way of ways) expect(1000 * way).toBeGreaterThanOrEqual(L - 2 * clock_error_ns);
      // 15 rounds, there and back; the first way there may begin before the last rank does, and what they print comes with
      // the last one back.
      expect(T_ns).toBeGreaterThan(29 * (L - 2 * clock_error_ns));
      expect(T_ns).toBeLessThan(100_000 * MS);
    }
    ran('farm.c', { LLAMP_L: '1e6', OTHER_CLOCK_S: '-3.5' }, { preload: other });
  });

  it('takes the runtime of a program that is not delayed', () => {
    for (const OTHER_CLOCK_S of ['1000', '-1000']) {
      const result = ran('ring.c', { OTHER_CLOCK_S }, { preload: [clocks(mpi.bench)], timeout: 20_000 });
      expect([result.nodes, result.L_ns]).toEqual([RANKS, null]);
      expect(result.T_ns).toBeGreaterThan(0);
      expect(result.T_ns).toBeLessThan(100_000 * MS);
    }
  });

  it('says how far clocks went apart while the program ran', () => {
    const env = {
      LLAMP_L: '1e6',
      OTHER_CLOCK_PPM: '1000',
      LLAMP_RESULT: resultPath(),
    };
    const pause = { ranks: 2, args: ['1000000'], preload: [clocks(mpi.bench)] };
    expect(run('inject_one_way.c', env, pause).code).toBe(0);
    // In 1 s, and 0.4 s before the start.
    expect(resultOf().clock_error_ns).toBeGreaterThan(1.4 * MS);
  });

  it('says what was in force, in the trace, too', async () => {
    const result = resultPath();
    const env = {
      LLAMP_ADD: '500000',
      LLAMP_RELEASE: 'added',
      LLAMP_NODE_RANKS: '2',
      LLAMP_RESULT: result,
    };
    const { code, folder } = mpi.bench.run('ring.c', { env });
    expect(code).toBe(0);
    expect(headerOf(folder, 3, 'injected-release')).toBe('added');
    const { nodes, L_ns, added_ns } = resultOf();
    expect([nodes, added_ns, Number(headerOf(folder, 3, 'injected-latency-ns'))]).toEqual([2, 500_000, L_ns]);
    const checked = await runCli(['check', '--rules', 'strict', join(folder, 'llamp-trace-rank-0.bin')]);
    expect(checked.code).toBe(0);
    const one = mpi.bench.run('ring.c', {
      env: { LLAMP_L: '1e6', LLAMP_RELEASE: 'added', LLAMP_RESULT: result },
    });
    expect(headerOf(one.folder, 3, 'injected-release')).toBe('constant');
    expect(resultOf()).toMatchObject({ nodes: 1, clock_error_ns: 0, release: 'constant' });
  });

  it.each([
    [
      'ring.c',
      { LLAMP_L: '2' },
      /^llamp-trace: LLAMP_L=2 is below the \d+ ns of a message here without delay/,
    ],
    [
      'ring.c',
      { LLAMP_ADD: '0', LLAMP_RELEASE: 'constant', LLAMP_NODE_RANKS: '1' },
      /^llamp-trace: LLAMP_RELEASE=constant needs exact clocks, but those of the nodes are known to \d+ ns, more than a tenth/,
    ],
  ])('refuses %s with %j, once', async (file, env, says) => {
    // Where other work has the cores, messages between neighbours may be slow, and those that compare clocks not.
    const refused = (): RunResult => run(file, env, { args: [join(mpi.bench.folder, 'file')] });
    const { stderr } = await within(refused, ({ code }) => code === 2);
    const lines = stderr.split('\n').filter((line) => line.startsWith('llamp-trace: '));
    expect(lines, stderr).toHaveLength(1);
    expect(lines[0]).toMatch(says);
  });
});

/** The library of other clocks. */
const clocks = (bench: Bench): string =>
  bench.build('other_clock.c', { flags: ['-fPIC', '-shared'], as: 'other_clock.so' });
