/**
 * One longest-path pass over a line system. Each vertex carries the line of its longest path, c + a·x, as two sums:
 * at a fixed x the value needs one rounding, however long the path is.
 */
import { Arena, bytesFor } from '../../kernels/arena.js';
import { pathKernel } from '../../kernels/critical.js';
import { passKernel, steepestKernel } from '../../kernels/sweep.js';
import { finite } from '../../timing/finite.js';
import type { LineSystem } from '../../timing/lines.js';
import { inArena } from './room.js';
import { withTies } from './ties.js';

/** A path as a function of x: c in 1/scale ns, a per unit of x. */
export interface PathLine {
  readonly c: number;
  readonly a: number;
}

/** Which line to take where two paths are equally long: the steeper (right derivative) or the flatter (left). */
export type Ties = 'right' | 'left';

/** Line of every vertex; scratch space that passes over the same system share. */
export class Labels {
  readonly c: Float64Array;
  readonly a: Float64Array;

  constructor(vertices: number, f64: (n: number) => Float64Array = (n) => new Float64Array(n)) {
    this.c = f64(vertices);
    this.a = f64(vertices);
  }
}

const scratch = new WeakMap<LineSystem, Labels>();

/** The labels that all passes over a system share whose lines alone are asked for: those of the last pass. */
export function sharedLabels(lines: LineSystem): Labels {
  let labels = scratch.get(lines);
  if (labels === undefined) {
    const arena = Arena.holding(lines.rowStart, lines.from, lines.base, lines.slope);
    const fits = arena?.hasRoom(bytesFor([8 * lines.vertices, 8 * lines.vertices])) ?? false;
    labels = fits && arena !== null ? new Labels(lines.vertices, arena.f64) : new Labels(lines.vertices);
    scratch.set(lines, labels);
  }
  return labels;
}

/** Longest path to every vertex at x, into `labels`; returns the end's line. Throws LimitError for an x that is none. */
export function pass(lines: LineSystem, x: number, labels: Labels, ties: Ties = 'right'): PathLine {
  const at = finite(x) * lines.scale;
  return withTies(
    lines.exact,
    [at],
    (tie) => passWithin(lines, at, labels, ties === 'right' ? 1 : -1, tie),
    ({ c, a }) => c + a * at,
  );
}

/** Paths are equally long within `tie` of their length; of those the one whose slope is larger by `sign` is taken. */
function passWithin(lines: LineSystem, at: number, labels: Labels, sign: 1 | -1, tie: number): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const held = inArena(lines, c, a);
  if (held !== null) {
    passKernel(held.arena, vertices, { ...held.rows, c, a }, { at, sign, tie });
    return { c: c[vertices - 1], a: a[vertices - 1] };
  }
  c[0] = 0;
  a[0] = 0;
  let r = rowStart[1];
  for (let v = 1; v < vertices; v++) {
    const end = rowStart[v + 1];
    let u = from[r];
    let bestC = c[u] + base[r];
    let bestA = a[u] + slope[r];
    let best = bestC + bestA * at;
    for (r++; r < end; r++) {
      u = from[r];
      const nextC = c[u] + base[r];
      const nextA = a[u] + slope[r];
      const value = nextC + nextA * at;
      const ahead = value - best;
      const slack = tie * value;
      if (ahead > slack || (ahead >= -slack && sign * (nextA - bestA) > 0)) {
        bestC = nextC;
        bestA = nextA;
        best = value;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
  }
  return { c: c[vertices - 1], a: a[vertices - 1] };
}

/** The line of the longest path as x grows without bound: the steepest, and of those the highest. */
export function passAtInfinity(lines: LineSystem, labels: Labels): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const held = inArena(lines, c, a);
  if (held !== null) {
    steepestKernel(held.arena, vertices, { ...held.rows, c, a });
    return { c: c[vertices - 1], a: a[vertices - 1] };
  }
  c[0] = 0;
  a[0] = 0;
  for (let v = 1; v < vertices; v++) {
    let bestC = Number.NEGATIVE_INFINITY;
    let bestA = Number.NEGATIVE_INFINITY;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const nextC = c[from[r]] + base[r];
      const nextA = a[from[r]] + slope[r];
      if (nextA > bestA || (nextA === bestA && nextC > bestC)) {
        bestC = nextC;
        bestA = nextA;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
  }
  return { c: c[vertices - 1], a: a[vertices - 1] };
}

/** Value of a line at x, in ns. */
export function valueAt(lines: Pick<LineSystem, 'scale'>, line: PathLine, x: number): number {
  return (line.c + line.a * (x * lines.scale)) / lines.scale;
}

/** Rows of the longest path to the end, first to last, after a pass over the same labels. */
export function pathRows(lines: LineSystem, labels: Labels): Uint32Array {
  const { rowStart, from, base, slope, vertices } = lines;
  const { c, a } = labels;
  const held = inArena(lines, c, a);
  const found = held === null ? null : pathKernel(held.arena, { ...held.rows, c, a });
  if (found !== null) return found;
  const path: number[] = [];
  let v = vertices - 1;
  while (v > 0) {
    let r = rowStart[v];
    // The pass stored exactly these two sums for one of the rows.
    while (c[from[r]] + base[r] !== c[v] || a[from[r]] + slope[r] !== a[v]) r++;
    path.push(r);
    v = from[r];
  }
  return Uint32Array.from(path.reverse());
}
