/** All collectives, in the order in which docs and help list them. */
export const COLLECTIVES = [
  'barrier',
  'bcast',
  'reduce',
  'allreduce',
  'allgather',
  'allgatherv',
  'alltoall',
  'alltoallv',
  'gather',
  'gatherv',
  'scatter',
  'scatterv',
  'scan',
  'exscan',
  'reduce_scatter',
  'reduce_scatter_block',
] as const;

/** Name of a collective, as in `allreduce`. */
export type CollectiveName = (typeof COLLECTIVES)[number];
