/** What models of collectives are made of: the checks of a question and its answer, the trees of the published models. */

import { ModelError, UsageError, type Warning } from '../errors.js';
import {
  type AlgorithmName,
  CHANNELS,
  type ClusterShape,
  type CollectiveQuery,
  channelBetween,
  type LatencyModel,
  type LatencyTerm,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
  type Prediction,
  placeRanks,
} from './latency-model.js';

/** Algorithms that send along a fixed tree. */
const TREE_ALGORITHMS = MODELLED_ALGORITHMS.filter((name) => name !== 'default');

/** What a family says of a question. */
interface Account {
  readonly terms: readonly LatencyTerm[];
  /** The latency is the mean over so many, not the sum. */
  readonly meanOver?: number;
  readonly warnings?: readonly Warning[];
}

/** Identifies a model. */
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
  if (shape !== undefined) placeRanks(shape, query.mapping, ranks);
}

/** An answer. Throws ModelError for what is no number: a platform of huge or missing figures, a size past all measured. */
export function prediction(latencyUs: number, warnings: readonly Warning[] = []): Prediction {
  if (Number.isFinite(latencyUs)) return { latencyUs, warnings };
  throw new ModelError({
    what: `the model gives ${latencyUs} µs, which is not a valid time`,
    mend: 'check the figures of the platform and the requested size',
  });
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
    mend: "use linear, chain or binary, or the model 'regression'",
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

/** Number of the channel between nodes; those below it are shared memory. */
export const NETWORK = 3;
