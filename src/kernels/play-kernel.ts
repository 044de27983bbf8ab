/** A program played and rows priced in WebAssembly: what `timing/play.ts` and `timing/line-system.ts` do, bit by bit. */
import { type Arena, addresses, bytesFor, type KernelFunction, moduleOf, PART, parts } from './arena.js';
import { orderedColumns, type PlacedProgram } from './graph-kernel.js';
import { CODE as PLAY_CODE } from './play.generated.js';
import { CODE as PRICE_CODE } from './price.generated.js';

/** How often a message pays o, the latency of its route, and (s − 1)·G. */
export interface KernelCounts {
  readonly overheads: number;
  readonly latencies: number;
  readonly transfers: number;
}

/** What a message costs between the points at which its ends wait for each other; `sendEnd` null: it ends with `sending`. */
export interface KernelCosts {
  readonly sending: KernelCounts;
  readonly sendToMeet: KernelCounts;
  readonly recvEnd: KernelCounts;
  readonly sendEnd: KernelCounts | null;
}

/** The part of a machine in the rows. */
export interface KernelMachine {
  /** Price of an `irequires`, ns; null: what a send is `sending`. */
  readonly async: number | null;
  /** Bytes above which a message costs `above`, else `eager`. */
  readonly rendezvous: number;
  readonly eager: KernelCosts;
  readonly above: KernelCosts;
  /** [operations] route of the message of a send; null: there is one. */
  readonly routes: Uint16Array | null;
}

/** Bytes of the table of costs. */
export const COST_BYTES = 104;

/** The costs as kernels read them, below and above the threshold. */
export function costTable(arena: Arena, { eager, above }: KernelMachine): Uint32Array {
  const table = arena.u32(COST_BYTES / 4);
  table.set([...rowOf(eager), ...rowOf(above)]);
  return table;
}

function rowOf({ sending, sendToMeet, recvEnd, sendEnd }: KernelCosts): number[] {
  const counts = ({ overheads, latencies, transfers }: KernelCounts): number[] => [
    overheads,
    latencies,
    transfers,
  ];
  const end = sendEnd === null ? [0, 0, 0, 0] : [...counts(sendEnd), 1];
  return [...counts(sending), ...counts(sendToMeet), ...counts(recvEnd), ...end];
}

/** Prices along an axis, in 1/scale ns: `Prices` of timing/line-system.ts, and x. */
export interface KernelPrices {
  readonly scale: number;
  readonly latency: Float64Array;
  readonly latencySlope: Float64Array;
  readonly gap: Float64Array;
  readonly gapSlope: Float64Array;
  readonly overhead: number;
  readonly overheadSlope: number;
  /** As the prices count it. */
  readonly x: number;
  /** Share of their length within which two paths are equally long. */
  readonly tie: number;
}

const PLAY_EXPORTS = ['columns', 'machine', 'play', 'addsExactly', 'spans', 'seekLast', 'lastFound'] as const;

type PlayExports = Readonly<Record<(typeof PLAY_EXPORTS)[number], KernelFunction>>;

/** Numbers of a route in the table of prices. */
export const ROUTE_NUMBERS = 4;

/** Bytes that a play takes of an arena, on a network of so many routes. */
export function bytesOfPlaying(operations: number, routes: number): number {
  const times = [1, 2, 3, 4].map(() => 8 * operations);
  const spans = [8 * spansOf(operations), 8 * spansOf(operations)];
  return bytesFor([...times, ...spans, 2 * operations, COST_BYTES, 8 * ROUTE_NUMBERS * routes]);
}

/** Operations whose spans are written at a time. */
const spansOf = (operations: number): number => Math.min(operations, PART);

export class PlayKernel {
  /** [operations] post, and by receive the meeting point, as c + a·x in 1/scale ns. */
  readonly postC: Float64Array;
  readonly postA: Float64Array;
  readonly meetC: Float64Array;
  readonly meetA: Float64Array;
  readonly #program: PlacedProgram;
  readonly #order: Uint32Array;
  readonly #machine: KernelMachine;
  readonly #costs: Uint32Array;
  readonly #prices: Float64Array;
  readonly #columns: readonly number[];
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  /** What ends last, once it was looked for. */
  #last: number | null = null;

  constructor(program: PlacedProgram, order: Uint32Array, machine: KernelMachine, routes: number) {
    const { arena, operations } = program;
    this.#program = program;
    this.#order = order;
    this.#machine = machine;
    this.postC = arena.f64(operations);
    this.postA = arena.f64(operations);
    // Operations without a partner keep these values.
    this.meetC = arena.f64(operations).fill(0);
    this.meetA = arena.f64(operations).fill(0);
    this.#starts = arena.f64(spansOf(operations));
    this.#ends = arena.f64(spansOf(operations));
    this.#costs = costTable(arena, machine);
    this.#prices = arena.f64(ROUTE_NUMBERS * routes);
    const graph = orderedColumns(program, order, machine.routes);
    const times = addresses(this.postC, this.postA, this.meetC, this.meetA);
    this.#columns = [...graph, ...times];
  }

  run(prices: KernelPrices): void {
    this.#last = null;
    const kernel = this.#with(prices);
    parts(0, this.#order.length, (first, end) => kernel.play(first, end));
  }

  /** Whether all times are whole numbers that doubles add exactly. */
  addsExactly(prices: KernelPrices): boolean {
    const kernel = this.#with(prices);
    const exact = parts(0, this.#program.operations, (first, end) => kernel.addsExactly(first, end) !== 0);
    if (exact) this.#last = kernel.lastFound() >>> 0;
    return exact;
  }

  /** When the operations from `first` on start and end, ns, into columns of one length. */
  spans(prices: KernelPrices, first: number, starts: Float64Array, ends: Float64Array): void {
    const kernel = this.#with(prices);
    const [from, to] = [this.#starts, this.#ends];
    parts(0, starts.length, (begin, end) => {
      kernel.spans(first + begin, first + end, from.byteOffset, to.byteOffset);
      starts.set(from.subarray(0, end - begin), begin);
      ends.set(to.subarray(0, end - begin), begin);
    });
  }

  /** The operation that ends last, of several the one with the steepest path; NONE, all bits set, without any. */
  lastOp(prices: KernelPrices): number {
    if (this.#last !== null) return this.#last;
    const kernel = this.#with(prices);
    parts(0, this.#program.operations, (first, end) => kernel.seekLast(first, end));
    this.#last = kernel.lastFound() >>> 0;
    return this.#last;
  }

  /** The kernel, which plays of one program share, with the columns and prices of this one. */
  #with(prices: KernelPrices): PlayExports {
    const kernel = this.#program.arena.exportsOf(moduleOf(PLAY_CODE), PLAY_EXPORTS);
    kernel.columns(...this.#columns);
    kernel.machine(...machineValues(this.#machine, this.#costs, prices, this.#prices));
    return kernel;
  }
}

/** The kernel's input of a machine and of prices, which are written into `table`. */
export function machineValues(
  { rendezvous, async }: KernelMachine,
  costs: Uint32Array,
  prices: KernelPrices,
  table: Float64Array,
): number[] {
  layPrices(prices, table);
  const { scale, overhead, overheadSlope, x, tie } = prices;
  const starts = [(async ?? 0) * scale, Number(async === null)];
  const values = [scale, overhead, overheadSlope, ...starts, x, tie];
  return [rendezvous, costs.byteOffset, table.byteOffset, ...values];
}

/** Lays the prices of all routes into `table`. */
function layPrices(prices: Omit<KernelPrices, 'tie'>, table: Float64Array): void {
  const { latency, latencySlope, gap, gapSlope } = prices;
  for (let k = 0; k < latency.length; k++)
    table.set([latency[k], latencySlope[k], gap[k], gapSlope[k]], ROUTE_NUMBERS * k);
}

/** Rows of a timing system, and their lines. */
interface PricedColumns {
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
  /** Their cost at x = 0. */
  readonly bases: number;
  /** Their cost at the machine's x, each base as if it were positive. */
  readonly rows: number;
}

const PRICE_EXPORTS = ['columns', 'machine', 'price', 'sumOfBases', 'sumOfRows'] as const;

/** Fills `base` and `slope`; null where the arena has no room for the prices. */
export function priceKernel(
  arena: Arena,
  { constant, bytes, overheads, latencies, route, base, slope }: PricedColumns,
  prices: Omit<KernelPrices, 'tie'>,
): RowSums | null {
  const numbers = ROUTE_NUMBERS * prices.latency.length;
  if (!arena.hasRoom(bytesFor([8 * numbers]))) return null;
  const kernel = arena.exportsOf(moduleOf(PRICE_CODE), PRICE_EXPORTS);
  return arena.lend(() => {
    const table = arena.f64(numbers);
    layPrices(prices, table);
    const columns = [constant, bytes, overheads, latencies, route, base, slope];
    kernel.columns(...addresses(...columns));
    const { scale, overhead, overheadSlope, x } = prices;
    kernel.machine(table.byteOffset, scale, overhead, overheadSlope, x);
    parts(0, base.length, (first, end) => kernel.price(first, end));
    return { bases: kernel.sumOfBases(), rows: kernel.sumOfRows() };
  });
}
