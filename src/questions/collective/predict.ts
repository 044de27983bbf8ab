/** `collective predict`: latency of a broadcast or reduce over ranks, sizes and mappings, by several models. */

import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { median } from '../../analysis/statistics.js';
import { LlampCommand } from '../../cli/base-command.js';
import { outputFlags } from '../../cli/flags/common-flags.js';
import { counts, names, oneName, sizes } from '../../cli/flags/parameter-values.js';
import { type Answer, type Plots, plotFlag } from '../../cli/output/answer.js';
import { type Column, type CsvTable, csvTable, jsonRow, table, tableCsv } from '../../cli/output/table.js';
import {
  fittedPlatformFlags,
  latency,
  modelFlag,
  namingFlags,
  percent,
  platformAnswer,
  platformText,
  readCollectiveTable,
  readModelledPlatform,
  refuseArguments,
  segmentCostFlag,
} from '../../cli/pipeline/collective-models.js';
import {
  type CollectiveQuery,
  type CollectiveRow,
  MAPPINGS,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
} from '../../collective-models/latency-model.js';
import { LATENCY_MODELS } from '../../collective-models/model-families.js';
import { SEGMENT_PRICINGS } from '../../collective-models/p2p-model.js';
import {
  cellOf,
  type Grid,
  type GridAnswer,
  type GridLine,
  type GridRow,
  type GridScore,
  type ModelFormula,
  measuredRanks,
  type PredictedGrid,
  type PredictionQuestion,
  predictGrid,
  queriesOf,
} from '../../collective-models/prediction-grid.js';
import { UsageError } from '../../errors.js';
import type { CollectivePlotOptions, CollectiveSeries } from '../../report/plots/collective-plot.js';
import { formatSize } from '../../units.js';

/** `bcast chain, map-by core, 64 KiB, 4 segments`. */
function cellTitle({
  collective,
  algorithm,
  mapping,
  bytes,
  segments,
}: Omit<CollectiveQuery, 'ranks'>): string {
  const cut = segments === 1 ? '' : `, ${segments} segments`;
  return `${collective} ${algorithm}, map-by ${mapping}, ${formatSize(bytes)}${cut}`;
}

/** Number of combinations of colour and dash. */
const MOST_LINES = 7;

interface Drawn {
  readonly series: readonly CollectiveSeries[];
  readonly options: CollectivePlotOptions;
}

/** Draws a grid. Throws UsageError for too many lines, and for none. */
function gridPicture({ collectivePlot }: Plots, grid: GridAnswer): string {
  const { series, options } = seriesOf(grid);
  return collectivePlot(series, options);
}

/** Lines over P or, for constant P, over bytes; the title has the common values. */
export function seriesOf({ models, lines }: GridAnswer): Drawn {
  const overBytes = lines.length > 1 && lines.every(({ rows }) => rows.length === 1);
  const groups = overBytes ? joinedOverBytes(lines) : lines;
  const count = groups.length * models.length;
  if (count > MOST_LINES) {
    throw new UsageError(
      `--plot would draw ${count} lines, but only ${MOST_LINES} are distinguishable`,
      'choose fewer models, algorithms, mappings or sizes',
    );
  }
  const x = ({ ranks, bytes }: { ranks: number; bytes: number }): number => (overBytes ? bytes : ranks);
  const naming = differences(groups, overBytes);
  const series = groups.flatMap((group, g): CollectiveSeries[] => {
    const label = naming(group);
    const name = (what: string): string => (label === '' ? what : `${label}: ${what}`);
    const predicted = models.map((model, m) => ({
      name: name(model),
      measured: false,
      style: g * models.length + m,
      points: group.rows.flatMap(({ query, predictedUs }) => point(x(query), predictedUs[m])),
    }));
    const measured = {
      name: name('measured'),
      measured: true,
      // Measurements of a single group have a colour of their own; those of several groups have the group's.
      style: groups.length === 1 ? MOST_LINES - 1 : g * models.length,
      points: group.measured.flatMap((row) => point(x(row), row.latencyUs)),
    };
    return [measured, ...predicted];
  });
  const drawn = series.filter(({ points }) => points.length > 0);
  if (drawn.length === 0)
    throw new UsageError('--plot has no value above 0 to draw', 'choose other models, algorithms or sizes');
  return { series: drawn, options: optionsOf(groups, overBytes) };
}

/** A logarithmic axis cannot show a fitted line at or below 0. */
function point(x: number, us: number | null): { x: number; latency: number }[] {
  return us === null || us <= 0 ? [] : [{ x, latency: us * 1e3 }];
}

function joinedOverBytes(lines: readonly GridLine[]): readonly GridLine[] {
  const groups = new Map<string, GridLine>();
  for (const line of lines) {
    const key = cellOf({ ...line.rows[0].query, bytes: 0 });
    const known = groups.get(key) ?? { rows: [], measured: [], scores: [] };
    groups.set(key, {
      rows: [...known.rows, ...line.rows],
      measured: [...known.measured, ...line.measured],
      scores: [],
    });
  }
  return [...groups.values()];
}

function optionsOf(groups: readonly GridLine[], overBytes: boolean): CollectivePlotOptions {
  const [{ query }] = groups[0].rows;
  const over = overBytes ? ('bytes' as const) : ('processes' as const);
  if (groups.length > 1) {
    const collectives = new Set(groups.map(({ rows }) => rows[0].query.collective));
    return {
      title: `Latency of ${[...collectives].join(' and ')}`,
      subtitle: shared(groups, overBytes),
      over,
    };
  }
  if (!overBytes) return { title: cellTitle(query), over };
  return {
    title: `${query.collective} ${query.algorithm}, map-by ${query.mapping}, P = ${query.ranks}`,
    over,
  };
}

type Reader = (line: GridLine) => string;

function readers(overBytes: boolean): readonly Reader[] {
  return [
    ({ rows }) => rows[0].query.collective,
    ({ rows }) => rows[0].query.algorithm,
    ({ rows }) => `map-by ${rows[0].query.mapping}`,
    ({ rows }) => (overBytes ? `P = ${rows[0].query.ranks}` : formatSize(rows[0].query.bytes)),
    ({ rows }) => `${rows[0].query.segments} ${rows[0].query.segments === 1 ? 'segment' : 'segments'}`,
  ];
}

const tells = (groups: readonly GridLine[], read: Reader): boolean => new Set(groups.map(read)).size > 1;

/** Names a line by the values in which it differs. */
function differences(groups: readonly GridLine[], overBytes: boolean): Reader {
  const telling = readers(overBytes).filter((read) => tells(groups, read));
  return (line) => telling.map((read) => read(line)).join(', ');
}

function shared(groups: readonly GridLine[], overBytes: boolean): string {
  return readers(overBytes)
    .filter((read) => !tells(groups, read))
    .map((read) => read(groups[0]))
    .join(', ');
}

const predictFlags = {
  collective: Flags.string({
    default: 'bcast',
    helpValue: MODELLED_COLLECTIVES.join(','),
    description: 'collectives',
  }),
  algorithm: Flags.string({
    default: 'binary',
    helpValue: MODELLED_ALGORITHMS.join(','),
    summary: 'algorithms',
    description: 'algorithms; default is the choice of the MPI library, for which only a regression exists',
  }),
  ranks: Flags.string({
    helpValue: '2..256',
    summary: 'numbers of ranks [default: 2..256]',
    description: 'numbers of ranks [default: 2..256, or those of --measured]',
  }),
  bytes: Flags.string({
    default: '1',
    helpValue: '1,64KiB',
    summary: 'message sizes',
    description: 'message sizes; bare numbers are bytes',
  }),
  'map-by': Flags.string({
    default: 'core',
    helpValue: MAPPINGS.join(','),
    description: 'mappings of ranks',
  }),
  model: modelFlag,
  segments: Flags.string({
    default: '1',
    helpValue: '1,4',
    description: 'number of segments of a message for chain and binary',
  }),
  'segment-cost': segmentCostFlag,
  ...fittedPlatformFlags,
  measured: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    summary: 'measurements to compare with',
    description:
      'measurements to compare with (CSV: algorithm,cores,size,latency); regressions are fitted to them',
  }),
  formula: Flags.boolean({
    description: 'show the formulas of taulop, loggp and loggph for the largest number of ranks',
  }),
  plot: plotFlag(),
  ...outputFlags,
};

type PredictFlags = InferredFlags<typeof predictFlags>;

/** Throws UsageError and InputError, and a model's refusal if no model answers. */
function predictQuery(flags: PredictFlags): PredictedGrid {
  return namingFlags(() => predictGrid(questionOf(flags)));
}

function questionOf(flags: PredictFlags): PredictionQuestion {
  const grid = {
    collectives: names(flags.collective, MODELLED_COLLECTIVES, '--collective'),
    algorithms: names(flags.algorithm, MODELLED_ALGORITHMS, '--algorithm'),
    mappings: names(flags['map-by'], MAPPINGS, '--map-by'),
    bytes: sizes(flags.bytes, '--bytes'),
    segments: counts(flags.segments, '--segments', 1),
  };
  const models = names(flags.model ?? 'p2p,schedule', LATENCY_MODELS, '--model');
  const pricing = oneName(flags['segment-cost'] ?? 'segment-size', SEGMENT_PRICINGS, '--segment-cost');
  const platform = readModelledPlatform(flags);
  const measured = readMeasured(flags.measured ?? [], grid);
  const queries = queriesOf({ ...grid, ranks: ranksOf(flags.ranks, grid, measured) });
  return { models, queries, platform, pricing, measured, formulas: flags.formula };
}

/** Completes the name of a table by flags. */
function readMeasured(
  files: readonly string[],
  { collectives, mappings }: Omit<Grid, 'ranks'>,
): readonly CollectiveRow[] {
  const otherwise = {
    ...(collectives.length === 1 ? { collective: collectives[0] } : {}),
    ...(mappings.length === 1 ? { mapping: mappings[0] } : {}),
  };
  return files.flatMap((file) => readCollectiveTable(file, otherwise));
}

/** Default numbers of ranks: measured ones, otherwise powers of two. */
function ranksOf(
  text: string | undefined,
  grid: Omit<Grid, 'ranks'>,
  measured: readonly CollectiveRow[],
): readonly number[] {
  const own = text === undefined ? measuredRanks(grid, measured) : [];
  return own.length > 0 ? own : counts(text ?? '2..256', '--ranks', 2);
}

function formulasJson(formulas: readonly ModelFormula[]) {
  return formulas.map(({ model, query, formula, valueUs }) => ({
    model,
    ...jsonRow(QUERY, query),
    formula,
    value_us: valueUs,
  }));
}

/** Longer formulas are cut for people. */
const MOST_CHARACTERS = 600;

function formulasText(formulas: readonly ModelFormula[]): string {
  return formulas
    .map(({ model, query, formula, valueUs }) => {
      const shown =
        formula.length > MOST_CHARACTERS
          ? `${formula.slice(0, MOST_CHARACTERS)} … (${formula.length} characters; --json shows all)`
          : formula;
      return `\n${model}, ${cellTitle(query)}, P = ${query.ranks}\n  T = ${shown}\n    = ${latency(valueUs)}\n`;
    })
    .join('');
}

/** `files`: sources of the measurements. */
function predictView(answer: PredictedGrid, files: readonly string[]): Answer {
  const { platform, measured, grid, formulas, warnings } = answer;
  return platformAnswer(platform, {
    input: { measured: files, measurements: measured.length },
    result: () => ({
      ...predictJson(grid),
      ...(formulas === undefined ? {} : { formulas: formulasJson(formulas) }),
    }),
    warnings,
    csv: () => predictCsv(grid),
    text: () => `${platformText(platform)}\n${predictText(grid)}${formulasText(formulas ?? [])}`,
  });
}

function predictJson(answer: GridAnswer): Record<string, unknown> {
  const { models, lines } = answer;
  const measured = lines.some((line) => line.measured.length > 0);
  return {
    predictions: lines
      .flatMap(({ rows }) => rows)
      .map((row) => ({
        ...jsonRow(QUERY, row.query),
        predicted_us: Object.fromEntries(models.map((name, i) => [name, row.predictedUs[i]])),
        ...refusalsJson(models, row),
        ...(measured ? { measured_us: row.measuredUs } : {}),
      })),
    ...(measured ? { scores: lines.flatMap((line) => line.scores.map((one) => scoreJson(line, one))) } : {}),
  };
}

/** Models without predictions, and why. */
function refusalsJson(models: readonly string[], { refusals }: GridRow): Record<string, unknown> {
  const found = models.flatMap((name, i) => (refusals[i] === null ? [] : [[name, refusals[i]]]));
  return found.length === 0 ? {} : { no_prediction: Object.fromEntries(found) };
}

const QUERY: readonly Column<CollectiveQuery>[] = [
  { key: 'collective', of: ({ collective }) => collective },
  { key: 'algorithm', of: ({ algorithm }) => algorithm },
  { key: 'map_by', of: ({ mapping }) => mapping },
  { key: 'ranks', of: ({ ranks }) => ranks },
  { key: 'bytes', of: ({ bytes }) => bytes },
  { key: 'segments', of: ({ segments }) => segments },
];

function scoreJson(line: GridLine, { model, rows, rSquared, medianRelativeError }: GridScore) {
  const { ranks, ...cell } = jsonRow(QUERY, line.rows[0].query);
  return {
    model,
    ...cell,
    rows,
    r_squared: rSquared ?? null,
    median_relative_error: medianRelativeError ?? null,
  };
}

/** One line per query and model; measurements are lines of the model `measured`. */
function predictCsv({ models, lines }: GridAnswer): CsvTable {
  const rows = lines.flatMap((line) => line.rows);
  const requested = tableCsv(
    QUERY,
    rows.map(({ query }) => query),
  );
  const cells = rows.flatMap(({ predictedUs, measuredUs }, i) => [
    ...models.map((name, m) => [...requested.rows[i], name, predictedUs[m]]),
    ...measuredUs.map((us) => [...requested.rows[i], 'measured', us]),
  ]);
  return csvTable([...requested.header, 'model', 'latency_us'], cells);
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

export default class CollectivePredictCommand extends LlampCommand {
  static override summary = 'Predict the latency of broadcasts and reduces with several models.';
  static override description =
    'Lists are combined with each other. Numbers may be ranges; 2..256 doubles from 2 to 256, and 2..256:2 has steps of 2. Times are means over the ranks, as in the OSU benchmarks.';
  static override examples = [
    '<%= config.bin %> collective predict --collective bcast --algorithm binary --ranks 2..256 --bytes 1,64KiB --model p2p,schedule',
    '<%= config.bin %> collective predict --collective reduce --algorithm chain --ranks 64 --bytes 1..1MiB --model schedule,loggph --plot reduce.svg',
    '<%= config.bin %> collective predict --p2p p2p.csv --nbft nbft.csv --nbft-reduce nbft_reduce.csv --measured bcast_core.csv --ranks 2..256',
  ];
  static override flags = predictFlags;
  static override mostUsed: readonly (keyof typeof predictFlags)[] = [
    'collective',
    'algorithm',
    'ranks',
    'bytes',
    'map-by',
    'model',
    'platform',
    'measured',
  ];
  static override page = 'collective-models/commands';

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectivePredictCommand);
    refuseArguments(argv, 'use --measured FILE for measurements');
    const answer = predictQuery(flags);
    await this.drawAndAnswer('collective-predict', flags, {
      answer: predictView(answer, flags.measured ?? []),
      picture: (plots) => gridPicture(plots, answer.grid),
    });
  }
}
