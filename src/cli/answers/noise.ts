/** A program with noise: many runs of it, and what they tell. */
import { Model } from '../../analysis/model.js';
import type { Warning } from '../../errors.js';
import { dependsOnPrices } from '../../graph/execution-graph.js';
import { type NoiseResult, noiseAnswer } from '../../noise/question.js';
import { isDrawn, type Noise } from '../../noise/sources.js';
import { axisByName } from '../../timing/axis.js';
import { namesOf } from '../call-sites/names.js';
import { type NoiseFlags, noiseAsked } from '../flags/noise.js';
import { parseList } from '../flags/parameters.js';
import { noiseOf } from '../input/noise.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { type LoadedModel, open, withProgress } from '../pipeline/pipeline.js';
import { noiseView } from '../present/noise.js';
import { sourceTitle } from '../present/noise-sources.js';

/** The answer and its picture. */
export interface NoiseAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Throws all that LlampError is. */
export async function askNoise(inputs: readonly unknown[], flags: NoiseFlags): Promise<NoiseAnswer> {
  const { percents, share } = noiseAsked(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { schedule, ...opened } = await open(inputs, flags, progress);
    const { machine } = opened.resolved;
    const noise = noiseOf(flags, machine.network, schedule.ranks);
    const axis = axisByName(machine, flags.parameter);
    const at = flags.at === undefined ? [] : parseList(axis, flags.at, '--at', flags.unit);
    const model = await Model.of(schedule, machine, { engine: 'sweep' });
    const { names, warnings } = await namesOf(schedule.sites);
    progress.begin('playing it with noise');
    const { samples, seed, follow: followed } = flags;
    const question = { noise, samples, seed, axis, at, percents, share, followed, names };
    const result = noiseAnswer(model.graph, machine, question);
    const told = [...opened.warnings, ...warnings, ...model.warnings, ...noiseWarnings(model, noise, result)];
    const loaded: LoadedModel = { ...opened, model, warnings: told };
    const words = sourceTitle(flags);
    return {
      answer: noiseView(loaded, { question, result, words }),
      picture: (plots) => plots.noisePlot(result, { subtitle: words }),
    };
  });
}

/** Below so many runs a tail of 1 % has hardly one. */
const ENOUGH = 100;

/** What does not hold of the answer, or only roughly. */
export function noiseWarnings(
  { graph }: Model,
  noise: Noise,
  { times, criticality }: NoiseResult,
): Warning[] {
  const found: Warning[] = [];
  if (dependsOnPrices(graph))
    found.push({
      code: 'order-kept',
      message: 'who comes first is kept as it is without noise: in a run with noise it may be another',
    });
  if ((graph.program?.windows.byOp.size ?? 0) > 0)
    found.push({
      code: 'noise-in-windows',
      message:
        'the sum that receives in any order take together has no noise in it: T is a lower bound where it decides',
    });
  if (isDrawn(noise) && times.length < ENOUGH)
    found.push({
      code: 'few-samples',
      message: `${times.length} runs tell little of the tails: ask for more`,
    });
  if (isDrawn(noise) && noise.detours !== null && noise.computation !== null)
    found.push({
      code: 'not-monotone',
      message:
        'interruptions of computations that also vary: T of a run need not grow with the noise, and the factor that it bears is one at which the limit is met',
    });
  if (criticality.runs < Math.min(times.length, 1))
    found.push({
      code: 'paths-left-out',
      message: 'the program is too large to follow longest paths of its runs',
    });
  return found;
}
