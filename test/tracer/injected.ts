/** What programs do under injected latency, on one node and on several. */

/** Programs, and latencies one after the other that no run of theirs on four ranks can do without. */
export const LATENCIES: readonly (readonly [file: string, latencies: number])[] = [
  ['ring.c', 30],
  ['halo.c', 5],
  ['persistent.c', 10],
  ['farm.c', 10],
  ['matched.c', 3],
  ['modes.c', 5],
  ['inject_kinds.c', 4],
  ['collectives.c', 0],
];

/** Of different families, for all collectives. */
export const TREES = [
  'bcast=binomial',
  'reduce=binomial',
  'allreduce=recursive-doubling',
  'allgather=recursive-doubling',
  'gather=binomial',
  'scatter=binomial',
  'barrier=dissemination',
];
export const LINES = [
  'bcast=chain',
  'reduce=chain',
  'allreduce=ring',
  'allgather=ring',
  'gather=linear',
  'scatter=linear',
  'barrier=double-ring',
];
