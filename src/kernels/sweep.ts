/** Longest-path passes in WebAssembly: what `solve/sweep` does in TypeScript, over columns of one arena, bit by bit. */
import type { Arena } from './arena.js';
import { moduleOf } from './module.js';
import { parts } from './parts.js';
import { CODE } from './sweep.generated.js';
import type { KernelFunction } from './webassembly.js';

/** Rows of a line system, and lines of its vertices: all in one arena. */
export interface PassColumns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
  readonly c: Float64Array;
  readonly a: Float64Array;
}

const EXPORTS = ['pass', 'steepest', 'violation'] as const;

type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

const exportsOf = (arena: Arena): Exports => arena.exportsOf(moduleOf(CODE), EXPORTS);

const addressesOf = ({ rowStart, from, base, slope, c, a }: PassColumns): number[] =>
  [rowStart, from, base, slope, c, a].map(({ byteOffset }) => byteOffset);

/** Fills `c` and `a` of `vertices` vertices as `pass` of solve/sweep does. */
export function passKernel(
  arena: Arena,
  vertices: number,
  columns: PassColumns,
  { at, sign, tie }: { readonly at: number; readonly sign: number; readonly tie: number },
): void {
  const { pass } = exportsOf(arena);
  const addresses = addressesOf(columns);
  columns.c[0] = 0;
  columns.a[0] = 0;
  parts(1, vertices, (first, end) => {
    pass(first, end, ...addresses, at, sign, tie);
    return true;
  });
}

/** The same as x grows without bound. */
export function steepestKernel(arena: Arena, vertices: number, columns: PassColumns): void {
  const { steepest } = exportsOf(arena);
  const addresses = addressesOf(columns);
  columns.c[0] = 0;
  columns.a[0] = 0;
  parts(1, vertices, (first, end) => {
    steepest(first, end, ...addresses);
    return true;
  });
}

/** By how much at most a row leads past its vertex at `at`; 0: by nothing. */
export function violationKernel(arena: Arena, vertices: number, columns: PassColumns, at: number): number {
  const { violation } = exportsOf(arena);
  const addresses = addressesOf(columns);
  let most = 0;
  parts(1, vertices, (first, end) => {
    most = violation(first, end, ...addresses, at, most);
    return true;
  });
  return most;
}
