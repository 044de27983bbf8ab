/** Overhead by message size: the same sums by hand, by replay and by both engines. */
import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { sensitivity, tolerance } from '../../src/analysis/sensitivity.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { mpsText } from '../../src/timing/lp-text.js';
import { Play } from '../../src/timing/play.js';
import { Replay } from '../../src/timing/replay.js';

const machine: Machine = {
  ...logGPS({ L: 1_000, o: 77, G: 2 }),
  overheadBySize: [
    { bytes: 1, ns: 100 },
    { bytes: 101, ns: 200 },
    { bytes: 1_101, ns: 1_200 },
  ],
};

const message = (bytes: number) =>
  parseGoal(`num_ranks 2\nrank 0 {\na: send ${bytes}b to 1\n}\nrank 1 {\nx: recv ${bytes}b from 0\n}\n`);

const ENGINES = ['sweep', 'highs'] as const;

describe.each(ENGINES)('overhead by size, %s', (engine) => {
  it.each([
    // T = 2 o(s) + L + 2 (s − 1)
    ['below the table', 0, 100 + 1_000 + 0 + 100],
    ['at its first point', 1, 100 + 1_000 + 0 + 100],
    ['between two points', 51, 150 + 1_000 + 100 + 150],
    ['at a point', 101, 200 + 1_000 + 200 + 200],
    ['between two others', 601, 700 + 1_000 + 1_200 + 700],
    ['above the table', 2_001, 1_200 + 1_000 + 4_000 + 1_200],
  ])('of a message %s', async (_, bytes, wanted) => {
    const model = await Model.of(message(bytes), machine, { engine });
    const { runtime, lambda } = await sensitivity(model);
    expect(runtime).toBeCloseTo(wanted, 9);
    expect(lambda).toEqual({ L: 1, G: Math.max(bytes - 1, 0), o: 2 });
    expect(new Replay(model.graph, machine).endOf(1)).toBeCloseTo(wanted, 9);
    const path = criticalPath(model);
    expect(path.overhead).toBeCloseTo(wanted - 1_000 - 2 * Math.max(bytes - 1, 0), 9);
  });

  it.each([
    // m = L; the send ends 3 o + 3 L + 600 G later.
    ['rdma-read', 1_000 + 2_100 + 3_000 + 1_200, { L: 4, G: 600, o: 3 }],
    // The eager receive, and the send with it.
    ['sync', 700 + 1_000 + 1_200 + 700, { L: 1, G: 600, o: 2 }],
  ] as const)('of a rendezvous: %s', async (protocol, wanted, lambdas) => {
    const model = await Model.of(message(601), { ...machine, rendezvous: 600, protocol }, { engine });
    const { runtime, lambda } = await sensitivity(model);
    expect(runtime).toBeCloseTo(wanted, 9);
    expect(lambda).toEqual(lambdas);
  });

  it.each([
    // Two messages of 101 B that arrive in any order: the first send's o, L, and what the receiver serves one by one.
    ['by one CPU', { cpu: 'ordered' }, 200 + 1_000 + 200 + 2 * 200],
    ['by one NIC', { nic: 'ordered' }, 200 + 1_000 + 2 * 200 + 200],
    ['by both', { cpu: 'ordered', nic: 'ordered' }, 200 + 1_000 + 2 * 200 + 2 * 200],
  ] as const)('of receives that are taken %s', async (_, sharing, wanted) => {
    const schedule = parseGoal(
      'num_ranks 3\nrank 0 {\nx: recv 101b from 1\ny: recv 101b from 2\nz: calc 0\nz requires x\nz requires y\n}\n' +
        'rank 1 {\na: send 101b to 0\n}\nrank 2 {\na: send 101b to 0\n}\n',
    );
    const on: Machine = { ...machine, ...sharing };
    const model = await Model.of(schedule, on, { engine });
    expect((await sensitivity(model)).runtime).toBeCloseTo(wanted, 9);
    expect(new Replay(model.graph, on).runtime).toBeCloseTo(wanted, 9);
  });

  it('grows as a whole: λ_o is the effect of one ns on every point', async () => {
    // A chain of 1 B and 601 B: 2·100 + L + 2·700 + L + 1200, four overheads.
    const schedule = parseGoal(
      'num_ranks 3\nrank 0 {\na: send 1b to 1\n}\nrank 1 {\nx: recv 1b from 0\nb: send 601b to 2\nb requires x\n}\nrank 2 {\ny: recv 601b from 1\n}\n',
    );
    const model = await Model.of(schedule, machine, { engine });
    const axis = overheadAxis(machine);
    expect(axis).toMatchObject({ relative: true, base: 0, lowest: -100 });
    const lines = model.lines(axis);
    const at = async (x: number): Promise<number> => (await model.engine.evaluate(lines, x)).runtime;
    expect(await at(0)).toBeCloseTo(4_800, 9);
    expect(await at(10)).toBeCloseTo(4_840, 9);
    expect(await at(-100)).toBeCloseTo(4_400, 9);
    // 1 % of 4800 is 48: 12 ns at each of the four.
    const { tolerance: found } = await tolerance(model, [1], axis);
    expect(found[0].delta).toBeCloseTo(12, 6);
  });
});

describe.each(ENGINES)('an overhead below the table, %s', (engine) => {
  const goal = 'num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\nl2: calc 100\n}\n';
  const on: Machine = {
    ...logGPS({ L: 1, o: 0, G: 1 }),
    overheadBySize: [
      { bytes: 1, ns: 463 },
      { bytes: 1024, ns: 900 },
    ],
  };

  // T = max(100, 2 (463 + x) + 1)
  it.each([
    [-463, 100],
    [-450, 100],
    [-413.5, 100],
    [-400, 127],
    [0, 927],
  ])('by %d ns', async (x, wanted) => {
    const model = await Model.of(parseGoal(goal), on, { engine });
    const axis = overheadAxis(on);
    const lines = model.lines(axis);
    const { runtime } = await model.engine.evaluate(lines, x);
    expect(runtime).toBeCloseTo(wanted, 9);
    expect((await model.engine.rangeOfLambda(lines, 0)).low).toBeCloseTo(-413.5, 9);
  });
});

describe('the arithmetic', () => {
  it('is of whole numbers only where every price is one', () => {
    // What is paid is what counts: two sends of 26 B, o(26 B) = 125 ns, the second an irequires behind the first.
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\na: send 26b to 1\nb: send 26b to 1\nb irequires a\n}\n' +
        'rank 1 {\nx: recv 26b from 0\ny: recv 26b from 0\n}\n',
    );
    const exact = (on: Machine): boolean => {
      const graph = buildGraph(schedule, on);
      const { exact: rows } = linesOf(compile(graph, on), latencyAxis(on));
      expect(new Play(graph, on, latencyAxis(on), 1_000).prices.exact).toBe(rows);
      return rows;
    };
    const plain = logGPS({ L: 1_000, o: 77, G: 2 });
    const halves = [{ bytes: 1, ns: 0.5 }];
    expect(exact(plain)).toBe(true);
    expect(exact(machine)).toBe(true);
    expect(exact({ ...plain, overheadBySize: halves })).toBe(false);
    expect(exact({ ...plain, async: 0.5 })).toBe(false);
    expect(exact({ ...plain, gap: 99.75 })).toBe(true);
    expect(exact({ ...plain, gap: 99.75, nic: 'serial' })).toBe(false);
    expect(exact({ ...plain, gap: 75, nic: 'serial' })).toBe(true);
  });
});

describe('the exported program', () => {
  it('has the table in its constants and o as what is added to it', async () => {
    const { system } = await Model.of(message(51), machine, { engine: 'sweep' });
    const text = [...mpsText(system)].join('');
    // Meeting point: o + L + 50 G with o(51 B) = 150 in the bound; end: 150 and one o more.
    expect(text).toMatch(/ LO bnd o 0\n/);
    expect([...text.matchAll(/^ rhs \S+ (\S+)$/gm)].map((match) => match[1])).toEqual(['150', '150', '150']);
  });
});
