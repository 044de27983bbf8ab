/** The picture of `collective contention`: bandwidth over message size in both case studies of τ-Lop. */
import type { RingRow, ScatterAllgatherRow } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import type { BandwidthLine, BandwidthRow } from '../../report/plots/index.js';
import type { Plots } from '../output/plot.js';
import type { AskedStudies } from './contention.js';

/** Panels side by side, and lines in one, that a person can tell apart. */
const MOST_PANELS = 4;
const MOST_LINES = 7;
const FEWEST_SIZES = 3;

/** Throws UsageError for too few sizes, and for more panels or lines than can be told apart. */
export function contentionPicture({ question, studies }: AskedStudies): (plots: Plots) => string {
  const { bytes, ranks, ranksPerNode, transfers, ringRanks } = question;
  if (bytes.length < FEWEST_SIZES)
    throw new UsageError('--plot draws bandwidth over the message size', 'add --bytes 1KiB..4MiB');
  if (ranks.length > MOST_PANELS)
    throw new UsageError(
      `--plot draws ${MOST_PANELS} numbers of --ranks at most`,
      'such as --ranks 32,64,128',
    );
  if (ranksPerNode.length >= MOST_LINES)
    throw new UsageError(`--plot draws ${MOST_LINES - 1} --ranks-per-node at most`, 'such as 1,2,4,8');
  const rows: BandwidthRow[] = [
    {
      title: 'Contention: allgather and scatter of the same bytes, bytes over time',
      panels: ranks.map((P) => contentionPanel(studies.contention, P)),
    },
    {
      title: `Mapping: ring allgather of ${ringRanks} ranks, bytes that a rank receives over time`,
      panels: [
        ringPanel('sequential', studies.mapping, ranksPerNode, (row) => ({
          taulop: row.sequentialTauLopUs,
          loggph: row.sequentialLogGPHUs,
        })),
        ringPanel('round robin', studies.mapping, ranksPerNode, (row) => ({
          taulop: row.roundRobinTauLopUs,
          loggph: row.roundRobinLogGPHUs,
        })),
      ],
    },
  ];
  return ({ bandwidthPlot }) => bandwidthPlot(rows, { subtitle: `transfer times: ${transfers.source}` });
}

/** Bytes a second, of times in µs. */
const rate = (bytes: number, us: number): number => (bytes / us) * 1e6;

function contentionPanel(all: readonly ScatterAllgatherRow[], P: number) {
  const rows = all.filter(({ ranks }) => ranks === P);
  const line = (name: string, us: (row: ScatterAllgatherRow) => number): BandwidthLine => ({
    name,
    points: rows.map((row) => ({ bytes: row.bytes, bandwidth: rate(row.bytes, us(row)) })),
  });
  return {
    title: `P = ${P}`,
    lines: [
      line('scatter, τ-Lop', (row) => row.scatterTauLopUs),
      line('allgather, τ-Lop', (row) => row.allgatherTauLopUs),
      line('either, LogGP', (row) => row.scatterLogGPUs),
    ],
  };
}

/** A rank of a ring receives all blocks but its own. LogGPH does not depend on Q: one line. */
function ringPanel(
  title: string,
  all: readonly RingRow[],
  ranksPerNode: readonly number[],
  us: (row: RingRow) => { readonly taulop: number; readonly loggph: number },
) {
  const line = (name: string, Q: number, model: 'taulop' | 'loggph'): BandwidthLine => ({
    name,
    points: all
      .filter((row) => row.ranksPerNode === Q)
      .map((row) => ({ bytes: row.bytes, bandwidth: rate((row.ranks - 1) * row.bytes, us(row)[model]) })),
  });
  const [first] = ranksPerNode;
  return {
    title,
    lines: [
      ...ranksPerNode.map((Q) => line(`τ-Lop, ${Q} ${Q === 1 ? 'rank' : 'ranks'} a node`, Q, 'taulop')),
      line('LogGPH, any number', first, 'loggph'),
    ],
  };
}
