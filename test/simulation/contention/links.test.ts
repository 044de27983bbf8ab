/** Links that serve in order of arrival or share fairly, against the plain model, closed forms and what is left to do by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS, type Machine, machineWith } from '../../../src/machine/machine.js';
import {
  type LinkNetwork,
  type LinkRoute,
  type Routing,
  topologyLinks,
} from '../../../src/platform/link-network.js';
import type { Topology } from '../../../src/platform/topology.js';
import { densePlacement, topologyNetwork } from '../../../src/platform/topology-network.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { contended, fairlyShared } from '../../../src/simulation/link-contention.js';
import { Replay } from '../../../src/timing/replay.js';
import { goal } from '../../goal.js';
import { runs } from '../../part.js';
import { patternSchedule } from '../../pattern-schedule.js';
import { machines, programOf, scheduleOf, shapes } from '../../properties/schedules.js';
import { sampleModel } from '../../report/samples.js';
import { cable, generated } from '../../topologies.js';

const WIRE_NS = 100;
const SWITCH_NS = 10;
const L = (wires: number) => wires * WIRE_NS + (wires - 1) * SWITCH_NS;

interface Query {
  readonly o?: number;
  readonly G: number;
  readonly S?: number;
  /** Of each class of links, by default G. */
  readonly gaps?: readonly number[];
  readonly routing?: Routing;
}

/** Rank r on endpoint r. */
function placed(
  topology: Topology,
  schedule: Schedule,
  { o = 0, G, S = Number.POSITIVE_INFINITY, gaps, routing = 'single' }: Query,
) {
  const placement = densePlacement(topology, schedule.ranks);
  const costs = { wireNs: WIRE_NS, switchNs: SWITCH_NS, gapNsPerByte: G, wireClasses: false };
  const machine = machineWith({ o, G, S }, topologyNetwork(topology, costs, placement));
  const gapNsPerByte = gaps ?? topology.wires.map(() => G);
  const links = topologyLinks(topology, placement, { gapNsPerByte, routing });
  return { machine, links, graph: buildGraph(schedule, machine) };
}

function play(topology: Topology, schedule: Schedule, query: Query) {
  const { graph, machine, links } = placed(topology, schedule, query);
  return { ...contended(graph, machine, links), fair: fairlyShared(graph, machine, links) };
}

const near = (found: number, wanted: number) =>
  expect(Math.abs(found - wanted), `${found} is not ${wanted}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, wanted),
  );

/** Rank i sends `bytes[i]` to the rank that `to` names, by default n + i, of n, after it has computed. */
function messages(
  bytes: readonly number[],
  to = (from: number): number => bytes.length + from,
  { ranks = 2 * bytes.length, before = [] as readonly number[] } = {},
): Schedule {
  const lines = Array.from({ length: ranks }, (): string[] => []);
  for (const [from, s] of bytes.entries()) {
    lines[from].push(`s${from}: send ${s}b to ${to(from)}`);
    if (before[from] !== undefined) lines[from].push(`c: calc ${before[from]}\ns${from} requires c`);
    lines[to(from)].push(`r${from}: recv ${s}b from ${from}`);
  }
  return goal(...lines.map((own) => own.join('\n')));
}

const alike = (n: number, bytes: number): number[] => Array.from({ length: n }, () => bytes);

/** Rank 1 sends 400 ns later than rank 0; who has its message computes for 5000. */
const RELAYED = goal(
  'l1: send 1000b to 2',
  'l1: calc 400\nl2: send 1000b to 3\nl2 requires l1',
  'l1: recv 1000b from 0\nl2: calc 5000\nl2 requires l1',
  'l1: recv 1000b from 1',
);

describe.each([
  ['serve in order of arrival', 'runtime'],
  ['share fairly', 'fair'],
] as const)('links that %s', (_, way) => {
  it.each([1, 2, 3, 10])('take n·s·G of %i messages that cross one cable at once', (n) => {
    near(
      play(cable(n), messages(alike(n, 1000)), { o: 20, G: 0.5 })[way],
      20 + L(3) + (n * 1000 - 1) * 0.5 + 20,
    );
  });

  it('carry a rendezvous after its handshake, and both ends wait for them', () => {
    // m + 2o + 3L + (s − 1)·G with m = L; the second one has its bytes 1000 ns later, and its sender o more.
    const query = { o: 5, G: 1, S: 100 };
    near(play(cable(2), messages([1000, 1000]), query)[way], 4 * L(3) + 3 * 5 + 1999);
  });

  it('hinder nobody where they have no end of bandwidth', () => {
    const topology = generated('torus:dims=3x3');
    const placement = Int32Array.from({ length: 9 }, (_, i) => i);
    const links = topologyLinks(topology, placement, { gapNsPerByte: [0, 0, 0] });
    fc.assert(
      fc.property(shapes(200), machines, (shape, machine) => {
        const graph = buildGraph(scheduleOf(programOf(shape)), machine);
        const found =
          way === 'fair' ? fairlyShared(graph, machine, links) : contended(graph, machine, links).runtime;
        near(found, new Replay(graph, machine).runtime);
      }),
      { numRuns: runs(400) },
    );
  });

  it('take neither less than the plain model nor less than a link has to carry', () => {
    fc.assert(
      fc.property(shapes(200), fc.constantFrom<Routing>('single', 'ecmp'), (shape, routing) => {
        const schedule = scheduleOf(programOf(shape));
        const query = { o: 3, G: 2, routing };
        const { graph, machine } = placed(generated('fat-tree:k=4'), schedule, query);
        const found = play(generated('fat-tree:k=4'), schedule, query);
        expect(found[way]).toBeGreaterThanOrEqual(new Replay(graph, machine).runtime * (1 - 1e-9));
        // Less one byte, which goes with the latency.
        expect(found[way]).toBeGreaterThanOrEqual((Math.max(...found.busyNs) - 2) * (1 - 1e-9));
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('in order of arrival', () => {
  it.each([1, 2, 10])('%i messages over one cable wait for those before them', (n) => {
    const { links } = placed(cable(n), messages(alike(n, 1000)), { o: 20, G: 0.5 });
    const { bytes, busyNs, waitedNs } = play(cable(n), messages(alike(n, 1000)), { o: 20, G: 0.5 });
    const [{ links: wires }] = links.routes(0, n);
    near(bytes[wires[1]], n * 1000);
    near(busyNs[wires[1]], n * 500);
    near(waitedNs[wires[1]], (500 * n * (n - 1)) / 2);
  });

  it.each(['single', 'ecmp'] as const)('one message after the other waits for none, %s', (routing) => {
    const flags = { pattern: 'ring', ranks: 16, bytes: '64KiB', iterations: 1, compute: '1us' };
    const site = placed(generated('fat-tree:k=4'), patternSchedule(flags), { o: 50, G: 0.08, routing });
    near(
      contended(site.graph, site.machine, site.links).runtime,
      new Replay(site.graph, site.machine).runtime,
    );
  });

  it.each(['cg-4', 'halo3d-4', 'mixed-4'] as const)(
    'serial CPUs and NICs are those of the plain model: %s',
    async (name) => {
      const { schedule } = await sampleModel(name);
      const query = { o: 500, G: 0.1, gaps: [0, 0, 0] };
      for (const S of [Number.POSITIVE_INFINITY, 100]) {
        const { machine: free, links } = placed(generated('torus:dims=2x2'), schedule, { ...query, S });
        const machine: Machine = { ...free, cpu: 'serial', nic: 'serial' };
        const graph = buildGraph(schedule, machine);
        near(contended(graph, machine, links).runtime, new Replay(graph, machine).runtime);
      }
    },
  );

  it.each([1, 4, 9])('%i to one endpoint share its way in', (n) => {
    const schedule = messages(alike(n, 400), () => n, { ranks: n + 1 });
    near(
      play(generated(`hyperx:dims=2,p=${n + 1}`), schedule, { G: 0.25 }).runtime,
      L(2) + (n * 400 - 1) * 0.25,
    );
  });

  it('a slow class of links is paid by one message alone', () => {
    near(play(cable(1), messages([101]), { o: 7, G: 0.5, gaps: [0.5, 2] }).runtime, 7 + L(3) + 100 * 2 + 7);
  });

  it('equal parts over all ways of a fat tree take as long as one alone', () => {
    // Two endpoints of an edge switch send to two of another pod, over ways that the destinations name: the same.
    const schedule = messages([10_000, 10_000], (from) => (from === 0 ? 8 : 10), { ranks: 16 });
    const [single, split] = (['single', 'ecmp'] as const).map(
      (routing) => play(generated('fat-tree:k=4'), schedule, { G: 1, routing }).runtime,
    );
    near(single, L(6) + 20_000 - 1);
    expect(split).toBeLessThanOrEqual(L(6) + 15_000);
    expect(split).toBeGreaterThanOrEqual(L(6) + 9_999);
  });

  it('who comes later waits; the way of a message is held link after link', () => {
    // Rank 1 sends 400 ns later: it waits for the rest of the first one, 1000 − 400 ns. The first is there at L + 999.
    const { runtime, waitedNs } = play(cable(2), RELAYED, { G: 1 });
    near(runtime, L(3) + 999 + 5000);
    near(
      waitedNs.reduce((sum, one) => sum + one, 0),
      600,
    );
  });

  it('a machine without wires has its latency between the links', () => {
    const machine = logGPS({ L: 1000, o: 0, G: 1 });
    const links: LinkNetwork = {
      links: 4,
      classes: ['card'],
      gapNsPerByte: [1],
      classOf: new Uint16Array(4),
      name: String,
      routes: (source, destination) => [
        { links: Uint32Array.of(2 * Math.floor(source / 2), 2 * Math.floor(destination / 2) + 1), share: 1 },
      ],
    };
    near(contended(buildGraph(messages([100, 100]), machine), machine, links).runtime, 1000 + 199);
  });
});

describe('fairly', () => {
  it('the shorter of several over one cable ends first, and all take what all together need', () => {
    // 300 B of each take 900 ns, the next 200 B of two 400 ns, the last 500 B of one 500 ns.
    near(play(cable(3), messages([300, 500, 1000]), { G: 1 }).fair, L(3) + 1800 - 1);
  });

  it('the last byte of the longer of two flows alone, however little it is beside what both have flowed', () => {
    near(play(cable(2), messages([10_000, 10_001]), { G: 1 }).fair, L(3) + 20_001 - 1);
  });

  it('a message that comes later takes half from then on', () => {
    // 400 B alone, then 600 B each of both, then 400 B of the second alone: it ends 400 + 1200 + 400 ns after the first began.
    near(
      play(cable(2), messages([1000, 1000], undefined, { before: [0, 400] }), { G: 1 }).fair,
      L(3) + 2000 - 1,
    );
    // First come, first served is the same for the last, not for what waits for the first.
    near(play(cable(2), RELAYED, { G: 1 }).fair, L(3) + 1600 - 1 + 5000);
  });

  it('parts of a message share as one: over all ways of a fat tree it takes what its card takes', () => {
    const schedule = messages([10_000], () => 8, { ranks: 16 });
    near(play(generated('fat-tree:k=4'), schedule, { G: 1, routing: 'ecmp' }).fair, L(6) + 9999);
  });

  describe('the byte that goes with the latency is one on the link that decides', () => {
    /** A card for each of two ranks, 1 ns/B, and a fabric of 2 links whose bytes take `fabric` ns. */
    const links = (fabric: number, ways: readonly LinkRoute[]): LinkNetwork => ({
      links: 3,
      classes: ['card', 'fabric'],
      gapNsPerByte: [1, fabric],
      classOf: Uint16Array.of(0, 1, 1),
      name: (link) => `link ${link}`,
      routes: () => ways,
    });
    const BOTH: readonly LinkRoute[] = [1, 2].map((link) => ({ links: Uint32Array.of(0, link), share: 0.5 }));
    const ONE: readonly LinkRoute[] = [{ links: Uint32Array.of(0, 1), share: 1 }];

    it.each([
      // 400 B over one link of the fabric, and it decides.
      ['the slower one', 1.5, ONE, [400], 399 * 1.5],
      // Its halves take 300 ns each on theirs, both together 400 on the card.
      ['the card that both halves cross', 1.5, BOTH, [400], 399],
      // Two messages of two ways each: 800 B on the card.
      ['the card that two messages cross', 1.5, BOTH, [400, 400], 799],
      ['none but the slower one, where the card is idle for long', 4, BOTH, [400], 200 * 4 - 4],
    ] as const)('%s', (_, fabric, ways, bytes, taken) => {
      for (const latency of [100, 0.25]) {
        const machine = logGPS({ L: latency, o: 0, G: 0.5 });
        const graph = buildGraph(messages(bytes), machine);
        expect(fairlyShared(graph, machine, links(fabric, ways))).toBeCloseTo(latency + taken, 6);
      }
    });
  });
});
