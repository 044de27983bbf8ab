/** Kernels where there is memory for them; where there is not, TypeScript, with the same answer. */
import { afterEach, expect, it } from 'vitest';
import { wavefront } from '../../bench/wavefront-text.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { LimitError } from '../../src/errors.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import { logGPS } from '../../src/machine/machine.js';
import type { MemoryGuard } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';

afterEach(kernelsAsSet);

const OPERATIONS = 6_000;
const text = [...wavefront(OPERATIONS, 4)].join('');

/** Refuses more than so many bytes of an operation at once. */
const withRoomFor = (bytesOfOperation: number): MemoryGuard => ({
  need(bytes, operations = 0) {
    if (operations > 0 && bytes > bytesOfOperation * operations) throw new LimitError('no room');
  },
});

async function answered(bytesOfOperation: number) {
  const memory = withRoomFor(bytesOfOperation);
  const model = await Model.of(parseGoal(text), logGPS({ L: 3_000, o: 5_000, G: 0.018 }), {
    engine: 'sweep',
    memory,
  });
  const answer = await tolerance(model, [1, 5]);
  const inArena = [model.system.from, model.lines(model.latency).base].map(
    (one) => Arena.holding(one) !== null,
  );
  return { inArena, answer };
}

it('leaves a program to TypeScript where kernels would take too much, with the same answer', async () => {
  useKernels(true);
  const roomy = await answered(200);
  const tight = await answered(60);
  expect([roomy.inArena, tight.inArena]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(tight.answer).toEqual(roomy.answer);
});

it('refuses what TypeScript has no room for either', async () => {
  useKernels(true);
  await expect(answered(10)).rejects.toThrow(LimitError);
});
