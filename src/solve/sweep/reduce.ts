/**
 * A smaller system with the same T(x) on an interval: rows that no critical path uses anywhere in it are left out.
 *
 * The longest path through a row is convex in x, so it lies below the chord of its values at both ends; T lies above
 * its tangents there. Where the chord stays below the tangents, the row can never be critical in between.
 */
import type { LineSystem } from '../../timing/lines.js';
import { type PathLine, pass, sharedLabels } from './pass.js';

/** What rounding may add to the sum of a path's three parts, relative to T. */
export const MARGIN = 1e-12;

export interface Ends {
  readonly low: number;
  readonly high: number;
  /** Tangents of T at both ends: right derivative at the lower, left at the higher. */
  readonly lowLine: PathLine;
  readonly highLine: PathLine;
}

export interface Reduction {
  readonly lines: LineSystem;
  readonly ends: Ends;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/** Leaves out what is never critical on [low, high]; rows keep their origin. */
export function reduce(lines: LineSystem, low: number, high: number): Reduction {
  const lowPaths = new Through(lines, low, 'right');
  const highPaths = high > low ? new Through(lines, high, 'left') : lowPaths;
  const ends = { low, high, lowLine: lowPaths.line, highLine: highPaths.line };
  const keep = criticalSomewhere(lines, ends, lowPaths, highPaths);
  dropLoose(lines, keep);
  const smaller = kept(lines, keep);
  return { lines: smaller, ends, rowsBefore: lines.rows, rowsAfter: smaller.rows };
}

/** Longest paths from time zero to every vertex and from every vertex to the end, at one x. */
class Through {
  readonly line: PathLine;
  readonly at: number;
  readonly forward: Float64Array;
  readonly backward: Float64Array;

  constructor(lines: LineSystem, x: number, ties: 'left' | 'right') {
    const { vertices, rowStart, from, base, slope } = lines;
    // Where a kernel passes: its labels are those of the last pass, so what is kept is taken out at once.
    const { c, a } = sharedLabels(lines);
    this.line = pass(lines, x, { c, a }, ties);
    const at = x * lines.scale;
    this.at = at;
    const forward = new Float64Array(vertices);
    for (let v = 0; v < vertices; v++) forward[v] = c[v] + a[v] * at;
    const backward = new Float64Array(vertices).fill(Number.NEGATIVE_INFINITY);
    backward[vertices - 1] = 0;
    for (let v = vertices - 1; v > 0; v--) {
      const here = backward[v];
      for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
        const value = here + base[r] + slope[r] * at;
        if (value > backward[from[r]]) backward[from[r]] = value;
      }
    }
    this.forward = forward;
    this.backward = backward;
  }

  through(lines: LineSystem, r: number, v: number): number {
    return this.forward[lines.from[r]] + lines.base[r] + lines.slope[r] * this.at + this.backward[v];
  }
}

/** [rows] 1 where the row may be critical somewhere in the interval. */
function criticalSomewhere(lines: LineSystem, ends: Ends, low: Through, high: Through): Uint8Array {
  const { vertices, rowStart } = lines;
  const { lowLine, highLine } = ends;
  const keep = new Uint8Array(lines.rows);
  const lowT = lowLine.c + lowLine.a * low.at;
  const highT = highLine.c + highLine.a * high.at;
  // Where the tangents meet, T's lower bound is weakest; on one line, or at one point, any place will do.
  const parallel = highLine.a === lowLine.a || high.at === low.at;
  const meet = parallel ? low.at : (lowLine.c - highLine.c) / (highLine.a - lowLine.a);
  const share = high.at === low.at ? 0 : Math.min(Math.max((meet - low.at) / (high.at - low.at), 0), 1);
  const meetT = lowLine.c + lowLine.a * (low.at + share * (high.at - low.at));
  const slack = MARGIN * Math.max(Math.abs(highT), Math.abs(lowT));
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const atLow = low.through(lines, r, v);
      const atHigh = high.through(lines, r, v);
      const chord = atLow + share * (atHigh - atLow);
      if (atLow >= lowT - slack || atHigh >= highT - slack || chord >= meetT - slack) keep[r] = 1;
    }
  }
  return keep;
}

/** Clears rows that time zero does not reach any more, or that do not reach the end. */
function dropLoose(lines: LineSystem, keep: Uint8Array): void {
  const { vertices, rowStart, from } = lines;
  const reached = new Uint8Array(vertices);
  reached[0] = 1;
  for (let v = 1; v < vertices; v++) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (keep[r] === 1 && reached[from[r]] === 0) keep[r] = 0;
      if (keep[r] === 1) reached[v] = 1;
    }
  }
  const needed = new Uint8Array(vertices);
  needed[vertices - 1] = 1;
  for (let v = vertices - 1; v > 0; v--) {
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (needed[v] === 0) keep[r] = 0;
      if (keep[r] === 1) needed[from[r]] = 1;
    }
  }
}

/** The kept rows and the vertices that they join. */
function kept(lines: LineSystem, keep: Uint8Array): LineSystem {
  const { vertices, rowStart, from, base, slope } = lines;
  let rows = 0;
  for (let r = 0; r < lines.rows; r++) rows += keep[r];
  const place = new Uint32Array(vertices);
  const start = new Uint32Array(vertices + 1);
  const next = { from: new Uint32Array(rows), base: new Float64Array(rows), slope: new Float64Array(rows) };
  const origin = new Uint32Array(rows);
  let row = 0;
  let vertex = 1;
  for (let v = 1; v < vertices; v++) {
    const first = row;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (keep[r] === 0) continue;
      next.from[row] = place[from[r]];
      next.base[row] = base[r];
      next.slope[row] = slope[r];
      origin[row++] = lines.origin === null ? r : lines.origin[r];
    }
    if (row === first) continue;
    place[v] = vertex++;
    start[vertex] = row;
  }
  return { ...lines, ...next, vertices: vertex, rows, rowStart: start.slice(0, vertex + 1), origin };
}
