import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toleranceBy } from '../../src/analysis/group-tolerance.js';
import { breakdown } from '../../src/analysis/latency-breakdown.js';
import { GROUPINGS } from '../../src/analysis/message-groups.js';
import { Model } from '../../src/analysis/model.js';
import { pairMatrix, pairNetwork, pairwise, RankPairs } from '../../src/analysis/rank-pairs.js';
import { latencyShare } from '../../src/analysis/sensitivity.js';
import { UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { platformNetwork } from '../../src/platform/platform.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { SiteFrame } from '../../src/schedule/program-calls.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goal } from '../goal.js';
import { convert } from '../sources/liballprof/traces.js';
import { twoLevels } from './platforms.js';
import { channelMachines, placed, randomPrograms, scheduleOf } from './random-program.js';

/** 0 → 1 (8 B, a broadcast), 1 → 2 (1024 B, a send), 2 → 0 (1500 B, a send), one after the other. */
function relay() {
  const builder = new ScheduleBuilder(3);
  builder.beginRank(0);
  builder.callIs('MPI_Bcast');
  builder.send(8, 1);
  builder.callIs('MPI_Recv');
  builder.recv(1500, 2);
  builder.beginRank(1);
  builder.callIs('MPI_Bcast');
  builder.recv(8, 0);
  builder.callIs('MPI_Send');
  builder.requires(builder.send(1024, 2), 0);
  builder.beginRank(2);
  builder.callIs('MPI_Recv');
  builder.recv(1024, 1);
  builder.callIs('MPI_Send');
  builder.requires(builder.send(1500, 0), 0);
  return builder.finish();
}

// Ranks 0 and 1 share a node (100 ns), rank 2 is on the other (1000 ns): T = 6·10 + 100 + 1000 + 1000 = 2160.
const machine = {
  ...logGPS({ L: 0, o: 10, G: 0 }),
  network: platformNetwork(twoLevels(2, 2, 100, 1000), Int32Array.of(0, 1, 2)),
};
const nodeName = (rank: number): string => (rank < 2 ? 'a' : 'b');

describe('a breakdown', () => {
  it('by rank counts messages at their sender, and beside it at their receiver', async () => {
    const model = await Model.of(relay(), machine, { engine: 'sweep' });
    const found = breakdown(model, 'rank');
    expect(found).toMatchObject({ runtime: 2160, lambda: 3, latency: 2100 });
    expect(found.groups).toEqual([
      { name: 'rank 1', lambda: 1, latencies: 1, bytes: 1023, latency: 1000, received: 1 },
      { name: 'rank 2', lambda: 1, latencies: 1, bytes: 1499, latency: 1000, received: 1 },
      { name: 'rank 0', lambda: 1, latencies: 1, bytes: 7, latency: 100, received: 1 },
    ]);
  });

  it('by node, message size and call', async () => {
    const model = await Model.of(relay(), machine, { engine: 'sweep' });
    const told = (by: (typeof GROUPINGS)[number]): unknown[] =>
      breakdown(model, by, nodeName).groups.map((group) => [group.name, group.lambda, group.latency]);
    expect(told('node')).toEqual([
      ['a to b', 2, 2000],
      ['within a', 1, 100],
    ]);
    expect(told('message-size')).toEqual([
      ['8 B to 16 B', 1, 100],
      ['1 KiB to 2 KiB', 2, 2000],
    ]);
    expect(told('call')).toEqual([
      ['MPI_Send', 2, 2000],
      ['MPI_Bcast', 1, 100],
    ]);
  });

  it('by site: a ring of two calls, solved by hand', async () => {
    // Each of two ranks sends 1 B from line 10, then, when it has the other's, 3 B from line 20:
    // T = 2·(L + 2·o) + (1 + 3 − 2)·G = 2·(100 + 20) + 2·5 = 250, a latency and 0 or 2 bytes at G each.
    const builder = new ScheduleBuilder(2);
    for (const rank of [0, 1]) {
      builder.beginRank(rank);
      builder.callIs('MPI_Sendrecv');
      builder.siteIs(0);
      builder.send(1, 1 - rank, 1);
      const got = builder.recv(1, 1 - rank, 1);
      builder.siteIs(1);
      builder.requires(builder.send(3, 1 - rank, 2), got);
      builder.recv(3, 1 - rank, 2);
    }
    const list = [10, 20].map((offset) => ({ frames: [{ object: '/bin/ring', offset }] }));
    const schedule = builder.finish({ list, source: 'rank 0', date: Number.NaN });
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 5 }), { engine: 'sweep' });
    const names = ({ offset }: SiteFrame) => [{ function: 'ring', file: '/home/me/ring.c', line: offset }];
    const found = breakdown(model, 'site', undefined, names);
    expect(found).toMatchObject({ runtime: 250, lambda: 2, latency: 200 });
    expect(found.groups.map(({ site, ...group }) => ({ ...group, file: site?.site.place.file }))).toEqual([
      ...[10, 20].map((line) => ({
        name: `ring.c:${line} MPI_Sendrecv`,
        file: '/home/me/ring.c',
        lambda: 1,
        latencies: 1,
        bytes: line === 10 ? 0 : 2,
        latency: 100,
      })),
    ]);
    expect(breakdown(model, 'site').groups.map(({ name }) => name)).toEqual([
      'ring+0xa MPI_Sendrecv',
      'ring+0x14 MPI_Sendrecv',
    ]);
  });

  it('counts both ways between two nodes as one, whichever rank is the lower', async () => {
    const model = await Model.of(relay(), machine, { engine: 'sweep' });
    const { groups } = breakdown(model, 'node', (rank) => (rank === 1 ? 'b' : 'a'));
    expect(groups.map(({ name, lambda, latency }) => [name, lambda, latency])).toEqual([
      ['a to b', 2, 1100],
      ['within a', 1, 1000],
    ]);
  });

  it('says what it is missing', async () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(5);
    const model = await Model.of(builder.finish(), machine, { engine: 'sweep' });
    expect(() => breakdown(model, 'node')).toThrow(UsageError);
    expect(() => breakdown(model, 'call')).toThrow(/does not record the MPI calls/);
    expect(() => breakdown(model, 'site')).toThrow(/does not record the call sites/);
    expect(breakdown(model, 'rank').groups).toEqual([]);
  });

  it('adds up to λ_L and to the latency of the critical path', async () => {
    await fc.assert(
      fc.asyncProperty(randomPrograms({ ranks: 5, steps: 60 }), channelMachines, async (program, own) => {
        const model = await Model.of(placed(scheduleOf(program)), own, { engine: 'sweep' });
        const solved = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
        for (const by of GROUPINGS) {
          const { groups, lambda, runtime, latency } = breakdown(model, by, nodeName);
          expect(runtime).toBeCloseTo(solved.runtime, 6);
          expect(lambda).toBe(solved.lambda);
          expect(groups.reduce((sum, one) => sum + one.lambda, 0)).toBe(solved.lambda);
          // Paths that tie in T and λ may share their time differently where classes differ.
          if (own.network.latencies.length === 1)
            expect(latency).toBeCloseTo(latencyShare(model, solved.routeLatencies), 6);
          if (by === 'rank')
            expect(groups.reduce((sum, one) => sum + (one.received ?? 0), 0)).toBe(solved.lambda);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const L = 1000;
const plain = logGPS({ L, o: 0, G: 0 });

/** There, back and there again: on a duplicate, the world, the duplicate. 10 µs lie before the first send. */
function chain(rank: number): string[] {
  const dup = `770${rank},${rank},2`;
  const other = 1 - rank;
  const send = (at: number, comm: string) => `MPI_Send:${at}:1:1:D:${other}:5:${comm}:${at}`;
  const recv = (at: number, comm: string) => `MPI_Recv:${at}:1:1:D:${other}:5:${comm}:0:${at}`;
  const calls = rank === 0 ? [send, recv, send] : [recv, send, recv];
  return ['MPI_Comm_dup:100:W:4444:100', ...[dup, 'W', dup].map((comm, i) => calls[i](110, comm))];
}

async function model() {
  const { schedule } = await convert([0, 1].map(chain), { skipCalls: ['Comm_dup'] });
  return Model.of(schedule, plain, { engine: 'sweep' });
}

const MADE = 'MPI_Comm_dup of rank0:6';

describe('messages by communicator', () => {
  it('share λ and latency as the chain does', async () => {
    const { groups, lambda, runtime } = breakdown(await model(), 'communicator');
    // 10 µs, three latencies, and 890 µs from the last call to MPI_Finalize on rank 1.
    expect({ lambda, runtime }).toEqual({ lambda: 3, runtime: 10_000 + 3 * L + 890_000 });
    expect(groups).toEqual([
      { name: 'communicator 1 (2 ranks)', made: MADE, lambda: 2, latencies: 2, bytes: 14, latency: 2 * L },
      { name: 'MPI_COMM_WORLD', lambda: 1, latencies: 1, bytes: 7, latency: L },
    ]);
  });

  it('bear latency in inverse proportion', async () => {
    const naming = { nodeName: undefined, siteNames: () => [] };
    const { groups } = await toleranceBy(await model(), 'communicator', [1], naming);
    const percent = 0.01 * (10_000 + 3 * L + 890_000);
    expect(groups.map(({ name, made, messages }) => ({ name, made, messages }))).toEqual([
      { name: 'communicator 1 (2 ranks)', made: MADE, messages: 2 },
      { name: 'MPI_COMM_WORLD', made: undefined, messages: 1 },
    ]);
    expect(groups[0].tolerance[0].added).toBeCloseTo(percent / 2, 6);
    expect(groups[1].tolerance[0].added).toBeCloseTo(percent, 6);
  });

  it('are refused where the input tells of no calls, with a way out', async () => {
    const goal = await Model.of(parseGoal('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n'), plain);
    expect(() => breakdown(goal, 'communicator')).toThrow(
      /does not record the communicators of its messages\. Group by rank or message-size, or read traces/,
    );
  });
});

const ENGINES = ['sweep', 'highs'] as const;

describe('pairwise sensitivities', () => {
  // 0 → 1 (11 B), 1 → 2 (21 B), 2 → 1 (31 B), one after the other: λ_L^{01} = 1, λ_L^{12} = 2, bytes 10 and 20 + 30.
  // Rank 3 sends to 0, who does not wait for it long.
  const schedule = goal(
    'l1: send 11b to 1\nl2: recv 5b from 3',
    'l1: recv 11b from 0\nl2: send 21b to 2\nl2 requires l1\nl3: recv 31b from 2\nl3 requires l2',
    'l1: recv 21b from 1\nl2: send 31b to 1\nl2 requires l1',
    'l1: send 5b to 0',
  );

  it.each(ENGINES)('count messages and bytes by pair, %s', async (engine) => {
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 1 }), { engine });
    const found = await pairwise(model);
    expect(found.by).toBe(engine);
    expect(found.runtime).toBeCloseTo(3 * 120 + 60, 9);
    expect(found.pairs).toEqual([
      { low: 0, high: 1, lambdaL: 1, lambdaG: 10 },
      { low: 1, high: 2, lambdaL: 2, lambdaG: 50 },
    ]);
    expect([...pairMatrix(found, 'L')]).toEqual([0, 1, 0, 0, 1, 0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    expect([...pairMatrix(found, 'G')].reduce((a, b) => a + b, 0)).toBe(120);
  });

  it('come from the replayed path where more pairs communicate than routes can tell apart', async () => {
    const model = await Model.of(schedule, logGPS({ L: 100, o: 10, G: 1 }), { engine: 'sweep' });
    const solved = await pairwise(model);
    const replayed = await pairwise(model, { maxPairs: 2 });
    expect(replayed.by).toBe('replay');
    expect(replayed.pairs).toEqual(solved.pairs);
    expect(replayed.runtime).toBeCloseTo(solved.runtime, 9);
  });

  it('add up to λ_L on both engines, and each is what its pair adds to T', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPrograms({ ranks: 5, steps: 30 }),
        channelMachines,
        fc.integer({ min: 1, max: 400 }),
        async (program, machine, more) => {
          const schedule = scheduleOf(program);
          for (const engine of ENGINES) {
            const model = await Model.of(schedule, machine, { engine });
            const { lambda } = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
            const found = await pairwise(model);
            expect(found.lambdaL).toBe(lambda);
            if (engine === 'highs') continue;
            for (const { low, high, lambdaL } of found.pairs) {
              const slower = await Model.of(schedule, slowerPair(machine, schedule, low, high, more), {
                engine,
              });
              const after = await slower.engine.evaluate(slower.lines(slower.latency), slower.latency.base);
              // T is convex in L_ij: it lies on or above its tangent.
              expect(after.runtime).toBeGreaterThanOrEqual(found.runtime + lambdaL * more - 1e-6);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** The machine with `more` ns on every message between two ranks. */
function slowerPair<M extends { network: Network }>(
  machine: M,
  schedule: Parameters<typeof Model.of>[0],
  low: number,
  high: number,
  more: number,
): M {
  const pairs = new RankPairs(schedule);
  const network = pairNetwork(machine.network, pairs);
  const slow = pairs.indexOf(low, high);
  const routes = network.routes.map((route, i) => (i === slow ? { ...route, constantNs: more } : route));
  return { ...machine, network: { ...network, routes } };
}
