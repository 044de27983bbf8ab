/** Vertices that one row leads on from, joined to it, in WebAssembly: what `solve/sweep/contract.ts` does, bit by bit. */
import type { Arena } from './arena.js';
import { CODE } from './contract.generated.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import type { RowColumns } from './split.js';
import type { KernelFunction } from './webassembly.js';

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

const EXPORTS = [
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

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

const exportsOf = (arena: Arena): Exports => arena.exportsOf(moduleOf(CODE), EXPORTS);

const addresses = (...columns: readonly ArrayBufferView[]): number[] =>
  columns.map(({ byteOffset }) => byteOffset);

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
  const kernel = exportsOf(arena);
  kernel.columns(...addresses(rowStart, from, base, slope, onward, onwardBase, onwardSlope, count, place));
  kernel.own(...addresses(own.rowStart, own.from, own.base, own.slope), ...ends);
  const through = (end: number, work: (first: number, end: number) => number): void => {
    parts(0, end, (first, last) => {
      work(first, last);
      return true;
    });
  };
  through(vertices - 1, (first, end) => kernel.join(vertices - end, vertices - first));
  through(vertices, kernel.number);
  const left = kernel.verticesLeft();
  if (!fits(left, kernel.rowsLeft())) return null;
  through(vertices, kernel.write);
  onward.fill(0, 0, left);
  through(left, kernel.thin);
  return { vertices: left, rows: kernel.rowsKept() };
}
