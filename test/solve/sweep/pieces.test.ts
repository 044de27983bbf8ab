/** All pieces of T, against paths that are enumerated and against envelopes. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutSlivers } from '../../../src/analysis/exact-curve.js';
import { kernelsAsSet } from '../../../src/cli/output/kernel-setting.js';
import { useKernels } from '../../../src/kernels/arena.js';
import { piecesByEnvelope } from '../../../src/solve/sweep/envelope.js';
import { Labels, type PathLine, pass, valueAt } from '../../../src/solve/sweep/pass.js';
import { type LinePiece, piecesByPasses } from '../../../src/solve/sweep/pieces.js';
import { split } from '../../../src/solve/sweep/split.js';
import type { LineSystem } from '../../../src/timing/lines.js';
import { randomSystems } from '../../kernels/systems.js';
import { cases, runs } from '../../part.js';
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

/** Lines of all paths to the end. */
function linesOfPaths({ vertices, rowStart, from, base, slope }: LineSystem): PathLine[] {
  const to: PathLine[][] = [[{ c: 0, a: 0 }]];
  for (let v = 1; v < vertices; v++) {
    const all = new Map<string, PathLine>();
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      for (const { c, a } of to[from[r]]) {
        const line = { c: c + base[r], a: a + slope[r] };
        all.set(`${line.c} ${line.a}`, line);
      }
    to.push([...all.values()]);
  }
  return to[vertices - 1];
}

/** Where lines of whole numbers are the highest on [low, high]: each with the x from which on it is. */
function highest(lines: readonly PathLine[], low: number, high: number): LinePiece[] {
  const on = (x: number): PathLine =>
    lines.reduce((best, line) => {
      const more = line.c + line.a * x - (best.c + best.a * x);
      return more > 0 || (more === 0 && line.a > best.a) ? line : best;
    });
  const pieces: LinePiece[] = [{ start: low, line: on(low) }];
  for (;;) {
    const { start, line } = pieces[pieces.length - 1];
    const meets = lines
      .filter(({ a }) => a > line.a)
      .map((other) => ({ start: (line.c - other.c) / (other.a - line.a), line: other }))
      .filter((meet) => meet.start >= start && meet.start < high);
    if (meets.length === 0) return pieces;
    const next = Math.min(...meets.map((meet) => meet.start));
    const at = meets.filter((meet) => meet.start === next);
    pieces.push(at.reduce((best, meet) => (meet.line.a > best.line.a ? meet : best)));
  }
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

  it.each(cases([1, 2, 3], (seed) => seed === 2))(
    'of a large system are those of envelopes, system %s',
    (seed) => {
      const lines = largeSystem(seed, 1);
      const wanted = withoutSlivers(piecesByEnvelope(lines, 0, 400), 400);
      expect(wanted.length).toBeGreaterThan(20);
      for (const kernels of [true, false]) {
        useKernels(kernels);
        expect(withoutSlivers(piecesByPasses(lines, 0, 400), 400)).toEqual(wanted);
      }
    },
  );

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

describe('parts of a large system', () => {
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
        rows += part.lines.rows;
        for (let i = 0; i <= 10; i++) {
          const x = part.low.x + ((part.high.x - part.low.x) * i) / 10;
          const own = valueAt(lines, pass(part.lines, x, new Labels(part.lines.vertices)), x);
          const whole = valueAt(lines, pass(lines, x, labels), x);
          expect(Math.abs(own - whole)).toBeLessThanOrEqual(1e-12 * whole);
        }
      });
      expect(reached).toBe(high);
      expect(rows).toBeLessThan(lines.rows / 2);
    }
  });
});
