/** Room for the values of vertices, used again when no row needs them any more: lanes of all vertices would not fit. */
import type { NoiseProgram } from './program.js';

/** [vertices] slot of each, and how many there are. The slot of a vertex is none of those that its rows read. */
export function slotsOf({
  vertices,
  rowStart,
  from,
}: Pick<NoiseProgram, 'vertices' | 'rowStart' | 'from'>): Pick<NoiseProgram, 'slot' | 'slots'> {
  const last = new Uint32Array(vertices).map((_, v) => v);
  for (let v = 0; v < vertices; v++) for (let r = rowStart[v]; r < rowStart[v + 1]; r++) last[from[r]] = v;
  last[0] = vertices;
  last[vertices - 1] = vertices;
  const slot = new Uint32Array(vertices);
  const free: number[] = [];
  let slots = 0;
  for (let v = 0; v < vertices; v++) {
    slot[v] = free.pop() ?? slots++;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (last[u] !== v) continue;
      free.push(slot[u]);
      // Two rows may come from one vertex.
      last[u] = vertices;
    }
    if (last[v] === v) free.push(slot[v]);
  }
  return { slot, slots };
}
