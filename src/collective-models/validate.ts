/** How well models predict measured cells: R² and median relative error, beside what was published. */

import { rSquared } from '../analysis/fit-quality.js';
import { LlampError } from '../errors.js';
import { medianRelativeError } from './fit/least-squares.js';
import type { CollectiveRow } from './fit/measurements.js';
import { publishedRows, publishedScore } from './published.js';
import { type CellKey, cellName } from './regression/model.js';
import type { LatencyModel } from './types.js';

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
  /** n_s by cell; default 1 everywhere. */
  readonly segments?: (model: string, key: CellKey) => number;
  /** `published`: where a figure was published, only the rows that it rests on. Default `all`. */
  readonly rows?: 'all' | 'published';
}

interface Cell {
  readonly key: CellKey;
  readonly rows: CollectiveRow[];
}

function cellsOf(measured: readonly CollectiveRow[]): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of measured) {
    const { collective, algorithm, mapping, bytes } = row;
    const key = { collective, algorithm, mapping, bytes };
    const name = cellName(key);
    const cell = cells.get(name);
    if (cell === undefined) cells.set(name, { key, rows: [row] });
    else cell.rows.push(row);
  }
  return [...cells.values()];
}

function score(model: LatencyModel, cell: Cell, options: ValidationOptions): ValidationRow {
  const { key } = cell;
  const known = publishedScore(model.name, key);
  const rows =
    known !== undefined && options.rows === 'published' ? publishedRows(cell.rows, known) : cell.rows;
  const segments = options.segments?.(model.name, key) ?? 1;
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
  const cells = cellsOf(measured);
  return models.flatMap((model) => cells.map((cell) => score(model, cell, options)));
}

/** Mean R² over cells, a negative or missing one counting as 0; 0 without cells. */
export function meanScore(rows: readonly ValidationRow[]): number {
  const sum = rows.reduce((total, { rSquared: r2 = 0 }) => total + Math.max(r2, 0), 0);
  return sum / Math.max(rows.length, 1);
}
