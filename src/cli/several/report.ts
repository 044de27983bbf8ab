/** The page about several programs: each is asked as it is alone, and there is one table, one picture, one file. */
import { mixedSensitivity, mixedTolerance } from '../../analysis/mix.js';
import type { ReportedMix, ReportedProgram } from '../../report/html/several.js';
import type { KeptTolerance } from '../answers/mix.js';
import { type ReportAnswer, reportAnswer, reportOf } from '../answers/report.js';
import { type ReportFlags, reportAsked } from '../flags/report.js';
import { VERSION } from '../output/version.js';
import { toleranceMixView } from '../present/mix.js';
import { askedOfSeveral, type MixPart, withoutGraphs } from './ask.js';
import { programNames } from './names.js';
import { noMixOfOne, parseWeights } from './weights.js';

/** Without --output. */
const FILE = 'report.html';

/** The page about `programs`, as `programsNamed` gives them, or about the one. Throws all that LlampError is. */
export async function reportsAnswer(
  programs: readonly (readonly string[])[],
  flags: ReportFlags,
): Promise<ReportAnswer> {
  if (programs.length > 1) return reportsOfSeveral(programs, flags);
  noMixOfOne(flags.weight);
  return reportAnswer(programs[0], flags);
}

async function reportsOfSeveral(
  programs: readonly (readonly string[])[],
  flags: ReportFlags,
): Promise<ReportAnswer> {
  const { percents } = reportAsked(flags);
  const names = programNames(programs);
  const weights = parseWeights(flags.weight, names);
  const file = flags.output ?? FILE;
  const reported: ReportedProgram[] = [];
  const together: ReportedMix[] = [];
  const ask = async (inputs: readonly string[]) => {
    const i = reported.length;
    const one = await reportOf(inputs, { ...flags, output: file, title: names[i] });
    const { data, curve, result } = one.made;
    reported.push({ name: names[i], weight: weights?.[i] ?? null, data, curve: withoutGraphs(curve) });
    return { answer: one.answer, kept: { model: one.model, result } };
  };
  const mix = async (parts: readonly MixPart<KeptTolerance>[]) => {
    const all = parts.map(({ weight, kept: { model, result } }) => ({
      weight,
      ...{ model, axis: result.axis, result },
    }));
    const sums = mixedSensitivity(all);
    const tolerance = await mixedTolerance(all, percents);
    together.push({ ...sums, tolerance });
    return toleranceMixView(sums, all[0].axis, tolerance);
  };
  const { answer } = await askedOfSeveral(programs, { ...flags, output: undefined }, { ask, mix });
  const source = answer.json().machine?.source;
  const { renderSeveral } = await import('../../report/html/several.js');
  const page = renderSeveral({
    title: flags.title ?? names.join(', '),
    version: VERSION,
    machine: typeof source === 'string' ? source : null,
    programs: reported,
    mix: together[0] ?? null,
  });
  return { page, file, answer: { ...answer, text: () => `${answer.text()}\n${file}\n` } };
}
