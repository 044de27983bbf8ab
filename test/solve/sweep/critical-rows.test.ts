/** What is asked of ties at one x, over critical rows only, is what passes over all rows find. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CriticalRows } from '../../../src/solve/sweep/critical-rows.js';
import { derivativeBy } from '../../../src/solve/sweep/derivative.js';
import { Labels, type PathLine, pass } from '../../../src/solve/sweep/pass.js';
import type { LineSystem } from '../../../src/timing/lines.js';
import { fractionalSystems, wholeSystems } from '../../kernels/systems.js';
import { system, threeSlopes } from './systems.js';

function criticalAt(lines: LineSystem, x: number): CriticalRows | null {
  const labels = new Labels(lines.vertices);
  const line: PathLine = pass(lines, x, labels, 'right');
  return CriticalRows.of(lines, labels, x, line);
}

describe('critical rows', () => {
  it('of a kink are those of both its paths, of a line those of one', () => {
    // At 2 T is 10 = 8 + 2, at 3 only 8 + 3.
    expect([...(criticalAt(threeSlopes, 2)?.rows ?? [])].sort()).toEqual([1, 2]);
    expect(criticalAt(threeSlopes, 3)?.rows).toEqual([2]);
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

  it('are not told where sums are rounded', () => {
    fc.assert(
      fc.property(fractionalSystems, (lines) => {
        expect(criticalAt(lines, 1)).toBeNull();
      }),
    );
    expect(criticalAt(threeSlopes, 0.5)).toBeNull();
  });

  it('of a system without some of its rows are counted by those that it came from', () => {
    const lines = { ...system([[0, 1, 3, 1]]), origin: Uint32Array.of(2) };
    expect(criticalAt(lines, 1)?.mostPaid(Uint16Array.of(7, 8, 9))).toBe(9);
  });
});
