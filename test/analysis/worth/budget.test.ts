/** What a percentage of T costs or brings, held against hand-solved programs and against playing them at other values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinRuntime } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { budgetOf, ownLatency, type Worth } from '../../../src/analysis/procurement.js';
import { logGPS } from '../../../src/machine/machine.js';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { type Axis, axisByName, machineAt } from '../../../src/timing/axis.js';
import { Replay } from '../../../src/timing/replay.js';
import { FIG4 } from '../../goal.js';
import { runs as runsOf } from '../../part.js';
import { classMachines, machines, programOf, scheduleOf, shapes } from '../../properties/schedules.js';

const fig4 = (L: number): Promise<Model> =>
  Model.of(parseGoal(FIG4), logGPS({ L, o: 0, G: 5 }), { engine: 'sweep' });

const byName = (list: readonly Worth[]): Map<string, Worth> =>
  new Map(list.map((one) => [one.axis.name, one]));

describe('the budget of Fig. 4', () => {
  it('is solved by hand at 0.5 µs', async () => {
    // T = 1 615 ns, of which L is 500 and 3 G 15; below L = 385 ns rank 1 alone takes 1 500.
    const { runtime, parameters, calls } = await budgetOf(await fig4(500), 1);
    expect([runtime, calls]).toEqual([1_615, null]);
    const found = byName(parameters);
    const L = found.get('L');
    expect(L?.share).toBeCloseTo(500 / 1_615, 12);
    expect(L?.slower).toBeCloseTo(516.15, 9);
    expect(L?.faster).toBeCloseTo(483.85, 9);
    expect(L?.most).toBeCloseTo(115 / 1_615, 12);
    expect(L?.takeover).toEqual({ below: 385, name: null });
    const G = found.get('G');
    expect(G?.slower).toBeCloseTo(5 + 16.15 / 3, 9);
    expect(G?.faster).toBeNull();
    expect(G?.most).toBeCloseTo(15 / 1_615, 12);
    expect(G?.takeover).toEqual({ below: 5, name: 'L' });
    expect(parameters.map(({ axis }) => axis.name)).toEqual(['L', 'G', 'o']);
  });

  it('hands over from L to G where both take 15 ns of the path', async () => {
    // Without rank 1's computation, T = L + 1 100 + 15 for every L.
    const alone = FIG4.replace('l1: calc 500', 'l1: calc 0');
    const model = await Model.of(parseGoal(alone), logGPS({ L: 500, o: 0, G: 5 }), { engine: 'sweep' });
    const found = byName((await budgetOf(model, 1)).parameters);
    expect(found.get('L')?.takeover).toEqual({ below: 15, name: 'G' });
  });

  it('is within 2 µs up to L = 0.885 µs, and within 1.4 µs at none', async () => {
    // LLAMP, Fig. 6.
    const model = await fig4(500);
    const { latency } = model;
    expect(await withinRuntime(model, 2_000, latency)).toEqual({
      limit: 2_000,
      value: 885,
      delta: 385,
      least: null,
    });
    expect(await withinRuntime(model, 1_600, latency)).toEqual({
      limit: 1_600,
      value: 485,
      delta: -15,
      least: 1_500,
    });
    expect(await withinRuntime(model, 1_500, latency)).toEqual({
      limit: 1_500,
      value: 385,
      delta: -115,
      least: 1_500,
    });
    expect(await withinRuntime(model, 1_400, latency)).toEqual({
      limit: 1_400,
      value: null,
      delta: null,
      least: 1_500,
    });
  });
});

describe('a program on one rank', () => {
  it('has nothing to buy', async () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(1_000);
    const model = await Model.of(builder.finish(), logGPS({ L: 500, o: 10, G: 5 }));
    for (const { slower, faster, most, share, takeover } of (await budgetOf(model, 1)).parameters)
      expect([slower, faster, most, share, takeover]).toEqual([Number.POSITIVE_INFINITY, null, 0, 0, null]);
  });
});

describe('random programs', () => {
  const RUNS = runsOf(200);
  const runs = fc.record({ shape: shapes(80), machine: fc.oneof(machines, classMachines) });

  /** T with the axis at x, played anew. */
  const played = (model: Model, axis: Axis, x: number): number =>
    new Replay(model.graph, machineAt(model.machine, axis, x)).runtime;
  const near = (value: number, expected: number): void =>
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-6 * (1 + Math.abs(expected)));

  it('take a percent more and less where it is said, and no less at the lowest value', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ shape, machine }) => {
        const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
        const { runtime, parameters } = await budgetOf(model, 1);
        near(runtime, new Replay(model.graph, machine).runtime);
        for (const { axis, slower, faster, most } of parameters) {
          if (Number.isFinite(slower)) near(played(model, axis, slower), 1.01 * runtime);
          else near(played(model, axis, axis.base + 1e9), runtime);
          const least = played(model, axis, axis.lowest);
          near((1 - most) * runtime, least);
          if (faster !== null) near(played(model, axis, faster), 0.99 * runtime);
          else if (runtime > 0) expect(least).toBeGreaterThan(0.99 * runtime * (1 - 1e-12));
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('spend more on a parameter above its takeover, and on the other below', async () => {
    const STEP = 2 ** -16;
    await fc.assert(
      fc.asyncProperty(runs, async ({ shape, machine }) => {
        const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
        const { latencies, gaps } = machine.network;
        if (latencies.length > 1 || gaps.length > 1) return;
        const names = ['L', 'o', 'G'];
        /** Time that one side of T's slope by `name` gives it, all others as they are but `axis` at x. */
        const spent = (axis: Axis, x: number, name: string, way: 1 | -1): number => {
          const at = machineAt(machine, axis, x);
          const other = axisByName(at, name);
          const step = Math.min(STEP, other.base / 2);
          if (step === 0) return 0;
          const runtime = (value: number): number =>
            new Replay(model.graph, machineAt(at, other, value)).runtime;
          return ((runtime(other.base + way * step) - runtime(other.base)) / (way * step)) * other.base;
        };
        for (const { axis, lambda, takeover } of (await budgetOf(model, 1)).parameters) {
          const below = takeover?.below ?? 0;
          const slack = 1e-3 * (1 + new Replay(model.graph, machine).runtime);
          if (lambda > 0 && below < axis.base) {
            const above = below + (axis.base - below) * 0.371;
            for (const name of names)
              if (name !== axis.name)
                expect(spent(axis, above, name, -1)).toBeLessThanOrEqual(
                  spent(axis, above, axis.name, 1) + slack,
                );
          }
          if (takeover === null || below === 0) continue;
          const under = below * (1 - 1e-4);
          const other = takeover.name === null ? 0 : spent(axis, under, takeover.name, 1);
          expect(spent(axis, under, axis.name, -1)).toBeLessThanOrEqual(other + slack);
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('run as before where some messages have a latency of their own, and as if it were theirs alone where it moves', async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.integer(), async ({ shape, machine }, seed) => {
        const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
        const gains = (send: number): boolean => ((send * 7 + seed) & 3) !== 0;
        const own = await ownLatency(model, gains);
        const at = (x: number): number =>
          new Replay(own.model.graph, machineAt(own.model.machine, own.axis, x)).runtime;
        const runtime = new Replay(model.graph, machine).runtime;
        near(at(own.axis.base), runtime);
        if (own.axis.base > 0) expect(at(0)).toBeLessThanOrEqual(runtime * (1 + 1e-12));
        const all = await ownLatency(model, () => true);
        if (machine.network.latencies.length > 1) return;
        for (const x of [0, 3, 5_000])
          near(
            new Replay(all.model.graph, machineAt(all.model.machine, all.axis, x)).runtime,
            played(model, model.latency, x),
          );
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});
