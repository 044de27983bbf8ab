/** Links that share fairly, against closed forms, the plain model and what links have to carry at least. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS, machineWith } from '../../../src/machine/machine.js';
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
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { Replay } from '../../../src/timing/replay.js';
import { programOf, scheduleOf, shapes } from '../../properties/schedules.js';
import { cable, generated } from '../../topologies.js';

const WIRE_NS = 100;
const SWITCH_NS = 10;
/** Three wires and two switches. */
const L = 3 * WIRE_NS + 2 * SWITCH_NS;

interface Asked {
  readonly o?: number;
  readonly G: number;
  readonly S?: number;
  readonly gaps?: readonly number[];
  readonly routing?: Routing;
}

function placed(
  topology: Topology,
  schedule: Schedule,
  { o = 0, G, S = Number.POSITIVE_INFINITY, gaps, routing = 'single' }: Asked,
) {
  const placement = densePlacement(topology, schedule.ranks);
  const costs = { wireNs: WIRE_NS, switchNs: SWITCH_NS, gapNsPerByte: G, wireClasses: false };
  const machine = machineWith({ o, G, S }, topologyNetwork(topology, costs, placement));
  const gapNsPerByte = gaps ?? topology.wires.map(() => G);
  const links = topologyLinks(topology, placement, { gapNsPerByte, routing });
  return { machine, links, graph: buildGraph(schedule, machine) };
}

function shared(topology: Topology, schedule: Schedule, asked: Asked): number {
  const { graph, machine, links } = placed(topology, schedule, asked);
  return fairlyShared(graph, machine, links);
}

/** Rank i sends `bytes[i]` to rank n + i. */
function across(bytes: readonly number[], before: readonly number[] = []): Schedule {
  const n = bytes.length;
  const out = bytes.map((s, i) =>
    before[i] === undefined
      ? `rank ${i} {\nl1: send ${s}b to ${n + i}\n}`
      : `rank ${i} {\nl1: calc ${before[i]}\nl2: send ${s}b to ${n + i}\nl2 requires l1\n}`,
  );
  const into = bytes.map((s, i) => `rank ${n + i} {\nl1: recv ${s}b from ${i}\n}`);
  return parseGoal(`num_ranks ${2 * n}\n${[...out, ...into].join('\n')}\n`);
}

describe('links that share fairly', () => {
  it.each([1, 2, 3, 10])('%i equal messages over one cable end at once, after n·s·G', (n) => {
    const schedule = across(Array.from({ length: n }, () => 1000));
    expect(shared(cable(n), schedule, { o: 20, G: 0.5 })).toBeCloseTo(20 + L + (n * 1000 - 1) * 0.5 + 20, 6);
  });

  it('of several over one cable the shorter ends first, and all take what all together need', () => {
    // 300 B of each take 900 ns, the next 200 B of two 400 ns, the last 500 B of one 500 ns.
    expect(shared(cable(3), across([300, 500, 1000]), { G: 1 })).toBeCloseTo(L + 1800 - 1, 6);
  });

  it('a message that comes later takes half from then on', () => {
    // 400 B alone, then 600 B each of both, then 400 B of the second alone: it ends 400 + 1200 + 400 ns after the first began.
    expect(shared(cable(2), across([1000, 1000], [0, 400]), { G: 1 })).toBeCloseTo(L + 2000 - 1, 6);
    // First come, first served is the same for the last, not for what waits for the first.
    const relayed = parseGoal(`num_ranks 4
rank 0 {\nl1: send 1000b to 2\n}
rank 1 {\nl1: calc 400\nl2: send 1000b to 3\nl2 requires l1\n}
rank 2 {\nl1: recv 1000b from 0\nl2: calc 5000\nl2 requires l1\n}
rank 3 {\nl1: recv 1000b from 1\n}
`);
    expect(shared(cable(2), relayed, { G: 1 })).toBeCloseTo(L + 1600 - 1 + 5000, 6);
  });

  it('a rendezvous flows after its handshake', () => {
    // m + 2o + 3L + (s − 1)·G with m = L for both, who then share; their senders take o more.
    expect(shared(cable(2), across([1000, 1000]), { o: 5, G: 1, S: 100 })).toBeCloseTo(
      4 * L + 3 * 5 + 1999,
      6,
    );
  });

  it('parts of a message share as one: over all ways of a fat tree it takes what its card takes', () => {
    const does: Readonly<Record<number, string>> = { 0: 'l1: send 10000b to 8', 8: 'l1: recv 10000b from 0' };
    const blocks = Array.from({ length: 16 }, (_, rank) => `rank ${rank} {\n${does[rank] ?? ''}\n}`);
    const schedule = parseGoal(`num_ranks 16\n${blocks.join('\n')}\n`);
    const wires = 6 * WIRE_NS + 5 * SWITCH_NS;
    expect(shared(generated('fat-tree:k=4'), schedule, { G: 1, routing: 'ecmp' })).toBeCloseTo(
      wires + 9999,
      6,
    );
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
      const network = links(fabric, ways);
      for (const latency of [100, 0.25]) {
        const machine = logGPS({ L: latency, o: 0, G: 0.5 });
        const graph = buildGraph(across(bytes), machine);
        expect(fairlyShared(graph, machine, network)).toBeCloseTo(latency + taken, 6);
      }
    });
  });

  it('links of no end of bandwidth hinder nobody', () => {
    fc.assert(
      fc.property(shapes(200), (shape) => {
        const schedule = scheduleOf(programOf(shape));
        const topology = generated('fat-tree:k=4');
        const asked = { o: 3, G: 2, gaps: topology.wires.map(() => 0) };
        const { graph, machine, links } = placed(topology, schedule, asked);
        const plain = new Replay(graph, machine).runtime;
        expect(Math.abs(fairlyShared(graph, machine, links) - plain)).toBeLessThanOrEqual(1e-9 * plain);
      }),
      { numRuns: 60 },
    );
  });

  it('take neither less than the plain model nor less than a link has to carry', () => {
    fc.assert(
      fc.property(shapes(200), fc.constantFrom<Routing>('single', 'ecmp'), (shape, routing) => {
        const schedule = scheduleOf(programOf(shape));
        const { graph, machine, links } = placed(generated('fat-tree:k=4'), schedule, {
          o: 3,
          G: 2,
          routing,
        });
        const runtime = fairlyShared(graph, machine, links);
        expect(runtime).toBeGreaterThanOrEqual(new Replay(graph, machine).runtime * (1 - 1e-9));
        // Less one byte, which goes with the latency.
        const { busyNs } = contended(graph, machine, links);
        expect(runtime).toBeGreaterThanOrEqual((Math.max(...busyNs) - 2) * (1 - 1e-9));
      }),
      { numRuns: 60 },
    );
  });
});
