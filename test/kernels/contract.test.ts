/** Contracting in WebAssembly gives the bits of that in TypeScript. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import { placed } from '../../src/solve/sweep/pass.js';
import { bytesOfContracting, withContracted } from '../../src/solve/sweep/sparsify.js';
import type { LineSystem } from '../../src/timing/line-system.js';
import { among, runs } from '../part.js';
import { system } from '../solve/sweep/systems.js';
import { fractionalSystems, wholeSystems } from './systems.js';

afterEach(kernelsAsSet);

const bits = (column: ArrayLike<number>): BigUint64Array =>
  new BigUint64Array(Float64Array.from(column).buffer);

/** What is left of a system, and whether it lies where kernels compute; null where that is not much less. */
function contracted(lines: LineSystem, low: number, high: number) {
  const left: { system: object; kernels: boolean }[] = [];
  withContracted(placed(lines, bytesOfContracting(lines, 0)), low, high, (smaller) => {
    const { vertices, rows, rowStart, from, base, slope } = smaller;
    const columns = { rowStart: Array.from(rowStart), from: Array.from(from) };
    left.push({
      system: { vertices, rows, ...columns, base: bits(base), slope: bits(slope) },
      kernels: Arena.holding(from, base) !== null,
    });
  });
  return left.at(0) ?? null;
}

/** Whether something was left, in both ways. */
function bothContract(lines: LineSystem, low: number, high: number): boolean {
  useKernels(false);
  const wanted = contracted(lines, low, high);
  expect(wanted?.kernels ?? false).toBe(false);
  useKernels(true, 0);
  const found = contracted(lines, low, high);
  expect(found?.system).toEqual(wanted?.system);
  expect(found?.kernels ?? true).toBe(true);
  return found !== null;
}

describe('contracting in WebAssembly', () => {
  it.each([
    ['whole', wholeSystems],
    ['fractional', fractionalSystems],
  ])('leaves of %s costs what TypeScript leaves', (_, systems) => {
    let shown = 0;
    fc.assert(
      fc.property(
        systems,
        fc.constantFrom(0, 0.1, 1, 3.7),
        fc.constantFrom(0.5, 2, 40),
        (lines, low, more) => {
          if (bothContract(lines, low, low + more)) shown++;
        },
      ),
      { numRuns: runs(500) },
    );
    expect(shown).toBeGreaterThan(among(250));
  });

  it('leaves the same where one call does not reach all vertices', () => {
    const rows: [number, number, number, number][] = [[0, 1, 1, 0]];
    for (let v = 2; v < 50_000; v++) {
      rows.push([v - 1, v, v % 7, v % 2]);
      if (v % 4 === 0) rows.push([v - 3, v, v % 11, v % 3]);
    }
    expect(bothContract(system(rows), 1, 5)).toBe(true);
  });
});
