/**
 * One large system over an interval → several small ones over parts of it, each with the rows that can be critical
 * there (the bound is explained in `reduce.ts`). The parts are cut where T's tangents say least about it.
 */
import type { LineSystem } from '../../timing/lines.js';
import { backwardAt, forwardAt, lineOfPoint, POINTS_AT_ONCE } from './multipass.js';
import type { PathLine } from './pass.js';
import { MARGIN } from './reduce.js';

/** Parts of one split: two sweeps of eight points, which share one. */
const PARTS = 14;
/** A value of x, and a line of T there. */
export interface Point {
  readonly x: number;
  readonly line: PathLine;
}

/** A part of the interval with its own system. */
export interface CurvePart {
  readonly low: Point;
  readonly high: Point;
  readonly lines: LineSystem;
}

export interface SplitStatistics {
  /** Values of x at which the whole system was swept, forward and backward. */
  points: number;
}

/** Splits [low, high]; the ends keep the lines they come with, so that kinks there stay on their side. */
export function split(lines: LineSystem, low: Point, high: Point, statistics?: SplitStatistics): CurvePart[] {
  const points = choosePoints(lines, low, high);
  if (statistics !== undefined) statistics.points += points.length;
  const rows = rowsByPart(lines, points);
  const scratch = new Scratch(lines.vertices);
  const parts: CurvePart[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const small = subsystem(lines, rows[i], scratch, i + 1);
    parts.push({ low: points[i], high: points[i + 1], lines: small });
  }
  return parts;
}

/** Ends and, in rounds, the points where the gap between T's chord and its tangents is widest. */
function choosePoints(lines: LineSystem, low: Point, high: Point): Point[] {
  let points: Point[] = [low, high];
  while (points.length - 1 < PARTS) {
    const gaps: { x: number; depth: number }[] = [];
    for (let i = 0; i + 1 < points.length; i++) {
      const { x, depth } = gapBetween(lines, points[i], points[i + 1]);
      if (depth > 0 && x > points[i].x && x < points[i + 1].x) gaps.push({ x, depth });
    }
    gaps.sort((a, b) => b.depth - a.depth);
    const room = Math.min(POINTS_AT_ONCE, PARTS + 1 - points.length);
    const xs = gaps.slice(0, room).map((one) => one.x);
    if (xs.length === 0) break;
    const values = forwardAt(lines, xs);
    const found = xs.map((x, k) => ({ x, line: lineOfPoint(lines, values, xs, k) }));
    points = [...points, ...found].sort((a, b) => a.x - b.x);
  }
  return points;
}

interface Gap {
  /** Where the tangents meet, and its place between the points, 0 to 1. */
  readonly x: number;
  readonly share: number;
  /** How far the chord lies above the tangents there, in 1/scale ns. */
  readonly depth: number;
}

/** T lies between its tangents and its chord: where the room between them is widest, and how wide. */
function gapBetween(lines: LineSystem, low: Point, high: Point): Gap {
  const left = low.x * lines.scale;
  const right = high.x * lines.scale;
  if (high.line.a <= low.line.a || right <= left) return { x: low.x, share: 0, depth: 0 };
  const at = Math.min(Math.max((low.line.c - high.line.c) / (high.line.a - low.line.a), left), right);
  const share = (at - left) / (right - left);
  const lowT = low.line.c + low.line.a * left;
  const highT = high.line.c + high.line.a * right;
  const depth = lowT + share * (highT - lowT) - (low.line.c + low.line.a * at);
  return { x: at / lines.scale, share, depth: Math.max(depth, 0) };
}

/** Rows of a part, in order, with the vertex that each leads to. */
class RowList {
  rows = new Uint32Array(1024);
  vertices = new Uint32Array(1024);
  length = 0;

  push(row: number, vertex: number): void {
    if (this.length === this.rows.length) {
      const rows = new Uint32Array(this.length * 2);
      const vertices = new Uint32Array(this.length * 2);
      rows.set(this.rows);
      vertices.set(this.vertices);
      this.rows = rows;
      this.vertices = vertices;
    }
    this.rows[this.length] = row;
    this.vertices[this.length++] = vertex;
  }
}

/** Rows that can be critical somewhere in each part; a few neighbouring parts at a time. */
function rowsByPart(lines: LineSystem, points: readonly Point[]): RowList[] {
  const lists: RowList[] = [];
  for (let first = 0; first + 1 < points.length; first += POINTS_AT_ONCE - 1) {
    lists.push(...rowsBetween(lines, points.slice(first, first + POINTS_AT_ONCE)));
  }
  return lists;
}

/** The same for the parts between neighbouring points, all swept at once. */
function rowsBetween(lines: LineSystem, points: readonly Point[]): RowList[] {
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const n = points.length;
  const xs = points.map((one) => one.x);
  const forward = forwardAt(lines, xs);
  const backward = backwardAt(lines, xs);
  const lists = Array.from({ length: n - 1 }, () => new RowList());
  const gaps = lists.map((_, i) => gapBetween(lines, points[i], points[i + 1]));
  const at = Float64Array.from(xs, (x) => x * scale);
  const total = Float64Array.from(points, (one, j) => one.line.c + one.line.a * at[j]);
  const slack = MARGIN * Math.max(...total.map(Math.abs));
  const share = Float64Array.from(gaps, (gap) => gap.share);
  const reach = Float64Array.from(gaps, (gap) => gap.depth + slack);
  const farthest = Math.max(...reach, slack);
  const behind = new Float64Array(n);
  for (let v = 1; v < vertices; v++) {
    const ahead = v * n;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r] * n;
      const b = base[r];
      const s = slope[r];
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < n; j++) {
        const distance = total[j] - (forward[u + j] + b + s * at[j] + backward[ahead + j]);
        behind[j] = distance;
        if (distance < nearest) nearest = distance;
      }
      // A chord between two points is nowhere nearer to T than both of them.
      if (nearest > farthest) continue;
      for (let i = 0; i + 1 < n; i++) {
        const left = behind[i];
        const right = behind[i + 1];
        if (left <= slack || right <= slack || left + share[i] * (right - left) <= reach[i])
          lists[i].push(r, v);
      }
    }
  }
  return lists;
}

/** What a part knows of the large system's vertices; stamped, so that it need not be cleared between parts. */
class Scratch {
  readonly stamp: Uint32Array;
  readonly at: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;

  constructor(vertices: number) {
    this.stamp = new Uint32Array(vertices);
    this.at = new Uint32Array(vertices);
    this.base = new Float64Array(vertices);
    this.slope = new Float64Array(vertices);
  }
}

/** The rows of a part as a system, chains of single rows joined. Rows that time zero does not reach are left out. */
function subsystem(lines: LineSystem, list: RowList, scratch: Scratch, part: number): LineSystem {
  const last = lines.vertices - 1;
  const next = { from: [] as number[], base: [] as number[], slope: [] as number[] };
  const start = [0, 0];
  scratch.stamp[0] = part;
  scratch.at[0] = 0;
  for (let i = 0; i < list.length; ) {
    const v = list.vertices[i];
    const first = next.from.length;
    for (; i < list.length && list.vertices[i] === v; i++) {
      const r = list.rows[i];
      const u = lines.from[r];
      if (scratch.stamp[u] !== part) continue;
      next.from.push(scratch.at[u]);
      next.base.push(scratch.base[u] + lines.base[r]);
      next.slope.push(scratch.slope[u] + lines.slope[r]);
    }
    const count = next.from.length - first;
    if (count === 0) continue;
    scratch.stamp[v] = part;
    if (count === 1 && v !== last) {
      scratch.at[v] = next.from.pop() ?? 0;
      scratch.base[v] = next.base.pop() ?? 0;
      scratch.slope[v] = next.slope.pop() ?? 0;
    } else {
      scratch.at[v] = start.length - 1;
      scratch.base[v] = 0;
      scratch.slope[v] = 0;
      start.push(next.from.length);
    }
  }
  return {
    ...lines,
    vertices: start.length - 1,
    rows: next.from.length,
    rowStart: Uint32Array.from(start),
    from: Uint32Array.from(next.from),
    base: Float64Array.from(next.base),
    slope: Float64Array.from(next.slope),
    origin: null,
  };
}
