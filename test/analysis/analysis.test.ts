import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { curveAt, exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { rhoAt } from '../../src/analysis/piecewise.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { classAxis, gapAxis } from '../../src/timing/axis.js';
import { FIG4, goal } from '../goal.js';
import { twoClasses } from '../networks.js';

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
  const asked = (schedule = fig4, on = machine): Promise<Model> => Model.of(schedule, on, { engine });

  it('sensitivity: T, λ, ρ and where they hold', async () => {
    const found = await sensitivity(await asked());
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
    const { tolerance: list, warnings } = await tolerance(await asked(), [1, 100]);
    expect(list.map((one) => one.percent)).toEqual([1, 100]);
    expect(list[0].value).toBeCloseTo(516.15, 6);
    expect(list[0].delta).toBeCloseTo(16.15, 6);
    expect(list[1].value).toBeCloseTo(2_115, 6);
    expect(warnings).toEqual([]);
  });

  it('a program that crosses no network: λ = 0, tolerance without end, and both are said', async () => {
    const found = await tolerance(await asked(parseGoal('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n')), [1]);
    expect(found.lambda.L).toBe(0);
    expect(found.tolerance).toEqual([
      { percent: 1, value: Number.POSITIVE_INFINITY, delta: Number.POSITIVE_INFINITY },
    ]);
    expect(found.warnings.map((one) => one.code)).toEqual(['not-latency-bound', 'unlimited']);
  });

  it('a program of nothing has T = 0 and ρ = 0', async () => {
    const found = await sensitivity(await asked(parseGoal('num_ranks 1 rank 0 {}')));
    expect([found.runtime, found.rho, found.lambda.L]).toEqual([0, 0, 0]);
  });

  it('the curve: T, λ and ρ at each latency', async () => {
    const points = await curveAt(await asked(), [0, 385, 885]);
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
    const model = await asked(relay, classes);
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
    const path = criticalPath(await asked());
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
    const path = criticalPath(await asked(fig4, logGPS({ L: 100, o: 0, G: 5 })));
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
