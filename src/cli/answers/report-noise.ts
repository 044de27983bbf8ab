/** Noise as a part of the report: the question of `noise` about the report's own model, with its slowdowns. */
import type { Model } from '../../analysis/model.js';
import type { Warning } from '../../errors.js';
import { type NoiseQuestion, noiseAnswer } from '../../noise/question.js';
import type { Noise } from '../../noise/sources.js';
import type { SiteNames } from '../../schedule/call-sites.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags } from '../flags/noise.js';
import { parseShare } from '../flags/parameters.js';
import type { ReportFlags } from '../flags/report.js';
import { noiseOf } from '../input/noise.js';
import { withProgress } from '../pipeline/pipeline.js';
import type { NoiseFound } from '../present/noise.js';
import { sourceTitle } from '../present/noise-sources.js';
import { noiseWarnings } from './noise.js';

/** What is asked beside flags; `names`: of return addresses. */
export interface NoiseOfReport {
  readonly percents: readonly number[];
  readonly names: SiteNames;
}

/** What a report, and a page of its kind, asks of noise. */
export function reportQuestion(
  { latency: axis }: Model,
  noise: Noise,
  { samples = NOISE_DEFAULTS.samples, seed = NOISE_DEFAULTS.seed }: NoiseDrawFlags,
  { percents, names }: NoiseOfReport,
): NoiseQuestion {
  const { follow: followed, quantile } = NOISE_DEFAULTS;
  const share = parseShare(quantile, 'quantile');
  return { noise, samples, seed, axis, at: [], percents, share, followed, names };
}

/** Throws UsageError, and InputError of files, of what is noisy. */
export function noiseOfReport(
  model: Model,
  flags: ReportFlags,
  asked: NoiseOfReport,
): Promise<NoiseFound & { readonly warnings: readonly Warning[] }> {
  return withProgress(flags.quiet, async (progress) => {
    const noise = noiseOf(flags, model.machine.network, model.schedule.ranks);
    progress.begin('playing it with noise');
    const question = reportQuestion(model, noise, flags, asked);
    const result = noiseAnswer(model.graph, model.machine, question);
    return { question, result, words: sourceTitle(flags), warnings: noiseWarnings(model, noise, result) };
  });
}
