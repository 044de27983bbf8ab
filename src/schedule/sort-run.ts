/** Dependencies of one operation, brought into the order of the operations they name. */
import { DEP_OP } from './schedule.js';

/** Runs up to this are sorted by insertion. */
const SHORT_RUN = 32;

/** Sorts the dependencies in [from, to) by operation; runs are short and mostly sorted already. */
export function sortRun(deps: Uint32Array, from: number, to: number): void {
  if (to - from > SHORT_RUN) {
    const run = deps.subarray(from, to);
    const ascends = run.every((dep, i) => i === 0 || (run[i - 1] & DEP_OP) <= (dep & DEP_OP));
    if (!ascends) run.sort((a, b) => (a & DEP_OP) - (b & DEP_OP));
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const dep = deps[i];
    const key = dep & DEP_OP;
    let j = i;
    while (j > from && (deps[j - 1] & DEP_OP) > key) {
      deps[j] = deps[j - 1];
      j--;
    }
    deps[j] = dep;
  }
}
