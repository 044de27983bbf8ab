import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { meanAndDeviation, probabilityAbove, quantileOf } from '../../src/analysis/distributions.js';
import { parseDistribution, parseGrid, parsePair } from '../../src/cli/flags/parameter-values.js';
import { logGPS } from '../../src/machine/machine.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { FIG4 } from '../analysis/programs.js';
import { runCli } from './run.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const machine = logGPS({ L: 3_000, o: 5_000, G: 0.018 });
const axis = latencyAxis(machine);
const FIG4_FLAGS = ['-', '-L', '500ns', '-o', '0', '-G', '5ns/B'];

describe('--latency-distribution', () => {
  it('takes values with weights, with and without', () => {
    const weighted = { kind: 'discrete', values: [3_000, 5_000, 10_000], probabilities: [0.5, 0.3, 0.2] };
    expect(parseDistribution(axis, '3us:0.5, 5us:0.3,10us:0.2')).toEqual(weighted);
    expect(parseDistribution(axis, '10us:2,3us:5,5us:3')).toEqual(weighted);
    expect(parseDistribution(axis, '+0,+1us')).toMatchObject({
      values: [3_000, 4_000],
      probabilities: [0.5, 0.5],
    });
    expect(parseDistribution(axis, '3,4', 'us')).toMatchObject({ values: [3_000, 4_000] });
  });

  it('takes families', () => {
    const normal = parseDistribution(axis, 'normal:mean=+1us,sd=500ns');
    expect(quantileOf(normal, 0.5)).toBeCloseTo(4_000, 9);
    const lognormal = parseDistribution(axis, 'lognormal:mean=3us,sigma=0.4');
    expect(meanAndDeviation(lognormal).mean).toBeCloseTo(3_000, 9);
    expect(quantileOf(parseDistribution(axis, 'lognormal:sigma=0.4,median=3us'), 0.5)).toBeCloseTo(3_000, 9);
    const gamma = parseDistribution(axis, 'gamma:shape=1,scale=750ns');
    expect(probabilityAbove(gamma, 750)).toBeCloseTo(Math.exp(-1), 14);
  });

  it('takes gaps where the parameter is one', () => {
    const gap = parseDistribution(gapAxis(machine), 'normal:mean=100Gbit/s,sd=0.01ns/B');
    expect(quantileOf(gap, 0.5)).toBeCloseTo(0.08, 12);
  });

  it.each([
    ['', /empty/],
    ['weibull:shape=1', /no known family/],
    ['normal:mean=3us', /has mean and sd/],
    ['normal:mean=3us,sd=1us,sigma=2', /has mean and sd/],
    ['normal:mean=3us,mean=3us', /cannot be read/],
    ['normal', /cannot be read/],
    ['lognormal:median=3us,mean=3us', /has median\|mean and sigma/],
    ['normal:mean=3us,sd=1', /has no unit/],
    ['3us:1:2', /no value with a weight/],
    ['3us:-1', /not a number from 0/],
    ['3us:0', /not all be 0/],
    ['-4us', /makes L negative/],
  ])("refuses '%s'", (text, message) => {
    expect(() => parseDistribution(axis, text)).toThrow(message);
  });
});

describe('pairs and grids', () => {
  it('are read', () => {
    expect(parsePair(machine, 'L, G', '--frontier').map((one) => one.name)).toEqual(['L', 'G']);
    expect(parseGrid('20x30')).toEqual([20, 30]);
  });

  it('are refused with what to write', () => {
    for (const text of ['L', 'L,L', 'L,G,o'])
      expect(() => parsePair(machine, text, '--frontier')).toThrow('write two, such as L,G');
    expect(() => parsePair(machine, 'L,x', '--frontier')).toThrow("unknown parameter 'x'");
    for (const text of ['20', '0x5', '2x', '99999x1']) expect(() => parseGrid(text)).toThrow('such as 20x20');
  });
});

describe('the commands', () => {
  it('tolerance --frontier --json', async () => {
    const { code, stdout } = await runCli(
      ['tolerance', ...FIG4_FLAGS, '--frontier', 'L,G', '--pct', '10', '--json'],
      { input: FIG4 },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).result.frontier).toEqual([
      {
        pct: 10,
        parameters: ['L', 'G'],
        limit_ns: expect.closeTo(1_776.5, 9),
        vertices: [
          { L_ns: 500, G_ns_per_B: 5, runtime_ns: 1_615, T_ns: 1_615, on_frontier: false },
          {
            L_ns: expect.closeTo(661.5, 9),
            G_ns_per_B: 5,
            runtime_ns: expect.closeTo(1_776.5, 9),
            T_ns: expect.closeTo(1_776.5, 9),
            on_frontier: true,
          },
          {
            L_ns: 500,
            G_ns_per_B: expect.closeTo(176.5 / 3, 9),
            runtime_ns: expect.closeTo(1_776.5, 9),
            T_ns: expect.closeTo(1_776.5, 9),
            on_frontier: true,
          },
        ],
        unbounded: [],
      },
    ]);
  });

  it('curve --surface --csv', async () => {
    const { code, stdout } = await runCli(
      ['curve', ...FIG4_FLAGS, '--surface', 'L,G', '--range', '0..1us,0..100ns/B', '--grid', '2x2', '--csv'],
      { input: FIG4 },
    );
    expect(code).toBe(0);
    expect(stdout).toBe('L_ns,G_ns_per_B,T_ns\n0,0,1500\n1000,0,2100\n0,100,1500\n1000,100,2400\n');
  });

  it('curve --surface with one interval is told of two', async () => {
    const { code, stderr } = await runCli(['curve', ...FIG4_FLAGS, '--surface', 'L,G', '--range', '0..1us'], {
      input: FIG4,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('write two, such as 3us..103us,0.018ns/B..1ns/B');
  });

  it('curve --latency-distribution --json', async () => {
    const { code, stdout } = await runCli(
      ['curve', ...FIG4_FLAGS, '--latency-distribution', '200ns:5,485ns:3,885ns:2', '--pct', '20', '--json'],
      { input: FIG4 },
    );
    expect(code).toBe(0);
    const { distribution } = JSON.parse(stdout).result;
    expect(distribution.runtime_mean_ns).toBeCloseTo(1_630, 9);
    expect(distribution.runtime_sd_ns).toBeCloseTo(190, 9);
    expect(distribution.quantiles[3]).toEqual({ p: 0.75, L_ns: 485, runtime_ns: 1_600, T_ns: 1_600 });
    expect(distribution.exceedance).toEqual([{ pct: 20, L_ns: expect.closeTo(823, 9), probability: 0.2 }]);
  });

  it('critical-latencies has a range of its own for gaps', async () => {
    const { code, stdout } = await runCli(
      'critical-latencies - -L 200ns -o 0 -G 66ns/B --parameter G --csv',
      { input: FIG4 },
    );
    expect(code).toBe(0);
    expect(stdout).toBe('G_ns_per_B,T_ns,lambda_below,lambda_above\n66.66666666666667,1500,0,3\n');
  });
});

describe('docs', () => {
  const examples = ['frontier', 'distributions'].flatMap((name) => {
    const text = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
    return [...text.matchAll(/```console\n\$ llamp-ts (.*)\n…\n([\s\S]*?)```/g)].map((match) => [
      name,
      match[1],
      match[2],
    ]);
  });

  it('have examples', () => {
    expect(examples).toHaveLength(3);
  });

  it.each(examples)('%s.md: llamp-ts %s', async (_, command, end) => {
    const { code, stdout } = await runCli(command, { cwd: root });
    expect(code).toBe(0);
    expect(stdout.endsWith(end), stdout).toBe(true);
  });
});
