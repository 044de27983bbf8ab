/** Memory in which a system is split: beside its columns where kernels reach them, or plain. */
import { Arena, bytesFor, worthAKernel } from '../../kernels/arena.js';
import type { RowColumns } from '../../kernels/sweep-kernels.js';
import type { LineSystem } from '../../timing/line-system.js';

/** Makes columns, which hold anything at first. */
export interface Room {
  readonly u32: (n: number) => Uint32Array;
  readonly f64: (n: number) => Float64Array;
  /** Lends columns that `work` makes: their room is free again when it ends. */
  readonly lend: <Result>(work: () => Result) => Result;
}

/** A system with room beside it. */
export interface Placed {
  readonly lines: LineSystem;
  readonly room: Room;
}

const PLAIN: Room = {
  u32: (n) => new Uint32Array(n),
  f64: (n) => new Float64Array(n),
  lend: (work) => work(),
};

const columnsOf = ({ rowStart, from, base, slope }: LineSystem) => [rowStart, from, base, slope] as const;

/** Columns of a system that is made, with room for more than it may have. */
export type SystemColumns = Pick<LineSystem, 'rowStart' | 'from' | 'base'> & { readonly slope: Float64Array };

export const systemRoom = (room: Room, vertices: number, rows: number): SystemColumns => ({
  rowStart: room.u32(vertices + 1),
  from: room.u32(rows),
  base: room.f64(rows),
  slope: room.f64(rows),
});

/** The system that was made of `lines`, of which `own` begins with the columns. */
export function madeSystem(
  lines: LineSystem,
  own: SystemColumns,
  { vertices, rows }: Pick<LineSystem, 'vertices' | 'rows'>,
): LineSystem {
  return {
    ...lines,
    vertices,
    rows,
    rowStart: own.rowStart.subarray(0, vertices + 1),
    from: own.from.subarray(0, rows),
    base: own.base.subarray(0, rows),
    slope: own.slope.subarray(0, rows),
    origin: null,
  };
}

/** A system as kernels read it, and the arena that it lies in. */
export interface InArena {
  readonly arena: Arena;
  readonly rows: RowColumns;
}

/** `lines` where one arena holds them and `more` columns; null else, and where the slopes are a column of counts. */
export function inArena(
  { vertices, rowStart, from, base, slope }: LineSystem,
  ...more: readonly (Float64Array | Uint32Array | Uint16Array)[]
): InArena | null {
  if (!(slope instanceof Float64Array)) return null;
  const arena = Arena.holding(rowStart, from, base, slope, ...more);
  return arena === null ? null : { arena, rows: { vertices, rowStart, from, base, slope } };
}

/** `lines`, or a copy where that takes an arena of its own, with room for `bytes`. */
export function placed(lines: LineSystem, bytes: number): Placed {
  const own = Arena.holding(...columnsOf(lines));
  if (own?.hasRoom(bytes)) return { lines, room: own };
  const arena = worthAKernel(lines.rows) ? Arena.of(bytes + bytesOfCopy(lines)) : null;
  if (arena === null) return { lines, room: PLAIN };
  const { rowStart, from, base, slope } = lines;
  const columns = {
    rowStart: arena.copy(rowStart, arena.u32),
    from: arena.copy(from, arena.u32),
    base: arena.copy(base, arena.f64),
    slope: arena.copy(slope, arena.f64),
  };
  return { lines: { ...lines, ...columns }, room: arena };
}

/** Bytes of the host's memory that {@link placed} and work in its room write which were not written before. */
export function bytesToPlace(lines: LineSystem, bytes: number): number {
  const own = Arena.holding(...columnsOf(lines));
  if (own?.hasRoom(bytes)) return own.fresh(bytes);
  return worthAKernel(lines.rows) ? bytes + bytesOfCopy(lines) : bytes;
}

const bytesOfCopy = (lines: LineSystem): number =>
  bytesFor(columnsOf(lines).map(({ byteLength }) => byteLength));
