import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/analysis/statistics.js';
import { finished } from '../../src/noise/noise-lanes.js';
import { largestWithinLimit } from '../../src/noise/noise-runs.js';
import { parseHistogram } from '../../src/noise/sampling.js';

describe('summarise', () => {
  it('tells mean, spread and order statistics, with intervals by the binomial', () => {
    const values = Float64Array.from({ length: 1024 }, (_, i) => 1024 - i);
    const { mean, sd, standardError, least, largest, quantiles } = summarise(values, [0.05, 0.5, 0.95, 0.99]);
    expect([mean, least, largest]).toEqual([512.5, 1, 1024]);
    // Variance of 1 … n: n (n + 1) / 12.
    expect(sd).toBeCloseTo(Math.sqrt((1024 * 1025) / 12), 9);
    expect(standardError).toBeCloseTo(sd / 32, 12);
    // SciPy 1.17.1: binom.ppf(.025, 1024, p), binom.ppf(.975, 1024, p) + 1.
    expect(quantiles.map(({ value, low, high }) => [value, low, high])).toEqual([
      [52, 38, 66],
      [512, 481, 544],
      [973, 959, 987],
      [1014, 1007, 1020],
    ]);
  });

  it('says where a sample is too small for an end', () => {
    const [{ value, low, high }] = summarise(Float64Array.of(3, 1, 2), [0.95]).quantiles;
    // Both below: 3 · 0.95 · 0.05² + 0.05³ = 0.7 %; all below: 86 %, which is too seldom.
    expect([value, low, high]).toEqual([3, 2, null]);
    expect(summarise(Float64Array.of(0.1, 0.1, 0.1), [])).toMatchObject({ mean: 0.1, sd: 0 });
  });
});

describe('largestWithinLimit', () => {
  const within = (f: (x: number) => number, limit: number, step: number): number | null =>
    finished(
      largestWithinLimit(
        function* (x) {
          yield;
          return f(x);
        },
        limit,
        step,
      ),
    );

  it('finds where a function meets its limit', () => {
    expect(within((x) => x * x, 1e6, 1)).toBeCloseTo(1000, 0);
    expect(within((x) => (x < 70 ? 0 : 1e9), 10, 1)).toBeCloseTo(70, 1);
    expect(within((x) => x, 3e-3, 1)).toBeCloseTo(3e-3, 6);
  });

  it('has the decimals that it searches for, and holds there', () => {
    const fives = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fives, (limit) => {
        const found = within((x) => x, limit, 1) ?? Number.NaN;
        expect(found).toBeLessThanOrEqual(limit * (1 + 1e-12));
        // A ten-thousandth that it is searched to, and as much again for the decimals.
        expect(found).toBeGreaterThanOrEqual(limit * (1 - 2.1e-4));
        const [digits] = found.toExponential().replace('.', '').split('e');
        expect(digits.length).toBeLessThanOrEqual(5);
      }),
    );
    expect(String(within((x) => 3 * x, 1, 1))).toMatch(/^0\.333\d{1,2}$/);
  });

  it('tells none from any', () => {
    expect(within((x) => 5 + x, 4, 1)).toBeNull();
    expect(within(() => 5, 5, 1)).toBe(Number.POSITIVE_INFINITY);
    expect(within((x) => (x > 0.5 ? Number.POSITIVE_INFINITY : x), 1, 1)).toBeCloseTo(0.5, 3);
  });
});

describe('parseHistogram', () => {
  it('reads values, and values with counts, below a header', () => {
    expect(parseHistogram('time_ns\n5\n# seen once\n1.5\n5\n', 'a.csv')).toMatchObject({
      values: [1.5, 5],
      probabilities: [1 / 3, 2 / 3],
    });
    expect(parseHistogram('0 90\n10 9\n1000 1\n', 'a.txt')).toMatchObject({
      probabilities: [0.9, 0.09, 0.01],
    });
  });

  it('reads what measure writes: half of each round trip of the smallest message, above the least', () => {
    const text = [
      'kind,from,to,bytes,messages,delay_ns,repeat,time_ns',
      'round-trip,0,1,1,1,0,-1,9999',
      'round-trip,0,1,1,1,0,0,2000',
      'round-trip,0,1,1,1,0,1,2600',
      'round-trip,0,1,1,16,0,1,7000',
      'round-trip,0,1,64,1,0,1,4000',
      'receive,0,1,1,1,0,1,400',
    ].join('\n');
    expect(parseHistogram(text, 'm.csv')).toMatchObject({ values: [0, 300], probabilities: [0.5, 0.5] });
  });

  it('says which line is wrong', () => {
    expect(() => parseHistogram('5\nfast\n', 'a.csv')).toThrow('a.csv:2');
    expect(() => parseHistogram('5\n-1\n', 'a.csv')).toThrow('a.csv:2');
    expect(() => parseHistogram('# nothing\n', 'a.csv')).toThrow('a.csv: the file has no times');
  });
});
