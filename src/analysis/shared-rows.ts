/** T and λ by assumption on contention for CPUs and NICs; also used in pages. */

/**
 * `plain`: no contention; `ordered`: in program order; `serial`: one operation at a time, in the order of this machine;
 * `bounds`: one at a time in any order, between two bounds; `replay`: event by event.
 */
export type SharedWay = 'plain' | 'ordered' | 'serial' | 'bounds' | 'replay';

/** T and λ under one assumption. */
export interface SharedRow {
  readonly way: SharedWay;
  /** T, or its lower bound, ns. */
  readonly runtime: number;
  /** Its upper bound, ns; null: T is exact under its assumption. */
  readonly upper: number | null;
  /** λ_L; null if T jumps, so that none exists. */
  readonly lambda: number | null;
  /** The machine of the answer makes this assumption. */
  readonly own?: true;
}

/** Largest distance from T without contention, as a share of it; 0 without others. */
export function spreadOf(rows: readonly SharedRow[]): number {
  const plain = rows.find(({ way }) => way === 'plain')?.runtime ?? 0;
  if (plain === 0) return 0;
  const all = rows.flatMap(({ runtime, upper }) => [runtime, upper ?? runtime]);
  return Math.max(0, ...all.map((runtime) => Math.abs(runtime / plain - 1)));
}
