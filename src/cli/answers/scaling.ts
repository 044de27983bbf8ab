/** T, λ and tolerance as laws over the number of ranks, as flags ask. */
import { Model } from '../../analysis/model.js';
import { tolerance } from '../../analysis/tolerance.js';
import type { Warning } from '../../errors.js';
import { type AlgorithmsTaken, algorithmsTaken, changeWarnings } from '../../scaling/algorithms.js';
import { farthest, isPowerOfTwo, LEAST_POINTS } from '../../scaling/law.js';
import { type ScaledQuantity, scaling } from '../../scaling/question.js';
import { axisByName } from '../../timing/axis.js';
import { parsePercents } from '../flags/parameters.js';
import { regionAsked } from '../flags/region.js';
import { parseRanks, type ScalingFlags } from '../flags/scaling.js';
import { choicesOf } from '../input/choices.js';
import { scaledPrograms } from '../input/scaled.js';
import { scheduleBy } from '../input/schedule.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { guardedOptions, surroundings, withProgress } from '../pipeline/pipeline.js';
import { within } from '../pipeline/region.js';
import { type AskedProgram, scalingView } from '../present/scaling.js';

/** The answer and its picture. */
export interface ScalingAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** A program with what was asked of it. */
interface Asked extends AskedProgram {
  readonly taken: AlgorithmsTaken;
  readonly warnings: readonly Warning[];
}

/** Throws all that LlampError is. */
export async function scalingAnswer(inputs: readonly string[], flags: ScalingFlags): Promise<ScalingAnswer> {
  const predict = flags.predict === undefined ? undefined : parseRanks(flags.predict, '--predict');
  const programs = (await askedPrograms(inputs, flags)).sort((a, b) => a.ranks - b.ranks);
  const predicted = predict ?? nextOf(programs.map(({ ranks }) => ranks));
  const quantities = scaling(programs, predicted);
  const warnings = [...toldOf(programs), ...changeWarnings(programs), ...lawWarnings(quantities)];
  const { axis } = programs[0].result;
  return {
    answer: scalingView(programs, quantities, warnings),
    picture: ({ scalingPlot }) => scalingPlot(quantities, axis),
  };
}

/** Two and four times the largest, as far as laws may be taken. */
function nextOf(ranks: readonly number[]): number[] {
  if (ranks.length < LEAST_POINTS) return [];
  const largest = Math.max(...ranks);
  return [2 * largest, 4 * largest].filter((one) => one <= farthest(ranks).high);
}

async function askedPrograms(inputs: readonly string[], flags: ScalingFlags): Promise<Asked[]> {
  const { ranks, ...rest } = flags;
  const percents = parsePercents(flags.pct);
  const region = regionAsked(flags);
  const choices = choicesOf(flags.collective ?? []);
  const around = await surroundings(flags);
  const wanted = ranks === undefined ? undefined : parseRanks(ranks, '--ranks');
  return withProgress(flags.quiet, async (progress) => {
    const asked: Asked[] = [];
    const programs = scaledPrograms(inputs, { ...rest, digest: flags.json }, wanted, progress);
    for await (const { program, info: whole } of programs) {
      const made = scheduleBy(program, choices);
      const resolved = around.machineFor(made.schedule.ranks);
      const { schedule, info, warnings } = within({ ...made, info: whole }, region, resolved.machine);
      progress.begin(`solving ${info.source}`);
      const model = await Model.of(schedule, resolved.machine, guardedOptions(flags));
      const result = await tolerance(model, percents, axisByName(model.machine, flags.parameter));
      asked.push({
        ranks: schedule.ranks,
        result,
        info,
        resolved,
        counts: { schedule, messages: model.graph.messages },
        taken: algorithmsTaken(program, choices),
        warnings: [...warnings, ...resolved.warnings, ...result.warnings],
      });
    }
    return asked;
  });
}

/** What is told of several programs once, and of one with its name. */
function toldOf(programs: readonly Asked[]): Warning[] {
  const sources = new Map<string, { readonly warning: Warning; readonly of: Set<string> }>();
  for (const { info, warnings } of programs)
    for (const warning of warnings) {
      const known = sources.get(warning.message) ?? { warning, of: new Set() };
      sources.set(warning.message, { warning, of: known.of.add(info.source) });
    }
  return [...sources.values()].map(({ warning, of }) =>
    of.size === programs.length
      ? warning
      : { ...warning, message: `${[...of].join(', ')}: ${warning.message}` },
  );
}

/** Below this, laws that bend alike are hardly told apart. */
const ENOUGH = 5;

function lawWarnings([{ points, predictions }]: readonly ScaledQuantity[]): Warning[] {
  const warnings: Warning[] = [];
  if (points.length < ENOUGH)
    warnings.push({
      code: 'few-points',
      message: `${points.length} numbers of ranks hardly tell one law from another: five or more do better`,
    });
  const odd = predictions.map(({ ranks }) => ranks).filter((ranks) => !isPowerOfTwo(ranks));
  if (odd.length > 0 && points.every(({ ranks }) => isPowerOfTwo(ranks)))
    warnings.push({
      code: 'powers-of-two',
      message: `all programs have a power of two of ranks, ${odd.join(', ')} ${odd.length === 1 ? 'is' : 'are'} none: log2 p is not told from the whole rounds ⌊log2 p⌋ and ⌈log2 p⌉, and many collectives take further steps there: a program between powers of two tells`,
    });
  return warnings;
}
