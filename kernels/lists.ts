/** Dependencies of one rank as lists by operation: src/schedule/operation-rows.ts. */
import { DEP_OP, IREQUIRES, putU32, u32At } from './program';

/** Runs up to this are sorted here. */
const SHORT_RUN: u32 = 32;

/**
 * Of pairs (what waits, what for, with its flag) of operations of a rank that begins at `base`: [operations + 1] where each
 * list ends, the first entry being no list's, and the lists, which begin at `from` of all. Each ascends, but for those that
 * are longer than a short run: whether there are any.
 */
export function lists(
  pairs: usize,
  length: u32,
  operations: u32,
  base: u32,
  from: u32,
  start: usize,
  deps: usize,
): bool {
  memory.fill(start, 0, ((operations as usize) + 1) << 2);
  for (let i: u32 = 0; i < length; i += 2) {
    const after = u32At(pairs, i) + 1;
    putU32(start, after, u32At(start, after) + 1);
  }
  let sum: u32 = 0;
  for (let op: u32 = 1; op <= operations; op++) {
    const count = u32At(start, op);
    putU32(start, op, sum);
    sum += count;
  }
  for (let i: u32 = 0; i < length; i += 2) {
    const after = u32At(pairs, i) + 1;
    const before = u32At(pairs, i + 1);
    const at = u32At(start, after);
    putU32(start, after, at + 1);
    putU32(deps, at, (base + (before & DEP_OP)) | (before & IREQUIRES));
  }
  let long: bool = false;
  let first: u32 = 0;
  for (let op: u32 = 1; op <= operations; op++) {
    const end = u32At(start, op);
    if (end - first > SHORT_RUN) long = true;
    else sort(deps, first, end);
    first = end;
    putU32(start, op, from + end);
  }
  return long;
}

function sort(deps: usize, from: u32, to: u32): void {
  for (let i: u32 = from + 1; i < to; i++) {
    const dep = u32At(deps, i);
    const key = dep & DEP_OP;
    let j = i;
    while (j > from && (u32At(deps, j - 1) & DEP_OP) > key) {
      putU32(deps, j, u32At(deps, j - 1));
      j--;
    }
    putU32(deps, j, dep);
  }
}
