/** What to buy, as a user asks. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { inFull } from '../part.js';

const FIG4 = ['goal-samples/fig4-short.goal', '-L', '500ns', '-o', '0', '-G', '5ns/B'];

const json = async (...argv: string[]) => {
  const { code, stdout, stderr } = await runCli([...argv, '--json', '-q']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

describe('budget', () => {
  it('prices a percent of T in each parameter', async () => {
    const { result } = await json('budget', ...FIG4);
    const [{ runtime_ns: runtime, parameters, calls }] = result.programs;
    expect([result.pct, runtime, calls]).toEqual([1, 1_615, null]);
    const [latency, gap] = parameters;
    expect(latency).toMatchObject({
      parameter: 'L',
      lambda: 1,
      takeover: { parameter: null, below_ns: 385 },
    });
    expect(gap).toMatchObject({
      parameter: 'G',
      faster: null,
      takeover: { parameter: 'L', below_ns_per_B: 5 },
    });
    expect(gap.slower.bandwidth_Gbit_per_s).toBeCloseTo(8 / (5 + 16.15 / 3), 9);
  });

  inFull('says of each call what the tolerance by call says', async () => {
    const { result } = await json('budget', 'traces/cg-4');
    const by = await json('tolerance', 'traces/cg-4', '--by', 'call', '--pct', '1');
    const groups: { name: string; tolerance: { delta_ns: number }[] }[] = by.result.tolerance_by.groups;
    const [{ calls }] = result.programs;
    expect(calls.length).toBe(groups.length);
    for (const { call, slower } of calls) {
      const found = groups.find(({ name }) => name === call);
      expect(slower.delta_ns).toBeCloseTo(found?.tolerance[0].delta_ns ?? 0, 6);
    }
  });

  it('has a table for each program', async () => {
    const { stdout } = await runCli('budget traces/ring-4 goal-samples/ping-pong.goal');
    expect([...stdout.matchAll(/^(\S+): .* ranks\n/gm)].map(([, name]) => name)).toEqual([
      'traces/ring-4',
      'goal-samples/ping-pong.goal',
    ]);
    const { input, result } = await json('budget', 'traces/ring-4', 'goal-samples/ping-pong.goal');
    expect(input.programs.length).toBe(2);
    expect(result.programs.length).toBe(2);
    const { stdout: rows } = await runCli('budget traces/ring-4 goal-samples/ping-pong.goal --csv');
    expect(rows.trim().split('\n').length).toBe(1 + 3 + 2 + 3);
  });

  inFull('has a row for each latency class', async () => {
    const { result } = await json('budget', 'traces/cg-4', '--platform', 'epyc-orfeo', '--map-by', 'node');
    const names = result.programs[0].parameters.map((one: { parameter: string }) => one.parameter);
    expect(names.sort()).toEqual(['G', 'L', 'cache', 'core', 'node', 'o', 'socket']);
  });

  it.each([
    [
      'a parameter that is 0 already',
      ['goal-samples/ping-pong.goal', '-o', '0'],
      /^ {2}o +0 ns .*is 0 already/m,
    ],
    [
      'bandwidth without end',
      ['goal-samples/ping-pong.goal', '-G', '0'],
      /^ {2}G +unlimited +0 % +at .*bit\/s +is 0 already/m,
    ],
    [
      'what is not on the critical path',
      ['goal-samples/three-slopes.goal', '-L', '1us', '-o', '0', '-G', '0'],
      /no parameter is on the critical path/,
    ],
  ])('says what is true of %s', async (_, argv, words) => {
    expect((await runCli(['budget', ...argv])).stdout).toMatch(words);
  });

  it.each([
    [[], /no INPUT given/],
    [[...FIG4, '--pct', '0'], /--pct '0' is not between 0 and 100/],
    [[...FIG4, '--pct', '100'], /is not between 0 and 100/],
    [[...FIG4, '--pct', '1,2'], /is not a percentage/],
  ])('%j is no question', async (argv, words) => {
    const { code, stderr } = await runCli(['budget', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
  });
});

describe('tolerance --runtime', () => {
  it('is the largest L with T within a time: LLAMP, Fig. 6', async () => {
    const { result } = await json('tolerance', ...FIG4, '--runtime', '2us,1.6us,1us');
    expect(result.within).toEqual([
      { runtime_ns: 2_000, parameter: 'L', possible: true, value_ns: 885, delta_ns: 385 },
      {
        runtime_ns: 1_600,
        parameter: 'L',
        possible: true,
        value_ns: 485,
        delta_ns: -15,
        least_runtime_ns: 1_500,
      },
      {
        runtime_ns: 1_000,
        parameter: 'L',
        possible: false,
        value_ns: null,
        delta_ns: null,
        least_runtime_ns: 1_500,
      },
    ]);
    expect(result.tolerance.length).toBe(3);
  });

  it('is shown beside the percentages, and says where no value is small enough', async () => {
    const { stdout } = await runCli(['tolerance', ...FIG4, '--runtime', '2us,1us']);
    expect(stdout).toMatch(/^ +2 µs +885 ns +\+385 ns$/m);
    expect(stdout).toMatch(/^ +1 µs +no value +at L 0 ns T is 1\.5 µs$/m);
    expect(stdout).toMatch(/^ +1 % /m);
    const { stdout: rows } = await runCli(['tolerance', ...FIG4, '--runtime', '2us,1us', '--csv']);
    expect(rows).toMatch(/^,L,885,385,.*,2000,1,3,2,385,$/m);
    expect(rows).toMatch(/^,L,,,.*,1000,0,3,2,385,$/m);
  });

  it('asks about other parameters, and about no time without a unit', async () => {
    const { result } = await json('tolerance', ...FIG4, '--parameter', 'G', '--runtime', '2us');
    // 1 600 + 3 G = 2 000.
    expect(result.within[0].value_ns_per_B).toBeCloseTo(400 / 3, 9);
    const { code, stderr } = await runCli(['tolerance', ...FIG4, '--runtime', '2']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--runtime '2' has no unit: did you mean 2us/)]);
  });
});
