/** Nothing is matched or ordered at a latency that was not asked. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveAt, exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { criticalValues, runtimeAt } from '../../src/analysis/piecewise.js';
import { sensitivity, tolerance } from '../../src/analysis/sensitivity.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { axisByName, gapAxis, machineAt, overheadAxis } from '../../src/timing/axis.js';
import { FIRST_COMES, goal } from '../goal.js';
import { runs } from '../part.js';
import { machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';

const sweep = (schedule: Schedule, machine: Machine): Promise<Model> =>
  Model.of(schedule, machine, { engine: 'sweep' });

/** A CPU takes x (ready when a message has come) or y (ready at 300) first; behind x a rank waits for long. */
const oneCpu = goal(
  'm: send 1b to 1',
  [
    'm: recv 1b from 0\nx: calc 200\nx requires m\ns: calc 1000 cpu 1\ns requires x',
    'w: calc 300 cpu 2\ny: calc 400\ny requires w',
  ].join('\n'),
);

const free = logGPS({ L: 100, o: 0, G: 0 });
const serial: Machine = { ...free, cpu: 'serial' };

describe('a point', () => {
  it.each([
    ['wildcard receives', FIRST_COMES, free],
    ['a serial CPU', oneCpu, serial],
  ] as const)('of a curve has the order that is found there: %s', async (_, schedule, machine) => {
    const model = await sweep(schedule, machine);
    const values = [0, 50, 100, 200, 299, 301, 400, 700, 1500];
    const points = await curveAt(model, values);
    for (const { x, runtime } of points) {
      const alone = await sweep(schedule, machineAt(machine, model.latency, x));
      expect([x, runtime]).toEqual([x, (await sensitivity(alone)).runtime]);
    }
  });

  it('is that of another order than at the machine', async () => {
    // L = 100: x is ready at 100 and goes first: T = 100 + 200 + 1000. At L = 400 y goes first (300 to 700), then x:
    // T = 700 + 200 + 1000; kept as at 100, x at 400 is first: T = 400 + 200 + 1000.
    const model = await sweep(oneCpu, serial);
    const points = await curveAt(model, [100, 400]);
    expect(points.map(({ runtime }) => runtime)).toEqual([1300, 1900]);
  });
});

describe('a curve over a range', () => {
  it('is the least over the orders that are found in it', async () => {
    // x first: max(L + 200 + 1000, max(L + 200, 300) + 400); y first: max(700, L) + 1200.
    const model = await sweep(oneCpu, serial);
    const curve = await exactCurve(model, 0, 1000);
    const least = (L: number): number =>
      Math.min(Math.max(L + 1200, Math.max(L + 200, 300) + 400), Math.max(700, L) + 1200);
    for (let L = 0; L <= 1000; L += 25) expect([L, runtimeAt(curve, L)]).toEqual([L, least(L)]);
  });

  it('says where more orders are found than are followed', async () => {
    const model = await sweep(oneCpu, serial);
    expect((await exactCurve(model, 0, 1000)).warnings).toBeUndefined();
    const cut = await exactCurve(model, 0, 1000, { orders: 1 });
    expect(cut.warnings?.map(({ code }) => code)).toEqual(['orders-cut']);
    expect(buildReportData(model, cut).warnings.map(({ code }) => code)).toContain('orders-cut');
  });

  it('bends down where another order takes over', async () => {
    // The answer comes at 2·L, the other message at 500 + L. The first is worked on for 1000, the second for 100 behind:
    // T = max(2·L + 1000, 500 + L) + 100 up to L = 500, max(1500 + L, 2·L) + 100 from there on.
    const model = await sweep(FIRST_COMES, free);
    for (const method of ['passes', 'envelope', 'ranging'] as const) {
      const curve = await exactCurve(model, 0, 2000, { method });
      expect(criticalValues(curve)).toEqual([
        { x: expect.closeTo(500, 9), runtime: expect.closeTo(2100, 9), lambdaBelow: 2, lambdaAbove: 1 },
        { x: expect.closeTo(1500, 9), runtime: expect.closeTo(3100, 9), lambdaBelow: 1, lambdaAbove: 2 },
      ]);
    }
    const wide = await curveAt(model, [0, 250, 500, 750, 1500, 2000]);
    expect(wide.map(({ runtime }) => runtime)).toEqual([1100, 1600, 2100, 2350, 3100, 4100]);
    expect(wide.map(({ lambda }) => lambda).slice(0, 2)).toEqual([2, 2]);
  });

  it('draws the critical paths of a report in the order of their place', async () => {
    const model = await sweep(FIRST_COMES, free);
    const { timeline } = buildReportData(model, await exactCurve(model, 0, 2000));
    expect(timeline.stops.map(({ x, runtime, lambda }) => [x, runtime, lambda])).toEqual([
      [100, 1300, 2],
      [1000, 2600, 1],
      [1750, 3600, 2],
    ]);
  });
});

describe('a tolerance', () => {
  it('goes on in the order that is found where one ends', async () => {
    // T₀ = 1300 at L = 100. In the order of 100 T reaches 2340 (80 % more) at 2·L + 1100: 620; at 620 the other message
    // comes first, and T = L + 1600 reaches it at 740.
    const model = await sweep(FIRST_COMES, free);
    const { tolerance: found, warnings } = await tolerance(model, [10, 80]);
    expect(found.map(({ value }) => value)).toEqual([expect.closeTo(165, 9), 740]);
    expect((await curveAt(model, [740]))[0].runtime).toBe(2340);
    // λ = 2 is said to hold without end, and does not at 1 ms.
    expect(warnings.map(({ code }) => code)).toEqual(['wildcard', 'order-changes']);
  });

  it('ends where the order found makes the program hang, and says so', async () => {
    // The message of rank 2 is first up to L = 1800 (2·L + 300 against L + 2100); the receive from rank 1 then lacks its own.
    const hangs = goal(
      'any: recv 8b from -1 tag 1\nb: recv 8b from 1 tag 1\nb irequires any',
      's: send 8b to 2 tag 2\nw: calc 2000\na: send 8b to 0 tag 1\na requires w',
      'q: recv 8b from 1 tag 2\na: send 8b to 0 tag 1\na requires q',
    );
    const model = await sweep(hangs, logGPS({ L: 500, o: 100, G: 0 }));
    const { runtime, range, tolerance: found, warnings } = await tolerance(model, [1, 100]);
    expect(runtime).toBe(2700);
    expect(range).toEqual({ low: 0, high: 1800 });
    expect(found[0].value).toBe(527);
    const [, ofRange, ofTolerance] = warnings.map(({ message }) => message);
    expect(ofRange).toContain('the program cannot run (at L = 1.8 µs: 2 unmatched operations');
    expect(ofTolerance).toContain('with the order found there, the program cannot run (at L = ');
    await expect(curveAt(model, [1900])).rejects.toThrow('at L = 1.9 µs: 2 unmatched operations');
  });

  it('takes no order that only a tie at one value has, whose rounding differs between engines', async () => {
    const tied = parseGoal(readFileSync(new URL('order-tie.goal', import.meta.url), 'utf8'));
    const at = (L: number): Machine => ({
      ...logGPS({ L, o: 5, G: 0.018, S: 4, protocol: 'sync' }),
      cpu: 'serial',
      nic: 'serial',
    });
    const model = await sweep(tied, at(0));
    const {
      runtime,
      tolerance: [{ value }],
    } = await tolerance(model, [1]);
    expect((await sensitivity(await sweep(tied, at(0.999 * value)))).runtime).toBeLessThan(1.01 * runtime);
    expect((await sensitivity(await sweep(tied, at(1.001 * value)))).runtime).toBeGreaterThan(1.01 * runtime);
    const solved = await tolerance(await model.withEngine('highs', { reduceAbove: 0 }), [1]);
    expect(solved.tolerance[0].value).toBeCloseTo(value, 9);
  });

  it('says where the order of its own would be slower', async () => {
    // x first: T = L + 1200, 20 % more than 1300 at 360. There y goes first: T = 700 + 200 + 1000.
    const model = await sweep(oneCpu, serial);
    const { tolerance: found, warnings, range } = await tolerance(model, [20]);
    expect(found[0].value).toBe(360);
    expect(warnings.map(({ message }) => message)).toContain(
      'T stays within 1.56 µs up to L 360 ns in the order of messages found for smaller values; in the order found at this value, T is 1.9 µs',
    );
    expect(range).toEqual({ low: 0, high: Number.POSITIVE_INFINITY });
  });
});

describe('a range of λ', () => {
  it('says where another order leaves it', async () => {
    // In the order of L = 100 λ is 2 from 0 on without end; that of 1000 is kept down to 0, where T is 1100 instead.
    const near = await sensitivity(await sweep(FIRST_COMES, free));
    expect(near.range).toEqual({ low: 0, high: Number.POSITIVE_INFINITY });
    const { warnings } = await sensitivity(
      await sweep(FIRST_COMES, { ...free, network: logGPS({ L: 1000, o: 0, G: 0 }).network }),
    );
    expect(warnings.map(({ message }) => message)).toContain(
      'the range of λ_L is valid for the order of messages at 1 µs; at 0 ns the order differs, and T is 1.1 µs instead of 1.6 µs',
    );
  });
});

describe('random programs', () => {
  it('on serial CPUs and NICs: points are those of fresh models, and ranges and tolerances no worse', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(40), machines, async (shape, plain) => {
        const machine: Machine = { ...plain, cpu: 'serial', nic: 'serial', gap: 9 };
        const schedule = scheduleOf(programOf(shape));
        const model = await sweep(schedule, machine);
        for (const axis of [model.latency, gapAxis(machine), overheadAxis(machine)]) {
          const high = axis.base + (axis.unit === 'ns' ? 900 : 4);
          const xs = [axis.base, (axis.base + high) / 2, high];
          const points = await curveAt(model, xs, axis);
          const curve = await exactCurve(model, axis.base, high, { axis });
          for (const { x, runtime } of points) {
            const alone = await sensitivity(await sweep(schedule, machineAt(machine, axis, x)));
            expect(Math.abs(runtime - alone.runtime)).toBeLessThanOrEqual(1e-9 * Math.max(runtime, 1));
          }
          for (const { x, runtime } of [points[0], points[2]])
            expect(runtimeAt(curve, x)).toBeLessThanOrEqual(runtime * (1 + 1e-9) + 1e-9);
          const found = await tolerance(model, [5], axis);
          const frozen = await model.engine.largestWithin(model.lines(axis), found.runtime * 1.05, axis.base);
          expect(found.tolerance[0].value).toBeGreaterThanOrEqual(frozen);
        }
      }),
      { numRuns: runs(60), seed: 21 },
    );
  });

  it('that are ordered by their program keep one order', async () => {
    const machine: Machine = { ...free, cpu: 'ordered', nic: 'ordered' };
    const model = await sweep(oneCpu, machine);
    const curve = await exactCurve(model, 0, 1000);
    expect(curve.pieces.every(({ graph }) => graph === undefined)).toBe(true);
    expect((await tolerance(model, [20])).warnings.map(({ code }) => code)).not.toContain('order-changes');
  });
});

it('the machine at a value of an axis has it in place of its own', () => {
  const table = { ...free, overheadBySize: [{ bytes: 1, ns: 5 }] };
  expect(machineAt(free, axisByName(free, 'L'), 7).network.latencies[0].latencyNs).toBe(7);
  expect(machineAt(free, axisByName(free, 'G'), 7).network.gaps[0].gapNsPerByte).toBe(7);
  expect(machineAt(free, axisByName(free, 'o'), 7).overhead).toBe(7);
  // What the network says of itself stays: what its latencies are of, and which o they belong to.
  const wired = { ...free, network: { ...free.network, latencyOf: 'wire', overheadNs: 5 } } as const;
  for (const name of ['L', 'G'])
    expect(machineAt(wired, axisByName(wired, name), 7).network).toMatchObject({
      latencyOf: 'wire',
      overheadNs: 5,
    });
  expect(machineAt(table, axisByName(table, 'o'), 7).overheadBySize).toEqual([{ bytes: 1, ns: 12 }]);
});
