/** The page about a program, with the comparison that lists of algorithms ask for. */
import type { VariantAxis } from '../../analysis/compare-variants.js';
import { Model } from '../../analysis/model.js';
import type { Program } from '../../sources/program.js';
import { namesOf } from '../call-sites/names.js';
import type { MachineFlags } from '../flags/machine.js';
import { noiseGiven } from '../flags/noise.js';
import { regionAsked, regionOfVariants } from '../flags/region.js';
import { type ReportAsked, type ReportFlags, reportAsked } from '../flags/report.js';
import { variantsOf } from '../flags/variants.js';
import { choicesOf } from '../input/choices.js';
import { comparedProgram } from '../input/compared.js';
import { measuredPoints } from '../input/measured.js';
import { type LoadedSchedule, scheduleBy } from '../input/schedule.js';
import type { Answer } from '../output/answer.js';
import type { ProgressBar } from '../output/progress.js';
import {
  guardedOptions,
  modelOptions,
  type Opened,
  scheduleFrom,
  surroundings,
  withProgress,
} from '../pipeline/pipeline.js';
import { wholeWarnings, within } from '../pipeline/region.js';
import {
  type MadeReport,
  makeReport,
  NOTHING_COMPARED,
  type ReportedComparison,
  reportedComparison,
  reportView,
  titleOf,
} from '../present/report.js';
import { heldRunsOf } from './measured.js';
import type { NoiseOfReport } from './report-noise.js';
import { sharedOf } from './shared.js';

const MOST_VARIANTS = 64;

/** The page, the file that it belongs into ('-': standard output), and what is said of it. */
export interface ReportAnswer {
  readonly page: string;
  readonly file: string;
  readonly answer: Answer;
}

/** What was found of a program, before it is a page. */
export interface ReportFound {
  readonly model: Model;
  readonly made: MadeReport;
  readonly answer: Answer;
}

/** Throws all that LlampError is. */
export async function reportAnswer(inputs: readonly string[], flags: ReportFlags): Promise<ReportAnswer> {
  const file = flags.output ?? `${titleOf(inputs)}.html`;
  const { made, answer } = await reportOf(inputs, { ...flags, output: file });
  const { renderReport } = await import('../../report/html/render.js');
  return { page: renderReport(made.data), file, answer };
}

/** `output`: the file that the page belongs into. Throws all that LlampError is. */
export async function reportOf(
  inputs: readonly string[],
  given: ReportFlags & { readonly output: string },
): Promise<ReportFound> {
  const asked = reportAsked(given);
  // Where algorithms are compared, the page is about the machine that tells them apart.
  const flags = { ...given, sharing: asked.compares ? ('ordered' as const) : undefined };
  const { schedule, comparison, ...opened } = await openedFor(inputs, asked, flags);
  const model = await Model.of(schedule, opened.resolved.machine, guardedOptions(flags));
  const { names, warnings: unnamed } = await namesOf(schedule.sites);
  const loaded = { ...opened, model, warnings: [...opened.warnings, ...unnamed] };
  const held = await heldRunsOf(flags.measured, model, model.latency, {
    ...opened,
    collective: firstOf(asked.axes),
  });
  const noise = await noiseAsked(model, flags, { percents: asked.percents, names });
  const told = {
    ...loaded,
    warnings: [...loaded.warnings, ...wholeWarnings(loaded), ...(noise?.warnings ?? [])],
  };
  const { unit, title = titleOf(inputs), 'latency-range': range } = flags;
  const made = await makeReport(model, {
    ...told,
    ...{ percents: asked.percents, range, unit, title, comparison, names },
    shared: await sharedOf(model, flags.shared),
    noise,
    held,
    measured: held === null ? [] : measuredPoints(held.file),
  });
  return { model, made, answer: reportView(told, made, given.output) };
}

/** Most reports have no noise, and do without what computes it. */
async function noiseAsked(model: Model, flags: ReportFlags, asked: NoiseOfReport) {
  if (!noiseGiven(flags)) return null;
  const { noiseOfReport } = await import('./report-noise.js');
  return noiseOfReport(model, flags, asked);
}

type Given = ReportFlags & Pick<MachineFlags, 'sharing'>;

/** The program on its machine, and its variants compared. */
async function openedFor(
  inputs: readonly string[],
  asked: ReportAsked,
  flags: Given,
): Promise<Opened & { readonly comparison: ReportedComparison }> {
  const around = await surroundings(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { program, schedule, info, warnings } = await readFor(inputs, asked, flags, progress);
    const resolved = around.machineFor(schedule.ranks);
    const region = asked.compares ? regionOfVariants(flags) : regionAsked(flags);
    const comparison = program === null ? NOTHING_COMPARED : await compared(program, asked, flags, progress);
    const opened = { schedule, resolved, info, warnings: [...warnings, ...resolved.warnings], comparison };
    return within(opened, region, resolved.machine);
  });
}

/** The schedule by the first algorithms; with several to compare also the program that its variants are made of. */
async function readFor(
  inputs: readonly string[],
  { axes, compares }: ReportAsked,
  flags: Given,
  progress: ProgressBar,
): Promise<LoadedSchedule & { readonly program: Program | null }> {
  // The page shows the digest.
  const read = { ...flags, collective: firstOf(axes), json: true };
  if (inputs.length === 0 || !compares)
    return { ...(await scheduleFrom(inputs, read, progress)), program: null };
  const { program, info } = await comparedProgram(inputs, read, axes, progress);
  return { ...scheduleBy(program, choicesOf(read.collective)), info, program };
}

const firstOf = (axes: readonly VariantAxis[]): string[] => axes.map(({ values }) => values[0]);

async function compared(
  program: Program,
  { axes, percents }: ReportAsked,
  flags: Given,
  progress: ProgressBar,
): Promise<ReportedComparison> {
  // Most reports compare nothing.
  const { compareVariants } = await import('./variants.js');
  const variants = variantsOf(axes, MOST_VARIANTS);
  const plans = variants.map(({ values }) => ({ collectives: values, machine: flags }));
  const { unit, 'latency-range': range } = flags;
  const plain = { percents, model: modelOptions(flags), region: regionOfVariants(flags) };
  const settings = range === undefined ? plain : { ...plain, follow: { range, unit } };
  return reportedComparison(await compareVariants(program, { axes, variants, plans, settings }, progress));
}
