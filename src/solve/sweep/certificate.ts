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
  const { vertices, rowStart, from, base, slope, scale } = lines;
  const { c, a } = labels;
  const at = x * scale;
  let violation = 0;
  for (let v = 1; v < vertices; v++) {
    const here = c[v] + a[v] * at;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const over = c[from[r]] + base[r] + (a[from[r]] + slope[r]) * at - here;
      if (over > violation) violation = over;
    }
  }
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
