/** Rows of longest paths in WebAssembly: what `solve/sweep` does in TypeScript, over columns of one arena, bit by bit. */
import { type Arena, bytesFor } from './arena.js';
import { CODE } from './critical.generated.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import type { RowColumns } from './split.js';
import type { KernelFunction } from './webassembly.js';

/** Rows of a line system, and lines of its vertices after a pass: all in one arena. */
export interface LabelledRows extends RowColumns {
  readonly c: Float64Array;
  readonly a: Float64Array;
}

/** Rows that lie on longest paths. */
export interface CriticalColumns {
  /** Those to the last vertex first. */
  readonly rows: Uint32Array;
  /** [rows] places that each leads from and to: the vertices on longest paths, in any order; 0 is the last one. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Number of places, and that of time zero. */
  readonly places: number;
  readonly zero: number;
}

const EXPORTS = ['columns', 'path', 'critical', 'seek', 'mark', 'rowsFound', 'placesFound', 'best'] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

/** Rows of a path that are asked for at a time. */
const PATH_ROWS = 1 << 12;

const addresses = (...columns: readonly ArrayBufferView[]): number[] =>
  columns.map(({ byteOffset }) => byteOffset);

function over(arena: Arena, { rowStart, from, base, slope, c, a }: LabelledRows): Exports {
  const kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
  kernel.columns(...addresses(rowStart, from, base, slope, c, a));
  return kernel;
}

/** Rows of the longest path to the end, first to last; null where there is no room. */
export function pathKernel(arena: Arena, labelled: LabelledRows): Uint32Array | null {
  if (!arena.hasRoom(bytesFor([4 * PATH_ROWS]))) return null;
  return arena.lend(() => {
    const kernel = over(arena, labelled);
    const { from, vertices } = labelled;
    const room = arena.u32(PATH_ROWS);
    const found: Uint32Array[] = [];
    let left = 0;
    for (let v = vertices - 1; v > 0; ) {
      const rows = room.slice(0, kernel.path(v, room.byteOffset, PATH_ROWS));
      v = from[rows[rows.length - 1]];
      found.push(rows.reverse());
      left += rows.length;
    }
    const path = new Uint32Array(left);
    for (const rows of found) {
      left -= rows.length;
      path.set(rows, left);
    }
    return path;
  });
}

/** Whether there is room to look for so many critical rows. */
export const mayHoldCritical = (arena: Arena, vertices: number, most: number): boolean =>
  arena.hasRoom(bytesFor([4 * vertices, 4 * most, 4 * most, 4 * most]));

/** Critical rows at `at`, sums being equal within `tie`; null where there are more than `most`. */
export function criticalKernel(
  arena: Arena,
  labelled: LabelledRows,
  { at, tie }: { readonly at: number; readonly tie: number },
  most: number,
): CriticalColumns | null {
  return arena.lend(() => {
    const kernel = over(arena, labelled);
    const { vertices } = labelled;
    const places = arena.u32(vertices).fill(0);
    const columns = [arena.u32(most), arena.u32(most), arena.u32(most)];
    kernel.critical(...addresses(...columns));
    kernel.seek(vertices - 1, places.byteOffset, most);
    const all = parts(
      0,
      vertices - 1,
      (first, end) => kernel.mark(vertices - end, vertices - first, at, tie) !== 0,
    );
    if (!all) return null;
    const [rows, starts, ends] = columns.map((column) => column.slice(0, kernel.rowsFound()));
    return { rows, starts, ends, places: kernel.placesFound(), zero: places[0] - 1 };
  });
}

/** Weights of rows, by sign. */
export interface Weights {
  readonly of: Float64Array | Uint16Array;
  readonly sign: 1 | -1;
}

/** The largest sum of weights over the rows of a longest path, and what they cost at x = 0; null where there is no room. */
export function bestKernel(
  arena: Arena,
  labelled: RowColumns,
  { rows, starts, ends, places }: CriticalColumns,
  { of, sign }: Weights,
): { readonly most: number; readonly base: number } | null {
  const { length } = rows;
  if (!arena.hasRoom(bytesFor([4 * length, 4 * length, 4 * length, 8 * places, 8 * places, places])))
    return null;
  return arena.lend(() => {
    const { rowStart, from, base, slope } = labelled;
    const kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
    kernel.columns(...addresses(rowStart, from, base, slope), 0, 0);
    kernel.critical(...addresses(...[rows, starts, ends].map((column) => arena.copy(column, arena.u32))));
    const [most, cost] = [arena.f64(places).fill(0), arena.f64(places).fill(0)];
    const reached = arena.u8(places).fill(0);
    kernel.best(length, of.byteOffset, of.BYTES_PER_ELEMENT, sign, ...addresses(most, cost, reached));
    return { most: most[0], base: cost[0] };
  });
}
