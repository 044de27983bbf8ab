/**
 * The one interface of all latency models of collectives:
 * (collective, algorithm, ranks, bytes, segments, mapping) → latency in µs, the terms that it adds up from, and what to
 * know about it. The platform is bound when a model is made. Everything in this folder is in µs and bytes.
 */
import { UsageError, type Warning } from '../errors.js';
import type { Expr } from './taulop/cost-expressions.js';

/** The collectives that have latency models; `src/collectives` has all that become messages. */
export const MODELLED_COLLECTIVES = ['bcast', 'reduce'] as const;
/** One of {@link MODELLED_COLLECTIVES}. */
export type ModelledCollective = (typeof MODELLED_COLLECTIVES)[number];

/** `default` is what the library chooses by itself: only a regression can describe it. */
export const MODELLED_ALGORITHMS = ['default', 'linear', 'chain', 'binary'] as const;
/** One of {@link MODELLED_ALGORITHMS}. */
export type AlgorithmName = (typeof MODELLED_ALGORITHMS)[number];

/** What Open MPI maps ranks by: which resource ranks are dealt to in turn. */
export const MAPPINGS = ['core', 'socket', 'node'] as const;
/** One of {@link MAPPINGS}. */
export type MappingName = (typeof MAPPINGS)[number];

/** One question to a model. */
export interface CollectiveQuery {
  readonly collective: ModelledCollective;
  readonly algorithm: AlgorithmName;
  /** P, at least 2. */
  readonly ranks: number;
  /** m, size of the whole message. */
  readonly bytes: number;
  /** n_s, into how many pieces a chain or binary tree cuts the message. */
  readonly segments: number;
  readonly mapping: MappingName;
}

/** A collective as the OSU benchmark reports it. */
export interface CollectiveRow extends Omit<CollectiveQuery, 'segments'> {
  /** Mean over the ranks of their time in the call. */
  readonly latencyUs: number;
  readonly minUs?: number;
  /** Longest time of a rank: the completion. */
  readonly maxUs?: number;
}

/** A latency in µs, and what to know about it. */
export interface Prediction {
  readonly latencyUs: number;
  readonly warnings: readonly Warning[];
}

/** A part of a latency. */
export interface LatencyTerm {
  /** What takes the time, for people. */
  readonly label: string;
  readonly us: number;
}

/** A model bound to a platform. What it cannot answer it refuses with a ModelError, or a LackingError. */
export interface LatencyModel {
  /** As `modelNamed` takes it. */
  readonly name: string;
  /** What it answers for. */
  readonly collectives: readonly ModelledCollective[];
  readonly algorithms: readonly AlgorithmName[];
  predict(query: CollectiveQuery): Prediction;
  /** Add up to what `predict` gives. */
  terms(query: CollectiveQuery): readonly LatencyTerm[];
  /** Of a model that describes measured collectives: the same model of these, too. */
  fit?(measured: readonly CollectiveRow[]): LatencyModel;
  /** Of a model that is a formula: symbols as those of the closed forms, m the bytes of one segment. */
  formula?(query: CollectiveQuery): Expr;
}

// Where the ranks of a run sit in a cluster of equal nodes, and which channel a pair of ranks uses
// (Tallone 2024, section 3).

/** Equal nodes of equal sockets; neighbouring cores share a cache in groups. */
export interface ClusterShape {
  readonly nodes: number;
  readonly socketsPerNode: number;
  readonly coresPerSocket: number;
  /** Cores that share the last-level cache (a CCX of an EPYC). */
  readonly coresPerCache: number;
}

/** The channels of such a cluster by number, nearest first. */
export const CHANNELS = ['cache', 'core', 'socket', 'node'] as const;
/** One of {@link CHANNELS}. */
export type ChannelName = (typeof CHANNELS)[number];

/** A core by number: of the node, of the socket in it, of the core in that. */
export interface CorePlace {
  readonly node: number;
  readonly socket: number;
  readonly core: number;
}

/** Number of cores. */
export function capacity(shape: ClusterShape): number {
  return shape.nodes * shape.socketsPerNode * shape.coresPerSocket;
}

/** CorePlace of rank `rank`, without a check that the cluster has room for it. */
function placeOf(shape: ClusterShape, mapping: MappingName, rank: number): CorePlace {
  const { nodes, socketsPerNode: sockets, coresPerSocket: cores } = shape;
  const perNode = sockets * cores;
  switch (mapping) {
    case 'core':
      return {
        node: Math.floor(rank / perNode),
        socket: Math.floor(rank / cores) % sockets,
        core: rank % cores,
      };
    case 'socket':
      return {
        node: Math.floor(rank / perNode),
        socket: rank % sockets,
        core: Math.floor((rank % perNode) / sockets),
      };
    case 'node':
      return {
        node: rank % nodes,
        socket: Math.floor(rank / nodes) % sockets,
        core: Math.floor(rank / (nodes * sockets)),
      };
  }
}

/** Number of the channel between two places: the farthest part that they do not share. */
export function channelBetween(shape: ClusterShape, a: CorePlace, b: CorePlace): number {
  if (a.node !== b.node) return 3;
  if (a.socket !== b.socket) return 2;
  const group = shape.coresPerCache;
  return Math.floor(a.core / group) === Math.floor(b.core / group) ? 0 : 1;
}

/**
 * [ranks] places of ranks 0 … ranks − 1.
 * Throws UsageError when the cluster has fewer cores than ranks.
 */
export function placeRanks(shape: ClusterShape, mapping: MappingName, ranks: number): readonly CorePlace[] {
  if (!Number.isInteger(ranks) || ranks < 1) {
    throw new UsageError(`ranks ${ranks} is not a whole number from 1`, 'write one such as 128');
  }
  checkRoom(ranks, shape);
  return Array.from({ length: ranks }, (_, rank) => placeOf(shape, mapping, rank));
}

function checkRoom(ranks: number, shape: ClusterShape): void {
  if (ranks <= capacity(shape)) return;
  throw new UsageError(
    `${ranks} ranks do not fit on ${capacity(shape)} cores`,
    'use fewer ranks or describe a larger platform',
  );
}

// Missing parts of a platform, identified by a code rather than by their text.

/**
 * The missing part: `flat-trees` (messages and flat trees of both collectives), `trees-of-both` (one of the two is there),
 * `bcast-trees` or `reduce-trees`, `transfers` (times of concurrent transfers), `loggp` (LogGP parameters of any channel),
 * `formula` (no requested model has one).
 */
export type Lack =
  | 'flat-trees'
  | 'trees-of-both'
  | 'bcast-trees'
  | 'reduce-trees'
  | 'transfers'
  | 'loggp'
  | 'formula';

/** A question that needs measurements which are not there; the caller that knows their source says how to give them. */
export class LackingError extends UsageError {
  readonly lack: Lack;

  constructor(lack: Lack, what: string, mend: string) {
    super(what, mend);
    this.lack = lack;
  }
}

// Ranks of a run by number of node and of socket, and the channel between two of them.

/** Node and socket of every rank of a run. */
export interface ClusterPlacement {
  /** [ranks] */
  readonly node: Int32Array;
  /** [ranks] number of the socket among all of the cluster */
  readonly socket: Int32Array;
  channelOf(a: number, b: number): number;
}

/** Ranks as a mapping deals them. Throws UsageError when the cluster has fewer cores than ranks. */
export function placementOf(shape: ClusterShape, mapping: MappingName, ranks: number): ClusterPlacement {
  return placementAt(shape, placeRanks(shape, mapping, ranks));
}

/** Ranks at given places. */
export function placementAt(shape: ClusterShape, places: readonly CorePlace[]): ClusterPlacement {
  return {
    node: Int32Array.from(places, ({ node }) => node),
    socket: Int32Array.from(places, ({ node, socket }) => node * shape.socketsPerNode + socket),
    channelOf: (a, b) => channelBetween(shape, places[a], places[b]),
  };
}
