import { describe, expect, it } from 'vitest';
import { meanAndDeviation, probabilityAbove, quantileOf } from '../../src/analysis/distributions.js';
import { parseDistribution, parseGrid, parsePair } from '../../src/cli/flags/parameter-values.js';
import { logGPS } from '../../src/machine/machine.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { EXAMPLES, parseList, parseRange } from '../../src/timing/axis-values.js';
import { FIG4 } from '../analysis/programs.js';
import { expectRefusal } from './run.js';

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
    ['weibull:shape=1', /not a known distribution/],
    ['normal:mean=3us', /needs mean, and sd, and nothing else/],
    ['normal:mean=3us,sd=1us,sigma=2', /needs mean, and sd, and nothing else/],
    ['normal:mean=3us,mean=3us', /cannot be read/],
    ['normal', /cannot be read/],
    ['lognormal:median=3us,mean=3us', /needs median or mean, and sigma, and nothing else/],
    ['normal:mean=3us,sd=1', /has no unit/],
    ['3us:1:2', /not a value with a weight/],
    ['3us:-1', /not a number of at least 0/],
    ['3us:0', /at least one weight above 0/],
    ['normal:mean=3us,sd=-500ns', /makes sd negative/],
    ['gamma:shape=4,scale=-1us', /makes scale negative/],
    ['-4us', /makes L negative/],
  ])("refuses '%s'", (text, message) => {
    expect(() => parseDistribution(axis, text)).toThrow(message);
  });
});

it.each([
  ['3us', /is not a range/],
  ['1us..2us..3us', /is not a range/],
  ['3us...10us', /is not a range/],
  ['5us..3us', /ends before it begins. Write 3us\.\.5us/],
  ['+0..+3', /'\+3' has no unit. Did you mean \+3us/],
  ['3..5us', /'3' has no unit/],
  ['..5us', /is not a quantity/],
])("refuses the range '%s'", (text, message) => {
  expect(() => parseRange(axis, text, '--latency-range')).toThrow(message);
});

it.each([axis, gapAxis(machine)])('examples in messages are values of $name', (one) => {
  const { list, range, distribution } = EXAMPLES[one.unit];
  expect(() => parseList(one, '', '--at')).toThrow(`--at is empty. Write values such as ${list}`);
  expect(parseList(one, list, '--at')).toHaveLength(3);
  expect(() => parseRange(one, '1', '--latency-range')).toThrow(`such as ${range}`);
  for (const each of range.split(' or ')) expect(parseRange(one, each, '--latency-range')).toHaveLength(2);
  const [, weights, normal, lognormal, gamma] =
    /\((.*)\), (normal:.*), (lognormal:.*) or (gamma:.*)/.exec(distribution) ?? [];
  for (const each of [weights, normal, lognormal, gamma])
    expect(() => parseDistribution(one, each)).not.toThrow();
  expect(() => parseDistribution(one, '')).toThrow(`Write ${distribution}`);
});

describe('pairs and grids', () => {
  it('are read', () => {
    expect(parsePair(machine, 'L, G', '--frontier').map((one) => one.name)).toEqual(['L', 'G']);
    expect(parseGrid('20x30')).toEqual([20, 30]);
  });

  it('are refused with what to write', () => {
    for (const text of ['L', 'L,L', 'L,G,o'])
      expect(() => parsePair(machine, text, '--frontier')).toThrow('Write two, such as L,G');
    expect(() => parsePair(machine, 'L,x', '--frontier')).toThrow("unknown parameter 'x'");
    for (const text of ['20', '0x5', '2x', '99999x1']) expect(() => parseGrid(text)).toThrow('such as 20x20');
  });
});

describe('the commands', () => {
  it('curve --surface with one interval is told of two', async () => {
    await expectRefusal(
      ['curve', ...FIG4_FLAGS, '--surface', 'L,G', '--latency-range', '0..1us'],
      2,
      'Write two, such as 3us..103us,0.018ns/B..1ns/B',
      {
        input: FIG4,
      },
    );
  });
});
