import { expect, it, vi } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { HighsEngine } from '../../../src/solve/highs/highs-engine.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';

const guess = vi.hoisted(() => ({ x: 0 }));
vi.mock('../../../src/solve/sweep/sweep-engine.js', async (original) => ({
  ...(await original<typeof import('../../../src/solve/sweep/sweep-engine.js')>()),
  largestWithin: () => guess.x,
}));

it.each([Number.POSITIVE_INFINITY, 885.001, 400])(
  'HiGHS keeps its own tolerance where the sweep is wrong: %d',
  async (wrong) => {
    guess.x = wrong;
    // T = L + 1,115 ns (test/goal.ts), so 2,000 ns leave room up to 885 ns.
    const schedule = parseGoal(
      'num_ranks 2 rank 0 { a: calc 100 b: send 4b to 1 b requires a } rank 1 { c: calc 500 d: recv 4b from 0 d requires c e: calc 1000 e requires d }',
    );
    const model = await Model.of(schedule, logGPS({ L: 500, o: 0, G: 5 }), { engine: 'sweep' });
    const engine = new HighsEngine(model.system, {});
    expect(await engine.largestWithin(model.lines(model.latency), 2_000, 500)).toBeCloseTo(885, 6);
  },
);
