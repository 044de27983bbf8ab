import { describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { criticalValues } from '../../src/analysis/piecewise.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { toleranceJson } from '../../src/cli/present/solution-text.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { axisByName, classAxis } from '../../src/timing/axis.js';
import { goalText } from '../goal.js';
import { twoClasses } from '../networks.js';
import { FIG4, FIG4_MACHINE, sweep } from './programs.js';

/** Rank 0 to 1 is near; everything else pays both classes and a switch of 30 ns. */
const classes: Machine = {
  ...logGPS({ L: 0, o: 10, G: 0.5 }),
  network: twoClasses({
    latencies: [100, 1_000],
    far: [1, 1],
    constants: [0, 30],
    gaps: [0.5, 2],
    routeOf: (source, destination) => (source + destination < 3 ? 0 : 1),
  }),
};

describe('the running example, T = max(1500 + o, L + 1100 + 2·o + 3·G)', () => {
  it('along G: tolerance as gap and as bandwidth', async () => {
    // T₀ = 1615 at L = 500, o = 0, G = 5; 1 % more is 16.15 = 3·ΔG.
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axis = axisByName(model.machine, 'G');
    const found = await tolerance(model, [1], axis);
    expect(found.tolerance[0].value).toBeCloseTo(5 + 16.15 / 3, 12);
    expect(found.tolerance[0].delta).toBeCloseTo(16.15 / 3, 12);
    expect(toleranceJson(axis, found.tolerance[0])).toEqual({
      pct: 1,
      parameter: 'G',
      value_ns_per_B: expect.closeTo(5 + 16.15 / 3, 12),
      delta_ns_per_B: expect.closeTo(16.15 / 3, 12),
      bandwidth_Gbit_per_s: expect.closeTo(8 / (5 + 16.15 / 3), 12),
    });
  });

  it('along G: λ, its range and the critical value', async () => {
    // At L = 200 the message rules from 3·G = 200 on.
    const model = await sweep(FIG4, { L: 200, o: 0, G: 100 });
    const axis = axisByName(model.machine, 'G');
    const { parameter } = await sensitivity(model, axis);
    expect(parameter?.lambda).toBe(3);
    expect(parameter?.range.low).toBeCloseTo(200 / 3, 12);
    expect(parameter?.range.high).toBe(Number.POSITIVE_INFINITY);
    const values = criticalValues(await exactCurve(model, 0, 100, { axis }));
    expect(values).toEqual([
      { x: expect.closeTo(200 / 3, 12), runtime: expect.closeTo(1_500, 9), lambdaBelow: 0, lambdaAbove: 3 },
    ]);
  });

  it('along o: λ, its range, the critical value and the tolerance', async () => {
    // L = 200, G = 0: 1500 + o rules until o = 200, then 1300 + 2·o.
    const model = await sweep(FIG4, { L: 200, o: 50, G: 0 });
    const axis = axisByName(model.machine, 'o');
    const { parameter, lambda } = await sensitivity(model, axis);
    expect(parameter).toMatchObject({ lambda: 1, range: { low: 0, high: 200 } });
    expect(lambda).toEqual({ L: 0, G: 0, o: 1 });
    const values = criticalValues(await exactCurve(model, 0, 1_000, { axis }));
    expect(values).toEqual([{ x: 200, runtime: 1_700, lambdaBelow: 1, lambdaAbove: 2 }]);
    // 1550·1.2 = 1860 = 1300 + 2·280
    expect((await tolerance(model, [20], axis)).tolerance[0].value).toBeCloseTo(280, 9);
  });

  it('along a latency class, with the others fixed', async () => {
    // near + 1000 + 100 + 2·10 + 1.5 against 1510: the class rules from 388.5 on.
    const model = await sweep(FIG4, classes);
    const axis = axisByName(model.machine, 'near');
    const { parameter, lambdaByClass } = await sensitivity(model, axis);
    expect(parameter).toMatchObject({ axis: { base: 100 }, lambda: 0, range: { low: 0 } });
    expect(parameter?.range.high).toBeCloseTo(388.5, 9);
    expect(lambdaByClass).toEqual({ near: 0, far: 0 });
    expect((await tolerance(model, [10], axis)).tolerance[0].value).toBeCloseTo(388.5 + 151, 9);
    const far = await tolerance(model, [10], axisByName(model.machine, 'far'));
    expect(far.tolerance[0].value).toBe(Number.POSITIVE_INFINITY);
    expect(far.warnings.map((one) => one.code)).toContain('unlimited');
  });

  it('is the same whatever its name is, even that of a parameter', async () => {
    // Rank 2 computes 400 and rank 0 sends it a message: T = 400 + 2·o + near + far + 30 from the start of rank 0.
    const goal = goalText('l1: calc 400\nl2: send 1b to 3\nl2 requires l1', '', '', 'l1: recv 1b from 0');
    const found: unknown[] = [];
    for (const name of ['far', 'L', 'G', 'o']) {
      const { network } = classes;
      const latencies = [network.latencies[0], { ...network.latencies[1], name }];
      const model = await sweep(goal, { ...classes, network: { ...network, latencies } });
      const one = await tolerance(model, [1], classAxis(model.machine, 1));
      const all = await tolerance(model, [1]);
      found.push([one.tolerance, one.parameter?.lambda, all.tolerance, all.parameter]);
    }
    // T₀ = 400 + 20 + 1100 + 30 = 1550; 1 % more is 15.5 on the one latency, and half of it on each of the two.
    const one = { percent: 1, value: expect.closeTo(1015.5, 9), delta: expect.closeTo(15.5, 9) };
    const all = { percent: 1, value: expect.closeTo(7.75, 9), delta: expect.closeTo(7.75, 9) };
    expect(found).toEqual(Array.from({ length: 4 }, () => [[one], 1, [all], null]));
  });

  it('names the parameters that there are', async () => {
    expect(() => axisByName(classes, 'x')).toThrow("unknown parameter 'x': there are L, G, o, near, far");
  });
});
