import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  normal,
  quantileOf,
} from '../../src/analysis/distributions.js';
import { runtimeDistribution } from '../../src/analysis/runtime-distribution.js';
import { Labels, pass, valueAt } from '../../src/solve/sweep/pass.js';
import { gapAxis } from '../../src/timing/axis.js';
import { random } from '../properties/schedules.js';
import { FIG4, FIG4_MACHINE, programs, sweep } from './programs.js';

describe('runtime of the running example, T = max(1500, L + 1115)', () => {
  it('with a list of latencies: hand sums', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const found = await runtimeDistribution(model, discrete([200, 485, 885], [0.5, 0.3, 0.2]), [0, 1, 20]);
    // T = 1500, 1600, 2000: mean 750 + 480 + 400 = 1630, variance 0.5·130² + 0.3·30² + 0.2·370² = 36100
    expect(found.mean).toBeCloseTo(1_630, 9);
    expect(found.sd).toBeCloseTo(190, 9);
    expect(found.quantiles.map((one) => one.runtime)).toEqual([1500, 1500, 1500, 1600, 2000, 2000]);
    // T₀ = 1615 at L = 500; 20 % more is 1938, at L = 823.
    expect(found.exceedances.map((one) => one.probability)).toEqual([0.2, 0.2, 0.2]);
    expect(found.exceedances[2].value).toBeCloseTo(823, 9);
  });

  it('with a normal latency: closed form', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const found = await runtimeDistribution(model, normal(385, 50), [1]);
    // The kink 385 is the mean: T = 1500 + max(0, N(0, 50)), whose mean is 50/√(2π), second moment 50²/2.
    const mean = 50 / Math.sqrt(2 * Math.PI);
    expect(found.mean).toBeCloseTo(1_500 + mean, 9);
    expect(found.sd).toBeCloseTo(Math.sqrt(1_250 - mean * mean), 9);
    expect(found.quantiles[2].runtime).toBeCloseTo(1_500, 9);
    expect(found.quantiles[4].runtime).toBeCloseTo(1_500 + 50 * 1.6448536269514722, 9);
    // 1615·1.01 = 1631.15, at L = 516.15, 2.623 deviations above: P = 0.00435796… (mpmath)
    expect(found.exceedances[0].probability).toBeCloseTo(0.004357963628184126, 15);
  });

  it('with an exponential latency: closed form', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const found = await runtimeDistribution(model, gammaDistribution(1, 385), [0]);
    // E max(0, X − 385) of an exponential of mean 385 is 385/e.
    expect(found.mean).toBeCloseTo(1_500 + 385 / Math.E, 9);
    // P(T > T₀) = P(L > 500)
    expect(found.exceedances[0].probability).toBeCloseTo(Math.exp(-500 / 385), 12);
  });

  it('over three slopes: by midpoints from L = 0, where the distribution is cut off, to eight deviations', async () => {
    const model = await sweep(readFileSync('goal-samples/three-slopes.goal', 'utf8'), {
      L: 1000,
      o: 0,
      G: 0,
    });
    const found = await runtimeDistribution(model, normal(2_500, 1_000), []);
    let [mass, mean, square] = [0, 0, 0];
    for (let L = 0.5; L < 10_500; L++) {
      const weight = Math.exp(-(((L - 2_500) / 1_000) ** 2) / 2);
      const more = Math.max(0, L - 2_000, 3 * L - 9_000);
      mass += weight;
      mean += weight * more;
      square += weight * more * more;
    }
    expect(found.mean).toBeCloseTo(10_000 + mean / mass, 1);
    expect(found.sd).toBeCloseTo(Math.sqrt(square / mass - (mean / mass) ** 2), 1);
  });

  it('with a latency that does not vary', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const found = await runtimeDistribution(model, normal(600, 0), [1, 10]);
    expect(found).toMatchObject({ mean: 1_715, sd: 0, parameter: { mean: 600, sd: 0 } });
    expect(found.quantiles.map((one) => one.runtime)).toEqual(new Array(6).fill(1_715));
    expect(found.exceedances.map((one) => one.probability)).toEqual([1, 0]);
  });

  it('keeps a deviation that is small beside the runtime', async () => {
    // 100 s of computation, 1 ns of deviation: E[T²] − E[T]² would have no digit of it.
    const goal = FIG4.replace('calc 500', 'calc 0').replaceAll('calc 1000', 'calc 100000000000');
    const model = await sweep(goal, FIG4_MACHINE);
    const found = await runtimeDistribution(model, normal(500, 1), []);
    expect(found.sd).toBeCloseTo(1, 9);
  });

  it('says when much of the distribution is cut off', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const found = await runtimeDistribution(model, normal(10, 10), []);
    expect(found.warnings.map((one) => one.message)).toEqual([
      '15.9 % of the normal distribution is below the lowest L and is cut off; the rest is scaled to 1',
    ]);
    expect((await runtimeDistribution(model, normal(1_000, 10), [])).warnings).toEqual([]);
  });

  it('along G: T = max(1500, 1600 + 3·G)', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axis = gapAxis(model.machine);
    const found = await runtimeDistribution(model, lognormal(5, 0.4), [1], axis);
    const mean = 5 * Math.exp(0.08);
    expect(found.mean).toBeCloseTo(1_600 + 3 * mean, 9);
    expect(found.sd).toBeCloseTo(3 * mean * Math.sqrt(Math.expm1(0.16)), 9);
  });
});

describe('runtime of random programs', () => {
  const families: fc.Arbitrary<Distribution> = fc.constantFrom(
    normal(150, 60),
    normal(20, 100),
    lognormal(120, 0.7),
    gammaDistribution(2.5, 60),
    gammaDistribution(0.6, 300),
  );

  it('is as by Monte Carlo, within five standard errors', async () => {
    await fc.assert(
      fc.asyncProperty(programs, families, fc.integer(), async (goal, distribution, seed) => {
        const model = await sweep(goal, { L: 100, o: 7, G: 0.5 });
        const found = await runtimeDistribution(model, distribution, [10]);
        const lines = model.lines(model.latency);
        const labels = new Labels(lines.vertices);
        const next = random(seed);
        const n = 2_000;
        const limit = found.baseRuntime * 1.1;
        let sum = 0;
        let above = 0;
        for (let i = 0; i < n; i++) {
          // Stratified: one draw in each n-th of the probability keeps the error well below 1/√n.
          const x = quantileOf(distribution, (i + 0.02 + 0.96 * next()) / n);
          const t = valueAt(lines, pass(lines, x, labels), x);
          sum += t;
          if (t > limit * (1 + 1e-12)) above++;
        }
        expect(Math.abs(sum / n - found.mean)).toBeLessThanOrEqual((5 * found.sd) / Math.sqrt(n) + 1e-9);
        const { probability } = found.exceedances[0];
        expect(Math.abs(above / n - probability)).toBeLessThanOrEqual(2 / n);
      }),
      { numRuns: 25 },
    );
  });
});
