/** A rule turns one call of one rank into operations. */
import type { RankState } from '../rank-state.js';

/** Adds the operations of the call in `row`; false where the call is not understood and was left alone. */
export type Rule = (state: RankState, row: number) => boolean;

/** A call that communicates with nobody: a joint, so that its time is still dropped. Returns it. */
export function nothing(state: RankState, row: number): number {
  const op = state.builder.calc(0);
  state.computeBefore(row, [op]);
  state.follow([op]);
  return op;
}
