/**
 * `mpich`: the rules by which MPICH chooses on one communicator, commutative operations on elements of 8 B. They are
 * what the papers compare with, and those of libraries made of MPICH where nothing was tuned; that ranks of one node are
 * served first by a collective of their own, and that ch4 may leave a collective to the network, is left out.
 * Source: Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), with the
 * thresholds of MPICH's control variables (`MPIR_CVAR_ALLGATHER_SHORT_MSG_SIZE` = 81920 and so on), which are the same
 * from MPICH 3.0 to 4.0. Its trees are those that MPICH 4.0.2 was seen to run (test/mpich): its binomial broadcast is the
 * k-nomial tree of radix 2, which serves the farthest first; its binomial reduction has runs of ranks as subtrees. So is
 * what it runs otherwise than others do what has the same name ({@link OWN}).
 */
import { allreduceMpichRabenseifner } from './allreduce.js';
import { alltoallMpichPairwise, alltoallvMpichLinear } from './alltoall.js';
import type { CollectiveAlgorithm, CollectiveName, CollectiveOptions } from './collective-algorithm.js';
import { isPower, powerBelow } from './data-flow.js';
import { reduceMpichRabenseifner } from './reduce.js';
import { findAlgorithm } from './registry.js';

const KIB = 1024;
const ELEMENT_BYTES = 8;

/** Whether a vector has an element for each place of the power of two below `size`. */
const dividesUp = (size: number, bytes: number): boolean => bytes / ELEMENT_BYTES >= powerBelow(size);

/** All blocks together decide. */
function allgather(size: number, bytes: number): string {
  const total = bytes * size;
  if (total < 512 * KIB && isPower(size)) return 'recursive-doubling';
  return total < 80 * KIB ? 'bruck' : 'ring';
}

function bcast(size: number, bytes: number): string {
  if (bytes < 12 * KIB || size < 8) return 'knomial';
  return bytes < 512 * KIB && isPower(size) ? 'scatter-allgather-doubling' : 'scatter-allgather';
}

function alltoall(size: number, bytes: number): string {
  if (bytes <= 256 && size >= 8) return 'bruck';
  return bytes <= 32 * KIB ? 'linear' : 'pairwise';
}

const rabenseifnerFrom =
  (otherwise: string) =>
  (size: number, bytes: number): string =>
    bytes > 2 * KIB && dividesUp(size, bytes) ? 'rabenseifner' : otherwise;

const reduceScatter = (size: number, bytes: number): string =>
  bytes * size < 512 * KIB ? 'recursive-halving' : 'pairwise';

const always = (name: string) => (): string => name;

const RULES: Readonly<Record<CollectiveName, (size: number, bytes: number) => string>> = {
  barrier: always('dissemination'),
  bcast,
  reduce: rabenseifnerFrom('ompi-binomial'),
  allreduce: rabenseifnerFrom('recursive-doubling'),
  allgather,
  allgatherv: allgather,
  alltoall,
  alltoallv: always('linear'),
  gather: always('binomial'),
  gatherv: always('linear'),
  scatter: always('binomial'),
  scatterv: always('linear'),
  scan: always('recursive-doubling'),
  exscan: always('recursive-doubling'),
  reduce_scatter: reduceScatter,
  reduce_scatter_block: reduceScatter,
};

/** Options of the algorithms that have one of their own here. */
const OPTIONS: Readonly<Partial<Record<string, Partial<CollectiveOptions>>>> = { knomial: { fanout: 2 } };

/** What MPICH runs otherwise than others do what has that name. */
const OWN: Readonly<Partial<Record<CollectiveName, readonly CollectiveAlgorithm[]>>> = {
  reduce: [reduceMpichRabenseifner],
  allreduce: [allreduceMpichRabenseifner],
  alltoall: [alltoallMpichPairwise],
  alltoallv: [alltoallvMpichLinear],
};

/** The rules' answer for one call. */
export interface MpichChoice {
  readonly algorithm: CollectiveAlgorithm;
  readonly options: Partial<CollectiveOptions>;
}

/**
 * Bytes up to which MPICH 4 sends vectors of an allreduce whole; before they were 2 KiB. Source: MPICH 4.0.2, the rules that
 * its library holds, which are no longer those of `MPIR_CVAR_ALLREDUCE_SHORT_MSG_SIZE`.
 */
const WHOLE_BY_4 = 8;

/** What MPICH 4 takes for a blocking call where the published rules, which chose `published`, are no longer its own. */
export function mpich4Algorithm(
  published: CollectiveAlgorithm,
  collective: CollectiveName,
  size: number,
  bytes: number,
): CollectiveAlgorithm {
  if (collective !== 'allreduce' || bytes <= WHOLE_BY_4 || !dividesUp(size, bytes)) return published;
  return allreduceMpichRabenseifner;
}

/**
 * What MPICH's rules choose for `bytes` (as `CollectiveCall.bytes`, of blocks that differ their mean) among `size`
 * ranks.
 */
export function mpichChoice(collective: CollectiveName, size: number, bytes: number): MpichChoice {
  const name = RULES[collective](size, bytes);
  const own = OWN[collective]?.find((one) => one.name === name);
  return { algorithm: own ?? findAlgorithm(collective, name), options: OPTIONS[name] ?? {} };
}
