/** Longest paths at several x in one pass: rows are read once, values lie side by side. */
import { forwardKernel, LANES, lineKernel } from '../../kernels/split.js';
import type { LineSystem } from '../../timing/lines.js';
import type { PathLine } from './pass.js';
import { inArena } from './room.js';

/** Points in one pass: more do not fit a core's registers and caches, and gain nothing. */
export const POINTS_AT_ONCE = LANES;

/** A value of x as a fraction p / q, in 1/scale units; 1 for q is as good as any where sums are not exact. */
export interface Place {
  readonly p: number;
  readonly q: number;
}

/** Numbers of {@link POINTS_AT_ONCE} places. */
export const PLACE_NUMBERS = 2 * POINTS_AT_ONCE;

/** Numbers by lane: of fewer than {@link POINTS_AT_ONCE} the last once more. */
export function fillLanes(lanes: Float64Array, values: readonly number[]): void {
  for (let k = 0; k < POINTS_AT_ONCE; k++) lanes[k] = values[Math.min(k, values.length - 1)];
}

/**
 * Fills `values` [vertices × {@link POINTS_AT_ONCE}] with the longest path from time zero to each vertex at each of
 * `places`, in 1/scale ns times its q; lanes that are left hold anything. `lanes`: [{@link PLACE_NUMBERS}] for the kernel.
 */
export function forwardAt(
  lines: LineSystem,
  places: readonly Place[],
  lanes: Float64Array,
  values: Float64Array,
): void {
  const { vertices, rowStart, from, base, slope } = lines;
  const p = lanes.subarray(0, POINTS_AT_ONCE);
  const q = lanes.subarray(POINTS_AT_ONCE);
  fillLanes(
    p,
    places.map((place) => place.p),
  );
  fillLanes(
    q,
    places.map((place) => place.q),
  );
  values.fill(0, 0, POINTS_AT_ONCE);
  const held = inArena(lines, lanes, values);
  if (held !== null) {
    forwardKernel(held.arena, held.rows, lanes, values);
    return;
  }
  const points = places.length;
  for (let v = 1; v < vertices; v++) {
    const here = v * POINTS_AT_ONCE;
    const end = rowStart[v + 1];
    let r = rowStart[v];
    for (let k = 0, u = from[r] * POINTS_AT_ONCE; k < points; k++)
      values[here + k] = values[u + k] + base[r] * q[k] + slope[r] * p[k];
    for (r++; r < end; r++) {
      const u = from[r] * POINTS_AT_ONCE;
      const b = base[r];
      const s = slope[r];
      for (let k = 0; k < points; k++) {
        const value = values[u + k] + b * q[k] + s * p[k];
        if (value > values[here + k]) values[here + k] = value;
      }
    }
  }
}

/** The line of a longest path at lane `k` of a forward pass, summed along it: exact where the costs are whole. */
export function lineOfPoint(
  lines: LineSystem,
  lanes: Float64Array,
  k: number,
  values: Float64Array,
): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const held = inArena(lines, values);
  if (held !== null) return lineKernel(held.arena, held.rows, lanes, k, values);
  const p = lanes[k];
  const q = lanes[POINTS_AT_ONCE + k];
  let c = 0;
  let a = 0;
  let v = vertices - 1;
  while (v > 0) {
    const value = values[v * POINTS_AT_ONCE + k];
    let r = rowStart[v];
    // The pass stored exactly this sum for one of the rows.
    while (values[from[r] * POINTS_AT_ONCE + k] + base[r] * q + slope[r] * p !== value) r++;
    c += base[r];
    a += slope[r];
    v = from[r];
  }
  return { c, a };
}
