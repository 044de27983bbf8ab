/**
 * A timing system along one axis: every row is a line base + slope·x. Times are kept in units of 1/scale ns, where
 * the scale makes every cost a whole number if it can: sums are then exact, and ties are ties.
 */

import { LimitError } from '../errors.js';
import { isUnplaced } from '../graph/match.js';
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import { type KernelPrices, priceKernel, type RowSums } from '../kernels/play-kernel.js';
import { countedOverhead } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { type Amounts, f64 } from '../schedule/schedule.js';
import type { Axis } from './axis.js';
import type { Paid, TimingSystem } from './timing-system.js';

// Whole numbers add exactly below 2^53: which systems may rely on it.

/** Largest sum that doubles add exactly. */
export const EXACT_LIMIT = 2 ** 53;
/**
 * What rounding may make of a value c + a·x whose c and a are exact, relative to it; and of one that is a sum of terms
 * which are not.
 */
export const ROUNDING = 2 ** -51;
export const INEXACT_ROUNDING = 1e-14;

/** Whether all that rows hold as constants, computation and whatever else is neither counted nor a route's, is whole ns. */
export function wholeConstants(system: TimingSystem): boolean {
  let whole = answers.get(system.constant);
  if (whole === undefined) {
    whole = system.constant instanceof Uint32Array || areWhole(system.constant);
    answers.set(system.constant, whole);
  }
  return whole;
}

function areWhole(constant: Float64Array): boolean {
  // A third of the memory of `every`.
  for (let r = 0; r < constant.length; r++) if (!Number.isInteger(constant[r])) return false;
  return true;
}

const answers = new WeakMap<Amounts, boolean>();

/**
 * Whether the cost of every path stays below {@link EXACT_LIMIT}; the costs of the rows are not negative. All of them
 * together, `sum`, mostly do; else the longest path decides.
 */
export function addsExactly(
  { vertices, rowStart, from }: Pick<TimingSystem, 'vertices' | 'rowStart' | 'from'>,
  cost: Float64Array,
  sum: number = total(cost),
): boolean {
  if (sum < EXACT_LIMIT) return true;
  const longest = new Float64Array(vertices);
  for (let v = 1; v < vertices; v++) {
    let most = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const path = longest[from[r]] + cost[r];
      if (path > most) most = path;
    }
    longest[v] = most;
  }
  return longest[vertices - 1] < EXACT_LIMIT;
}

function total(costs: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < costs.length; r++) sum += costs[r];
  return sum;
}

/** By how much a time of `ns` may be off, ns: 0 where all sums up to it are exact. */
export function roundingOf({ exact, scale }: { exact: boolean; scale: number }, ns: number): number {
  return exact && ns * scale < EXACT_LIMIT ? 0 : ns * ROUNDING;
}

/** Advice where times are out of range. */
export const CHECK_TIMES =
  'check the times of the input and of the machine, which differ by too many orders of magnitude';

/** Counts of messages and bytes are below 2^84, so that no product of both with a time leaves the range of doubles. */
const LARGEST = 1e250;

/** A time or a sum of times as it is. Throws LimitError when it is none, or so large that sums of it may be infinite. */
export function finite(value: number): number {
  if (Math.abs(value) <= LARGEST) return value;
  throw new LimitError(`a time of ${value} ns is out of range`, CHECK_TIMES);
}

// Memory of line systems: in one arena where there is one, so that passes are the kernel's.

/**
 * Bytes of an arena up to which rows outside are copied for kernels. Beyond, the copies would take as much memory as
 * the whole answer at its peak, for a tenth of its time.
 */
const MOST_COPIED = 2 ** 30;

/** Columns of a line system: `LineSystem`. */
interface Columns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Paid;
  /** Whether the slope is there already. */
  readonly counted: boolean;
}

/**
 * Room for the lines of `system`, and the labels of their passes. Rows outside are copied. `paid`: the column of the
 * system with the slopes; null: none.
 */
function lineColumns(system: TimingSystem, paid: Paid | null): Columns {
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
function bytesOfLines(system: TimingSystem, paid: Paid | null): number {
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

/** Additional bytes of a vertex: marks and sums of the critical part. */
const LABELLED_BYTES = 8;

/** Bytes of the lines of a system and of one pair of labels. */
function bytesInArena(vertices: number, rows: number): number {
  return bytesFor([8 * rows, 8 * rows, 8 * vertices, 8 * vertices]);
}

/** The arena of rows that are in one with room for their lines; otherwise a separate one, for columns that are not too large to copy. */
function arenaFor(vertices: number, rows: number, rowStart: Uint32Array, from: Uint32Array): Arena | null {
  const lines = bytesInArena(vertices, rows);
  const arena = Arena.holding(rowStart, from);
  if (arena?.hasRoom(lines)) return arena;
  const own = lines + bytesFor([rowStart.byteLength, from.byteLength]);
  return own <= MOST_COPIED ? Arena.of(own) : null;
}

// The rows of a timing system at prices along an axis.

/** Destination of the costs of rows. */
type Priced = Omit<Columns, 'rowStart' | 'from'>;

/** Prices in 1/scale ns, and the machine's x. */
type RowPrices = Omit<KernelPrices, 'tie'>;

/** Fills the lines of all rows. */
function priceRows(system: TimingSystem, priced: Priced, prices: RowPrices): RowSums {
  const { constant, bytes, overheads, latencies, route } = system;
  const { base, slope } = priced;
  const doubles = constant instanceof Float64Array && bytes instanceof Float64Array;
  if (!doubles || !(slope instanceof Float64Array)) return priceHere(system, priced, prices);
  const arena = Arena.holding(constant, bytes, overheads, latencies, route, base, slope);
  const columns = { constant, bytes, overheads, latencies, route, base, slope };
  return (arena === null ? null : priceKernel(arena, columns, prices)) ?? priceHere(system, priced, prices);
}

function priceHere(system: TimingSystem, { base, slope, counted }: Priced, prices: RowPrices): RowSums {
  const { rows, constant, bytes, overheads, latencies, route } = system;
  const { scale, latency, latencySlope, gap, gapSlope, overhead, overheadSlope, x } = prices;
  let bases = 0;
  let sum = 0;
  for (let r = 0; r < rows; r++) {
    const k = route[r];
    const o = overheads[r];
    const l = latencies[r];
    const b = bytes[r];
    const at = constant[r] * scale + o * overhead + l * latency[k] + b * gap[k];
    base[r] = at;
    if (!counted) slope[r] = o * overheadSlope + l * latencySlope[k] + b * gapSlope[k];
    bases += at;
    sum += Math.abs(at) + slope[r] * x;
  }
  return { bases, rows: sum };
}

/** A timing system priced along one axis: every row is a line, constant + slope · x. */
export interface LineSystem {
  readonly vertices: number;
  readonly rows: number;
  /** [vertices + 1] first row that leads to a vertex; vertex 0 is time zero, the last is the end. */
  readonly rowStart: Uint32Array;
  /** [rows] vertex that the row comes from, always a smaller one. */
  readonly from: Uint32Array;
  /** [rows] cost at x = 0, in 1/scale ns. */
  readonly base: Float64Array;
  /** [rows] growth per unit of x; a column of the timing system where rows pay x as often as that says. */
  readonly slope: Paid;
  readonly scale: number;
  /** Whether all costs are whole numbers in 1/scale ns. */
  readonly exact: boolean;
  readonly axis: Axis;
}

/** Decimals tried: 10^6 brings 0.018 ns/B or 3.25 ns to whole numbers and leaves room for hours of runtime. */
const MAX_DECIMALS = 6;
/** Costs of a machine along an axis, in whole numbers of 1/scale ns, or in ns when no scale makes them whole. */
export interface Prices {
  readonly scale: number;
  readonly exact: boolean;
  /** [routes] fixed latency (the part that x does not represent), and how often x counts. */
  readonly latency: Float64Array;
  readonly latencySlope: Float64Array;
  readonly gap: Float64Array;
  readonly gapSlope: Float64Array;
  readonly overhead: number;
  readonly overheadSlope: number;
}

/**
 * Prices every row of `system` along `axis`, in whole numbers where all paths add exactly. Throws LimitError for prices
 * that no sum can be made of.
 */
export function linesOf(system: TimingSystem, axis: Axis): LineSystem {
  const whole = pricesOf(system.machine, axis, wholeConstants(system));
  const { lines, sum } = linesAt(system, axis, whole);
  if (!whole.exact || addsExactly(lines, lines.base, sum)) return lines;
  return linesAt(system, axis, pricesOf(system.machine, axis, false)).lines;
}

/** The lines, and the sum of all bases. */
function linesAt(system: TimingSystem, axis: Axis, prices: Prices): { lines: LineSystem; sum: number } {
  const { vertices, rows } = system;
  const { scale, exact } = prices;
  const columns = lineColumns(system, paidAlone(system, prices));
  const priced = { ...prices, x: axis.base };
  const sums = priceRows(system, columns, priced);
  // No path costs more than all rows: passes need not look out for infinity, which is equal to nothing it is made of.
  finite(sums.rows);
  const { rowStart, from, base, slope } = columns;
  const lines = { vertices, rows, rowStart, from, base, slope, scale, exact, axis };
  return { lines, sum: sums.bases };
}

/** The column of `system` that says how often rows pay x, where one does by itself; else null. */
function paidAlone(
  { overheads, latencies, bytes }: TimingSystem,
  { latencySlope, gapSlope, overheadSlope }: Pick<Prices, 'latencySlope' | 'gapSlope' | 'overheadSlope'>,
): Paid | null {
  const all = (slopes: Float64Array, value: number): boolean => slopes.every((one) => one === value);
  if (overheadSlope === 0 && all(gapSlope, 0) && all(latencySlope, 1)) return latencies;
  if (overheadSlope === 0 && all(gapSlope, 1) && all(latencySlope, 0)) return bytes;
  if (overheadSlope === 1 && all(gapSlope, 0) && all(latencySlope, 0)) return overheads;
  return null;
}

/** Bytes that are written for the lines of a system along `axis` and the labels of a pass, and were not before. */
export const bytesToPrice = (system: TimingSystem, axis: Axis): number =>
  bytesOfLines(system, paidAlone(system, pricesOf(system.machine, axis, false)));

/** Prices of `machine` along `axis`, in whole numbers where there is a scale and `whole` says that constants are. */
export function pricesOf(machine: Machine, axis: Axis, whole: boolean): Prices {
  const { network } = machine;
  const moves = (own: number | 'all' | null, k: number): number => (own === 'all' || own === k ? 1 : 0);
  // A parameter that x stands for leaves the fixed part; one that x is added to stays in it.
  const fixed = (own: number | 'all' | null, k: number): number => (axis.relative ? 1 : 1 - moves(own, k));
  const latency: number[] = [];
  const latencySlope: number[] = [];
  const gap: number[] = [];
  const gapSlope: number[] = [];
  for (const { counts, constantNs, gap: g } of network.routes) {
    let sum = constantNs;
    let count = 0;
    for (let k = 0; k < counts.length; k++) {
      sum += counts[k] * network.latencies[k].latencyNs * fixed(axis.latency, k);
      count += counts[k] * moves(axis.latency, k);
    }
    latency.push(sum);
    latencySlope.push(count);
    gap.push(network.gaps[g].gapNsPerByte * fixed(axis.gap, g));
    gapSlope.push(moves(axis.gap, g));
  }
  const overhead = axis.overhead && !axis.relative ? 0 : countedOverhead(machine);
  const found = whole ? wholeScale([...latency, ...gap, overhead]) : null;
  const exact = found !== null;
  const scale = found ?? 1;
  const at = (value: number): number => (exact ? Math.round(value * scale) : value * scale);
  return {
    scale,
    exact,
    latency: Float64Array.from(latency, at),
    latencySlope: Float64Array.from(latencySlope),
    gap: Float64Array.from(gap, at),
    gapSlope: Float64Array.from(gapSlope),
    overhead: at(overhead),
    overheadSlope: axis.overhead ? 1 : 0,
  };
}

/** Smallest power of ten that makes all values whole, or null. */
function wholeScale(values: readonly number[]): number | null {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const scale = 10 ** decimals;
    if (values.every((value) => isWhole(value * scale))) return scale;
  }
  return null;
}

/** Whole but for the rounding of a decimal fraction. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= Math.abs(value) * 1e-15;
}
