/**
 * Joint tolerance of two parameters (model.md, "The curve"): {T ≤ (1 + x) T₀} as a polygon, exactly; T over both, as pieces on a
 * rectangle and as values on a grid.
 */
import { checkNumber, checkNumbers, joinWarnings, UsageError, type Warning } from '../errors.js';
import { SAME_RUNTIME } from '../solve/sweep/pass.js';
import {
  type AxisPair,
  type Corner,
  cut,
  heightAt,
  type Plane,
  type PlaneCell,
  PlaneLabels,
  type PlaneSystem,
  planeCells,
  planePass,
  planesOf,
  type Rectangle,
  rectangle,
  steepestPlane,
  tidy,
} from '../solve/sweep/planes.js';
import { MAX_PASSES, notFound } from '../solve/sweep/sweep-engine.js';
import { type Axis, sameAxis } from '../timing/axis.js';
import { type Model, orderKept } from './model.js';

/** Origin of the polygon: the machine's values (trade-offs), or the lowest possible ones. */
export type FrontierOrigin = 'machine' | 'lowest';

/** A corner of the border: values of the two parameters (ns, or ns/B). */
export interface FrontierVertex {
  /** Values of the two parameters (ns, or ns/B). */
  readonly x: number;
  readonly y: number;
  /** T there, ns, from a pass of its own. */
  readonly runtime: number;
  /** Whether T is the limit there; other corners are ends of the domain. */
  readonly onFrontier: boolean;
}

/** All (x, y) from the origin up at which the program runs at most `percent` slower. */
export interface Frontier {
  readonly percent: number;
  readonly axes: AxisPair;
  /** (1 + x) T₀, ns. */
  readonly limit: number;
  /**
   * Corners counterclockwise from the origin: along x to the frontier, along it, and back down y. Without the corners at
   * infinity if a parameter is unbounded.
   */
  readonly vertices: readonly FrontierVertex[];
  /** Parameters that no path uses; every value is tolerated. */
  readonly unbounded: readonly Axis[];
}

/** The border of the joint tolerance for one slowdown, and its machine. */
export interface FrontierResult {
  readonly frontiers: readonly Frontier[];
  readonly warnings: readonly Warning[];
}

/** T within this share of the limit counts as on it. */
const ON_FRONTIER = 1e-11;

/** The frontier of every percentage. Throws a UsageError when both axes are one, and for negative `percents`. */
export function frontier(
  model: Model,
  percents: readonly number[],
  axes: AxisPair,
  origin: FrontierOrigin = 'machine',
): FrontierResult {
  checkNumbers('percents', percents, { least: 0 });
  checkPair(axes);
  const system = planesOf(model.system, axes);
  const labels = new PlaneLabels(system.vertices);
  const [first, second] = axes;
  const base = planePass(system, first.base, second.base, labels);
  const runtime = heightAt(system, base, first.base, second.base) / system.scale;
  const start =
    origin === 'machine' ? { x: first.base, y: second.base } : { x: first.lowest, y: second.lowest };
  const known: Plane[] = [];
  const frontiers = percents.map((percent) => {
    const limit = runtime * (1 + percent / 100);
    const { vertices, unbounded } = within(system, limit, start, known, labels);
    return { percent, axes, limit, vertices, unbounded };
  });
  const [one] = frontiers;
  return { frontiers, warnings: joinWarnings(one?.unbounded.map(unlimited), orderKept(model)) };
}

/** Throws if both parameters are the same. */
function checkPair([first, second]: AxisPair): void {
  if (!sameAxis(first, second)) return;
  const { name } = first;
  const what =
    name === second.name ? `${name} is given twice` : `${name} and ${second.name} are the same parameter`;
  throw new UsageError(what, 'use two parameters, such as L,G');
}

/**
 * Cutting planes: T is above the plane of every path, so each plane cuts off what exceeds the limit; a corner at which T
 * itself is within the limit is final. Every cut is by a new path, and there are finitely many. Planes that are `known`
 * from one limit cut at the next without a pass.
 */
function within(
  system: PlaneSystem,
  limit: number,
  start: Corner,
  known: Plane[],
  labels: PlaneLabels,
): Pick<Frontier, 'vertices' | 'unbounded'> {
  const level = limit * system.scale;
  const far = bounds(system, level, start, labels);
  let polygon = rectangle(start.x, far.x ?? start.x, start.y, far.y ?? start.y);
  const cutBy = (plane: Plane): void => {
    polygon = cut(polygon, ({ x, y }) => heightAt(system, plane, x, y) - level, level * SAME_RUNTIME);
  };
  known.forEach(cutBy);
  const final = new Map<Corner, number>();
  for (let passes = 0; ; passes++) {
    const open = polygon.find((corner) => !final.has(corner));
    if (open === undefined) break;
    if (passes === MAX_PASSES) throw notFound('the frontier');
    const plane = planePass(system, open.x, open.y, labels);
    const height = heightAt(system, plane, open.x, open.y);
    if (height <= level * (1 + SAME_RUNTIME)) final.set(open, height);
    else {
      known.push(plane);
      cutBy(plane);
    }
  }
  const vertices = tidy(polygon).map((corner) => {
    const height = final.get(corner) ?? level;
    const onFrontier = height >= level * (1 - ON_FRONTIER);
    return { x: corner.x, y: corner.y, runtime: height / system.scale, onFrontier };
  });
  const unbounded = system.axes.filter((_, i) => (i === 0 ? far.x : far.y) === null);
  return { vertices, unbounded };
}

/**
 * Maximum of a parameter with the other at the origin, by the steepest path; null if no path uses it: T then does not
 * depend on it, and the polygon needs no width.
 */
function bounds(
  system: PlaneSystem,
  level: number,
  start: Corner,
  labels: PlaneLabels,
): { readonly x: number | null; readonly y: number | null } {
  const inX = steepestPlane(system, 'x', labels);
  const inY = steepestPlane(system, 'y', labels);
  const room = (plane: Plane): number => Math.max(level - heightAt(system, plane, start.x, start.y), 0);
  return {
    x: inX.a === 0 ? null : start.x + room(inX) / inX.a / system.scale,
    y: inY.b === 0 ? null : start.y + room(inY) / inY.b / system.scale,
  };
}

function unlimited(axis: Axis): Warning {
  return { code: 'unlimited', message: `no path uses ${axis.name}, so every value is tolerated` };
}

/** A polygon on which T is one plane: T grows by `lambda[0]` per unit of x and by `lambda[1]` per unit of y. */
export interface SurfacePiece {
  readonly lambda: readonly [number, number];
  /** Corners counterclockwise, with T there, ns. */
  readonly vertices: readonly { readonly x: number; readonly y: number; readonly runtime: number }[];
}

/** T as a function of two parameters: its planes, each where it is the maximum. */
export interface Surface {
  readonly axes: AxisPair;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** [ys][xs] T, ns. */
  readonly runtimes: readonly (readonly number[])[];
  /** All pieces on the rectangle; null if `maxPasses` are not enough; T then comes from one pass per point. */
  readonly pieces: readonly SurfacePiece[] | null;
  readonly warnings: readonly Warning[];
}

/** Extent of the search for the surface. */
export interface SurfaceOptions {
  /** Points along x and y, ends included. */
  readonly grid: readonly [number, number];
  /** Passes over the program after which pieces are given up. */
  readonly maxPasses?: number;
}

const MAX_SURFACE_PASSES = 4_000;

/** T on a grid over [low, high] of both axes. Throws a UsageError when both axes are one, and for a grid without points. */
export function surface(model: Model, axes: AxisPair, domain: Rectangle, options: SurfaceOptions): Surface {
  checkPair(axes);
  for (const points of options.grid) checkNumber('surface: grid', points, { least: 1, whole: true });
  const system = planesOf(model.system, axes);
  const labels = new PlaneLabels(system.vertices);
  const maxPasses = options.maxPasses ?? MAX_SURFACE_PASSES;
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
    warnings: joinWarnings(cells === undefined && tooMany(maxPasses), orderKept(model)),
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
  const message = `not all pieces were found in ${passes} passes, so T is computed at every point of the grid`;
  return { code: 'too-many-pieces', message };
}
