/** The rows of a timing system at prices along an axis. */
import { Arena } from '../kernels/arena.js';
import type { KernelPrices } from '../kernels/play.js';
import { type PricedColumns, priceKernel, type RowSums } from '../kernels/price.js';
import type { Paid, TimingSystem } from './system.js';

/** What rows cost, and where that goes. */
interface Priced {
  readonly base: Float64Array;
  readonly slope: Paid;
  /** Whether the slope is there already. */
  readonly counted: boolean;
}

/** Prices in 1/scale ns, and the machine's x. */
type Prices = Omit<KernelPrices, 'tie'>;

/** Fills the lines of all rows. */
export function priceRows(system: TimingSystem, priced: Priced, prices: Prices): RowSums {
  return pricedByKernel(system, priced, prices) ?? pricedHere(system, priced, prices);
}

function pricedByKernel(system: TimingSystem, priced: Priced, prices: Prices): RowSums | null {
  const columns = columnsOf(system, priced);
  if (columns === null) return null;
  const { constant, bytes, overheads, latencies, route, base, slope } = columns;
  const arena = Arena.holding(constant, bytes, overheads, latencies, route, base, slope);
  return arena === null ? null : priceKernel(arena, columns, prices);
}

/** All columns as the kernel reads them; null for others. */
function columnsOf(
  { constant, bytes, overheads, latencies, route }: TimingSystem,
  { base, slope }: Priced,
): PricedColumns | null {
  const doubles = constant instanceof Float64Array && bytes instanceof Float64Array;
  if (!doubles || !(slope instanceof Float64Array)) return null;
  return { constant, bytes, overheads, latencies, route, base, slope };
}

function pricedHere(system: TimingSystem, { base, slope, counted }: Priced, prices: Prices): RowSums {
  const { rows, constant, bytes, overheads, latencies, route } = system;
  const { scale, latency, latencySlope, gap, gapSlope, overhead, overheadSlope, x } = prices;
  for (let r = 0; r < rows; r++) {
    const k = route[r];
    base[r] = constant[r] * scale + overheads[r] * overhead + latencies[r] * latency[k] + bytes[r] * gap[k];
  }
  for (let r = 0; r < rows && !counted; r++) {
    const k = route[r];
    slope[r] = overheads[r] * overheadSlope + latencies[r] * latencySlope[k] + bytes[r] * gapSlope[k];
  }
  let bases = 0;
  let sum = 0;
  for (let r = 0; r < rows; r++) {
    bases += base[r];
    sum += Math.abs(base[r]) + slope[r] * x;
  }
  return { bases, rows: sum };
}
