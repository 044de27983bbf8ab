/** Noise, as the last part of the page. */
import { noiseSteps } from '../../noise/question.js';
import { isDrawn, type Noise } from '../../noise/sources.js';
import { reportNoise } from '../../report/html/noise-data.js';
import { noiseSection } from '../../report/html/noise-section.js';
import { noiseWarnings } from '../answers/noise.js';
import { reportQuestion } from '../answers/report-noise.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags, type NoiseSourceFlags } from '../flags/noise.js';
import { sourceTitle } from '../present/noise-sources.js';
import { latencyShown } from './latency-shown.js';
import { usualSamples } from './noise-settings.js';
import { paced } from './paced.js';
import type { Loaded } from './workbench.js';

/** What is asked of a program: `noise` is that of `flags`. */
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
      ...noiseWarnings(model, noise, result).map(({ message }) => message),
    ],
  );
}

const fewerRuns = (operations: number, samples: number): string =>
  `Of ${count(operations)} operations the page draws ${count(samples)} runs unless “runs” says how many; llamp-ts noise draws ${count(NOISE_DEFAULTS.samples)}.`;

const count = (value: number): string => value.toLocaleString('en-US');
