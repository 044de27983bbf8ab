/** Which collectives there are, and which algorithms each has; the first one is its default. */
import { UsageError } from '../errors.js';
import { ALLGATHER, ALLGATHERV } from './allgather.js';
import { ALLREDUCE } from './allreduce.js';
import { ALLTOALL, ALLTOALLV } from './alltoall.js';
import { BARRIER } from './barrier.js';
import { BCAST } from './bcast.js';
import { GATHER, GATHERV } from './gather.js';
import { COLLECTIVES, type CollectiveName } from './names.js';
import { nearest } from './nearest.js';
import { REDUCE } from './reduce.js';
import { REDUCE_SCATTER, REDUCE_SCATTER_BLOCK } from './reduce-scatter.js';
import { EXSCAN, SCAN } from './scan.js';
import { SCATTER, SCATTERV } from './scatter.js';
import type { CollectiveAlgorithm } from './types.js';

const ALGORITHMS = {
  barrier: BARRIER,
  bcast: BCAST,
  reduce: REDUCE,
  allreduce: ALLREDUCE,
  allgather: ALLGATHER,
  allgatherv: ALLGATHERV,
  alltoall: ALLTOALL,
  alltoallv: ALLTOALLV,
  gather: GATHER,
  gatherv: GATHERV,
  scatter: SCATTER,
  scatterv: SCATTERV,
  scan: SCAN,
  exscan: EXSCAN,
  reduce_scatter: REDUCE_SCATTER,
  reduce_scatter_block: REDUCE_SCATTER_BLOCK,
} as const satisfies Readonly<Record<CollectiveName, readonly CollectiveAlgorithm[]>>;

/** Algorithms of a collective, its default first. */
export function algorithmsOf(collective: CollectiveName): readonly CollectiveAlgorithm[] {
  return ALGORITHMS[collective];
}

/** The algorithm that the published generator takes, or for collectives that it has not, ours. */
export function defaultAlgorithm(collective: CollectiveName): CollectiveAlgorithm {
  return ALGORITHMS[collective][0];
}

/** A collective by the name that people write: any case, `-` as `_`, with or without `MPI_`. */
export function parseCollectiveName(text: string): CollectiveName {
  const name = text.trim().toLowerCase().replaceAll('-', '_').replace(/^mpi_/, '');
  const found = COLLECTIVES.find((collective) => collective === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `unknown collective '${text}'`,
    `did you mean ${nearest(name, COLLECTIVES)}? There are ${COLLECTIVES.join(', ')}`,
  );
}

/** An algorithm by name. Throws a UsageError that lists those there are. */
export function findAlgorithm(collective: CollectiveName, name: string): CollectiveAlgorithm {
  const algorithms = algorithmsOf(collective);
  const found = algorithms.find((algorithm) => algorithm.name === name.toLowerCase().replaceAll('_', '-'));
  if (found !== undefined) return found;
  const names = ['auto', 'mpich', ...algorithms.map((algorithm) => algorithm.name)];
  throw new UsageError(
    `unknown algorithm '${name}' of ${collective}`,
    `did you mean ${nearest(name, names)}? There are ${names.join(', ')}`,
  );
}
