/** Models held against measured collectives, cell by cell, and their mean scores. */
import { type LatencyModelName, modelNamed } from './by-name.js';
import type { CollectiveRow } from './fit/measurements.js';
import type { ModelledPlatform } from './modelled-platform.js';
import type { SegmentPricing } from './p2p/model.js';
import { publishedRows, publishedScore } from './published.js';
import { type CellKey, fitAllCells } from './regression/model.js';
import { type LatencyModel, MAPPINGS, MODELLED_ALGORITHMS, MODELLED_COLLECTIVES } from './types.js';
import { meanScore, type ValidationRow, validate } from './validate.js';

/** Which models on which measurements. */
export interface ValidationSettings {
  readonly models: readonly LatencyModelName[];
  readonly bytes: readonly number[] | 'all';
  /** `published`: where a figure was published, the rows that it rests on, for every model alike. */
  readonly rows: 'all' | 'published';
  /** n_s everywhere, or that of each published figure (1 where there is none). */
  readonly segments: number | 'published';
  readonly pricing: SegmentPricing;
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
  const { bytes, pricing, keep = () => true } = settings;
  const all = collectives.filter((row) => (bytes === 'all' || bytes.includes(row.bytes)) && keep(row));
  const measured = inOrder(settings.rows === 'all' ? all : all.filter(restsOnPublished));
  const fitted = settings.models.includes('regression') ? fitAllCells(measured, platform.shape) : [];
  const models = settings.models.map((name) => modelNamed(name, platform, { pricing, fitted }));
  const rows = validate(models, measured, {
    rows: settings.rows,
    segments: (model, key) => segmentsOf(settings, model, key),
  });
  return { platform, rows, models, measured };
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

function segmentsOf({ segments }: ValidationSettings, model: string, key: CellKey): number {
  return segments === 'published' ? (publishedScore(model, key)?.segments ?? 1) : segments;
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
  const groups = new Map<string, ValidationRow[]>();
  for (const row of rows) {
    if (row.algorithm === 'default') continue;
    const key = `${row.model} ${row.bytes}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [row]);
    else list.push(row);
  }
  return [...groups.values()].map((own) => ({
    model: own[0].model,
    bytes: own[0].bytes,
    cells: own.length,
    meanRSquared: meanScore(own),
  }));
}
