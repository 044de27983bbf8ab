/** Runs with noise as JSON, CSV and text. */
import type { SampleSummary } from '../../analysis/statistics.js';
import type { NoiseQuestion, NoiseResult } from '../../noise/noise-runs.js';
import { type NoiseTable, noiseShown, noiseTables, quantileText } from '../../report/noise-tables.js';
import { formatTime } from '../../units.js';
import type { Answer } from '../output/answer.js';
import { csvTable, facts, finite, percentText, type TableRows, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { formatOn, inputText, machineText, unitSuffix } from './solution-text.js';

/** Question and result; `words`: the sources of noise as written. */
export interface NoiseFound {
  readonly question: NoiseQuestion;
  readonly result: NoiseResult;
  readonly words: string;
}

export function noiseView(loaded: LoadedModel, found: NoiseFound): Answer {
  return {
    json: () => envelopeOf(loaded, noiseJson(found), []),
    csv: () =>
      csvTable(
        ['run', 'runtime_ns'],
        Array.from(found.result.times, (ns, run) => [run, ns]),
      ),
    text: () => `${inputText(loaded)}noise: ${found.words}\n\n${noiseText(found)}`,
    shared: () => ({ head: machineText(loaded.resolved), ...sharedRow(found) }),
  };
}

/** The answer of `noise`, also as a part of other answers. */
export function noiseJson({ question, result, words }: NoiseFound): Record<string, unknown> {
  const { axis } = question;
  const unit = unitSuffix(axis);
  return {
    noise: words,
    seed: question.seed,
    runtime_ns: result.runtime,
    delayed_runtime_ns: result.delayed,
    ...summaryJson(result.summary),
    noise_on_path_ns: result.expected.onPath,
    noise_of_rank_largest_ns: result.expected.ofRank,
    noise_of_rank_mean_ns: result.expected.ofRanks,
    amplification: result.amplification,
    absorption: result.absorption,
    tolerance_quantile: question.share,
    parameter: axis.name,
    tolerance: result.tolerances.map(({ percent, factor, growth, quietGrowth }) => ({
      pct: percent,
      limit_ns: result.runtime * (1 + percent / 100),
      noise_factor: factor === null ? 0 : finite(factor),
      exceeded: growth === null,
      [`delta_${axis.name}_${unit}`]: growth === null ? 0 : finite(growth),
      [`delta_${axis.name}_without_noise_${unit}`]: finite(quietGrowth),
    })),
    points: result.points.map(({ x, runtime, summary }) => ({
      [`${axis.name}_${unit}`]: x,
      runtime_ns: runtime,
      ...summaryJson(summary),
    })),
    followed: result.criticality.runs,
    criticality: criticalityJson(result),
  };
}

function summaryJson({ samples, mean, standardError, sd, least, largest, quantiles }: SampleSummary) {
  return {
    samples,
    mean_ns: mean,
    standard_error_ns: standardError,
    sd_ns: sd,
    least_ns: least,
    largest_ns: largest,
    quantiles: quantiles.map(({ share, value, low, high }) => ({
      share,
      runtime_ns: value,
      low_ns: low,
      high_ns: high,
    })),
  };
}

function criticalityJson({ criticality }: NoiseResult): Record<string, unknown> {
  const { ranks, pairs, calls, regions } = criticality;
  return { ranks, pairs, calls, regions };
}

function noiseText(found: NoiseFound): string {
  const { question, result } = found;
  const value = (own: number): string => formatOn(question.axis, own);
  const tables = noiseTables(noiseShown(question, result, found.words), { share: percentText, value });
  return [
    facts(tables.facts),
    ...[tables.quantiles, tables.tolerances].flatMap((one) => (one === null ? [] : [tableText(one)])),
    ...(result.points.length === 0 ? [] : [pointsText(found)]),
    ...(tables.critical === null ? [] : [tableText(tables.critical, 'left')]),
  ].join('\n');
}

const tableText = ({ heads, rows }: NoiseTable, first: 'left' | 'right' = 'right'): string =>
  table(
    heads.map((title, i) => ({ title, align: i === 0 ? first : 'right' })),
    rows,
  );

function pointsText({ question: { axis }, result }: NoiseFound): string {
  const heads = [axis.name, 'T without noise', 'mean', '50 %', '95 %', '99 %'].map((title) => ({ title }));
  const rows = result.points.map(({ x, runtime, summary }) => [
    formatOn(axis, x),
    formatTime(runtime),
    formatTime(summary.mean),
    ...[0.5, 0.95, 0.99].map((share) => quantileText(summary, share)),
  ]);
  return table(heads, rows);
}

function sharedRow({ question, result }: NoiseFound): TableRows {
  const { axis, percents } = question;
  return {
    heads: [
      'T without noise',
      'mean of T',
      'sd',
      '95 %',
      ...percents.map((one) => `Δ${axis.name} at ${one} %`),
    ].map((title) => ({ title })),
    rows: [
      [
        formatTime(result.runtime),
        formatTime(result.summary.mean),
        formatTime(result.summary.sd),
        quantileText(result.summary, 0.95),
        ...result.tolerances.map(({ growth }) =>
          growth === null ? 'none' : growth === Number.POSITIVE_INFINITY ? 'any' : formatOn(axis, growth),
        ),
      ],
    ],
  };
}
