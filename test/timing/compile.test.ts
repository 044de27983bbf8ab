import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { homogeneous } from '../../src/machine/parameters.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { NONE, type Schedule } from '../../src/schedule/schedule.js';
import { SweepEngine } from '../../src/solve/sweep/sweep-engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import type { Span } from '../../src/timing/checkpoints.js';
import { compile, compileMarked } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import type { TimingSystem } from '../../src/timing/timing-system.js';
import { goal } from '../goal.js';
import { twoClasses } from '../networks.js';

const machine = logGPS({ L: 1_000, o: 100, G: 2 });

const systemOf = (schedule: Schedule, on: Machine = machine): TimingSystem =>
  compile(buildGraph(schedule, on), on);

/** Rows as text: `0→1: 5 + 1ℓ0 + 2o + 10b`. */
function rows(system: TimingSystem): string[] {
  const found: string[] = [];
  for (let v = 0; v < system.vertices; v++) {
    for (let r = system.rowStart[v]; r < system.rowStart[v + 1]; r++) {
      let text = `${system.from[r]}→${v}: ${system.constant[r]}`;
      if (system.latencies[r] > 0) text += ` + ${system.latencies[r]}ℓ${system.route[r]}`;
      if (system.overheads[r] > 0) text += ` + ${system.overheads[r]}o`;
      if (system.bytes[r] > 0) text += ` + ${system.bytes[r]}b`;
      found.push(text);
    }
  }
  return found;
}

const runtime = async (system: TimingSystem, on: Machine = machine): Promise<number> => {
  const axis = latencyAxis(on);
  return (await new SweepEngine(system).evaluate(linesOf(system, axis), axis.base)).runtime;
};

/** Ranks 0 and 1 are near each other, others far. */
const ROUTES = {
  latencies: [10, 1_000],
  far: [2, 1],
  constants: [4, 0],
  routeOf: (source: number, destination: number) => (source + destination === 1 ? 0 : 1),
} as const;
const RELAY = goal(
  'a: send 11b to 1',
  'x: recv 11b from 0\na: send 11b to 2\na requires x',
  'x: recv 11b from 1',
);

it('adds rows of its own for what takes more overheads than a row counts, and says whose they are', async () => {
  const schedule = goal('a: calc 5');
  const span: Span = {
    start: NONE,
    constantNs: 7,
    overheads: 140_000,
    latencies: 1,
    bytes: 3,
    route: 0,
  };
  const { checkpoints, ...system } = compileMarked(buildGraph(schedule, machine), machine, {
    starts: [],
    joins: [],
    joinOf: new Map(),
    spansTo: new Map(),
    spansToEnd: [span],
  });
  expect(await runtime(system)).toBe(7 + 140_000 * 100 + 1_000 + 3 * 2);
  // Two vertices between three rows, of 65,535 overheads each but the last.
  expect([...checkpoints.amid.values()]).toEqual([span, span]);
  expect([...system.overheads].sort((a, b) => b - a).slice(0, 3)).toEqual([65_535, 65_535, 8_930]);
});

describe('compile', () => {
  it('leads to the end from each of many ends that nothing waits for, but not from those below another', () => {
    const sends = 300;
    const builder = new ScheduleBuilder(2);
    builder.beginRank(0);
    for (let i = 0; i < sends; i++) {
      const calc = builder.calc(2_000_000 - 1_000 * i);
      const send = builder.send(8, 1, i);
      builder.requires(send, calc);
    }
    builder.beginRank(1);
    for (let i = 0; i < sends; i++) builder.recv(8, 0, i);
    const system = systemOf(builder.finish());
    const last = system.vertices - 1;
    const ends = rows(system).filter((row) => row.includes(`→${last}:`));
    expect(ends.filter((row) => row.startsWith('0→'))).toEqual([`0→${last}: 2000000 + 1o`]);
    expect(ends.slice(1)).toEqual(Array.from({ length: sends }, (_, i) => `${i + 1}→${last}: 0 + 1o`));
  });

  it('folds a chain into one row', () => {
    const system = systemOf(goal('l1: calc 5\nl2: calc 7\nl2 requires l1\nl3: calc 1\nl3 requires l2'));
    expect(rows(system)).toEqual(['0→1: 13']);
  });

  it('holds whole sums below 2^32 in 32 bits, and any other as it is', async () => {
    const chain = (...ns: number[]): TimingSystem =>
      systemOf(
        goal(
          ns.map((one, i) => `l${i + 1}: calc ${one}${i > 0 ? `\nl${i + 1} requires l${i}` : ''}`).join('\n'),
        ),
      );
    const [small, large, broken] = [
      chain(2e9, 2e9),
      chain(1, 2e9, 2e9, 2e9, 3),
      chain(8, 0.25, 2e9, 2e9, 2e9),
    ];
    expect(small.constant).toEqual(Uint32Array.of(4e9));
    expect(large.constant).toEqual(Float64Array.of(6e9 + 4));
    expect(broken.constant).toEqual(Float64Array.of(6e9 + 8.25));
    expect([await runtime(large), await runtime(broken)]).toEqual([6e9 + 4, 6e9 + 8.25]);
    // A send of 2^32 + 1 bytes pays 2^32 of them: T = o + L + 2^32·G + o.
    const sent = systemOf(goal('l1: send 4294967297b to 1', 'l1: recv 4294967297b from 0'));
    expect(Math.max(...sent.bytes)).toBe(2 ** 32);
    expect(await runtime(sent)).toBe(1_200 + 2 ** 33);
  });

  it('asks for memory before costs that were in 32 bits become doubles', () => {
    const schedule = goal(
      'l1: calc 4000000000\nl2: calc 4000000000\nl2 requires l1\nl3: calc 1\nl3 requires l2',
    );
    const query: number[] = [];
    compile(buildGraph(schedule, machine), machine, { need: (bytes) => query.push(bytes) });
    // Posts and rows have room for 1,024 at least, at 8 bytes each.
    expect(query.filter((bytes) => bytes === 8 * 1024)).toHaveLength(2);
  });

  it('makes a vertex where a message meets its receive, and where ends meet', () => {
    // rank 0: 1000, send; rank 1: 500, recv, 1000: max(500, 1000 + o + L + 3 b) + o + 1000.
    const system = systemOf(
      goal(
        'l1: calc 1000\nl2: send 4b to 1\nl2 requires l1',
        'l1: calc 500\nl2: recv 4b from 0\nl2 requires l1\nl3: calc 1000\nl3 requires l2',
      ),
    );
    // Vertex 1 is the meeting point; the send's own end, 1000 + o, is one of the two ends of the program.
    expect(rows(system)).toEqual(['0→1: 1000 + 1ℓ0 + 1o + 3b', '0→2: 1000 + 1o', '1→2: 1000 + 1o']);
  });

  it('leaves out rows that another exceeds whatever the parameters are', () => {
    const system = systemOf(goal('l1: calc 5\nl2: calc 7\nl3: calc 1\nl3 requires l1\nl3 requires l2'));
    expect(rows(system)).toEqual(['0→1: 8']);
  });

  it('puts the price of an immediate dependency on it', async () => {
    const schedule = goal('l1: calc 5\nl2: calc 7\nl2 irequires l1');
    expect(await runtime(systemOf(schedule, { ...machine, async: 30 }), { ...machine, async: 30 })).toBe(37);
    expect(await runtime(systemOf(schedule))).toBe(7);
  });

  // Two nonblocking sends, then 100 ns: each send takes o of the CPU before what follows it begins.
  it('lets what follows the start of a send wait for its o, unless a time is said', async () => {
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: send 8b to 1\nl2: send 8b to 1 tag 1\nl2 irequires l1\nl3: calc 100\nl3 irequires l2\n}\nrank 1 {\nl1: recv 8b from 0\nl2: recv 8b from 0 tag 1\n}',
    );
    // The second send ends with its o, and so does the computation behind it: 2 o + 100 is all that is left of rank 0.
    expect(rows(systemOf(schedule, logGPS({ L: 0, o: 7, G: 0 })))).toContain('0→3: 100 + 2o');
    for (const [async, T] of [
      [null, 2 * 7 + 100],
      [0, 100],
      [3, 2 * 3 + 100],
    ] as const) {
      const machine = { ...logGPS({ L: 0, o: 7, G: 0 }), async };
      expect(await runtime(systemOf(schedule, machine), machine)).toBe(T);
    }
  });

  it('has one row for a program of nothing', async () => {
    const system = systemOf(parseGoal('num_ranks 2 rank 0 {} rank 1 {}'));
    expect(rows(system)).toEqual(['0→1: 0']);
    expect(await runtime(system)).toBe(0);
  });

  it('breaks a chain whose counts pass 16 bits', async () => {
    const n = 200_000;
    const builder = new ScheduleBuilder(2);
    builder.beginRank(0);
    for (let i = 0; i < n; i++) {
      builder.send(1, 1);
      if (i > 0) builder.requires(i, i - 1);
    }
    builder.beginRank(1);
    for (let i = 0; i < n; i++) builder.recv(1, 0);
    const system = systemOf(builder.finish());
    expect(system.overheads.some((count) => count > 60_000)).toBe(true);
    // The last message leaves at n o, arrives L later, and is taken in o.
    expect(await runtime(system)).toBe(n * 100 + 1_000 + 100);
    const axis = overheadAxis(machine);
    expect((await new SweepEngine(system).evaluate(linesOf(system, axis), axis.base)).lambda).toBe(n + 1);
  });

  it('breaks a chain where two routes meet in it', async () => {
    const network = twoClasses({ ...ROUTES, gaps: [1, 3] });
    const classes = { ...machine, network };
    // 0 → 1 near, 1 → 2 far: 100 + 14 + 10 + 100, 100 + 1020 + 30 + 100.
    const system = systemOf(RELAY, classes);
    expect(await runtime(system, classes)).toBe(224 + 1_250);
    const evaluation = await new SweepEngine(system).evaluate(linesOf(system, latencyAxis(classes)), 0);
    expect([...evaluation.routeLatencies]).toEqual([1, 1]);
    // ∂T by all classes at once: 1 on the near route, 2 + 1 on the far one.
    expect(evaluation.lambda).toBe(4);
    expect(system.latencies.every((count) => count <= 1)).toBe(true);
  });

  it('breaks a chain whose one vertex stands behind two routes', async () => {
    const network = twoClasses({ ...ROUTES, gaps: [1] });
    const classes = { ...machine, network, rendezvous: 0 };
    const system = systemOf(RELAY, classes);
    // near (14 ns): they meet at 14, the receive ends 2 o + 3·14 + 10 = 252 later, at 266, still folded into the
    // meeting point; far (1020 ns): the request arrives at 1286, the send ends 3 o + 3·1020 + 10 = 3370 later.
    expect(await runtime(system, classes)).toBe(1_286 + 3_370);
    const evaluation = await new SweepEngine(system).evaluate(linesOf(system, latencyAxis(classes)), 0);
    expect([...evaluation.routeLatencies]).toEqual([4, 4]);
    expect(evaluation.lambda).toBe(4 * 1 + 4 * 3);
  });

  it('refuses more routes than its rows can name', () => {
    const routes = Array.from({ length: 65_537 }, (_, i) => ({
      name: `r${i}`,
      counts: [1],
      constantNs: 0,
      gap: 0,
    }));
    const network = { ...homogeneous(1, 1), routes };
    expect(() => systemOf(goal('l1: calc 1'), { ...machine, network })).toThrow(LimitError);
    expect(() => systemOf(goal('l1: calc 1'), { ...machine, network })).toThrow('65537 routes');
  });

  it('orders anew for a machine of another protocol, and names its deadlock', () => {
    const head = (peer: number): string => `a: send 8b to ${peer}\nx: recv 8b from ${peer}\nx requires a`;
    const graph = buildGraph(goal(head(1), head(0)), machine);
    expect(() => compile(graph, { ...machine, rendezvous: 0 })).toThrow(/^deadlock/);
  });
});
