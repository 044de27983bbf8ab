import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import {
  type Frontier,
  frontier,
  type SurfacePiece,
  surface,
} from '../../src/analysis/tolerance-frontier.js';
import { type LogGPS, logGPS, type Machine } from '../../src/machine/machine.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { Labels, pass, valueAt } from '../../src/solve/sweep/pass.js';
import { heightAt, PlaneLabels, planePass, planesOf } from '../../src/solve/sweep/planes.js';
import { axisByName, classAxis, gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { twoClasses } from '../networks.js';
import { runs } from '../part.js';
import { random } from '../properties/schedules.js';
import { FIG4, FIG4_MACHINE, programs, sweep } from './programs.js';

const border = new HighsBorder();

const machines: fc.Arbitrary<LogGPS> = fc.record({
  L: fc.constantFrom(0, 10, 100, 3_000),
  o: fc.constantFrom(0, 7, 50),
  G: fc.constantFrom(0, 0.018, 1, 5),
  S: fc.constantFrom(20, Number.POSITIVE_INFINITY),
});

/** T with L and G at other values: the whole model anew, as nobody would compute it. */
function runtimeAnew(model: Model, parameters: LogGPS): number {
  const machine = logGPS(parameters);
  const system = compile(model.graph, machine);
  const lines = linesOf(system, latencyAxis(machine));
  return valueAt(lines, pass(lines, parameters.L, new Labels(lines.vertices)), parameters.L);
}

function expectConvex({ vertices }: Frontier): void {
  const n = vertices.length;
  for (let i = 0; n > 2 && i < n; i++) {
    const [p, q, r] = [vertices[i], vertices[(i + 1) % n], vertices[(i + 2) % n]];
    const one = (q.x - p.x) * (r.y - q.y);
    const other = (q.y - p.y) * (r.x - q.x);
    expect(one - other).toBeGreaterThanOrEqual(-1e-9 * (Math.abs(one) + Math.abs(other)));
  }
}

/** Whether (x, y) lies in the polygon, `margin` of its size inside (or outside, where negative). */
function inside({ vertices }: Frontier, x: number, y: number, margin = 0): boolean {
  const n = vertices.length;
  return vertices.every((p, i) => {
    const q = vertices[(i + 1) % n];
    const side = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
    const size = Math.abs((q.x - p.x) * (y - p.y)) + Math.abs((q.y - p.y) * (x - p.x));
    return side >= margin * size;
  });
}

describe('frontier of L and G', () => {
  it('is the polygon that a person finds', async () => {
    // T = max(1500, L + 1100 + 3·G) at L = 500, G = 5: T₀ = 1615. 10 % more: L + 3·G ≤ 676.5.
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const [found] = frontier(model, [10], axes).frontiers;
    expect(found.limit).toBeCloseTo(1776.5, 9);
    expect(found.unbounded).toEqual([]);
    const corners = found.vertices.map(({ x, y, onFrontier }) => [x, y, onFrontier]);
    expect(corners).toEqual([
      [500, 5, false],
      [expect.closeTo(661.5, 9), 5, true],
      [500, expect.closeTo(176.5 / 3, 9), true],
    ]);
  });

  it('begins at zero where it is asked to', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const [found] = frontier(model, [10], axes, 'lowest').frontiers;
    expect(found.vertices.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [expect.closeTo(676.5, 9), 0],
      [0, expect.closeTo(676.5 / 3, 9)],
    ]);
  });

  it('has rays along what no path pays', async () => {
    // One byte: (s − 1)·G is nothing.
    const model = await sweep(FIG4.replaceAll('4b', '1b'), FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const { frontiers, warnings } = frontier(model, [10], axes);
    expect(frontiers[0].unbounded.map((axis) => axis.name)).toEqual(['G']);
    expect(frontiers[0].vertices.map(({ x, y }) => [x, y])).toEqual([
      [500, 5],
      [expect.closeTo(660, 9), 5],
    ]);
    expect(warnings.map((one) => one.code)).toEqual(['unlimited']);
  });

  it('has rays along both where nothing is sent', async () => {
    const model = await sweep('num_ranks 1\nrank 0 {\nl1: calc 10\n}\n', FIG4_MACHINE);
    const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
    const [found] = frontier(model, [1], axes).frontiers;
    expect(found.unbounded).toHaveLength(2);
    expect(found.vertices).toHaveLength(1);
  });

  it('refuses one parameter twice', async () => {
    const model = await sweep(FIG4, FIG4_MACHINE);
    const axis = latencyAxis(model.machine);
    expect(() => frontier(model, [1], [axis, axis])).toThrow('L is given twice');
  });
});

describe('frontier of random programs', () => {
  it('is convex, holds the base, ends at the tolerances, and its vertices lie at the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        programs,
        machines,
        fc.constantFrom(0, 1, 10, 300),
        fc.constantFrom('machine' as const, 'lowest' as const),
        async (goal, parameters, percent, origin) => {
          const model = await sweep(goal, parameters);
          const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
          const [found] = frontier(model, [percent], axes, origin).frontiers;
          expectConvex(found);
          for (const { x, y, runtime, onFrontier } of found.vertices) {
            expect(x).toBeGreaterThanOrEqual(origin === 'machine' ? parameters.L : 0);
            expect(y).toBeGreaterThanOrEqual(origin === 'machine' ? parameters.G : 0);
            const anew = runtimeAnew(model, { ...parameters, L: x, G: y });
            expect(Math.abs(anew - runtime)).toBeLessThanOrEqual(1e-9 * Math.max(runtime, 1e-9));
            if (onFrontier) expect(Math.abs(anew - found.limit)).toBeLessThanOrEqual(1e-9 * found.limit);
          }
          if (found.unbounded.length > 0) return;
          // At 0 % the base may be a corner of its own region, where inside is a matter of rounding.
          if (percent > 0) expect(inside(found, parameters.L, parameters.G, -1e-9)).toBe(true);
          if (origin === 'lowest') return;
          const ends = await Promise.all(
            axes.map(async (axis) => (await tolerance(model, [percent], axis)).tolerance[0].value),
          );
          expect(Math.max(...found.vertices.filter((v) => v.y === parameters.G).map((v) => v.x))).toBeCloseTo(
            ends[0],
            6,
          );
          expect(Math.max(...found.vertices.filter((v) => v.x === parameters.L).map((v) => v.y))).toBeCloseTo(
            ends[1],
            6,
          );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('says of random points what the linear program says', async () => {
    await fc.assert(
      fc.asyncProperty(programs, machines, fc.integer(), async (goal, parameters, seed) => {
        const model = await sweep(goal, parameters);
        const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
        const [found] = frontier(model, [20], axes).frontiers;
        if (found.unbounded.length > 0 || found.vertices.length < 3) return;
        const next = random(seed);
        const far = {
          x: Math.max(...found.vertices.map((v) => v.x)),
          y: Math.max(...found.vertices.map((v) => v.y)),
        };
        for (let i = 0; i < 5; i++) {
          const x = parameters.L + next() * 1.1 * (far.x - parameters.L);
          const y = parameters.G + next() * 1.1 * (far.y - parameters.G);
          const machine = logGPS({ ...parameters, G: y });
          const system = compile(model.graph, machine);
          const highs = new HighsEngine(system, { border });
          const { runtime } = await highs.evaluate(linesOf(system, latencyAxis(machine)), x);
          if (inside(found, x, y)) expect(runtime).toBeLessThanOrEqual(found.limit * (1 + 1e-9));
          else expect(runtime).toBeGreaterThanOrEqual(found.limit * (1 - 1e-9));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('frontier of other pairs', () => {
  const classes: Machine = {
    ...logGPS({ L: 0, o: 10, G: 0.5 }),
    network: twoClasses({
      latencies: [100, 1_000],
      far: [1, 1],
      constants: [0, 30],
      gaps: [0.5],
      routeOf: (source, destination) => (source + destination < 3 ? 0 : 1),
    }),
  };

  it('agrees with the tolerance of every axis, for L, G, o and classes', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (goal) => {
        const model = await sweep(goal, classes);
        const { machine } = model;
        const all = [
          latencyAxis(machine),
          gapAxis(machine),
          overheadAxis(machine),
          classAxis(machine, 0),
          classAxis(machine, 1),
        ];
        for (const one of all) {
          for (const other of all) {
            if (one.name === other.name) continue;
            const [found] = frontier(model, [5], [one, other]).frontiers;
            expectConvex(found);
            const { value } = (await tolerance(model, [5], one)).tolerance[0];
            const widest = Math.max(...found.vertices.filter((v) => v.y === other.base).map((v) => v.x));
            if (found.unbounded.includes(one)) expect(value).toBe(Number.POSITIVE_INFINITY);
            else expect(widest).toBeCloseTo(value, 6);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is named as parameters are', async () => {
    const model = await sweep(FIG4, classes);
    const axes = [axisByName(model.machine, 'near'), axisByName(model.machine, 'o')] as const;
    // T = max(1500 + o, near + 1101.5 + 2·o) = 1510 at near = 100, o = 10: near may grow to 388.5, o not at all.
    const [found] = frontier(model, [0], axes).frontiers;
    expect(found.vertices).toEqual([
      { x: 100, y: 10, runtime: 1510, onFrontier: true },
      { x: expect.closeTo(388.5, 9), y: 10, runtime: expect.closeTo(1510, 9), onFrontier: true },
    ]);
  });
});

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
