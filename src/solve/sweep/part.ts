/** The system of what can be critical in a part of an interval. */
import { bytesFor } from '../../kernels/arena.js';
import { type PartColumns, partKernel } from '../../kernels/split.js';
import { NONE } from '../../schedule/columns.js';
import type { LineSystem } from '../../timing/lines.js';
import { inArena, madeSystem, type Placed, type Room, systemRoom } from './room.js';

/** Bytes of a part of `rows` rows, with what is known of the vertices of `whole` while it is gathered and labels of passes. */
export function bytesOfGathering({ vertices }: Pick<LineSystem, 'vertices'>, rows: number): number {
  const columns = [4 * (rows + 2), 4 * rows, 8 * rows, 8 * rows];
  const known = [4 * vertices, 8 * vertices, 8 * vertices];
  const labels = [8 * (rows + 2), 8 * (rows + 2)];
  return bytesFor(columns) + Math.max(bytesFor(known), bytesFor(labels));
}

/**
 * The rows whose bits are in `kept`, `count` of them, as a system, chains of single rows joined. Rows that time zero does not
 * reach are left out.
 */
export function gathered({ lines, room }: Placed, kept: Uint32Array, count: number): LineSystem {
  const own = systemRoom(room, count + 1, count);
  const size = room.lend(() => {
    const columns = { ...own, ...knownVertices(lines, room) };
    const held = inArena(lines, kept, ...Object.values(columns));
    return held === null ? gather(lines, columns, kept) : partKernel(held.arena, held.rows, columns, kept);
  });
  return madeSystem(lines, own, size);
}

function knownVertices(
  { vertices }: LineSystem,
  room: Room,
): Pick<PartColumns, 'place' | 'baseOf' | 'slopeOf'> {
  return {
    place: room.u32(vertices).fill(NONE),
    baseOf: room.f64(vertices),
    slopeOf: room.f64(vertices),
  };
}

function gather(
  lines: LineSystem,
  columns: PartColumns,
  kept: Uint32Array,
): { readonly vertices: number; readonly rows: number } {
  const { place, baseOf, slopeOf, rowStart, from, base, slope } = columns;
  const last = lines.vertices - 1;
  let vertices = 1;
  let rows = 0;
  let v = 0;
  let first = 0;
  place[0] = 0;
  baseOf[0] = 0;
  slopeOf[0] = 0;
  rowStart.fill(0, 0, 2);
  const finish = (): void => {
    if (rows === first) return;
    if (rows === first + 1 && v !== last) {
      rows = first;
      place[v] = from[first];
      baseOf[v] = base[first];
      slopeOf[v] = slope[first];
      return;
    }
    place[v] = vertices;
    baseOf[v] = 0;
    slopeOf[v] = 0;
    rowStart[++vertices] = rows;
    first = rows;
  };
  for (let word = 0; word < kept.length; word++) {
    for (let bits = kept[word]; bits !== 0; bits &= bits - 1) {
      const r = 32 * word + 31 - Math.clz32(bits & -bits);
      if (r >= lines.rowStart[v + 1]) {
        finish();
        while (lines.rowStart[v + 1] <= r) v++;
      }
      const u = lines.from[r];
      if (place[u] === NONE) continue;
      from[rows] = place[u];
      base[rows] = baseOf[u] + lines.base[r];
      slope[rows++] = slopeOf[u] + lines.slope[r];
    }
  }
  finish();
  return { vertices, rows };
}
