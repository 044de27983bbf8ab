/** A replay that is moved tells what a new one tells there; vertices with the same rows as one give the T of all of them. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { runtimeWith } from '../../src/analysis/piecewise.js';
import { variantResult } from '../../src/analysis/rank-variants.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { pass, sharedLabels } from '../../src/solve/sweep/pass.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { compileMerged } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { channelMachines, randomPrograms, scheduleOf } from '../analysis/random-program.js';
import { cases, runs } from '../part.js';

afterEach(kernelsAsSet);

const eager = logGPS({ L: 3000, o: 5000, G: 0.018 });
const MACHINES: readonly Machine[] = [
  eager,
  { ...eager, rendezvous: 100 },
  { ...eager, rendezvous: 0, protocol: 'sync', async: 3 },
  { ...eager, rendezvous: 100, cpu: 'ordered', nic: 'ordered', gap: 7 },
];
const WAYS = [
  { name: 'in TypeScript', kernels: false },
  { name: 'on kernels', kernels: true },
];

function told(replay: Replay) {
  const { operations } = replay.graph.schedule;
  const all = Array.from({ length: operations }, (_, op) => op);
  return {
    starts: all.map((op) => replay.startOf(op)),
    ends: all.map((op) => replay.endOf(op)),
    last: replay.lastOp(),
    runtime: replay.runtime,
    path: replay.criticalPath(),
  };
}

function holds(schedule: Schedule, machine: Machine, places: readonly number[]): void {
  const graph = buildGraph(schedule, machine);
  const axis = latencyAxis(machine);
  const moved = new Replay(graph, machine);
  for (const x of places) {
    moved.moveTo(x);
    const fresh = told(new Replay(graph, machine, axis, x));
    expect(told(moved)).toEqual(fresh);
    for (const first of [0, Math.floor(schedule.operations / 2)]) {
      const starts = new Float64Array(schedule.operations - first);
      const ends = new Float64Array(starts.length);
      moved.spans(first, starts, ends);
      expect([...starts]).toEqual(fresh.starts.slice(first));
      expect([...ends]).toEqual(fresh.ends.slice(first));
    }
  }
}

describe.each(WAYS)('a replay $name', ({ kernels }) => {
  it('is the same wherever it was before', () => {
    useKernels(kernels, 0);
    const places = fc.array(fc.double({ min: 0, max: 50_000, noNaN: true }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        randomPrograms({ ranks: 4, steps: 20 }),
        fc.constantFrom(...MACHINES),
        places,
        (program, machine, xs) => holds(scheduleOf(program), machine, xs),
      ),
      { numRuns: runs(100) },
    );
  });

  it('knows sums that doubles do not add exactly from those that they do', () => {
    useKernels(kernels, 0);
    const text = (ns: string): Schedule =>
      parseGoal(
        `num_ranks 2\nrank 0 {\na: calc ${ns}\nb: send 9b to 1\nb requires a\n}\nrank 1 {\nr: recv 9b from 0\n}\n`,
      );
    // 2^50 ns are 10^3 times as many units of G: past 2^53.
    for (const ns of ['7', '0.5', '1125899906842624']) holds(text(ns), eager, [0, 3000, 0.1, 3000]);
  });

  it('tells the times of more operations than are written at a time', () => {
    useKernels(kernels, 0);
    holds(makePattern('allreduce=ring', { ranks: 72, bytes: 8 }), eager, [1000, 9000.5]);
  });
});

const ordered: Machine = { ...eager, cpu: 'ordered', nic: 'ordered' };
const SHARING: readonly Machine[] = [
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
async function twinsTold(model: Model) {
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
        fc.oneof(fc.constantFrom(...SHARING), channelMachines),
        async (program, machine) => {
          const { plain, merged } = await bothOf(scheduleOf(program), machine);
          expect(merged.system.rows).toBeLessThanOrEqual(plain.system.rows);
          expect(await twinsTold(merged)).toEqual(await twinsTold(plain));
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
    expect(await twinsTold(merged)).toEqual(await twinsTold(plain));
  });
});
