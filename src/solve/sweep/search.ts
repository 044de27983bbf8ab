/** Questions about T(x), a convex piecewise linear function, answered by a handful of passes. */
import type { LineSystem } from '../../timing/lines.js';
import type { Interval } from '../engine.js';
import { type Labels, type Line, pass, passAtInfinity } from './pass.js';

/** Relative difference below which two runtimes are the same: rounding of one sum. */
const SAME = 1e-13;
/** A convex piecewise linear function is left by Newton after as many steps as it has pieces; this is a guard. */
const MAX_STEPS = 10_000;
/** Doublings from 1 ns that reach past any latency. */
const MAX_DOUBLINGS = 60;

const at = (lines: LineSystem, line: Line, x: number): number => line.c + line.a * (x * lines.scale);

/** x at which a line reaches `level` (in 1/scale ns). */
const reaches = (lines: LineSystem, line: Line, level: number): number =>
  (level - line.c) / line.a / lines.scale;

/** x at which two lines of different slope meet. */
export function meet(lines: LineSystem, one: Line, other: Line): number {
  return (one.c - other.c) / (other.a - one.a) / lines.scale;
}

/** Whether `line` does not rise above `below` at x. */
function onLine(lines: LineSystem, line: Line, below: Line, x: number): boolean {
  if (line.a === below.a && line.c === below.c) return true;
  const value = at(lines, below, x);
  return at(lines, line, x) <= value + Math.abs(value) * SAME;
}

/**
 * Largest x ≥ from with T(x) ≤ limit (ns). Newton from the right: T lies above each of its tangents, so the point
 * where one reaches the limit is never too small, and every step lands on a piece further left.
 */
export function largestWithin(lines: LineSystem, limit: number, from: number, labels: Labels): number {
  const level = limit * lines.scale;
  const steepest = passAtInfinity(lines, labels);
  if (steepest.a === 0) return Number.POSITIVE_INFINITY;
  let x = reaches(lines, steepest, level);
  const here = pass(lines, from, labels);
  if (here.a > 0) x = Math.min(x, reaches(lines, here, level));
  if (x <= from) return from;
  for (let step = 0; step < MAX_STEPS; step++) {
    const line = pass(lines, x, labels, 'left');
    if (at(lines, line, x) <= level * (1 + SAME) || line.a === 0) return x;
    const next = reaches(lines, line, level);
    if (next >= x || next <= from) return Math.max(next, from);
    x = next;
  }
  throw new Error(`no tolerance after ${MAX_STEPS} passes`);
}

/** The interval around x on which the slope is the right derivative at x. */
export function rangeOfLambda(lines: LineSystem, x: number, labels: Labels): Interval {
  const right = pass(lines, x, labels, 'right');
  const left = pass(lines, x, labels, 'left');
  return {
    low: left.a === right.a ? edge(lines, right, lines.axis.lowest, 'left', labels) : x,
    high: edge(lines, right, Number.POSITIVE_INFINITY, 'right', labels),
  };
}

/** An x, at least `from`, right of which no vertex changes its longest path any more. */
export function settledFrom(lines: LineSystem, from: number, labels: Labels): number {
  passAtInfinity(lines, labels);
  const steepest = labels.a.slice();
  let x = Math.max(from, 1);
  for (let step = 0; step < MAX_DOUBLINGS; step++) {
    pass(lines, x, labels);
    if (steepest.every((a, v) => a === labels.a[v])) return x;
    x *= 2;
  }
  return x;
}

/** Where T leaves `line` on the way to `end`, or `end` itself. */
function edge(lines: LineSystem, line: Line, end: number, ties: 'left' | 'right', labels: Labels): number {
  let far = Number.isFinite(end) ? pass(lines, end, labels, ties) : passAtInfinity(lines, labels);
  if (Number.isFinite(end) && onLine(lines, far, line, end)) return end;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (far.a === line.a) return end;
    const x = meet(lines, line, far);
    const next = pass(lines, x, labels, ties === 'right' ? 'left' : 'right');
    if (onLine(lines, next, line, x)) return x;
    far = next;
  }
  throw new Error(`no range after ${MAX_STEPS} passes`);
}

/**
 * The interval around x on which every vertex keeps its binding row: where the basis of the critical-path tree
 * stays optimal (LLAMP §II-C, the range [L_fl, L_fu] of ranging).
 */
export function basisRange(lines: LineSystem, x: number, labels: Labels): Interval {
  pass(lines, x, labels, 'right');
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const { c, a } = labels;
  let low = lines.axis.lowest;
  let high = Number.POSITIVE_INFINITY;
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const slack = c[v] - c[from[r]] - base[r];
      const growth = a[v] - a[from[r]] - slope[r];
      if (growth === 0) continue;
      const zero = -slack / growth / scale;
      if (growth < 0 && zero < high) high = Math.max(zero, x);
      if (growth > 0 && zero > low) low = Math.min(zero, x);
    }
  }
  return { low, high };
}
