/** Links that serve in order of arrival, against the plain model, closed forms and what is left to do by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSchedule } from '../../../src/cli/input/load-input.js';
import { ProgressBar } from '../../../src/cli/process/progress.js';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { type LogGPS, logGPS, type Machine, machineWith } from '../../../src/machine/machine.js';
import { type LinkNetwork, type Routing, topologyLinks } from '../../../src/platform/link-network.js';
import type { Topology } from '../../../src/platform/topology.js';
import { densePlacement, topologyNetwork } from '../../../src/platform/topology-network.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { contended } from '../../../src/simulation/link-contention.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { Replay } from '../../../src/timing/replay.js';
import { patternSchedule } from '../../pattern-schedule.js';
import { machines, programOf, scheduleOf, shapes } from '../../properties/schedules.js';
import { cable, generated as topologyOf } from '../../topologies.js';

const TRACES = [
  'traces/cg-4',
  'traces/fft-4',
  'traces/halo3d-4',
  'traces/jacobi2d-4',
  'traces/mixed-4',
  'traces/persist-4',
  'traces/ring-4',
  'traces/sweep-4',
  'traces/runs/solver-4',
  'traces/otf2/solver-4',
  'traces/smpi/halo.trace',
  'traces/dumpi/halo.meta',
];

interface Placed {
  readonly machine: Machine;
  readonly links: LinkNetwork;
}

const WIRE_NS = 100;
const SWITCH_NS = 10;

/** Rank r on endpoint r; `gaps` of each class of links, by default G. */
function placed(
  topology: Topology,
  ranks: number,
  values: Omit<LogGPS, 'L'>,
  { gaps, routing = 'single' }: { gaps?: readonly number[]; routing?: Routing } = {},
): Placed {
  const placement = densePlacement(topology, ranks);
  const costs = { wireNs: WIRE_NS, switchNs: SWITCH_NS, gapNsPerByte: values.G, wireClasses: false };
  const network = topologyNetwork(topology, costs, placement);
  const gapNsPerByte = gaps ?? topology.wires.map(() => values.G);
  return {
    machine: machineWith(values, network),
    links: topologyLinks(topology, placement, { gapNsPerByte, routing }),
  };
}

const play = (schedule: Schedule, { machine, links }: Placed) =>
  contended(buildGraph(schedule, machine), machine, links);

const near = (found: number, wanted: number) =>
  expect(Math.abs(found - wanted), `${found} is not ${wanted}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, wanted),
  );

/** Every rank of the first `n` sends to the one that `to` names. */
function messages(n: number, ranks: number, bytes: number, to: (from: number) => number): Schedule {
  const lines = Array.from({ length: ranks }, (): string[] => []);
  for (let from = 0; from < n; from++) {
    lines[from].push(`l${lines[from].length + 1}: send ${bytes}b to ${to(from)}`);
    lines[to(from)].push(`l${lines[to(from)].length + 1}: recv ${bytes}b from ${from}`);
  }
  const text = lines.map((of, rank) => `rank ${rank} {\n${of.join('\n')}\n}`).join('\n');
  return parseGoal(`num_ranks ${ranks}\n${text}\n`);
}

describe('where nothing is shared, T is that of the plain model', () => {
  it.each(TRACES)('%s with links of no end of bandwidth', async (trace) => {
    const { schedule } = await loadSchedule(
      [trace],
      {
        digest: false,
        rules: 'default',
        'request-pitch': 'infer',
        'flop-rate': trace.includes('smpi') ? '1Gf' : undefined,
      },
      new ProgressBar(false),
    );
    for (const rendezvous of [Number.POSITIVE_INFINITY, 100]) {
      const topology = topologyOf('torus:dims=2x2');
      const values = { o: 500, G: 0.1, S: rendezvous };
      const site = placed(topology, schedule.ranks, values, { gaps: topology.wires.map(() => 0) });
      for (const sharing of ['free', 'serial'] as const) {
        const machine = { ...site.machine, cpu: sharing, nic: sharing };
        const graph = buildGraph(schedule, machine);
        near(contended(graph, machine, site.links).runtime, new Replay(graph, machine).runtime);
      }
    }
  });

  it.each(['single', 'ecmp'] as const)('one message after the other, links at G, %s', (routing) => {
    const schedule = patternSchedule({
      pattern: 'ring',
      ranks: 16,
      bytes: '64KiB',
      iterations: 1,
      compute: '1us',
    });
    const site = placed(topologyOf('fat-tree:k=4'), 16, { o: 50, G: 0.08 }, { routing });
    const graph = buildGraph(schedule, site.machine);
    near(contended(graph, site.machine, site.links).runtime, new Replay(graph, site.machine).runtime);
  });

  it('random programs with links of no end of bandwidth', () => {
    fc.assert(
      fc.property(shapes(300), machines, (shape, machine) => {
        const schedule = scheduleOf(programOf(shape));
        const graph = buildGraph(schedule, machine);
        const links = topologyLinks(
          topologyOf('torus:dims=3x3'),
          Int32Array.from({ length: 9 }, (_, i) => i),
          { gapNsPerByte: [0, 0, 0] },
        );
        near(contended(graph, machine, links).runtime, new Replay(graph, machine).runtime);
      }),
      { numRuns: 100 },
    );
  });
});

describe('messages that meet', () => {
  const L = (wires: number) => wires * WIRE_NS + (wires - 1) * SWITCH_NS;

  it.each([1, 2, 3, 10])('%i over one cable at once take n·s·G', (n) => {
    const site = placed(cable(n, n), 2 * n, { o: 20, G: 0.5 });
    const { runtime, bytes, busyNs, waitedNs } = play(
      messages(n, 2 * n, 1000, (from) => n + from),
      site,
    );
    near(runtime, 20 + L(3) + (n * 1000 - 1) * 0.5 + 20);
    const [{ links }] = site.links.routes(0, n);
    near(bytes[links[1]], n * 1000);
    near(busyNs[links[1]], n * 500);
    near(waitedNs[links[1]], (500 * n * (n - 1)) / 2);
  });

  it.each([1, 4, 9])('%i to one endpoint share its way in', (n) => {
    const topology = topologyOf(`hyperx:dims=2,p=${n + 1}`);
    const site = placed(topology, n + 1, { o: 0, G: 0.25 });
    near(
      play(
        messages(n, n + 1, 400, () => n),
        site,
      ).runtime,
      L(2) + (n * 400 - 1) * 0.25,
    );
  });

  it('a slow class of links is paid by one message alone', () => {
    const site = placed(cable(1, 1), 2, { o: 7, G: 0.5 }, { gaps: [0.5, 2] });
    near(
      play(
        messages(1, 2, 101, () => 1),
        site,
      ).runtime,
      7 + L(3) + 100 * 2 + 7,
    );
  });

  it('equal parts over all ways of a fat tree take as long as one alone', () => {
    const topology = topologyOf('fat-tree:k=4');
    // Two endpoints of an edge switch send to two of another pod, over ways that the destinations name: the same.
    const schedule = messages(2, 16, 10_000, (from) => (from === 0 ? 8 : 10));
    const single = play(schedule, placed(topology, 16, { o: 0, G: 1 }));
    const split = play(schedule, placed(topology, 16, { o: 0, G: 1 }, { routing: 'ecmp' }));
    near(single.runtime, L(6) + 20_000 - 1);
    expect(split.runtime).toBeLessThanOrEqual(L(6) + 15_000);
    expect(split.runtime).toBeGreaterThanOrEqual(L(6) + 9_999);
  });

  it('who comes later waits; the way of a message is held link after link', () => {
    // Rank 1 sends 100 ns later: it waits for the rest of the first one, 1000 − 100 ns.
    const schedule = parseGoal(`num_ranks 4
rank 0 {\nl1: send 1000b to 2\n}
rank 1 {\nl1: calc 100\nl2: send 1000b to 3\nl2 requires l1\n}
rank 2 {\nl1: recv 1000b from 0\n}
rank 3 {\nl1: recv 1000b from 1\n}
`);
    const site = placed(cable(2, 2), 4, { o: 0, G: 1 });
    const { runtime, waitedNs } = play(schedule, site);
    near(runtime, 100 + 900 + L(3) + 999);
    near(
      waitedNs.reduce((sum, one) => sum + one, 0),
      900,
    );
  });

  it('a rendezvous crosses after its handshake, and both ends wait for the links', () => {
    const schedule = messages(2, 4, 1000, (from) => from + 2);
    const site = placed(cable(2, 2), 4, { o: 5, G: 1, S: 100 });
    // m + 2o + 3L + (s − 1)·G with m = L; the second one has its bytes 1000 ns later, and its sender o more.
    near(play(schedule, site).runtime, 4 * L(3) + 3 * 5 + 999 + 1000);
  });

  it('never takes less than the plain model, nor less than a link has to carry', () => {
    fc.assert(
      fc.property(shapes(200), fc.constantFrom<Routing>('single', 'ecmp'), (shape, routing) => {
        const schedule = scheduleOf(programOf(shape));
        const site = placed(topologyOf('fat-tree:k=4'), schedule.ranks, { o: 3, G: 2 }, { routing });
        const graph = buildGraph(schedule, site.machine);
        const { runtime, busyNs } = contended(graph, site.machine, site.links);
        expect(runtime).toBeGreaterThanOrEqual(new Replay(graph, site.machine).runtime * (1 - 1e-12));
        // Less one byte, which goes with the latency.
        expect(runtime).toBeGreaterThanOrEqual(Math.max(...busyNs) - 2 - 1e-6);
      }),
      { numRuns: 100 },
    );
  });

  it('takes a machine without wires: the latency lies between the links', () => {
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
    const schedule = messages(2, 4, 100, (from) => from + 2);
    near(contended(buildGraph(schedule, machine), machine, links).runtime, 1000 + 199);
  });
});
