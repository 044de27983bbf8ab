import { DEP_OP, IREQUIRES, type Schedule } from '../schedule/schedule.js';

/** Who depends on an operation, as CSR. */
export interface Successors {
  /** [operations + 2] start of an operation's successors in `after`. */
  readonly start: Uint32Array;
  /** [dependencies] `op | IREQUIRES?`: it waits for the end, or with the flag for the post. */
  readonly after: Uint32Array;
}

/** The dependencies of a schedule the other way round. */
export function successors(schedule: Schedule): Successors {
  const n = schedule.operations;
  const start = new Uint32Array(n + 2);
  for (const dep of schedule.deps) start[(dep & DEP_OP) + 2]++;
  for (let op = 0; op < n; op++) start[op + 2] += start[op + 1];
  const after = new Uint32Array(schedule.deps.length);
  for (let op = 0; op < n; op++) {
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const dep = schedule.deps[i];
      after[start[(dep & DEP_OP) + 1]++] = (op | (dep & IREQUIRES)) >>> 0;
    }
  }
  return { start, after };
}
