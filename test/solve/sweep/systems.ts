/** Timing systems by hand, row by row. */
import { logGPS } from '../../../src/machine/machine.js';
import { latencyAxis } from '../../../src/timing/axis.js';
import type { LineSystem } from '../../../src/timing/line-system.js';

/** Rows as [from, to, base, slope], ascending by `to`; times in ns. */
export function system(rows: readonly (readonly [number, number, number, number])[], scale = 1): LineSystem {
  const vertices = Math.max(...rows.map(([, to]) => to)) + 1;
  const rowStart = new Uint32Array(vertices + 1);
  for (const [, to] of rows) rowStart[to + 1]++;
  for (let v = 0; v < vertices; v++) rowStart[v + 1] += rowStart[v];
  return {
    vertices,
    rows: rows.length,
    rowStart,
    from: Uint32Array.from(rows, (row) => row[0]),
    base: Float64Array.from(rows, (row) => row[2] * scale),
    slope: Float64Array.from(rows, (row) => row[3]),
    scale,
    exact: true,
    axis: latencyAxis(logGPS({ L: 0, o: 0, G: 0 })),
  };
}

/** T(x) = max(10, 8 + x, 1 + 3 x): kinks at 2 and 3.5. */
export const threeSlopes = system([
  [0, 1, 1, 0],
  [0, 2, 10, 0],
  [0, 2, 8, 1],
  [1, 2, 0, 3],
]);
