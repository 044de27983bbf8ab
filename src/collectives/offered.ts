/** Which algorithms MPI libraries have: what nobody can run is no advice where another does as well. */
import type { CollectiveName } from './names.js';
import { algorithmNumbers, counterpartOf } from './openmpi-rules.js';

/** Open MPI's algorithms that are for two ranks alone. */
const TWO_RANKS = 'two_proc';
/** What MPICH has beside what Open MPI has. */
const MPICH_ALONE: Readonly<Partial<Record<CollectiveName, readonly string[]>>> = {
  allgatherv: ['recursive-doubling'],
  alltoallv: ['linear'],
  reduce_scatter: ['pairwise'],
  reduce_scatter_block: ['pairwise'],
};

/** Whether Open MPI or MPICH has the algorithm of that name, as they are known here. */
export function isOffered(collective: CollectiveName, algorithm: string): boolean {
  const ours = algorithmNumbers(collective)
    .map((number) => counterpartOf(collective, number))
    .filter(({ theirs }) => theirs !== TWO_RANKS);
  return ours.some((one) => one.ours === algorithm) || (MPICH_ALONE[collective] ?? []).includes(algorithm);
}
