/**
 * The rows that lie on longest paths, all of them, after a pass: what is asked of ties at one x is answered over them, mostly a
 * few thousand rows, with no further pass. Where sums are rounded, paths are equally long as they are to the pass.
 */
import {
  bestKernel,
  type CriticalColumns,
  criticalKernel,
  mayHoldCritical,
  type Weights,
} from '../../kernels/critical.js';
import type { LineSystem } from '../../timing/lines.js';
import type { Paid } from '../../timing/system.js';
import type { Labels, PathLine } from './pass.js';
import { inArena } from './room.js';
import { tieWithin } from './ties.js';

/** More critical rows than that are not kept: a pass over all is no slower then. */
const MOST_ROWS = 1 << 20;

export class CriticalRows {
  readonly lines: LineSystem;
  /** In 1/scale units, x and T(x). */
  readonly at: number;
  readonly length: number;
  /** Whether paths are taken for equally long only where they are. */
  readonly exact: boolean;
  readonly columns: CriticalColumns;

  private constructor(lines: LineSystem, at: number, length: number, tie: number, columns: CriticalColumns) {
    this.lines = lines;
    this.at = at;
    this.length = length;
    this.exact = tie === 0;
    this.columns = columns;
  }

  /** Those of the pass at x that `labels` hold; null where they are too many. */
  static of(lines: LineSystem, labels: Labels, x: number, line: PathLine): CriticalRows | null {
    const at = x * lines.scale;
    const length = line.c + line.a * at;
    const tie = tieWithin(lines.exact, [at], length);
    const found = criticalRows(lines, labels, at, tie);
    return found === null ? null : new CriticalRows(lines, at, length, tie, found);
  }

  /** How often the longest path pays what row r of the timing system pays `counts[r]` times; of several, the one that does most. */
  mostPaid(counts: Paid): number {
    const { origin } = this.lines;
    const here = (r: number): number => counts[origin === null ? r : origin[r]];
    const placed = origin === null && !(counts instanceof Uint32Array);
    return this.#best(here, placed ? { of: counts, sign: 1 } : null).most;
  }

  /** The flattest of the longest paths: the line of T to the left of x. */
  flattest(): PathLine {
    const { slope } = this.lines;
    const placed = slope instanceof Float64Array;
    const { most, base } = this.#best((r) => -slope[r], placed ? { of: slope, sign: -1 } : null);
    return { c: base, a: most === 0 ? 0 : -most };
  }

  /** The largest sum of `weight` over the rows of a longest path, and what those cost at x = 0; `column`: the weights as one. */
  #best(
    weight: (row: number) => number,
    column: Weights | null,
  ): { readonly most: number; readonly base: number } {
    const held = column === null ? null : inArena(this.lines, column.of);
    const found =
      held === null || column === null ? null : bestKernel(held.arena, held.rows, this.columns, column);
    return found ?? this.#bestHere(weight);
  }

  #bestHere(weight: (row: number) => number): { readonly most: number; readonly base: number } {
    const { base } = this.lines;
    const { rows, starts, ends, places } = this.columns;
    const most = new Float64Array(places);
    const cost = new Float64Array(places);
    const reached = new Uint8Array(places);
    for (let i = rows.length - 1; i >= 0; i--) {
      const r = rows[i];
      const sum = most[starts[i]] + weight(r);
      const end = ends[i];
      // Of equal ones the first, as in a pass: rows to a vertex come last to first.
      if (reached[end] === 0 || sum >= most[end]) {
        most[end] = sum;
        cost[end] = cost[starts[i]] + base[r];
      }
      reached[end] = 1;
    }
    return { most: most[0], base: cost[0] };
  }
}

/** From the end back: rows whose sum is the value of the vertex that they lead to, within `tie` of it. */
function criticalRows(lines: LineSystem, labels: Labels, at: number, tie: number): CriticalColumns | null {
  const { c, a } = labels;
  const most = Math.min(lines.rows, MOST_ROWS);
  const held = inArena(lines, c, a);
  if (held === null || !mayHoldCritical(held.arena, lines.vertices, most))
    return criticalRowsHere(lines, labels, at, tie);
  return criticalKernel(held.arena, { ...held.rows, c, a }, { at, tie }, most);
}

function criticalRowsHere(
  { vertices, rowStart, from, base, slope }: LineSystem,
  { c, a }: Labels,
  at: number,
  tie: number,
): CriticalColumns | null {
  const rows: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** By vertex 1 more than its place. */
  const placeOf = new Uint32Array(vertices);
  placeOf[vertices - 1] = 1;
  let places = 1;
  for (let v = vertices - 1; v > 0 && rows.length <= MOST_ROWS; v--) {
    if (placeOf[v] === 0) continue;
    const value = c[v] + a[v] * at;
    const slack = tie * Math.abs(value);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (Math.abs(c[u] + base[r] + (a[u] + slope[r]) * at - value) > slack) continue;
      if (placeOf[u] === 0) placeOf[u] = ++places;
      rows.push(r);
      starts.push(placeOf[u] - 1);
      ends.push(placeOf[v] - 1);
    }
  }
  if (rows.length > MOST_ROWS) return null;
  const [of, begins, to] = [rows, starts, ends].map((column) => Uint32Array.from(column));
  return { rows: of, starts: begins, ends: to, places, zero: placeOf[0] - 1 };
}
