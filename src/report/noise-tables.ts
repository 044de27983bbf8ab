/** The results of runs with noise, as plain values, and as tables for terminal and page. */

import type { SampleSummary } from '../analysis/statistics.js';
import type { Criticality, CriticalPart } from '../noise/noise-paths.js';
import type { NoiseQuestion, NoiseResult } from '../noise/noise-runs.js';
import type { Axis } from '../timing/axis.js';
import { formatTime } from '../units.js';

/** The tolerance at one slowdown; null: any amount. In the parameter's unit. */
export interface NoiseTolerated {
  readonly percent: number;
  /** Tolerated factor of all noise; 0: the quantile exceeds the limit even without noise. */
  readonly factor: number | null;
  /** Whether the quantile already exceeds the limit; nothing of the parameter is then tolerated. */
  readonly exceeded: boolean;
  readonly growth: number | null;
  /** The same without noise. */
  readonly quietGrowth: number | null;
}

/** The answer to a question about noise, as JSON carries it. Times in ns. */
export interface NoiseShown
  extends Pick<
    NoiseResult,
    'runtime' | 'delayed' | 'summary' | 'expected' | 'amplification' | 'absorption' | 'criticality'
  > {
  /** The sources of noise as given. */
  readonly words: string;
  /** Whether some ranks have certain delays. */
  readonly late: boolean;
  /** The quantile compared with slowdowns, 0 … 1, and the varied parameter. */
  readonly share: number;
  readonly axis: Pick<Axis, 'name' | 'unit'>;
  readonly tolerated: readonly NoiseTolerated[];
}

/** Formats of shares of 1 and values of the parameter. */
interface NoiseFormats {
  share(share: number): string;
  value(value: number): string;
}

/** A table before layout. */
export interface NoiseTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `words`: the sources of noise. */
export function noiseShown(question: NoiseQuestion, result: NoiseResult, words: string): NoiseShown {
  const { runtime, delayed, summary, expected, amplification, absorption, criticality } = result;
  const { name, unit } = question.axis;
  return {
    words,
    ...{ runtime, delayed, summary, expected, amplification, absorption, criticality },
    late: question.noise.delays.length > 0,
    share: question.share,
    axis: { name, unit },
    tolerated: result.tolerances.map(({ percent, factor, growth, quietGrowth }) => ({
      percent,
      factor: limited(factor),
      exceeded: growth === null,
      growth: limited(growth),
      quietGrowth: limited(quietGrowth),
    })),
  };
}

const limited = (value: number | null): number | null =>
  value === null ? 0 : Number.isFinite(value) ? value : null;

/** Facts and tables of runs with noise; a table without rows is null. */
export function noiseTables(shown: NoiseShown, formats: NoiseFormats) {
  const { summary, tolerated, criticality } = shown;
  return {
    facts: noiseFacts(shown, formats),
    quantiles: summary.samples > 1 ? noiseQuantiles(shown, formats) : null,
    tolerances: tolerated.length > 0 ? noiseTolerances(shown, formats) : null,
    critical: criticality.runs > 0 ? noiseCritical(criticality, formats) : null,
  };
}

/** Names and values; a sample of one run has no mean. */
function noiseFacts(shown: NoiseShown, { share }: NoiseFormats): [string, string][] {
  const { runtime, delayed, summary, expected, amplification, absorption, late } = shown;
  const more = (ns: number): string => `${formatTime(ns)} (${against(ns, runtime, share)})`;
  const facts: [string, string][] = [['T without noise', formatTime(runtime)]];
  if (late) facts.push(['T with the delays', more(delayed)]);
  if (summary.samples > 1)
    facts.push(
      [`mean of T, ${summary.samples.toLocaleString('en-US')} runs`, more(summary.mean)],
      ['standard error of the mean', formatTime(summary.standardError)],
      ['standard deviation of T', formatTime(summary.sd)],
    );
  if (amplification !== null)
    facts.push(
      ['mean noise on the path', formatTime(expected.onPath)],
      ['amplification', `${fourDigits(amplification)} (increase of T / noise on the path)`],
    );
  if (absorption !== null)
    facts.push(
      ['mean noise of the noisiest rank', formatTime(expected.ofRank)],
      absorption >= 0
        ? ['share that reaches T', `${share(1 - absorption)} (increase of T / noise of this rank)`]
        : [
            'increase of T',
            `${fourDigits(1 - absorption)} times this noise, because that of other ranks adds to it`,
          ],
    );
  return facts;
}

const fourDigits = (value: number): string => String(Number(value.toPrecision(4)));

/** Share by which `ns` exceeds the T without noise. */
function against(ns: number, runtime: number, share: NoiseFormats['share']): string {
  const more = runtime === 0 ? 0 : ns / runtime - 1;
  return `${more < 0 ? '−' : '+'}${share(Math.abs(more))}`;
}

/** T at each quantile with its interval. */
function noiseQuantiles({ runtime, summary }: NoiseShown, { share }: NoiseFormats): NoiseTable {
  const end = (ns: number | null): string => (ns === null ? '?' : formatTime(ns));
  return {
    heads: ['quantile', 'T', 'relative to no noise', '95 % confidence'],
    rows: summary.quantiles.map(({ share: of, value, low, high }) => [
      share(of),
      formatTime(value),
      against(value, runtime, share),
      `${end(low)} to ${end(high)}`,
    ]),
  };
}

/** The tolerance at each slowdown. */
function noiseTolerances({ axis, share, tolerated }: NoiseShown, formats: NoiseFormats): NoiseTable {
  const growth = (value: number | null, exceeded = false): string =>
    exceeded ? 'already slower' : value === null ? 'any' : formats.value(value);
  return {
    heads: [
      `${formats.share(share)} of runs at most slower by`,
      'noise may be',
      `Δ${axis.name} with this noise`,
      `Δ${axis.name} without noise`,
    ],
    rows: tolerated.map((one) => [
      `${one.percent} %`,
      factorText(one.factor),
      growth(one.growth, one.exceeded),
      growth(one.quietGrowth),
    ]),
  };
}

function factorText(factor: number | null): string {
  if (factor === null) return 'any';
  return factor === 0 ? 'none' : `${fourDigits(factor)} times`;
}

/** Maximum number of ranks, pairs, calls and functions shown, each; JSON has all. */
const SHOWN = 5;

/** The parts on the longest paths. */
function noiseCritical(
  { runs, ranks, pairs, calls, regions }: Criticality,
  { share }: NoiseFormats,
): NoiseTable {
  const rows = (parts: readonly CriticalPart[], word = ''): string[][] =>
    parts
      .slice(0, SHOWN)
      .map((part) => [`${word}${part.name}`, share(part.share), fourDigits(part.operations)]);
  return {
    heads: [
      'part of the critical path',
      `in (of ${runs === 1 ? '1 run' : `${runs.toLocaleString('en-US')} runs`})`,
      'mean operations',
    ],
    rows: [...rows(ranks), ...rows(pairs, 'messages '), ...rows(calls), ...rows(regions)],
  };
}

/** T at one of the quantiles that every sample has, as text. */
export const quantileText = ({ quantiles }: SampleSummary, share: number): string =>
  formatTime(quantiles.find((one) => one.share === share)?.value ?? Number.NaN);
