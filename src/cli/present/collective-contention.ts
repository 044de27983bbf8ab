/** The two case studies of τ-Lop as JSON, CSV and text. */
import type { RingRow, ScatterAllgatherRow } from '../../collective-models/index.js';
import { formatSize } from '../../units/units.js';
import type { AskedStudies } from '../collective/contention.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { table } from '../output/table.js';
import { type CollectiveView, latency, platformJson } from './collective.js';

type Rows = readonly ScatterAllgatherRow[];
type Rings = readonly RingRow[];

export function contentionView({ question, studies }: AskedStudies): CollectiveView {
  const { platform, transfers, channel, segmentBytes } = question;
  const { contention, mapping } = studies;
  return {
    json: () => ({
      input: { transfers: transfers.source, channel, segment_bytes: segmentBytes },
      machine: platformJson(platform),
      result: contentionJson(contention, mapping),
      warnings: [],
    }),
    csv: () => contentionCsv(contention, mapping),
    text: () =>
      `transfer times: ${transfers.source}, shared memory by channel ${channel}\n\n${contentionText(contention, mapping)}`,
  };
}

function contentionJson(contention: Rows, mapping: Rings): Record<string, unknown> {
  return {
    contention: contention.map((row) => ({
      ranks: row.ranks,
      bytes: row.bytes,
      scatter_taulop_us: row.scatterTauLopUs,
      allgather_taulop_us: row.allgatherTauLopUs,
      ratio_taulop: row.ratioTauLop,
      scatter_loggp_us: row.scatterLogGPUs,
      allgather_loggp_us: row.allgatherLogGPUs,
      ratio_loggp: row.ratioLogGP,
    })),
    mapping: mapping.map((row) => ({
      ranks: row.ranks,
      ranks_per_node: row.ranksPerNode,
      bytes: row.bytes,
      sequential_taulop_us: row.sequentialTauLopUs,
      round_robin_taulop_us: row.roundRobinTauLopUs,
      ratio_taulop: row.ratioTauLop,
      sequential_loggph_us: row.sequentialLogGPHUs,
      round_robin_loggph_us: row.roundRobinLogGPHUs,
      ratio_loggph: row.ratioLogGPH,
    })),
  };
}

/** Both tables in one: which of the two collectives is the first, which the second. */
function contentionCsv(contention: Rows, mapping: Rings): CsvTable {
  const header = [
    'study',
    'ranks',
    'ranks_per_node',
    'bytes',
    'first',
    'second',
    'first_taulop_us',
    'second_taulop_us',
    'ratio_taulop',
    'first_loggp_us',
    'second_loggp_us',
    'ratio_loggp',
  ];
  return csvTable(header, [
    ...contention.map((row) => [
      'contention',
      row.ranks,
      null,
      row.bytes,
      'scatter',
      'allgather',
      row.scatterTauLopUs,
      row.allgatherTauLopUs,
      row.ratioTauLop,
      row.scatterLogGPUs,
      row.allgatherLogGPUs,
      row.ratioLogGP,
    ]),
    ...mapping.map((row) => [
      'mapping',
      row.ranks,
      row.ranksPerNode,
      row.bytes,
      'sequential',
      'round-robin',
      row.sequentialTauLopUs,
      row.roundRobinTauLopUs,
      row.ratioTauLop,
      row.sequentialLogGPHUs,
      row.roundRobinLogGPHUs,
      row.ratioLogGPH,
    ]),
  ]);
}

const titles = (...names: string[]) => names.map((title) => ({ title }));
const ratio = (value: number): string => value.toFixed(2);

function contentionText(contention: Rows, mapping: Rings): string {
  const first = table(
    titles('P', 'bytes', 'scatter', 'allgather', 'τ-Lop ratio', 'scatter', 'allgather', 'LogGP ratio'),
    contention.map((row) => [
      String(row.ranks),
      formatSize(row.bytes),
      latency(row.scatterTauLopUs),
      latency(row.allgatherTauLopUs),
      ratio(row.ratioTauLop),
      latency(row.scatterLogGPUs),
      latency(row.allgatherLogGPUs),
      ratio(row.ratioLogGP),
    ]),
  );
  const second = table(
    titles(
      'P',
      'Q',
      'bytes',
      'sequential',
      'round robin',
      'τ-Lop ratio',
      'sequential',
      'round robin',
      'LogGPH ratio',
    ),
    mapping.map((row) => [
      String(row.ranks),
      String(row.ranksPerNode),
      formatSize(row.bytes),
      latency(row.sequentialTauLopUs),
      latency(row.roundRobinTauLopUs),
      ratio(row.ratioTauLop),
      latency(row.sequentialLogGPHUs),
      latency(row.roundRobinLogGPHUs),
      ratio(row.ratioLogGPH),
    ]),
  );
  return `contention: binomial scatter and recursive-doubling allgather of the same bytes\n${first}\nmapping: ring allgather, blocks of the given bytes, Q ranks a node\n${second}`;
}
