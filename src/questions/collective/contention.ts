/** `collective contention`: costs of contention and mapping under τ-Lop. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { LlampCommand } from '../../cli/base-command.js';
import { outputFlags } from '../../cli/flags/common-flags.js';
import { counts, oneName, sizes } from '../../cli/flags/parameter-values.js';
import { type Answer, type Plots, plotFlag } from '../../cli/output/answer.js';
import { type Column, csvTable, jsonRows, tableCsv, tableText } from '../../cli/output/table.js';
import {
  fittedPlatformFlags,
  namingFlags,
  platformAnswer,
  readModelledPlatform,
  readTransfers,
} from '../../cli/pipeline/collective-models.js';
import { CHANNELS, type ChannelName } from '../../collective-models/latency-model.js';
import type { ModelledPlatform } from '../../collective-models/modelled-platform.js';
import {
  type CaseStudies,
  type CaseStudiesQuestion,
  type CaseStudyRow,
  caseStudies,
} from '../../collective-models/taulop/contention-tables.js';
import { idealTransfers, type TransferSource } from '../../collective-models/taulop/formulas-by-name.js';
import { UsageError } from '../../errors.js';
import type { BandwidthLine, BandwidthRow } from '../../report/plots/all-plots.js';
import { decimal } from '../../units.js';

const contentionFlags = {
  ranks: Flags.string({
    default: '2..64',
    helpValue: '2..64',
    summary: 'numbers of ranks, powers of two',
    description: 'P of the first table, powers of two',
  }),
  bytes: Flags.string({ default: '64KiB,1MiB', helpValue: '64KiB,1MiB', description: 'message sizes' }),
  segment: Flags.string({
    default: '8KiB',
    helpValue: '8KiB',
    description: 'size of a segment in shared memory',
  }),
  'ring-ranks': Flags.string({ default: '64', helpValue: '64', description: 'P of the second table' }),
  'ranks-per-node': Flags.string({
    default: '1..32',
    helpValue: '1..32',
    description: 'Q of the second table',
  }),
  channel: Flags.string({
    default: 'core',
    helpValue: CHANNELS.slice(0, 3).join('|'),
    description: 'channel of shared memory',
  }),
  transfers: Flags.string({
    helpGroup: 'PLATFORM',
    exclusive: ['serial'],
    helpValue: 'FILE',
    description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) instead of the flat trees',
  }),
  serial: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: '0..1',
    summary: 'ideal channels: 0 parallel, 1 serial',
    description: 'ideal channels with the LogGP parameters: 0 perfectly parallel, 1 perfectly serial',
  }),
  ...fittedPlatformFlags,
  plot: plotFlag(),
  ...outputFlags,
};

type ContentionFlags = InferredFlags<typeof contentionFlags>;

interface StudiesQuery {
  readonly question: CaseStudiesQuestion;
  readonly studies: CaseStudies;
}

function studiesQuery(flags: ContentionFlags): StudiesQuery {
  const question = namingFlags(() => questionOf(flags));
  return { question, studies: caseStudies(question) };
}

function questionOf(flags: ContentionFlags): CaseStudiesQuestion {
  const channel = oneName(flags.channel, CHANNELS.slice(0, 3), '--channel');
  const platform = readModelledPlatform(flags);
  const transfers = transfersOf(flags, platform, channel);
  const bytes = sizes(flags.bytes, '--bytes');
  const [segmentBytes] = sizes(flags.segment, '--segment');
  const [ringRanks] = counts(flags['ring-ranks'], '--ring-ranks', 2);
  const ranks = counts(flags.ranks, '--ranks', 2);
  const ranksPerNode = counts(flags['ranks-per-node'], '--ranks-per-node', 1);
  return { platform, transfers, channel, bytes, segmentBytes, ranks, ringRanks, ranksPerNode };
}

function transfersOf(
  { serial, transfers }: ContentionFlags,
  platform: ModelledPlatform,
  channel: ChannelName,
): TransferSource {
  if (serial === undefined) return readTransfers(transfers, platform, channel);
  const ideal = idealTransfers(platform, channel, parseShare(serial));
  return { ...ideal, source: `ideal channels, serial ${serial}` };
}

function parseShare(text: string): number {
  const value = decimal(text.trim());
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`--serial '${text}' is not between 0 and 1`, 'write a number such as 0.5');
}

// The picture of `collective contention`: bandwidth over message size in both case studies of τ-Lop.

/** Most panels, and most lines in one, that remain distinguishable. */
const MOST_PANELS = 4;
const MOST_LINES = 7;
const FEWEST_SIZES = 3;

/** Throws UsageError for too few sizes, and for too many panels or lines. */
export function contentionPicture({ bandwidthPlot }: Plots, { question, studies }: StudiesQuery): string {
  const { bytes, ranks, ranksPerNode, transfers, ringRanks } = question;
  if (bytes.length < FEWEST_SIZES)
    throw new UsageError(
      `--plot draws bandwidth over the message size and needs at least ${FEWEST_SIZES} sizes`,
      'use --bytes 1KiB..4MiB',
    );
  if (ranks.length > MOST_PANELS)
    throw new UsageError(
      `--plot draws at most ${MOST_PANELS} numbers of --ranks`,
      'give fewer, such as --ranks 32,64,128',
    );
  if (ranksPerNode.length >= MOST_LINES)
    throw new UsageError(
      `--plot draws at most ${MOST_LINES - 1} values of --ranks-per-node`,
      'give fewer, such as 1,2,4,8',
    );
  const rows: BandwidthRow[] = [
    {
      title: 'Contention: allgather and scatter of the same bytes, bytes over time',
      panels: ranks.map((P) => contentionPanel(studies.contention, P)),
    },
    {
      title: `Mapping: ring allgather of ${ringRanks} ranks, bytes that a rank receives over time`,
      panels: [
        ringPanel('sequential', studies.mapping, ranksPerNode, 'firstUs'),
        ringPanel('round robin', studies.mapping, ranksPerNode, 'secondUs'),
      ],
    },
  ];
  return bandwidthPlot(rows, { subtitle: `transfer times: ${transfers.source}` });
}

/** Bytes per second, from times in µs. */
const rate = (bytes: number, us: number): number => (bytes / us) * 1e6;

type Times = (row: CaseStudyRow) => number;

function contentionPanel(all: readonly CaseStudyRow[], P: number) {
  const rows = all.filter(({ ranks }) => ranks === P);
  const line = (name: string, us: Times): BandwidthLine => ({
    name,
    points: rows.map((row) => ({ bytes: row.bytes, bandwidth: rate(row.bytes, us(row)) })),
  });
  return {
    title: `P = ${P}`,
    lines: [
      line('scatter, τ-Lop', ({ taulop }) => taulop.firstUs),
      line('allgather, τ-Lop', ({ taulop }) => taulop.secondUs),
      line('either, LogGP', ({ loggp }) => loggp.firstUs),
    ],
  };
}

/** A rank of a ring receives all blocks but its own. LogGPH does not depend on Q: one line. */
function ringPanel(
  title: string,
  all: readonly CaseStudyRow[],
  ranksPerNode: readonly number[],
  time: 'firstUs' | 'secondUs',
) {
  const line = (name: string, Q: number, us: Times): BandwidthLine => ({
    name,
    points: all
      .filter((row) => row.ranksPerNode === Q)
      .map((row) => ({ bytes: row.bytes, bandwidth: rate((row.ranks - 1) * row.bytes, us(row)) })),
  });
  return {
    title,
    lines: [
      ...ranksPerNode.map((Q) =>
        line(`τ-Lop, ${Q} ${Q === 1 ? 'rank' : 'ranks'} per node`, Q, ({ taulop }) => taulop[time]),
      ),
      line('LogGPH, any number', ranksPerNode[0], ({ loggp }) => loggp[time]),
    ],
  };
}

function contentionView({ question, studies }: StudiesQuery): Answer {
  const { platform, transfers, channel, segmentBytes } = question;
  return platformAnswer(platform, {
    input: { transfers: transfers.source, channel, segment_bytes: segmentBytes },
    result: () => ({
      contention: jsonRows(CONTENTION, studies.contention),
      mapping: jsonRows(MAPPING, studies.mapping),
    }),
    csv: () => contentionCsv(studies),
    text: () =>
      `transfer times: ${transfers.source}, shared memory by channel ${channel}\n\n${contentionText(studies)}`,
  });
}

/** Columns of a study of two forms; `more` is what else a row varies. */
function columnsOf(
  forms: readonly string[],
  loggp: string,
  ...more: readonly Column<CaseStudyRow>[]
): readonly Column<CaseStudyRow>[] {
  const timesOf = (
    model: 'taulop' | 'loggp',
    title: string,
    key: string = model,
  ): readonly Column<CaseStudyRow>[] => [
    ...forms.map((name, i) => ({
      key: `${name.replace(' ', '_')}_${key}_us`,
      title: name,
      of: (row: CaseStudyRow) => (i === 0 ? row[model].firstUs : row[model].secondUs),
    })),
    {
      key: `ratio_${key}`,
      title: `${title} ratio`,
      of: (row) => row[model].ratio,
      text: (row) => row[model].ratio.toFixed(2),
    },
  ];
  return [
    { key: 'ranks', title: 'P', rowKey: true, of: ({ ranks }) => ranks },
    ...more,
    { key: 'bytes', title: 'bytes', rowKey: true, of: ({ bytes }) => bytes },
    ...timesOf('taulop', 'τ-Lop'),
    ...timesOf('loggp', loggp, loggp.toLowerCase()),
  ];
}

const CONTENTION = columnsOf(['scatter', 'allgather'], 'LogGP');
const MAPPING = columnsOf(['sequential', 'round robin'], 'LogGPH', {
  key: 'ranks_per_node',
  title: 'Q',
  rowKey: true,
  of: ({ ranksPerNode }) => ranksPerNode,
});

/** Which of the two collectives is the first, which the second. */
const BOTH =
  'study ranks ranks_per_node bytes first second first_taulop_us second_taulop_us ratio_taulop first_loggp_us second_loggp_us ratio_loggp';

/** Both tables in one. */
const contentionCsv = ({ contention, mapping }: CaseStudies) =>
  csvTable(BOTH.split(' '), [
    ...tableCsv(CONTENTION, contention).rows.map(([ranks, bytes, ...figures]) => [
      ...['contention', ranks, null, bytes, 'scatter', 'allgather', ...figures],
    ]),
    ...tableCsv(MAPPING, mapping).rows.map(([ranks, perNode, bytes, ...figures]) => [
      ...['mapping', ranks, perNode, bytes, 'sequential', 'round-robin', ...figures],
    ]),
  ]);

const contentionText = ({ contention, mapping }: CaseStudies): string =>
  `contention: binomial scatter and recursive-doubling allgather of the same bytes\n${tableText(CONTENTION, contention)}\nmapping: ring allgather, blocks of the given bytes, Q ranks per node\n${tableText(MAPPING, mapping)}`;

export default class CollectiveContentionCommand extends LlampCommand {
  static override summary = 'Show the cost of contention and mapping under τ-Lop, which LogGP ignores.';
  static override description =
    'Shows two case studies as tables. Contention compares allgather by recursive doubling with scatter by binomial tree for the same bytes. Mapping compares ring allgather with neighbours on one node (sequential) and on different nodes (round robin).';
  static override examples = [
    '<%= config.bin %> collective contention',
    '<%= config.bin %> collective contention --ranks 2..128 --bytes 64KiB,1MiB --ring-ranks 64 --ranks-per-node 1..32',
    '<%= config.bin %> collective contention --serial 0.5',
    '<%= config.bin %> collective contention --ranks 32,64,128 --bytes 1KiB..4MiB --ring-ranks 32 --ranks-per-node 8 --plot bandwidth.svg',
  ];
  static override flags = contentionFlags;
  static override mostUsed: readonly (keyof typeof contentionFlags)[] = [
    'ranks',
    'bytes',
    'ring-ranks',
    'ranks-per-node',
    'channel',
    'serial',
  ];
  static override page = 'collective-models/taulop';

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveContentionCommand);
    const query = studiesQuery(flags);
    await this.drawAndAnswer('collective-contention', flags, {
      answer: contentionView(query),
      picture: (plots) => contentionPicture(plots, query),
    });
  }
}
