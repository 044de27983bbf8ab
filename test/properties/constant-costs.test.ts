/**
 * A table of overheads that says the same for every size is that overhead. Its time is a constant of each message, which
 * whoever prices, plays, orders or shows messages must add: one who forgets it tells another time than the plain o.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import { Occupation, occupancySize } from '../../src/report/timeline-occupancy.js';
import { ANY, RECV, type Schedule } from '../../src/schedule/schedule.js';
import { Labels, pass } from '../../src/solve/sweep/pass.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { runs } from '../part.js';
import { programOf, random, scheduleOf, shapes, sharingMachines } from './schedules.js';

const RUNS = runs(300);

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
      { numRuns: RUNS },
    );
  });
});
