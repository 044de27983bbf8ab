/** What longest paths pay of parameters other than the one that a line system varies. */
import type { LineSystem } from '../../timing/lines.js';
import type { Paid, TimingSystem } from '../../timing/system.js';
import { derivativeBy } from './derivative.js';
import { tangentsOf } from './search.js';

/** Right derivative of T at x by a parameter that row r pays `counts[r]` times: see {@link derivativeBy}. */
export function slopeByCounts(lines: LineSystem, x: number, counts: Paid): number {
  const critical = tangentsOf(lines).criticalAt(x);
  return critical === null ? derivativeBy(lines, x, counts) : critical.mostPaid(counts);
}

/** Sum of a column of rows over a path, by route. */
export function sumByRoute(
  system: TimingSystem,
  lines: LineSystem,
  path: Uint32Array,
  column: Paid,
): Float64Array {
  const sums = new Float64Array(system.machine.network.routes.length);
  for (const r of path) {
    const row = lines.origin === null ? r : lines.origin[r];
    sums[system.route[row]] += column[row];
  }
  return sums;
}
