/**
 * The trees of the published models (Tallone 2024, section 2): linear, chain and the heap-shaped binary
 * tree, rooted at rank 0. A broadcast sends along them, a reduce receives.
 */
import { ModelError } from '../errors.js';
import type { AlgorithmName } from './types.js';

/** Ranks that a parent serves, and how far the parent is from the root. */
export interface Family {
  readonly parent: number;
  readonly depth: number;
  readonly children: readonly number[];
}

function linear(ranks: number): readonly Family[] {
  return [{ parent: 0, depth: 0, children: Array.from({ length: ranks - 1 }, (_, i) => i + 1) }];
}

function chain(ranks: number): readonly Family[] {
  return Array.from({ length: ranks - 1 }, (_, i) => ({ parent: i, depth: i, children: [i + 1] }));
}

function binary(ranks: number): readonly Family[] {
  const families: Family[] = [];
  for (let parent = 0; 2 * parent + 1 < ranks; parent++) {
    const children = [2 * parent + 1, 2 * parent + 2].filter((child) => child < ranks);
    families.push({ parent, depth: 31 - Math.clz32(parent + 1), children });
  }
  return families;
}

/** Every parent of the tree, nearest to the root first. Throws ModelError for the library's own choice. */
export function treeOf(algorithm: AlgorithmName, ranks: number): readonly Family[] {
  switch (algorithm) {
    case 'linear':
      return linear(ranks);
    case 'chain':
      return chain(ranks);
    case 'binary':
      return binary(ranks);
    case 'default':
      throw new ModelError({
        what: "the algorithm 'default' has no fixed tree",
        mend: "ask for linear, chain or binary, or use the model 'regression'",
      });
  }
}

/** Stages until the last segment arrives: the tree's height + n_s − 1 (eqs 2, 3); linear is one stage. */
export function stageCount(algorithm: AlgorithmName, ranks: number, segments: number): number {
  switch (algorithm) {
    case 'chain':
      return ranks + segments - 2;
    case 'binary':
      return 31 - Math.clz32(ranks) + segments - 1;
    default:
      return 1;
  }
}
