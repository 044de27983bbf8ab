/**
 * The rows that lie on longest paths, all of them, after a pass: what is asked of ties at one x is answered over them, mostly a
 * few thousand rows, with no further pass. Where sums are rounded, paths are equally long as they are to the pass.
 */
import type { LineSystem } from '../../timing/lines.js';
import type { Paid } from '../../timing/system.js';
import type { Labels, PathLine } from './pass.js';
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
  /** Rows, those to the last vertex first, and the vertex that each leads to. */
  readonly rows: readonly number[];
  readonly to: readonly number[];

  private constructor(lines: LineSystem, at: number, length: number, tie: number, found: Found) {
    this.lines = lines;
    this.at = at;
    this.length = length;
    this.exact = tie === 0;
    this.rows = found.rows;
    this.to = found.to;
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
    return this.#best((r) => counts[origin === null ? r : origin[r]]).most;
  }

  /** The flattest of the longest paths: the line of T to the left of x. */
  flattest(): PathLine {
    const { slope } = this.lines;
    const { most, base } = this.#best((r) => -slope[r]);
    return { c: base, a: most === 0 ? 0 : -most };
  }

  /** The largest sum of `weight` over the rows of a longest path, and what those cost at x = 0. */
  #best(weight: (row: number) => number): { readonly most: number; readonly base: number } {
    const { from, base, vertices } = this.lines;
    const most = new Float64Array(vertices);
    const cost = new Float64Array(vertices);
    const reached = new Uint8Array(vertices);
    for (let i = this.rows.length - 1; i >= 0; i--) {
      const r = this.rows[i];
      const sum = most[from[r]] + weight(r);
      const v = this.to[i];
      // Of equal ones the first, as in a pass: rows to a vertex come last to first.
      if (reached[v] === 0 || sum >= most[v]) {
        most[v] = sum;
        cost[v] = cost[from[r]] + base[r];
      }
      reached[v] = 1;
    }
    return { most: most[vertices - 1], base: cost[vertices - 1] };
  }
}

interface Found {
  readonly rows: number[];
  readonly to: number[];
}

/** From the end back: rows whose sum is the value of the vertex that they lead to, within `tie` of it. */
function criticalRows(lines: LineSystem, labels: Labels, at: number, tie: number): Found | null {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const found: Found = { rows: [], to: [] };
  const critical = new Uint8Array(vertices);
  critical[vertices - 1] = 1;
  for (let v = vertices - 1; v > 0 && found.rows.length <= MOST_ROWS; v--) {
    if (critical[v] === 0) continue;
    const value = c[v] + a[v] * at;
    const slack = tie * Math.abs(value);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (Math.abs(c[u] + base[r] + (a[u] + slope[r]) * at - value) > slack) continue;
      critical[u] = 1;
      found.rows.push(r);
      found.to.push(v);
    }
  }
  return found.rows.length <= MOST_ROWS ? found : null;
}
