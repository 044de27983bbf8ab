/** The command line of replay: what it tells is what the library simulates. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logGPS } from '../../src/machine/machine.js';
import { simulate } from '../../src/simulation/simulate.js';
import { runCli } from '../cli/run.js';
import { sampleSchedule } from '../report/samples.js';

const MACHINE = ['-L', '3us', '-o', '1500ns', '-G', '1ns/B', '-S', '65535B'];
const SYNC = [...MACHINE.slice(0, -1), '65535B:sync'];

async function answer(...argv: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['replay', ...argv]);
  return { code, stdout, stderr };
}

describe('replay', () => {
  it('has T, ends and busy times of the library', async () => {
    const schedule = await sampleSchedule('cg-4');
    const { runtime, ends, busy, events } = simulate(schedule, logGPS({ L: 3000, o: 1500, G: 1, S: 65_535 }));
    const { result, machine } = JSON.parse((await answer('traces/cg-4', ...MACHINE, '--json', '-q')).stdout);
    expect([result.runtime_ns, result.events]).toEqual([runtime, events]);
    expect(result.ranks).toEqual(
      Array.from(ends, (end_ns, rank) => ({
        rank,
        end_ns,
        busy_ns: busy[rank],
        waiting_ns: end_ns - busy[rank],
      })),
    );
    expect([machine.cpu, machine.nic]).toEqual(['serial', 'serial']);
    const csv = (await answer('traces/cg-4', ...MACHINE, '--csv', '-q')).stdout.trim().split('\n');
    expect(csv).toEqual([
      'rank,end_ns,busy_ns,waiting_ns',
      ...Array.from(ends, (end, rank) => [rank, end, busy[rank], end - busy[rank]].join(',')),
    ]);
  });

  it('prints a clock below 0 as LogGOPSim, whose clocks have no sign', async () => {
    const goal =
      'num_ranks 2\nrank 0 {\nl1: send 0b to 0\nl2: send 101b to 1\nl3: recv 0b from 0\n}\n' +
      'rank 1 {\nl1: recv 101b from 0\n}\n';
    const machine = [
      '-L',
      '2500ns',
      '-o',
      '0',
      '-g',
      '0',
      '-G',
      '1ns/B',
      '-S',
      '100B',
      '--semantics',
      'loggopsim',
    ];
    const file = join(mkdtempSync(join(tmpdir(), 'llamp-clock-')), 'clock.goal');
    writeFileSync(file, goal);
    const text = (await answer(file, ...machine, '-q')).stdout;
    expect(text).toMatch(/T, simulated +18446744073709551615 ns\n/);
    expect(text).toMatch(/\n +0 +18446744073709551615 ns /);
    expect((await answer(file, ...machine, '-q', '--json')).stdout).toContain(
      '"runtime_ns": 18446744073709552000',
    );
    rmSync(dirname(file), { recursive: true });
  });

  it('puts beside it what the model says of the same machine', async () => {
    const { result } = JSON.parse(
      (await answer('traces/ring-4', ...MACHINE, '--compare', '--json', '-q')).stdout,
    );
    for (const { sharing, runtime_ns, lambda } of result.model.slice(0, 3)) {
      const argv = ['sensitivity', 'traces/ring-4', ...SYNC, '--json', '-q'];
      const { stdout } = await runCli([...argv, '--cpu', sharing, '--nic', sharing, '--engine', 'sweep']);
      const model = JSON.parse(stdout).result;
      expect([runtime_ns, lambda.L]).toEqual([model.runtime_ns, model.lambda.L]);
    }
    expect(result.model.map((one: { sharing: string }) => one.sharing)).toEqual([
      'free',
      'ordered',
      'serial',
      'bound',
    ]);
    const query = ['bounds', 'traces/ring-4', ...SYNC, '--json', '-q'];
    const bounds = JSON.parse((await runCli(query)).stdout).result;
    expect(result.model[3]).toMatchObject({
      runtime_ns: bounds.lower.runtime_ns,
      lambda: { L: bounds.lower.lambda.L },
    });
  });

  it('lets go who has no partner where it is told to', async () => {
    const alone = await answer('goal-samples/unmatched.goal');
    expect([alone.code, alone.stderr.includes('no partner')]).toEqual([4, true]);
    expect((await answer('goal-samples/unmatched.goal', '--rules', 'unmatched=ignore', '-q')).code).toBe(0);
  });

  it.each([
    [['--cpu', 'free'], /--cpu/],
    [['--step', '0'], /not above 0/],
    [['--semantics', 'loggopsym'], /Did you mean loggopsim\?/],
    [['--semantics', 'loggopsim', '-G', '0.5ns/B'], /takes whole ns/],
    [['--semantics', 'loggopsim', '-G', '1ns/B', '--async', '5ns'], /does not charge irequires/],
  ])('refuses %j', async (flags, words) => {
    const { code, stderr } = await answer('traces/ring-4', ...flags);
    expect([code, words.test(stderr)]).toEqual([2, true]);
  });
});
