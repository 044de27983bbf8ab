/** Vertices with the same rows as one: T over every parameter is that of all of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runtimeWith } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { variantResult } from '../../src/analysis/rank-variants.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { pass, sharedLabels } from '../../src/solve/sweep/pass.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { compileMerged } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { channelMachines, randomPrograms, scheduleOf } from '../analysis/random-program.js';
import { cases, runs } from '../part.js';

const eager = logGPS({ L: 3000, o: 5000, G: 0.018 });
const ordered: Machine = { ...eager, cpu: 'ordered', nic: 'ordered' };
const MACHINES: readonly Machine[] = [
  eager,
  ordered,
  { ...ordered, rendezvous: 100, gap: 7 },
  { ...eager, rendezvous: 0, protocol: 'sync', async: 3 },
  { ...eager, cpu: 'serial', nic: 'serial' },
];

async function bothOf(schedule: Schedule, machine: Machine) {
  const graph = buildGraph(schedule, machine);
  const plain = await Model.ofGraph(graph, machine, { engine: 'sweep' });
  const merged = await Model.ofGraph(graph, machine, { engine: 'sweep', compile: compileMerged });
  return { plain, merged };
}

/** T and its slope at several values of every parameter, and the curve that variants are compared by. */
async function told(model: Model) {
  const axes = [latencyAxis, gapAxis, overheadAxis].map((axisOf) => axisOf(model.machine));
  const lines = axes.flatMap((axis) => {
    const priced = linesOf(model.system, axis);
    return [0, 0.5, 1, 30].map((times) => pass(priced, axis.base * times, sharedLabels(priced)));
  });
  const { runtime, curve } = await variantResult(model, [1, 5], { percent: 50 });
  const reach = Number.isFinite(curve.high) ? curve.high : 1000;
  return { lines, runtime, curve: [0, 0.3, 1].map((share) => runtimeWith(curve, share * reach)) };
}

describe('merged rows', () => {
  it('give the T of all rows, at every price', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 5, steps: 40 }),
        fc.oneof(fc.constantFrom(...MACHINES), channelMachines),
        async (program, machine) => {
          const { plain, merged } = await bothOf(scheduleOf(program), machine);
          expect(merged.system.rows).toBeLessThanOrEqual(plain.system.rows);
          expect(await told(merged)).toEqual(await told(plain));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('are those of one rank where all do the same', async () => {
    // Dissemination among 2^k ranks: k exchanges of o + L + (s − 1)·G + o, whoever looks.
    for (const k of [3, 6, 9]) {
      const schedule = makePattern('allreduce=dissemination', { ranks: 2 ** k, bytes: 8 });
      const { plain, merged } = await bothOf(schedule, ordered);
      expect((await sensitivity(merged)).runtime).toBeCloseTo(k * (3000 + 2 * 5000 + 7 * 0.018), 6);
      expect(merged.system.vertices).toBeLessThanOrEqual(3 * k + 2);
      expect(plain.system.vertices).toBeGreaterThan(k * 2 ** k);
    }
  });

  it.each(cases([260], () => false))('are all rows again where most ranks differ', async (ranks) => {
    // One block of many has bytes: its way through the ring tells all ranks apart.
    const schedule = makePattern('allreduce=ring', { ranks, bytes: 8 });
    const { plain, merged } = await bothOf(schedule, ordered);
    expect(plain.system.vertices).toBeGreaterThan(2 ** 17);
    expect(await told(merged)).toEqual(await told(plain));
  });
});
