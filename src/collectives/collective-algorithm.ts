/**
 * What a collective algorithm is: a generator of one rank's point-to-point operations.
 *
 * An algorithm sees ranks of its communicator (0 … size − 1), never world ranks, tags or the rest of the
 * program; the caller maps ranks, gives the collective its tag and ties first and last operations
 * to the calls before and after (see emit.ts).
 */
/** One emitted operation, as the sink names it. */
export type Op = number;

/** Where an algorithm puts the operations of one rank, in program order. */
export interface OperationSink {
  /** A send of `bytes` to communicator rank `to`. */
  send(bytes: number, to: number): Op;
  /**
   * A receive of `bytes` from communicator rank `from` that the library takes after the receives before it: a loop of
   * blocking receives, or one of a round.
   */
  recv(bytes: number, from: number): Op;
  /** A receive that may be taken in any order: one of several Irecv before a Waitall. */
  irecv(bytes: number, from: number): Op;
  /** A computation of `ns` nanoseconds. */
  calc(ns: number): Op;
  /** `after` starts when `before` has finished. */
  requires(after: Op, before: Op): void;
  /** Declares the contents of each message, for callers that need them; schedules are made without it, at no cost. */
  readonly payload?: PayloadTrace | undefined;
}

/** Where a rank keeps data of the collective. `Result` and `Own` start with its input, `Rest` starts empty. */
export const Register = { Result: 0, Own: 1, Rest: 2 } as const;
export type Register = (typeof Register)[keyof typeof Register];

/**
 * Effect of a receive on the contents of its message:
 * - `copy`: they replace the previous contents and contain them;
 * - `replace`: they replace the previous contents, whatever those were;
 * - `combine`: they are reduced into the previous contents, no contribution twice;
 * - `merge`: they are joined with the previous contents, where a contribution may come twice (a barrier).
 */
export type Effect = 'copy' | 'replace' | 'combine' | 'merge';

/**
 * Follows the data. Data are slots, numbered by what the collective is about: bytes of the vector (bcast,
 * reduce, allreduce, scan, exscan), the one slot 0 (barrier), blocks by rank (gather, scatter, allgather,
 * reduce-scatter), blocks by source · size + destination (alltoall).
 */
export interface PayloadTrace {
  /** The message of `send` carries what this rank holds in slots [from, to) of a register. */
  carries(send: Op, from: number, to: number, register: Register): void;
  /** What the message of `recv` carries goes to the same slots of a register. */
  takes(recv: Op, effect: Effect, register: Register): void;
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
   * one rank's block for gather, scatter, allgather, alltoall, reduce-scatter-block. Barrier: ignored.
   */
  readonly bytes: number;
  /**
   * Bytes by rank where blocks differ (gatherv, scatterv, allgatherv, reduce-scatter: block of rank r;
   * alltoallv: what this rank sends to r, `recvBytesOf`: what it receives from r).
   */
  readonly bytesOf?: ((rank: number) => number) | undefined;
  readonly recvBytesOf?: ((rank: number) => number) | undefined;
  /** What the user chose beside the algorithm's name. */
  readonly options: CollectiveOptions;
}

/** What can be chosen beside the algorithm. */
export interface CollectiveOptions {
  /** Largest message of a segmented algorithm in bytes; 0: not segmented. */
  readonly segment: number;
  /** Children per node, where the algorithm has a choice. */
  readonly fanout?: number | undefined;
  /** Computation of a reduction in ns per byte; 0: free. */
  readonly reducePerByte: number;
  /**
   * How much of the data flow the published generator's algorithms keep (barrier, allgather and allreduce by
   * dissemination, allreduce by recursive doubling; the others always keep all of it):
   * - `complete`: a send waits for everything that it passes on, and carries all of it, as data must;
   * - `published`: a send waits only for the receive before it, not for earlier ones, and each message of the
   *   allgather carries one block, each of the barrier one byte: schedules equal to the published generator's, in
   *   which a rank that comes late need not hold up everyone.
   */
  readonly flow: 'complete' | 'published';
}

/** Nothing chosen. */
export const DEFAULT_OPTIONS: CollectiveOptions = { segment: 0, reducePerByte: 0, flow: 'complete' };

/** Nothing chosen, where the published generator's schedules are to be met. */
export const PUBLISHED_OPTIONS: CollectiveOptions = { ...DEFAULT_OPTIONS, flow: 'published' };

/** Names of {@link CollectiveOptions} as written in `--collective bcast=chain:fanout=4`. */
export const OPTION_NAMES = ['segment', 'fanout', 'reduce', 'flow'] as const;

/** One of {@link OPTION_NAMES}. */
export type OptionName = (typeof OPTION_NAMES)[number];

/** Figures of one call over all its ranks. */
export interface CollectiveFigures {
  /** Point-to-point messages. */
  readonly messages: number;
  /** Bytes of all messages. */
  readonly bytes: number;
  /** Messages in the longest chain in which each waits for the one before to arrive. */
  readonly depth: number;
}

/** A named algorithm of one collective. */
export interface CollectiveAlgorithm {
  /** As written in `--collective allreduce=ring`. */
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  /** Options that make a difference to it. */
  readonly uses: readonly OptionName[];
  readonly emit: (call: CollectiveCall, out: OperationSink) => void;
  /** Figures by formula, for equal blocks of `bytes`; absent where there is no short one. */
  readonly closedForm?: (size: number, bytes: number, options: CollectiveOptions) => CollectiveFigures;
}

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

/** Name of a collective, as in `allreduce`. */
export type CollectiveName = (typeof COLLECTIVES)[number];
