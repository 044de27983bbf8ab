/** Memory of line systems: in one arena where there is one, so that passes are the kernel's. */
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import { f64 } from '../schedule/columns.js';
import type { TimingSystem } from './system.js';

/** Columns of a line system: `LineSystem` of lines.ts. */
interface Columns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
}

/** Room for the lines of `system`, and the labels of their passes. What lies elsewhere is copied. */
export function lineColumns({ vertices, rows, rowStart, from }: TimingSystem): Columns {
  const arena = worthAKernel(rows) ? arenaFor(vertices, rows, rowStart, from) : null;
  if (arena === null) return { rowStart, from, base: f64(rows), slope: f64(rows) };
  const kept = Arena.holding(rowStart, from) === arena;
  return {
    rowStart: kept ? rowStart : arena.copy(rowStart, arena.u32),
    from: kept ? from : arena.copy(from, arena.u32),
    base: arena.f64(rows),
    slope: arena.f64(rows),
  };
}

/** Bytes that are written for the lines of a system and the labels of a pass, and were not before. */
export function bytesToPrice({ vertices, rows, rowStart, from }: TimingSystem): number {
  const bytes = bytesOfLines(vertices, rows);
  const arena = worthAKernel(rows) ? Arena.holding(rowStart, from) : null;
  if (arena === null) return bytes + rows * PRICED_BYTES + vertices * LABELLED_BYTES;
  return arena.hasRoom(bytes) ? arena.fresh(bytes) : bytes + rowStart.byteLength + from.byteLength;
}

/** Bytes besides of a row and a vertex, measured. */
const PRICED_BYTES = 4;
const LABELLED_BYTES = 8;

/** Bytes of the lines of a system and of one pair of labels. */
function bytesOfLines(vertices: number, rows: number): number {
  return bytesFor([8 * rows, 8 * rows, 8 * vertices, 8 * vertices]);
}

function arenaFor(vertices: number, rows: number, rowStart: Uint32Array, from: Uint32Array): Arena | null {
  const own = bytesOfLines(vertices, rows);
  const arena = Arena.holding(rowStart, from);
  if (arena?.hasRoom(own)) return arena;
  return Arena.of(own + bytesFor([rowStart.byteLength, from.byteLength]));
}
