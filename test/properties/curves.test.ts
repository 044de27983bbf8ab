import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { type Curve, criticalValues, pieceAt, rhoAt, runtimeAt } from '../../src/analysis/piecewise.js';
import { logGPS } from '../../src/machine/machine.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { Labels, pass, valueAt } from '../../src/solve/sweep/pass.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { axisByName } from '../../src/timing/axis.js';
import { FIG4 } from '../goal.js';
import { cases, runs } from '../part.js';
import { sharedPath } from '../shared.js';
import { classMachines, machines, programOf, random, scheduleOf, shapes } from './schedules.js';

const border = new HighsBorder();

function close(a: number, b: number): void {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3));
}

/** Both exact methods give the same curve. */
async function bothMethods(model: Model, low: number, high: number, name = 'L'): Promise<Curve> {
  const axis = axisByName(model.machine, name);
  const byPasses = await exactCurve(model, low, high, { axis, method: 'passes' });
  const byEnvelope = await exactCurve(model, low, high, { axis, method: 'envelope' });
  const [a, b] = [criticalValues(byPasses), criticalValues(byEnvelope)];
  expect(a.map((one) => [one.lambdaBelow, one.lambdaAbove])).toEqual(
    b.map((one) => [one.lambdaBelow, one.lambdaAbove]),
  );
  a.forEach((one, i) => {
    close(one.x, b[i].x);
    close(one.runtime, b[i].runtime);
  });
  // The walk takes all kinks or would invent one, however wide its steps are.
  const ranging = { step: Math.max((high - low) / 7, 1e-3) };
  const walked = criticalValues(await exactCurve(model, low, high, { axis, method: 'ranging', ranging }));
  expect(walked.map((one) => one.lambdaAbove)).toEqual(a.map((one) => one.lambdaAbove));
  walked.forEach((one, i) => {
    // It knows lines by T alone, in doubles.
    expect(Math.abs(one.x - a[i].x)).toBeLessThanOrEqual(1e-12 * Math.max(one.runtime, 1e3));
  });
  return byPasses;
}

/** T of the curve is T of a pass at random points; λ is the right derivative there. */
function againstPasses(model: Model, curve: Curve, points: number, seed: number): void {
  const lines = model.lines(curve.axis);
  const labels = new Labels(lines.vertices);
  const next = random(seed);
  for (let k = 0; k < points; k++) {
    const x = curve.low + next() * (curve.high - curve.low);
    const line = pass(lines, x, labels);
    close(runtimeAt(curve, x), valueAt(lines, line, x));
    // Within rounding of a kink either slope may be told.
    const near = criticalValues(curve).some((one) => Math.abs(one.x - x) <= 1e-9 * Math.max(x, 1));
    if (!near) expect(pieceAt(curve, x).lambda).toBe(line.a);
  }
}

const folder = sharedPath('data/goal');
const schedules =
  folder === undefined ? [] : readdirSync(folder).filter((name) => !name.includes('lulesh-27-big'));

describe.skipIf(folder === undefined)('the curve of every schedule in ../shared/data/goal', () => {
  it.each(cases(schedules, (name) => /^(cg-4|ring-4)\./.test(name)))('%s', async (name) => {
    const schedule = parseGoal(gunzipSync(readFileSync(`${folder}/${name}`)));
    const model = await Model.of(schedule, logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144 }), {
      engine: 'sweep',
    });
    const curve = await bothMethods(model, 0, 103_000);
    againstPasses(model, curve, 200, 1);
    const highs = await model.withEngine('highs', { border });
    const next = random(2);
    const lines = highs.lines(highs.latency);
    for (let k = 0; k < 20; k++) {
      const x = next() * 103_000;
      close((await highs.engine.evaluate(lines, x)).runtime, runtimeAt(curve, x));
    }
  });
});

describe('curves of random programs, with many ties', () => {
  it('are the same by both methods, and what passes say', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes(600),
        machines,
        fc.nat(500),
        fc.nat(5000),
        async (shape, machine, low, width) => {
          const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
          const curve = await bothMethods(model, low, low + width);
          againstPasses(model, curve, 20, shape.seed);
          const slopes = curve.pieces.map((piece) => piece.lambda);
          expect(slopes).toEqual([...slopes].sort((a, b) => a - b));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('have no piece between where three lines meet', async () => {
    // At L = 5 of 228, 229 and 230 latencies.
    const shape = { seed: 920942137, ranks: 3, operations: 600, largestCalc: 5000, largestMessage: 8 };
    const program = programOf({ ...shape, messages: 0.9, immediate: 0, joins: 0.3 });
    const model = await Model.of(scheduleOf(program), logGPS({ L: 0, o: 5, G: 0.5, S: 4 }), {
      engine: 'sweep',
    });
    const { pieces } = await bothMethods(model, 0, 753);
    expect(pieces.slice(0, 3).map(({ start, lambda }) => [start, lambda])).toEqual([
      [0, 228],
      [5, 230],
      [51.233333333333334, 245],
    ]);
  });

  it('hold for G, for o and for single latency classes', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(300), classMachines, fc.nat(2000), async (shape, machine, width) => {
        const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
        const classes = machine.network.latencies.map((one) => one.name);
        for (const name of ['o', ...classes])
          againstPasses(model, await bothMethods(model, 1, 1 + width, name), 5, shape.seed);
        againstPasses(model, await bothMethods(model, 0, 0.5, 'G'), 5, shape.seed);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('Fig. 4', () => {
  const fig4 = () => Model.of(parseGoal(FIG4), logGPS({ L: 500, o: 0, G: 5 }), { engine: 'sweep' });

  it('has one critical latency, exactly', async () => {
    const curve = await bothMethods(await fig4(), 0, 1000);
    expect(criticalValues(curve)).toEqual([{ x: 385, runtime: 1500, lambdaBelow: 0, lambdaAbove: 1 }]);
    // ρ at 500 ns: 500 of 1615 ns.
    expect(rhoAt(curve, 500)).toBeCloseTo(500 / 1615, 12);
    expect(rhoAt(curve, 100)).toBe(0);
  });

  it.each([
    ['its lower end', 385, 1000, 1, 1],
    ['its upper end', 0, 385, 0, 1],
    ['both ends', 385, 385, 1, 1],
  ])('is told when the kink is %s of the interval', async (_, low, high, atStart, atEnd) => {
    const curve = await bothMethods(await fig4(), low, high);
    expect(criticalValues(curve)).toEqual([{ x: 385, runtime: 1500, lambdaBelow: 0, lambdaAbove: 1 }]);
    expect(curve.pieces[0].lambda).toBe(atStart);
    expect(curve.lambdaAfter).toBe(atEnd);
  });

  it.each([
    ['below it', 0, 384],
    ['above it', 386, 5000],
    ['of no length', 500, 500],
    ['at zero', 0, 0],
  ])('is not told on an interval %s', async (_, low, high) => {
    const curve = await bothMethods(await fig4(), low, high);
    expect(criticalValues(curve)).toEqual([]);
    expect(curve.pieces).toHaveLength(1);
  });

  it('is found by the published walk up to its step', async () => {
    const model = await (await fig4()).withEngine('highs', { border });
    const curve = await exactCurve(model, 0, 1000, { method: 'ranging', ranging: { step: 1 } });
    const [kink, ...more] = criticalValues(curve);
    expect(more).toEqual([]);
    expect(kink.x).toBeCloseTo(385, 6);
  });

  it.each(['sweep', 'highs'] as const)(
    'is told with its neighbour by the published walk, nearer than a step (%s)',
    async (engine) => {
      // T = max(10000, 8000 + L, 3960 + 3 L): kinks at 2000 and 2020; 10000 and 3960 + 3 L meet at 2013.3, below T.
      const text = readFileSync('goal-samples/three-slopes.goal', 'utf8').replace(
        'calc 1000\n',
        'calc 3960\n',
      );
      const options = engine === 'sweep' ? { engine } : { engine, highs: { border } };
      const model = await Model.of(parseGoal(text), logGPS({ L: 1000, o: 0, G: 0 }), options);
      for (const step of [1, 100, 5000]) {
        const curve = await exactCurve(model, 0, 5000, { method: 'ranging', ranging: { step } });
        expect(criticalValues(curve).map(({ x }) => Math.round(x * 1e4) / 1e4)).toEqual([2000, 2020]);
        expect(curve.pieces.map(({ lambda }) => lambda)).toEqual([0, 1, 3]);
      }
    },
  );
});
