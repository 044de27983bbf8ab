/** Noise: what many runs with luck of their own take, what they bear, and what their longest paths run through. */
import { formatTime } from '../../units/units.js';
import {
  type NoiseFormats,
  type NoiseTable,
  noiseCritical,
  noiseFacts,
  noiseQuantiles,
  noiseTolerances,
  quantileText,
} from '../noise-tables.js';
import { escapeText } from '../plots/frame.js';
import { noisePlot } from '../plots/noise.js';
import { percent } from '../plots/numbers.js';
import { PAGE } from '../plots/palette.js';
import type { ReportData, ReportNoise } from './data.js';
import { type LatencyShown, machineLatency } from './machine-latency.js';
import { noteOf, table, warningNotes } from './table.js';

/** Ranks, pairs, calls and functions that are shown, of each. */
const SHOWN = 5;
const FORMATS: NoiseFormats = { share: percent, value: formatTime };

const AMPLIFICATION =
  'Amplification: how much later the mean of T is, against the noise expected on the longest path of the program without noise; above 1 where other paths take over, for whoever waits for several waits for the unluckiest. What shows below 100 % of the noise of the rank with most, the program absorbs: it falls where ranks wait anyway.';
const CRITICAL =
  'Criticality: the share of the runs whose longest path runs through a part, and how many operations of it (messages of a pair) are on the path on average.';

/** What the section is made of: a report, or as much of one. */
export interface NoiseSectionShown extends Pick<ReportData, 'noise'> {
  readonly curve: LatencyShown;
}

/** Nothing where it was not asked. `warnings`: what is to be told within it, as a report tells it of all its parts. */
export function noiseSection({ noise, curve }: NoiseSectionShown, warnings: readonly string[] = []): string {
  if (noise === undefined) return '';
  const drawn = noise.summary.samples > 1;
  const parts = [
    `<p>${escapeText(drawn ? drawnText(noise) : lateText(noise))}</p>`,
    drawn ? pictureOf(noise) : '',
    table(['', ''], noiseFacts(noise, FORMATS)),
    noise.amplification === null ? '' : noteOf(AMPLIFICATION),
    drawn ? part('Quantiles of T', noiseQuantiles(noise, FORMATS)) : '',
    noise.borne.length === 0 ? '' : part('What is borne', noiseTolerances(noise, FORMATS)),
    noise.criticality.runs === 0 ? '' : criticalPart(noise),
    noteOf(
      `All at ${machineLatency(curve)}; “without noise” is T of this page.${curve.wires ? ' L grows on every wire.' : ''}`,
    ),
    warningNotes(warnings),
  ];
  return `<section aria-labelledby="h-noise"><h2 id="h-noise">Noise</h2>${parts.join('')}</section>`;
}

const criticalPart = ({ criticality }: ReportNoise): string =>
  `${part('What is critical', noiseCritical(criticality, SHOWN, FORMATS))}${noteOf(CRITICAL)}`;

const part = (name: string, { heads, rows }: NoiseTable): string => `<h3>${name}</h3>${table(heads, rows)}`;

function drawnText({ words, seed, runtime, summary }: ReportNoise): string {
  const runs = `${summary.samples.toLocaleString('en-US')} runs, each with luck of its own (seed ${seed})`;
  const more = runtime === 0 ? 0 : summary.mean / runtime - 1;
  const later = `${percent(Math.abs(more))} ${more < 0 ? 'below' : 'above'} T without noise`;
  return `${words}: ${runs}. T is ${formatTime(summary.mean)} on average, ${later}; 95 % of the runs end within ${quantileText(summary, 0.95)}.`;
}

const lateText = ({ words, delayed }: ReportNoise): string =>
  `${words}: nothing is drawn, and T is ${formatTime(delayed)}.`;

function pictureOf({ words, runtime, summary, times }: ReportNoise): string {
  const runs = { runtime, summary, times: Float64Array.from(times) };
  const title = `T of ${summary.samples.toLocaleString('en-US')} runs with noise`;
  const svg = noisePlot(runs, { palette: PAGE, idPrefix: 'noise', width: 900, title, subtitle: words });
  return `<div class="scroll picture">${svg}</div>`;
}
