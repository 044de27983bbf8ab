import { describe, expect, it } from 'vitest';
import {
  type ContinuousDistribution,
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  meanAndDeviation,
  momentsBetween,
  normal,
  probabilityAbove,
  quantileOf,
} from '../../src/analysis/distributions.js';

function continuous(one: Distribution): ContinuousDistribution {
  if (one.kind !== 'continuous') throw new Error('not a continuous distribution');
  return one;
}

const close = (found: number, wanted: number, relative: number): void => {
  expect(Math.abs(found - wanted), `${found} is not ${wanted}`).toBeLessThanOrEqual(
    relative * Math.max(Math.abs(wanted), 1e-300),
  );
};

/** ∫ f over [from, to] by Simpson's rule with n (even) parts. */
function simpson(f: (x: number) => number, from: number, to: number, n: number): number {
  const h = (to - from) / n;
  let sum = f(from) + f(to);
  for (let i = 1; i < n; i++) sum += (i % 2 === 1 ? 4 : 2) * f(from + i * h);
  return (sum * h) / 3;
}

/** Densities as in any table, written without the code under test. */
const normalDensity = (mean: number, sd: number) => (x: number) =>
  Math.exp(-((x - mean) ** 2) / (2 * sd * sd)) / (sd * Math.sqrt(2 * Math.PI));
const lognormalDensity = (median: number, sigma: number) => (x: number) =>
  x <= 0 ? 0 : normalDensity(Math.log(median), sigma)(Math.log(x)) / x;
/** Shape 4: Γ(4) = 6. */
const gamma4Density = (scale: number) => (x: number) => (x ** 3 * Math.exp(-x / scale)) / (6 * scale ** 4);

describe('moments of a part', () => {
  const cases: [string, Distribution, (x: number) => number, number][] = [
    ['normal', normal(3_000, 400), normalDensity(3_000, 400), 1],
    // A third of it lies below 0: what is left is scaled to 1. P(Z > -0.4307…) from tables: 0.66666…
    ['cut normal', normal(200, 400), normalDensity(200, 400), 1 / 0.6914624612740131],
    ['lognormal', lognormal(3_000, 0.5), lognormalDensity(3_000, 0.5), 1],
    ['gamma', gammaDistribution(4, 750), gamma4Density(750), 1],
  ];
  it.each(cases)('%s: as by numeric integration', (_, one, density, factor) => {
    const part = continuous(one);
    for (const [from, to] of [
      [0, 500],
      [1_000, 2_900],
      [2_900, 3_300],
      [2_000, 6_000],
      [4_000, 5_000],
    ]) {
      const moments = momentsBetween(part, from, to);
      for (const k of [0, 1, 2] as const) {
        const wanted = simpson((x) => (x - part.center) ** k * density(x) * factor, from, to, 20_000);
        // Odd moments of a symmetric part are small differences of large numbers.
        const scale = Math.max(Math.abs(to - part.center), Math.abs(from - part.center)) ** k;
        expect(Math.abs(moments[k] - wanted)).toBeLessThanOrEqual(1e-11 * scale);
      }
    }
  });

  it.each(cases)('%s: parts add up to the whole', (_, one) => {
    const part = continuous(one);
    const cuts = [part.low, 100, 2_500, 3_000, 3_050, 9_000, Number.POSITIVE_INFINITY];
    const whole = part.above(part.low);
    close(whole[0], 1, 1e-14);
    for (const k of [0, 1, 2] as const) {
      const sum = cuts.slice(1).reduce((total, to, i) => total + momentsBetween(part, cuts[i], to)[k], 0);
      expect(Math.abs(sum - whole[k])).toBeLessThanOrEqual(1e-12 * 3_000 ** k);
    }
  });
});

describe('mean, deviation and quantiles', () => {
  it('of a lognormal are the textbook ones', () => {
    // mean = m e^(σ²/2), variance = mean² (e^(σ²) − 1)
    const one = lognormal(2_000, 0.3);
    const mean = 2_000 * Math.exp(0.045);
    close(meanAndDeviation(one).mean, mean, 1e-14);
    close(meanAndDeviation(one).sd, mean * Math.sqrt(Math.expm1(0.09)), 1e-12);
    close(quantileOf(one, 0.5), 2_000, 1e-14);
    close(quantileOf(one, 0.95), 2_000 * Math.exp(0.3 * 1.6448536269514722), 1e-14);
  });

  it('of a gamma are the textbook ones', () => {
    const one = gammaDistribution(9, 500);
    close(meanAndDeviation(one).mean, 4_500, 1e-14);
    close(meanAndDeviation(one).sd, 1_500, 1e-12);
    // Shape 1 is the exponential distribution.
    close(quantileOf(gammaDistribution(1, 700), 0.99), -700 * Math.log(0.01), 1e-13);
  });

  it('of a normal that is cut at its mean are those of the half-normal', () => {
    // mean = σ √(2/π), variance = σ² (1 − 2/π); median = σ · 0.6744897501960817
    const one = normal(0, 100);
    close(meanAndDeviation(one).mean, 100 * Math.sqrt(2 / Math.PI), 1e-14);
    close(meanAndDeviation(one).sd, 100 * Math.sqrt(1 - 2 / Math.PI), 1e-13);
    close(quantileOf(one, 0.5), 67.44897501960817, 1e-13);
    expect(continuous(one).cutOff).toBeCloseTo(0.5, 15);
  });

  it.each([
    ['normal', normal(3_000, 400)],
    ['cut normal', normal(200, 400)],
    ['lognormal', lognormal(3_000, 0.5)],
    ['gamma', gammaDistribution(0.3, 750)],
  ])('%s: quantiles invert probabilities', (_, one) => {
    for (const p of [1e-6, 0.01, 0.25, 0.5, 0.75, 0.99, 1 - 1e-9]) {
      const x = quantileOf(one, p);
      expect(Math.abs(1 - probabilityAbove(one, x) - p)).toBeLessThanOrEqual(1e-13);
    }
  });

  it('of a list are sums', () => {
    const one = discrete([5, 3, 10, 3], [3, 2, 2, 3]);
    expect(one.values).toEqual([3, 5, 10]);
    expect(one.probabilities).toEqual([0.5, 0.3, 0.2]);
    // 1.5 + 1.5 + 2 = 5; 0.5·4 + 0 + 0.2·25 = 7
    expect(meanAndDeviation(one)).toEqual({ mean: 5, sd: Math.sqrt(7) });
    expect([0.05, 0.5, 0.51, 0.8, 0.81, 1].map((p) => quantileOf(one, p))).toEqual([3, 3, 5, 5, 10, 10]);
    expect([2, 3, 5, 10].map((x) => probabilityAbove(one, x))).toEqual([1, 0.5, 0.2, 0]);
  });

  it('has one value where nothing varies', () => {
    for (const one of [normal(3_000, 0), lognormal(3_000, 0), discrete([3_000], [7])])
      expect(one).toEqual({ kind: 'discrete', values: [3_000], probabilities: [1] });
  });

  it.each([
    ['a negative sd', () => normal(3_000, -1)],
    ['an endless sigma', () => lognormal(3_000, Number.POSITIVE_INFINITY)],
    ['shape 0', () => gammaDistribution(0, 1)],
    ['a negative weight', () => discrete([1, 2], [1, -1])],
    ['no weight at all', () => discrete([1, 2], [0, 0])],
    ['nothing above 0', () => normal(-1_000_000, 1)],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow(/distribution/);
  });
});
