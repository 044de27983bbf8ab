/** T over two parameters: its pieces on a rectangle, and its values on a grid from them (model §6). */
import type { Warning } from '../errors.js';
import { type PlaneCell, planeCells, type Rectangle } from '../solve/sweep/plane-cells.js';
import {
  type AxisPair,
  heightAt,
  PlaneLabels,
  type PlaneSystem,
  planePass,
  planesOf,
} from '../solve/sweep/planes.js';
import { checkPair } from './frontier.js';
import type { Model } from './model.js';
import { orderKept } from './orders.js';

/** A polygon on which T is one plane: T grows by `lambda[0]` per unit of x and by `lambda[1]` per unit of y. */
export interface SurfacePiece {
  readonly lambda: readonly [number, number];
  /** Corners against the clock, with T there, ns. */
  readonly vertices: readonly { readonly x: number; readonly y: number; readonly runtime: number }[];
}

/** T as a function of two parameters: the planes that are its largest, each where it is. */
export interface Surface {
  readonly axes: AxisPair;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** [ys][xs] T, ns. */
  readonly runtimes: readonly (readonly number[])[];
  /** All pieces on the rectangle; null where there are more than `maxPasses` can find: then T is from a pass a point. */
  readonly pieces: readonly SurfacePiece[] | null;
  readonly warnings: readonly Warning[];
}

/** How much of the surface is looked for. */
export interface SurfaceOptions {
  /** Points along x and y, ends included. */
  readonly grid: readonly [number, number];
  /** Passes over the program after which pieces are given up. */
  readonly maxPasses?: number;
}

const MAX_PASSES = 4_000;

/** T on a grid over [low, high] of both axes. Throws a UsageError when both axes are one. */
export function surface(model: Model, axes: AxisPair, domain: Rectangle, options: SurfaceOptions): Surface {
  checkPair(axes);
  const system = planesOf(model.system, axes);
  const labels = new PlaneLabels(system.vertices);
  const maxPasses = options.maxPasses ?? MAX_PASSES;
  const cells = planeCells(system, domain, maxPasses, labels);
  const xs = spread(domain.x, options.grid[0]);
  const ys = spread(domain.y, options.grid[1]);
  const runtime = cells === undefined ? byPass(system, labels) : byCells(system, cells);
  return {
    axes,
    xs,
    ys,
    runtimes: ys.map((y) => xs.map((x) => runtime(x, y))),
    pieces: cells === undefined ? null : cells.map((cell) => pieceOf(system, cell)),
    warnings: [...(cells === undefined ? [tooMany(maxPasses)] : []), ...orderKept(model)],
  };
}

function spread([low, high]: readonly [number, number], points: number): number[] {
  if (points < 2) return [low];
  return Array.from({ length: points }, (_, i) =>
    i === points - 1 ? high : low + ((high - low) * i) / (points - 1),
  );
}

const byPass =
  (system: PlaneSystem, labels: PlaneLabels) =>
  (x: number, y: number): number =>
    heightAt(system, planePass(system, x, y, labels), x, y) / system.scale;

/** T is the highest of all planes that are T somewhere. */
const byCells =
  (system: PlaneSystem, cells: readonly PlaneCell[]) =>
  (x: number, y: number): number =>
    cells.reduce((high, { plane }) => Math.max(high, heightAt(system, plane, x, y)), 0) / system.scale;

function pieceOf(system: PlaneSystem, { plane, polygon }: PlaneCell): SurfacePiece {
  return {
    lambda: [plane.a, plane.b],
    vertices: polygon.map(({ x, y }) => ({ x, y, runtime: heightAt(system, plane, x, y) / system.scale })),
  };
}

function tooMany(passes: number): Warning {
  return {
    code: 'too-many-pieces',
    message: `the pieces were not all found in ${passes} passes: T is from a pass at every point of the grid`,
  };
}
