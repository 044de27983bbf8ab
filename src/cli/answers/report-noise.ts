/** Noise as a part of the report: the question of `noise` about the report's own model, with its slowdowns. */
import type { Model } from '../../analysis/model.js';
import type { Warning } from '../../errors.js';
import { noiseAnswer } from '../../noise/question.js';
import type { SiteNames } from '../../schedule/call-sites.js';
import { NOISE_DEFAULTS } from '../flags/noise.js';
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

/** Throws UsageError, and InputError of files, of what is noisy. */
export function noiseOfReport(
  model: Model,
  flags: ReportFlags,
  { percents, names }: NoiseOfReport,
): Promise<NoiseFound & { readonly warnings: readonly Warning[] }> {
  return withProgress(flags.quiet, async (progress) => {
    const noise = noiseOf(flags, model.machine.network, model.schedule.ranks);
    const { samples = NOISE_DEFAULTS.samples, seed = NOISE_DEFAULTS.seed } = flags;
    const { follow: followed, quantile } = NOISE_DEFAULTS;
    const share = parseShare(quantile, 'quantile');
    progress.begin('playing it with noise');
    const question = { noise, samples, seed, axis: model.latency, at: [], percents, share, followed, names };
    const result = noiseAnswer(model.graph, model.machine, question);
    return { question, result, words: sourceTitle(flags), warnings: noiseWarnings(model, noise, result) };
  });
}
