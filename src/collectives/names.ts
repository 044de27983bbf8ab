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

export type CollectiveName = (typeof COLLECTIVES)[number];
