import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { pairMatrix, pairNetwork, pairwise, RankPairs } from '../../src/analysis/rank-pairs.js';
import { logGPS } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { goal } from '../goal.js';
import { channelMachines, randomPrograms, scheduleOf } from './random-program.js';

const ENGINES = ['sweep', 'highs'] as const;

describe('pairwise sensitivities', () => {
  // 0 → 1 (11 B), 1 → 2 (21 B), 2 → 1 (31 B), one after the other: λ_L^{01} = 1, λ_L^{12} = 2, bytes 10 and 20 + 30.
  // Rank 3 sends to 0, who does not wait for it long.
  const schedule = goal(
    'l1: send 11b to 1\nl2: recv 5b from 3',
    'l1: recv 11b from 0\nl2: send 21b to 2\nl2 requires l1\nl3: recv 31b from 2\nl3 requires l2',
    'l1: recv 21b from 1\nl2: send 31b to 1\nl2 requires l1',
    'l1: send 5b to 0',
  );

  it.each(ENGINES)('count messages and bytes by pair, %s', async (engine) => {
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 1 }), { engine });
    const found = await pairwise(model);
    expect(found.by).toBe(engine);
    expect(found.runtime).toBeCloseTo(3 * 120 + 60, 9);
    expect(found.pairs).toEqual([
      { low: 0, high: 1, lambdaL: 1, lambdaG: 10 },
      { low: 1, high: 2, lambdaL: 2, lambdaG: 50 },
    ]);
    expect([...pairMatrix(found, 'L')]).toEqual([0, 1, 0, 0, 1, 0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    expect([...pairMatrix(found, 'G')].reduce((a, b) => a + b, 0)).toBe(120);
  });

  it('come from the replayed path where more pairs communicate than routes can tell apart', async () => {
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 1 }), { engine: 'sweep' });
    const solved = await pairwise(model);
    const replayed = await pairwise(model, { maxPairs: 2 });
    expect(replayed.by).toBe('replay');
    expect(replayed.pairs).toEqual(solved.pairs);
    expect(replayed.runtime).toBeCloseTo(solved.runtime, 9);
  });

  it('add up to λ_L on both engines, and each is what its pair adds to T', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 5, steps: 30 }),
        channelMachines,
        fc.integer({ min: 1, max: 400 }),
        async (program, machine, more) => {
          const schedule = scheduleOf(program);
          for (const engine of ENGINES) {
            const model = await Model.of(schedule, machine, { engine });
            const { lambda } = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
            const found = await pairwise(model);
            expect(found.lambdaL).toBe(lambda);
            if (engine === 'highs') continue;
            for (const { low, high, lambdaL } of found.pairs) {
              const slower = await Model.of(schedule, slowerPair(machine, schedule, low, high, more), {
                engine,
              });
              const after = await slower.engine.evaluate(slower.lines(slower.latency), slower.latency.base);
              // T is convex in L_ij: it lies on or above its tangent.
              expect(after.runtime).toBeGreaterThanOrEqual(found.runtime + lambdaL * more - 1e-6);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** The machine with `more` ns on every message between two ranks. */
function slowerPair<M extends { network: Network }>(
  machine: M,
  schedule: Parameters<typeof Model.of>[0],
  low: number,
  high: number,
  more: number,
): M {
  const pairs = new RankPairs(schedule);
  const network = pairNetwork(machine.network, pairs);
  const slow = pairs.indexOf(low, high);
  const routes = network.routes.map((route, i) => (i === slow ? { ...route, constantNs: more } : route));
  return { ...machine, network: { ...network, routes } };
}
