/** What is asked of ties at one x, over critical rows only, is what passes over all rows find. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Labels, type PathLine, pass } from '../../../src/solve/sweep/pass.js';
import { CriticalRows, derivativeBy } from '../../../src/solve/sweep/sweep-engine.js';
import type { LineSystem } from '../../../src/timing/line-system.js';
import { fractionalSystems, randomSystems, wholeSystems } from '../../kernels/systems.js';
import { system, threeSlopes } from './systems.js';

function criticalAt(lines: LineSystem, x: number): CriticalRows | null {
  const labels = new Labels(lines.vertices);
  const line: PathLine = pass(lines, x, labels, 'right');
  return CriticalRows.of(lines, labels, x, line);
}

/** Small systems whose costs are thirtieths, a fifth of them thirds: sums that doubles round. */
const thirtieths = randomSystems(fc.constantFrom(0, 3, 6, 9, 10)).filter(
  ({ vertices, rows }) => vertices <= 12 && rows <= 60,
);

interface Sum {
  readonly length: number;
  readonly a: number;
  readonly paid: number;
}

/** The longest of all paths to the end, by whole numbers of thirtieths at a whole x. */
function longestPaths(
  { vertices, rowStart, from, base, slope }: LineSystem,
  counts: number[],
  x: number,
): Sum[] {
  const to: Sum[][] = [[{ length: 0, a: 0, paid: 0 }]];
  for (let v = 1; v < vertices; v++) {
    const all = new Map<string, Sum>();
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      for (const { length, a, paid } of to[from[r]]) {
        const sum = { length: length + base[r] + 30 * slope[r] * x, a: a + slope[r], paid: paid + counts[r] };
        all.set(`${sum.length} ${sum.a} ${sum.paid}`, sum);
      }
    to.push([...all.values()]);
  }
  const most = Math.max(...to[vertices - 1].map(({ length }) => length));
  return to[vertices - 1].filter(({ length }) => length === most);
}

describe('critical rows', () => {
  it('of a kink are those of both its paths, of a line those of one', () => {
    // At 2 T is 10 = 8 + 2, at 3 only 8 + 3.
    expect([...(criticalAt(threeSlopes, 2)?.columns.rows ?? [])].sort()).toEqual([1, 2]);
    expect(criticalAt(threeSlopes, 3)?.columns.rows).toEqual(Uint32Array.of(2));
  });

  it('tell the flattest line and the most that a path pays, one path at a time', () => {
    // Two paths of 6 at x = 1: 4 + 2·x and 6; the first pays 1 + 1, the second 5.
    const lines = system([
      [0, 1, 2, 1],
      [0, 2, 6, 0],
      [1, 2, 2, 1],
    ]);
    const rows = criticalAt(lines, 1);
    expect(rows?.flattest()).toEqual({ c: 6, a: 0 });
    expect(rows?.mostPaid(Uint16Array.of(1, 5, 1))).toBe(5);
    expect(rows?.mostPaid(Uint16Array.of(1, 1, 1))).toBe(2);
    expect(criticalAt(lines, 2)?.mostPaid(Uint16Array.of(1, 5, 1))).toBe(2);
  });

  it('answer as passes do', () => {
    const count = fc.array(fc.nat(9), { minLength: 240, maxLength: 240 });
    fc.assert(
      fc.property(wholeSystems, fc.nat(4), count, (lines, x, counts) => {
        const rows = criticalAt(lines, x);
        const paid = Uint16Array.from(counts.slice(0, lines.rows));
        expect(rows?.flattest()).toEqual(pass(lines, x, new Labels(lines.vertices), 'left'));
        expect(rows?.mostPaid(paid)).toBe(derivativeBy(lines, x, paid));
      }),
      { numRuns: 300 },
    );
  });

  it.each([1, 0.5, 1 / 3])('answer as passes do where sums are rounded, x %s', (x) => {
    const count = fc.array(fc.nat(9), { minLength: 240, maxLength: 240 });
    fc.assert(
      fc.property(fc.oneof(fractionalSystems, wholeSystems), count, (lines, counts) => {
        const rows = criticalAt(lines, x);
        const paid = Uint16Array.from(counts.slice(0, lines.rows));
        expect(rows?.exact).toBe(lines.exact && Number.isInteger(x));
        expect(rows?.flattest().a).toBe(pass(lines, x, new Labels(lines.vertices), 'left').a);
        expect(rows?.mostPaid(paid)).toBe(derivativeBy(lines, x, paid));
      }),
      { numRuns: 300 },
    );
  });

  it('are those of the longest of all paths, in fractions, where doubles round their sums', () => {
    const count = fc.array(fc.nat(9), { minLength: 60, maxLength: 60 });
    let ties = 0;
    fc.assert(
      fc.property(thirtieths, count, fc.nat(3), (whole, counts, x) => {
        const paths = longestPaths(whole, counts, x);
        const rounded = { ...whole, base: whole.base.map((one) => one / 30), exact: false };
        const rows = criticalAt(rounded, x);
        expect(rows?.flattest().a).toBe(Math.min(...paths.map(({ a }) => a)));
        expect(rows?.mostPaid(Uint16Array.from(counts))).toBe(Math.max(...paths.map(({ paid }) => paid)));
        if (new Set(paths.map(({ a, paid }) => `${a} ${paid}`)).size > 1) ties++;
      }),
      { numRuns: 1000 },
    );
    expect(ties).toBeGreaterThan(100);
  });

  it('of a system without some of its rows are counted by those that it came from', () => {
    const lines = { ...system([[0, 1, 3, 1]]), origin: Uint32Array.of(2) };
    expect(criticalAt(lines, 1)?.mostPaid(Uint16Array.of(7, 8, 9))).toBe(9);
  });
});
