/** Runs with noise on messages in WebAssembly: what `noise/lanes.ts` does in TypeScript, bit by bit. */
import type { Arena } from './arena.js';
import { CODE } from './lanes.generated.js';
import { moduleOf } from './module.js';

/** Vertices of one call: between calls an engine changes over to what it has compiled well meanwhile. */
const PART = 1 << 14;

/** Lanes of the kernel. */
export const KERNEL_LANES = 64;
/** Words of all lanes, then sums of all lanes, in numbers of 64 bits. */
export const LANE_SCRATCH = KERNEL_LANES / 2 + KERNEL_LANES;

/** Rows of a noise program, and what it is played with: all in one arena. */
export interface LaneColumns {
  /** [vertices + 1], [vertices] slot. */
  readonly rowStart: Uint32Array;
  readonly to: Uint32Array;
  /** [rows] slot of the vertex that it comes from, cost, how many latencies are drawn and from which on, and by which message. */
  readonly from: Uint32Array;
  readonly cost: Float64Array;
  readonly draws: Uint8Array;
  readonly index: Uint8Array;
  readonly op: Uint32Array;
  /** [slots × {@link KERNEL_LANES}] */
  readonly values: Float64Array;
  /** [{@link LANE_SCRATCH}] */
  readonly scratch: Float64Array;
  /** Knots of the jitter. */
  readonly table: Float64Array;
}

const EXPORTS = ['play'] as const;

/** Plays the lanes from `first` on, a multiple of 4. `seed`: a whole number below 2^53. */
export function lanesKernel(
  arena: Arena,
  columns: LaneColumns,
  { seed, first }: { readonly seed: number; readonly first: number },
): void {
  const { play } = arena.exportsOf(moduleOf(CODE), EXPORTS);
  const { rowStart, to, from, cost, draws, index, op, values, scratch, table } = columns;
  const addresses = [rowStart, to, from, cost, draws, index, op, values, scratch, table].map(
    ({ byteOffset }) => byteOffset,
  );
  const vertices = to.length;
  for (let v = 1; v < vertices; v += PART)
    play(v, Math.min(v + PART, vertices), ...addresses, seed | 0, (seed / 2 ** 32) | 0, first / 4);
}
