/** Numbers that leave their range end in a typed error, in either engine, and never in an answer. */
import { describe, expect, it } from 'vitest';
import { curveAt, walkByRanging } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity, tolerance } from '../../../src/analysis/sensitivity.js';
import { LimitError } from '../../../src/errors.js';
import { logGPS } from '../../../src/machine/machine.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';

/** T = 2 L + 100. */
const relay = parseGoal(
  'num_ranks 3 rank 0 { a: send 1b to 1 } rank 1 { x: recv 1b from 0 a: send 1b to 2 a requires x } rank 2 { x: recv 1b from 1 l: calc 100 l requires x }',
);
const modelOf = (L: number, engine: 'sweep' | 'highs'): Promise<Model> =>
  Model.of(relay, logGPS({ L, o: 0, G: 0 }), { engine });

describe.each(['sweep', 'highs'] as const)('with %s', (engine) => {
  it('L = 1e308 is a limit', async () => {
    const query = modelOf(1e308, engine).then((model) => sensitivity(model));
    await expect(query).rejects.toThrow(LimitError);
  });

  it('a percentage past all numbers is a limit, and no tolerance without one', async () => {
    const model = await modelOf(1e6, engine);
    await expect(tolerance(model, [1e308])).rejects.toThrow(LimitError);
    // T = 2000100; 1e15 % more is 1e13·T, and L half of that.
    const { tolerance: list } = await tolerance(model, [1e15]);
    expect(list[0].value / 1e19).toBeCloseTo(1.00005, 9);
  });

  it('a latency whose T is past all numbers is a limit', async () => {
    await expect(modelOf(0, engine).then((model) => curveAt(model, [0, 1.5e308]))).rejects.toThrow(
      LimitError,
    );
  });
});

it('ranging that takes too many steps says so', async () => {
  const model = await modelOf(0, 'sweep');
  const walk = walkByRanging(model, model.lines(model.latency), 0, 1e15, { step: 1e-3 });
  // T has one piece here, whose range ends the walk at once.
  expect(await walk).toHaveLength(1);
});
