/** All pieces of T(x, y) on a rectangle: the plane of each, and the polygon on which it is T. */
import { type Corner, cut, type Polygon, rectangle, tidy } from './plane-polygon.js';
import { heightAt, type Plane, type PlaneLabels, type PlaneSystem, planePass } from './planes.js';
import { SAME_RUNTIME } from './ties.js';

export interface PlaneCell {
  readonly plane: Plane;
  readonly polygon: Polygon;
}

/** A rectangle of two parameters. */
export interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Parts of a side that tell two corners apart when they are looked up. */
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
