import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { LinkLoads } from '../../src/analysis/placement-bounded.js';
import { PlacementEvaluator } from '../../src/analysis/placement-evaluator.js';
import { improve, placedByVolume, placement, swapped } from '../../src/analysis/rank-placement.js';
import { LimitError } from '../../src/errors.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { topologyLinks } from '../../src/platform/link-network.js';
import { mapBy, networkAt, type Places, platformPlaces, topologyPlaces } from '../../src/platform/mapping.js';
import { CASE_STUDY } from '../../src/platform/platform.js';
import type { Topology } from '../../src/platform/topology.js';
import { topologyNetwork } from '../../src/platform/topology-network.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { lowerOf, upperOf } from '../bounds/bounded-models.js';
import { atOnce, goal, numbers } from '../goal.js';
import { runs } from '../part.js';
import { generated as build, generated } from '../topologies.js';
import { twoLevels } from './platforms.js';
import { randomPrograms, scheduleOf } from './random-program.js';

const machine = logGPS({ L: 0, o: 10, G: 0 });
const endless = { left: (): boolean => true };

/** Pairs that play ping-pong at the same time, each `rounds` times with messages of `bytes`. */
function pingPongs(
  ranks: number,
  pairs: readonly {
    readonly a: number;
    readonly b: number;
    readonly rounds: number;
    readonly bytes: number;
  }[],
): Schedule {
  const builder = new ScheduleBuilder(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    builder.beginRank(rank);
    for (const { a, b, rounds, bytes } of pairs) {
      if (rank !== a && rank !== b) continue;
      for (let i = 0; i < 2 * rounds; i++) {
        const mine = (i % 2 === 0) === (rank === a);
        const other = rank === a ? b : a;
        const op = mine ? builder.send(bytes, other) : builder.recv(bytes, other);
        if (op > 0) builder.requires(op, op - 1);
      }
    }
  }
  return builder.finish();
}

/**
 * Where timing decides, not volume: 0–1 and 2–3 exchange 100 kB that arrive while everyone computes for 1 ms anyway;
 * then 0–3 and 1–2 play 50 rounds of ping-pong with 8 B, which everyone waits for.
 */
function hiddenVolume(): Schedule {
  const builder = new ScheduleBuilder(4);
  for (let rank = 0; rank < 4; rank++) {
    builder.beginRank(rank);
    const bulk = rank ^ 1;
    const partner = 3 - rank;
    const send = builder.send(100_000, bulk, 1);
    const recv = builder.recv(100_000, bulk, 1);
    const work = builder.calc(1_000_000);
    builder.requires(work, send);
    let last = work;
    for (let i = 0; i < 100; i++) {
      const mine = (i % 2 === 0) === rank < 2;
      const op = mine ? builder.send(8, partner, 2) : builder.recv(8, partner, 2);
      builder.requires(op, last);
      if (i === 0) builder.requires(op, recv);
      last = op;
    }
  }
  return builder.finish();
}

function* permutations(values: number[], from = 0): Generator<Int32Array> {
  if (from === values.length) yield Int32Array.from(values);
  for (let i = from; i < values.length; i++) {
    [values[from], values[i]] = [values[i], values[from]];
    yield* permutations(values, from + 1);
    [values[from], values[i]] = [values[i], values[from]];
  }
}

function smallest(graph: ExecutionGraph, own: Machine, places: Places, start: Int32Array): number {
  const evaluator = new PlacementEvaluator(graph, own, places, start);
  let best = Number.POSITIVE_INFINITY;
  for (const mapping of permutations([...start])) best = Math.min(best, evaluator.evaluate(mapping).runtime);
  return best;
}

describe('placement', () => {
  it('finds the optimum where block splits heavy pairs across nodes', async () => {
    // Four pairs (r, r + 4) on four nodes of two cores: block separates all of them. No single swap makes T smaller
    // while two pairs are equally slow, so stopping at the first swap without gain would stop at the start.
    for (const rounds of [
      [20, 20, 20, 20],
      [5, 20, 10, 20],
    ]) {
      const pairs = rounds.map((n, a) => ({ a, b: a + 4, rounds: n, bytes: 8 }));
      const schedule = pingPongs(8, pairs);
      const graph = buildGraph(schedule, machine);
      const places = platformPlaces(twoLevels(4, 2, 100, 2000));
      const block = Int32Array.from({ length: 8 }, (_, rank) => rank);
      const found = await placement(
        graph,
        machine,
        places,
        { name: 'block', mapping: block },
        { restarts: 0 },
      );
      // 40 messages one after the other: 2·o + L each, L = 2000 at the start and 100 at best.
      expect(found.start.runtime).toBeCloseTo(40 * 2020, 6);
      expect(found.best.runtime).toBeCloseTo(40 * 120, 6);
      expect(found.best.runtime).toBeCloseTo(smallest(graph, machine, places, block), 6);
      expect(found.swapOptimal).toBe(true);
      expect(found.best.lambdaByClass).toEqual({ near: 40, far: 0 });
      const alone = improve(new PlacementEvaluator(graph, machine, places, block), block, endless);
      expect(alone.score.runtime).toBeCloseTo(40 * 120, 6);
    }
  });

  it('beats block, round robin and volume where timing decides', async () => {
    const graph = buildGraph(hiddenVolume(), machine);
    const platform = twoLevels(2, 2, 100, 2000, { near: 0.1, far: 0.1 });
    const places = platformPlaces(platform);
    const block = mapBy(platform, 'core', 4);
    const others = [{ name: 'round robin', mapping: mapBy(platform, 'node', 4) }];
    const found = await placement(graph, machine, places, { name: 'block', mapping: block }, { others });
    const runtime = Object.fromEntries(found.rows.map((row) => [row.name, row.runtime]));
    // After 10 + 1 000 000: 100 messages of 2·o + L + 7·G. The bulk, 9999.9 ns of transfer, is there long before.
    const runtimeOver = (latency: number): number => 1_000_010 + 100 * (20 + latency + 0.7);
    expect(runtime.block).toBeCloseTo(runtimeOver(2000), 5);
    expect(runtime['round robin']).toBeCloseTo(runtimeOver(2000), 5);
    expect(runtime['by volume']).toBeCloseTo(runtimeOver(2000), 5);
    expect(runtime.ours).toBeCloseTo(runtimeOver(100), 5);
    expect(runtime.ours).toBeCloseTo(smallest(graph, machine, places, block), 5);
  });

  it('evaluates a mapping as a model of its own does', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 8, steps: 80 }),
        fc.array(fc.nat(7), { minLength: 2, maxLength: 12 }),
        fc.constantFrom(Number.POSITIVE_INFINITY, 100),
        async (program, kicks, rendezvous) => {
          const own = { ...machine, rendezvous };
          const graph = buildGraph(scheduleOf(program), own);
          const places = platformPlaces(twoLevels(4, 2, 70, 900, { near: 0.25, far: 1 }));
          let mapping: Int32Array = Int32Array.from({ length: program.ranks }, (_, rank) => rank);
          const evaluator = new PlacementEvaluator(graph, own, places, mapping);
          for (let i = 0; i + 1 < kicks.length; i += 2) {
            const [a, b] = [kicks[i] % program.ranks, kicks[i + 1] % program.ranks];
            mapping = swapped(mapping, [{ a, b }]);
            const score = evaluator.evaluate(mapping);
            const model = await Model.ofGraph(
              graph,
              { ...own, network: networkAt(places, mapping) },
              { engine: 'sweep' },
            );
            const wanted = await model.engine.evaluate(model.lines(model.latency), 0);
            expect(score.runtime).toBeCloseTo(wanted.runtime, 6);
            const { latencies, bytes, pairs } = evaluator.critical();
            const { low, high } = evaluator.pairs;
            const network = pairs.reduce(
              (sum, p) => sum + evaluator.price(mapping[low[p]], mapping[high[p]], latencies[p], bytes[p]),
              0,
            );
            expect(network).toBeLessThanOrEqual(score.runtime + 1e-6);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('knows that places decide which messages are copied at once, by hand', async () => {
    // Rank 0 sends 101 B to three others, at 10 ns each: 100 ns of bytes. Near ones are copied at once, far ones leave by a card.
    const own: Machine = { ...machine, cpu: 'ordered', nic: 'ordered' };
    const schedule = goal(
      'a: send 101b to 1\nb: send 101b to 2\nc: send 101b to 3',
      ...Array.from({ length: 3 }, () => 'r: recv 101b from 0'),
    );
    const platform = twoLevels(2, 3, 70, 80, { near: 1, far: 1 });
    const channels = platform.channels.map((channel) => ({
      ...channel,
      ...(channel.name === 'near' ? { copiedAboveBytes: 0 } : {}),
    }));
    const places = platformPlaces({ ...platform, channels });
    const graph = buildGraph(schedule, own);
    const evaluator = new PlacementEvaluator(graph, own, places, Int32Array.of(0, 1, 2, 3));
    for (const [mapping, wanted] of [
      // Two near ones: 10 + 2·100 + 70 + 10. One: the card sends 1 and 2 at 0 and 100, and the copy is there before.
      [[0, 1, 2, 3], 290],
      [[0, 3, 4, 1], 100 + 10 + 100 + 80 + 10],
      // Behind the o of the message by card.
      [[0, 3, 1, 2], 10 + 290],
      [[0, 3, 4, 5], 200 + 10 + 100 + 80 + 10],
    ] as const) {
      const placed = Int32Array.from(mapping);
      expect(evaluator.evaluate(placed).runtime, mapping.join()).toBeCloseTo(wanted, 6);
      const at = { ...own, network: networkAt(places, placed) };
      const model = await Model.ofGraph(graph, at, { engine: 'sweep' });
      const { runtime } = await model.engine.evaluate(model.lines(model.latency), 0);
      expect(runtime, mapping.join()).toBeCloseTo(wanted, 6);
    }
  });

  it('is never worse than its start, and no swap betters what it calls swap-optimal', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 6, steps: 80 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 3 }),
        async (program, evaluations, restarts) => {
          const graph = buildGraph(scheduleOf(program), machine);
          const places = platformPlaces(twoLevels(3, 2, 70, 900, { near: 0.25, far: 1 }));
          const start = Int32Array.from({ length: program.ranks }, (_, rank) => (rank * 5) % 6);
          const found = await placement(
            graph,
            machine,
            places,
            { name: 'start', mapping: start },
            { evaluations, restarts, model: { engine: 'sweep' } },
          );
          for (const row of found.rows)
            expect(found.best.runtime).toBeLessThanOrEqual(row.runtime * (1 + 1e-12));
          expect([...found.best.mapping].sort()).toEqual([...start].sort());
          if (!found.swapOptimal) return;
          const evaluator = new PlacementEvaluator(graph, machine, places, start);
          for (let a = 0; a < program.ranks; a++) {
            for (let b = a + 1; b < program.ranks; b++) {
              const { runtime } = evaluator.evaluate(swapped(found.best.mapping, [{ a, b }]));
              expect(runtime).toBeGreaterThanOrEqual(found.best.runtime * (1 - 1e-12));
            }
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('moves ranks between endpoints of a topology, several to one', async () => {
    const topology = generated('torus:dims=4x2');
    // Two ranks an endpoint; 0–3 and 1–2 talk, so that block has each of them across a wire.
    const mapping = Int32Array.of(0, 0, 1, 1);
    const costs = { ...CASE_STUDY, gapNsPerByte: 0, wireClasses: false };
    const places = topologyPlaces(topology, costs, mapping);
    const schedule = pingPongs(4, [
      { a: 0, b: 3, rounds: 5, bytes: 1 },
      { a: 1, b: 2, rounds: 5, bytes: 1 },
    ]);
    const graph = buildGraph(schedule, machine);
    const found = await placement(graph, machine, places, { name: 'block', mapping });
    // 3 wires, 2 switches: 3·274 + 2·108 = 1038 a message; on one endpoint only the overheads are left.
    expect(found.start.runtime).toBeCloseTo(10 * (20 + 1038), 6);
    expect(found.best.runtime).toBeCloseTo(10 * 20, 6);
  });

  it('refuses more pairs than it can tell apart', () => {
    const pairs = numbers(400).flatMap((from) => numbers(400).map((to) => [from, to] as const));
    const schedule = atOnce(
      400,
      1,
      pairs.filter(([from, to]) => from < to),
    );
    const graph = buildGraph(schedule, machine);
    const places = platformPlaces(twoLevels(1, 400, 100, 200));
    const start = Int32Array.from({ length: 400 }, (_, rank) => rank);
    expect(() => new PlacementEvaluator(graph, machine, places, start)).toThrow(LimitError);
  });

  it('has a volume mapping that puts the most bytes together', () => {
    const graph = buildGraph(hiddenVolume(), machine);
    const places = platformPlaces(twoLevels(2, 2, 100, 2000));
    const mapping = placedByVolume(graph, places, Int32Array.of(0, 2, 1, 3));
    expect(Math.floor(mapping[0] / 2)).toBe(Math.floor(mapping[1] / 2));
    expect(Math.floor(mapping[2] / 2)).toBe(Math.floor(mapping[3] / 2));
  });
});

const G = 0.1;
const cabled = logGPS({ L: 0, o: 500, G });
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
  const placed = placedOn(topology, cabled, mapping);
  return lowerOf(graph, placed.machine, placed.links);
};

describe('two pairs of heavy talkers over one cable', () => {
  const topology = build(DUMBBELL);
  const start = identity(4);
  const graph = buildGraph(talkers(), cabled);
  const places = topologyPlaces(topology, costs, start);
  // Under one switch 2 wires and a switch, over the cable 3 and 2.
  const over = 3 * 274 + 2 * 108;
  const rally = ROUNDS * (2 * 500 + over + 7 * G);

  it('stay apart where nothing is shared', async () => {
    const found = await placement(graph, cabled, places, { name: 'block', mapping: start });
    expect(found.best.runtime).toBeCloseTo(2 * 500 + over + (BULK - 1) * G, 6);
    expect([...found.best.mapping]).toEqual([...start]);
    expect(found.best.upper).toBeNull();
  });

  it('come under one switch where the cable is shared', async () => {
    const links = topologyLinks(topology, start, gaps(topology));
    const found = await placement(graph, cabled, places, { name: 'block', mapping: start }, { links });
    // Both cross the cable: 2·s bytes less the one that goes with the latency.
    expect(found.start.runtime).toBeCloseTo(2 * 500 + over + (2 * BULK - 1) * G, 6);
    expect(found.best.runtime).toBeCloseTo(rally, 6);
    expect(found.best.lambda).toBe(3 * ROUNDS);
    const [a, b, c, d] = [...found.best.mapping].map((endpoint) => topology.switchOf(endpoint));
    expect([a === c, b === d, a === b]).toEqual([true, true, false]);
    expect(found.swapOptimal).toBe(true);
    const placed = placedOn(topology, cabled, found.best.mapping);
    expect(found.best.upper).toBeCloseTo(upperOf(graph, placed.machine, placed.links), 6);
  });

  it('are found without the mappings that it is compared with', async () => {
    const links = topologyLinks(topology, start, gaps(topology));
    const given = { links, restarts: 0, others: [], evaluations: 12 };
    const found = await placement(graph, cabled, places, { name: 'block', mapping: start }, given);
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
          const graph = buildGraph(scheduleOf(program), cabled);
          const start = Int32Array.from({ length: program.ranks }, (_, rank) => (rank * 5) % 6);
          const links = topologyLinks(topology, identity(topology.endpoints), gaps(topology));
          const places = topologyPlaces(topology, costs, start);
          const options = { links, evaluations, restarts, model: { engine: 'sweep' as const } };
          const found = await placement(graph, cabled, places, { name: 'start', mapping: start }, options);
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
