/** Models held against a folder of measurements: what `collective validate` computes. */
import { join } from 'node:path';
import {
  ALGORITHMS,
  type CellKey,
  COLLECTIVES,
  type CollectiveRow,
  fitAllCells,
  type LatencyModel,
  MAPPINGS,
  meanScore,
  parseNbftTable,
  parseP2pTable,
  publishedRows,
  publishedScore,
  rowsOfCell,
  type SegmentPricing,
  type ValidationRow,
  validate,
} from '../../collective-models/index.js';
import { readTextFile } from '../output/files.js';
import { type ModelName, modelNamed } from './models.js';
import { type CollectiveGround, groundOfTables, SHIPPED_GROUND } from './platform.js';
import { filesOf, readCollectiveFolder } from './tables.js';

export interface ValidateSettings {
  readonly models: readonly ModelName[];
  readonly bytes: readonly number[] | 'all';
  /** `published`: where a figure was published, the rows that it rests on, for every model alike. */
  readonly rows: 'all' | 'published';
  /** n_s everywhere, or that of each published figure (1 where there is none). */
  readonly segments: number | 'published';
  readonly pricing: SegmentPricing;
  /** Cells to keep. */
  readonly keep: (key: CellKey) => boolean;
}

/** Cells with what was measured and predicted in them. */
export interface Validation {
  readonly ground: CollectiveGround;
  readonly rows: readonly ValidationRow[];
  readonly measurements: number;
  readonly models: readonly LatencyModel[];
  readonly measured: readonly CollectiveRow[];
}

/** The machine that a folder describes: fitted to its p2p and nbft tables where it holds them all. */
export function groundOfFolder(folder: string, base: CollectiveGround = SHIPPED_GROUND): CollectiveGround {
  const [p2p, bcast, reduce] = ['p2p.csv', 'nbft.csv', 'nbft_reduce.csv'];
  const names = filesOf(folder);
  const text = (name: string): string => readTextFile(join(folder, name));
  if (![p2p, bcast, reduce].every((name) => names.includes(name))) return base;
  return groundOfTables(
    base,
    parseP2pTable(text(p2p), join(folder, p2p)),
    parseNbftTable(text(bcast), join(folder, bcast)),
    parseNbftTable(text(reduce), join(folder, reduce)),
    folder,
  );
}

/** Scores every model on every cell. Throws InputError and UsageError. */
export function validateFolder(
  folder: string,
  base: CollectiveGround,
  settings: ValidateSettings,
): Validation {
  const { bytes, pricing } = settings;
  const ground = groundOfFolder(folder, base);
  const all = readCollectiveFolder(folder).filter(
    (row) => (bytes === 'all' || bytes.includes(row.bytes)) && settings.keep(row),
  );
  const measured = inOrder(settings.rows === 'all' ? all : all.filter(restsOnPublished));
  const fitted = settings.models.includes('regression') ? fitAllCells(measured, ground.shape) : [];
  const models = settings.models.map((name) => modelNamed(name, ground, { pricing, fitted }));
  const rows = validate(models, measured, {
    rows: settings.rows,
    segments: (model, key) => segmentsOf(settings, model, key),
  });
  return { ground, rows, measurements: measured.length, models, measured };
}

/** Cells appear in the order of their first row: that of the lists of names. */
function inOrder(rows: readonly CollectiveRow[]): readonly CollectiveRow[] {
  return [...rows].sort((a, b) => cellOrder(a) - cellOrder(b));
}

/** Number of a cell by collective, algorithm, mapping and size. */
export function cellOrder({ collective, algorithm, mapping, bytes }: CellKey): number {
  const cell = COLLECTIVES.indexOf(collective) * ALGORITHMS.length + ALGORITHMS.indexOf(algorithm);
  return (cell * MAPPINGS.length + MAPPINGS.indexOf(mapping)) * 64 + Math.log2(bytes);
}

/** Slow rows that the published regression of a cell left out are left out for every model. */
function restsOnPublished(row: CollectiveRow): boolean {
  const score = publishedScore('regression', row);
  return score === undefined || publishedRows([row], score).length === 1;
}

export function segmentsOf({ segments }: ValidateSettings, model: string, key: CellKey): number {
  return segments === 'published' ? (publishedScore(model, key)?.segments ?? 1) : segments;
}

/** The mean over cells of one model at one size, negative R² as 0. */
export interface MeanScore {
  readonly model: string;
  readonly bytes: number;
  readonly cells: number;
  readonly meanRSquared: number;
}

/** Over the cells with an algorithm; `default` is scored, but only regressions answer it. */
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

/** Points of one panel: measured, and predicted at the same numbers of ranks. Times in ns. */
export function panelOf({ measured, models }: Validation, row: ValidationRow) {
  const own = rowsOfCell(measured, row);
  const model = models.find(({ name }) => name === row.model);
  const ranks = [...new Set(own.map((one) => one.ranks))].sort((a, b) => a - b);
  return {
    measured: own.map((one) => ({ x: one.ranks, time: one.latencyUs * 1e3 })),
    predicted:
      model === undefined || row.refused !== undefined
        ? []
        : ranks.map((P) => ({
            x: P,
            time: model.predict({ ...row, ranks: P, segments: row.segments }).latencyUs * 1e3,
          })),
  };
}
