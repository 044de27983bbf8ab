/** Runs with noise as JSON, CSV and text. */
import type { CriticalPart } from '../../noise/criticality.js';
import type { NoiseQuestion, NoiseResult, NoiseTolerance } from '../../noise/question.js';
import type { SampleSummary } from '../../noise/summary.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { facts, type TableRows, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { inputText, machineText } from './input.js';
import { formatOn, percentText, unitSuffix } from './solution.js';

/** What was asked and found; `words`: the sources of noise as they were written. */
export interface NoiseFound {
  readonly question: NoiseQuestion;
  readonly result: NoiseResult;
  readonly words: string;
}

/** Parts of each kind that are shown in words; all are in JSON. */
const SHOWN = 5;

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

function noiseJson({ question, result, words }: NoiseFound): Record<string, unknown> {
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
      [`delta_${axis.name}_without_noise_${unit}`]: quietGrowth === null ? 0 : finite(quietGrowth),
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
  const drawn = result.summary.samples > 1;
  return [
    factsText(found),
    ...(drawn ? [quantilesText(result)] : []),
    ...(question.percents.length === 0 ? [] : [tolerancesText(found)]),
    ...(result.points.length === 0 ? [] : [pointsText(found)]),
    ...(result.criticality.runs === 0 ? [] : [criticalText(result)]),
  ].join('\n');
}

function factsText({ question, result }: NoiseFound): string {
  const { runtime, delayed, summary, expected, amplification, absorption } = result;
  const more = (ns: number): string => `${formatTime(ns)} (${signed(runtime === 0 ? 0 : ns / runtime - 1)})`;
  const late = question.noise.delays.length > 0;
  const rounded = (value: number): string => String(Number(value.toPrecision(4)));
  return facts([
    ['T without noise', formatTime(runtime)],
    ...(late ? [['T with the delays', more(delayed)] as const] : []),
    ...(summary.samples === 1
      ? []
      : [
          [`mean of T, ${summary.samples.toLocaleString('en-US')} runs`, more(summary.mean)] as const,
          ['its standard error', formatTime(summary.standardError)] as const,
          ['sd of T', formatTime(summary.sd)] as const,
        ]),
    ...(amplification === null
      ? []
      : [
          ['noise expected on the path', formatTime(expected.onPath)] as const,
          ['amplification of it', rounded(amplification)] as const,
        ]),
    ...(absorption === null
      ? []
      : [
          ['noise expected of a rank', `${formatTime(expected.ofRank)} at most`] as const,
          ['shows of it in the mean of T', percentText(1 - absorption)] as const,
        ]),
  ]);
}

const signed = (share: number): string => `${share < 0 ? '−' : '+'}${percentText(Math.abs(share))}`;

function quantilesText({ runtime, summary }: NoiseResult): string {
  const heads = ['quantile', 'T', 'against T without', 'confidence 95 %'].map((title) => ({ title }));
  const rows = summary.quantiles.map(({ share, value, low, high }) => [
    percentText(share),
    formatTime(value),
    signed(runtime === 0 ? 0 : value / runtime - 1),
    `${low === null ? '?' : formatTime(low)} to ${high === null ? '?' : formatTime(high)}`,
  ]);
  return table(heads, rows);
}

function tolerancesText({ question: { axis, share }, result }: NoiseFound): string {
  const quantile = `${percentText(share)} of runs`;
  const heads = [
    `${quantile} slower by at most`,
    'noise may be',
    `${axis.name} may grow by`,
    'without noise by',
  ].map((title) => ({ title }));
  const growth = (value: number | null): string =>
    value === null ? 'slower as it is' : value === Number.POSITIVE_INFINITY ? 'any' : formatOn(axis, value);
  const rows = result.tolerances.map(({ percent, factor, growth: own, quietGrowth }) => [
    `${percent} %`,
    factorText(factor),
    growth(own),
    growth(quietGrowth),
  ]);
  return table(heads, rows);
}

function factorText(factor: NoiseTolerance['factor']): string {
  if (factor === null) return 'none';
  return factor === Number.POSITIVE_INFINITY ? 'any' : `${Number(factor.toPrecision(4))} times as much`;
}

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

const quantileText = ({ quantiles }: SampleSummary, share: number): string =>
  formatTime(quantiles.find((one) => one.share === share)?.value ?? Number.NaN);

function criticalText({ criticality }: NoiseResult): string {
  const { runs, ranks, pairs, calls, regions } = criticality;
  const heads = [
    { title: 'longest paths run through', align: 'left' as const },
    { title: `of ${runs.toLocaleString('en-US')} runs` },
    { title: 'operations' },
  ];
  const rows = (parts: readonly CriticalPart[], word: string): string[][] =>
    parts
      .slice(0, SHOWN)
      .map(({ name, share, operations }) => [
        `${word}${name}`,
        percentText(share),
        String(Number(operations.toPrecision(4))),
      ]);
  return table(heads, [
    ...rows(ranks, ''),
    ...rows(pairs, 'messages '),
    ...rows(calls, ''),
    ...rows(regions, ''),
  ]);
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
