/** Contracted systems, against paths that are enumerated and against systems drawn by hand. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutSlivers } from '../../../src/analysis/exact-curve.js';
import { kernelsAsSet } from '../../../src/cli/workers/plan.js';
import { useKernels } from '../../../src/kernels/arena.js';
import { placed } from '../../../src/solve/sweep/pass.js';
import { piecesByPasses } from '../../../src/solve/sweep/pieces.js';
import { bytesOfContracting, withContracted } from '../../../src/solve/sweep/sparsify.js';
import type { LineSystem } from '../../../src/timing/line-system.js';
import { randomSystems } from '../../kernels/systems.js';
import { among, runs } from '../../part.js';
import { highest, linesOfPaths } from './paths.js';
import { system } from './systems.js';

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
