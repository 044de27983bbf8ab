/** Longest paths at several x in one pass: rows are read once, values lie side by side. */
import type { LineSystem } from '../../timing/lines.js';
import type { PathLine } from './pass.js';

/** Points in one pass: more do not fit a core's registers and caches, and gain nothing. */
export const POINTS_AT_ONCE = 8;

/** [vertices × points] longest path from time zero to each vertex, in 1/scale ns, at each of `xs`. */
export function forwardAt(lines: LineSystem, xs: readonly number[]): Float64Array {
  const { vertices, rowStart, from, base, slope } = lines;
  const n = xs.length;
  const at = Float64Array.from(xs, (x) => x * lines.scale);
  const values = new Float64Array(vertices * n);
  for (let v = 1; v < vertices; v++) {
    const here = v * n;
    const end = rowStart[v + 1];
    let r = rowStart[v];
    for (let k = 0, u = from[r] * n; k < n; k++)
      values[here + k] = values[u + k] + base[r] + slope[r] * at[k];
    for (r++; r < end; r++) {
      const u = from[r] * n;
      const b = base[r];
      const s = slope[r];
      for (let k = 0; k < n; k++) {
        const value = values[u + k] + b + s * at[k];
        if (value > values[here + k]) values[here + k] = value;
      }
    }
  }
  return values;
}

/** [vertices × points] longest path from each vertex to the end; −Infinity where none leads there. */
export function backwardAt(lines: LineSystem, xs: readonly number[]): Float64Array {
  const { vertices, rowStart, from, base, slope } = lines;
  const n = xs.length;
  const at = Float64Array.from(xs, (x) => x * lines.scale);
  const values = new Float64Array(vertices * n).fill(Number.NEGATIVE_INFINITY);
  values.fill(0, (vertices - 1) * n);
  for (let v = vertices - 1; v > 0; v--) {
    const here = v * n;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r] * n;
      const b = base[r];
      const s = slope[r];
      for (let k = 0; k < n; k++) {
        const value = values[here + k] + b + s * at[k];
        if (value > values[u + k]) values[u + k] = value;
      }
    }
  }
  return values;
}

/** The line of a longest path at point `k` of a forward pass, summed along it: exact where the costs are whole. */
export function lineOfPoint(
  lines: LineSystem,
  values: Float64Array,
  xs: readonly number[],
  k: number,
): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const n = xs.length;
  const at = xs[k] * lines.scale;
  let c = 0;
  let a = 0;
  let v = vertices - 1;
  while (v > 0) {
    let r = rowStart[v];
    // The pass stored exactly this sum for one of the rows.
    while (values[from[r] * n + k] + base[r] + slope[r] * at !== values[v * n + k]) r++;
    c += base[r];
    a += slope[r];
    v = from[r];
  }
  return { c, a };
}
