/**
 * Longest paths in WebAssembly: what `solve/sweep` does in TypeScript, over columns of one arena, bit by bit: passes, rows of
 * longest paths, eight values of x at once with parts of systems, and vertices that one row leads on from, joined to it.
 */
import { type Arena, addresses, bytesFor, type KernelFunction, moduleOf, parts } from './arena.js';
import { CODE as CONTRACT_CODE } from './contract.generated.js';
import { CODE as CRITICAL_CODE } from './critical.generated.js';
import { CODE as SPLIT_CODE } from './split.generated.js';
import { CODE as SWEEP_CODE } from './sweep.generated.js';

/** Rows of a line system, and lines of its vertices: all in one arena. */
interface PassColumns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
  readonly c: Float64Array;
  readonly a: Float64Array;
}

const SWEEP_EXPORTS = ['pass', 'steepest', 'violation'] as const;

type SweepExports = Readonly<Record<(typeof SWEEP_EXPORTS)[number], KernelFunction>>;

const sweepExports = (arena: Arena): SweepExports => arena.exportsOf(moduleOf(SWEEP_CODE), SWEEP_EXPORTS);

const addressesOf = ({ rowStart, from, base, slope, c, a }: PassColumns): number[] =>
  addresses(rowStart, from, base, slope, c, a);

/** Fills `c` and `a` of `vertices` vertices as `pass` of solve/sweep does. */
export function passKernel(
  arena: Arena,
  vertices: number,
  columns: PassColumns,
  { at, sign, tie }: { readonly at: number; readonly sign: number; readonly tie: number },
): void {
  const { pass } = sweepExports(arena);
  const addresses = addressesOf(columns);
  columns.c[0] = 0;
  columns.a[0] = 0;
  parts(1, vertices, (first, end) => pass(first, end, ...addresses, at, sign, tie));
}

/** The same as x grows without bound. */
export function steepestKernel(arena: Arena, vertices: number, columns: PassColumns): void {
  const { steepest } = sweepExports(arena);
  const addresses = addressesOf(columns);
  columns.c[0] = 0;
  columns.a[0] = 0;
  parts(1, vertices, (first, end) => steepest(first, end, ...addresses));
}

/** By how much at most a row leads past its vertex at `at`; 0: by nothing. */
export function violationKernel(arena: Arena, vertices: number, columns: PassColumns, at: number): number {
  const { violation } = sweepExports(arena);
  const addresses = addressesOf(columns);
  let most = 0;
  parts(1, vertices, (first, end) => (most = violation(first, end, ...addresses, at, most)));
  return most;
}

// Longest paths at eight values of x, and the part of a system that can be critical between two of them.

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

const SPLIT_EXPORTS = [
  'rows',
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
] as const;

type SplitExports = Readonly<Record<(typeof SPLIT_EXPORTS)[number], KernelFunction>>;

function splitExports(arena: Arena, { rowStart, from, base, slope }: RowColumns): SplitExports {
  const kernel = arena.exportsOf(moduleOf(SPLIT_CODE), SPLIT_EXPORTS);
  kernel.rows(...addresses(rowStart, from, base, slope));
  return kernel;
}

/** `places`: [2 × {@link LANES}] p and q of values p / q of x; fills `values` but for time zero, each times its q. */
export function forwardKernel(
  arena: Arena,
  rows: RowColumns,
  places: Float64Array,
  values: Float64Array,
): void {
  const { forward } = splitExports(arena, rows);
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
  const { trace, baseTraced, slopeTraced } = splitExports(arena, rows);
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
  const { sift } = splitExports(arena, rows);
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
  const kernel = splitExports(arena, rows);
  const { place, baseOf, slopeOf, rowStart, from, base, slope } = columns;
  kernel.part(...addresses(place, baseOf, slopeOf, rowStart, from, base, slope));
  const last = rows.vertices - 1;
  parts(0, kept.length, (first, end) => kernel.gather(first, end, last, kept.byteOffset));
  kernel.gatherEnd(last);
  return { vertices: kernel.verticesGathered(), rows: kernel.rowsGathered() };
}

/** Rows of a line system, and lines of its vertices after a pass: all in one arena. */
interface LabelledRows extends RowColumns {
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

const CRITICAL_EXPORTS = [
  'columns',
  'path',
  'critical',
  'seek',
  'mark',
  'rowsFound',
  'placesFound',
  'best',
] as const;

type CriticalExports = Readonly<Record<(typeof CRITICAL_EXPORTS)[number], KernelFunction>>;

/** Rows of a path that are asked for at a time. */
const PATH_ROWS = 1 << 12;

function criticalExports(arena: Arena, { rowStart, from, base, slope, c, a }: LabelledRows): CriticalExports {
  const kernel = arena.exportsOf(moduleOf(CRITICAL_CODE), CRITICAL_EXPORTS);
  kernel.columns(...addresses(rowStart, from, base, slope, c, a));
  return kernel;
}

/** Rows of the longest path to the end, first to last; null where there is no room. */
export function pathKernel(arena: Arena, labelled: LabelledRows): Uint32Array | null {
  if (!arena.hasRoom(bytesFor([4 * PATH_ROWS]))) return null;
  return arena.lend(() => {
    const kernel = criticalExports(arena, labelled);
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
    const kernel = criticalExports(arena, labelled);
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
    const kernel = arena.exportsOf(moduleOf(CRITICAL_CODE), CRITICAL_EXPORTS);
    kernel.columns(...addresses(rowStart, from, base, slope), 0, 0);
    kernel.critical(...addresses(...[rows, starts, ends].map((column) => arena.copy(column, arena.u32))));
    const [most, cost] = [arena.f64(places).fill(0), arena.f64(places).fill(0)];
    const reached = arena.u8(places).fill(0);
    kernel.best(length, of.byteOffset, of.BYTES_PER_ELEMENT, sign, ...addresses(most, cost, reached));
    return { most: most[0], base: cost[0] };
  });
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

const CONTRACT_EXPORTS = [
  'columns',
  'own',
  'join',
  'number',
  'verticesLeft',
  'rowsLeft',
  'write',
  'thin',
  'rowsKept',
] as const;

type ContractExports = Readonly<Record<(typeof CONTRACT_EXPORTS)[number], KernelFunction>>;

const contractExports = (arena: Arena): ContractExports =>
  arena.exportsOf(moduleOf(CONTRACT_CODE), CONTRACT_EXPORTS);

/**
 * Writes to `own` what `contracted` leaves of `rows`; returns how much that is, or null where `fits` says of the vertices that
 * stay, and the most rows that lead to them, that they do not. `ends`: of the interval, in 1/scale units.
 */
export function contractKernel(
  arena: Arena,
  { vertices, rowStart, from, base, slope }: RowColumns,
  { onward, onwardBase, onwardSlope, count, place }: Onward,
  own: OwnColumns,
  ends: readonly [number, number],
  fits: (vertices: number, rows: number) => boolean,
): { readonly vertices: number; readonly rows: number } | null {
  const kernel = contractExports(arena);
  kernel.columns(...addresses(rowStart, from, base, slope, onward, onwardBase, onwardSlope, count, place));
  kernel.own(...addresses(own.rowStart, own.from, own.base, own.slope), ...ends);
  parts(0, vertices - 1, (first, end) => kernel.join(vertices - end, vertices - first));
  parts(0, vertices, kernel.number);
  const left = kernel.verticesLeft();
  if (!fits(left, kernel.rowsLeft())) return null;
  parts(0, vertices, kernel.write);
  onward.fill(0, 0, left);
  parts(0, left, kernel.thin);
  return { vertices: left, rows: kernel.rowsKept() };
}
