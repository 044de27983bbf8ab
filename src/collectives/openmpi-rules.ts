/**
 * The fixed decision rules of Open MPI 5.0 (coll/tuned, commutative operations), which choose by size of the communicator and
 * bytes, and the counterpart of each of its algorithms here. Where an algorithm hands over to another for lack of elements,
 * these are assumed to have 8 B. Collectives without rules in coll/tuned (gatherv, scatterv) use coll/basic's linear ones.
 * Source: Open MPI 5.0.2, `ompi/mca/coll/tuned/coll_tuned_decision_fixed.c` (thresholds) and the algorithms of
 * `ompi/mca/coll/base` (hand-overs). Compared with Open MPI 4.1.4 as it runs: test/openmpi.
 */

import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
  CollectiveOptions,
} from './collective-algorithm.js';
import { type CollectivePart, isPower, powerBelow } from './data-flow.js';

/** What one of Open MPI's algorithms is here. */
interface Counterpart {
  /** Open MPI's name of it. */
  readonly theirs: string;
  readonly ours: string;
  readonly options?: Partial<CollectiveOptions>;
  /** The algorithm that theirs hands over to for so many ranks and elements, ours of it; undefined: none. */
  readonly instead?: (size: number, elements: number) => string | undefined;
}

/** Rules of one collective. */
interface Rules {
  /** By Open MPI's number of the algorithm. */
  readonly algorithms: Readonly<Record<number, Counterpart>>;
  /**
   * By ascending ranks: [ranks below, thresholds]. The thresholds `8:4 4096:3 6` read: below 8 B algorithm 4, else
   * below 4096 B algorithm 3, else algorithm 6.
   */
  readonly table: readonly (readonly [number, string])[];
  /** The quantity that is compared with the thresholds; the bytes of the call unless given. */
  readonly measure?: (bytes: number, size: number) => number;
}

const ALL = Number.POSITIVE_INFINITY;
const ELEMENT_BYTES = 8;

type Instead = Counterpart['instead'];
/** Their rings want an element per rank. */
const doublingForFew: Instead = (size, elements) => (elements < size ? 'recursive-doubling' : undefined);
/** Their Rabenseifner wants an element per place. */
const linearForFew: Instead = (size, elements) => (elements < powerBelow(size) ? 'linear' : undefined);
/** Their scatter-allgather wants an element per rank. */
const linearForFewer: Instead = (size, elements) => (elements < size ? 'linear' : undefined);
/** Their recursive doubling of an allgather wants a power of two. */
const bruckElse: Instead = (size) => (isPower(size) ? undefined : 'bruck');

const LINEAR_ONLY: Rules = {
  algorithms: { 1: { theirs: 'linear (coll/basic)', ours: 'linear' } },
  table: [[ALL, '1']],
};

/** The rules leave these to coll/basic. */
const SCAN_RULES: Rules = {
  algorithms: {
    1: { theirs: 'linear (coll/basic)', ours: 'linear' },
    2: { theirs: 'recursive_doubling', ours: 'recursive-doubling' },
  },
  table: [[ALL, '1']],
};

const RULES: Readonly<Record<CollectiveName, Rules>> = {
  barrier: {
    algorithms: {
      1: { theirs: 'linear', ours: 'linear' },
      2: { theirs: 'double_ring', ours: 'double-ring' },
      3: { theirs: 'recursive_doubling', ours: 'recursive-doubling' },
      4: { theirs: 'bruck', ours: 'dissemination' },
      6: { theirs: 'tree', ours: 'tree' },
    },
    table: [
      [4, '3'],
      [8, '1'],
      [64, '3'],
      [256, '4'],
      [512, '6'],
      [1024, '4'],
      [4096, '6'],
      [ALL, '4'],
    ],
  },
  bcast: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'linear' },
      2: { theirs: 'chain', ours: 'chain' },
      3: { theirs: 'pipeline', ours: 'chain' },
      4: { theirs: 'split_binary_tree', ours: 'ompi-split-binary' },
      5: { theirs: 'binary_tree', ours: 'ompi-binary' },
      6: { theirs: 'binomial', ours: 'ompi-binomial' },
      7: { theirs: 'knomial', ours: 'knomial', options: { fanout: 4 } },
      8: { theirs: 'scatter_allgather', ours: 'scatter-allgather-doubling', instead: linearForFewer },
      9: { theirs: 'scatter_allgather_ring', ours: 'scatter-allgather', instead: linearForFewer },
    },
    table: [
      [4, '32:3 256:5 512:3 1024:7 32768:1 131072:5 262144:2 524288:1 1048576:6 5'],
      [8, '64:5 128:6 2048:5 8192:6 1048576:1 2'],
      [16, '8:7 64:5 4096:7 16384:5 32768:6 1'],
      [32, '4096:7 1048576:6 8'],
      [64, '2048:6 7'],
      [128, '7'],
      [256, '2:6 16384:5 32768:1 65536:5 7'],
      [1024, '16384:7 32768:4 7'],
      [2048, '524288:7 8'],
      [4096, '262144:7 8'],
      [ALL, '8192:7 16384:5 262144:7 8'],
    ],
  },
  reduce: {
    algorithms: {
      1: { theirs: 'linear', ours: 'linear' },
      2: { theirs: 'chain', ours: 'chain' },
      3: { theirs: 'pipeline', ours: 'chain' },
      4: { theirs: 'binary', ours: 'ompi-binary' },
      5: { theirs: 'binomial', ours: 'ompi-binomial' },
      6: { theirs: 'in-order_binary', ours: 'ompi-in-order-binary' },
      7: { theirs: 'rabenseifner', ours: 'rabenseifner', instead: linearForFew },
    },
    table: [
      [4, '8:7 16:4 32:3 262144:1 524288:3 1048576:2 3'],
      [8, '4096:4 65536:2 262144:5 524288:1 1048576:5 1'],
      [16, '8192:4 5'],
      [32, '4096:4 5'],
      [256, '5'],
      [512, '8192:5 16384:6 5'],
      [2048, '5'],
      [4096, '512:5 1024:6 8192:5 16384:6 5'],
      [ALL, '16:5 32:6 1024:5 2048:6 8192:5 16384:6 5'],
    ],
  },
  allreduce: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'linear' },
      2: { theirs: 'nonoverlapping', ours: 'ompi-reduce-bcast' },
      3: { theirs: 'recursive_doubling', ours: 'recursive-doubling' },
      4: { theirs: 'ring', ours: 'ring', instead: doublingForFew },
      5: { theirs: 'segmented_ring', ours: 'ring', instead: doublingForFew },
      6: { theirs: 'rabenseifner', ours: 'rabenseifner', instead: linearForFew },
    },
    table: [
      [4, '8:4 4096:3 8192:4 16384:3 65536:4 262144:5 6'],
      [8, '16:4 8192:3 6'],
      [16, '8192:3 6'],
      [32, '64:5 4096:3 6'],
      [64, '128:5 6'],
      [128, '262144:3 6'],
      [256, '131072:2 262144:3 6'],
      [512, '4096:2 6'],
      [2048, '2048:2 16384:3 6'],
      [4096, '2048:2 4096:5 16384:3 6'],
      [ALL, '2048:2 16384:5 32768:3 6'],
    ],
  },
  allgather: {
    algorithms: {
      2: { theirs: 'bruck', ours: 'bruck' },
      3: { theirs: 'recursive_doubling', ours: 'recursive-doubling', instead: bruckElse },
      4: { theirs: 'ring', ours: 'ring' },
      5: { theirs: 'neighbor', ours: 'neighbor-exchange' },
      6: { theirs: 'two_proc', ours: 'linear' },
    },
    table: [
      [2, '3'],
      [3, '6'],
      [32, '3'],
      [64, '1024:3 65536:5 4'],
      [128, '512:3 65536:5 4'],
      [256, '512:3 131072:5 524288:4 1048576:5 4'],
      [512, '32:3 128:2 1024:3 131072:5 524288:4 1048576:5 4'],
      [1024, '64:3 256:2 2048:3 5'],
      [2048, '4:3 8:2 16:3 32:2 256:3 512:2 4096:3 5'],
      [4096, '32:2 128:3 512:2 4096:3 5'],
      [ALL, '2:3 8:2 16:3 512:2 4096:3 5'],
    ],
  },
  allgatherv: {
    algorithms: {
      1: { theirs: 'default', ours: 'ompi-gather-bcast' },
      2: { theirs: 'bruck', ours: 'bruck' },
      3: { theirs: 'ring', ours: 'ring' },
      4: { theirs: 'neighbor', ours: 'neighbor-exchange' },
      5: { theirs: 'two_proc', ours: 'linear' },
    },
    table: [
      [2, '1'],
      [3, '2048:3 4096:5 8192:3 5'],
      [8, '256:1 4096:4 8192:3 16384:4 262144:2 4'],
      [16, '1024:1 2'],
      [32, '128:1 262144:2 3'],
      [64, '256:1 8192:2 3'],
      [128, '256:1 4096:2 3'],
      [256, '1024:2 65536:4 3'],
      [512, '1024:2 3'],
      [1024, '512:2 1024:1 4096:2 1048576:4 3'],
      [ALL, '4096:2 4'],
    ],
    measure: (bytes) => Math.floor(bytes),
  },
  alltoall: {
    algorithms: {
      1: { theirs: 'linear', ours: 'linear' },
      2: { theirs: 'pairwise', ours: 'pairwise' },
      3: { theirs: 'modified_bruck', ours: 'bruck' },
      4: { theirs: 'linear_sync', ours: 'linear' },
      5: { theirs: 'two_proc', ours: 'pairwise' },
    },
    table: [
      [2, '1'],
      [3, '2:2 4:5 16:2 64:5 256:2 4096:5 32768:2 262144:4 1048576:5 2'],
      [8, '8192:4 16384:1 65536:4 524288:1 1048576:2 1'],
      [16, '262144:4 1'],
      [32, '4:4 512:3 8192:4 32768:1 262144:4 524288:1 4'],
      [64, '512:3 524288:1 4'],
      [128, '1024:3 2048:1 4096:4 262144:1 2'],
      [256, '1024:3 2048:4 262144:1 2'],
      [512, '1024:3 8192:4 32768:1 2'],
      [1024, '512:3 8192:4 16384:1 131072:4 262144:1 2'],
      [2048, '512:3 1024:4 2048:1 16384:4 262144:1 4'],
      [4096, '1024:3 4096:4 8192:1 131072:4 1'],
      [ALL, '2048:3 8192:4 16384:1 32768:4 65536:1 4'],
    ],
  },
  alltoallv: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'ompi-linear' },
      2: { theirs: 'pairwise', ours: 'pairwise' },
    },
    table: [
      [4, '2'],
      [64, '1'],
      [128, '2'],
      [256, '1'],
      [1024, '2'],
      [ALL, '1'],
    ],
  },
  gather: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'linear' },
      2: { theirs: 'binomial', ours: 'binomial' },
      3: { theirs: 'linear_sync', ours: 'ompi-linear-sync' },
    },
    table: [
      [4, '2:3 4:1 32768:2 65536:1 131072:2 3'],
      [8, '1024:2 8192:1 32768:2 262144:1 3'],
      [256, '2'],
      [512, '2048:2 8192:1 2'],
      [ALL, '2'],
    ],
  },
  gatherv: LINEAR_ONLY,
  scatter: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'linear' },
      2: { theirs: 'binomial', ours: 'binomial' },
      3: { theirs: 'linear_nb', ours: 'linear' },
    },
    table: [
      [4, '2:3 131072:1 262144:3 1'],
      [8, '2048:2 4096:1 8192:2 32768:1 1048576:3 1'],
      [16, '16384:2 1048576:3 1'],
      [32, '16384:2 32768:1 3'],
      [64, '512:2 8192:3 16384:2 3'],
      [ALL, '512:2 3'],
    ],
  },
  scatterv: LINEAR_ONLY,
  scan: SCAN_RULES,
  exscan: SCAN_RULES,
  reduce_scatter: {
    algorithms: {
      1: { theirs: 'non-overlapping', ours: 'ompi-reduce-scatter' },
      2: { theirs: 'recursive_halving', ours: 'recursive-halving' },
      3: { theirs: 'ring', ours: 'ring' },
      4: { theirs: 'butterfly', ours: 'butterfly' },
    },
    table: [
      [4, '65536:3 131072:4 3'],
      [8, '8:1 262144:2 3'],
      [32, '262144:2 3'],
      [64, '64:1 2048:2 524288:4 3'],
      [128, '256:1 512:2 2048:4 4096:2 4'],
      [256, '256:1 512:2 4'],
      [512, '256:1 1024:2 4'],
      [1024, '512:1 2048:2 8192:4 16384:2 4'],
      [2048, '512:1 4096:2 16384:4 32768:2 4'],
      [4096, '512:1 4096:2 4'],
      [ALL, '1024:1 8192:2 4'],
    ],
    measure: (bytes, size) => bytes * size,
  },
  reduce_scatter_block: {
    algorithms: {
      1: { theirs: 'basic_linear', ours: 'ompi-reduce-scatter' },
      2: { theirs: 'recursive_doubling', ours: 'recursive-doubling' },
      3: { theirs: 'recursive_halving', ours: 'recursive-halving' },
      4: { theirs: 'butterfly', ours: 'butterfly' },
    },
    table: [
      [4, '4:2 8:4 16:3 128:4 256:3 4096:4 8192:3 131072:4 1'],
      [8, '8:3 32:2 256:4 8192:3 16384:4 1048576:3 1'],
      [16, '4:1 32:3 128:4 524288:3 4194304:1 4'],
      [32, '32:1 524288:3 2097152:1 4194304:3 4'],
      [ALL, '4:3 16:1 65536:4 262144:1 4'],
    ],
  },
};

/** Number of the algorithm in a list of thresholds. */
function pick(thresholds: string, measure: number): number {
  const entries = thresholds.split(' ');
  for (const entry of entries) {
    const [below, algorithm] = entry.split(':');
    if (algorithm === undefined) return Number(below);
    if (measure < Number(below)) return Number(algorithm);
  }
  throw new RangeError(`thresholds '${thresholds}' do not end`);
}

/** What the rules take for a call. */
interface Ruled {
  /** Open MPI's name of it. */
  readonly theirs: string;
  /** Name of the algorithm here. */
  readonly ours: string;
  readonly options: Partial<CollectiveOptions>;
}

/** Open MPI's algorithm of that number. Throws a RangeError where there is none. */
export function numberedChoice(
  collective: CollectiveName,
  number: number,
  size: number,
  bytes: number,
): Ruled {
  const counterpart = RULES[collective].algorithms[number];
  if (counterpart === undefined) throw new RangeError(`${collective} has no algorithm ${number}`);
  const { theirs, ours, options, instead } = counterpart;
  const elements = Math.max(1, Math.floor(bytes / ELEMENT_BYTES));
  return {
    theirs,
    ours: instead?.(size, elements) ?? ours,
    options: { flow: 'complete', ...options },
  };
}

/** Open MPI's algorithm of that number where it hands over to no other. Throws a RangeError where there is none. */
export function counterpartOf(collective: CollectiveName, number: number): Ruled {
  return numberedChoice(collective, number, 2, Number.MAX_SAFE_INTEGER);
}

/** See {@link openMpiChoice}. */
export function ruledChoice(collective: CollectiveName, size: number, bytes: number): Ruled {
  const rules = RULES[collective];
  const row = rules.table.find(([below]) => size < below);
  if (row === undefined) throw new RangeError(`no rule for ${size} ranks`);
  const number = pick(row[1], rules.measure?.(bytes, size) ?? bytes);
  return numberedChoice(collective, number, size, bytes);
}

/** A call within another collective, by the algorithm of the rules; `among`: the collective's algorithms. */
export function ruledPart(
  collective: CollectiveName,
  among: readonly CollectiveAlgorithm[],
  call: CollectiveCall,
): CollectivePart {
  const { ours, options } = ruledChoice(collective, call.size, call.bytes);
  const algorithm = among.find(({ name }) => name === ours);
  if (algorithm === undefined) throw new RangeError(`no algorithm ${ours} of ${collective}`);
  return { algorithm, call: { ...call, options: { ...call.options, segment: 0, ...options } } };
}

/** Numbers of Open MPI's algorithms of a collective. */
export function algorithmNumbers(collective: CollectiveName): readonly number[] {
  return Object.keys(RULES[collective].algorithms).map(Number);
}

/** Open MPI's algorithms that are for two ranks alone. */
const TWO_RANKS = 'two_proc';
/** What MPICH has beside what Open MPI has. */
const MPICH_ALONE: Readonly<Partial<Record<CollectiveName, readonly string[]>>> = {
  allgatherv: ['recursive-doubling'],
  alltoallv: ['linear'],
  reduce_scatter: ['pairwise'],
  reduce_scatter_block: ['pairwise'],
};

/**
 * Whether Open MPI or MPICH has the algorithm of that name, as they are known here: one that cannot be run is not recommended
 * where another is as good.
 */
export function isOffered(collective: CollectiveName, algorithm: string): boolean {
  const ours = algorithmNumbers(collective)
    .map((number) => counterpartOf(collective, number))
    .filter(({ theirs }) => theirs !== TWO_RANKS);
  return ours.some((one) => one.ours === algorithm) || (MPICH_ALONE[collective] ?? []).includes(algorithm);
}
