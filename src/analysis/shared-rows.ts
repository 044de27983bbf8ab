/** T and λ by what is assumed of CPUs and cards that several messages share, as pages show them too. */

/**
 * `plain`: nothing is shared; `ordered`: in the order of the program; `serial`: one thing at a time, in the order found at
 * this machine; `bounds`: one thing at a time in the best order, which lies between two bounds; `replay`: event by event.
 */
export type SharedWay = 'plain' | 'ordered' | 'serial' | 'bounds' | 'replay';

/** T and λ by one of them. */
export interface SharedRow {
  readonly way: SharedWay;
  /** T, or its lower bound, ns. */
  readonly runtime: number;
  /** Its upper bound, ns; null: T is exact in its way. */
  readonly upper: number | null;
  /** λ_L; null where T jumps, so that none describes it. */
  readonly lambda: number | null;
}

/** How far the others lie from T with nothing shared, at the most, as a share of it; 0 without others. */
export function spreadOf(rows: readonly SharedRow[]): number {
  const plain = rows.find(({ way }) => way === 'plain')?.runtime ?? 0;
  if (plain === 0) return 0;
  const all = rows.flatMap(({ runtime, upper }) => [runtime, upper ?? runtime]);
  return Math.max(0, ...all.map((runtime) => Math.abs(runtime / plain - 1)));
}
