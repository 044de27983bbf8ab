/** Which calls are held against Open MPI: every algorithm by its number, and the decision between them. */

import { COLLECTIVES, type CollectiveName } from '../../src/collectives/collective-algorithm.js';
import { algorithmNumbers, numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { type Call, canBeRuled } from './openmpi.js';
import { ROOTED } from './traffic.js';

/** Calls of one run of Open MPI. */
export interface Run {
  /** Algorithms by collective; none: Open MPI decides. */
  readonly numbers: readonly (readonly [CollectiveName, number])[];
  readonly calls: readonly Call[];
}

const VECTORS: readonly CollectiveName[] = ['bcast', 'reduce', 'allreduce', 'scan', 'exscan'];

/** Bytes of vectors and of blocks. */
interface Sizes {
  readonly vector: readonly number[];
  readonly block: readonly number[];
}

function callsOf(collective: CollectiveName, ranks: readonly number[], sizes: Sizes): Call[] {
  const bytesOf = collective === 'barrier' ? [0] : VECTORS.includes(collective) ? sizes.vector : sizes.block;
  return ranks.flatMap((size) => {
    const roots = ROOTED.includes(collective) ? [...new Set([0, 1, size - 1])] : [0];
    return roots.flatMap((root) => bytesOf.map((bytes) => ({ collective, size, root, bytes })));
  });
}

/** 8000 B are 1000 doubles, which no number of ranks from 3 on but 4, 5 and 8 divides; 48 B are 6. */
const FORCED: Sizes = { vector: [7680, 8000, 48], block: [960, 8] };
/** Both sides of most thresholds of the rules. */
const DECIDED: Sizes = {
  vector: [8, 64, 256, 1024, 4096, 8192, 65536, 262144, 1048576],
  block: [8, 64, 512, 2048, 8192, 32768],
};

/** Algorithms that call other collectives, by whatever the rules take for those. */
function isComposed(collective: CollectiveName, number: number): boolean {
  return ['ompi-reduce-bcast', 'ompi-gather-bcast', 'ompi-reduce-scatter'].includes(
    numberedChoice(collective, number, 2, 8).ours,
  );
}

/** Runs that force algorithms: those with the same number together, the composed ones by themselves. */
export function forcedRuns(ranks: readonly number[]): Run[] {
  const all = COLLECTIVES.filter(canBeRuled).flatMap((collective) =>
    algorithmNumbers(collective).map((number) => [collective, number] as const),
  );
  // Where an algorithm for two ranks is forced, not even a communicator can be split.
  const some = all.filter(([name, number]) => numberedChoice(name, number, 2, 8).theirs !== 'two_proc');
  const composed = some.filter(([name, number]) => isComposed(name, number));
  const highest = Math.max(...some.map(([, number]) => number));
  const plain = Array.from({ length: highest }, (_, i) =>
    some.filter(([name, number]) => number === i + 1 && !isComposed(name, number)),
  );
  return [composed, ...plain].map((numbers) => ({
    numbers,
    calls: numbers.flatMap(([name]) => callsOf(name, ranks, FORCED)),
  }));
}

/** The run in which Open MPI decides. */
export function decidedRun(ranks: readonly number[]): Run {
  return { numbers: [], calls: COLLECTIVES.flatMap((name) => callsOf(name, ranks, DECIDED)) };
}
