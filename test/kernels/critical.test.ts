/** Paths and critical rows in WebAssembly are those in TypeScript. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, bytesFor } from '../../src/kernels/arena.js';
import { Labels, pass, pathRows, sharedLabels } from '../../src/solve/sweep/pass.js';
import { CriticalRows } from '../../src/solve/sweep/sweep-engine.js';
import type { LineSystem } from '../../src/timing/line-system.js';
import { runs } from '../part.js';
import { laidOut } from './laid-out.js';
import { fractionalSystems, wholeSystems } from './systems.js';

afterEach(kernelsAsSet);

/** Room for a path and for critical rows, and for the column of counts. */
const ROOM = 1 << 16;

/** Everything that is asked of the longest paths at x, and their rows. */
function asked(lines: LineSystem, labels: Labels, x: number, counts: Uint16Array | Float64Array) {
  const line = pass(lines, x, labels);
  const path = pathRows(lines, labels);
  const critical = CriticalRows.of(lines, labels, x, line);
  return {
    path,
    columns: critical?.columns,
    flattest: critical?.flattest(),
    most: critical?.mostPaid(counts),
  };
}

describe('longest paths in WebAssembly', () => {
  it.each([
    ['whole', wholeSystems],
    ['fractional', fractionalSystems],
  ])('of %s costs are those in TypeScript, and so is what they pay', (_, systems) => {
    const places = fc.constantFrom(0, 0.5, 1, 1.1, 2, 7);
    const weights = fc.array(fc.nat(9), { minLength: 240, maxLength: 240 });
    fc.assert(
      fc.property(systems, places, weights, fc.boolean(), (lines, x, numbers, wide) => {
        const counts = (wide ? Float64Array : Uint16Array).from(numbers.slice(0, lines.rows));
        const placed = laidOut(lines, ROOM);
        const arena = Arena.holding(placed.from);
        if (arena === null) throw new Error('the columns lie in no arena');
        const held = wide ? arena.copy(counts, arena.f64) : arena.copy(counts, arena.u16);
        const labels = sharedLabels(placed);
        expect(Arena.holding(labels.c, held)).toBe(arena);
        expect(asked(placed, labels, x, held)).toEqual(asked(lines, new Labels(lines.vertices), x, counts));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are found as well where there is no room beside the rows', () => {
    const [lines] = fc.sample(wholeSystems, 1);
    const placed = laidOut(lines, 0);
    const counts = new Uint16Array(lines.rows).fill(1);
    const found = asked(placed, sharedLabels(placed), 1, counts);
    expect(found).toEqual(asked(lines, new Labels(lines.vertices), 1, counts));
  });

  it('are told a part at a time where they are long', () => {
    const vertices = 10_001;
    const chain: LineSystem = {
      ...fc.sample(wholeSystems, 1)[0],
      vertices,
      rows: vertices - 1,
      rowStart: Uint32Array.from({ length: vertices + 1 }, (_, v) => Math.max(v - 1, 0)),
      from: Uint32Array.from({ length: vertices - 1 }, (_, r) => r),
      base: new Float64Array(vertices - 1).fill(2),
      slope: new Float64Array(vertices - 1).fill(1),
      origin: null,
    };
    const placed = laidOut(chain, bytesFor([16 * vertices, 64 * vertices]));
    const labels = sharedLabels(placed);
    pass(placed, 1, labels);
    expect(pathRows(placed, labels)).toEqual(Uint32Array.from({ length: vertices - 1 }, (_, r) => r));
    const rows = CriticalRows.of(placed, labels, 1, { c: 20_000, a: 10_000 });
    expect(rows?.flattest()).toEqual({ c: 20_000, a: 10_000 });
    expect(rows?.columns.places).toBe(vertices);
  });
});
