/** Splitting in WebAssembly gives the bits of that in TypeScript. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import {
  forwardAt,
  Labels,
  lineOfPoint,
  PLACE_NUMBERS,
  POINTS_AT_ONCE,
  pass,
  placed,
} from '../../src/solve/sweep/pass.js';
import { keptNumbers, sparsify } from '../../src/solve/sweep/sparsify.js';
import { gathered } from '../../src/solve/sweep/split.js';
import type { LineSystem } from '../../src/timing/line-system.js';
import { runs } from '../part.js';
import { fractionalSystems, wholeSystems } from './systems.js';

afterEach(kernelsAsSet);

/** Room enough for all that is made of a random system. */
const BYTES = 1 << 20;

const bits = (column: Float64Array): BigUint64Array => new BigUint64Array(column.slice().buffer);

/** Lanes that are looked at, vertex by vertex. */
const lanesOf = (values: Float64Array, points: number): BigUint64Array =>
  bits(values.filter((_, i) => i % POINTS_AT_ONCE < points));

/** All that splitting makes of a system at these x, ascending. */
function made(lines: LineSystem, xs: readonly number[], q: number) {
  const there = placed(lines, BYTES);
  const { room } = there;
  const system = there.lines;
  const values = room.f64(lines.vertices * POINTS_AT_ONCE);
  const places = room.f64(PLACE_NUMBERS);
  forwardAt(
    system,
    xs.map((x) => ({ p: x * q, q })),
    places,
    values,
  );
  const points = xs.map((x) => ({ x, line: pass(lines, x, new Labels(lines.vertices)) }));
  const kept = room.u32(keptNumbers(lines));
  const words = kept.length / POINTS_AT_ONCE;
  // Of three or more parts, the second is not looked for.
  const wanted = xs.slice(1).map((_, i) => i !== 1);
  const counts = sparsify(there, points, wanted, kept);
  const parts = xs
    .slice(1)
    .map((_, i) => gathered(there, kept.subarray(i * words, (i + 1) * words), counts[i]));
  return {
    arena: Arena.holding(system.from, values, kept),
    lines: xs.map((_, k) => lineOfPoint(system, places, k, values)),
    forward: lanesOf(values, xs.length),
    counts,
    kept: Array.from(kept),
    parts: parts.map(({ vertices, rows, rowStart, from, base, slope }) => ({
      vertices,
      rows,
      rowStart: Array.from(rowStart),
      from: Array.from(from),
      base: bits(base),
      slope: bits(Float64Array.from(slope)),
    })),
  };
}

describe('splitting in WebAssembly', () => {
  it.each([
    ['whole', wholeSystems],
    ['fractional', fractionalSystems],
  ])('sweeps, sifts and gathers %s costs as TypeScript does', (_, systems) => {
    const places = fc.uniqueArray(fc.constantFrom(0, 0.5, 1, 1.1, 2, 3.7, 5, 7, 9, 11), {
      minLength: 2,
      maxLength: POINTS_AT_ONCE,
    });
    fc.assert(
      fc.property(systems, places, fc.constantFrom(1, 3, 7), (lines, some, q) => {
        const xs = some.toSorted((a, b) => a - b);
        useKernels(false);
        const { arena: none, ...wanted } = made(lines, xs, q);
        expect(none).toBeNull();
        useKernels(true, 0);
        const { arena, ...found } = made(lines, xs, q);
        expect(arena).not.toBeNull();
        expect(found).toEqual(wanted);
      }),
      { numRuns: runs(300) },
    );
  });
});
