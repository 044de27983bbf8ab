/**
 * Where a program says that it is: MPI_Pcontrol, and regions that it names. A mark lies between two calls, within the
 * computation between them.
 */

/** Kinds of marks. */
export const PCONTROL = 0;
export const REGION_BEGINS = 1;
export const REGION_ENDS = 2;

/** Level of an MPI_Pcontrol that the trace does not tell. */
export const NO_LEVEL = -(2 ** 31);

/** The marks of one rank, in the order of its trace. */
export interface RankMarks {
  /** [marks] PCONTROL, REGION_BEGINS or REGION_ENDS. */
  readonly kind: Uint8Array;
  /** [marks] level of MPI_Pcontrol, or NO_LEVEL; of a region its index into `names`. */
  readonly value: Int32Array;
  /** [marks] index among its rank's calls of that in front of whose computation it lies; their number for MPI_Finalize. */
  readonly call: Uint32Array;
  /** [marks] ns of that computation which lie before it. */
  readonly offset: Float64Array;
}

/** The marks of all ranks. */
export interface MarkTable {
  /** Names of regions. */
  readonly names: readonly string[];
  /** [ranks] */
  readonly ranks: readonly RankMarks[];
}

/** A region of one rank, by its marks; `end` null: it is not left. */
export interface MarkedRegion {
  readonly begin: number;
  readonly end: number | null;
}

/** Marks of a rank that are MPI_Pcontrol, of one level or of all. */
export function pcontrols({ kind, value }: RankMarks, level: number | null): number[] {
  const found: number[] = [];
  for (let i = 0; i < kind.length; i++)
    if (kind[i] === PCONTROL && (level === null || value[i] === level)) found.push(i);
  return found;
}

/** The regions of a name on a rank, in order; one within another of its name is a part of that. */
export function regionsOf({ kind, value }: RankMarks, name: number): MarkedRegion[] {
  const found: MarkedRegion[] = [];
  let depth = 0;
  let begin = 0;
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] === PCONTROL || value[i] !== name) continue;
    if (kind[i] === REGION_BEGINS && depth++ === 0) begin = i;
    else if (kind[i] === REGION_ENDS && depth > 0 && --depth === 0) found.push({ begin, end: i });
  }
  if (depth > 0) found.push({ begin, end: null });
  return found;
}

/** [names] how many regions of each name a rank has, as {@link regionsOf} counts them. */
export function regionTally({ kind, value }: RankMarks, names: number): Uint32Array {
  const counts = new Uint32Array(names);
  const depth = new Uint32Array(names);
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] === REGION_BEGINS && depth[value[i]]++ === 0) counts[value[i]]++;
    else if (kind[i] === REGION_ENDS && depth[value[i]] > 0) depth[value[i]]--;
  }
  return counts;
}
