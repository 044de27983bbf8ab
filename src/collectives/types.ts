/**
 * What a collective algorithm is: a generator of one rank's point-to-point operations.
 *
 * An algorithm sees ranks of its communicator (0 … size − 1), never world ranks, tags or the rest of the
 * program; whoever calls it maps ranks, gives the collective its tag and ties first and last operations
 * to the calls before and after.
 */

/** One emitted operation, as the sink names it. */
export type Op = number;

/** Where an algorithm puts the operations of the one rank it was asked for, in program order. */
export interface OperationSink {
  /** A send of `bytes` to communicator rank `to`. */
  send(bytes: number, to: number): Op;
  /** A receive of `bytes` from communicator rank `from`. */
  recv(bytes: number, from: number): Op;
  /** A computation of `ns` nanoseconds. */
  calc(ns: number): Op;
  /** `after` starts when `before` has finished. */
  requires(after: Op, before: Op): void;
}

/** The place of one rank in one call. */
export interface CollectiveCall {
  /** This rank within the communicator. */
  readonly rank: number;
  /** Size of the communicator, at least 1. */
  readonly size: number;
  /** Root's rank within the communicator; 0 where the operation has none. */
  readonly root: number;
  /**
   * Bytes of the operation's unit: the whole vector for bcast, reduce, allreduce, scan, exscan;
   * one rank's block for gather, scatter, allgather, alltoall, reduce-scatter-block.
   */
  readonly bytes: number;
  /**
   * Bytes by rank where blocks differ (gatherv, scatterv, allgatherv, reduce-scatter: block of rank r;
   * alltoallv: what this rank sends to r, `recvBytesOf`: what it receives from r).
   */
  readonly bytesOf?: (rank: number) => number;
  readonly recvBytesOf?: (rank: number) => number;
  /** What the user chose beside the algorithm's name. */
  readonly options: CollectiveOptions;
}

export interface CollectiveOptions {
  /** Largest message of a pipelined algorithm in bytes; 0: not segmented. */
  readonly segment: number;
  /** Children per node, where the algorithm has a choice. */
  readonly fanout?: number;
  /** Computation of a reduction in ns per byte; 0: free. */
  readonly reducePerByte: number;
}

/** A named algorithm of one collective. */
export interface CollectiveAlgorithm {
  /** As written in `--collective allreduce=ring`. */
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  readonly emit: (call: CollectiveCall, out: OperationSink) => void;
}
