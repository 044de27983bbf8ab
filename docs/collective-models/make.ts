/**
 * Makes the pictures and the example files of this folder from the shipped fits and from scores.csv; none contains
 * measurements. test/commands/collective-docs.test.ts writes them and compares them with what is made here.
 */

import { EPYC_ORFEO } from '../../src/collective-models/data/epyc-orfeo.js';
import type {
  AlgorithmName,
  MappingName,
  ModelledCollective,
} from '../../src/collective-models/latency-model.js';
import {
  LATENCY_MODELS,
  type LatencyModelName,
  modelNamed,
} from '../../src/collective-models/model-families.js';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import { answerGrid, queriesOf } from '../../src/collective-models/prediction-grid.js';
import { caseStudies } from '../../src/collective-models/taulop/contention-tables.js';
import { platformTransfers } from '../../src/collective-models/taulop/formulas-by-name.js';
import { seriesOf } from '../../src/questions/collective/predict.js';
import { type CollectiveSeries, collectivePlot } from '../../src/report/plots/all-plots.js';
import { type ScoreRow, scoresPlot } from './scores-plot.js';

const RANKS = [2, 4, 8, 12, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 254];

interface Question {
  readonly collective: ModelledCollective;
  readonly algorithm: AlgorithmName;
  readonly mappings: readonly MappingName[];
  readonly bytes: number;
  readonly models: readonly LatencyModelName[];
}

function predictions({ collective, algorithm, mappings, bytes, models }: Question): string {
  const queries = queriesOf({
    collectives: [collective],
    algorithms: [algorithm],
    mappings,
    bytes: [bytes],
    segments: [1],
    ranks: RANKS,
  });
  const bound = models.map((name) => modelNamed(name, SHIPPED_PLATFORM, { pricing: 'segment-size' }));
  const { series, options } = seriesOf(answerGrid(bound, queries, []));
  return collectivePlot(
    series.map((one) => ({ ...one, name: one.name.replace('regression', 'regression on the measurements') })),
    options,
  );
}

/** The two collectives of the first case study, by both models. */
function contention(): string {
  const { contention: rows } = caseStudies({
    platform: SHIPPED_PLATFORM,
    transfers: platformTransfers(SHIPPED_PLATFORM, 'core'),
    channel: 'core',
    bytes: [2 ** 20],
    segmentBytes: 8192,
    ranks: [2, 4, 8, 16, 32, 64],
    ringRanks: 2,
    ranksPerNode: [],
  });
  const line = (
    name: string,
    style: number,
    us: (row: (typeof rows)[number]) => number,
  ): CollectiveSeries => ({
    name,
    measured: false,
    style,
    points: rows.map((row) => ({ x: row.ranks, latency: us(row) * 1e3 })),
  });
  return collectivePlot(
    [
      line('allgather, τ-Lop', 0, (row) => row.taulop.secondUs),
      line('scatter, τ-Lop', 1, (row) => row.taulop.firstUs),
      line('either, LogGP', 2, (row) => row.loggp.firstUs),
    ],
    {
      title: 'Binomial scatter and recursive-doubling allgather of 1 MiB',
      subtitle: 'within one socket of EPYC-ORFEO, segments of 8 KiB',
      over: 'processes',
    },
  );
}

export const PICTURES: Readonly<Record<string, () => string>> = {
  'bcast-chain-64KiB.svg': () =>
    predictions({
      collective: 'bcast',
      algorithm: 'chain',
      mappings: ['core'],
      bytes: 65536,
      models: LATENCY_MODELS,
    }),
  'contention.svg': contention,
};

export function scoresPicture(rows: readonly ScoreRow[]): string {
  return scoresPlot(rows);
}

const NOTE =
  '# Values of the fitted line of EPYC-ORFEO, made by docs/collective-models/make.ts: no measurement';

/** What osu_latency would print on a machine that follows the fitted line of a channel. */
function latencyText(channel: number): string {
  const { endToEndUs = 0, gapUsPerByte } = EPYC_ORFEO.loggp[channel];
  const sizes = Array.from({ length: 23 }, (_, i) => 2 ** i);
  const rows = sizes.map((bytes) => row(bytes, [endToEndUs + gapUsPerByte * bytes]));
  return ['# OSU MPI Latency Test v7.1', '# Size          Latency (us)', NOTE, ...rows, ''].join('\n');
}

/** What osu_bcast -f would print for two ranks that share a cache. */
function bcastText(): string {
  const { overheadUs, endToEndUs = 0, gapUsPerByte } = EPYC_ORFEO.loggp[0];
  const rows = [1, 2, 4, 8].map((bytes) => {
    const longest = endToEndUs + gapUsPerByte * bytes;
    return `${row(bytes, [(overheadUs + longest) / 2, overheadUs, longest])}        1000`;
  });
  const head = '# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations';
  return ['# OSU MPI Broadcast Latency Test v7.1', head, NOTE, ...rows, ''].join('\n');
}

function row(bytes: number, us: readonly number[]): string {
  return `${String(bytes).padEnd(12)}${us.map((one) => one.toFixed(2).padStart(18)).join('')}`;
}

export const EXAMPLES: Readonly<Record<string, () => string>> = {
  'latency_cache.txt': () => latencyText(0),
  'latency_core.txt': () => latencyText(1),
  'latency_socket.txt': () => latencyText(2),
  'latency_node.txt': () => latencyText(3),
  'bcast_cache_p2.txt': bcastText,
};
