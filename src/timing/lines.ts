/**
 * A timing system along one axis: every row is a line base + slope·x. Times are kept in units of 1/scale ns, where
 * the scale makes every cost a whole number if it can: sums are then exact, and ties are ties.
 */
import { countedOverhead } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import type { Axis } from './axis.js';
import { addsExactly, wholeConstants } from './exact.js';
import { finite } from './finite.js';
import { bytesOfLines, lineColumns } from './line-columns.js';
import { priceRows } from './line-prices.js';
import type { Paid, TimingSystem } from './system.js';

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
  /** Row of the timing system by row, where rows were left out; null when they are the same. */
  readonly origin: Uint32Array | null;
}

/** Decimals tried: 10^6 brings 0.018 ns/B or 3.25 ns to whole numbers and leaves room for hours of runtime. */
const MAX_DECIMALS = 6;
/** Costs of a machine along an axis, in whole numbers of 1/scale ns, or in ns when no scale makes them whole. */
export interface Prices {
  readonly scale: number;
  readonly exact: boolean;
  /** [routes] fixed latency (what x does not stand for), and how often x is paid. */
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
  const sums = priceRows(system, columns, { ...prices, x: axis.base });
  // No path costs more than all rows: passes need not look out for infinity, which is equal to nothing it is made of.
  finite(sums.rows);
  const { rowStart, from, base, slope } = columns;
  const lines = { vertices, rows, rowStart, from, base, slope, scale, exact, axis, origin: null };
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
