/** Runs with noise in WebAssembly: what `noise/lanes.ts` does in TypeScript, bit by bit. */
import { type Arena, addresses, type KernelFunction, moduleOf } from './arena.js';
import { CODE } from './lanes.generated.js';

/** Vertices of one call: between calls an engine changes over to what it has compiled well meanwhile. */
const PART = 1 << 14;

/** Lanes of the kernel. */
export const KERNEL_LANES = 64;
/** Words of all lanes, then values of all lanes twice, in numbers of 64 bits. */
export const LANE_SCRATCH = KERNEL_LANES / 2 + 2 * KERNEL_LANES;
/** Vectors of one number each that the kernel computes with, in numbers of 64 bits. */
export const LANE_VECTORS = 2 * 13;
/** Words of 32 bits that one draw of a list has: latency class, first index, the one behind the last, table, atoms. */
export const DRAW_WORDS = 5;
/** The list of computations, instead of latencies. */
export const COMPUTES = 0xffff_ffff;

/** Place of lane k: of each 16, the fours that are hashed together are interleaved. */
export const placeOfLane = (k: number): number => (k & ~15) | ((k & 3) << 2) | ((k >> 2) & 3);

/** Rows of a noise program, and what it is played with: all in one arena. */
export interface LaneColumns {
  /** [vertices + 1], [vertices] slot. */
  readonly rowStart: Uint32Array;
  readonly to: Uint32Array;
  /** [rows] slot of the vertex that it comes from, cost, and which of the items is its noise; 0: none. */
  readonly from: Uint32Array;
  readonly cost: Float64Array;
  readonly item: Uint32Array;
  /** [items + 1] operation that draws, list of its draws or {@link COMPUTES}; of computations also rank and work. */
  readonly op: Uint32Array;
  readonly list: Uint32Array;
  readonly rank: Uint32Array;
  readonly work: Float64Array;
  /** [lists + 1] first draw; [draws × {@link DRAW_WORDS}]. */
  readonly listStart: Uint32Array;
  readonly draws: Uint32Array;
  /** [slots × {@link KERNEL_LANES}] */
  readonly values: Float64Array;
  /** [{@link LANE_SCRATCH}] and [{@link LANE_VECTORS}] of the kernel's own. */
  readonly scratch: Float64Array;
  readonly vectors: Float64Array;
}

/** A distribution as kernels read it. */
export interface LaneTable {
  readonly column: Float64Array;
  /** How many single values it has; 0: knots. */
  readonly atoms: number;
}

/** What falls on computations. */
interface LaneComputations {
  readonly factor: LaneTable | null;
  /** What deviations of the factor are multiplied by. */
  readonly scale: number;
  readonly detours: LaneDetours | null;
}

/** A `Cycle` of noise/cycle.ts. */
export interface LaneDetours {
  readonly period: number;
  readonly whole: number;
  readonly only: number | null;
  readonly lost: Float64Array;
  readonly begins: LaneSteps;
  readonly worked: LaneSteps;
  /** Whether all ranks have the same phase. */
  readonly together: boolean;
  /** [ranks, `together` 1, × {@link KERNEL_LANES}] shifts of times; lanes are in the order of {@link placeOfLane}. */
  readonly shifts: Float64Array;
}

/** `Steps` of noise/cycle.ts. */
export interface LaneSteps {
  readonly column: Float64Array;
  readonly guide: Uint32Array;
  readonly parts: number;
}

const EXPORTS = [
  'vectorsAt',
  'columns',
  'computations',
  'interruptions',
  'interruptionList',
  'luckOf',
  'play',
] as const;
type Exports = Readonly<Record<(typeof EXPORTS)[number], KernelFunction>>;

/** Kinds of detours that the kernel distinguishes. */
const DETOURS = { none: 0, one: 1, list: 2, all: 3 } as const;

/** Plays the lanes from `first` on, a multiple of 4. `seed`: a whole number below 2^53. */
export function lanesKernel(
  arena: Arena,
  columns: LaneColumns,
  { seed, first, ...noise }: LaneComputations & { readonly seed: number; readonly first: number },
): void {
  const kernel = arena.exportsOf(moduleOf(CODE), EXPORTS);
  kernel.vectorsAt(columns.vectors.byteOffset);
  const { rowStart, to, from, cost, item, op, list, rank, work, listStart, draws, values, scratch } = columns;
  kernel.columns(
    ...addresses(rowStart, to, from, cost, item, op, list, rank, work, listStart, draws, values, scratch),
  );
  const { factor, scale, detours } = noise;
  kernel.computations(factor?.column.byteOffset ?? 0, factor?.atoms ?? 0, scale);
  tellDetours(kernel, detours);
  kernel.luckOf(seed | 0, (seed / 2 ** 32) | 0, first / 4);
  const vertices = to.length;
  for (let v = 1; v < vertices; v += PART) kernel.play(v, Math.min(v + PART, vertices));
}

function tellDetours(kernel: Exports, detours: LaneDetours | null): void {
  if (detours === null) {
    kernel.interruptions(DETOURS.none, 0, 0, 0, 0, 0);
    return;
  }
  const { period, whole, only, lost, begins, worked, shifts, together } = detours;
  const some = only === null ? DETOURS.list : DETOURS.one;
  const kind = whole === 0 ? DETOURS.all : some;
  kernel.interruptions(kind, period, whole, only ?? 0, shifts.byteOffset, together ? 0 : 1);
  kernel.interruptionList(
    ...addresses(lost, begins.column, worked.column, begins.guide, worked.guide),
    begins.parts,
    worked.parts,
    begins.guide.length - 1,
  );
}
