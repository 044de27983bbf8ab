/**
 * A timing system over two parameters: every row is a plane base + a·x + b·y, every path the sum of its rows, and
 * T(x, y) the highest of the paths' planes, convex and piecewise linear (model.md, "The curve").
 */
import type { Machine } from '../../machine/machine.js';
import type { Axis } from '../../timing/axis.js';
import { type LineSystem, linesOf } from '../../timing/line-system.js';
import type { Paid, TimingSystem } from '../../timing/timing-system.js';
import { SAME_RUNTIME, withTies } from './pass.js';

/** Two parameters that vary together. */
export type AxisPair = readonly [Axis, Axis];

/** A line system along the first axis, with the growth of every row along the second beside it. */
export interface PlaneSystem extends Omit<LineSystem, 'axis'> {
  readonly axes: AxisPair;
  /** [rows] growth per unit of y. */
  readonly slopeY: Paid;
}

/** A path as a function of x and y: c in 1/scale ns, a and b per unit of x and y. */
export interface Plane {
  readonly c: number;
  readonly a: number;
  readonly b: number;
}

/** Prices every row of `system` along both axes. */
export function planesOf(system: TimingSystem, axes: AxisPair): PlaneSystem {
  const [first, second] = axes;
  const without = { ...system, machine: atZero(system.machine, second) };
  const { vertices, rows, rowStart, from, base, slope, scale, exact } = linesOf(without, first);
  const { slope: slopeY } = linesOf(system, second);
  return { vertices, rows, rowStart, from, base, slope, slopeY, scale, exact, axes };
}

/** The machine without the parameter that an axis stands for; one that is added to parameters leaves them. */
function atZero(machine: Machine, axis: Axis): Machine {
  if (axis.relative) return machine;
  const { network } = machine;
  return {
    ...machine,
    overhead: axis.overhead ? 0 : machine.overhead,
    network: {
      latencies: network.latencies.map((one, k) => (axis.latency === k ? { ...one, latencyNs: 0 } : one)),
      gaps: network.gaps.map((one, k) => (axis.gap === k ? { ...one, gapNsPerByte: 0 } : one)),
      routes: network.routes,
      routeOf: (source, destination, send) => network.routeOf(source, destination, send),
    },
  };
}

/** Plane of every vertex; scratch space that passes over the same system share. */
export class PlaneLabels {
  readonly c: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;

  constructor(vertices: number) {
    this.c = new Float64Array(vertices);
    this.a = new Float64Array(vertices);
    this.b = new Float64Array(vertices);
  }
}

/** Plane of the longest path at (x, y); among equally long ones the steepest in x, then in y. */
export function planePass(system: PlaneSystem, x: number, y: number, labels: PlaneLabels): Plane {
  const at = [x * system.scale, y * system.scale] as const;
  return withTies(
    system.exact,
    at,
    (tie) => passWithin(system, at, labels, tie),
    ({ c, a, b }) => c + a * at[0] + b * at[1],
  );
}

function passWithin(
  system: PlaneSystem,
  [atX, atY]: readonly [number, number],
  labels: PlaneLabels,
  tie: number,
): Plane {
  const { vertices, rowStart, from, base, slope, slopeY } = system;
  const { c, a, b } = labels;
  c[0] = 0;
  a[0] = 0;
  b[0] = 0;
  let r = rowStart[1];
  for (let v = 1; v < vertices; v++) {
    const end = rowStart[v + 1];
    let u = from[r];
    let bestC = c[u] + base[r];
    let bestA = a[u] + slope[r];
    let bestB = b[u] + slopeY[r];
    let best = bestC + bestA * atX + bestB * atY;
    for (r++; r < end; r++) {
      u = from[r];
      const nextC = c[u] + base[r];
      const nextA = a[u] + slope[r];
      const nextB = b[u] + slopeY[r];
      const value = nextC + nextA * atX + nextB * atY;
      const ahead = value - best;
      const slack = tie * value;
      if (ahead > slack || (ahead >= -slack && (nextA > bestA || (nextA === bestA && nextB > bestB)))) {
        bestC = nextC;
        bestA = nextA;
        bestB = nextB;
        best = value;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
    b[v] = bestB;
  }
  const last = vertices - 1;
  return { c: c[last], a: a[last], b: b[last] };
}

/** Value of a plane at (x, y), in 1/scale ns. */
export function heightAt({ scale }: Pick<PlaneSystem, 'scale'>, plane: Plane, x: number, y: number): number {
  return plane.c + plane.a * (x * scale) + plane.b * (y * scale);
}

/** Plane of the path that is steepest in x (or in y), and of those the highest at the origin. */
export function steepestPlane(system: PlaneSystem, along: 'x' | 'y', labels: PlaneLabels): Plane {
  const { vertices, rowStart, from, base } = system;
  const [slope, other] = along === 'x' ? [system.slope, system.slopeY] : [system.slopeY, system.slope];
  const { c } = labels;
  const [a, b] = along === 'x' ? [labels.a, labels.b] : [labels.b, labels.a];
  c[0] = 0;
  a[0] = 0;
  b[0] = 0;
  for (let v = 1; v < vertices; v++) {
    let best = rowStart[v];
    let bestA = a[from[best]] + slope[best];
    let bestC = c[from[best]] + base[best];
    for (let r = best + 1; r < rowStart[v + 1]; r++) {
      const nextA = a[from[r]] + slope[r];
      const nextC = c[from[r]] + base[r];
      if (nextA > bestA || (nextA === bestA && nextC > bestC)) {
        best = r;
        bestA = nextA;
        bestC = nextC;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
    b[v] = b[from[best]] + other[best];
  }
  const last = vertices - 1;
  return { c: c[last], a: labels.a[last], b: labels.b[last] };
}

// Convex polygons in the plane of two parameters, and how half-planes cut them.

/** A corner; polygons share corners that a cut leaves alone, so that one is looked at once. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Corners against the clock; one or two of them where the polygon has no area. */
type Polygon = readonly Corner[];

/** Corners nearer to each other than this share of the polygon's coordinates are one but for rounding. */
const SAME_PLACE = 1e-12;

export function rectangle(lowX: number, highX: number, lowY: number, highY: number): Corner[] {
  return [
    { x: lowX, y: lowY },
    { x: highX, y: lowY },
    { x: highX, y: highY },
    { x: lowX, y: highY },
  ];
}

/**
 * The part of a polygon in which `above` ≤ slack, for a function that is linear in x and y (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974, one edge). A new corner is between two old ones, so that it is as exact on the
 * old edge as they are, however flat the angle.
 */
export function cut(polygon: Polygon, above: (corner: Corner) => number, slack: number): Corner[] {
  const heights = polygon.map(above);
  const left: Corner[] = [];
  polygon.forEach((corner, i) => {
    const next = (i + 1) % polygon.length;
    const inside = heights[i] <= slack;
    if (inside) left.push(corner);
    // A corner on the cut is a corner already.
    if (inside === heights[next] <= slack || Math.abs(heights[inside ? i : next]) <= slack) return;
    left.push(between(corner, polygon[next], heights[i] / (heights[i] - heights[next])));
  });
  return left;
}

function between(from: Corner, to: Corner, share: number): Corner {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) };
}

/** Equal ends stay what they are: an edge along an axis remains one. */
const mix = (from: number, to: number, share: number): number =>
  from === to ? from : from + share * (to - from);

/** Without corners that rounding made of one. */
export function tidy(polygon: Polygon): Corner[] {
  const nearX = SAME_PLACE * Math.max(...polygon.map(({ x }) => Math.abs(x)));
  const nearY = SAME_PLACE * Math.max(...polygon.map(({ y }) => Math.abs(y)));
  const same = (one: Corner, other: Corner): boolean =>
    Math.abs(one.x - other.x) <= nearX && Math.abs(one.y - other.y) <= nearY;
  const kept: Corner[] = [];
  for (const corner of polygon) {
    const before = kept.at(-1);
    if (before === undefined || !same(before, corner)) kept.push(corner);
  }
  while (kept.length > 1 && same(kept[0], kept[kept.length - 1])) kept.pop();
  return kept;
}

/** All pieces of T(x, y) on a rectangle: the plane of each, and the polygon on which it is T. */
export interface PlaneCell {
  readonly plane: Plane;
  readonly polygon: Polygon;
}

/** A rectangle of two parameters. */
export interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Parts of a side that distinguish two corners in a lookup. */
const RASTER = 2 ** 36;

/**
 * Each piece begins with all of the rectangle that no other known plane exceeds. Where T at one of its corners is
 * higher, a plane is new and takes its polygon from the others; where it is not at any corner of any piece, T, being
 * convex, is on each piece what the plane says. Undefined when that takes more than `maxPasses`.
 */
export function planeCells(
  system: PlaneSystem,
  domain: Rectangle,
  maxPasses: number,
  labels: PlaneLabels,
): PlaneCell[] | undefined {
  const cells = new Cells(system, domain, labels);
  for (let corner = cells.open(); corner !== undefined; corner = cells.open()) {
    if (cells.passes >= maxPasses) return undefined;
    cells.settle(corner);
  }
  return cells.list.map(({ plane, polygon }) => ({ plane, polygon: tidy(polygon) }));
}

interface OpenCell {
  readonly plane: Plane;
  polygon: Corner[];
}

class Cells {
  readonly list: OpenCell[] = [];
  passes = 0;
  readonly #system: PlaneSystem;
  readonly #labels: PlaneLabels;
  readonly #domain: Corner[];
  readonly #raster: (corner: Corner) => string;
  readonly #slack: number;
  readonly #final = new Set<Corner>();
  /** T by place: corners that neighbours share are evaluated once. */
  readonly #heights = new Map<string, number>();
  readonly #known = new Set<string>();

  constructor(system: PlaneSystem, { x, y }: Rectangle, labels: PlaneLabels) {
    this.#system = system;
    this.#labels = labels;
    this.#domain = rectangle(x[0], x[1], y[0], y[1]);
    this.#raster = (corner) => `${place(corner.x, x)} ${place(corner.y, y)}`;
    const plane = planePass(system, x[1], y[1], labels);
    this.passes = 1;
    this.#slack = SAME_RUNTIME * heightAt(system, plane, x[1], y[1]);
    this.#add(plane);
  }

  /** A corner at which T is not known to be the cell's plane, with its cell. */
  open(): { cell: OpenCell; corner: Corner } | undefined {
    for (const cell of this.list) {
      const corner = cell.polygon.find((one) => !this.#final.has(one));
      if (corner !== undefined) return { cell, corner };
    }
    return undefined;
  }

  settle({ cell, corner }: { cell: OpenCell; corner: Corner }): void {
    const own = heightAt(this.#system, cell.plane, corner.x, corner.y);
    const place = this.#raster(corner);
    const seen = this.#heights.get(place);
    if (seen !== undefined && seen <= own + this.#slack) {
      this.#final.add(corner);
      return;
    }
    const plane = planePass(this.#system, corner.x, corner.y, this.#labels);
    const height = heightAt(this.#system, plane, corner.x, corner.y);
    this.passes++;
    this.#heights.set(place, height);
    if (height <= own + this.#slack || this.#known.has(key(plane))) this.#final.add(corner);
    else this.#add(plane);
  }

  #add(plane: Plane): void {
    this.#known.add(key(plane));
    let polygon = this.#domain;
    for (const cell of this.list) {
      const ahead = this.#difference(plane, cell.plane);
      cell.polygon = cut(cell.polygon, ahead, this.#slack);
      polygon = cut(polygon, (corner) => -ahead(corner), this.#slack);
    }
    this.list.push({ plane, polygon });
    // A cell that is left with less dimensions than the domain has is an edge of its neighbours.
    const needed = Math.min(tidy(this.#domain).length, 3);
    const kept = this.list.filter((cell) => tidy(cell.polygon).length >= needed);
    this.list.splice(0, this.list.length, ...kept);
  }

  /** By how much one plane is above another: differences first, they are exact. */
  #difference(one: Plane, other: Plane): (corner: Corner) => number {
    const { scale } = this.#system;
    const c = one.c - other.c;
    const a = one.a - other.a;
    const b = one.b - other.b;
    return ({ x, y }) => c + a * (x * scale) + b * (y * scale);
  }
}

const key = ({ c, a, b }: Plane): string => `${c} ${a} ${b}`;

const place = (value: number, [low, high]: readonly [number, number]): number =>
  high > low ? Math.round(((value - low) / (high - low)) * RASTER) : 0;
