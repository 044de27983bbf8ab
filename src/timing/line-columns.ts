/** Memory of line systems: in one arena where there is one, so that passes are the kernel's. */
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import { f64 } from '../schedule/columns.js';
import type { LineSystem } from './lines.js';
import type { TimingSystem } from './system.js';

/** Columns of vertices and rows that a line system has of its own, and those that it takes over. */
type Columns = Pick<LineSystem, 'rowStart' | 'from' | 'base' | 'slope'>;

/** Room for the lines of `system`, and the labels of their passes. What lies elsewhere is copied. */
export function lineColumns({ vertices, rows, rowStart, from }: TimingSystem): Columns {
  const arena = worthAKernel(rows) ? arenaFor(vertices, rows, rowStart, from) : null;
  if (arena === null) return { rowStart, from, base: f64(rows), slope: f64(rows) };
  const kept = Arena.holding(rowStart, from) === arena;
  return {
    rowStart: kept ? rowStart : copied(rowStart, arena),
    from: kept ? from : copied(from, arena),
    base: arena.f64(rows),
    slope: arena.f64(rows),
  };
}

/** Bytes of the lines of a system and of one pair of labels. */
export function bytesOfLines(vertices: number, rows: number): number {
  return bytesFor([8 * rows, 8 * rows, 8 * vertices, 8 * vertices]);
}

function arenaFor(vertices: number, rows: number, rowStart: Uint32Array, from: Uint32Array): Arena | null {
  const own = bytesOfLines(vertices, rows);
  const arena = Arena.holding(rowStart, from);
  if (arena?.hasRoom(own)) return arena;
  return Arena.of(own + bytesFor([rowStart.byteLength, from.byteLength]));
}

function copied(column: Uint32Array, arena: Arena): Uint32Array {
  const copy = arena.u32(column.length);
  copy.set(column);
  return copy;
}
