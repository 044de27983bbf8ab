/** Many runs of a program with noise, as an answer of their own or as a part of a report. */
import { Model } from '../../analysis/model.js';
import { joinWarnings, type Warning } from '../../errors.js';
import { dependsOnPrices } from '../../graph/execution-graph.js';
import { isDrawn, type Noise } from '../../noise/noise-model.js';
import { type NoiseQuestion, type NoiseResult, noiseAnswer } from '../../noise/noise-runs.js';
import type { SiteNames } from '../../schedule/program-calls.js';
import { axisByName } from '../../timing/axis.js';
import { parseList, parseShare } from '../flags/parameter-values.js';
import {
  NOISE_DEFAULTS,
  type NoiseDrawFlags,
  type NoiseFlags,
  noiseOf,
  noiseQuery,
} from '../input/noise-input.js';
import type { Answered } from '../output/answer.js';
import { type LoadedModel, namesOf, open, withProgress } from '../pipeline/pipeline.js';
import type { ProgressBar } from '../process/progress.js';
import { type NoiseFound, noiseView, sourceTitle } from './noise-tables.js';
import type { ReportFlags } from './report-data.js';

export async function askNoise(inputs: readonly unknown[], flags: NoiseFlags): Promise<Answered> {
  const { percents, share } = noiseQuery(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { schedule, ...opened } = await open(inputs, flags, progress);
    const { machine } = opened.resolved;
    const noise = noiseOf(flags, machine.network, schedule.ranks);
    const axis = axisByName(machine, flags.parameter);
    const at = flags.at === undefined ? [] : parseList(axis, flags.at, '--at', flags.unit);
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

/** Fewer runs have hardly any in a tail of 1 %. */
const ENOUGH = 100;

/** Limits of the answer. */
export function noiseWarnings(
  { graph }: Model,
  { noise, followed }: NoiseQuestion,
  { times, criticality }: NoiseResult,
): Warning[] {
  const drawn = isDrawn(noise);
  return joinWarnings(
    dependsOnPrices(graph) && {
      code: 'order-kept',
      message: 'the order of messages is that of the run without noise, but noise may change it',
    },
    (graph.program?.windows.byOp.size ?? 0) > 0 && {
      code: 'noise-in-windows',
      message:
        'noise is not applied to the total time of receives that may complete in any order. T is a lower bound if that time decides it.',
    },
    drawn &&
      times.length < ENOUGH && {
        code: 'few-samples',
        message: `${times.length === 1 ? '1 run is' : `${times.length} runs are`} too few to show rare runtimes; increase --samples`,
      },
    drawn &&
      noise.detours !== null &&
      noise.computation !== null && {
        code: 'not-monotone',
        message:
          'T of a run may fall when noise grows, because computations both vary and are interrupted. More than one noise factor may give the slowdown of --pct.',
      },
    criticality.runs === 0 &&
      Math.min(times.length, followed) > 0 && {
        code: 'paths-left-out',
        message:
          'the program is too large to follow the critical paths of simulated runs. Use --region to analyse a part of it.',
      },
  );
}

// Noise as a part of the report, on the report's model and with its slowdowns.

/** Settings of the report; `names`: of return addresses. */
export interface NoiseOfReport {
  readonly percents: readonly number[];
  readonly names: SiteNames;
}

/** The noise analysis of a report or a live page. */
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
