/** Communicators of a run, by the calls that name them. */
import type { Warning } from '../../errors.js';

export interface Communicator {
  /** 0 is the world. */
  readonly id: number;
  readonly size: number;
  /** [size] world rank of each of its ranks; null for the world. */
  readonly ranks: Int32Array | null;
  /** [world size] rank in the communicator by world rank, -1 outside of it; null for the world. */
  readonly rankOf: Int32Array | null;
  /**
   * World ranks of the two groups of an intercommunicator: a rank's messages go to the other group. Its `size` and `ranks`
   * are of both, its `rankOf` of each rank's own group.
   */
  readonly groups?: readonly [Int32Array, Int32Array];
  /** What made it, for messages: `MPI_Comm_split of rank0.txt:12`. */
  readonly made: string;
}

/** [world] each rank's number in its group, -1 in none. */
export function rankOfEach(groups: readonly ArrayLike<number>[], world: number): Int32Array {
  const rankOf = new Int32Array(world).fill(-1);
  for (const group of groups) for (let rank = 0; rank < group.length; rank++) rankOf[group[rank]] = rank;
  return rankOf;
}

/** World ranks of those whom a rank of the world names by their ranks in a communicator; null: of all. */
export function namedBy({ groups, ranks, rankOf }: Communicator, rank: number): Int32Array | null {
  if (groups === undefined) return ranks;
  const [first, second] = groups;
  return first[rankOf?.[rank] ?? -1] === rank ? second : first;
}

/** Neighbours that the traces do not tell. */
export const NO_NEIGHBOURS: ReadonlyMap<number, Neighbours> = new Map();

/** Communicator of a row that has none, or whose members the traces do not tell. */
export const UNKNOWN_COMM = -1;

/** Neighbours of one rank in a communicator with a topology, as ranks of the communicator; nobody where negative. */
export interface Neighbours {
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
}

export interface Communicators {
  readonly list: readonly Communicator[];
  /** [ranks] by communicator: the neighbours of the rank, where the traces tell them. */
  readonly neighbours: readonly ReadonlyMap<number, Neighbours>[];
  /** [ranks][rows] communicator of each row with a COMM field; null where all are the world. */
  readonly ofRow: readonly (Int32Array | null)[];
  readonly warnings: readonly Warning[];
}
