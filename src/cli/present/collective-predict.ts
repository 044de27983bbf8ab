/** Predicted latencies of collectives as JSON, CSV and text. */
import { median } from '../../analysis/median.js';
import type {
  CollectiveQuery,
  GridAnswer,
  GridLine,
  GridRow,
  GridScore,
  PredictedGrid,
} from '../../collective-models/index.js';
import { cellTitle } from '../collective/cell-title.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { table } from '../output/table.js';
import { type CollectiveView, latency, percent, platformJson, platformText } from './collective.js';
import { formulasJson, formulasText } from './collective-formulas.js';

/** `files`: where the measurements come from. */
export function predictView(answer: PredictedGrid, files: readonly string[]): CollectiveView {
  const { platform, measured, grid, formulas, warnings } = answer;
  return {
    json: () => ({
      input: { measured: files, measurements: measured.length },
      machine: platformJson(platform),
      result: {
        ...predictJson(grid),
        ...(formulas === undefined ? {} : { formulas: formulasJson(formulas) }),
      },
      warnings,
    }),
    csv: () => predictCsv(grid),
    text: () => `${platformText(platform)}\n${predictText(grid)}${formulasText(formulas ?? [])}`,
  };
}

function predictJson(answer: GridAnswer): Record<string, unknown> {
  const { models, lines } = answer;
  const measured = lines.some((line) => line.measured.length > 0);
  return {
    predictions: lines
      .flatMap(({ rows }) => rows)
      .map((row) => ({
        ...queryJson(row.query),
        predicted_us: Object.fromEntries(models.map((name, i) => [name, row.predictedUs[i]])),
        ...refusalsJson(models, row),
        ...(measured ? { measured_us: row.measuredUs } : {}),
      })),
    ...(measured ? { scores: lines.flatMap((line) => line.scores.map((one) => scoreJson(line, one))) } : {}),
  };
}

/** Only where there is one: which model predicts nothing, and why. */
function refusalsJson(models: readonly string[], { refusals }: GridRow): Record<string, unknown> {
  const found = models.flatMap((name, i) => (refusals[i] === null ? [] : [[name, refusals[i]]]));
  return found.length === 0 ? {} : { no_prediction: Object.fromEntries(found) };
}

function queryJson({ collective, algorithm, mapping, ranks, bytes, segments }: CollectiveQuery) {
  return { collective, algorithm, map_by: mapping, ranks, bytes, segments };
}

function scoreJson(line: GridLine, { model, rows, rSquared, medianRelativeError }: GridScore) {
  const { ranks, ...cell } = queryJson(line.rows[0].query);
  return {
    model,
    ...cell,
    rows,
    r_squared: rSquared ?? null,
    median_relative_error: medianRelativeError ?? null,
  };
}

/** One line a question and model; measurements are lines of the model `measured`. */
function predictCsv({ models, lines }: GridAnswer): CsvTable {
  const header = ['collective', 'algorithm', 'map_by', 'ranks', 'bytes', 'segments', 'model', 'latency_us'];
  const rows = lines.flatMap((line) => line.rows);
  const cells = rows.flatMap(({ query, predictedUs, measuredUs }) => {
    const { collective, algorithm, mapping, ranks, bytes, segments } = query;
    const start = [collective, algorithm, mapping, ranks, bytes, segments];
    return [
      ...models.map((name, i) => [...start, name, predictedUs[i]]),
      ...measuredUs.map((us) => [...start, 'measured', us]),
    ];
  });
  return csvTable(header, cells);
}

/** A table over P for every collective, algorithm, mapping, size and segment count. */
function predictText({ models, lines }: GridAnswer): string {
  return lines.map((line) => lineText(line, models)).join('\n');
}

function lineText({ rows, scores }: GridLine, models: readonly string[]): string {
  const measured = rows.some(({ measuredUs }) => measuredUs.length > 0);
  const heads = [
    { title: 'P' },
    ...models.map((title) => ({ title })),
    ...(measured ? [{ title: 'measured' }] : []),
  ];
  const cells = rows.map(({ query, predictedUs, refusals, measuredUs }) => [
    String(query.ranks),
    ...predictedUs.map((us, i) => refusals[i] ?? latency(us)),
    ...(measured ? [measuredUs.length === 0 ? '' : latency(median(measuredUs))] : []),
  ]);
  const found = scores.map((one) => {
    const error = percent(one.medianRelativeError);
    return `  ${one.model}: R² ${one.rSquared?.toFixed(3) ?? 'unknown'}, median error ${error}, ${one.rows} measurements\n`;
  });
  return `${cellTitle(rows[0].query)}\n${table(heads, cells)}${found.join('')}`;
}
