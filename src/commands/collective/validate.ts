import { Flags } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { MODELS } from '../../cli/collective/models.js';
import { writePicture } from '../../cli/collective/picture.js';
import { readCollectiveGround } from '../../cli/collective/platform.js';
import { cellOrder, panelOf, type Validation, validateFolder } from '../../cli/collective/validate.js';
import {
  answerFlags,
  checkPlotName,
  collectivePlatformFlag,
  modelFlag,
  plotFlag,
  segmentCostFlag,
} from '../../cli/flags/collective.js';
import { counts, names, oneName, sizes } from '../../cli/flags/lists.js';
import { groundJson, groundText } from '../../cli/present/collective.js';
import { validateCsv, validateJson, validateText } from '../../cli/present/collective-validate.js';
import { ALGORITHMS, COLLECTIVES, MAPPINGS, SEGMENT_PRICINGS } from '../../collective-models/index.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { formatSize } from '../../units/units.js';

/** Panels of a picture that a person can still look at. */
const MOST_PANELS = 150;
/** Space left and right of the panels. */
const MARGIN = 84;

export default class CollectiveValidateCommand extends LlampCommand {
  static override summary =
    'How well models meet measured broadcasts and reduces: R² and median relative error.';
  static override description =
    'The folder holds measurements named bcast_core.csv, reduce_socket.csv and so on; with p2p.csv, nbft.csv and nbft_reduce.csv in it the models are fitted to those, else the shipped fits stand in. Regressions are fitted to the very rows that they are scored on. Published R² stand beside ours, made from the rows and with the segment counts that the published ones were made with.';
  static override examples = [
    '<%= config.bin %> collective validate --data epyc',
    '<%= config.bin %> collective validate --data epyc --model schedule --bytes all --csv',
    '<%= config.bin %> collective validate --data epyc --model p2p,schedule --bytes 64KiB --plot scores.svg',
  ];
  static override flags = {
    data: Flags.string({ required: true, helpValue: 'FOLDER', description: 'folder of measurements' }),
    model: modelFlag,
    collective: Flags.string({
      default: COLLECTIVES.join(','),
      helpValue: COLLECTIVES.join(','),
      description: 'collectives',
    }),
    algorithm: Flags.string({
      default: ALGORITHMS.join(','),
      helpValue: ALGORITHMS.join(','),
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
      description: "message sizes, or 'all' that were measured",
    }),
    rows: Flags.string({
      default: 'published',
      helpValue: 'published|all',
      description: 'at 1 B without the slow rows that the published figures leave out, or every row',
    }),
    segments: Flags.string({
      default: 'published',
      helpValue: 'published|N',
      description: 'segments: those of the published figures (1 where there is none), or one number for all',
    }),
    'segment-cost': segmentCostFlag,
    platform: collectivePlatformFlag,
    plot: plotFlag,
    ...answerFlags,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveValidateCommand);
    if (argv.length > 0) {
      throw new UsageError(`'${String(argv[0])}' is not expected`, 'name the folder by --data FOLDER');
    }
    checkPlotName(flags.plot);
    const collectives = names(flags.collective, COLLECTIVES, '--collective');
    const algorithms = names(flags.algorithm, ALGORITHMS, '--algorithm');
    const mappings = names(flags['map-by'], MAPPINGS, '--map-by');
    const validation = validateFolder(flags.data, readCollectiveGround({ platform: flags.platform }), {
      models: names(flags.model ?? 'p2p,regression,schedule', MODELS, '--model'),
      bytes: flags.bytes === 'all' ? 'all' : sizes(flags.bytes, '--bytes'),
      rows: oneName(flags.rows, ['published', 'all'], '--rows'),
      segments: flags.segments === 'published' ? 'published' : oneCount(flags.segments),
      // The published scores were made with the published code's price.
      pricing: oneName(flags['segment-cost'] ?? 'share-of-whole', SEGMENT_PRICINGS, '--segment-cost'),
      keep: ({ collective, algorithm, mapping }) =>
        collectives.includes(collective) && algorithms.includes(algorithm) && mappings.includes(mapping),
    });
    if (validation.rows.length === 0) {
      throw new InputError({
        place: { source: flags.data },
        what: 'no measurement of what was asked for',
        mend: 'ask for other sizes, algorithms or mappings, or --bytes all',
      });
    }
    await this.draw(flags.plot, validation);
    await this.answer('collective-validate', flags, {
      json: () => ({
        input: { source: flags.data, measurements: validation.measurements },
        machine: groundJson(validation.ground),
        result: validateJson(validation),
        warnings: refusals(validation),
      }),
      csv: () => validateCsv(validation),
      text: () => `${groundText(validation.ground)}\n${validateText(validation)}`,
    });
  }

  private async draw(file: string | undefined, validation: Validation): Promise<void> {
    if (file === undefined) return;
    const rows = validation.rows.filter(({ refused }) => refused === undefined);
    if (rows.length > MOST_PANELS) {
      throw new UsageError(
        `--plot would draw ${rows.length} panels, more than ${MOST_PANELS}`,
        'choose fewer models, sizes or algorithms',
      );
    }
    if (rows.length === 0) throw new UsageError('--plot has nothing to draw', 'ask other models');
    const several = validation.models.length > 1;
    const sizesDrawn = new Set(rows.map(({ bytes }) => bytes)).size;
    if (several && sizesDrawn > 1) {
      throw new UsageError('--plot shows one size or one model', 'choose by --bytes or --model');
    }
    const ordered = [...rows].sort((a, b) => cellOrder(a) - cellOrder(b));
    const wide = several || sizesDrawn > 1;
    const { multiplesPlot } = await import('../../report/plots/index.js');
    const svg = multiplesPlot(
      ordered.map((row) => ({
        ...panelOf(validation, row),
        title: `${row.collective} ${row.algorithm} ${row.mapping}${sizesDrawn > 1 ? ` ${formatSize(row.bytes)}` : ''}`,
        note: `${several ? row.model : 'R²'} ${row.rSquared?.toFixed(2) ?? 'unknown'}`,
      })),
      {
        x: 'processes',
        width: wide ? MARGIN + 2 * 295 : MARGIN + 3 * 262,
        title: `${several ? 'Models' : validation.models[0].name} against measurements`,
        subtitle: `${several ? 'R² behind the model; ' : ''}${sizesDrawn === 1 ? `${formatSize(rows[0].bytes)}; ` : ''}${validation.ground.name}`,
      },
    );
    await writePicture(file, svg);
  }
}

function oneCount(text: string): number {
  const [first, ...more] = counts(text, '--segments', 1);
  if (more.length === 0) return first;
  throw new UsageError(`--segments '${text}' is more than one number`, "write one such as 4, or 'published'");
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
