import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { sensitivity, tolerance } from '../../src/analysis/sensitivity.js';
import { buildGraph, orderFor } from '../../src/graph/execution-graph.js';
import { orderWarning } from '../../src/graph/graph-events.js';
import { issuedBefore } from '../../src/graph/program-order.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { Replay } from '../../src/timing/replay.js';
import { goal } from '../goal.js';

/** L 100, o 10, and 50 ns for the bytes of a message of 51 B. */
const free: Machine = logGPS({ L: 100, o: 10, G: 1 });
const ordered: Machine = { ...free, cpu: 'ordered', nic: 'ordered' };
const BYTES = 51;

const collective = (spec: string, ranks: number, bytes = BYTES): Schedule =>
  makePattern(spec, { ranks, bytes });

/** T by both engines and by replay, which must be the same number. */
async function runtime(schedule: Schedule, machine: Machine): Promise<number> {
  const found: number[] = [];
  for (const engine of ['sweep', 'highs'] as const) {
    const model = await Model.of(schedule, machine, { engine });
    found.push((await sensitivity(model)).runtime);
  }
  const replay = new Replay(buildGraph(schedule, machine), machine);
  expect(found[1]).toBeCloseTo(found[0], 6);
  expect(replay.runtime).toBeCloseTo(found[0], 6);
  return found[0];
}

describe('receives in program order', () => {
  it('count once, however often a dependency is repeated', async () => {
    const program = (repeated: string): Schedule =>
      goal(
        `a: recv 8b from 1\nb: recv 8b from 2\nc: calc 10\nc requires a\nc requires b\n${repeated}`,
        'a: send 8b to 0',
        'a: send 8b to 0',
      );
    // The first ends at 10 + 100 + 7 + 10; the second takes 7 and 10 more, and then comes the computation.
    expect(await runtime(program(''), ordered)).toBe(154);
    expect(await runtime(program('c requires b\nc requires a\nc requires b'), ordered)).toBe(154);
  });
});

describe('sends in program order', () => {
  it('leave max(o, g + (s − 1)·G) apart', async () => {
    // Posts at 0, 50, 100; the last arrives at 100 + 10 + 100 + 50 and costs o: 270. Free: all leave at 0.
    const linear = collective('bcast=linear', 4);
    expect(await runtime(linear, free)).toBe(170);
    expect(await runtime(linear, ordered)).toBe(270);
    // g + (s − 1)·G = 80: posts at 0, 80, 160.
    expect(await runtime(linear, { ...ordered, gap: 30 })).toBe(330);
    // 1 B: o = 10 apart.
    expect(await runtime(collective('bcast=linear', 4, 1), ordered)).toBe(20 + 10 + 100 + 10);
    // Only the CPU, only the NIC.
    expect(await runtime(linear, { ...ordered, nic: 'free' })).toBe(190);
    expect(await runtime(collective('bcast=linear', 4, 1), { ...ordered, cpu: 'free' })).toBe(120);
  });

  it('are those that wait for the same, what waits for them, and what a call says', () => {
    const before = (schedule: Schedule): number[] => [...issuedBefore(schedule)];
    // a and b wait for x; c waits for b; d waits for y, which nobody can place.
    const schedule = goal(
      'x: calc 1\ny: calc 2\na: send 1b to 1\na requires x\nb: send 1b to 1\nb requires x\nc: send 1b to 1\nc irequires b\nd: send 1b to 1 tag 1\nd requires y',
      'p: recv 1b from 0\nq: recv 1b from 0\nr: recv 1b from 0\ns: recv 1b from 0 tag 1',
    );
    expect(before(schedule).slice(0, 6)).toEqual([NONE, NONE, NONE, 2, 3, NONE]);
  });

  it('of which the first waits for more are not ordered: the other may be ready before', () => {
    const two = (first: string, second: string): number =>
      issuedBefore(
        goal(
          `x: calc 1\ny: calc 2\na: send 1b to 1\n${first}\nb: send 1b to 1\n${second}`,
          'p: recv 1b from 0\nq: recv 1b from 0',
        ),
      )[3];
    expect(two('a requires x\na requires y', 'b requires x')).toBe(NONE);
    expect(two('a requires x', 'b requires x\nb requires y')).toBe(2);
    expect(two('a requires x\na requires y', 'b requires x\nb requires y')).toBe(2);
    expect(two('a requires x', 'b irequires x')).toBe(NONE);
  });

  it('of different NICs do not wait for each other', () => {
    const schedule = goal(
      'a: send 9b to 1 nic 0\nb: send 9b to 1 nic 1\nc: send 9b to 1 nic 0',
      'a: recv 9b from 0\nb: recv 9b from 0\nc: recv 9b from 0',
    );
    expect([...issuedBefore(schedule)].slice(0, 3)).toEqual([NONE, NONE, 0]);
  });
});

describe('receives in program order', () => {
  it('end o + (s − 1)·G apart in a loop of blocking receives', async () => {
    // All send at 0, all arrive at 160: ends at 170, 230, 290.
    expect(await runtime(collective('reduce=linear', 4), ordered)).toBe(290);
    expect(await runtime(collective('gather=linear', 4), ordered)).toBe(290);
    expect(await runtime(collective('reduce=linear', 4), free)).toBe(170);
    // Only the CPU: ends 10 apart. Only the NIC: data come 50 apart.
    expect(await runtime(collective('reduce=linear', 4), { ...ordered, nic: 'free' })).toBe(190);
    expect(await runtime(collective('reduce=linear', 4), { ...ordered, cpu: 'free' })).toBe(270);
  });

  /** Two messages of so many bytes that arrive at once, and are taken one behind the other. */
  const two = (bytes: number): Schedule =>
    goal(
      `a: send ${bytes}b to 2`,
      `a: send ${bytes}b to 2 tag 1`,
      `x: recv ${bytes}b from 0\ny: recv ${bytes}b from 1 tag 1\ny requires x`,
    );

  it('take their data g + (s − 1)·G apart', async () => {
    const spaced: Machine = { ...ordered, gap: 2_000 };
    // Both arrive at 10 + 100; the second is in at 2110, and costs o.
    expect(await runtime(two(1), spaced)).toBe(2_120);
    expect(await runtime(two(1), { ...spaced, cpu: 'free' })).toBe(2_120);
    // Without NICs in order g counts nowhere: 120, and o more.
    expect(await runtime(two(1), { ...spaced, nic: 'free' })).toBe(130);
    // Both arrive at 160; in at 160 + 2000 + 50.
    expect(await runtime(two(51), spaced)).toBe(2_220);
    // Of a g below o the CPU decides: taken at 170, in at 170 + 50.
    expect(await runtime(two(51), { ...ordered, gap: 3 })).toBe(230);
    // Of one above it the card does: in at 160 + 13 + 50.
    expect(await runtime(two(51), { ...ordered, gap: 13 })).toBe(233);
  });

  it('are steps of the path, behind each other', async () => {
    const stepsOf = async (machine: Machine): Promise<unknown[]> => {
      const { steps } = criticalPath(await Model.of(two(51), machine, { engine: 'sweep' }));
      return steps.map(({ op, start, end, overhead, bandwidth }) => [op, start, end, overhead, bandwidth]);
    };
    // Sent, taken, the bytes of the next behind it, taken.
    expect(await stepsOf(ordered)).toEqual([
      [0, 0, 160, 10, 50],
      [2, 160, 170, 10, 0],
      [3, 170, 220, 0, 50],
      [3, 220, 230, 10, 0],
    ]);
    // Sent, the gap and the bytes behind what came first, taken.
    expect(await stepsOf({ ...ordered, gap: 2_000 })).toEqual([
      [0, 0, 160, 10, 50],
      [3, 160, 2_210, 0, 2_050],
      [3, 2_210, 2_220, 10, 0],
    ]);
    // Only the CPU: taken one after the other.
    expect((await stepsOf({ ...ordered, nic: 'free' })).at(-1)).toEqual([3, 170, 180, 10, 0]);
  });

  it('hold for messages that the receiver fetches', async () => {
    // Rendezvous: meet at 100, ends at 100 + 20 + 300 + 50 = 470, 530, 590; the last sender o later.
    const machine: Machine = { ...ordered, rendezvous: 0 };
    expect(await runtime(collective('reduce=linear', 4), { ...machine, cpu: 'free', nic: 'free' })).toBe(480);
    expect(await runtime(collective('reduce=linear', 4), machine)).toBe(600);
    expect(await runtime(collective('reduce=linear', 4), { ...machine, protocol: 'sync' })).toBe(290);
  });
});

const THREE_SENDS = Array(3).fill('a: send 51b to 0');

describe('receives in any order', () => {
  const exchange = goal(
    'a: recv 51b from 1\nb: recv 51b from 2\nc: recv 51b from 3\nw: calc 0\nw requires a\nw requires b\nw requires c',
    ...THREE_SENDS,
  );

  it('take at least their sum', async () => {
    // 10 + 100 + 3·(10 + 50).
    expect(await runtime(exchange, ordered)).toBe(290);
    expect(await runtime(exchange, free)).toBe(170);
    expect(await runtime(exchange, { ...ordered, nic: 'free' })).toBe(10 + 100 + 50 + 30);
    expect(await runtime(exchange, { ...ordered, cpu: 'free' })).toBe(10 + 100 + 150 + 10);
    const { warnings } = buildGraph(exchange, ordered);
    expect(warnings.map(({ code }) => code)).toEqual(['any-order']);
  });

  it('are waited for one by one as well', async () => {
    const waits = goal(
      'a: recv 51b from 1\nb: recv 51b from 2\nc: recv 51b from 3\nu: calc 0\nu requires a\nv: calc 0\nv requires u\nv requires b\nw: calc 0\nw requires v\nw requires c',
      ...THREE_SENDS,
    );
    expect(await runtime(waits, ordered)).toBe(290);
  });

  it('count from the last send that all of their messages wait for', async () => {
    // Rank 0 tells 1 and 2 after 1,000 ns: posts at 1000 and 1010 (1 B), heard at 1120 and 1130, answers of 51 B. From
    // the first of the two sends: 1000 + 10 + 100 + 2·60 = 1230. The messages alone: 1130 + 10 + 150 + 10 = 1300.
    const told = (bytes: number): Schedule =>
      goal(
        [
          't: calc 1000\na: send 1b to 1\na requires t\nb: send 1b to 2\nb requires t',
          `p: recv ${bytes}b from 1\nq: recv ${bytes}b from 2\nw: calc 0\nw requires p\nw requires q`,
        ].join('\n'),
        ...Array(2).fill(`r: recv 1b from 0\ns: send ${bytes}b to 0\ns requires r`),
      );
    const schedule = told(51);
    expect(await runtime(schedule, ordered)).toBe(1300);
    const { program } = buildGraph(schedule, ordered);
    expect([...(program?.windows.byOp.values() ?? [])]).toMatchObject([{ op: 5, from: 1, count: 2 }]);
    // Nothing is left for the end of the program to wait for.
    expect(program?.windows.atEnd).toEqual([]);
    // 1,000 B each: 1000 + 110 + 2·(10 + 999) = 3128 against 1130 + 10 + 100 + 999 + 10 = 2249.
    const large = told(1000);
    expect(await runtime(large, ordered)).toBe(3128);
    const { runtime: total, ...shares } = criticalPath(await Model.of(large, ordered, { engine: 'sweep' }));
    expect(total).toBe(3128);
    expect(shares.computation + shares.overhead + shares.latency + shares.bandwidth).toBeCloseTo(3128, 6);
  });
});

it('bounds receives that only the end of the program waits for', async () => {
  // As waited for above.
  const open = goal('a: recv 51b from 1\nb: recv 51b from 2\nc: recv 51b from 3', ...THREE_SENDS);
  expect(await runtime(open, ordered)).toBe(290);
  const path = criticalPath(await Model.of(open, ordered, { engine: 'sweep' }));
  expect([path.runtime, path.overhead, path.latency, path.bandwidth]).toEqual([290, 40, 100, 150]);
});

it('is not mixed with serial resources', () => {
  const schedule = goal('a: calc 1');
  expect(() => buildGraph(schedule, { ...free, cpu: 'serial', nic: 'ordered' })).toThrow(/contradict/);
});

/** L 1000, o 100, 2 ns a byte, 30 ns between messages. */
const spaced: Machine = logGPS({ L: 1_000, o: 100, G: 2, g: 30 });
const cpu: Machine = { ...spaced, cpu: 'serial' };
const nic: Machine = { ...spaced, nic: 'serial' };

/** [start, end] of every operation. */
function times(schedule: Schedule, machine: Machine): (readonly [number, number])[] {
  const replay = new Replay(buildGraph(schedule, machine), machine);
  return Array.from({ length: schedule.operations }, (_, op) => [replay.startOf(op), replay.endOf(op)]);
}

describe('a serial CPU', () => {
  it('runs two computations one after the other', async () => {
    const schedule = goal('a: calc 100\nb: calc 50');
    expect(await runtime(schedule, spaced)).toBe(100);
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
    expect(warnings).toEqual([]);
  });

  it('is warned of by its pairs', () => {
    const said = (cpuEdges: number, nicEdges: number) =>
      orderWarning({ cpuBefore: null, nicBefore: null, cpuEdges, nicEdges }, 'L = 2 µs')?.message;
    const end = 'the order in which they become ready at L = 2 µs';
    expect(said(1, 0)).toBe(`1 pair of operations on a CPU keeps ${end}`);
    expect(said(0, 2)).toBe(`2 pairs of sends of a NIC keep ${end}`);
    expect(said(3, 1)).toBe(`3 pairs of operations on a CPU and 1 pair of sends of a NIC keep ${end}`);
    expect(said(0, 0)).toBeUndefined();
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
    expect(await runtime(schedule, spaced)).toBe(1_200);
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
    expect(await runtime(pair(11), spaced)).toBe(1_220);
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
    const both: Machine = { ...spaced, cpu: 'serial', nic: 'serial', gap: 1_000 };
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
    const plain = buildGraph(schedule, spaced);
    expect(plain).toMatchObject({ serial: null, warnings: [] });
    const serial = orderFor(plain, cpu);
    expect(serial.serial?.cpuEdges).toBe(1);
    expect(serial.warnings).toHaveLength(1);
    expect(orderFor(serial, { ...cpu, rendezvous: 7 }).warnings).toHaveLength(1);
    expect(orderFor(serial, spaced)).toMatchObject({ serial: null, warnings: [] });
    expect(orderFor(serial, { ...cpu, nic: 'serial' }).serial?.nicBefore).not.toBeNull();
  });

  it('is kept where only prices move', () => {
    const serial = buildGraph(schedule, cpu);
    expect(orderFor(serial, { ...cpu, overhead: 1 })).toBe(serial);
  });
});
