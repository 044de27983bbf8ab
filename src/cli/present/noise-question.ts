/** Many runs of a program with noise, as an answer of their own or as a part of a report. */
import { Model } from '../../analysis/model.js';
import { joinWarnings, type Warning } from '../../errors.js';
import { noiseAnswer } from '../../noise/noise-runs.js';
import { type NoiseOfReport, noiseWarnings, reportQuestion, sourceTitle } from '../../noise/noise-words.js';
import { axisByName } from '../../timing/axis.js';
import { parseList } from '../../timing/axis-values.js';
import { type NoiseFlags, noiseOf, noiseQuery } from '../input/noise-input.js';
import type { Answered } from '../output/answer.js';
import { type LoadedModel, namesOf, open, withProgress } from '../pipeline/pipeline.js';
import type { ProgressBar } from '../process/progress.js';
import { type NoiseFound, noiseView } from './noise-tables.js';
import type { ReportFlags } from './report-data.js';

export async function askNoise(inputs: readonly unknown[], flags: NoiseFlags): Promise<Answered> {
  const { percents, share } = noiseQuery(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { schedule, ...opened } = await open(inputs, flags, progress);
    const { machine } = opened.resolved;
    const noise = noiseOf(flags, machine.network, schedule.ranks);
    const axis = axisByName(machine, flags.parameter);
    const at = flags.at === undefined ? [] : parseList(axis, flags.at, '--at');
    const model = await Model.of(schedule, machine, { engine: 'sweep' });
    const sites = await namesOf(schedule.sites);
    const { samples, seed, follow: followed } = flags;
    const question = { noise, samples, seed, axis, at, percents, share, followed, names: sites.names };
    const result = noiseAnswer(model.graph, machine, question, simulating(progress));
    const warnings = joinWarnings(opened, sites, model, noiseWarnings(model, question, result));
    const loaded: LoadedModel = { ...opened, model, warnings };
    const words = sourceTitle(flags);
    return {
      answer: noiseView(loaded, { question, result, words }),
      picture: (plots) => plots.noisePlot(result, { subtitle: words }),
    };
  });
}

/** Shows the sweeps that are done; the number of all is unknown, because a tolerance is searched. */
function simulating(progress: ProgressBar): () => void {
  let sweeps = 0;
  progress.begin('simulating runs with noise');
  return () => progress.update(`simulating runs with noise, ${++sweeps} sweeps done`, 0, 0);
}

// Noise as a part of the report, on the report's model and with its slowdowns.

/** Throws UsageError for flags of noise, and InputError for their files. */
export function noiseOfReport(
  model: Model,
  flags: ReportFlags,
  query: NoiseOfReport,
): Promise<NoiseFound & { readonly warnings: readonly Warning[] }> {
  return withProgress(flags.quiet, async (progress) => {
    const noise = noiseOf(flags, model.machine.network, model.schedule.ranks);
    const question = reportQuestion(model, noise, flags, query);
    const result = noiseAnswer(model.graph, model.machine, question, simulating(progress));
    return { question, result, words: sourceTitle(flags), warnings: noiseWarnings(model, question, result) };
  });
}
