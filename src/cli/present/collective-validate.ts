/** Scores of models as JSON, CSV and text. */
import {
  type MeanScore,
  meanScores,
  type Validation,
  type ValidationRow,
} from '../../collective-models/index.js';
import type { Warning } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { table } from '../output/table.js';
import { type CollectiveView, percent, platformJson, platformText } from './collective.js';

/** `folder`: where the measurements come from. */
export function validateView(validation: Validation, folder: string): CollectiveView {
  const { platform, measured } = validation;
  return {
    json: () => ({
      input: { source: folder, measurements: measured.length },
      machine: platformJson(platform),
      result: validateJson(validation),
      warnings: refusals(validation),
    }),
    csv: () => validateCsv(validation),
    text: () => `${platformText(platform)}\n${validateText(validation)}`,
  };
}

/** Models that have no answer for some cells, one line each. */
function refusals({ rows, models }: Validation): readonly Warning[] {
  return models.flatMap(({ name }) => {
    const refused = rows.filter((row) => row.model === name && row.refused !== undefined);
    if (refused.length === 0) return [];
    const others = refused.length === 1 ? '' : ` (and ${refused.length - 1} more cells)`;
    return [{ code: 'no-answer', message: `${name}: ${refused[0].refused}${others}` }];
  });
}

function validateJson({ rows }: Validation): Record<string, unknown> {
  return {
    scores: rows.map((row) => ({
      model: row.model,
      collective: row.collective,
      algorithm: row.algorithm,
      map_by: row.mapping,
      bytes: row.bytes,
      segments: row.segments,
      rows: row.rows,
      r_squared_published: row.published ?? null,
      r_squared: row.rSquared ?? null,
      median_relative_error: row.medianRelativeError ?? null,
      ...(row.refused === undefined ? {} : { refused: row.refused }),
    })),
    mean_scores: meanScores(rows).map(({ model, bytes, cells, meanRSquared }) => ({
      model,
      bytes,
      cells,
      mean_r_squared_negatives_as_0: meanRSquared,
    })),
  };
}

function validateCsv({ rows }: Validation): CsvTable {
  const header = [
    'model',
    'collective',
    'algorithm',
    'map_by',
    'bytes',
    'segments',
    'rows',
    'r2_published',
    'r2',
    'median_relative_error',
  ];
  return csvTable(
    header,
    rows.map((row) => [
      row.model,
      row.collective,
      row.algorithm,
      row.mapping,
      row.bytes,
      row.segments,
      row.rows,
      row.published ?? null,
      row.rSquared ?? null,
      row.medianRelativeError ?? null,
    ]),
  );
}

function validateText({ rows }: Validation): string {
  const sizes = [...new Set(rows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const means = meanScores(rows);
  return sizes.map((bytes) => sizeText(bytes, rows, means)).join('\n');
}

/** One line a cell; for each model R², the published one in brackets, and the median relative error. */
function sizeText(bytes: number, rows: readonly ValidationRow[], means: readonly MeanScore[]): string {
  const own = rows.filter((row) => row.bytes === bytes);
  const models = [...new Set(own.map(({ model }) => model))];
  const cells = new Map<string, ValidationRow[]>();
  for (const row of own) {
    const key = `${row.collective} ${row.algorithm} ${row.mapping}`;
    const list = cells.get(key);
    if (list === undefined) cells.set(key, [row]);
    else list.push(row);
  }
  const left = 'left' as const;
  const heads = [
    { title: 'collective', align: left },
    { title: 'algorithm', align: left },
    { title: 'map-by', align: left },
    { title: 'rows' },
    ...models.flatMap((model) => {
      const published = hasPublished(own, model);
      return [{ title: `${model} R²` }, ...(published ? [{ title: 'published' }] : []), { title: 'error' }];
    }),
  ];
  const lines = [...cells.values()].map((cell) => [
    cell[0].collective,
    cell[0].algorithm,
    cell[0].mapping,
    [...new Set(cell.map((row) => row.rows))].join('/'),
    ...models.flatMap((model) => {
      const row = cell.find((one) => one.model === model);
      const published = hasPublished(own, model) ? [row?.published?.toString() ?? ''] : [];
      return [scoreText(row), ...published, row === undefined ? '' : percent(row.medianRelativeError)];
    }),
  ]);
  const mean = [
    'mean',
    '',
    '',
    '',
    ...models.flatMap((model) => {
      const found = means.find((one) => one.model === model && one.bytes === bytes);
      const published = hasPublished(own, model) ? [''] : [];
      return [found === undefined ? '' : found.meanRSquared.toFixed(3), ...published, ''];
    }),
  ];
  return `${formatSize(bytes)}\n${table(heads, [...lines, mean])}`;
}

function hasPublished(rows: readonly ValidationRow[], model: string): boolean {
  return rows.some((row) => row.model === model && row.published !== undefined);
}

/** R² with three digits; the number of segments where the message is cut. */
function scoreText(row: ValidationRow | undefined): string {
  if (row?.rSquared === undefined) return '';
  return `${row.rSquared.toFixed(3)}${row.segments === 1 ? '' : ` (n ${row.segments})`}`;
}
