/** Memory of line systems: in one arena where there is one, so that passes are the kernel's. */
import { isUnplaced } from '../graph/placed.js';
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import { f64 } from '../schedule/columns.js';
import type { Paid, TimingSystem } from './system.js';

/**
 * Bytes of an arena up to which rows that lie elsewhere are copied for kernels. Beyond, the copies would be what the whole
 * answer takes at its peak, for a tenth of its time.
 */
const MOST_COPIED = 2 ** 30;

/** Columns of a line system: `LineSystem` of lines.ts. */
interface Columns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Paid;
  /** Whether the slope is there already. */
  readonly counted: boolean;
}

/**
 * Room for the lines of `system`, and the labels of their passes. What lies elsewhere is copied. `paid`: the column of the
 * system that the slopes are; null: none is.
 */
export function lineColumns(system: TimingSystem, paid: Paid | null): Columns {
  const { vertices, rows, rowStart, from } = system;
  const arena = isForKernels(system) ? arenaFor(vertices, rows, rowStart, from) : null;
  if (arena === null)
    return { rowStart, from, base: f64(rows), slope: paid ?? f64(rows), counted: paid !== null };
  const kept = Arena.holding(rowStart, from) === arena;
  return {
    rowStart: kept ? rowStart : arena.copy(rowStart, arena.u32),
    from: kept ? from : arena.copy(from, arena.u32),
    base: arena.f64(rows),
    slope: arena.f64(rows),
    counted: false,
  };
}

/** Bytes that are written for {@link lineColumns} and the labels of a pass, and were not before. */
export function bytesOfLines(system: TimingSystem, paid: Paid | null): number {
  const { vertices, rows, rowStart, from } = system;
  const bytes = bytesInArena(vertices, rows);
  const arena = isForKernels(system) ? Arena.holding(rowStart, from) : null;
  if (arena?.hasRoom(bytes)) return arena.fresh(bytes);
  const ofOwn = bytes + bytesFor([rowStart.byteLength, from.byteLength]);
  const copies = isForKernels(system) && ofOwn <= MOST_COPIED && Arena.mayHave(ofOwn);
  const here = bytes - (paid === null ? 0 : 8 * rows);
  return (copies ? ofOwn : here) + vertices * LABELLED_BYTES;
}

const isForKernels = ({ rows, graph }: TimingSystem): boolean =>
  worthAKernel(rows) && !isUnplaced(graph.schedule);

/** Bytes besides of a vertex: marks and sums of what is critical. */
const LABELLED_BYTES = 8;

/** Bytes of the lines of a system and of one pair of labels. */
function bytesInArena(vertices: number, rows: number): number {
  return bytesFor([8 * rows, 8 * rows, 8 * vertices, 8 * vertices]);
}

/** The arena of rows that lie in one with room for their lines; else one of its own, for columns that are not too large to copy. */
function arenaFor(vertices: number, rows: number, rowStart: Uint32Array, from: Uint32Array): Arena | null {
  const lines = bytesInArena(vertices, rows);
  const arena = Arena.holding(rowStart, from);
  if (arena?.hasRoom(lines)) return arena;
  const own = lines + bytesFor([rowStart.byteLength, from.byteLength]);
  return own <= MOST_COPIED ? Arena.of(own) : null;
}
