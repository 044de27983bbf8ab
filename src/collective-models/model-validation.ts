/** Models held against measured collectives, cell by cell: R², median relative error, and what was published. */

import { rSquared } from '../analysis/statistics.js';
import { LlampError } from '../errors.js';
import { medianRelativeError } from './fit/least-squares.js';
import { groupBy } from './fit/measurement-files.js';
import {
  type AlgorithmName,
  type CollectiveRow,
  type LatencyModel,
  MAPPINGS,
  type MappingName,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
} from './latency-model.js';
import { boundModels, type LatencyModelName, type ModelSettings } from './model-families.js';
import type { ModelledPlatform } from './modelled-platform.js';
import { type CellKey, cellName, keyOf, rowsOfCell, sameCell } from './regression-model.js';

// What was published of the two models (Tallone 2024, appendix A, tables 1–4, at 1 B), and the rows that
// the figures rest on: the data set's notebooks drop a few slow measurements before they fit and score.

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
  return PUBLISHED_SCORES.find((score) => score.model === model && sameCell(score, key));
}

/** The rows of its cell that a published figure rests on. */
export function publishedRows(
  rows: readonly CollectiveRow[],
  score: PublishedScore,
): readonly CollectiveRow[] {
  const { belowUs = Number.POSITIVE_INFINITY, ranksUpTo = Number.POSITIVE_INFINITY } = score;
  return rowsOfCell(rows, score).filter(({ latencyUs, ranks }) => latencyUs < belowUs && ranks <= ranksUpTo);
}

// How well models predict measured cells: R² and median relative error, beside what was published.

/** One model on one cell. */
export interface ValidationRow extends CellKey {
  readonly model: string;
  readonly segments: number;
  readonly rows: number;
  /** 1 − SSE/SST; undefined when the model has no answer, or the rows tell nothing. */
  readonly rSquared: number | undefined;
  readonly medianRelativeError: number | undefined;
  /** R² as published for this model and cell. */
  readonly published?: number;
  /** Why the model has no answer. */
  readonly refused?: string;
}

/** How models are scored. */
export interface ValidationOptions {
  /** n_s everywhere, or that of each published figure (1 where there is none). Default 1. */
  readonly segments?: number | 'published';
  /** `published`: where a figure was published, only the rows that it rests on. Default `all`. */
  readonly rows?: 'all' | 'published';
}

/** One model on the rows of one cell. */
function score(
  model: LatencyModel,
  cell: readonly CollectiveRow[],
  { segments: cut = 1, rows: kept }: ValidationOptions,
): ValidationRow {
  const key = keyOf(cell[0]);
  const known = publishedScore(model.name, key);
  const rows = known !== undefined && kept === 'published' ? publishedRows(cell, known) : cell;
  const segments = cut === 'published' ? (known?.segments ?? 1) : cut;
  const base = {
    ...key,
    model: model.name,
    segments,
    rows: rows.length,
    ...(known === undefined ? {} : { published: known.rSquared }),
  };
  try {
    const byRanks = new Map<number, number>();
    const predicted = rows.map(({ ranks }) => {
      const latency = byRanks.get(ranks) ?? model.predict({ ...key, ranks, segments }).latencyUs;
      byRanks.set(ranks, latency);
      return latency;
    });
    const latencies = rows.map(({ latencyUs }) => latencyUs);
    return {
      ...base,
      rSquared: rSquared(latencies, predicted),
      medianRelativeError: medianRelativeError(latencies, predicted),
    };
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return { ...base, rSquared: undefined, medianRelativeError: undefined, refused: error.message };
  }
}

/** Every model on every cell that `measured` holds. */
export function validate(
  models: readonly LatencyModel[],
  measured: readonly CollectiveRow[],
  options: ValidationOptions = {},
): readonly ValidationRow[] {
  const cells = [...groupBy(measured, cellName).values()];
  return models.flatMap((model) => cells.map((cell) => score(model, cell, options)));
}

/** Mean R² over cells, a negative or missing one counting as 0; 0 without cells. */
export function meanScore(rows: readonly ValidationRow[]): number {
  const sum = rows.reduce((total, { rSquared: r2 = 0 }) => total + Math.max(r2, 0), 0);
  return sum / Math.max(rows.length, 1);
}

/** Which models on which measurements. */
export interface ValidationSettings extends ModelSettings, Required<ValidationOptions> {
  readonly models: readonly LatencyModelName[];
  readonly bytes: readonly number[] | 'all';
  /** Cells to keep; all unless given. */
  readonly keep?: (key: CellKey) => boolean;
}

/** Cells with what was measured and predicted in them. */
export interface Validation {
  readonly platform: ModelledPlatform;
  /** One a model and cell. */
  readonly rows: readonly ValidationRow[];
  readonly models: readonly LatencyModel[];
  /** The measurements that the scores rest on. */
  readonly measured: readonly CollectiveRow[];
}

/**
 * Scores every model on every cell that the settings keep; regressions are fitted to the very rows that they are
 * scored on. Throws LackingError for a model that the platform does not suffice for.
 */
export function validateMeasured(
  collectives: readonly CollectiveRow[],
  platform: ModelledPlatform,
  settings: ValidationSettings,
): Validation {
  const { bytes, keep = () => true } = settings;
  const all = collectives.filter((row) => (bytes === 'all' || bytes.includes(row.bytes)) && keep(row));
  const measured = inOrder(settings.rows === 'all' ? all : all.filter(restsOnPublished));
  const models = boundModels(settings.models, platform, settings, measured);
  return { platform, rows: validate(models, measured, settings), models, measured };
}

/** Cells appear in the order of their first row: that of the lists of names. */
function inOrder(rows: readonly CollectiveRow[]): readonly CollectiveRow[] {
  return [...rows].sort((a, b) => cellOrder(a) - cellOrder(b));
}

/** Number of a cell by collective, algorithm, mapping and size. */
export function cellOrder({ collective, algorithm, mapping, bytes }: CellKey): number {
  const cell =
    MODELLED_COLLECTIVES.indexOf(collective) * MODELLED_ALGORITHMS.length +
    MODELLED_ALGORITHMS.indexOf(algorithm);
  return (cell * MAPPINGS.length + MAPPINGS.indexOf(mapping)) * 64 + Math.log2(bytes);
}

/** Slow rows that the published regression of a cell left out are left out for every model. */
function restsOnPublished(row: CollectiveRow): boolean {
  const score = publishedScore('regression', row);
  return score === undefined || publishedRows([row], score).length === 1;
}

/** The mean over cells of one model at one size, negative R² as 0. */
export interface MeanScore {
  readonly model: string;
  readonly bytes: number;
  readonly cells: number;
  readonly meanRSquared: number;
}

/** Means by model and size over the cells with an algorithm; `default` is scored, but only regressions answer it. */
export function meanScores(rows: readonly ValidationRow[]): readonly MeanScore[] {
  const chosen = rows.filter(({ algorithm }) => algorithm !== 'default');
  const groups = groupBy(chosen, ({ model, bytes }) => `${model} ${bytes}`);
  return [...groups.values()].map((own) => ({
    model: own[0].model,
    bytes: own[0].bytes,
    cells: own.length,
    meanRSquared: meanScore(own),
  }));
}
