/** Noise, as the last part of the page. */

import { isDrawn, type Noise } from '../../noise/noise-model.js';
import { noiseSteps } from '../../noise/noise-runs.js';
import { reportNoise } from '../../report/page/report-data.js';
import { noiseSection } from '../../report/page/report-sections.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags, type NoiseSourceFlags } from '../input/noise-input.js';
import { noiseWarnings, reportQuestion } from '../present/noise-question.js';
import { sourceTitle } from '../present/noise-tables.js';
import { usualSamples } from './settings.js';
import { type Loaded, latencyShown, paced } from './workbench.js';

/** The noise analysis of a program: `noise` is that of `flags`. */
export interface NoiseWanted {
  readonly noise: Noise;
  readonly flags: NoiseSourceFlags & NoiseDrawFlags;
  readonly percents: readonly number[];
}

/** The section. `pause` is awaited between two steps and may throw. */
export async function noisePart(
  { model, sites }: Loaded,
  { noise, flags, percents }: NoiseWanted,
  pause: () => Promise<void>,
): Promise<string> {
  const { operations } = model.schedule;
  const samples = flags.samples ?? usualSamples(operations);
  const question = reportQuestion(model, noise, { ...flags, samples }, { percents, names: sites.names });
  const result = await paced(noiseSteps(model.graph, model.machine, question), pause);
  const fewer = flags.samples === undefined && isDrawn(noise) && samples < NOISE_DEFAULTS.samples;
  return noiseSection(
    { noise: reportNoise(question, result, sourceTitle(flags)), curve: latencyShown(model.latency) },
    [
      ...(fewer ? [fewerRuns(operations, samples)] : []),
      ...noiseWarnings(model, question, result).map(({ message }) => message),
    ],
  );
}

const fewerRuns = (operations: number, samples: number): string =>
  `For ${count(operations)} operations the page simulates ${count(samples)} runs by default (llamp-ts noise: ${count(NOISE_DEFAULTS.samples)}). Set “runs” to change this.`;

const count = (value: number): string => value.toLocaleString('en-US');
