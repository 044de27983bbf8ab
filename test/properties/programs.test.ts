/** What must not matter does not: names of ranks, labels, the place of a computation, how a time is computed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import { Occupation, occupancySize } from '../../src/report/timeline-occupancy.js';
import { ANY, RECV, type Schedule } from '../../src/schedule/schedule.js';
import type { Evaluation, Interval } from '../../src/solve/engine.js';
import { Labels, pass } from '../../src/solve/sweep/pass.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis, machineAt, overheadAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { runs } from '../part.js';
import {
  classMachines,
  machines,
  programOf,
  random,
  scheduleOf,
  shapes,
  sharingMachines,
  shuffled,
  untidyGoal,
  withCalcsMoved,
  withRanks,
} from './schedules.js';

const OPERATIONS = 2_000;
const RUNS = runs(50);
/** Of programs in which most waits decide T. */
const FEW = 8;
const SMALL_RUNS = runs(2_000);

interface Answer extends Pick<Evaluation, 'runtime' | 'lambda'> {
  readonly range: Interval;
  readonly tolerance: number;
}

async function answer(schedule: Schedule, machine: Machine): Promise<Answer> {
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  const lines = model.lines(model.latency);
  const { base } = model.latency;
  const { runtime, lambda } = await model.engine.evaluate(lines, base);
  return {
    runtime,
    lambda,
    range: await model.engine.rangeOfLambda(lines, base),
    tolerance: await model.engine.largestWithin(lines, runtime * 1.01, base),
  };
}

describe('nothing changes', () => {
  it('when ranks are renamed', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, fc.integer(), async (shape, machine, seed) => {
        const program = programOf(shape);
        const renamed = withRanks(program, shuffled(shape.ranks, seed));
        expect(await answer(scheduleOf(renamed), machine)).toEqual(
          await answer(scheduleOf(program), machine),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('when ranks come in another order, and labels are others', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, fc.integer(), async (shape, machine, seed) => {
        const program = programOf(shape);
        const schedule = scheduleOf(program);
        const wanted = await answer(schedule, machine);
        expect(scheduleOf(program, shuffled(shape.ranks, seed))).toEqual(schedule);
        expect(await answer(parseGoal(untidyGoal(schedule, seed)), machine)).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });

  it('when computations stand elsewhere in their rank', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(OPERATIONS), machines, fc.integer(), async (shape, machine, seed) => {
        const program = programOf(shape);
        expect(await answer(scheduleOf(withCalcsMoved(program, seed)), machine)).toEqual(
          await answer(scheduleOf(program), machine),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

/** The same machine, its o in a table of several. */
const bySize = (machine: Machine): Machine => ({
  ...machine,
  overheadBySize: [0, 3, 50].map((bytes, i) => ({ bytes, ns: machine.overhead + 40 * (i + 1) })),
});

describe('folding', () => {
  it.each([
    ['one latency', machines, latencyAxis, OPERATIONS],
    ['latency classes', classMachines, latencyAxis, OPERATIONS],
    ['latency classes of small programs', classMachines, latencyAxis, FEW],
    ['overheads by size', machines.map(bySize), overheadAxis, FEW],
  ])(
    'leaves T as the replay has it, operation by operation: %s',
    async (_, arbitrary, axisOf, operations) => {
      await fc.assert(
        fc.asyncProperty(
          shapes(operations),
          arbitrary,
          fc.constantFrom(-1, -0.5, 0, 1, 250.5),
          async (shape, machine, delta) => {
            const model = await Model.of(scheduleOf(programOf(shape)), machine, { engine: 'sweep' });
            const axis = axisOf(machine);
            // Of the way down to the least value, or above.
            const x = delta < 0 ? axis.base + delta * (axis.base - axis.lowest) : axis.base + delta;
            const { runtime } = await model.engine.evaluate(model.lines(axis), x);
            const replay = new Replay(model.graph, machine, axis, x);
            let last = 0;
            for (let op = 0; op < model.schedule.operations; op++) last = Math.max(last, replay.endOf(op));
            expect(Math.abs(last - runtime)).toBeLessThanOrEqual(1e-12 * runtime);
            expect(replay.endOf(replay.lastOp())).toBe(last);
            const moved = new Replay(model.graph, machineAt(machine, axis, x)).runtime;
            expect(Math.abs(moved - last)).toBeLessThanOrEqual(1e-12 * last);
          },
        ),
        { numRuns: operations === FEW ? SMALL_RUNS : RUNS },
      );
    },
  );
});

const MANY = runs(300);

/** Random programs, some of whose receives take what comes first. */
const schedules: fc.Arbitrary<Schedule> = fc
  .record({ shape: shapes(200), open: fc.constantFrom(0, 0.3), seed: fc.integer() })
  .map(({ shape, open, seed }) => {
    const schedule = scheduleOf(programOf(shape));
    const next = random(seed);
    return {
      ...schedule,
      peer: schedule.peer.map((peer, op) => (schedule.kind[op] === RECV && next() < open ? ANY : peer)),
    };
  });

/** The same machine, its o in a table; the plain one beside it counts for nothing. */
const tabled = (machine: Machine): Machine => ({
  ...machine,
  overhead: 77,
  overheadBySize: [
    { bytes: 0, ns: machine.overhead },
    { bytes: 50, ns: machine.overhead },
  ],
});

/** All that anyone makes of the costs of a program's messages; of one that deadlocks, or truncates, what is said of it. */
function told(schedule: Schedule, machine: Machine): object {
  const graph = graphOf(schedule, machine);
  if (typeof graph === 'string') return { graph };
  const axis = latencyAxis(machine);
  const replay = new Replay(graph, machine);
  const lines = linesOf(compile(graph, machine), axis);
  const { c, a } = pass(lines, axis.base, new Labels(lines.vertices));
  const { operations, ranks } = schedule;
  return {
    partner: graph.partner,
    serial: graph.serial,
    compiled: { ns: (c + a * axis.base * lines.scale) / lines.scale, slope: a },
    ends: Float64Array.from({ length: operations }, (_, op) => replay.endOf(op)),
    runtime: replay.runtime,
    path: replay.criticalPath(),
    occupancy: new Occupation(replay, occupancySize(ranks, 1_000)).on(replay.runtime),
  };
}

function graphOf(schedule: Schedule, machine: Machine): ExecutionGraph | string {
  try {
    return buildGraph(schedule, machine);
  } catch (error) {
    return String(error);
  }
}

describe('a table of one overhead for every size', () => {
  it('is that overhead, whoever adds it', () => {
    fc.assert(
      fc.property(schedules, sharingMachines, (schedule, machine) => {
        expect(told(schedule, tabled(machine))).toEqual(told(schedule, machine));
      }),
      { numRuns: MANY },
    );
  });
});
