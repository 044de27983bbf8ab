/** Passes in WebAssembly give the bits of those in TypeScript. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import { Labels, pass, passAtInfinity, sharedLabels } from '../../src/solve/sweep/pass.js';
import { certify } from '../../src/solve/sweep/sweep-engine.js';
import { laidOut } from './laid-out.js';
import { fractionalSystems, wholeSystems } from './systems.js';

afterEach(kernelsAsSet);

const bits = (column: Float64Array): BigUint64Array => new BigUint64Array(column.slice().buffer);

describe('a pass in WebAssembly', () => {
  it.each([
    ['whole', wholeSystems],
    ['fractional', fractionalSystems],
  ])('labels vertices of %s costs as the one in TypeScript does', (_, systems) => {
    const places = fc.constantFrom(0, 0.5, 1, 1.1, 2, 7);
    fc.assert(
      fc.property(systems, places, fc.constantFrom('left' as const, 'right' as const), (lines, x, ties) => {
        const placed = laidOut(lines);
        const labels = sharedLabels(placed);
        expect(Arena.holding(placed.from, labels.c, labels.a)).not.toBeNull();
        const wanted = new Labels(lines.vertices);
        expect(pass(placed, x, labels, ties)).toEqual(pass(lines, x, wanted, ties));
        expect(bits(labels.c)).toEqual(bits(wanted.c));
        expect(bits(labels.a)).toEqual(bits(wanted.a));
        expect(certify(placed, labels, x, 1, new Uint32Array(0))).toEqual(
          certify(lines, wanted, x, 1, new Uint32Array(0)),
        );
        // Too early a time violates rows.
        labels.c[lines.vertices >> 1] -= 0.75;
        wanted.c[lines.vertices >> 1] -= 0.75;
        expect(certify(placed, labels, x, 1, new Uint32Array(0))).toEqual(
          certify(lines, wanted, x, 1, new Uint32Array(0)),
        );
        expect(passAtInfinity(placed, labels)).toEqual(passAtInfinity(lines, wanted));
        expect(bits(labels.c)).toEqual(bits(wanted.c));
        expect(bits(labels.a)).toEqual(bits(wanted.a));
      }),
      { numRuns: 300 },
    );
  });

  it('is not asked where kernels are not wanted', () => {
    const [lines] = fc.sample(wholeSystems, 1);
    const placed = laidOut(lines);
    useKernels(false);
    expect(Arena.holding(placed.from)).toBeNull();
    expect(Arena.of(100)).toBeNull();
    expect(pass(placed, 1, new Labels(lines.vertices))).toEqual(pass(lines, 1, new Labels(lines.vertices)));
  });

  it('has no memory past the address space of 32 bits', () => {
    expect(Arena.of(2 ** 32)).toBeNull();
  });
});
