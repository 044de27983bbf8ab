/** Rows priced in WebAssembly: what `timing/line-prices.ts` does in TypeScript, over columns of one arena, bit by bit. */
import { type Arena, bytesFor } from './arena.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import { type KernelPrices, layPrices, ROUTE_NUMBERS } from './play.js';
import { CODE } from './price.generated.js';
import type { KernelFunction } from './webassembly.js';

/** Rows of a timing system, and their lines. */
export interface PricedColumns {
  readonly constant: Float64Array;
  readonly bytes: Float64Array;
  readonly overheads: Uint16Array;
  readonly latencies: Uint16Array;
  readonly route: Uint16Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
}

/** Sums over all rows, in 1/scale ns. */
export interface RowSums {
  /** Of what they cost at x = 0. */
  readonly bases: number;
  /** Of what they cost at the machine's x, each base as if it were positive. */
  readonly rows: number;
}

const EXPORTS = ['columns', 'machine', 'price', 'sumOfBases', 'sumOfRows', 'areWhole'] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

const exportsOf = (arena: Arena): Exports => arena.exportsOf(moduleOf(CODE), EXPORTS);

/** Fills `base` and `slope`; null where the arena has no room for the prices. */
export function priceKernel(
  arena: Arena,
  { constant, bytes, overheads, latencies, route, base, slope }: PricedColumns,
  prices: Omit<KernelPrices, 'tie'>,
): RowSums | null {
  const numbers = ROUTE_NUMBERS * prices.latency.length;
  if (!arena.hasRoom(bytesFor([8 * numbers]))) return null;
  const kernel = exportsOf(arena);
  return arena.lend(() => {
    const table = arena.f64(numbers);
    layPrices(prices, table);
    const columns = [constant, bytes, overheads, latencies, route, base, slope];
    kernel.columns(...columns.map(({ byteOffset }) => byteOffset));
    const { scale, overhead, overheadSlope, x } = prices;
    kernel.machine(table.byteOffset, scale, overhead, overheadSlope, x);
    parts(0, base.length, (first, end) => {
      kernel.price(first, end);
      return true;
    });
    return { bases: kernel.sumOfBases(), rows: kernel.sumOfRows() };
  });
}

/** Whether all of `constant`, a column of the arena, are whole numbers. */
export function areWholeKernel(arena: Arena, constant: Float64Array): boolean {
  const { areWhole } = exportsOf(arena);
  return parts(0, constant.length, (first, end) => areWhole(first, end, constant.byteOffset) !== 0);
}
