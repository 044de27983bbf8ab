/** `collective validate`: accuracy of models for measured broadcasts and reduces. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { groupBy } from '../../analysis/statistics.js';
import { LlampCommand } from '../../cli/base-command.js';
import { outputFlags } from '../../cli/flags/common-flags.js';
import { counts, names, oneName, sizes } from '../../cli/flags/parameter-values.js';
import { type Answer, type Plots, plotFlag } from '../../cli/output/answer.js';
import { type Column, jsonRow, table, tableCsv } from '../../cli/output/table.js';
import {
  collectivePlatformFlag,
  modelFlag,
  namingFlags,
  percent,
  platformAnswer,
  platformText,
  readMeasuredFolder,
  readModelledPlatform,
  refuseArguments,
  segmentCostFlag,
} from '../../cli/pipeline/collective-models.js';
import {
  MAPPINGS,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
} from '../../collective-models/latency-model.js';
import { LATENCY_MODELS } from '../../collective-models/model-families.js';
import { SEGMENT_PRICINGS } from '../../collective-models/p2p-model.js';
import {
  cellOrder,
  type MeanScore,
  meanScores,
  type Validation,
  type ValidationRow,
  type ValidationSettings,
  validateMeasured,
} from '../../collective-models/prediction-grid.js';
import { cellName, rowsOfCell } from '../../collective-models/regression-model.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { formatSize } from '../../units.js';

const validateFlags = {
  measured: Flags.string({ required: true, helpValue: 'FOLDER', description: 'folder of measurements' }),
  model: modelFlag,
  collective: Flags.string({
    default: MODELLED_COLLECTIVES.join(','),
    helpValue: MODELLED_COLLECTIVES.join(','),
    description: 'collectives',
  }),
  algorithm: Flags.string({
    default: MODELLED_ALGORITHMS.join(','),
    helpValue: MODELLED_ALGORITHMS.join(','),
    summary: 'algorithms, by default all',
    description: 'algorithms',
  }),
  'map-by': Flags.string({
    default: MAPPINGS.join(','),
    helpValue: MAPPINGS.join(','),
    description: 'mappings',
  }),
  bytes: Flags.string({
    default: '1,64KiB,1MiB',
    helpValue: '1,64KiB|all',
    summary: 'message sizes',
    description: "message sizes, or 'all' measured ones",
  }),
  rows: Flags.string({
    default: 'published',
    helpValue: 'published|all',
    summary: 'rows to use',
    description:
      'published: without the slow rows at 1 B that the published figures leave out; all: every row',
  }),
  segments: Flags.string({
    default: 'published',
    helpValue: 'published|N',
    description: 'number of segments; published: as in the published figures, otherwise 1',
  }),
  'segment-cost': segmentCostFlag,
  platform: collectivePlatformFlag,
  plot: plotFlag(),
  ...outputFlags,
};

type ValidateFlags = InferredFlags<typeof validateFlags>;

interface FolderValidation extends Validation {
  /** Tables that were not used. */
  readonly warnings: readonly Warning[];
}

/** Scores the models on the folder. Throws UsageError and InputError. */
function validateFolder(flags: ValidateFlags): FolderValidation {
  const settings = settingsOf(flags);
  const base = readModelledPlatform({ platform: flags.platform });
  const { platform, measured, warnings } = readMeasuredFolder(flags.measured, base);
  const validation = namingFlags(() => validateMeasured(measured, platform, settings));
  if (validation.rows.length > 0) return { ...validation, warnings };
  throw new InputError({
    place: { source: flags.measured },
    what: 'no measurement matches the flags',
    mend: 'choose other sizes, algorithms or mappings, or --bytes all',
  });
}

function settingsOf(flags: ValidateFlags): ValidationSettings {
  const collectives = names(flags.collective, MODELLED_COLLECTIVES, '--collective');
  const algorithms = names(flags.algorithm, MODELLED_ALGORITHMS, '--algorithm');
  const mappings = names(flags['map-by'], MAPPINGS, '--map-by');
  return {
    models: names(flags.model ?? 'p2p,regression,schedule', LATENCY_MODELS, '--model'),
    bytes: flags.bytes === 'all' ? 'all' : sizes(flags.bytes, '--bytes'),
    rows: oneName(flags.rows, ['published', 'all'], '--rows'),
    segments: flags.segments === 'published' ? 'published' : oneCount(flags.segments),
    // The published scores were made with the published code's price.
    pricing: oneName(flags['segment-cost'] ?? 'share-of-whole', SEGMENT_PRICINGS, '--segment-cost'),
    keep: ({ collective, algorithm, mapping }) =>
      collectives.includes(collective) && algorithms.includes(algorithm) && mappings.includes(mapping),
  };
}

function oneCount(text: string): number {
  const [first, ...more] = counts(text, '--segments', 1);
  if (more.length === 0) return first;
  throw new UsageError(`--segments '${text}' is more than one number`, "write one such as 4, or 'published'");
}

/** Most panels of a readable picture. */
const MOST_PANELS = 150;
/** Space left and right of the panels; width of one, and of a size or several scores above it. */
const MARGIN = 84;
const PANEL = 262;
const MORE = 48;
/** One for each mapping. */
const COLUMNS = 3;

/** Draws small multiples. Throws UsageError for too many panels, and for none. */
function validationPicture({ multiplesPlot }: Plots, validation: Validation): string {
  const { models, platform } = validation;
  const cells = drawnCells(validation);
  const several = models.length > 1;
  const sizesDrawn = new Set(cells.map(([{ bytes }]) => bytes)).size;
  const panels = cells.map((rows) => ({
    ...panelOf(validation, rows),
    title: titleOf(rows[0], sizesDrawn > 1),
    note: `R² ${rows.map(({ rSquared }) => rSquared?.toFixed(2).replace('-', '−') ?? '–').join(', ')}`,
  }));
  const size = sizesDrawn === 1 ? `${formatSize(cells[0][0].bytes)}; ` : '';
  return multiplesPlot(panels, {
    x: 'processes',
    columns: COLUMNS,
    width: MARGIN + COLUMNS * (PANEL + (several ? MORE : 0) + (sizesDrawn > 1 ? MORE : 0)),
    title: `${several ? 'Models' : models[0].name} against measurements`,
    subtitle: `${size}${platform.name}${several ? '; R² in the order of the legend' : ''}`,
  });
}

const titleOf = ({ collective, algorithm, mapping, bytes }: ValidationRow, sized: boolean): string =>
  `${collective} ${algorithm} ${mapping}${sized ? ` ${formatSize(bytes)}` : ''}`;

/** Cells that some model answers, in their order: one row per model, in the order of the models. */
function drawnCells({ rows }: Validation): readonly (readonly ValidationRow[])[] {
  const orders = [...new Set(rows.map(cellOrder))].sort((a, b) => a - b);
  const drawn = orders
    .map((order) => rows.filter((row) => cellOrder(row) === order))
    .filter((own) => own.some(({ refused }) => refused === undefined));
  if (drawn.length > MOST_PANELS) {
    throw new UsageError(
      `--plot would draw ${drawn.length} panels, but the limit is ${MOST_PANELS}`,
      'choose fewer sizes or algorithms',
    );
  }
  if (drawn.length === 0) throw new UsageError('--plot has nothing to draw', 'choose other models');
  return drawn;
}

/** Points of one panel: measured, and predicted by each model at the same numbers of ranks. Times in ns. */
function panelOf({ measured, models }: Validation, rows: readonly ValidationRow[]) {
  const own = rowsOfCell(measured, rows[0]);
  const ranks = [...new Set(own.map((one) => one.ranks))].sort((a, b) => a - b);
  return {
    measured: own.map((one) => ({ x: one.ranks, time: one.latencyUs * 1e3 })),
    predicted: [],
    models: rows.map((row) => ({ name: row.model, predicted: predictedBy(models, row, ranks) })),
  };
}

function predictedBy(models: Validation['models'], row: ValidationRow, ranks: readonly number[]) {
  const model = models.find(({ name }) => name === row.model);
  if (model === undefined || row.refused !== undefined) return [];
  return ranks.map((P) => ({ x: P, time: model.predict({ ...row, ranks: P }).latencyUs * 1e3 }));
}

/** `folder`: source of the measurements. */
function validateView(validation: FolderValidation, folder: string): Answer {
  const { platform, measured } = validation;
  return platformAnswer(platform, {
    input: { source: folder, measurements: measured.length },
    result: () => validateJson(validation),
    warnings: [...validation.warnings, ...refusals(validation)],
    csv: () => tableCsv(SCORES, validation.rows),
    text: () => `${platformText(platform)}\n${validateText(validation)}`,
  });
}

/** Models without an answer for some cells, one line each. */
function refusals({ rows, models }: Validation): readonly Warning[] {
  return models.flatMap(({ name }) => {
    const refused = rows.filter((row) => row.model === name && row.refused !== undefined);
    if (refused.length === 0) return [];
    const others =
      refused.length === 1
        ? ''
        : ` (and ${refused.length - 1} more ${refused.length === 2 ? 'cell' : 'cells'})`;
    return [{ code: 'no-answer', message: `${name}: ${refused[0].refused}${others}` }];
  });
}

function validateJson({ rows }: Validation): Record<string, unknown> {
  return {
    scores: rows.map((row) => ({
      ...jsonRow(CELL, row),
      r_squared_published: row.published ?? null,
      r_squared: row.rSquared ?? null,
      median_relative_error: row.medianRelativeError ?? null,
      ...(row.refused === undefined ? {} : { refused: row.refused }),
    })),
    mean_scores: meanScores(rows).map(({ model, bytes, cells, meanRSquared, meanNegativesAs0 }) => ({
      model,
      bytes,
      cells,
      mean_r_squared: meanRSquared ?? null,
      mean_r_squared_negatives_as_0: meanNegativesAs0,
    })),
  };
}

const CELL: readonly Column<Validation['rows'][number]>[] = [
  { key: 'model', of: ({ model }) => model },
  { key: 'collective', of: ({ collective }) => collective },
  { key: 'algorithm', of: ({ algorithm }) => algorithm },
  { key: 'map_by', of: ({ mapping }) => mapping },
  { key: 'bytes', of: ({ bytes }) => bytes },
  { key: 'segments', of: ({ segments }) => segments },
  { key: 'rows', of: ({ rows }) => rows },
];

const SCORES: typeof CELL = [
  ...CELL,
  { key: 'r2_published', of: ({ published }) => published },
  { key: 'r2', of: ({ rSquared }) => rSquared },
  { key: 'median_relative_error', of: ({ medianRelativeError }) => medianRelativeError },
];

function validateText({ rows }: Validation): string {
  const sizes = [...new Set(rows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const means = meanScores(rows);
  return sizes.map((bytes) => sizeText(bytes, rows, means)).join('\n');
}

/** One line per cell; for each model R², the published one, and the median relative error. */
function sizeText(bytes: number, rows: readonly ValidationRow[], means: readonly MeanScore[]): string {
  const own = rows.filter((row) => row.bytes === bytes);
  const models = [...new Set(own.map(({ model }) => model))];
  const cells = groupBy(own, cellName);
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
  const meanLine = (title: string, of: (score: MeanScore) => number | undefined) => [
    title,
    '',
    '',
    '',
    ...models.flatMap((model) => {
      const found = means.find((one) => one.model === model && one.bytes === bytes);
      const published = hasPublished(own, model) ? [''] : [];
      return [(found && of(found))?.toFixed(3) ?? '', ...published, ''];
    }),
  ];
  const mean = [meanLine('mean', ({ meanRSquared }) => meanRSquared)];
  // The published tables print 0 for a negative R².
  if (models.some((model) => hasPublished(own, model))) {
    mean.push(meanLine('mean, negative as 0', ({ meanNegativesAs0 }) => meanNegativesAs0));
  }
  return `${formatSize(bytes)}\n${table(heads, [...lines, ...mean])}`;
}

function hasPublished(rows: readonly ValidationRow[], model: string): boolean {
  return rows.some((row) => row.model === model && row.published !== undefined);
}

/** R² with three digits, and the number of segments if above 1. */
function scoreText(row: ValidationRow | undefined): string {
  if (row?.rSquared === undefined) return '';
  return `${row.rSquared.toFixed(3)}${row.segments === 1 ? '' : ` (n ${row.segments})`}`;
}

export default class CollectiveValidateCommand extends LlampCommand {
  static override summary = 'Score the models against measured broadcasts and reduces: R² and median error.';
  static override description =
    'The folder contains measurements named bcast_core.csv, reduce_socket.csv and so on. If it also has p2p.csv, nbft.csv and nbft_reduce.csv, the models are fitted to these; otherwise the shipped fits are used, and a warning names the files that are not. Regressions are scored on the rows that they are fitted to. For the measurements of EPYC-ORFEO, published R² are shown next to ours, which use the same rows and numbers of segments.';
  static override examples = [
    '<%= config.bin %> collective validate --measured epyc',
    '<%= config.bin %> collective validate --measured epyc --model schedule --bytes all --csv',
    '<%= config.bin %> collective validate --measured epyc --model p2p,schedule --bytes 64KiB --plot scores.svg',
  ];
  static override flags = validateFlags;
  static override mostUsed: readonly (keyof typeof validateFlags)[] = [
    'measured',
    'model',
    'collective',
    'algorithm',
    'map-by',
    'bytes',
    'rows',
  ];
  static override forms = ['--measured=FOLDER [options]'];
  static override page = 'collective-models/commands';

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveValidateCommand);
    refuseArguments(argv, 'use --measured FOLDER');
    const validation = validateFolder(flags);
    await this.drawAndAnswer('collective-validate', flags, {
      answer: validateView(validation, flags.measured),
      picture: (plots) => validationPicture(plots, validation),
    });
  }
}
