/** ∂T by another parameter than the one that a line system varies, without pricing the rows anew. */
import type { LineSystem } from '../../timing/lines.js';
import type { Paid } from '../../timing/system.js';
import { withTies } from './ties.js';

/**
 * Right derivative of T at x by a parameter that row r pays `counts[r]` times: of the longest paths the one that
 * pays it most.
 */
export function derivativeBy(lines: LineSystem, x: number, counts: Paid): number {
  const at = x * lines.scale;
  return withTies(
    lines.exact,
    [at],
    (tie) => mostPaid(lines, at, counts, tie),
    ({ length }) => length,
  ).paid;
}

function mostPaid(
  lines: LineSystem,
  at: number,
  counts: Paid,
  tie: number,
): { length: number; paid: number } {
  const { vertices, rowStart, from, base, slope, origin } = lines;
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
  return { length: value[vertices - 1], paid: paid[vertices - 1] };
}
