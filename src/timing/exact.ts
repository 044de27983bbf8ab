/** Whole numbers add exactly below 2^53: which systems may count on it. */
import { Arena } from '../kernels/arena.js';
import { areWholeKernel } from '../kernels/price.js';
import type { Amounts } from '../schedule/columns.js';
import type { TimingSystem } from './system.js';

/** Largest sum that doubles add exactly. */
export const EXACT_LIMIT = 2 ** 53;
/**
 * What rounding may make of a value c + a·x whose c and a are exact, relative to it; and of one that is a sum of terms
 * which are not.
 */
export const ROUNDING = 2 ** -51;
export const INEXACT_ROUNDING = 1e-14;

/** Whether all that rows hold as constants, computation and whatever else is neither counted nor a route's, is whole ns. */
export function wholeConstants(system: TimingSystem): boolean {
  let whole = answers.get(system.constant);
  if (whole === undefined) {
    whole = system.constant instanceof Uint32Array || areWhole(system.constant);
    answers.set(system.constant, whole);
  }
  return whole;
}

function areWhole(constant: Float64Array): boolean {
  const arena = Arena.holding(constant);
  return arena === null ? constant.every(Number.isInteger) : areWholeKernel(arena, constant);
}

const answers = new WeakMap<Amounts, boolean>();

/**
 * Whether the cost of every path stays below {@link EXACT_LIMIT}; the costs of the rows are not negative. All of them
 * together, `sum`, mostly do; else the longest path decides.
 */
export function addsExactly(
  { vertices, rowStart, from }: Pick<TimingSystem, 'vertices' | 'rowStart' | 'from'>,
  cost: Float64Array,
  sum: number = total(cost),
): boolean {
  if (sum < EXACT_LIMIT) return true;
  const longest = new Float64Array(vertices);
  for (let v = 1; v < vertices; v++) {
    let most = 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const path = longest[from[r]] + cost[r];
      if (path > most) most = path;
    }
    longest[v] = most;
  }
  return longest[vertices - 1] < EXACT_LIMIT;
}

function total(costs: Float64Array): number {
  let sum = 0;
  for (let r = 0; r < costs.length; r++) sum += costs[r];
  return sum;
}

/** By how much a time of `ns` may be off, ns: 0 where all sums up to it are exact. */
export function roundingOf({ exact, scale }: { exact: boolean; scale: number }, ns: number): number {
  return exact && ns * scale < EXACT_LIMIT ? 0 : ns * ROUNDING;
}
