/** All pieces of T, and contracted systems, against paths that are enumerated, envelopes and systems drawn by hand. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutSlivers } from '../../../src/analysis/exact-curve.js';
import { kernelsAsSet } from '../../../src/cli/workers/plan.js';
import { useKernels } from '../../../src/kernels/arena.js';
import { Labels, pass, placed, valueAt } from '../../../src/solve/sweep/pass.js';
import { piecesByEnvelope, piecesByPasses } from '../../../src/solve/sweep/pieces.js';
import { bytesOfContracting, withContracted } from '../../../src/solve/sweep/sparsify.js';
import { type CurvePart, split } from '../../../src/solve/sweep/split.js';
import type { LineSystem } from '../../../src/timing/line-system.js';
import { randomSystems } from '../../kernels/systems.js';
import { among, cases, isWhole, runs } from '../../part.js';
import { highest, linesOfPaths } from './paths.js';
import { system } from './systems.js';

afterEach(kernelsAsSet);

/** Rows of 10,000 vertices: more than are swept whole. */
const SIZE = 10_000;

/** Chains of two ranks that meet now and then: the path leaves one for the other at many latencies. */
function largeSystem(seed: number, fraction: number): LineSystem {
  let state = seed;
  const draw = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const rows: [number, number, number, number][] = [[0, 1, draw(50), 0]];
  for (let v = 2; v <= SIZE; v++) {
    rows.push([v - 2, v, draw(400) * fraction, 0]);
    rows.push([v - 1, v, draw(20) * fraction, draw(2)]);
    rows.push([Math.max(0, v - 3 - draw(5)), v, draw(900) * fraction, draw(3)]);
  }
  return { ...system(rows), exact: Number.isInteger(fraction) };
}

/** The same with a vertex in the middle of each row, which one row leads on from. */
function halved({ vertices, rowStart, from, base, slope }: LineSystem): LineSystem {
  const rows: [number, number, number, number][] = [];
  const place = [0];
  let next = 1;
  for (let v = 1; v < vertices; v++) {
    const middles: number[] = [];
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      rows.push([place[from[r]], next, base[r], 0]);
      middles.push(next++);
    }
    for (const [k, middle] of middles.entries()) rows.push([middle, next, 0, slope[rowStart[v] + k]]);
    place[v] = next++;
  }
  return system(rows);
}

/** Rungs of the same lines one behind the other, over rows that are never critical. */
function ladder(rungs: number, lines: readonly (readonly [number, number])[]): LineSystem {
  const rows: [number, number, number, number][] = [];
  for (let v = 1; v <= rungs; v++) {
    for (const [base, slope] of lines) rows.push([v - 1, v, base, slope]);
    if (v > 2) rows.push([v - 3, v, 0, 1]);
  }
  return system(rows);
}

const small = randomSystems(fc.nat(40)).filter(({ vertices }) => vertices <= 14);

describe('pieces by passes', () => {
  it.each([true, false])('are the highest of all paths (kernels: %s)', (kernels) => {
    fc.assert(
      fc.property(small, fc.nat(4), fc.integer({ min: 1, max: 60 }), (lines, low, length) => {
        useKernels(kernels, 0);
        const found = withoutSlivers(piecesByPasses(lines, low, low + length), low + length);
        expect(found).toEqual(highest(linesOfPaths(lines), low, low + length));
      }),
      { numRuns: runs(300) },
    );
  });

  it('look T up at two places for each piece at the most, where sums are exact', () => {
    const lines = largeSystem(7, 1);
    const statistics = { passes: 0 };
    const pieces = piecesByPasses({ ...lines, rows: 1 }, 0, 400, statistics);
    expect(pieces.length).toBeGreaterThan(20);
    expect(statistics.passes).toBeLessThanOrEqual(2 * pieces.length + 1);
  });

  it.each(
    cases(
      [
        { name: '1', lines: () => largeSystem(1, 1) },
        { name: '2', lines: () => largeSystem(2, 1) },
        { name: '3, with a vertex in each row', lines: () => halved(largeSystem(3, 1)) },
      ],
      ({ name }) => name === '2',
    ),
  )('of a large system are those of envelopes, system $name', ({ lines: made }) => {
    const lines = made();
    const wanted = withoutSlivers(piecesByEnvelope(lines, 0, 400), 400);
    expect(wanted.length).toBeGreaterThan(20);
    for (const kernels of isWhole ? [true, false] : [false]) {
      useKernels(kernels);
      expect(withoutSlivers(piecesByPasses(lines, 0, 400), 400)).toEqual(wanted);
    }
  });

  it.each(cases([0.1], () => false))(
    'of a large system with rounded sums are the same with kernels and without, and lie on T',
    (fraction) => {
      const lines = largeSystem(4, fraction);
      useKernels(false);
      const wanted = piecesByPasses(lines, 0, 400);
      useKernels(true);
      expect(piecesByPasses(lines, 0, 400)).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(20);
      const labels = new Labels(lines.vertices);
      for (const { start, line } of wanted) {
        const runtime = valueAt(lines, pass(lines, start, labels), start);
        expect(Math.abs(valueAt(lines, line, start) - runtime)).toBeLessThanOrEqual(1e-11 * runtime);
      }
    },
  );

  it('are found in whole numbers or with passes one by one, where those end', () => {
    const lines = largeSystem(5, 1);
    const far = { ...lines, base: lines.base.map((one) => one * 2 ** 29) };
    const near = withoutSlivers(piecesByPasses(lines, 0, 400), 400);
    const scaled = { ...far, scale: 2 ** 29 };
    const found = withoutSlivers(piecesByPasses(scaled, 0, 400), 400);
    expect(found.map(({ line }) => line.a)).toEqual(near.map(({ line }) => line.a));
    expect(found.map(({ line }) => line.c / 2 ** 29)).toEqual(near.map(({ line }) => line.c));
  });
});

/** T of a system by a pass of its own. */
const alone = (lines: LineSystem, x: number): number =>
  valueAt(lines, pass(lines, x, new Labels(lines.vertices)), x);

describe('parts of a large system', () => {
  it.each([true, false])('are its pieces where those are few, with no rows (kernels: %s)', (kernels) => {
    useKernels(kernels);
    const lines = ladder(12_000, [
      [40, 1],
      [30, 2],
      [0, 4],
    ]);
    const labels = new Labels(lines.vertices);
    const ends = [0, 100].map((x) => ({ x, line: pass(lines, x, labels) }));
    const starts: number[] = [];
    const statistics = { points: 0 };
    const visit = (part: CurvePart): void => {
      expect(part.lines).toBeNull();
      const { low, high } = part;
      starts.push((low.line.c - high.line.c) / (high.line.a - low.line.a));
    };
    split(lines, ends[0], ends[1], visit, statistics);
    // 12,000 rungs of 40 + x, 30 + 2 x or 4 x.
    expect(starts).toEqual([10, 15]);
    // Where the outer lines meet, and where the middle one meets each of them.
    expect(statistics.points).toBe(3);
  });

  it.each([
    ['whole', 1],
    ['fractional', 0.1],
  ])('have the same T as the whole, costs %s', (_, fraction) => {
    const lines = largeSystem(9, fraction);
    const high = 40 * fraction;
    const labels = new Labels(lines.vertices);
    const ends = [0, high].map((x) => ({ x, line: pass(lines, x, labels) }));
    for (const kernels of [true, false]) {
      useKernels(kernels);
      let reached = 0;
      let rows = 0;
      split(lines, ends[0], ends[1], (part) => {
        expect(part.low.x).toBe(reached);
        reached = part.high.x;
        rows += part.lines?.rows ?? 0;
        for (let i = 0; i <= 3; i++) {
          const x = part.low.x + ((part.high.x - part.low.x) * i) / 3;
          const tangents = [part.low.line, part.high.line].map((line) => valueAt(lines, line, x));
          const own = part.lines === null ? Math.max(...tangents) : alone(part.lines, x);
          const whole = valueAt(lines, pass(lines, x, labels), x);
          expect(Math.abs(own - whole)).toBeLessThanOrEqual(1e-12 * whole);
        }
      });
      expect(reached).toBe(high);
      expect(rows).toBeLessThan(lines.rows / 2);
    }
  });
});

afterEach(kernelsAsSet);

type Row = readonly [number, number, number, number];

const rowsOf = ({ vertices, rowStart, from, base, slope }: LineSystem): Row[] => {
  const rows: Row[] = [];
  for (let v = 1; v < vertices; v++)
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) rows.push([from[r], v, base[r], slope[r]]);
  return rows;
};

/** What is left of a system on [low, high], copied; null where that is not much less. */
function contractedRows(lines: LineSystem, low: number, high: number): Row[] | null {
  const there = placed(lines, bytesOfContracting(lines, 0));
  let rows: Row[] | null = null;
  const shown = withContracted(there, low, high, (smaller) => {
    rows = rowsOf(smaller);
  });
  expect(shown).toBe(rows !== null);
  return rows;
}

describe.each([true, false])('a contracted system (kernels: %s)', (kernels) => {
  const contracted = (lines: LineSystem, low: number, high: number): Row[] | null => {
    useKernels(kernels, 0);
    return contractedRows(lines, low, high);
  };

  it('joins a vertex that one row leads on from to the vertex behind', () => {
    const chain = system([
      [0, 1, 3, 1],
      [0, 1, 5, 0],
      [1, 2, 4, 2],
      [2, 3, 1, 0],
    ]);
    // At 2 both are 5, behind it the first is higher; before it the second.
    expect(contracted(chain, 3, 9)).toEqual([[0, 1, 8, 3]]);
    expect(contracted(chain, 0, 1)).toEqual([[0, 1, 10, 2]]);
    expect(contracted(chain, 0, 9)).toEqual([
      [0, 1, 8, 3],
      [0, 1, 10, 2],
    ]);
  });

  it('keeps vertices that rows lead on from to two others, and drops what leads nowhere', () => {
    const fork = system([
      [0, 1, 1, 0],
      [0, 2, 7, 1],
      [1, 3, 2, 0],
      [1, 4, 3, 1],
      [2, 5, 9, 9],
      [3, 6, 4, 0],
      [4, 7, 5, 0],
      [6, 7, 6, 0],
    ]);
    expect(contracted(fork, 0, 10)).toEqual([
      [0, 1, 1, 0],
      [1, 2, 12, 0],
      [1, 2, 8, 1],
    ]);
    expect(contracted(fork, 5, 10)).toEqual([[0, 1, 9, 1]]);
  });

  it('is none where each vertex leads on to two others', () => {
    const ladder: Row[] = [[0, 1, 1, 0]];
    for (let v = 2; v < 20; v++) ladder.push([v - 2, v, 5, 1], [v - 1, v, 3, 0]);
    expect(contracted(system(ladder), 0, 10)).toBeNull();
  });

  it('has the T of all paths on the interval', () => {
    let shown = 0;
    const small = randomSystems(fc.nat(40)).filter(({ vertices }) => vertices <= 14);
    fc.assert(
      fc.property(small, fc.nat(4), fc.integer({ min: 1, max: 60 }), (lines, low, length) => {
        const rows = contracted(lines, low, low + length);
        if (rows === null) return;
        shown++;
        const wanted = highest(linesOfPaths(lines), low, low + length);
        const smaller = system(rows);
        expect(highest(linesOfPaths(smaller), low, low + length)).toEqual(wanted);
        expect(withoutSlivers(piecesByPasses(smaller, low, low + length), low + length)).toEqual(wanted);
      }),
      { numRuns: runs(1000) },
    );
    expect(shown).toBeGreaterThan(among(500));
  });
});
