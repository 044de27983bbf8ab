/** What a search for a mapping asks of who knows what a mapping takes. */

/** T of a mapping, and what tells two mappings of one T apart. */
export interface MappingScore {
  /** T, ns. */
  readonly runtime: number;
  /** Sum of the times of all vertices, ns: falls where something off the critical path gets faster. */
  readonly total: number;
}

/** Two ranks that exchange their places. */
export interface Swap {
  readonly a: number;
  readonly b: number;
  /** By how much the present critical path gets shorter, ns. */
  readonly gain: number;
}

/** What to try next. */
export interface Promising {
  /** One at a time, the most promising first. */
  readonly swaps: readonly Swap[];
  /** Several that may be tried at once: they share no rank, and their gains add up. */
  readonly together: readonly Swap[];
  /** No swap but these can make T smaller. */
  readonly complete: boolean;
}

/** T of one program under many mappings: [ranks] place of each rank. */
export interface MappingEvaluator {
  /** Mappings that were evaluated. */
  readonly evaluations: number;
  evaluate(mapping: Int32Array): MappingScore;
  /** Of the mapping that was evaluated last. */
  promising(mapping: Int32Array): Promising;
}

/** Two sums of a million times differ by less than this from rounding. */
const SAME = 1e-12;

/** Whether `one` is a better score than `other`: a smaller T, or the same with a smaller total. */
export function isBetter(one: MappingScore, other: MappingScore): boolean {
  const slack = other.runtime * SAME;
  if (Math.abs(one.runtime - other.runtime) > slack) return one.runtime < other.runtime;
  return one.runtime <= other.runtime && one.total < other.total * (1 - SAME);
}
