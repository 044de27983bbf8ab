import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SurfacePiece, surface } from '../../src/analysis/tolerance-frontier.js';
import { logGPS } from '../../src/machine/machine.js';
import { heightAt, PlaneLabels, planePass, planesOf } from '../../src/solve/sweep/planes.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { FIG4, FIG4_MACHINE, programs, sweep } from './programs.js';

function area({ vertices }: SurfacePiece): number {
  const n = vertices.length;
  return (
    vertices.reduce((sum, p, i) => sum + p.x * vertices[(i + 1) % n].y - p.y * vertices[(i + 1) % n].x, 0) / 2
  );
}

describe('surface of L and G', () => {
  it('has the two pieces of the running example', async () => {
    // T = max(1500, L + 1100 + 3·G): the pieces meet on L + 3·G = 400.
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const found = surface(model, axes, { x: [0, 1000], y: [0, 100] }, { grid: [3, 2] });
    expect(found.xs).toEqual([0, 500, 1000]);
    expect(found.ys).toEqual([0, 100]);
    expect(found.runtimes).toEqual([
      [1500, 1600, 2100],
      [1500, 1900, 2400],
    ]);
    const flat = found.pieces?.find((piece) => piece.lambda[0] === 0);
    expect(found.pieces).toHaveLength(2);
    expect(flat?.lambda).toEqual([0, 0]);
    const corners = flat?.vertices.map(({ x, y }) => [x, y]).sort(([a, b], [c, d]) => a - c || b - d);
    expect(corners).toEqual([
      [0, 0],
      [0, 100],
      [expect.closeTo(100, 9), 100],
      [expect.closeTo(400, 9), 0],
    ]);
  });

  it('gives up on pieces, not on values', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const found = surface(model, axes, { x: [0, 1000], y: [0, 100] }, { grid: [3, 2], maxPasses: 2 });
    expect(found.pieces).toBeNull();
    expect(found.warnings.map((one) => one.code)).toEqual(['too-many-pieces']);
    expect(found.runtimes).toEqual([
      [1500, 1600, 2100],
      [1500, 1900, 2400],
    ]);
  });

  it('covers the rectangle once, and is T everywhere on random programs', async () => {
    await fc.assert(
      fc.asyncProperty(programs, fc.constantFrom(0, 0.018, 1), async (goal, G) => {
        const machine = logGPS({ L: 100, o: 7, G });
        const model = await sweep(goal, machine);
        const axes = [latencyAxis(machine), gapAxis(machine)] as const;
        const system = planesOf(model.system, axes);
        const labels = new PlaneLabels(system.vertices);
        const found = surface(model, axes, { x: [0, 500], y: [0, 20] }, { grid: [13, 11] });
        const { pieces } = found;
        expect(pieces).not.toBeNull();
        const total = (pieces ?? []).reduce((sum, piece) => sum + area(piece), 0);
        expect(total).toBeCloseTo(500 * 20, 5);
        for (const piece of pieces ?? []) expect(area(piece)).toBeGreaterThan(0);
        found.ys.forEach((y, j) => {
          found.xs.forEach((x, i) => {
            const passed = heightAt(system, planePass(system, x, y, labels), x, y) / system.scale;
            expect(Math.abs(found.runtimes[j][i] - passed)).toBeLessThanOrEqual(1e-9 * Math.max(passed, 1));
          });
        });
      }),
      { numRuns: 100 },
    );
  });
});
