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
  /** What made it, for messages: `MPI_Comm_split of rank0.txt:12`. */
  readonly made: string;
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
