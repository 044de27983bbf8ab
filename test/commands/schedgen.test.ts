import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { summarize } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { expectRefusal, runCli } from '../cli/run.js';
import { patternSchedule } from '../pattern-schedule.js';

const traces = fileURLToPath(new URL('../../traces/', import.meta.url));
const samples = fileURLToPath(new URL('../../goal-samples/', import.meta.url));
const folder = (): string => mkdtempSync(join(tmpdir(), 'llamp-schedgen-'));

/** T, λ_L and the 1 % tolerance that `tolerance` gives. */
async function answer(input: string, ...flags: string[]): Promise<unknown> {
  // Quiet: on a busy machine a line of progress is right.
  const argv = ['tolerance', input, '--pct', '1', '--engine', 'sweep', '--json', '--quiet', ...flags];
  const run = await runCli(argv);
  expect(run.stderr).toBe('');
  const { result } = JSON.parse(run.stdout);
  return [result.runtime_ns, result.lambda, result.tolerance];
}

describe('schedgen of traces', () => {
  it('gives what the traces give when it is read back, also packed', async () => {
    const into = folder();
    const [plain, packed] = [join(into, 'out.goal'), join(into, 'out.goal.gz')];
    const made = await runCli(`schedgen traces/mixed-4 --output ${plain}`);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    expect((await runCli(`schedgen traces/mixed-4 --output ${packed} -q`)).stderr).toBe('');
    expect(gunzipSync(readFileSync(packed))).toEqual(readFileSync(plain));
    const direct = await answer('traces/mixed-4');
    expect([await answer(plain), await answer(packed)]).toEqual([direct, direct]);
  });

  it('takes the chosen algorithm, on standard output as well', async () => {
    const choice = ['--collective', 'allreduce=ring'];
    const { code, stdout } = await runCli(['schedgen', join(traces, 'runs/solver-4'), ...choice, '-q']);
    expect(code).toBe(0);
    const file = join(folder(), 'ring.goal');
    writeFileSync(file, stdout);
    expect(await answer(file)).toEqual(await answer(join(traces, 'runs/solver-4'), ...choice));
    expect(await answer(file)).not.toEqual(await answer(join(traces, 'runs/solver-4')));
  });

  it('says that GOAL has no synchronous sends', async () => {
    const into = folder();
    const world = (rank: number) => `9,${rank},2`;
    writeFileSync(
      join(into, 't-0.txt'),
      `MPI_Init:-:1:2:0\nMPI_Ssend:1:5:1:10,8,8:1:0:${world(0)}:2\nMPI_Bsend:3:5:1:10,8,8:1:0:${world(0)}:4\nMPI_Finalize:5:-\n`,
    );
    writeFileSync(
      join(into, 't-1.txt'),
      `MPI_Init:-:1:2:0\nMPI_Recv:1:5:1:10,8,8:0:0:${world(1)}:0:2\nMPI_Recv:3:5:1:10,8,8:0:0:${world(1)}:0:4\nMPI_Finalize:5:-\n`,
    );
    const { code, stderr } = await runCli(['schedgen', into, '--output', join(folder(), 'a.goal')]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: GOAL cannot express synchronous sends; 1 send (MPI_Ssend, Issend, Ssend_init, one-sided operations) will wait for the receiver only above the rendezvous threshold, nor buffered sends; 1 send (MPI_Bsend, Ibsend, Bsend_init) will wait for the receiver above the rendezvous threshold',
    );
  });

  it('writes nothing for bad traces and names the line', async () => {
    const into = folder();
    writeFileSync(join(into, 'trace-rank-0.txt'), 'MPI_Init:0:10\nMPI_Barrier:20:4,0,1:1');
    const out = join(into, 'out.goal');
    await expectRefusal(
      ['schedgen', join(into, 'trace-rank-0.txt'), '--output', out],
      3,
      'trace-rank-0.txt:2',
    );
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['-q', /Name traces .* or use --pattern/],
    ['-', /Name the files/],
    ['goal-samples/fig4.goal --collective allreduce=ring', /has no meaning for a GOAL file/],
    ['traces/cg-4 --collective allreduce=rng', /Did you mean ring\?/],
    ['traces/cg-4 --ranks 4', /--ranks has no meaning without --pattern/],
    ['traces/cg-4 --pattern ring --ranks 4', /INPUT and --pattern cannot be combined/],
    ['--pattern ring', /needs --ranks/],
    ['--pattern halo2 --ranks 4', /Did you mean halo2d\?/],
    ['--pattern halo2d --ranks 4 --dims 3x3', /does not hold 4 ranks/],
  ])('refuses %s, with a way out', async (line, words) => {
    await expectRefusal(`schedgen ${line}`, 2, words, { input: 'MPI_Init:-:1:2:0\n' });
  });
});

describe('schedgen of GOAL', () => {
  it('writes it in one form, whichever way it came, and what it writes is in that form', async () => {
    const file = join(samples, 'three-slopes.goal');
    const once = await runCli(['schedgen', file, '-q']);
    const piped = await runCli('schedgen - -q', { input: gzipSync(readFileSync(file)) });
    expect(piped).toEqual({ code: 0, stdout: once.stdout, stderr: '' });
    expect((await runCli('schedgen - -q', { input: once.stdout })).stdout).toBe(once.stdout);
    // Lines are all that differs.
    const { lines: before, ...read } = parseGoal(readFileSync(file));
    const { lines: after, ...written } = parseGoal(once.stdout);
    expect(written).toEqual(read);
    expect(after).not.toEqual(before);
  });
});

describe('schedgen --pattern', () => {
  it('writes what the library makes', async () => {
    const flags = '--ranks 12 --bytes 1KiB --iterations 3 --compute 100us --seed 7'.split(' ');
    const { stdout } = await runCli(['schedgen', '--pattern', 'bisection', ...flags, '-q']);
    const options = { ranks: 12, bytes: 1024, iterations: 3, computeNs: 100_000, seed: 7 };
    const made = makePattern('bisection', options);
    const read = parseGoal(stdout);
    expect(summarize(read)).toEqual(summarize(made));
    expect(read.value).toEqual(made.value);
    expect(read.peer).toEqual(made.peer);
  });

  it('keeps all of the data flow of a collective, unless told', () => {
    const flags = { pattern: 'allgather', ranks: 8, bytes: '64B' };
    const bytes = (schedule: ReturnType<typeof patternSchedule>) => {
      let sum = 0;
      for (let op = 0; op < schedule.operations; op++) if (schedule.kind[op] === 1) sum += schedule.value[op];
      return sum;
    };
    // Dissemination in three rounds: every rank passes on 1, 2 and 4 blocks; the published one always one.
    expect(bytes(patternSchedule(flags))).toBe(8 * 7 * 64);
    expect(bytes(patternSchedule(flags, ['allgather=dissemination:flow=published']))).toBe(8 * 3 * 64);
    expect(bytes(patternSchedule(flags, ['auto']))).toBeGreaterThanOrEqual(8 * 7 * 64);
  });

  it('refuses choices that no call of the pattern takes', () => {
    const flags = { pattern: 'bcast', ranks: 4 };
    expect(() => patternSchedule(flags, ['reduce=chain'])).toThrow(/has no effect/);
    expect(() => patternSchedule({ ...flags, pattern: 'bcast=chain' }, ['bcast=linear'])).toThrow(/already/);
    expect(() => patternSchedule({ ...flags, pattern: 'sweep' }, ['bcast=linear'])).toThrow(/no collectives/);
  });
});
