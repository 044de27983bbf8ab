import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { criticalValues, rhoAt, runtimeAt } from '../../src/analysis/piecewise.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { mixedCurve, mixedSensitivity, mixedTolerance } from '../../src/analysis/workload-mix.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { Replay } from '../../src/timing/replay.js';
import { randomPrograms, scheduleOf } from './random-program.js';

/** `calc` ns on rank 2 beside `messages` messages of 1 B in a row between ranks 0 and 1: T = max(calc, messages·(2o + L)). */
function chain(calc: number, messages: number): ReturnType<typeof parseGoal> {
  const side = (rank: number): string =>
    Array.from({ length: messages }, (_, i) => {
      const line = i % 2 === rank ? `send 1b to ${1 - rank}` : `recv 1b from ${1 - rank}`;
      return `l${i}: ${line}\n${i === 0 ? '' : `l${i} requires l${i - 1}\n`}`;
    }).join('');
  return parseGoal(
    `num_ranks 3\nrank 0 {\n${side(0)}}\nrank 1 {\n${side(1)}}\nrank 2 {\nl1: calc ${calc}\n}\n`,
  );
}

const machine = logGPS({ L: 1000, o: 100, G: 0 });

async function part(schedule: ReturnType<typeof parseGoal>, weight: number, on: Machine = machine) {
  const model = await Model.of(schedule, on, { engine: 'sweep' });
  return { weight, model, axis: model.latency, result: await sensitivity(model) };
}

/** T where `added` ns are added to the latency, event by event. */
function played({ model, axis }: Awaited<ReturnType<typeof part>>, added: number): number {
  const replay = new Replay(model.graph, model.machine, axis, axis.base + added);
  let last = 0;
  for (let op = 0; op < model.schedule.operations; op++) last = Math.max(last, replay.endOf(op));
  return last;
}

const mixed = (parts: readonly Awaited<ReturnType<typeof part>>[], added: number): number =>
  parts.reduce((sum, one) => sum + one.weight * played(one, added), 0);

describe('a mix of programs', () => {
  // A: max(6000, 4·(200 + L)) = 6000 up to L = 1300; B: max(1000, 2·(200 + L)) = 2400 at L = 1000, λ 2.
  it('adds up T, λ and ρ by weight, by hand', async () => {
    const parts = [await part(chain(6000, 4), 1), await part(chain(1000, 2), 3)];
    const { runtime, lambda, rho } = mixedSensitivity(parts);
    expect(runtime).toBe(6000 + 3 * 2400);
    expect(lambda).toEqual({ L: 3 * 2, G: 0, o: 3 * 4 });
    expect(rho).toBeCloseTo((3 * 2000) / 13_200, 12);
  });

  // Σ = 13200 at L = 1000. 10 %: 1320 to spare. B alone costs 6 a ns; from +300 ns on A costs 4 more: with 1800 spent
  // there, 1320 is reached before: +220. 20 %: 2640 = 1800 + 10·84: +384.
  it('bears as much latency as both together, by hand', async () => {
    const parts = [await part(chain(6000, 4), 1), await part(chain(1000, 2), 3)];
    const found = await mixedTolerance(parts, [0, 10, 20]);
    expect(found.map(({ percent }) => percent)).toEqual([0, 10, 20]);
    expect(found.map(({ delta }) => delta)).toEqual([0, expect.closeTo(220, 9), expect.closeTo(384, 9)]);
  });

  it('counts what is added where programs have different latencies', async () => {
    const other = await part(chain(1000, 2), 3, logGPS({ L: 2000, o: 100, G: 0 }));
    // 6000 + 3·4400 = 19200; 10 %: 1920 = 1800 + 10·12.
    const [{ delta }] = await mixedTolerance([await part(chain(6000, 4), 1), other], [10]);
    expect(delta).toBeCloseTo(312, 9);
  });

  it('has no end where no program sends', async () => {
    const [{ delta }] = await mixedTolerance([await part(chain(10, 0), 1), await part(chain(20, 0), 2)], [1]);
    expect(delta).toBe(Number.POSITIVE_INFINITY);
    const one = [await part(chain(10, 0), 1), await part(chain(0, 1), 1)];
    // 10 + 1200; 1 % is 12.1 ns of one latency.
    expect((await mixedTolerance(one, [1]))[0].delta).toBeCloseTo(12.1, 9);
  });

  it('sums curves with the kinks of all', async () => {
    const models = [await part(chain(6000, 4), 1), await part(chain(4000, 2), 0.5)];
    const curves = await Promise.all(
      models.map(async ({ weight, model }) => ({ weight, curve: await exactCurve(model, 1000, 3000) })),
    );
    const sum = mixedCurve(curves);
    expect(criticalValues(sum)).toEqual([
      { x: 1300, runtime: 6000 + 2000, lambdaBelow: 0, lambdaAbove: 4 },
      { x: 1800, runtime: 8000 + 2000, lambdaBelow: 4, lambdaAbove: 5 },
    ]);
    expect(runtimeAt(sum, 3000)).toBe(4 * 3200 + 0.5 * 2 * 3200);
    expect(rhoAt(sum, 3000)).toBeCloseTo((4 * 3000 + 0.5 * 2 * 3000) / 16_000, 12);
  });

  it('is what replays of random programs at any latency add up to', async () => {
    const programs = fc.array(randomPrograms({ ranks: 4, steps: 24 }), { minLength: 2, maxLength: 3 });
    const weights = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(programs, weights, fc.constantFrom(1, 7, 40), async (list, often, percent) => {
        const parts = await Promise.all(list.map((one, i) => part(scheduleOf(one), often[i] / 4)));
        const base = mixed(parts, 0);
        expect(mixedSensitivity(parts).runtime).toBeCloseTo(base, 6);
        const [{ delta }] = await mixedTolerance(parts, [percent]);
        const limit = base * (1 + percent / 100);
        if (!Number.isFinite(delta)) expect(mixed(parts, 1e9)).toBeLessThanOrEqual(limit);
        else {
          expect(mixed(parts, delta)).toBeCloseTo(limit, 4);
          expect(mixed(parts, delta + 1)).toBeGreaterThan(limit);
        }
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
