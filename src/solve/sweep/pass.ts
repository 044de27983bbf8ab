/**
 * One longest-path pass over a line system. Each vertex carries the line of its longest path, c + a·x, as two sums:
 * at a fixed x the value needs one rounding, however long the path is. With it the memory of passes, and of systems that are
 * made of others: beside a system's columns where kernels reach them, or plain.
 */

import { Arena, bytesFor, worthAKernel } from '../../kernels/arena.js';
import {
  forwardKernel,
  LANES,
  lineKernel,
  passKernel,
  pathKernel,
  type RowColumns,
  steepestKernel,
} from '../../kernels/sweep-kernels.js';
import {
  EXACT_LIMIT,
  finite,
  INEXACT_ROUNDING,
  type LineSystem,
  ROUNDING,
} from '../../timing/line-system.js';

/**
 * Runs `sweep` with the relative difference within which two paths are equally long at values `at` of the parameters
 * (in 1/scale units). Whole numbers need none as long as the longest path, given by `length`, is exact: past that the
 * sweep is run again, with room for rounding.
 */
export function withTies<Result>(
  exact: boolean,
  at: readonly number[],
  sweep: (tie: number) => Result,
  length: (result: Result) => number,
): Result {
  const first = sweep(tieWithin(exact, at, 0));
  const needed = tieWithin(exact, at, length(first));
  return needed === tieWithin(exact, at, 0) ? first : sweep(needed);
}

/** The relative difference of {@link withTies} for a sweep whose longest path is of `length`. */
export function tieWithin(exact: boolean, at: readonly number[], length: number): number {
  if (!exact) return INEXACT_ROUNDING;
  // Where all sums are exact, paths are equally long where their sums are equal.
  return at.every(Number.isInteger) && length < EXACT_LIMIT ? 0 : ROUNDING * at.length;
}

/** Relative difference below which two runtimes that passes have found are the same: the rounding of one sum. */
export const SAME_RUNTIME = 1e-13;

/** A path as a function of x: c in 1/scale ns, a per unit of x. */
export interface PathLine {
  readonly c: number;
  readonly a: number;
}

/** Which line to take where two paths are equally long: the steeper (right derivative) or the flatter (left). */
export type Ties = 'right' | 'left';

/** Line of every vertex; scratch space that passes over the same system share. */
export class Labels {
  readonly c: Float64Array;
  readonly a: Float64Array;

  constructor(vertices: number, f64: (n: number) => Float64Array = (n) => new Float64Array(n)) {
    this.c = f64(vertices);
    this.a = f64(vertices);
  }
}

const scratch = new WeakMap<LineSystem, Labels>();

/** The labels shared by all passes over a system that only need lines: those of the last pass. */
export function sharedLabels(lines: LineSystem): Labels {
  let labels = scratch.get(lines);
  if (labels === undefined) {
    const arena = Arena.holding(lines.rowStart, lines.from, lines.base, lines.slope);
    const fits = arena?.hasRoom(bytesFor([8 * lines.vertices, 8 * lines.vertices])) ?? false;
    labels = fits && arena !== null ? new Labels(lines.vertices, arena.f64) : new Labels(lines.vertices);
    scratch.set(lines, labels);
  }
  return labels;
}

/** Longest path to every vertex at x, into `labels`; returns the end's line. Throws LimitError for an x that is none. */
export function pass(lines: LineSystem, x: number, labels: Labels, ties: Ties = 'right'): PathLine {
  const at = finite(x) * lines.scale;
  return withTies(
    lines.exact,
    [at],
    (tie) => passWithin(lines, at, labels, ties === 'right' ? 1 : -1, tie),
    ({ c, a }) => c + a * at,
  );
}

/** Paths are equally long within `tie` of their length; of those the one whose slope is larger by `sign` is taken. */
function passWithin(lines: LineSystem, at: number, labels: Labels, sign: 1 | -1, tie: number): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  c[0] = 0;
  a[0] = 0;
  const held = inArena(lines, c, a);
  if (held !== null) {
    passKernel(held.arena, held.rows, labels, { at, sign, tie });
    return { c: c[vertices - 1], a: a[vertices - 1] };
  }
  let r = rowStart[1];
  for (let v = 1; v < vertices; v++) {
    const end = rowStart[v + 1];
    let u = from[r];
    let bestC = c[u] + base[r];
    let bestA = a[u] + slope[r];
    let best = bestC + bestA * at;
    for (r++; r < end; r++) {
      u = from[r];
      const nextC = c[u] + base[r];
      const nextA = a[u] + slope[r];
      const value = nextC + nextA * at;
      const ahead = value - best;
      const slack = tie * value;
      if (ahead > slack || (ahead >= -slack && sign * (nextA - bestA) > 0)) {
        bestC = nextC;
        bestA = nextA;
        best = value;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
  }
  return { c: c[vertices - 1], a: a[vertices - 1] };
}

/** The line of the longest path as x grows without bound: the steepest, and of those the highest. */
export function passAtInfinity(lines: LineSystem, labels: Labels): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const { c, a } = labels;
  c[0] = 0;
  a[0] = 0;
  const held = inArena(lines, c, a);
  if (held !== null) {
    steepestKernel(held.arena, held.rows, labels);
    return { c: c[vertices - 1], a: a[vertices - 1] };
  }
  for (let v = 1; v < vertices; v++) {
    let bestC = Number.NEGATIVE_INFINITY;
    let bestA = Number.NEGATIVE_INFINITY;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const nextC = c[from[r]] + base[r];
      const nextA = a[from[r]] + slope[r];
      if (nextA > bestA || (nextA === bestA && nextC > bestC)) {
        bestC = nextC;
        bestA = nextA;
      }
    }
    c[v] = bestC;
    a[v] = bestA;
  }
  return { c: c[vertices - 1], a: a[vertices - 1] };
}

/** Value of a line at x, in ns. */
export function valueAt(lines: Pick<LineSystem, 'scale'>, line: PathLine, x: number): number {
  return (line.c + line.a * (x * lines.scale)) / lines.scale;
}

/** Rows of the longest path to the end, first to last, after a pass over the same labels. */
export function pathRows(lines: LineSystem, labels: Labels): Uint32Array {
  const { rowStart, from, base, slope, vertices } = lines;
  const { c, a } = labels;
  const held = inArena(lines, c, a);
  const found = held === null ? null : pathKernel(held.arena, held.rows, labels);
  if (found !== null) return found;
  const path: number[] = [];
  let v = vertices - 1;
  while (v > 0) {
    let r = rowStart[v];
    // The pass stored exactly these two sums for one of the rows.
    while (c[from[r]] + base[r] !== c[v] || a[from[r]] + slope[r] !== a[v]) r++;
    path.push(r);
    v = from[r];
  }
  return Uint32Array.from(path.reverse());
}

// Longest paths at several x in one pass: rows are read once, values are adjacent.

/** Points in one pass: more do not fit a core's registers and caches, and gain nothing. */
export const POINTS_AT_ONCE = LANES;

/** A value of x as a fraction p / q, in 1/scale units; 1 for q is as good as any where sums are not exact. */
export interface Place {
  readonly p: number;
  readonly q: number;
}

/** Numbers of {@link POINTS_AT_ONCE} places. */
export const PLACE_NUMBERS = 2 * POINTS_AT_ONCE;

/** Numbers by lane: of fewer than {@link POINTS_AT_ONCE} the last once more. */
export function fillLanes(lanes: Float64Array, values: readonly number[]): void {
  for (let k = 0; k < POINTS_AT_ONCE; k++) lanes[k] = values[Math.min(k, values.length - 1)];
}

/**
 * Fills `values` [vertices × {@link POINTS_AT_ONCE}] with the longest path from time zero to each vertex at each of
 * `places`, in 1/scale ns times its q; lanes that are left hold anything. `lanes`: [{@link PLACE_NUMBERS}] for the kernel.
 */
export function forwardAt(
  lines: LineSystem,
  places: readonly Place[],
  lanes: Float64Array,
  values: Float64Array,
): void {
  const { vertices, rowStart, from, base, slope } = lines;
  const p = lanes.subarray(0, POINTS_AT_ONCE);
  const q = lanes.subarray(POINTS_AT_ONCE);
  fillLanes(
    p,
    places.map((place) => place.p),
  );
  fillLanes(
    q,
    places.map((place) => place.q),
  );
  values.fill(0, 0, POINTS_AT_ONCE);
  const held = inArena(lines, lanes, values);
  if (held !== null) {
    forwardKernel(held.arena, held.rows, lanes, values);
    return;
  }
  const points = places.length;
  for (let v = 1; v < vertices; v++) {
    const here = v * POINTS_AT_ONCE;
    const end = rowStart[v + 1];
    let r = rowStart[v];
    for (let k = 0, u = from[r] * POINTS_AT_ONCE; k < points; k++)
      values[here + k] = values[u + k] + base[r] * q[k] + slope[r] * p[k];
    for (r++; r < end; r++) {
      const u = from[r] * POINTS_AT_ONCE;
      const b = base[r];
      const s = slope[r];
      for (let k = 0; k < points; k++) {
        const value = values[u + k] + b * q[k] + s * p[k];
        if (value > values[here + k]) values[here + k] = value;
      }
    }
  }
}

/** The line of a longest path at lane `k` of a forward pass, summed along it: exact where the costs are whole. */
export function lineOfPoint(
  lines: LineSystem,
  lanes: Float64Array,
  k: number,
  values: Float64Array,
): PathLine {
  const { vertices, rowStart, from, base, slope } = lines;
  const held = inArena(lines, values);
  if (held !== null) return lineKernel(held.arena, held.rows, lanes, k, values);
  const p = lanes[k];
  const q = lanes[POINTS_AT_ONCE + k];
  let c = 0;
  let a = 0;
  let v = vertices - 1;
  while (v > 0) {
    const value = values[v * POINTS_AT_ONCE + k];
    let r = rowStart[v];
    // The pass stored exactly this sum for one of the rows.
    while (values[from[r] * POINTS_AT_ONCE + k] + base[r] * q + slope[r] * p !== value) r++;
    c += base[r];
    a += slope[r];
    v = from[r];
  }
  return { c, a };
}

// Memory in which a system is split.

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
  };
}

/** The same system in columns of its own. */
export const copyOf = (lines: LineSystem): LineSystem => ({
  ...lines,
  rowStart: lines.rowStart.slice(),
  from: lines.from.slice(),
  base: lines.base.slice(),
  slope: lines.slope.slice(),
});

/** A system as kernels read it, and its arena. */
interface InArena {
  readonly arena: Arena;
  readonly rows: RowColumns;
}

/** `lines` where one arena holds them and `more` columns; otherwise null, and where the slopes are a column of counts. */
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
