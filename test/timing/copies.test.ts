/**
 * Messages that a rank sends together through memory are copied at once and share it (docs/machines.md, "Copies at once"):
 * by hand, by every engine, and against a fluid service that knows nothing of rows.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { lowerModel } from '../../src/analysis/runtime-bounds.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { MessageCosts } from '../../src/machine/costs.js';
import { type Machine, machineWith, type Sharing } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { NOTHING } from '../../src/noise/noise-program.js';
import { NONE, RECV, type Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { CopyCosts } from '../../src/timing/copy-costs.js';
import { Replay } from '../../src/timing/replay.js';
import { goal } from '../goal.js';
import { runs } from '../part.js';

/** A way of messages: L, G, and above how many bytes they are copies; null: by a card. */
interface Way {
  readonly L: number;
  readonly G: number;
  readonly above: number | null;
}

/** Ways by the receiver: way k to the ranks that `of` gives it. */
function network(ways: readonly Way[], of: Network['routeOf']): Network {
  return {
    latencies: ways.map(({ L }, k) => ({ name: `way-${k}`, latencyNs: L })),
    gaps: ways.map(({ G }, k) => ({ name: `way-${k}`, gapNsPerByte: G })),
    routes: ways.map(({ above }, k) => ({
      name: `way-${k}`,
      counts: ways.map((_, i) => (i === k ? 1 : 0)),
      constantNs: 0,
      gap: k,
      ...(above === null ? {} : { copiedAbove: above }),
    })),
    routeOf: of,
  };
}

const MEMORY: Way = { L: 100, G: 1, above: 0 };
const CARD: Way = { L: 1_000, G: 1, above: null };
const both = { cpu: 'ordered', nic: 'ordered' } as const;

const machineOn = (
  ways: readonly Way[],
  values: Partial<Machine> = {},
  of: Network['routeOf'] = () => 0,
): Machine => ({
  ...machineWith({ o: 10 }, network(ways, of)),
  ...both,
  ...values,
});

/** When each receive of `schedule` ends, ns, by replay; T is the same by both engines and without noise, the path adds up. */
async function endsOf(schedule: Schedule, machine: Machine): Promise<number[]> {
  const graph = buildGraph(schedule, machine);
  const replay = new Replay(graph, machine);
  for (const engine of ['sweep', 'highs'] as const) {
    const model = await Model.of(schedule, machine, { engine });
    expect((await sensitivity(model)).runtime, engine).toBeCloseTo(replay.runtime, 6);
  }
  expect(noiseless(schedule, machine), 'noise').toBeCloseTo(replay.runtime, 6);
  const path = replay.criticalPath();
  path.forEach((step, i) => {
    expect(step.start, `step ${i}`).toBeCloseTo(i === 0 ? 0 : path[i - 1].end, 6);
  });
  expect(path.at(-1)?.end ?? 0, 'path').toBeCloseTo(replay.runtime, 6);
  return Array.from({ length: schedule.operations }, (_, op) => op)
    .filter((op) => schedule.kind[op] === RECV)
    .map((op) => replay.endOf(op));
}

/** T of the rows that noise falls on, where none does. */
function noiseless(schedule: Schedule, machine: Machine): number {
  const axis = latencyAxis(machine);
  const places = { ...NOTHING, latency: machine.network.latencies.map(() => true) };
  const rows = compileNoise(buildGraph(schedule, machine), machine, { axis, places });
  const { vertices, rowStart, from, base, slope, unit } = rows;
  const time = new Float64Array(vertices);
  for (let v = 1; v < vertices; v++)
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      time[v] = Math.max(time[v], time[from[r]] + base[r] / unit + slope[r] * axis.base);
  return time[vertices - 1];
}

/** A rank that sends messages of so many bytes to ranks 1 …, all at once, and then one byte more to the last. */
function star(sizes: readonly number[], then = ''): Schedule {
  const sends = sizes.map((bytes, i) => `s${i}: send ${bytes}b to ${i + 1}`).join('\n');
  return goal(`${sends}\n${then}`, ...sizes.map((bytes) => `r: recv ${bytes}b from 0`));
}

it('a send between copies is not behind those that the program posts after it', async () => {
  // Rank 0 posts a and c at once, and b at 50 ns. Only a is posted before b for sure.
  const schedule = goal(
    'a: send 6b to 1\nw: calc 50\nb: send 9b to 2\nb requires w\nc: send 5b to 3',
    'x: recv 6b from 0',
    'x: recv 9b from 0',
    'x: recv 5b from 0',
  );
  const machine = machineOn([{ L: 100, G: 0.3, above: 5 }], { overhead: 10.1 });
  const ends = await endsOf(schedule, machine);
  expect(ends[1]).toBeCloseTo(50 + 10.1 + 100 + 8 * 0.3 + 10.1, 6);
  const [a, , b] = [0, 1, 2];
  const graph = buildGraph(schedule, machine);
  const copies = new CopyCosts(graph, new MessageCosts(graph.schedule, machine));
  expect(copies.boundsOf(b).map(({ from }) => from)).toEqual([a]);
  expect([copies.sendBefore(b), copies.postedBehind(b)]).toEqual([NONE, a]);
});

describe('copies of one rank at once', () => {
  it('all end after the time of all: by hand', async () => {
    // L 100, o 10, 50 ns for the bytes of 51 B: one alone is there at 160 and taken at 170.
    expect(await endsOf(star([51]), machineOn([MEMORY]))).toEqual([170]);
    // Three: 10 + 3·50 + 100 + 10, whoever came first.
    expect(await endsOf(star([51, 51, 51]), machineOn([MEMORY]))).toEqual([270, 270, 270]);
    // By a card one after another.
    expect(await endsOf(star([51, 51, 51]), machineOn([{ ...MEMORY, above: null }]))).toEqual([
      170, 220, 270,
    ]);
    // Where NICs are free nothing is shared; a CPU that is free hands all over at once.
    expect(await endsOf(star([51, 51, 51]), machineOn([MEMORY], { nic: 'free' }))).toEqual([170, 180, 190]);
    expect(await endsOf(star([51, 51, 51]), machineOn([MEMORY], { cpu: 'free' }))).toEqual([270, 270, 270]);
    // Posts 10 apart: the o of the third is paid at 30 and the copy of a single byte takes no time.
    expect(await endsOf(star([1, 1, 1]), machineOn([MEMORY]))).toEqual([120, 130, 140]);
  });

  it('of several sizes end when the others have moved as many bytes: y + (k − i + 1)·s_i·G + Σ s_j·G + L', async () => {
    // 10, 50 and 100 ns of bytes: 3·10, 10 + 2·50, 10 + 50 + 100, behind o and before L and o.
    const found = new Map([
      [11, 10 + 30 + 110],
      [51, 10 + 110 + 110],
      [101, 10 + 160 + 110],
    ]);
    for (const sizes of [
      [11, 51, 101],
      [101, 51, 11],
      [51, 101, 11],
    ])
      expect(await endsOf(star(sizes), machineOn([MEMORY]))).toEqual(sizes.map((bytes) => found.get(bytes)));
  });

  it('up to the size that their senders copy go one after another, beside the copies', async () => {
    const machine = machineOn([{ ...MEMORY, above: 40 }]);
    expect(await endsOf(star([31, 31]), machine)).toEqual([150, 180]);
    // Two copies of 50 ns each, at once; two short ones, posted at 10 and 30, 10 + 30 and 30 + 30 behind their posts.
    expect(await endsOf(star([51, 31, 51, 31]), machine)).toEqual([220, 160, 220, 190]);
  });

  it('leave the card alone, and the card them', async () => {
    // To ranks 2 and 4 by the card: posted at 10 and, behind the first, at 60.
    const machine = machineOn([MEMORY, CARD], {}, (_, to) => (to % 2 === 0 ? 1 : 0));
    expect(await endsOf(star([51, 51, 51, 51]), machine)).toEqual([220, 1_080, 220, 1_130]);
  });

  it('through several channels take turns byte by byte', async () => {
    // A byte of each takes 1 + 3 ns: 50 of both, then 50 more of the second alone.
    const machine = machineOn([MEMORY, { L: 200, G: 3, above: 0 }], {}, (_, to) => to - 1);
    expect(await endsOf(star([51, 101]), machine)).toEqual([10 + 200 + 110, 10 + 200 + 150 + 210]);
  });

  it('are waited for by what the rank sends behind them', async () => {
    const machine = machineOn([MEMORY], { gap: 7 });
    const behind = (then: string, sizes = [51, 51, 51]): Promise<number[]> => {
      const sends = sizes.map((bytes, i) => `s${i}: send ${bytes}b to ${i + 1}`).join('\n');
      const recvs = sizes.map((bytes) => `r: recv ${bytes}b from 0`);
      recvs[0] += '\nlast: recv 1b from 0 tag 1';
      return endsOf(goal(`${sends}\nc: calc 5\n${then}`, ...recvs), machine);
    };
    // The copies are done at 150; the distance g comes behind them: posted at 157, there at 267.
    const then = 't: send 1b to 1 tag 1\nt requires s2';
    expect((await behind(`${then}\nt requires c`))[1]).toBe(157 + 10 + 100 + 10);
    // The last copy is the longest: it alone takes from 20 to 320, all of them 50 + 50 + 300.
    expect((await behind(then, [51, 51, 301]))[1]).toBe(400 + 7 + 120);
    // Copies of no bytes: 20 + g behind the last post, where its o is over at 30.
    expect((await behind(then, [1, 1, 1]))[1]).toBe(30 + 120);
  });

  it('that the receiver fetches share what comes behind the handshake', async () => {
    // rdma-read alone: met at 100, then 2·o + 3·L + 50: 470. Two at once: 50 more each.
    const machine = machineOn([MEMORY], { rendezvous: 0, protocol: 'rdma-read' });
    expect(await endsOf(star([51]), machine)).toEqual([470]);
    expect(await endsOf(star([51, 51]), machine)).toEqual([520, 520]);
    // As eager: met at 10 + 100 + 100, taken at 220.
    expect(await endsOf(star([51, 51]), { ...machine, protocol: 'sync' })).toEqual([220, 220]);
    // Whoever is late has its bytes at once: memory is taken from the post on, as a card is.
    const late = goal(
      'a: send 51b to 1\nb: send 51b to 2',
      'a: recv 51b from 0',
      'c: calc 9000\nb: recv 51b from 0\nb requires c',
    );
    expect(await endsOf(late, machine)).toEqual([520, 9_370]);
  });

  it('that wait for different things go one after another', async () => {
    const apart = goal(
      'c: calc 0\na: send 51b to 1\nb: send 51b to 2\nb requires c\nb requires a',
      'a: recv 51b from 0',
      'b: recv 51b from 0',
    );
    expect(await endsOf(apart, machineOn([MEMORY]))).toEqual([170, 220]);
  });

  it('are steps of the path: the bytes of all, in the name of the message', async () => {
    const model = await Model.of(star([51, 51, 51]), machineOn([MEMORY]), { engine: 'sweep' });
    const { lambda } = await sensitivity(model);
    expect(lambda).toEqual({ L: 1, G: 150, o: 2 });
    const steps = new Replay(model.graph, model.machine).criticalPath();
    expect(
      steps.map(({ op, start, end, overhead, latency, bytes }) => [op, start, end, overhead, latency, bytes]),
    ).toEqual([
      [expect.any(Number), 0, 260, 10, 100, 150],
      [expect.any(Number), 260, 270, 10, 0, 0],
    ]);
  });

  it('make a binomial tree slower and leave a chain as it is: P = 8, by hand', async () => {
    const machine = machineOn([MEMORY], { overhead: 0 });
    const T = async (algorithm: string): Promise<number> =>
      Math.max(...(await endsOf(makePattern(`bcast=${algorithm}`, { ranks: 8, bytes: 1_001 }), machine)));
    // Levels with 3, 2 and 1 children: 3 + 2 + 1 messages in a row, and an L each. By a card 1 + 1 + 1.
    expect(await T('binomial')).toBe(6_000 + 300);
    expect(await T('chain')).toBe(7_000 + 700);
    expect(await T('linear')).toBe(7_000 + 100);
  });
});

/** Algorithms whose ranks send to several others, in batches of one size and of many. */
const PATTERNS = [
  'bcast=binomial',
  'bcast=ompi-binary',
  'bcast=knomial',
  'bcast=linear',
  'bcast=pipeline',
  'bcast=scatter-allgather',
  'scatter=binomial',
  'scatter=linear',
  'allgather=linear',
  'alltoall=linear',
  'alltoall=pairwise',
  'allreduce=reduce-bcast',
  'barrier=linear',
];

describe('copies in collectives', () => {
  it('are the same to HiGHS, sweeps, replay, its path and rows with noise, on any machine', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          pattern: fc.constantFrom(...PATTERNS),
          ranks: fc.integer({ min: 2, max: 13 }),
          bytes: fc.integer({ min: 1, max: 400 }),
          above: fc.constantFrom(0, 20, 100),
          perNode: fc.integer({ min: 1, max: 6 }),
          values: fc.record({
            overhead: fc.constantFrom(0, 7, 300),
            gap: fc.constantFrom(0, 9),
            rendezvous: fc.constantFrom(0, 90, Number.POSITIVE_INFINITY),
            protocol: fc.constantFrom('rdma-read' as const, 'sync' as const),
            cpu: fc.constantFrom('free' as const, 'ordered' as const),
          }),
        }),
        async ({ pattern, ranks, bytes, above, perNode, values }) => {
          const ways = [{ L: 10, G: 1, above }, { L: 30, G: 0.5, above }, CARD];
          // The nearest of a node, the others of it, other nodes.
          const machine = machineOn(ways, values, (source, destination) => {
            if (Math.floor(source / perNode) !== Math.floor(destination / perNode)) return 2;
            return Math.abs(source - destination) < 2 ? 0 : 1;
          });
          const schedule = makePattern(pattern, { ranks, bytes });
          await endsOf(schedule, machine);
          const free: Machine = { ...machine, nic: 'free' };
          const [shared, alone] = [machine, free].map((one) => new Replay(buildGraph(schedule, one), one));
          expect(shared.runtime).toBeGreaterThanOrEqual(alone.runtime - 1e-6);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

/** A message in a fluid service: when it may begin, its bytes, and ns a byte while it is alone. */
interface Flow {
  readonly at: number;
  readonly bytes: number;
  readonly G: number;
}

/** When each ends, ns: those that are under way move the same bytes in the same time. */
function fluid(flows: readonly Flow[]): number[] {
  const left = flows.map(({ bytes }) => bytes);
  const ends = flows.map(({ at, bytes }) => (bytes === 0 ? at : Number.POSITIVE_INFINITY));
  for (let now = Math.min(...flows.map(({ at }) => at)); ; ) {
    const active = flows.flatMap(({ at }, i) =>
      at <= now && ends[i] === Number.POSITIVE_INFINITY ? [i] : [],
    );
    const next = Math.min(...flows.filter(({ at }) => at > now).map(({ at }) => at));
    if (active.length === 0) {
      if (next === Number.POSITIVE_INFINITY) return ends;
      now = next;
      continue;
    }
    const perByte = active.reduce((sum, i) => sum + flows[i].G, 0);
    const least = Math.min(...active.map((i) => left[i]));
    const moved = Math.min(least, (next - now) / perByte);
    now = moved === least ? now + least * perByte : next;
    for (const i of active) {
      left[i] = moved === least && left[i] === least ? 0 : left[i] - moved;
      if (left[i] === 0) ends[i] = now;
    }
  }
}

/** Copies through up to three channels: sizes, and G of each channel. */
const batches = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 9 }),
  gaps: fc.array(fc.constantFrom(0.25, 1, 3), { minLength: 1, maxLength: 3 }),
  o: fc.constantFrom(0, 1, 40),
});

interface Batch {
  readonly sizes: readonly number[];
  readonly gaps: readonly number[];
  readonly o: number;
}

/**
 * When each message has come: by rows, by a fluid service to which the CPU hands one after another, and by the simulation
 * of `replay`.
 */
function served({ sizes, gaps, o }: Batch, cpu: Sharing): Record<'rows' | 'fluids' | 'simulated', number[]> {
  const ways = gaps.map((G): Way => ({ L: 100, G, above: 0 }));
  const way = (to: number): number => to % gaps.length;
  const machine = machineOn(ways, { overhead: o, cpu }, (_, to) => way(to));
  const schedule = star(sizes);
  const replay = new Replay(buildGraph(schedule, machine), machine);
  const recvs = sizes.map((_, i) => schedule.rankStart[i + 1]);
  const flows = sizes.map((bytes, i): Flow => {
    const at = cpu === 'free' ? o : (i + 1) * o;
    return { at, bytes: bytes - 1, G: gaps[way(i + 1)] };
  });
  const { ends } = simulate(schedule, machine);
  return {
    rows: recvs.map((recv) => replay.endOf(recv) - o - 100),
    fluids: fluid(flows),
    simulated: sizes.map((_, i) => ends[i + 1] - o - 100),
  };
}

describe('copies against a fluid service', () => {
  it('end when it says, where they are handed over together', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { rows, fluids } = served(batch, 'free');
        rows.forEach((end, i) => {
          expect(end).toBeCloseTo(fluids[i], 6);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('are that service in a simulation, whenever they come', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { simulated, fluids } = served(batch, 'ordered');
        simulated.forEach((end, i) => {
          expect(end).toBeCloseTo(fluids[i], 6);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('that begins when the CPU of a receiver is free: by hand', () => {
    // The second comes at 120, the first, which came at 110, waits until 130: 10 bytes alone, 40 of both, the last 10 of the first.
    const busy = goal(
      'a: send 51b to 1\nb: send 51b to 2',
      'c: calc 130\na: recv 51b from 0\na requires c',
      'b: recv 51b from 0',
    );
    expect([...simulate(busy, machineOn([MEMORY])).ends]).toEqual([20, 230, 220]);
    // By a card: 50 and o behind 130, and behind 50 + 110.
    expect([...simulate(busy, machineOn([{ ...MEMORY, above: null }])).ends]).toEqual([60, 190, 220]);
    // A sender that waits goes on when its receiver begins; a receive that is posted meanwhile waits for the copy.
    const late = goal(
      'a: send 51b to 1\nc: calc 7\nc requires a',
      'c: calc 5 cpu 1\na: recv 51b from 0\na requires c',
    );
    const waits = { rendezvous: 0, protocol: 'sync' } as const;
    expect([...simulate(late, machineOn([MEMORY], waits)).ends]).toEqual([110 + 7, 170]);
  });

  it('and never before the lower bound of cards', async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.constantFrom(0, 9), async ({ sizes, gaps, o }, gap) => {
        const ways = gaps.map((G): Way => ({ L: 100, G, above: 0 }));
        const machine = machineOn(
          ways,
          { overhead: o, gap, cpu: 'free', nic: 'free' },
          (_, to) => to % gaps.length,
        );
        const schedule = star(sizes);
        const model = await lowerModel(buildGraph(schedule, machine), machine, null, { engine: 'sweep' });
        const { runtime } = await sensitivity(model);
        expect(runtime).toBeLessThanOrEqual(simulate(schedule, machine).runtime + 1e-6);
      }),
      { numRuns: runs(300) },
    );
  });

  it('where the CPU hands over one after another, within the o between the first and the last', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { rows, fluids } = served(batch, 'ordered');
        const together = served(batch, 'free').rows;
        const gaps = batch.sizes.map((_, i) => batch.gaps[(i + 1) % batch.gaps.length]);
        const apart = (rows.length - 1) * batch.o;
        const turns = gaps.reduce((sum, G) => sum + G, 0) / Math.min(...gaps);
        rows.forEach((end, i) => {
          const alone = (i + 1) * batch.o + (batch.sizes[i] - 1) * gaps[i];
          expect(end).toBeCloseTo(Math.max(together[i], alone), 6);
          // When the last is handed over no more is left than all, and no more is gone than one has moved alone.
          expect(end).toBeGreaterThanOrEqual(fluids[i] - apart - 1e-6);
          expect(end).toBeLessThanOrEqual(fluids[i] + (turns - 1) * apart + 1e-6);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('whose ends no rows give: as the second comes later the first ends earlier', () => {
    // Two of 100 ns, the second 40 later: 40 alone, 60 of each at half speed. The rows say 200.
    const { rows, fluids } = served({ sizes: [101, 101], gaps: [1], o: 40 }, 'ordered');
    expect(fluids).toEqual([40 + 40 + 120, 40 + 200]);
    expect(rows).toEqual([40 + 200, 40 + 200]);
    // With more o between, the first ends before: its end falls as the post of the second rises.
    expect(served({ sizes: [101, 101], gaps: [1], o: 60 }, 'ordered').fluids[0] - 60).toBe(60 + 80);
  });
});
