/** Longest-path passes in WebAssembly: what `solve/sweep/pass.ts` does, over columns of one arena. */
import type { Arena } from './arena.js';
import { moduleOf } from './module.js';
import { CODE } from './sweep.generated.js';

/** Vertices of one call: between calls an engine changes over to what it has compiled well meanwhile. */
const PART = 1 << 15;

/** Rows of a line system, and lines of its vertices: all in one arena. */
export interface PassColumns {
  readonly rowStart: Uint32Array;
  readonly from: Uint32Array;
  readonly base: Float64Array;
  readonly slope: Float64Array;
  readonly c: Float64Array;
  readonly a: Float64Array;
}

interface Exports {
  pass(first: number, end: number, ...rest: number[]): void;
}

const isExports = (exports: object): exports is Exports =>
  'pass' in exports && typeof exports.pass === 'function';

/** Fills `c` and `a` of `vertices` vertices; as `passWithin` does, bit by bit. */
export function passKernel(
  arena: Arena,
  vertices: number,
  columns: PassColumns,
  { at, sign, tie }: { readonly at: number; readonly sign: number; readonly tie: number },
): void {
  const exports: object = arena.exportsOf(moduleOf(CODE));
  if (!isExports(exports)) throw new Error('the kernel of passes has no pass');
  const { rowStart, from, base, slope, c, a } = columns;
  const addresses = [rowStart, from, base, slope, c, a].map(({ byteOffset }) => byteOffset);
  c[0] = 0;
  a[0] = 0;
  for (let first = 1; first < vertices; first += PART)
    exports.pass(first, Math.min(first + PART, vertices), ...addresses, at, sign, tie);
}
