import { Arena } from '../../kernels/arena.js';
import { violationKernel } from '../../kernels/sweep.js';
import { roundingOf } from '../../timing/exact.js';
import type { LineSystem } from '../../timing/lines.js';
import type { Certificate } from '../engine.js';
import type { Labels } from './pass.js';

/**
 * Strong duality, row by row: the potentials are primal feasible (no row is violated), the path is dual feasible
 * (one unit of flow from time zero to the end), and their values agree.
 */
export function certify(
  lines: LineSystem,
  labels: Labels,
  x: number,
  runtime: number,
  path: Uint32Array,
): Certificate {
  const { base, slope, scale } = lines;
  const at = x * scale;
  const violation = worstViolation(lines, labels, at);
  let dual = 0;
  for (const r of path) dual += base[r] + slope[r] * at;
  return {
    kind: 'strong-duality',
    primalNs: runtime,
    dualNs: dual / scale,
    rows: lines.rows,
    violationNs: violation / scale + roundingOf(lines, runtime),
    iterations: null,
  };
}

/** By how much at most a row is violated at `at`, in 1/scale ns. */
function worstViolation(lines: LineSystem, { c, a }: Labels, at: number): number {
  const { vertices, rowStart, from, base, slope } = lines;
  const arena = Arena.holding(rowStart, from, base, slope, c, a);
  if (arena !== null && slope instanceof Float64Array)
    return violationKernel(arena, vertices, { rowStart, from, base, slope, c, a }, at);
  let violation = 0;
  for (let v = 1; v < vertices; v++) {
    const here = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const over = c[from[r]] + base[r] + (a[from[r]] + slope[r]) * at - here;
      if (over > violation) violation = over;
    }
  }
  return violation;
}
