/**
 * One large system over an interval → several small ones over parts of it, each with the rows that can be critical
 * there (the bound is explained in `reduce.ts`). The parts are cut where T's tangents say least about it.
 */
import type { LineSystem } from '../../timing/lines.js';
import { backwardAt, forwardAt, lineOfPoint, POINTS_AT_ONCE } from './multipass.js';
import type { Line } from './pass.js';
import { MARGIN } from './reduce.js';

/** Parts of one split. */
const PARTS = 16;
/** Memory for the values of all vertices at all points, bytes: with fewer points the same is done in more rounds. */
const MEMORY_BYTES = 256 * 2 ** 20;

/** A value of x, and a line of T there. */
export interface Point {
  readonly x: number;
  readonly line: Line;
}

/** A part of the interval with its own system. */
export interface Part {
  readonly low: Point;
  readonly high: Point;
  readonly lines: LineSystem;
}

/** A point with its passes: which block of values holds it, and where. */
interface Sample extends Point {
  readonly values: Float64Array;
  readonly width: number;
  readonly k: number;
}

export interface SplitStatistics {
  /** Values of x at which the whole system was swept, forward and backward. */
  points: number;
}

/** Splits [low, high]; the ends keep the lines they come with, so that kinks there stay on their side. */
export function split(lines: LineSystem, low: Point, high: Point, statistics?: SplitStatistics): Part[] {
  const samples = choosePoints(lines, low, high);
  if (statistics !== undefined) statistics.points += samples.length;
  const backward = backwards(lines, samples);
  const rows = rowsByPart(lines, samples, backward);
  const scratch = new Scratch(lines.vertices);
  const parts: Part[] = [];
  for (let i = 0; i + 1 < samples.length; i++) {
    const small = subsystem(lines, rows[i], scratch, i + 1);
    parts.push({ low: samples[i], high: samples[i + 1], lines: small });
  }
  return parts;
}

/** Ends and, in rounds, the points where the gap between T's chord and its tangents is widest. */
function choosePoints(lines: LineSystem, low: Point, high: Point): Sample[] {
  const most = Math.floor(MEMORY_BYTES / (16 * lines.vertices));
  const parts = Math.min(Math.max(most - 1, 2), PARTS);
  let samples = sample(lines, [low.x, high.x]).map((one, i) => ({
    ...one,
    line: i === 0 ? low.line : high.line,
  }));
  while (samples.length - 1 < parts) {
    const gaps: { x: number; gap: number }[] = [];
    for (let i = 0; i + 1 < samples.length; i++) {
      const gap = gapBetween(lines, samples[i], samples[i + 1]);
      if (gap.depth > 0 && gap.x > samples[i].x && gap.x < samples[i + 1].x)
        gaps.push({ x: gap.x, gap: gap.depth });
    }
    gaps.sort((a, b) => b.gap - a.gap);
    const wanted = gaps.slice(0, Math.min(POINTS_AT_ONCE, parts + 1 - samples.length)).map((one) => one.x);
    if (wanted.length === 0) break;
    samples = [
      ...samples,
      ...sample(
        lines,
        wanted.sort((a, b) => a - b),
      ),
    ].sort((a, b) => a.x - b.x);
  }
  return samples;
}

function sample(lines: LineSystem, xs: readonly number[]): Sample[] {
  const values = forwardAt(lines, xs);
  return xs.map((x, k) => ({ x, line: lineOfPoint(lines, values, xs, k), values, width: xs.length, k }));
}

/** Backward values of all samples, a block of points at a time, in the samples' order. */
function backwards(
  lines: LineSystem,
  samples: readonly Sample[],
): { values: Float64Array; width: number; k: number }[] {
  const blocks: { values: Float64Array; width: number; k: number }[] = [];
  for (let i = 0; i < samples.length; i += POINTS_AT_ONCE) {
    const xs = samples.slice(i, i + POINTS_AT_ONCE).map((one) => one.x);
    const values = backwardAt(lines, xs);
    xs.forEach((_, k) => {
      blocks.push({ values, width: xs.length, k });
    });
  }
  return blocks;
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

/** Rows that can be critical somewhere in each part. */
function rowsByPart(
  lines: LineSystem,
  samples: readonly Sample[],
  backward: readonly { values: Float64Array; width: number; k: number }[],
): RowList[] {
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const n = samples.length;
  const lists = Array.from({ length: n - 1 }, () => new RowList());
  const gaps = lists.map((_, i) => gapBetween(lines, samples[i], samples[i + 1]));
  const at = samples.map((one) => one.x * scale);
  const total = samples.map((one, j) => one.line.c + one.line.a * at[j]);
  const slack = MARGIN * Math.max(...total.map(Math.abs));
  const behind = new Float64Array(n);
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      for (let j = 0; j < n; j++) {
        const one = samples[j];
        const back = backward[j];
        const through =
          one.values[u * one.width + one.k] +
          base[r] +
          slope[r] * at[j] +
          back.values[v * back.width + back.k];
        behind[j] = total[j] - through;
      }
      for (let i = 0; i + 1 < n; i++) {
        const chord = behind[i] + gaps[i].share * (behind[i + 1] - behind[i]);
        if (behind[i] <= slack || behind[i + 1] <= slack || chord <= gaps[i].depth + slack)
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
