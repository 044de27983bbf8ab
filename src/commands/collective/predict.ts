import { Flags } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { answerGrid, type Grid, type GridAnswer, queriesOf } from '../../cli/collective/grid.js';
import { isFormulaModel, MODELS, modelNamed } from '../../cli/collective/models.js';
import { seriesOf, writePicture } from '../../cli/collective/picture.js';
import { type CollectiveGround, readCollectiveGround } from '../../cli/collective/platform.js';
import { readCollectiveTable } from '../../cli/collective/tables.js';
import {
  answerFlags,
  checkPlotName,
  groundFlags,
  modelFlag,
  plotFlag,
  segmentCostFlag,
} from '../../cli/flags/collective.js';
import { counts, names, oneName, sizes } from '../../cli/flags/lists.js';
import { groundJson, groundText } from '../../cli/present/collective.js';
import { formulasJson, formulasText, type ShownFormula } from '../../cli/present/collective-formula.js';
import { predictCsv, predictJson, predictText } from '../../cli/present/collective-predict.js';
import {
  ALGORITHMS,
  COLLECTIVES,
  type CollectiveQuery,
  type CollectiveRow,
  fitAllCells,
  type LatencyModel,
  MAPPINGS,
  printExpr,
  SEGMENT_PRICINGS,
} from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';

export default class CollectivePredictCommand extends LlampCommand {
  static override summary =
    'Latency of a broadcast or reduce over ranks, sizes and mappings, by several models.';
  static override description =
    'Every list makes the table longer. Numbers may be ranges: 2..256 doubles from 2 and ends with 256, 2..256:2 goes in steps of 2. Times are means over the ranks, as the OSU benchmarks print them.';
  static override examples = [
    '<%= config.bin %> collective predict --collective bcast --algorithm binary --ranks 2..256 --bytes 1,64KiB --model p2p,schedule',
    '<%= config.bin %> collective predict --collective reduce --algorithm chain --ranks 64 --bytes 1..1MiB --model schedule,loggph --plot reduce.svg',
    '<%= config.bin %> collective predict --p2p p2p.csv --nbft nbft.csv --measured bcast_core.csv --ranks 2..256',
  ];
  static override flags = {
    collective: Flags.string({
      default: 'bcast',
      helpValue: COLLECTIVES.join(','),
      description: 'collectives',
    }),
    algorithm: Flags.string({
      default: 'binary',
      helpValue: ALGORITHMS.join(','),
      description: 'algorithms; default is what the MPI library chooses, which only a regression describes',
    }),
    ranks: Flags.string({
      helpValue: '2..256',
      description: 'numbers of processes [default: 2..256, or those of --measured]',
    }),
    bytes: Flags.string({
      default: '1',
      helpValue: '1,64KiB',
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
      description: 'pieces into which chain and binary cut the message',
    }),
    'segment-cost': segmentCostFlag,
    ...groundFlags,
    measured: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
      description:
        'measurements to compare with (CSV: algorithm,cores,size,latency); regressions are fitted to them',
    }),
    formula: Flags.boolean({
      description: 'show the formula of taulop, loggp and loggph for the most ranks',
    }),
    plot: plotFlag,
    ...answerFlags,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectivePredictCommand);
    if (argv.length > 0) {
      throw new UsageError(`'${String(argv[0])}' is not expected`, 'name measurements by --measured FILE');
    }
    checkPlotName(flags.plot);
    const grid = {
      collectives: names(flags.collective, COLLECTIVES, '--collective'),
      algorithms: names(flags.algorithm, ALGORITHMS, '--algorithm'),
      mappings: names(flags['map-by'], MAPPINGS, '--map-by'),
      bytes: sizes(flags.bytes, '--bytes'),
      segments: counts(flags.segments, '--segments', 1),
    };
    const chosen = names(flags.model ?? 'p2p,schedule', MODELS, '--model');
    const pricing = oneName(flags['segment-cost'] ?? 'segment-size', SEGMENT_PRICINGS, '--segment-cost');
    const ground = readCollectiveGround(flags);
    const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);
    const [collective, mapping] = [only(grid.collectives), only(grid.mappings)];
    const measured = (flags.measured ?? []).flatMap((file) =>
      readCollectiveTable(file, {
        ...(collective === undefined ? {} : { collective }),
        ...(mapping === undefined ? {} : { mapping }),
      }),
    );
    const queries = queriesOf({
      ...grid,
      ranks: flags.ranks === undefined ? ranksOf(grid, measured) : counts(flags.ranks, '--ranks', 2),
    });
    const asked = new Set(queries.map(({ bytes }) => bytes));
    const fitted = chosen.includes('regression')
      ? fitAllCells(
          measured.filter(({ bytes }) => asked.has(bytes)),
          ground.shape,
        )
      : [];
    const models = chosen.map((name) => modelNamed(name, ground, { pricing, fitted }));
    const answer = answerGrid(models, queries, measured);
    const formulas = flags.formula ? formulasOf(models, queries) : [];
    await this.draw(flags.plot, answer);
    await this.answer('collective-predict', flags, {
      json: () => ({
        input: { measured: flags.measured ?? [], measurements: measured.length },
        machine: groundJson(ground),
        result: { ...predictJson(answer), ...(flags.formula ? { formulas: formulasJson(formulas) } : {}) },
        warnings: [...warningsOf(ground, chosen), ...answer.warnings],
      }),
      csv: () => predictCsv(answer),
      text: () => `${groundText(ground)}\n${predictText(answer)}${formulasText(formulas)}`,
    });
  }

  private async draw(file: string | undefined, answer: GridAnswer): Promise<void> {
    if (file === undefined) return;
    const { series, options } = seriesOf(answer);
    const { collectivePlot } = await import('../../report/plots/index.js');
    await writePicture(file, collectivePlot(series, options));
  }
}

/** Where nobody asks for numbers of processes: those that were measured, else powers of two. */
function ranksOf(grid: Omit<Grid, 'ranks'>, measured: readonly CollectiveRow[]): readonly number[] {
  const own = measured.filter(
    ({ collective, algorithm, mapping, bytes }) =>
      grid.collectives.includes(collective) &&
      grid.algorithms.includes(algorithm) &&
      grid.mappings.includes(mapping) &&
      grid.bytes.includes(bytes),
  );
  if (own.length === 0) return counts('2..256', '--ranks', 2);
  return [...new Set(own.map(({ ranks }) => ranks))].sort((a, b) => a - b);
}

/** What the machine warns of, where a chosen model rests on it. */
function warningsOf(ground: CollectiveGround, chosen: readonly string[]) {
  const borrowed =
    chosen.includes('schedule') && ground.costsFrom === 'tables'
      ? [
          {
            code: 'shipped-constants',
            message: 'schedule: constants that messages and flat trees do not show are those of epyc-orfeo',
          },
        ]
      : [];
  const usesLogGP = chosen.some((name) => name === 'taulop' || name.startsWith('loggp'));
  return [...(usesLogGP ? ground.warnings : []), ...borrowed];
}

/** The formula for the most ranks of every line. */
function formulasOf(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
): readonly ShownFormula[] {
  const most = queries.reduce((ranks, query) => Math.max(ranks, query.ranks), 0);
  const shown = models.filter(isFormulaModel);
  if (shown.length === 0) {
    throw new UsageError('--formula has nothing to show', 'ask --model taulop, loggp or loggph too');
  }
  return queries
    .filter(({ ranks }) => ranks === most)
    .flatMap((query) =>
      shown.map((model) => ({
        model: model.name,
        query,
        formula: printExpr(model.formula(query)),
        valueUs: model.predict(query).latencyUs,
      })),
    );
}
