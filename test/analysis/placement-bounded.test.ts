/** Placement by lower bounds: against sums by hand, against all mappings, and against `bounds` with that mapping. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkLoads } from '../../src/analysis/placement-bounded.js';
import { placement, swapped } from '../../src/analysis/rank-placement.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { topologyLinks } from '../../src/platform/link-network.js';
import { topologyPlaces } from '../../src/platform/mapping.js';
import { CASE_STUDY } from '../../src/platform/platform.js';
import type { Topology } from '../../src/platform/topology.js';
import { topologyNetwork } from '../../src/platform/topology-network.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { lowerOf, upperOf } from '../bounds/asked.js';
import { runs } from '../part.js';
import { generated as build } from '../topologies.js';
import { randomPrograms, scheduleOf } from './random-program.js';

const G = 0.1;
const machine = logGPS({ L: 0, o: 500, G });
/** Messages of each ping-pong, bytes of a bulk message. */
const ROUNDS = 4;
const BULK = 50_001;

/** 0 sends much to 2, and 1 to 3; meanwhile 0–1 and 2–3 play ping-pong with 8 B. */
function talkers(): Schedule {
  const builder = new ScheduleBuilder(4);
  for (let rank = 0; rank < 4; rank++) {
    builder.beginRank(rank);
    if (rank < 2) builder.send(BULK, rank + 2, 1);
    else builder.recv(BULK, rank - 2, 1);
    let last = -1;
    for (let i = 0; i < ROUNDS; i++) {
      const mine = (i % 2 === 0) === (rank % 2 === 0);
      const op = mine ? builder.send(8, rank ^ 1, 2) : builder.recv(8, rank ^ 1, 2);
      if (last >= 0) builder.requires(op, last);
      last = op;
    }
  }
  return builder.finish();
}

/** Two endpoints, a cable, two endpoints. */
const DUMBBELL = 'dragonfly:g=2,a=1,p=2,h=1';
const costs = { ...CASE_STUDY, gapNsPerByte: G, wireClasses: false };
const identity = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i);

const gaps = (topology: Topology) => ({ gapNsPerByte: topology.wires.map(() => G) });

/** What `bounds` is given for a mapping. */
const placedOn = (topology: Topology, own: Machine, mapping: Int32Array) => ({
  machine: { ...own, network: topologyNetwork(topology, costs, mapping) },
  links: topologyLinks(topology, mapping, gaps(topology)),
});

const boundOf = (graph: ExecutionGraph, topology: Topology, mapping: Int32Array): Promise<number> => {
  const placed = placedOn(topology, machine, mapping);
  return lowerOf(graph, placed.machine, placed.links);
};

describe('two pairs of heavy talkers over one cable', () => {
  const topology = build(DUMBBELL);
  const start = identity(4);
  const graph = buildGraph(talkers(), machine);
  const places = topologyPlaces(topology, costs, start);
  // Under one switch 2 wires and a switch, over the cable 3 and 2.
  const over = 3 * 274 + 2 * 108;
  const rally = ROUNDS * (2 * 500 + over + 7 * G);

  it('stay apart where nothing is shared', async () => {
    const found = await placement(graph, machine, places, { name: 'block', mapping: start });
    expect(found.best.runtime).toBeCloseTo(2 * 500 + over + (BULK - 1) * G, 6);
    expect([...found.best.mapping]).toEqual([...start]);
    expect(found.best.upper).toBeNull();
  });

  it('come under one switch where the cable is shared', async () => {
    const links = topologyLinks(topology, start, gaps(topology));
    const found = await placement(graph, machine, places, { name: 'block', mapping: start }, { links });
    // Both cross the cable: 2·s bytes less the one that goes with the latency.
    expect(found.start.runtime).toBeCloseTo(2 * 500 + over + (2 * BULK - 1) * G, 6);
    expect(found.best.runtime).toBeCloseTo(rally, 6);
    expect(found.best.lambda).toBe(3 * ROUNDS);
    const [a, b, c, d] = [...found.best.mapping].map((endpoint) => topology.switchOf(endpoint));
    expect([a === c, b === d, a === b]).toEqual([true, true, false]);
    expect(found.swapOptimal).toBe(true);
    const placed = placedOn(topology, machine, found.best.mapping);
    expect(found.best.upper).toBeCloseTo(upperOf(graph, placed.machine, placed.links), 6);
  });

  it('are found without the mappings that it is compared with', async () => {
    const links = topologyLinks(topology, start, gaps(topology));
    const given = { links, restarts: 0, others: [], evaluations: 12 };
    const found = await placement(graph, machine, places, { name: 'block', mapping: start }, given);
    expect(found.from).toBe('block');
    expect(found.steps).toBeGreaterThan(0);
    expect(found.best.runtime).toBeCloseTo(rally, 6);
  });
});

describe('placement by lower bounds', () => {
  it('is never worse than what it begins from, and its rows are those of bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 6, steps: 60 }),
        fc.constantFrom('dragonfly:g=2,a=1,p=3,h=1', 'torus:dims=3x2', 'fat-tree:k=4'),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 2 }),
        async (program, spec, evaluations, restarts) => {
          const topology = build(spec);
          const graph = buildGraph(scheduleOf(program), machine);
          const start = Int32Array.from({ length: program.ranks }, (_, rank) => (rank * 5) % 6);
          const links = topologyLinks(topology, identity(topology.endpoints), gaps(topology));
          const places = topologyPlaces(topology, costs, start);
          const options = { links, evaluations, restarts, model: { engine: 'sweep' as const } };
          const found = await placement(graph, machine, places, { name: 'start', mapping: start }, options);
          for (const row of found.rows) {
            expect(found.best.runtime).toBeLessThanOrEqual(row.runtime * (1 + 1e-12));
            expect(row.runtime).toBeCloseTo(await boundOf(graph, topology, row.mapping), 6);
            expect(row.upper).toBeGreaterThanOrEqual(row.runtime * (1 - 1e-9));
          }
          expect([...found.best.mapping].sort()).toEqual([...start].sort());
          if (!found.swapOptimal) return;
          for (let a = 0; a < program.ranks; a++) {
            for (let b = a + 1; b < program.ranks; b++) {
              const other = await boundOf(graph, topology, swapped(found.best.mapping, [{ a, b }]));
              expect(other).toBeGreaterThanOrEqual(found.best.runtime * (1 - 1e-12));
            }
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('weighs swaps by the bytes that they take off links', () => {
    fc.assert(
      fc.property(
        randomPrograms({ ranks: 6, steps: 60 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 200, maxLength: 200 }),
        fc.constantFrom('single' as const, 'ecmp' as const),
        (program, some, routing) => {
          const topology = build('torus:dims=3x2');
          const links = topologyLinks(topology, identity(6), { ...gaps(topology), routing });
          const loads = new LinkLoads(scheduleOf(program), links);
          const weights = Float64Array.from({ length: links.links }, (_, link) => some[link % some.length]);
          const weighed = (mapping: Int32Array): number =>
            loads.bytes(mapping).reduce((sum, bytes, link) => sum + bytes * weights[link], 0);
          const mapping = identity(program.ranks);
          const gains = new Map(loads.relief(mapping, weights).map(({ a, b, gain }) => [`${a} ${b}`, gain]));
          for (let a = 0; a < program.ranks; a++) {
            for (let b = a + 1; b < program.ranks; b++) {
              const saved = weighed(mapping) - weighed(swapped(mapping, [{ a, b }]));
              expect(gains.get(`${a} ${b}`) ?? 0).toBeCloseTo(Math.max(saved, 0), 4);
            }
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
