import { describe, expect, it } from 'vitest';
import {
  gammaDensity,
  incompleteGamma,
  invert,
  normalAbove,
  normalDensity,
} from '../../src/analysis/distributions.js';

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
