/** Lower bounds against sums by hand, and against what can be counted link by link. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { bounds } from '../../src/analysis/runtime-bounds.js';
import { anyOrderBound } from '../../src/bounds/upper-bound.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { type LinkNetwork, topologyLinks } from '../../src/platform/link-network.js';
import { topologyNetwork } from '../../src/platform/topology-network.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { contended } from '../../src/simulation/link-contention.js';
import { atOnce, goal, numbers } from '../goal.js';
import { runs } from '../part.js';
import { patternSchedule } from '../pattern-schedule.js';
import { programOf, scheduleOf, shapes } from '../properties/schedules.js';
import { generated as build } from '../topologies.js';
import { boundedModel, lowerOf, plainOf, upperOf } from './bounded-models.js';

/** Rank i sends `bytes` to rank n + i, for every i below n, all at once. */
const side = (n: number, bytes: number): Schedule =>
  atOnce(
    2 * n,
    bytes,
    numbers(n).map((i) => [i, n + i]),
  );

/** Ranks 1 … n send to rank 0, which posts all receives at once. */
const incast = (n: number, bytes: number): Schedule =>
  atOnce(
    n + 1,
    bytes,
    numbers(n, 1).map((peer) => [peer, 0]),
  );

/** Every rank sends to every other, all at once. */
const alltoall = (ranks: number, bytes: number): Schedule =>
  atOnce(
    ranks,
    bytes,
    numbers(ranks).flatMap((from) => numbers(ranks - 1, 1).map((k) => [from, (from + k) % ranks] as const)),
  );

/** One link that all messages cross. */
const oneLink = (gapNsPerByte: number, ways = 1): LinkNetwork => ({
  links: 1,
  classes: ['cable'],
  gapNsPerByte: [gapNsPerByte],
  classOf: new Uint16Array(1),
  name: () => 'the cable',
  routes: (source, destination) =>
    source === destination
      ? [{ links: new Uint32Array(0), share: 1 }]
      : Array.from({ length: ways }, () => ({ links: Uint32Array.of(0), share: 1 / ways })),
});

/** T of the lower bound for a schedule on a machine. */
const lower = (schedule: Schedule, machine: ReturnType<typeof logGPS>, links: LinkNetwork | null) =>
  lowerOf(buildGraph(schedule, machine), machine, links);

/** A message in two parts, 1/4 and 3/4 of it, over a link of 3 ns/B; other links are free. */
const inParts = (ways: readonly (readonly number[])[]): LinkNetwork => ({
  ...oneLink(3),
  links: 6,
  classes: ['cable', 'free'],
  gapNsPerByte: [3, 0],
  classOf: Uint16Array.of(0, 1, 1, 1, 1, 1),
  routes: () => ways.map((links, i) => ({ links: Uint32Array.from(links), share: i === 0 ? 0.25 : 0.75 })),
});

describe('parts of a message', () => {
  const machine = logGPS({ L: 1200, o: 50, G: 0 });
  const T = (ways: readonly (readonly number[])[]): Promise<number> =>
    lower(side(1, 1000), machine, inParts(ways));

  it('take the sum over a link that they reach at the same time', async () => {
    for (const ways of [
      [[0], [0]],
      [
        [0, 1],
        [0, 2, 3],
      ],
      [
        [1, 2, 0, 3],
        [4, 5, 0, 3],
      ],
    ])
      expect(await T(ways)).toBeCloseTo(50 + 1200 + 999 * 3 + 50, 6);
  });

  it('need not where one is there before the other', async () => {
    const ways = [
      [1, 2, 0, 3],
      [4, 5, 0],
    ];
    // The first is there after 2/3 of the latency, the second in the end.
    const graph = buildGraph(side(1, 1000), machine);
    const upper = upperOf(graph, machine, inParts(ways));
    expect(upper).toBeLessThan(50 + 1200 + 999 * 3 + 50);
    expect(await T(ways)).toBeLessThanOrEqual(upper);
    expect(await T(ways)).toBeGreaterThanOrEqual(50 + 999 * 3 + 50);
  });
});

describe('n messages over one link at once', () => {
  it.each([2, 5, 64])('%i of them take their sum', async (n) => {
    for (const s of [1, 100, 4097]) {
      for (const G of [0.25, 1, 3]) {
        const machine = logGPS({ L: 1000, o: 50, G: 0.25 });
        // The last byte goes with the latency: n·s·G less one byte.
        const links = oneLink(G);
        expect(await lower(side(n, s), machine, links)).toBeCloseTo(50 + 1000 + (n * s - 1) * G + 50, 6);
      }
    }
  });

  it('need one link each where they have it', async () => {
    const machine = logGPS({ L: 1000, o: 50, G: 0.25 });
    const links: LinkNetwork = {
      ...oneLink(0.25),
      links: 8,
      classOf: new Uint16Array(8),
      routes: (source) => [{ links: Uint32Array.of(source), share: 1 }],
    };
    expect(await lower(side(8, 1001), machine, links)).toBe(50 + 1000 + 250 + 50);
  });
});

describe('a card and a CPU that all messages enter', () => {
  it.each([2, 9])('take %i of them one after another', async (n) => {
    const s = 10_001;
    const onCard = logGPS({ L: 1000, o: 50, G: 1 });
    expect(await lower(incast(n, s), onCard, null)).toBe(50 + 1000 + n * (s - 1) + 50);
    const onCpu = logGPS({ L: 1000, o: 5000, G: 0.001 });
    expect(await lower(incast(n, s), onCpu, null)).toBeCloseTo(5000 + 1000 + 10 + n * 5000, 6);
  });

  it('keep g between messages that leave', async () => {
    const schedule = atOnce(
      4,
      11,
      numbers(3, 1).map((peer) => [0, peer]),
    );
    const machine = logGPS({ L: 1000, o: 5, G: 1, g: 200 });
    expect(await lower(schedule, machine, null)).toBe(5 + 1000 + 3 * 10 + 2 * 200 + 5);
  });
});

describe('an alltoall on a topology', () => {
  const SPECS = [
    'fat-tree:k=4',
    'torus:dims=4x4',
    'torus:dims=8x2',
    'dragonfly:g=4,a=2,p=2',
    'hyperx:dims=3x4',
  ];

  it.each(SPECS)('takes what the fullest link of %s carries', async (text) => {
    const topology = build(text);
    const ranks = topology.endpoints;
    const placement = Int32Array.from({ length: ranks }, (_, rank) => rank);
    const costs = { wireNs: 10, switchNs: 0, wireClasses: false, gapNsPerByte: 1 };
    const network = topologyNetwork(topology, costs, placement);
    const machine = { ...logGPS({ L: 0, o: 0, G: 1 }), network };
    const links = topologyLinks(topology, placement, { gapNsPerByte: topology.wires.map(() => 1) });
    const bytes = 1000;
    const carried = new Float64Array(links.links);
    for (let a = 0; a < ranks; a++) {
      for (let b = 0; b < ranks; b++) {
        if (a !== b)
          for (const way of links.routes(a, b)) for (const link of way.links) carried[link] += bytes;
      }
    }
    const fullest = Math.max(...carried);
    const found = await lower(alltoall(ranks, bytes), machine, links);
    expect(found).toBeGreaterThanOrEqual(fullest - 1);
    // All messages cross a wire at least before, behind or on the link itself: two endpoints, at most the longest way.
    const longest = Math.max(...network.routes.map(({ counts }) => counts[0]));
    expect(found).toBeLessThanOrEqual(fullest - 1 + 10 * longest);
    expect(found).toBeLessThanOrEqual(upperOf(buildGraph(alltoall(ranks, bytes), machine), machine, links));
  });
});

describe('bounds of n messages over one link', () => {
  const machine = logGPS({ L: 1000, o: 50, G: 0.25 });
  const ask = async (n: number) => {
    const model = await Model.of(side(n, 1000), machine, { engine: 'sweep' });
    return bounds(model, { links: oneLink(0.5), percents: [10] });
  };

  it('meet', async () => {
    const found = await ask(8);
    expect(found.plain.runtime).toBe(50 + 1000 + 999 * 0.25 + 50);
    expect(found.lower.runtime).toBe(50 + 1000 + 7999 * 0.5 + 50);
    expect(found.upper).toBe(50 + 1000 + 7999 * 0.5 + 50);
  });

  it('name the link, its bytes, and what twice the bandwidth brings', async () => {
    const found = await ask(8);
    expect(found.critical).toMatchObject([
      { kind: 'link', name: 'the cable', users: 8, stretches: 1, bytes: 7999, overheads: 2 },
    ]);
    expect(found.lambdaByGap).toEqual({ G: 0, cable: 7999 });
    expect(found.lower.lambda).toMatchObject({ L: 1, o: 2 });
    expect(found.doubled).toMatchObject([{ name: 'the cable', savedNs: 7999 * 0.25 }]);
  });

  it('bound the tolerance only where it is certain', async () => {
    const [{ from, to }] = (await ask(8)).tolerance;
    // Both bounds are 50 + L + 7999·0.5 + 50: 10 % more of 5099.5 ns.
    expect(to).toBeCloseTo(1000 + 509.95, 6);
    expect(from).toBeLessThanOrEqual(to);
    expect(from).toBeGreaterThan(to - 1);
  });

  it.each([0, 7])('leave any latency to a program of %d ns without messages', async (ns) => {
    const alone = goal(`a: calc ${ns}`);
    const { tolerance } = await bounds(await Model.of(alone, logGPS({ L: 3000, o: 50, G: 1 })), {
      ...{ links: null, percents: [1] },
    });
    expect(tolerance).toEqual([{ percent: 1, from: Infinity, to: Infinity }]);
  });
});

describe('the rows of a bound', () => {
  it('are solved by HiGHS to the same T and λ, and make a convex T(L)', async () => {
    const schedule = alltoall(6, 2000);
    const machine = logGPS({ L: 300, o: 20, G: 0.5 });
    const graph = buildGraph(schedule, machine);
    const swept = await boundedModel(graph, machine, null);
    const solver = await boundedModel(graph, machine, null, 'highs');
    const at = async (model: Model, x: number) => model.engine.evaluate(model.lines(model.latency), x);
    const times: number[] = [];
    for (let x = 0; x <= 20_000; x += 2000) {
      const [one, other] = [await at(swept, x), await at(solver, x)];
      expect(other.runtime).toBeCloseTo(one.runtime, 6);
      expect(other.lambda).toBe(one.lambda);
      times.push(one.runtime);
    }
    for (let i = 1; i + 1 < times.length; i++) {
      expect(times[i + 1] - times[i]).toBeGreaterThanOrEqual(times[i] - times[i - 1] - 1e-6);
    }
  });
});

const MACHINE = logGPS({ L: 100, o: 5, G: 2 });

const bound = (schedule: Schedule, links: LinkNetwork): number =>
  anyOrderBound(buildGraph(schedule, MACHINE), MACHINE, links);

describe('the bound of any order', () => {
  it.each([1, 2, 7])('%i at once over one link: n·s·G, which the last one takes in any order', (n) => {
    expect(bound(side(n, 50), oneLink(2))).toBeCloseTo(100 + 2 * 5 + (50 * n - 1) * 2, 9);
  });

  it('is T of the plain model for a message alone, whole or in parts', () => {
    for (const ways of [1, 4]) expect(bound(side(1, 50), oneLink(2, ways))).toBeCloseTo(100 + 10 + 98, 9);
  });

  it('takes a link for its own bytes at its own gap', () => {
    expect(bound(side(1, 50), oneLink(3))).toBeCloseTo(100 + 10 + 49 * 3, 9);
  });

  it('counts together what levels do not hold apart, of a ping-pong no more than the neighbours', () => {
    const lines = (mine: string, theirs: string) =>
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? mine : theirs))
        .map((what, i) => `l${i + 1}: ${what}${i === 0 ? '' : `\nl${i + 1} requires l${i}`}`)
        .join('\n');
    const schedule = goal(lines('send 9b to 1', 'recv 9b from 1'), lines('recv 9b from 0', 'send 9b to 0'));
    const found = bound(schedule, oneLink(2));
    expect(found).toBeGreaterThanOrEqual(20 * (100 + 10 + 16));
    expect(found).toBeLessThanOrEqual(20 * (100 + 10 + 16 + 2 * 18));
  });

  it('grows with the number of exchanges between barriers as they do, not as its square', () => {
    const of = (iterations: number) =>
      bound(
        patternSchedule({ pattern: 'allreduce=recursive-doubling', ranks: 8, bytes: '1KiB', iterations }),
        oneLink(2),
      );
    expect(of(20)).toBeLessThan(2.5 * of(10));
  });

  it('is above first come, first served, the lower bound and the plain model', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(150), fc.constantFrom(1, 2, 3), async (shape, ways) => {
        const graph = buildGraph(scheduleOf(programOf(shape)), MACHINE);
        const links = oneLink(2, ways);
        const most = anyOrderBound(graph, MACHINE, links) * (1 + 1e-9);
        expect(contended(graph, MACHINE, links).runtime).toBeLessThanOrEqual(most);
        expect(await lowerOf(graph, { ...MACHINE, cpu: 'free' }, links)).toBeGreaterThanOrEqual(
          (await plainOf(graph, MACHINE)) * (1 - 1e-9),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
