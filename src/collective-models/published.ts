/**
 * What was published of the two models (Tallone 2024, appendix A, tables 1–4, at 1 B), and the rows that
 * the figures rest on: the data set's notebooks drop a few slow measurements before they fit and score.
 */
import type { CollectiveRow } from './fit/measurements.js';
import { type CellKey, rowsOfCell } from './regression/model.js';
import type { AlgorithmName, MappingName, ModelledCollective } from './types.js';

/** R² of one model on one cell as printed, and how it was made. */
export interface PublishedScore extends CellKey {
  readonly model: 'p2p' | 'regression';
  /** R² as printed; the tables print 0 for a negative one. */
  readonly rSquared: number;
  /** n_s by which the published prediction was made, by hand for every cell; 1 for a regression. */
  readonly segments: number;
  /** Rows at or above this latency were dropped. */
  readonly belowUs?: number;
  /** Rows with more ranks were dropped. */
  readonly ranksUpTo?: number;
}

type Row = readonly [
  collective: ModelledCollective,
  algorithm: AlgorithmName,
  mapping: MappingName,
  p2p: readonly [rSquared: number, segments: number] | undefined,
  regression: number,
  belowUs?: number | undefined,
  p2pRanksUpTo?: number,
];

const ROWS: readonly Row[] = [
  ['bcast', 'default', 'core', undefined, 0.924, 8],
  ['bcast', 'default', 'socket', undefined, 0.901, 20],
  ['bcast', 'default', 'node', undefined, 0.899],
  ['bcast', 'linear', 'core', [0.929, 1], 0.995],
  ['bcast', 'linear', 'socket', [0.986, 1], 0.996, 50],
  ['bcast', 'linear', 'node', [0.916, 1], 0.995],
  ['bcast', 'chain', 'core', [0.839, 5], 0.971, 30],
  ['bcast', 'chain', 'socket', [0.895, 12], 0.984, 60],
  ['bcast', 'chain', 'node', [0.959, 12], 0.987],
  ['bcast', 'binary', 'core', [0.534, 1], 0.976],
  ['bcast', 'binary', 'socket', [0.321, 5], 0.956, 50],
  ['bcast', 'binary', 'node', [0.421, 6], 0.891],
  ['reduce', 'default', 'core', undefined, 0.893],
  ['reduce', 'default', 'socket', undefined, 0.877, 10],
  ['reduce', 'default', 'node', undefined, 0.912],
  ['reduce', 'linear', 'core', [0, 1], 0.988],
  ['reduce', 'linear', 'socket', [0, 1], 0.882, 10],
  ['reduce', 'linear', 'node', [0, 1], 0.941],
  ['reduce', 'chain', 'core', [0.734, 2], 0.952],
  ['reduce', 'chain', 'socket', [0.882, 2], 0.966, 60],
  ['reduce', 'chain', 'node', [0.809, 1], 0.976],
  ['reduce', 'binary', 'core', [0, 1], 0.987, undefined, 64],
  ['reduce', 'binary', 'socket', [0, 1], 0.961, 20, 64],
  ['reduce', 'binary', 'node', [0, 1], 0.363, 2.5],
];

/** The 18 point-to-point and 24 regression figures. */
export const PUBLISHED_SCORES: readonly PublishedScore[] = ROWS.flatMap(
  ([collective, algorithm, mapping, p2p, regression, belowUs, ranksUpTo]) => {
    const key = { collective, algorithm, mapping, bytes: 1 };
    const cut = belowUs === undefined ? {} : { belowUs };
    const limit = ranksUpTo === undefined ? {} : { ranksUpTo };
    const scores: PublishedScore[] = [
      { ...key, ...cut, model: 'regression', rSquared: regression, segments: 1 },
    ];
    if (p2p !== undefined) {
      scores.push({ ...key, ...cut, ...limit, model: 'p2p', rSquared: p2p[0], segments: p2p[1] });
    }
    return scores;
  },
);

/** Published figure of one cell, if there is one. */
export function publishedScore(model: string, key: CellKey): PublishedScore | undefined {
  return PUBLISHED_SCORES.find(
    (score) =>
      score.model === model &&
      score.collective === key.collective &&
      score.algorithm === key.algorithm &&
      score.mapping === key.mapping &&
      score.bytes === key.bytes,
  );
}

/** The rows of its cell that a published figure rests on. */
export function publishedRows(
  rows: readonly CollectiveRow[],
  score: PublishedScore,
): readonly CollectiveRow[] {
  const { belowUs = Number.POSITIVE_INFINITY, ranksUpTo = Number.POSITIVE_INFINITY } = score;
  return rowsOfCell(rows, score).filter(({ latencyUs, ranks }) => latencyUs < belowUs && ranks <= ranksUpTo);
}
