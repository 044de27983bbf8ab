import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { buildGraph, orderFor } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';
import { Replay } from '../../src/timing/replay.js';
import { goal } from '../goal.js';

const free: Machine = logGPS({ L: 1_000, o: 100, G: 2, g: 30 });
const cpu: Machine = { ...free, cpu: 'serial' };
const nic: Machine = { ...free, nic: 'serial' };

/** [start, end] of every operation. */
function times(schedule: Schedule, machine: Machine): (readonly [number, number])[] {
  const replay = new Replay(buildGraph(schedule, machine), machine);
  return Array.from({ length: schedule.operations }, (_, op) => [replay.startOf(op), replay.endOf(op)]);
}

/** T by both engines, which must be the same number. */
async function runtime(schedule: Schedule, machine: Machine): Promise<number> {
  const found: number[] = [];
  for (const engine of ['sweep', 'highs'] as const) {
    const model = await Model.of(schedule, machine, { engine });
    found.push((await sensitivity(model)).runtime);
  }
  expect(found[1]).toBeCloseTo(found[0], 6);
  return found[0];
}

describe('a serial CPU', () => {
  it('runs two computations one after the other', async () => {
    const schedule = goal('a: calc 100\nb: calc 50');
    expect(await runtime(schedule, free)).toBe(100);
    expect(await runtime(schedule, cpu)).toBe(150);
    const { serial } = buildGraph(schedule, cpu);
    expect([...(serial?.cpuBefore ?? [])]).toEqual([NONE, 0]);
    expect(serial).toMatchObject({ cpuEdges: 1, nicBefore: null, nicEdges: 0 });
  });

  it('is one of each rank and number', async () => {
    expect(await runtime(goal('a: calc 100\nb: calc 50 cpu 1'), cpu)).toBe(100);
    expect(await runtime(goal('a: calc 100', 'a: calc 50'), cpu)).toBe(100);
    expect(await runtime(goal('a: calc 100 cpu 3\nb: calc 50\nc: calc 7 cpu 3'), cpu)).toBe(107);
  });

  it('serves who is ready first, of those ready at once the first of the program', () => {
    // a and c are ready at 0, b at 10: a 0–10, c 10–40, b 40–140.
    const schedule = goal('a: calc 10\nb: calc 100\nb requires a\nc: calc 30');
    expect(times(schedule, cpu)).toEqual([
      [0, 10],
      [40, 140],
      [10, 40],
    ]);
  });

  it('counts the delays of others in who is ready', () => {
    // Rank 0: a 0–100, b 100–150, then c. Without the delay of b, c would be ready at 50, before d at 60.
    const schedule = goal(
      'a: calc 100\nb: calc 50\nc: calc 1 cpu 1\nc requires b\nx: calc 60 cpu 2\nd: calc 5 cpu 1\nd requires x',
    );
    expect(times(schedule, cpu).slice(2)).toEqual([
      [150, 151],
      [0, 60],
      [60, 65],
    ]);
    expect([...(buildGraph(schedule, cpu).serial?.cpuBefore ?? [])]).toEqual([NONE, 0, 4, NONE, NONE]);
  });

  it('adds no edge where a dependency says the same', () => {
    const { serial, warnings } = buildGraph(goal('a: calc 1\nb: calc 2\nb requires a'), cpu);
    expect(serial?.cpuEdges).toBe(0);
    expect(warnings).toEqual([
      {
        code: 'order-edges',
        message:
          "added 0 order edges so that operations of a CPU run one at a time, in the order in which operations become ready at the machine's parameters",
      },
    ]);
  });

  it('is not held by a receive that waits', async () => {
    // The message arrives at o + L + 10 G = 1120; the computation is over by then.
    const short = goal('a: send 11b to 1', 'x: recv 11b from 0\nb: calc 500');
    expect(await runtime(short, cpu)).toBe(1_220);
    expect(times(short, cpu)).toEqual([
      [0, 100],
      [0, 1_220],
      [0, 500],
    ]);
    // One of 1200 ns keeps the CPU beyond the arrival.
    expect(await runtime(goal('a: send 11b to 1', 'x: recv 11b from 0\nb: calc 1200'), cpu)).toBe(1_300);
  });

  it('takes in two messages one after the other', async () => {
    const schedule = goal('a: send 1b to 2', 'a: send 1b to 2', 'x: recv 1b from 0\ny: recv 1b from 1');
    // Both arrive at o + L.
    expect(await runtime(schedule, free)).toBe(1_200);
    expect(await runtime(schedule, cpu)).toBe(1_300);
  });

  it('keeps its order while L moves', async () => {
    // At L = 1000 b (0–1200) comes before x (arrival at 1100). At L = 0 the message is there at 100 and waits still.
    const schedule = goal('a: send 1b to 1', 'x: recv 1b from 0\nb: calc 1200\nc: calc 50\nc requires x');
    const model = await Model.of(schedule, cpu, { engine: 'sweep' });
    const at = async (L: number): Promise<number> =>
      (await model.engine.evaluate(model.lines(model.latency), L)).runtime;
    expect(await at(1_000)).toBe(1_200 + 100 + 50);
    expect(await at(0)).toBe(1_200 + 100 + 50);
    expect(await at(5_000)).toBe(5_100 + 100 + 50);
    // 10 % of 1350: 135 ns more, behind the slack of 100.
    const { tolerance: found } = await tolerance(model, [10]);
    expect(found[0].value).toBeCloseTo(1_235, 6);
  });

  it.each([
    // Meeting at L + 0 = 1000: the receive's CPU is busy to 1500, and 2 o + 3 L + 10 G follow; the send one o more.
    ['rdma-read', [1_500 + 3_320, 1_500 + 3_220]],
    // The receive goes on at 1500, and the send ends with it.
    ['sync', [1_600, 1_600]],
  ] as const)('delays a rendezvous where both meet: %s', (protocol, ends) => {
    const schedule = goal('a: send 11b to 1', 'x: recv 11b from 0\nb: calc 1500');
    const machine: Machine = { ...cpu, rendezvous: 10, protocol };
    expect(
      times(schedule, machine)
        .slice(0, 2)
        .map(([, end]) => end),
    ).toEqual(ends);
  });

  it('is held for o by a rendezvous send, not until it ends', () => {
    const schedule = goal('a: send 11b to 1\nb: calc 5', 'x: recv 11b from 0');
    expect(times(schedule, { ...cpu, rendezvous: 10 })[1]).toEqual([100, 105]);
    expect(times(schedule, { ...cpu, rendezvous: 10, protocol: 'sync' })[1]).toEqual([100, 105]);
  });

  it('leaves a deadlock a deadlock', () => {
    expect(() => buildGraph(goal('a: calc 1\nb: calc 1\na requires b\nb requires a'), cpu)).toThrow(
      /^deadlock: 2 operations/,
    );
  });
});

describe('a serial NIC', () => {
  const pair = (bytes: number): Schedule =>
    goal(
      `a: send ${bytes}b to 1\nb: send ${bytes}b to 1`,
      `x: recv ${bytes}b from 0\ny: recv ${bytes}b from 0`,
    );

  it('keeps o between small messages', async () => {
    // 11 B: max(100, 30 + 20) = 100, then o + L + 10 G + o.
    expect(await runtime(pair(11), free)).toBe(1_220);
    expect(await runtime(pair(11), nic)).toBe(1_320);
  });

  it('keeps g + (s − 1) G between large ones, and λ_G knows', async () => {
    // 201 B: 30 + 400, then 100 + 1000 + 400 + 100.
    expect(await runtime(pair(201), nic)).toBe(2_030);
    for (const engine of ['sweep', 'highs'] as const) {
      const { lambda } = await sensitivity(await Model.of(pair(201), nic, { engine }));
      expect(lambda).toEqual({ L: 1, G: 400, o: 2 });
    }
  });

  it('says what of the path is distance', async () => {
    const path = criticalPath(await Model.of(pair(201), nic, { engine: 'sweep' }));
    expect(path).toMatchObject({ runtime: 2_030, overhead: 200, latency: 1_000, bandwidth: 830 });
    expect(path.steps.map(({ op, start, end }) => [op, start, end])).toEqual([
      [0, 0, 430],
      [1, 430, 1_930],
      [3, 1_930, 2_030],
    ]);
  });

  it('is one of each number, and holds nothing but sends', async () => {
    const two = goal(
      'a: send 201b to 1\nb: send 201b to 1 nic 1',
      'x: recv 201b from 0\ny: recv 201b from 0',
    );
    expect(await runtime(two, nic)).toBe(1_600);
    expect(buildGraph(two, nic).serial?.nicEdges).toBe(0);
  });

  it('lets the CPU go on with others while a send waits for it', () => {
    // a leaves at 0, b may leave at 430; c is ready at 0 as well and comes in between.
    const schedule = goal(
      'a: send 201b to 1\nb: send 201b to 1\nc: calc 50',
      'x: recv 201b from 0\ny: recv 201b from 0',
    );
    expect(times(schedule, { ...nic, cpu: 'serial' }).slice(0, 3)).toEqual([
      [0, 100],
      [430, 530],
      [100, 150],
    ]);
  });

  it('counts g in when others become ready', () => {
    // b leaves at g = 1000 and c is ready at 1100; d, on the CPU of c, is ready at 600.
    const schedule = goal(
      'a: send 1b to 1\nb: send 1b to 1\nc: calc 5 cpu 1\nc requires b\nx: calc 600 cpu 2\nd: calc 5 cpu 1\nd requires x',
      'p: recv 1b from 0\nq: recv 1b from 0',
    );
    const both: Machine = { ...free, cpu: 'serial', nic: 'serial', gap: 1_000 };
    const found = times(schedule, both);
    expect([found[1], found[2], found[4]]).toEqual([
      [1_000, 1_100],
      [1_100, 1_105],
      [600, 605],
    ]);
  });

  it('sends who was ready first', () => {
    // b is ready at 20, c at 10; both wait for a to be injected.
    const schedule = goal(
      'a: send 201b to 1\np: calc 20\nq: calc 10\nb: send 201b to 1\nb requires p\nc: send 201b to 1\nc requires q',
      'x: recv 201b from 0\ny: recv 201b from 0\nz: recv 201b from 0',
    );
    expect(times(schedule, nic)[3][0]).toBe(860);
    expect(times(schedule, nic)[4][0]).toBe(430);
  });
});

describe('an order', () => {
  const schedule = goal('a: calc 10\nb: calc 20', '');

  it('is added and dropped with the machine', () => {
    const plain = buildGraph(schedule, free);
    expect(plain).toMatchObject({ serial: null, warnings: [] });
    const serial = orderFor(plain, cpu);
    expect(serial.serial?.cpuEdges).toBe(1);
    expect(serial.warnings).toHaveLength(1);
    expect(orderFor(serial, { ...cpu, rendezvous: 7 }).warnings).toHaveLength(1);
    expect(orderFor(serial, free)).toMatchObject({ serial: null, warnings: [] });
    expect(orderFor(serial, { ...cpu, nic: 'serial' }).serial?.nicBefore).not.toBeNull();
  });

  it('is kept where only prices move', () => {
    const serial = buildGraph(schedule, cpu);
    expect(orderFor(serial, { ...cpu, overhead: 1 })).toBe(serial);
  });
});
