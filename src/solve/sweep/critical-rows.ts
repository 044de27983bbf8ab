/**
 * The rows that lie on longest paths, all of them, after a pass whose sums are exact: what is asked of ties at one x is
 * answered over them, mostly a few thousand rows, with no further pass.
 */
import type { LineSystem } from '../../timing/lines.js';
import type { Paid } from '../../timing/system.js';
import type { Labels, PathLine } from './pass.js';
import { addsWhole } from './ties.js';

/** More critical rows than that are not kept: a pass over all is no slower then. */
const MOST_ROWS = 1 << 20;

export class CriticalRows {
  readonly lines: LineSystem;
  /** In 1/scale units, x and T(x). */
  readonly at: number;
  readonly length: number;
  /** Rows, those to the last vertex first, and the vertex that each leads to. */
  readonly rows: readonly number[];
  readonly to: readonly number[];

  private constructor(lines: LineSystem, at: number, length: number, found: Found) {
    this.lines = lines;
    this.at = at;
    this.length = length;
    this.rows = found.rows;
    this.to = found.to;
  }

  /**
   * Those of the pass at x that `labels` hold; null where its sums are rounded, so that ties are not seen in them, and
   * where they are too many.
   */
  static of(lines: LineSystem, labels: Labels, x: number, line: PathLine): CriticalRows | null {
    const at = x * lines.scale;
    const length = line.c + line.a * at;
    if (!addsWhole(lines.exact, [at], length)) return null;
    const found = criticalRows(lines, labels, at);
    return found === null ? null : new CriticalRows(lines, at, length, found);
  }

  /** How often the longest path pays what row r of the timing system pays `counts[r]` times; of several, the one that does most. */
  mostPaid(counts: Paid): number {
    const { origin } = this.lines;
    return this.#most((r) => counts[origin === null ? r : origin[r]]);
  }

  /** The flattest of the longest paths: the line of T to the left of x. */
  flattest(): PathLine {
    const { slope } = this.lines;
    const a = -this.#most((r) => -slope[r]);
    return { c: this.length - a * this.at, a: a === 0 ? 0 : a };
  }

  /** The largest sum of `weight` over the rows of a longest path. */
  #most(weight: (row: number) => number): number {
    const { from, vertices } = this.lines;
    const most = new Float64Array(vertices);
    const reached = new Uint8Array(vertices);
    for (let i = this.rows.length - 1; i >= 0; i--) {
      const sum = most[from[this.rows[i]]] + weight(this.rows[i]);
      const v = this.to[i];
      if (reached[v] === 0 || sum > most[v]) most[v] = sum;
      reached[v] = 1;
    }
    return most[vertices - 1];
  }
}

interface Found {
  readonly rows: number[];
  readonly to: number[];
}

/** From the end back: rows whose sum is the value of the vertex that they lead to. */
function criticalRows(lines: LineSystem, labels: Labels, at: number): Found | null {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  const found: Found = { rows: [], to: [] };
  const critical = new Uint8Array(vertices);
  critical[vertices - 1] = 1;
  for (let v = vertices - 1; v > 0 && found.rows.length <= MOST_ROWS; v--) {
    if (critical[v] === 0) continue;
    const value = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (c[u] + base[r] + (a[u] + slope[r]) * at !== value) continue;
      critical[u] = 1;
      found.rows.push(r);
      found.to.push(v);
    }
  }
  return found.rows.length <= MOST_ROWS ? found : null;
}
