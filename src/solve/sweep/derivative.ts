/** ∂T by another parameter than the one that a line system varies, without pricing the rows anew. */
import type { LineSystem } from '../../timing/lines.js';
import { tieAt } from './pass.js';

/**
 * Right derivative of T at x by a parameter that row r pays `counts[r]` times: of the longest paths the one that
 * pays it most.
 */
export function derivativeBy(lines: LineSystem, x: number, counts: Float64Array | Uint16Array): number {
  const { vertices, rowStart, from, base, slope, scale, exact, origin } = lines;
  const at = x * scale;
  const tie = tieAt(exact, at);
  const value = new Float64Array(vertices);
  const paid = new Float64Array(vertices);
  for (let v = 1; v < vertices; v++) {
    let best = Number.NEGATIVE_INFINITY;
    let most = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      const next = value[u] + (base[r] + slope[r] * at);
      const pays = paid[u] + counts[origin === null ? r : origin[r]];
      const slack = tie * next;
      if (next > best + slack || (next >= best - slack && pays > most)) {
        best = next;
        most = pays;
      }
    }
    value[v] = best;
    paid[v] = most;
  }
  return paid[vertices - 1];
}
