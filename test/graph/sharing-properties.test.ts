/** Serial and ordered CPUs and NICs on random programs: one at a time, no cycle, both engines alike, paths that add up. */
import fc from 'fast-check';
import { DirectedGraph } from 'graphology';
import { topologicalSort } from 'graphology-dag';
import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { predecessor } from '../../src/graph/graph-events.js';
import { type Machine, overheadOf } from '../../src/machine/machine.js';
import { CALC, NONE, RECV, rankOf, type Schedule, SEND } from '../../src/schedule/schedule.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { Replay } from '../../src/timing/replay.js';
import { runs } from '../part.js';
import { classMachines, machines, programOf, random, scheduleOf, shapes } from '../properties/schedules.js';

const OPERATIONS = 600;
const RUNS = runs(60);
const border = new HighsBorder();

/** Random programs whose operations are spread over up to three CPUs and two NICs of their rank. */
const schedules: fc.Arbitrary<Schedule> = fc
  .record({ shape: shapes(OPERATIONS), cpus: fc.integer({ min: 1, max: 3 }), seed: fc.integer() })
  .map(({ shape, cpus, seed }) => {
    const schedule = scheduleOf(programOf(shape));
    if (cpus === 1) return schedule;
    const next = random(seed);
    const spread = (n: number): Uint16Array =>
      Uint16Array.from({ length: schedule.operations }, () => Math.floor(next() * n));
    return { ...schedule, cpu: spread(cpus), nic: spread(2) };
  });

const table = [
  { bytes: 2, ns: 3 },
  { bytes: 10, ns: 7.5 },
  { bytes: 150, ns: 400 },
];

const sharingBy = (shared: 'serial' | 'ordered'): fc.Arbitrary<Partial<Machine>> =>
  fc.record({
    cpu: fc.constantFrom('free' as const, shared),
    nic: fc.constantFrom('free' as const, shared),
    gap: fc.constantFrom(0, 5, 0.75),
    overheadBySize: fc.constantFrom(null, null, table),
  });

const orderedMachines: fc.Arbitrary<Machine> = fc
  .tuple(fc.oneof(machines, classMachines), sharingBy('ordered'))
  .map(([machine, sharing]) => ({ ...machine, ...sharing }));

const sharingMachines: fc.Arbitrary<Machine> = fc
  .tuple(fc.oneof(machines, classMachines), fc.oneof(sharingBy('serial'), sharingBy('ordered')))
  .map(([machine, sharing]) => ({ ...machine, ...sharing }));

const near = (found: number, wanted: number, what = ''): void =>
  expect(Math.abs(found - wanted), `${what}: ${found} is not ${wanted}`).toBeLessThanOrEqual(
    1e-9 * Math.max(Math.abs(wanted), 1),
  );

/** Operations by (rank, number). */
function groups(schedule: Schedule, numbers: Uint16Array | null): number[][] {
  const found = new Map<string, number[]>();
  for (let op = 0; op < schedule.operations; op++) {
    const key = `${rankOf(schedule, op)}/${numbers?.[op] ?? 0}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [op]);
    else known.push(op);
  }
  return [...found.values()];
}

/** When `op` holds its CPU. */
function hold(replay: Replay, op: number): [number, number] {
  const { schedule, partner } = replay.graph;
  if (schedule.kind[op] === CALC) return [replay.startOf(op), replay.startOf(op) + schedule.value[op]];
  const [start, send] =
    schedule.kind[op] === RECV ? [replay.meetingOf(op), partner[op]] : [replay.startOf(op), op];
  return [start, start + overheadOf(replay.machine, schedule.value[send])];
}

/** By how much two operations of one CPU overlap, at worst, ns. */
function worstOverlap(replay: Replay): number {
  let worst = 0;
  const { schedule } = replay.graph;
  for (const ops of groups(schedule, schedule.cpu)) {
    const held = ops.map((op) => hold(replay, op)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (let i = 1; i < held.length; i++) worst = Math.max(worst, held[i - 1][1] - held[i][0]);
  }
  return worst;
}

/** By how much two sends of one NIC are too close, at worst, ns. */
function worstCrowding(replay: Replay): number {
  let worst = 0;
  const { schedule } = replay.graph;
  const { network, gap } = replay.machine;
  for (const ops of groups(schedule, schedule.nic)) {
    const sends = ops
      .filter((op) => schedule.kind[op] === SEND)
      .map((op) => {
        const bytes = schedule.value[op];
        const route = network.routes[network.routeOf(rankOf(schedule, op), schedule.peer[op])];
        const injection = gap + Math.max(bytes - 1, 0) * network.gaps[route.gap].gapNsPerByte;
        return { start: replay.startOf(op), keeps: Math.max(injection, overheadOf(replay.machine, bytes)) };
      })
      .sort((a, b) => a.start - b.start || a.keeps - b.keeps);
    for (let i = 1; i < sends.length; i++)
      worst = Math.max(worst, sends[i - 1].start + sends[i - 1].keeps - sends[i].start);
  }
  return worst;
}

/** Edges of the event graph, from an event to what waits for it. */
function edges(graph: ExecutionGraph): [number, number][] {
  const found: [number, number][] = [];
  for (const event of graph.order) {
    for (let i = 0; ; i++) {
      const before = predecessor(
        graph.schedule,
        graph.partner,
        graph,
        event,
        i,
        graph.serial,
        graph.program?.before ?? null,
      );
      if (before === NONE) break;
      found.push([before, event]);
    }
  }
  return found;
}

describe('shared resources', () => {
  it('never make a cycle, as graphology-dag finds, and the order is behind all edges', () => {
    fc.assert(
      fc.property(schedules, sharingMachines, (schedule, machine) => {
        const graph = buildGraph(schedule, machine);
        const place = new Map([...graph.order].map((event, i) => [event, i]));
        const dag = new DirectedGraph();
        for (const event of graph.order) dag.addNode(event);
        for (const [before, after] of edges(graph)) {
          expect(place.get(before)).toBeLessThan(place.get(after) ?? -1);
          dag.mergeDirectedEdge(before, after);
        }
        // It throws where there is a cycle, and leaves nothing out.
        expect(topologicalSort(dag)).toHaveLength(graph.order.length);
        expect(graph.order).toHaveLength(
          buildGraph(schedule, { ...machine, cpu: 'free', nic: 'free' }).order.length,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('serve one operation of a CPU at a time and space the sends of a NIC, whatever L is', () => {
    fc.assert(
      fc.property(schedules, sharingMachines, fc.constantFrom(0, 3, 250.5), (schedule, machine, delta) => {
        const graph = buildGraph(schedule, machine);
        const axis = latencyAxis(machine);
        const replay = new Replay(graph, machine, axis, axis.base + delta);
        const slack = 1e-9 * Math.max(replay.endOf(replay.lastOp()), 1);
        if (machine.cpu === 'serial') expect(worstOverlap(replay)).toBeLessThanOrEqual(slack);
        if (machine.nic === 'serial') expect(worstCrowding(replay)).toBeLessThanOrEqual(slack);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('give the same answers by both engines, operation by operation, and along every parameter', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, sharingMachines, async (schedule, machine) => {
        const model = await Model.of(schedule, machine, { engine: 'sweep' });
        const highs = new HighsEngine(model.system, { border });
        for (const axis of [latencyAxis(machine), gapAxis(machine), overheadAxis(machine)]) {
          const lines = model.lines(axis);
          const swept = await model.engine.evaluate(lines, axis.base);
          const solved = await highs.evaluate(lines, axis.base);
          near(solved.runtime, swept.runtime, `${axis.name}: T`);
          near(solved.lambda, swept.lambda, `${axis.name}: λ`);
          const replay = new Replay(model.graph, machine, axis, axis.base);
          near(replay.runtime, swept.runtime, `${axis.name}: replay`);
          const limit = swept.runtime * 1.02;
          const [one, other] = [
            await highs.largestWithin(lines, limit, axis.base),
            await model.engine.largestWithin(lines, limit, axis.base),
          ];
          if (one !== other) near(one, other, `${axis.name}: tolerance`);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Gap per byte on the way of a message, ns. */
function gapOf({ graph, machine }: Replay, send: number): number {
  const { network } = machine;
  const route = network.routes[network.routeOf(rankOf(graph.schedule, send), graph.schedule.peer[send])];
  return network.gaps[route.gap].gapNsPerByte;
}

const bytesOf = ({ graph }: Replay, send: number): number => Math.max(graph.schedule.value[send] - 1, 0);

/** By how much what `op` does comes too early after what is done before it, ns. */
function tooEarly(replay: Replay, op: number, before: number): number {
  const { graph, machine } = replay;
  const { kind, value } = graph.schedule;
  const cpu = machine.cpu === 'ordered';
  const nic = machine.nic === 'ordered';
  if (kind[op] === SEND) {
    const o = cpu ? overheadOf(machine, value[before]) : 0;
    const injection = nic ? machine.gap + bytesOf(replay, before) * gapOf(replay, before) : 0;
    return replay.startOf(before) + Math.max(o, injection) - replay.startOf(op);
  }
  const [own, other] = [graph.partner[op], graph.partner[before]];
  const distance = replay.endOf(op) - replay.endOf(before);
  const transfer = nic ? bytesOf(replay, own) * gapOf(replay, own) : 0;
  const o = overheadOf(machine, value[own]);
  return (cpu ? o : o - overheadOf(machine, value[other])) + transfer - distance;
}

/** All operations that `op` waits for, by dependencies and messages alone, and by the order of its rank's sends. */
function ancestors(graph: ExecutionGraph, op: number): ReadonlySet<number> {
  const { schedule, partner, program } = graph;
  const seen = new Set<number>();
  const open: [number, boolean][] = [[op, false]];
  const ended = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [one, whole] = at;
    if (whole ? ended.has(one) : seen.has(one)) continue;
    seen.add(one);
    const apart = schedule.kind[one] === RECV || schedule.value[one] > graph.rendezvous;
    if (whole) {
      ended.add(one);
      if (schedule.kind[one] !== CALC && apart) open.push([partner[one], false]);
    }
    for (let i = schedule.depStart[one]; i < schedule.depStart[one + 1]; i++) {
      open.push([schedule.deps[i] & 0x7fff_ffff, schedule.deps[i] < 0x8000_0000]);
    }
    const before = program?.before[one] ?? NONE;
    if (schedule.kind[one] === SEND && before !== NONE) open.push([before, false]);
  }
  return seen;
}

/** Without copies at once, which keep other distances (test/timing/copies.test.ts). */
const byCards = ({ network, ...machine }: Machine): Machine => ({
  ...machine,
  network: { ...network, routes: network.routes.map(({ copiedAbove: _, ...route }) => route) },
});

describe('the order of the program', () => {
  it('keeps its distances at every L', () => {
    fc.assert(
      fc.property(schedules, orderedMachines, fc.constantFrom(0, 3, 250.5), (schedule, shared, delta) => {
        const machine = byCards(shared);
        const axis = latencyAxis(machine);
        const replay = new Replay(buildGraph(schedule, machine), machine, axis, axis.base + delta);
        const slack = 1e-9 * Math.max(replay.runtime, 1);
        replay.graph.program?.before.forEach((before, op) => {
          if (before !== NONE) expect(tooEarly(replay, op, before)).toBeLessThanOrEqual(slack);
        });
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('bounds receives in any order from a send that all their messages wait for', () => {
    fc.assert(
      fc.property(schedules, orderedMachines, (schedule, machine) => {
        const graph = buildGraph(schedule, machine);
        const { byOp, atEnd } = graph.program?.windows ?? { byOp: new Map(), atEnd: [] };
        for (const window of [...byOp.values(), ...atEnd]) {
          for (const recv of window.recvs) {
            const send = graph.partner[recv];
            if (window.from !== NONE && window.from !== send)
              expect(ancestors(graph, send)).toContain(window.from);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the critical path', () => {
  it('is without gaps and adds up to T: shared or not, at any price of irequires, with o by size', async () => {
    await fc.assert(
      fc.asyncProperty(
        schedules,
        sharingMachines,
        fc.constantFrom(null, 0, 20, 0.5),
        async (schedule, machine, price) => {
          const priced = { ...machine, async: price };
          const model = await Model.of(schedule, priced, { engine: 'sweep' });
          const { runtime, lambda } = await model.engine.evaluate(
            model.lines(model.latency),
            model.latency.base,
          );
          const path = criticalPath(model);
          near(path.runtime, runtime, 'T');
          near(path.computation + path.overhead + path.latency + path.bandwidth, runtime, 'parts');
          path.steps.forEach((step, i) => {
            near(step.start, i === 0 ? 0 : path.steps[i - 1].end, `step ${i}`);
            near(step.computation + step.overhead + step.latency + step.bandwidth, step.end - step.start);
          });
          // Inexact prices may take either of two paths that tie.
          const lines = model.lines(model.latency);
          if (lines.exact && priced.network.latencies.length === 1)
            expect(path.steps.reduce((sum, step) => sum + step.latencies, 0)).toBe(lambda);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });
});
