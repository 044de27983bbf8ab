/**
 * Longest paths in WebAssembly: what `solve/sweep` does in TypeScript, over columns of one arena, bit by bit: passes and their paths, eight
 * values of x at once with the parts of systems that can be critical between them, and vertices that one row leads on from, joined
 * to what is behind.
 */
import { type Arena, addresses, bytesFor, type KernelFunction, moduleOf, parts } from './arena.js';
import { CODE } from './sweep.generated.js';

/** Values of x side by side: those of a vertex fill a line of a core's cache. */
export const LANES = 8;
/** Numbers of the points of a sift, with scratch: x, T, reach and share by lane, and what rows lack. */
export const POINT_NUMBERS = 5 * LANES + 2;

/** Numbers that hold a bit for each of so many rows. */
export const wordsOf = (rows: number): number => Math.ceil(rows / 32);

/** Rows of a line system, in the arena. */
export interface RowColumns {
  readonly vertices: number;
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
}

const SWEEP_EXPORTS = [
  'rows',
  'pass',
  'steepest',
  'violation',
  'path',
  'forward',
  'trace',
  'baseTraced',
  'slopeTraced',
  'sift',
  'part',
  'gather',
  'gatherEnd',
  'verticesGathered',
  'rowsGathered',
  'onwards',
  'own',
  'join',
  'number',
  'verticesLeft',
  'rowsLeft',
  'write',
  'thin',
  'rowsKept',
] as const;

type SweepExports = Readonly<Record<(typeof SWEEP_EXPORTS)[number], KernelFunction>>;

function sweepExports(arena: Arena, { rowStart, from, base, slope }: RowColumns): SweepExports {
  const kernel = arena.exportsOf(moduleOf(CODE), SWEEP_EXPORTS);
  kernel.rows(...addresses(rowStart, from, base, slope));
  return kernel;
}

/** The lines c + a·x of vertices, those of time zero being there. */
interface LineColumns {
  readonly c: Float64Array;
  readonly a: Float64Array;
}

/** Fills the lines of vertices, but those of time zero, as `pass` of solve/sweep does. */
export function passKernel(
  arena: Arena,
  rows: RowColumns,
  { c, a }: LineColumns,
  { at, sign, tie }: { readonly at: number; readonly sign: number; readonly tie: number },
): void {
  const { pass } = sweepExports(arena, rows);
  const labels = addresses(c, a);
  parts(1, rows.vertices, (first, end) => pass(first, end, ...labels, at, sign, tie));
}

/** The same as x grows without bound. */
export function steepestKernel(arena: Arena, rows: RowColumns, { c, a }: LineColumns): void {
  const { steepest } = sweepExports(arena, rows);
  const labels = addresses(c, a);
  parts(1, rows.vertices, (first, end) => steepest(first, end, ...labels));
}

/** By how much at most a row leads past its vertex at `at`; 0: by nothing. */
export function violationKernel(arena: Arena, rows: RowColumns, { c, a }: LineColumns, at: number): number {
  const { violation } = sweepExports(arena, rows);
  const labels = addresses(c, a);
  let most = 0;
  parts(1, rows.vertices, (first, end) => (most = violation(first, end, ...labels, at, most)));
  return most;
}

/** Rows of a path that are requested at a time. */
const PATH_ROWS = 1 << 12;

/** Rows of the longest path to the end, first to last; null where there is no room. */
export function pathKernel(arena: Arena, rows: RowColumns, { c, a }: LineColumns): Uint32Array | null {
  if (!arena.hasRoom(bytesFor([4 * PATH_ROWS]))) return null;
  return arena.lend(() => {
    const { path } = sweepExports(arena, rows);
    const room = arena.u32(PATH_ROWS);
    const columns = addresses(c, a, room);
    const found: number[] = [];
    for (let v = rows.vertices - 1; v > 0; v = rows.from[found[found.length - 1]])
      found.push(...room.subarray(0, path(v, ...columns, PATH_ROWS)));
    return Uint32Array.from(found).reverse();
  });
}

// Longest paths at eight values of x, and the part of a system that can be critical between two of them.

/** `places`: [2 × {@link LANES}] p and q of values p / q of x; fills `values` but for time zero, each times its q. */
export function forwardKernel(
  arena: Arena,
  rows: RowColumns,
  places: Float64Array,
  values: Float64Array,
): void {
  const { forward } = sweepExports(arena, rows);
  const lanes = addresses(places, values);
  parts(1, rows.vertices, (first, end) => forward(first, end, ...lanes));
}

/** The line of a longest path to the end at lane `k` of a forward pass over these `places`. */
export function lineKernel(
  arena: Arena,
  rows: RowColumns,
  places: Float64Array,
  k: number,
  values: Float64Array,
): { readonly c: number; readonly a: number } {
  const { trace, baseTraced, slopeTraced } = sweepExports(arena, rows);
  trace(rows.vertices - 1, k, places[k], places[LANES + k], values.byteOffset);
  return { c: baseTraced(), a: slopeTraced() };
}

/** What a sift looks for. */
export interface Sifted {
  /** [{@link POINT_NUMBERS}] by lane x, T, reach, share. */
  readonly points: Float64Array;
  readonly slack: number;
  readonly farthest: number;
  /** Parts between lanes that are looked for, a bit each. */
  readonly wanted: number;
  /** [vertices × {@link LANES}] longest paths to the end, of which that of the end is there, the others −Infinity; from time zero. */
  readonly ahead: Float64Array;
  readonly values: Float64Array;
  /** [{@link LANES} × {@link wordsOf}] rows that can be critical, by part a bit each, and [{@link LANES}] how many; 0 at first. */
  readonly kept: Uint32Array;
  readonly counts: Uint32Array;
}

export function siftKernel(arena: Arena, rows: RowColumns, sifted: Sifted): void {
  const { sift } = sweepExports(arena, rows);
  const { points, slack, farthest, wanted, values, ahead, kept, counts } = sifted;
  const [at, ...columns] = addresses(points, values, ahead, kept);
  const words = kept.length / LANES;
  const { vertices } = rows;
  parts(0, vertices - 1, (first, end) =>
    sift(vertices - end, vertices - first, at, slack, farthest, wanted, ...columns, words, counts.byteOffset),
  );
}

/** Columns of a part with room for its rows; by vertex of the whole its place in the part, and what leads there. */
export interface PartColumns {
  readonly place: Uint32Array;
  readonly baseOf: Float64Array;
  readonly slopeOf: Float64Array;
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
}

/** Gathers the rows whose bits are in `kept`, of one part; returns how many vertices and rows that has. `place` holds NONE. */
export function partKernel(
  arena: Arena,
  rows: RowColumns,
  columns: PartColumns,
  kept: Uint32Array,
): { readonly vertices: number; readonly rows: number } {
  const kernel = sweepExports(arena, rows);
  const { place, baseOf, slopeOf, rowStart, from, base, slope } = columns;
  kernel.part(...addresses(place, baseOf, slopeOf, rowStart, from, base, slope));
  const last = rows.vertices - 1;
  parts(0, kept.length, (first, end) => kernel.gather(first, end, last, kept.byteOffset));
  kernel.gatherEnd(last);
  return { vertices: kernel.verticesGathered(), rows: kernel.rowsGathered() };
}

/** By vertex where it leads on to, at which cost, how many rows lead there, and its place among those that stay. */
export interface Onward {
  readonly onward: Uint32Array;
  readonly onwardBase: Float64Array;
  readonly onwardSlope: Float64Array;
  readonly count: Uint32Array;
  readonly place: Uint32Array;
}

/** Rows that are left, as columns with room for them. */
export type OwnColumns = Omit<RowColumns, 'vertices'>;

/**
 * Writes to `own` what contracting leaves of `rows`; returns how much that is, or null where `fits` says of the vertices that
 * stay, and the most rows that lead to them, that they do not. `ends`: of the interval, in 1/scale units.
 */
export function contractKernel(
  arena: Arena,
  rows: RowColumns,
  { onward, onwardBase, onwardSlope, count, place }: Onward,
  { rowStart, from, base, slope }: OwnColumns,
  ends: readonly [number, number],
  fits: (vertices: number, rows: number) => boolean,
): { readonly vertices: number; readonly rows: number } | null {
  const kernel = sweepExports(arena, rows);
  kernel.onwards(...addresses(onward, onwardBase, onwardSlope, count, place));
  kernel.own(...addresses(rowStart, from, base, slope), ...ends);
  const { vertices } = rows;
  parts(0, vertices - 1, (first, end) => kernel.join(vertices - end, vertices - first));
  parts(0, vertices, kernel.number);
  const left = kernel.verticesLeft();
  if (!fits(left, kernel.rowsLeft())) return null;
  parts(0, vertices, kernel.write);
  onward.fill(0, 0, left);
  parts(0, left, kernel.thin);
  return { vertices: left, rows: kernel.rowsKept() };
}
