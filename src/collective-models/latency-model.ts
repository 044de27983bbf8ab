/**
 * The one interface of all latency models of collectives:
 * (collective, algorithm, ranks, bytes, segments, mapping) → latency in µs, the terms that it adds up from, and what to
 * know about it. The platform is bound when a model is made. Everything in this folder is in µs and bytes.
 */
import { ModelError, UsageError, type Warning } from '../errors.js';
import type { Expr } from './taulop/cost-expressions.js';

/** The collectives that have latency models; `src/collectives` has all that become messages. */
export const MODELLED_COLLECTIVES = ['bcast', 'reduce'] as const;
/** One of {@link MODELLED_COLLECTIVES}. */
export type ModelledCollective = (typeof MODELLED_COLLECTIVES)[number];

/** Algorithms that send along a fixed tree. */
const TREE_ALGORITHMS = ['linear', 'chain', 'binary'] as const;
/** `default` is what the library chooses by itself: only a regression can describe it. */
export const MODELLED_ALGORITHMS = ['default', ...TREE_ALGORITHMS] as const;
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

/** What a family says of a question. */
interface Account {
  readonly terms: readonly LatencyTerm[];
  /** The latency is the mean over so many, not the sum. */
  readonly meanOver?: number;
  readonly warnings?: readonly Warning[];
}

/** What tells one model from another. */
interface ModelParts extends Omit<LatencyModel, 'collectives' | 'algorithms' | 'predict' | 'terms'> {
  /** By default all. */
  readonly collectives?: readonly ModelledCollective[] | undefined;
  /** By default those with a tree. */
  readonly algorithms?: readonly AlgorithmName[];
  readonly account: (query: CollectiveQuery) => Account;
}

/** A model of the terms that its account of a question has. */
export function latencyModel({
  account,
  collectives = MODELLED_COLLECTIVES,
  algorithms = TREE_ALGORITHMS,
  ...own
}: ModelParts): LatencyModel {
  return {
    ...own,
    collectives,
    algorithms,
    predict: (query) => {
      const { terms, meanOver = 1, warnings } = account(query);
      return prediction(terms.reduce((sum, { us }) => sum + us, 0) / meanOver, warnings);
    },
    terms: (query) => {
      const { terms, meanOver = 1 } = account(query);
      return terms.map(({ label, us }) => ({ label, us: us / meanOver }));
    },
  };
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

/** CorePlace of rank `rank`; no question is asked whether the cluster has room for it. */
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

// Checks that every model makes: of a question before it answers, and of its answer.

/** Throws UsageError for ranks, bytes or segments that make no sense, or do not fit `shape`. */
export function checkQuery(query: CollectiveQuery, shape?: ClusterShape): void {
  const { ranks, bytes, segments } = query;
  if (!Number.isInteger(ranks) || ranks < 2) {
    throw new UsageError(`ranks ${ranks} is not a whole number from 2`, 'write one such as 128');
  }
  if (!Number.isFinite(bytes) || bytes <= 0) {
    throw new UsageError(`bytes ${bytes} is not above 0`, 'write a size such as 1B or 64KiB');
  }
  if (!Number.isInteger(segments) || segments < 1) {
    throw new UsageError(`segments ${segments} is not a whole number from 1`, 'write one such as 4');
  }
  if (shape !== undefined) checkRoom(ranks, shape);
}

function checkRoom(ranks: number, shape: ClusterShape): void {
  if (ranks <= capacity(shape)) return;
  throw new UsageError(
    `${ranks} ranks do not fit on ${capacity(shape)} cores`,
    'ask for fewer ranks or describe a larger platform',
  );
}

/** An answer. Throws ModelError for what is no number: a platform of huge or missing figures, a size past all measured. */
export function prediction(latencyUs: number, warnings: readonly Warning[] = []): Prediction {
  if (Number.isFinite(latencyUs)) return { latencyUs, warnings };
  throw new ModelError({
    what: `the model gives ${latencyUs} µs, which is no time`,
    mend: 'check the figures of the platform and the size that is asked for',
  });
}

// What a question takes and a platform does not hold, told apart by a word rather than by its text.

/**
 * What is lacking: `flat-trees` (messages and flat trees of both collectives), `trees-of-both` (one of the two is
 * there), `bcast-trees` or `reduce-trees`, `transfers` (times of concurrent transfers), `loggp` (LogGP parameters of
 * any channel), `formula` (no model that was asked has one).
 */
export type Lack =
  | 'flat-trees'
  | 'trees-of-both'
  | 'bcast-trees'
  | 'reduce-trees'
  | 'transfers'
  | 'loggp'
  | 'formula';

/** A question that needs measurements which are not there; whoever knows where they come from says how to give them. */
export class LackingError extends UsageError {
  readonly lack: Lack;

  constructor(lack: Lack, what: string, mend: string) {
    super(what, mend);
    this.lack = lack;
  }
}

// The trees of the published models (Tallone 2024, section 2): linear, chain and the heap-shaped binary
// tree, rooted at rank 0. A broadcast sends along them, a reduce receives.

/** Ranks that a parent serves, and how far the parent is from the root. */
interface Family {
  readonly parent: number;
  readonly depth: number;
  readonly children: readonly number[];
}

const linear = (ranks: number): readonly Family[] => [
  { parent: 0, depth: 0, children: Array.from({ length: ranks - 1 }, (_, i) => i + 1) },
];

const chain = (ranks: number): readonly Family[] =>
  Array.from({ length: ranks - 1 }, (_, i) => ({ parent: i, depth: i, children: [i + 1] }));

function binary(ranks: number): readonly Family[] {
  const families: Family[] = [];
  for (let parent = 0; 2 * parent + 1 < ranks; parent++) {
    const children = [2 * parent + 1, 2 * parent + 2].filter((child) => child < ranks);
    families.push({ parent, depth: 31 - Math.clz32(parent + 1), children });
  }
  return families;
}

/** [algorithms] every parent of the tree, nearest to the root first */
const TREES = { linear, chain, binary };

/** An algorithm whose messages are known. Throws ModelError for the library's own choice. */
export function fixedAlgorithm(algorithm: AlgorithmName, what: 'tree' | 'messages'): keyof typeof TREES {
  if (algorithm !== 'default') return algorithm;
  throw new ModelError({
    what: `the algorithm 'default' has no fixed ${what}`,
    mend: "ask for linear, chain or binary, or use the model 'regression'",
  });
}

/** A parent of a tree on a cluster, and the channels to its children. */
export interface PlacedFamily extends Family {
  /** [children] */
  readonly channels: readonly number[];
  /** [channels] children behind each. */
  readonly counts: readonly number[];
}

/** The tree of a question on a cluster. */
export interface PlacedTree {
  readonly families: readonly PlacedFamily[];
  /** Pieces of the message: a linear tree is never cut. */
  readonly segments: number;
  /** Until the last segment arrives. */
  readonly stages: number;
}

/** The tree of a question, and the channels that its messages use. Throws as {@link checkQuery} and the tree do. */
export function placedTree(shape: ClusterShape, query: CollectiveQuery): PlacedTree {
  checkQuery(query, shape);
  const places = placeRanks(shape, query.mapping, query.ranks);
  const families = TREES[fixedAlgorithm(query.algorithm, 'tree')](query.ranks).map((family) => {
    const channels = family.children.map((child) =>
      channelBetween(shape, places[family.parent], places[child]),
    );
    const counts = CHANNELS.map((_, channel) => channels.filter((one) => one === channel).length);
    return { ...family, channels, counts };
  });
  const segments = query.algorithm === 'linear' ? 1 : query.segments;
  return { families, segments, stages: stageCount(query) };
}

/** Stages until the last segment arrives: the tree's height + n_s − 1 (eqs 2, 3); linear is one stage. */
function stageCount({ algorithm, ranks, segments }: CollectiveQuery): number {
  switch (algorithm) {
    case 'chain':
      return ranks + segments - 2;
    case 'binary':
      return 31 - Math.clz32(ranks) + segments - 1;
    default:
      return 1;
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

/** Number of the channel between nodes; those below it are shared memory. */
export const NETWORK = 3;
