/**
 * A timing system over two parameters: every row is a plane base + a·x + b·y, every path the sum of its rows, and
 * T(x, y) the highest of the paths' planes, convex and piecewise linear (model §6).
 */
import type { Machine } from '../../machine/machine.js';
import type { Axis } from '../../timing/axis.js';
import { type LineSystem, linesOf } from '../../timing/lines.js';
import type { Paid, TimingSystem } from '../../timing/system.js';
import { withTies } from './ties.js';

/** Two parameters that vary together. */
export type AxisPair = readonly [Axis, Axis];

/** A line system along the first axis, with the growth of every row along the second beside it. */
export interface PlaneSystem extends Omit<LineSystem, 'axis' | 'origin'> {
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
