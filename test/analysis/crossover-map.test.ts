/** Maps of the fastest algorithm against closed forms, and against every point played event by event. */
import { describe, expect, it } from 'vitest';
import {
  type CrossoverMap,
  crossoverMap,
  type MapQuestion,
  standingAt,
  wonIntervals,
} from '../../src/analysis/algorithm-crossovers.js';
import type { LatencyCurve } from '../../src/analysis/piecewise.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../src/collectives/choice.js';
import type { CollectiveName } from '../../src/collectives/collective-algorithm.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { type LogGPS, logGPS, type Machine } from '../../src/machine/machine.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { Replay } from '../../src/timing/replay.js';
import { cases } from '../part.js';
import { patternSchedule } from '../pattern-schedule.js';

const machineOf = (values: Parameters<typeof logGPS>[0]): Machine => ({
  ...logGPS(values),
  cpu: 'ordered',
  nic: 'ordered',
});

const specs = (collective: CollectiveName, names?: readonly string[]): CollectiveSpec[] =>
  (names ?? algorithmsOf(collective).map(({ name }) => name)).map((name) =>
    parseCollectiveSpec(`${collective}=${name}`),
  );

/** From 0 to `high` of L where the machine's is `base`. */
function query(
  collective: CollectiveName,
  ranks: number,
  sizes: readonly number[],
  { high, base, names }: { high: number; base: number; names?: readonly string[] },
): MapQuestion {
  const candidates = specs(collective, names);
  return { collective, candidates, ranks, root: 0, sizes, low: -base, high: high - base, at: [0] };
}

/** T of one call at a latency, played forward in time: no linear program, no longest path, no curve. */
function played(
  { collective, ranks }: MapQuestion,
  spec: CollectiveSpec,
  machine: Machine,
  bytes: number,
  L: number,
) {
  const schedule = patternSchedule({ pattern: collective, ranks, bytes: `${bytes}B` }, [spec.text]);
  return new Replay(buildGraph(schedule, machine), machine, latencyAxis(machine), L).runtime;
}

/** Who is the fastest by playing all of them. */
function fastest(question: MapQuestion, machine: Machine, bytes: number, L: number): number[] {
  const times = question.candidates.map((spec) => played(question, spec, machine, bytes, L));
  const least = Math.min(...times);
  return times.flatMap((time, i) => (time <= least * (1 + 1e-9) ? [i] : []));
}

function winnersIn({ rows }: CrossoverMap, bytes: number, added: number): readonly number[] {
  const row = rows.find((one) => one.bytes === bytes);
  const interval = row?.intervals.find(({ from, to }) => from <= added && added <= to);
  return interval?.winners ?? [];
}

describe('a linear and a binomial broadcast where bytes are free', () => {
  // The root of a linear one sends p − 1 times, and the last message takes L + o: p·o + L. In a binomial tree of p = 2^k
  // the last rank is k hops away, each 2·o + L behind the one before: k·(2·o + L). They meet at L = (p − 2k)·o/(k − 1).
  it.each([
    [8, 3],
    [16, 4],
    [32, 5],
  ])('%i ranks', async (p, k) => {
    const o = 700;
    const base = 1000;
    const machine = machineOf({ L: base, o, G: 0 });
    const names = ['binomial', 'linear'];
    const map = await crossoverMap(machine, query('bcast', p, [8, 4096], { high: 50_000, base, names }));
    const meet = ((p - 2 * k) * o) / (k - 1);
    for (const { intervals } of map.rows) {
      expect(intervals.map(({ winners }) => winners)).toEqual([[0], [1]]);
      expect(base + intervals[1].from).toBeCloseTo(meet, 9);
    }
    const [{ next }] = map.rows[0].intervals;
    // At L = 0 binomial is ahead by p·o over 2k·o.
    expect(next).toEqual({ index: 1, behind: p / (2 * k) - 1 });
    expect(map.borders).toEqual([]);
  });
});

describe('a ring and recursive doubling on four ranks where messages are free', () => {
  // G alone: doubling sends the whole vector twice, 2·(s − 1)·G + 2·L; the ring sends 6 quarters, 6·(s/4 − 1)·G + 6·L, and
  // is ahead where 4·L < (s/2 + 4)·G, whole quarters taken.
  const [L, G] = [1000, 5];
  const names = ['recursive-doubling', 'ring'];

  it('part at the byte that the formula names', async () => {
    const machine = machineOf({ L, o: 0, G });
    const question = query('allreduce', 4, [64, 1024, 2048], { high: 4000, base: L, names });
    const { borders } = await crossoverMap(machine, question);
    const first = (s: number): number => 6 * ((s / 4 - 1) * G + L) - 2 * ((s - 1) * G + L);
    const whole = [...Array(600).keys()].map((i) => 1400 + 4 * i).find((s) => first(s) < 0) ?? 0;
    expect(borders.length).toBeGreaterThan(0);
    for (const { below, from } of borders) expect(below).not.toEqual(from);
    expect(Math.abs(borders[0].bytes - whole)).toBeLessThanOrEqual(4);
    expect(borders.at(-1)?.from).toEqual([1]);
  });
});

const CASES: readonly [CollectiveName, number, LogGPS][] = [
  ['allreduce', 6, { L: 2000, o: 300, G: 0.25 }],
  ['bcast', 8, { L: 2000, o: 500, G: 0.5 }],
  ['alltoall', 5, { L: 1500, o: 400, G: 1 }],
  ['allgather', 8, { L: 3000, o: 200, G: 0.125 }],
  ['reduce', 7, { L: 1000, o: 900, G: 2 }],
];

describe.each(cases(CASES, ([name]) => name === 'alltoall'))(
  'all algorithms of %s on %i ranks',
  (collective, ranks, values) => {
    const machine = machineOf({ ...values, S: 32_768 });
    const sizes = [16, 512, 8192, 40_000];
    const high = 40_000;
    const question = query(collective, ranks, sizes, { high, base: values.L });

    it('win where they win when all are played', async () => {
      const map = await crossoverMap(machine, question);
      for (const bytes of sizes) {
        for (let i = 0; i <= 6; i++) {
          const L = (high * i) / 6 + (i === 6 ? -3.5 : 3.5);
          expect([bytes, L, winnersIn(map, bytes, L - values.L)]).toEqual([
            bytes,
            L,
            fastest(question, machine, bytes, L),
          ]);
        }
      }
    });

    it('change at borders that are exact to the byte', async () => {
      const { borders, rows } = await crossoverMap(machine, question);
      for (const { bytes, below, from } of borders) {
        expect(fastest(question, machine, bytes - 1, values.L)).toEqual(below);
        expect(fastest(question, machine, bytes, values.L)).toEqual(from);
      }
      for (const { bytes, standings } of rows)
        expect(standings[0].winners).toEqual(fastest(question, machine, bytes, values.L));
    });
  },
);

describe('what the model cannot price', () => {
  it('never wins', async () => {
    const machine = logGPS({ L: 1000, o: 700, G: 0 });
    const names = ['linear', 'chain'];
    const map = await crossoverMap(machine, query('bcast', 8, [8], { high: 5000, base: 1000, names }));
    expect(map.rows[0].unpriced).toEqual([0]);
    expect(map.rows[0].intervals.map(({ winners, next }) => [winners, next])).toEqual([[[1], null]]);
  });

  it('leaves nobody where nothing can be priced', async () => {
    const machine = logGPS({ L: 1000, o: 700, G: 0 });
    const names = ['linear', 'binomial'];
    const map = await crossoverMap(machine, query('bcast', 8, [8, 16], { high: 5000, base: 1000, names }));
    expect(map.rows.map(({ intervals }) => intervals.map(({ winners }) => winners))).toEqual([[[]], [[]]]);
    expect(map.borders).toEqual([]);
  });
});

describe('winners', () => {
  const line = (c: number, a: number): LatencyCurve => ({
    base: 0,
    low: 0,
    high: 100,
    scale: 1,
    exact: true,
    lines: [{ c, a }],
    ends: null,
  });

  it('share what they take alike, and are furthest ahead between crossovers', () => {
    const curves = [line(10, 2), line(30, 1), line(10, 2), line(100, 0), null];
    expect(wonIntervals(curves, 0, 100)).toEqual([
      { from: 0, to: 20, winners: [0, 2], next: { index: 1, behind: 2 } },
      // 30 + x against 10 + 2x at 45 and 100 at 45: 75 against 100 in both.
      { from: 20, to: 70, winners: [1], next: { index: 0, behind: 100 / 75 - 1 } },
      { from: 70, to: 100, winners: [3], next: { index: 1, behind: 130 / 100 - 1 } },
    ]);
    expect(standingAt(curves, 20).winners).toEqual([0, 1, 2]);
    expect(standingAt([null], 3)).toEqual({ winners: [], runtime: null, next: null });
  });

  it('tie within a billionth', () => {
    const near = { ...line(100 * (1 + 1e-10), 1), exact: false };
    expect(wonIntervals([line(100, 1), near], 0, 50)).toEqual([
      { from: 0, to: 50, winners: [0, 1], next: null },
    ]);
  });
});
