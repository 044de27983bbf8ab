/** Which collectives there are, and which algorithms each has; the first one is its default. */
import { namesInstead, UsageError } from '../errors.js';
import { ALLGATHER, ALLGATHERV } from './allgather.js';
import { ALLREDUCE } from './allreduce.js';
import { ALLTOALL, ALLTOALLV } from './alltoall.js';
import { BARRIER } from './barrier.js';
import { BCAST } from './bcast.js';
import { COLLECTIVES, type CollectiveAlgorithm, type CollectiveName } from './collective-algorithm.js';
import { GATHER, GATHERV } from './gather.js';
import { REDUCE } from './reduce.js';
import { REDUCE_SCATTER, REDUCE_SCATTER_BLOCK } from './reduce-scatter.js';
import { EXSCAN, SCAN } from './scan.js';
import { SCATTER, SCATTERV } from './scatter.js';

/** Algorithms by collective, the default of each first. */
export type AlgorithmTable = Readonly<Record<CollectiveName, readonly CollectiveAlgorithm[]>>;

/** The algorithms that ship. */
export const ALGORITHMS: AlgorithmTable = {
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
};

/**
 * The table with algorithms of one's own behind those of `base`. Who parses a spec with it may name them.
 * Throws a UsageError where a name is taken, or cannot be written in a spec.
 */
export function withAlgorithms(
  own: Partial<AlgorithmTable>,
  base: AlgorithmTable = ALGORITHMS,
): AlgorithmTable {
  const table: Record<CollectiveName, readonly CollectiveAlgorithm[]> = { ...base };
  for (const collective of COLLECTIVES) {
    for (const algorithm of own[collective] ?? []) {
      checkName(collective, algorithm.name, table);
      table[collective] = [...table[collective], algorithm];
    }
  }
  return table;
}

/** Words of a spec that are no algorithm's name. */
const RULES = ['auto', 'mpich', 'default'];

function checkName(collective: CollectiveName, name: string, table: AlgorithmTable): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || RULES.includes(name))
    throw new UsageError(
      `an algorithm of ${collective} cannot be called '${name}'`,
      `use lower-case words joined by '-', and none of ${RULES.join(', ')}`,
    );
  if (table[collective].some((known) => known.name === name))
    throw new UsageError(`${collective} already has an algorithm '${name}'`, 'choose another name');
}

/** Those that may be named now: the ones that ship, or a table with others behind them. */
let known: AlgorithmTable = ALGORITHMS;

/** Lets the algorithms of `table` be named wherever algorithms are, in this thread; by default those that ship alone. */
export function useAlgorithms(table: AlgorithmTable = ALGORITHMS): void {
  known = table;
}

/** Algorithms of a collective, its default first. */
export function algorithmsOf(
  collective: CollectiveName,
  table: AlgorithmTable = known,
): readonly CollectiveAlgorithm[] {
  return table[collective];
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
  throw new UsageError(`unknown collective '${text}'`, namesInstead(name, COLLECTIVES));
}

/** An algorithm by name. Throws a UsageError that lists those there are. */
export function findAlgorithm(
  collective: CollectiveName,
  name: string,
  table: AlgorithmTable = known,
): CollectiveAlgorithm {
  const algorithms = algorithmsOf(collective, table);
  const found = algorithms.find((algorithm) => algorithm.name === name.toLowerCase().replaceAll('_', '-'));
  if (found !== undefined) return found;
  const names = ['auto', 'mpich', 'default', ...algorithms.map((algorithm) => algorithm.name)];
  throw new UsageError(`unknown algorithm '${name}' of ${collective}`, namesInstead(name, names));
}
