import { describe, expect, it } from 'vitest';
import {
  type ContinuousDistribution,
  type Distribution,
  discrete,
  gammaDensity,
  gammaDistribution,
  incompleteGamma,
  invert,
  lognormal,
  meanAndDeviation,
  momentsBetween,
  normal,
  normalAbove,
  normalDensity,
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
const densityOfNormal = (mean: number, sd: number) => (x: number) =>
  Math.exp(-((x - mean) ** 2) / (2 * sd * sd)) / (sd * Math.sqrt(2 * Math.PI));
const lognormalDensity = (median: number, sigma: number) => (x: number) =>
  x <= 0 ? 0 : densityOfNormal(Math.log(median), sigma)(Math.log(x)) / x;
/** Shape 4: Γ(4) = 6. */
const gamma4Density = (scale: number) => (x: number) => (x ** 3 * Math.exp(-x / scale)) / (6 * scale ** 4);

describe('moments of a part', () => {
  const cases: [string, Distribution, (x: number) => number, number][] = [
    ['normal', normal(3_000, 400), densityOfNormal(3_000, 400), 1],
    // A third of it lies below 0: what is left is scaled to 1. P(Z > -0.4307…) from tables: 0.66666…
    ['cut normal', normal(200, 400), densityOfNormal(200, 400), 1 / 0.6914624612740131],
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

const near = (found: number, wanted: number, relative: number): void => {
  expect(Math.abs(found - wanted), `${found} is not ${wanted}`).toBeLessThanOrEqual(
    relative * Math.abs(wanted),
  );
};

describe('incomplete gamma', () => {
  // a, x, P, Q by mpmath at 40 digits, as doubles.
  it.each([
    [0.5, 0.1, 0.345279153981423, 0.654720846018577],
    [0.5, 30, 0.9999999999999906, 9.485737571073848e-15],
    [1, 1, 0.6321205588285577, 0.36787944117144233],
    [2.5, 0.001, 9.50853459860795e-9, 0.9999999904914654],
    [3, 50, 1.0, 2.509303552201057e-19],
    [14.9, 16.5, 0.6866148245639506, 0.3133851754360494],
    [15, 14, 0.4295632871726278, 0.5704367128273722],
    [100, 80, 0.017108313035133115, 0.9828916869648668],
    [100, 180, 0.999999999970517, 2.948294557648285e-11],
    [1e4, 1.02e4, 0.9767126778664011, 0.023287322133598805],
    [1e6, 998_000, 0.022696114006736802, 0.9773038859932632],
    [5, 1e-8, 8.33333326388889e-43, 1.0],
  ])('P and Q of %d, %d', (a, x, below, above) => {
    const found = incompleteGamma(a, x);
    // The front factor of a large shape is an exponential of a small difference.
    const relative = a >= 1e4 ? 1e-12 : 5e-14;
    near(found.below, below, relative);
    near(found.above, above, relative);
  });

  it('of small shapes has the digits that 1 − P leaves', () => {
    const { below, above } = incompleteGamma(0.01, 0.5);
    near(below, 0.9943732438060328, 1e-14);
    near(above, 0.005626756193967184, 2e-12);
  });

  it('is 0 and 1 at the ends', () => {
    expect(incompleteGamma(2, 0)).toEqual({ below: 0, above: 1 });
    expect(incompleteGamma(2, Number.POSITIVE_INFINITY)).toEqual({ below: 1, above: 0 });
  });
});

describe('normal distribution', () => {
  // z and P(Z > z) by mpmath at 40 digits.
  it.each([
    [-8, 0.9999999999999993],
    [-1.5, 0.9331927987311419],
    [0, 0.5],
    [0.3, 0.3820885778110474],
    [1, 0.15865525393145705],
    [1.96, 0.024997895148220435],
    [5, 2.866515718791939e-7],
    [10, 7.619853024160525e-24],
    [37, 5.725571222524577e-300],
  ])('above %d', (z, above) => {
    near(normalAbove(z), above, Math.abs(z) > 20 ? 2e-13 : 2e-14);
  });
});

describe('inversion', () => {
  const standard = { below: (z: number) => normalAbove(-z), above: normalAbove, density: normalDensity };

  // Quantiles of the standard normal by mpmath.
  it.each([
    [0.5, 0],
    [0.05, -1.6448536269514726],
    [0.99, 2.326347874040841],
    [1e-12, -7.034483825301131],
  ])('normal, p = %d', (p, z) => {
    expect(Math.abs(invert(standard, p, -39, 39) - z)).toBeLessThanOrEqual(1e-14 * Math.max(Math.abs(z), 1));
  });

  it('finds tiny values of a gamma distribution of small shape', () => {
    const shape = 0.05;
    const one = {
      below: (x: number) => incompleteGamma(shape, x).below,
      above: (x: number) => incompleteGamma(shape, x).above,
      density: (x: number) => gammaDensity(shape, x),
    };
    const x = invert(one, 0.01, 0, 100);
    expect(x).toBeLessThan(1e-30);
    near(one.below(x), 0.01, 1e-13);
  });
});
