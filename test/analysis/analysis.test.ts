import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { curveAt, exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { criticalValues, rhoAt } from '../../src/analysis/piecewise.js';
import { sensitivity, tolerance } from '../../src/analysis/sensitivity.js';
import { toleranceJson } from '../../src/cli/present/solution-text.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { axisByName, classAxis, gapAxis } from '../../src/timing/axis.js';
import { goal, goalText } from '../goal.js';
import { twoClasses } from '../networks.js';
import { FIG4, FIG4_MACHINE, sweep } from './programs.js';

/** T = max(1500, L + 1115 + (G − 5)·3 + 2 o) ns. */
const fig4 = parseGoal(FIG4);
const machine = logGPS({ L: 500, o: 0, G: 5 });

/** Two messages in a row, 0 → 1 on the near route and 1 → 2 on the far one (which has a switch of 30 ns). */
const relay = goal(
  'a: send 1b to 1',
  'x: recv 1b from 0\na: send 1b to 2\na requires x',
  'x: recv 1b from 1',
);
const classes: Machine = {
  ...logGPS({ L: 0, o: 10, G: 0 }),
  network: twoClasses({
    latencies: [100, 1_000],
    far: [1, 2],
    constants: [0, 30],
    routeOf: (source) => source,
  }),
};

describe.each(['sweep', 'highs'] as const)('on %s', (engine) => {
  const query = (schedule = fig4, on = machine): Promise<Model> => Model.of(schedule, on, { engine });

  it('sensitivity: T, λ, ρ and where they hold', async () => {
    const found = await sensitivity(await query());
    expect(found.engine).toBe(engine);
    expect(found.runtime).toBeCloseTo(1_615, 9);
    expect(found.lambda).toEqual({ L: 1, G: 3, o: 2 });
    expect(found.rho).toBeCloseTo(500 / 1_615, 12);
    expect(found.range.low).toBeCloseTo(385, 6);
    expect(found.range.high).toBe(Number.POSITIVE_INFINITY);
    expect(found.basisRange?.low ?? 385).toBeCloseTo(385, 6);
    expect(found.basisRange === null).toBe(engine === 'sweep');
    expect(found.lambdaByClass).toBeNull();
    expect(found.parameter).toBeNull();
    expect(found.warnings).toEqual([]);
  });

  it('tolerance: the largest L and its distance from the base', async () => {
    // 1 %: 1631.15 − 1115 = 516.15; 100 %: 3230 − 1115 = 2115.
    const { tolerance: list, warnings } = await tolerance(await query(), [1, 100]);
    expect(list.map((one) => one.percent)).toEqual([1, 100]);
    expect(list[0].value).toBeCloseTo(516.15, 6);
    expect(list[0].delta).toBeCloseTo(16.15, 6);
    expect(list[1].value).toBeCloseTo(2_115, 6);
    expect(warnings).toEqual([]);
  });

  it('a program that crosses no network: λ = 0, tolerance without end, and both are said', async () => {
    const found = await tolerance(await query(parseGoal('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n')), [1]);
    expect(found.lambda.L).toBe(0);
    expect(found.tolerance).toEqual([
      { percent: 1, value: Number.POSITIVE_INFINITY, delta: Number.POSITIVE_INFINITY },
    ]);
    expect(found.warnings.map((one) => one.code)).toEqual(['not-latency-bound', 'unlimited']);
  });

  it('a program of nothing has T = 0 and ρ = 0', async () => {
    const found = await sensitivity(await query(parseGoal('num_ranks 1 rank 0 {}')));
    expect([found.runtime, found.rho, found.lambda.L]).toEqual([0, 0, 0]);
  });

  it('the curve: T, λ and ρ at each latency', async () => {
    const points = await curveAt(await query(), [0, 385, 885]);
    const expected = [
      [0, 1_500, 0, 0],
      [385, 1_500, 1, 385 / 1_500],
      [885, 2_000, 1, 885 / 2_000],
    ];
    expect(points.map(({ x }) => x)).toEqual([0, 385, 885]);
    points.forEach(({ runtime, lambda, rho }, i) => {
      expect(runtime).toBeCloseTo(expected[i][1], 9);
      expect(lambda).toBe(expected[i][2]);
      expect(rho).toBeCloseTo(expected[i][3], 12);
    });
  });

  it('latency classes: λ of each, ρ with what the switches cost', async () => {
    const model = await query(relay, classes);
    const found = await sensitivity(model);
    // 10 + 100 + 10, 10 + (100 + 2·1000 + 30) + 10.
    expect(found.runtime).toBeCloseTo(2_270, 9);
    expect(found.lambda).toEqual({ L: 4, G: 0, o: 4 });
    expect(found.lambdaByClass).toEqual({ near: 2, far: 2 });
    expect(found.rho).toBeCloseTo(2_230 / 2_270, 12);
    // All classes up by 50: 4·50 more. One class, 1000 → 1300: 2·300 more.
    expect((await curveAt(model, [50]))[0].rho).toBeCloseTo(2_430 / 2_470, 12);
    const far = (await curveAt(model, [1_300], classAxis(classes, 1)))[0];
    expect(far.runtime).toBeCloseTo(2_870, 9);
    expect(far.lambda).toBe(2);
    expect(far.rho).toBeCloseTo(2_830 / 2_870, 12);
  });

  it('the critical path: its steps, shares and ranks', async () => {
    const path = criticalPath(await query());
    // t0 on rank 0, the message, t3 on rank 1.
    expect(path.ranks).toEqual([0, 1]);
    expect(path.messages).toBe(1);
    expect(path).toMatchObject({
      runtime: 1_615,
      computation: 1_100,
      overhead: 0,
      latency: 500,
      bandwidth: 15,
    });
    expect(path.steps.map((step) => step.op)).toEqual([0, 1, 4, 5]);
    expect(path.segments).toHaveLength(2);
    expect(path.segments[0]).toMatchObject({ rank: 0, start: 0, end: 615, first: 0, last: 1 });
    expect(path.segments[1]).toMatchObject({ rank: 1, start: 615, end: 1_615, first: 4, last: 5 });
  });

  it('the critical path of a late receiver stays on its rank', async () => {
    const path = criticalPath(await query(fig4, logGPS({ L: 100, o: 0, G: 5 })));
    expect(path.ranks).toEqual([1]);
    expect(path).toMatchObject({ runtime: 1_500, computation: 1_500, latency: 0, messages: 0 });
  });
});

it('ρ of a curve over G is the share of L in T at each G', async () => {
  // T = L + 1000 G, L = 1000.
  const schedule = parseGoal('num_ranks 2 rank 0 { a: send 1001b to 1 } rank 1 { x: recv 1001b from 0 }');
  const model = await Model.of(schedule, logGPS({ L: 1000, o: 0, G: 1 }));
  const axis = gapAxis(model.machine);
  const curve = await exactCurve(model, 0, 4, { axis });
  expect([0, 1, 3, 4].map((G) => rhoAt(curve, G))).toEqual([1, 0.5, 0.25, 0.2]);
  expect((await curveAt(model, [0, 1, 3, 4], axis)).map(({ rho }) => rho)).toEqual([1, 0.5, 0.25, 0.2]);
});

describe('Model', () => {
  it('chooses HiGHS up to its limit of rows, else the sweep', async () => {
    expect((await Model.of(fig4, machine)).engine.name).toBe('highs');
    expect((await Model.of(fig4, machine, { highsLimit: 2 })).engine.name).toBe('sweep');
    const model = await Model.of(fig4, machine, { engine: 'sweep' });
    expect((await model.withEngine('highs')).engine.name).toBe('highs');
    expect((await model.withEngine('highs')).system).toBe(model.system);
  });

  it('prices an axis once', async () => {
    const model = await Model.of(fig4, machine, { engine: 'sweep' });
    expect(model.lines(model.latency)).toBe(model.lines(model.latency));
    expect(model.lines(gapAxis(machine))).not.toBe(model.lines(model.latency));
  });
});

/** Rank 0 to 1 is near; everything else pays both farClasses and a switch of 30 ns. */
const farClasses: Machine = {
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
    expect(toleranceJson(axis, found.tolerance)[0]).toEqual({
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
    const model = await sweep(FIG4, farClasses);
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
      const { network } = farClasses;
      const latencies = [network.latencies[0], { ...network.latencies[1], name }];
      const model = await sweep(goal, { ...farClasses, network: { ...network, latencies } });
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
    expect(() => axisByName(farClasses, 'x')).toThrow("unknown parameter 'x'. Use one of L, G, o, near, far");
  });
});
