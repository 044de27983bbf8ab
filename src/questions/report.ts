/** `report`: a self-contained page about one program or several. */

import { Model } from '../analysis/model.js';
import type { VariantAxis } from '../analysis/rank-variants.js';
import { mixedSensitivity, mixedTolerance } from '../analysis/workload-mix.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf, variantsOf } from '../cli/flags/collective-choices.js';
import type { MachineFlags } from '../cli/flags/common-flags.js';
import { regionOfVariants, regionQuery } from '../cli/flags/region-flags.js';
import { type LoadedSchedule, loadProgram, scheduleBy, unpriced } from '../cli/input/load-input.js';
import type { Answer } from '../cli/output/answer.js';
import { comparedProgram } from '../cli/pipeline/compared-programs.js';
import {
  guardedOptions,
  manyOptions,
  modelOptions,
  namesOf,
  type Opened,
  surroundings,
  wholeWarning,
  within,
  withProgress,
} from '../cli/pipeline/pipeline.js';
import { measuredRunsOf } from '../cli/present/curve-tables.js';
import { type KeptTolerance, toleranceMixView } from '../cli/present/program-mix.js';
import {
  type MadeReport,
  makeReport,
  NOTHING_COMPARED,
  type ReportedComparison,
  type ReportFlags,
  type ReportQuery,
  reportedComparison,
  reportFlags,
  reportQuery,
  reportView,
  titleOf,
} from '../cli/present/report-data.js';
import { traceErrorOf } from '../cli/present/solution-text.js';
import { hostMemory } from '../cli/process/memory.js';
import { packageVersion } from '../cli/process/package-files.js';
import type { ProgressBar } from '../cli/process/progress.js';
import { type MixPart, noMixOfOne, ofSeveralQuery, programNames, withoutGraphs } from '../cli/several.js';
import { joinWarnings, UsageError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { type NoiseOfReport, noiseGiven } from '../noise/noise-words.js';
import type { ReportedMix, ReportedProgram } from '../report/page/report-page.js';
import { sharedOf, silencesOf } from '../report/page/report-parts.js';
import type { Schedule } from '../schedule/schedule.js';
import type { Program } from '../sources/program.js';
import { grouped } from '../units.js';

// The page about a program, with a comparison of algorithms if lists are given.

const MOST_VARIANTS = 64;

/** The page, its file ('-': standard output), and the answer. */
interface ReportAnswer {
  readonly page: string;
  readonly file: string;
  readonly answer: Answer;
}

/** Results of a program, before it is a page. */
interface ReportFound {
  readonly model: Model;
  readonly made: MadeReport;
  readonly answer: Answer;
  /** The page that computes by itself; null: not requested, or the program is too large. */
  readonly live: string | null;
}

/** Throws all that LlampError is. */
async function reportAnswer(inputs: readonly string[], flags: ReportFlags): Promise<ReportAnswer> {
  const file = flags.output ?? `${titleOf(inputs)}.html`;
  const { made, answer, live } = await reportOf(inputs, { ...flags, output: file });
  const { renderReport } = await import('../report/page/report-page.js');
  return { page: live ?? renderReport(made.data), file, answer };
}

/** `output`: the file of the page. Throws LlampErrors. */
async function reportOf(
  inputs: readonly string[],
  given: ReportFlags & { readonly output: string },
): Promise<ReportFound> {
  const query = reportQuery(given);
  // Where algorithms are compared, here or in the page, the machine distinguishes them.
  const chooses = query.compares || (given.live && query.axes.length > 0);
  const flags = { ...given, sharing: chooses ? ('ordered' as const) : undefined };
  const { schedule, comparison, whole, program, ...opened } = await openedFor(inputs, query, flags);
  const model = await Model.of(schedule, opened.resolved.machine, guardedOptions(flags));
  const sites = await namesOf(schedule.sites);
  const { names } = sites;
  const { info } = opened;
  const held = await measuredRunsOf(flags.measured, model, model.latency, {
    ...opened,
    collective: firstOf(query.axes),
  });
  const noise = await noiseQuery(model, flags, { percents: query.percents, names });
  const warned = {
    ...opened,
    model,
    warnings: joinWarnings(opened, sites, wholeWarning({ model, info }), noise),
  };
  const { title = titleOf(inputs), 'latency-range': range } = flags;
  const live = flags.live && whole.operations <= LIVE_OPERATIONS;
  const made = await makeReport(model, {
    error: await traceErrorOf(warned, flags),
    ...warned,
    // The page draws the other paths.
    ...(live ? { stops: 1 } : {}),
    ...{ percents: query.percents, range, title, comparison, names, choices: firstOf(query.axes) },
    shared: await sharedOf(model, flags.shared, hostMemory),
    silences: await silencesOf(program, {
      ...{ model, whole, percents: query.percents, names, options: manyOptions(flags) },
      ...{ region: query.compares ? regionOfVariants(flags) : regionQuery(flags) },
      choices: choicesOf(firstOf(query.axes)),
    }),
    noise,
    held,
    measured: held?.points ?? [],
  });
  const reported = { program, model, sites: whole.sites, names, data: made.data };
  return {
    model,
    made,
    answer: reportView(warned, made, given.output, flags.live ? liveText(live, whole) : ''),
    live: live ? await (await import('../cli/present/live-report.js')).liveReport(reported, flags) : null,
  };
}

/** A browser computes programs of up to so many operations. */
const LIVE_OPERATIONS = 8_000_000;

const liveText = (live: boolean, { operations }: Schedule): string =>
  live
    ? 'The page computes by itself: it contains all messages, sizes and times of the program\n'
    : `The page is static: ${grouped(operations)} operations are too many for a browser, which computes up to ${grouped(LIVE_OPERATIONS)}\n`;

/** The whole program. */
interface OpenedProgram {
  readonly program: Program;
  readonly whole: Schedule;
}

/** Loaded on demand, because most reports have no noise. */
async function noiseQuery(model: Model, flags: ReportFlags, query: NoiseOfReport) {
  if (!noiseGiven(flags)) return null;
  const { noiseOfReport } = await import('../cli/present/noise-question.js');
  return noiseOfReport(model, flags, query);
}

type Given = ReportFlags & Pick<MachineFlags, 'sharing'>;

/** The program on its machine, and its variants compared. */
async function openedFor(
  inputs: readonly string[],
  query: ReportQuery,
  flags: Given,
): Promise<Opened & OpenedProgram & { readonly comparison: ReportedComparison }> {
  const around = await surroundings(flags);
  return withProgress(flags.quiet, async (progress) => {
    const { program, schedule, info, unpricedOn, ...read } = await readFor(inputs, query, flags, progress);
    const resolved = around.machineFor(schedule);
    const region = query.compares ? regionOfVariants(flags) : regionQuery(flags);
    const comparison = query.compares ? await compared(program, query, flags, progress) : NOTHING_COMPARED;
    const warnings = joinWarnings(read, resolved, (await unpricedOn?.(resolved.machine)) ?? null);
    const opened = { schedule, resolved, info, warnings, comparison };
    return { ...within(opened, region, resolved.machine), program, whole: schedule };
  });
}

/** The program, and its schedule by the first algorithms. */
async function readFor(
  inputs: readonly string[],
  { axes, compares }: ReportQuery,
  flags: Given,
  progress: ProgressBar,
): Promise<LoadedSchedule & { readonly program: Program }> {
  // The page shows the digest.
  const read = { ...flags, collective: firstOf(axes), digest: true, json: true };
  const choices = choicesOf(read.collective);
  const { program, info } =
    inputs.length === 0 || !compares
      ? await loadProgram(inputs, read, progress)
      : await comparedProgram(inputs, read, axes, progress);
  const unpricedOn = (machine: Machine) => unpriced(program, choices, machine);
  return { ...scheduleBy(program, choices), info, program, unpricedOn };
}

const firstOf = (axes: readonly VariantAxis[]): string[] => axes.map(({ values }) => values[0]);

async function compared(
  program: Program,
  { axes, percents }: ReportQuery,
  flags: Given,
  progress: ProgressBar,
): Promise<ReportedComparison> {
  // Loaded on demand, because most reports compare nothing.
  const { compareVariants } = await import('../cli/present/compared-variants.js');
  const variants = variantsOf(axes, MOST_VARIANTS);
  const plans = variants.map(({ values }) => ({ collectives: values, machine: flags }));
  const { 'latency-range': range } = flags;
  const plain = { percents, model: modelOptions(flags), region: regionOfVariants(flags) };
  const settings = range === undefined ? plain : { ...plain, follow: { range } };
  return reportedComparison(await compareVariants(program, { axes, variants, plans, settings }, progress));
}

// The page about several programs: each is analysed alone; one table, one picture, one file.

/** Default of --output. */
const FILE = 'report.html';

/** The page about `programs`, as `programsNamed` gives them, or about one. Throws LlampErrors. */
async function reportsAnswer(
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
  const { percents } = reportQuery(flags);
  if (flags.live)
    throw new UsageError(`--live takes one program, not ${programs.length}`, 'name one, or leave --live out');
  const names = programNames(programs);
  const file = flags.output ?? FILE;
  const reported: ReportedProgram[] = [];
  const together: ReportedMix[] = [];
  const ask = async (inputs: readonly string[]) => {
    const i = reported.length;
    const one = await reportOf(inputs, { ...flags, output: file, title: names[i] });
    const { data, curve, result } = one.made;
    reported.push({ name: names[i], weight: null, data, curve: withoutGraphs(curve) });
    return { answer: one.answer, kept: { model: one.model, result }, runtime: () => result.runtime };
  };
  const mix = async (parts: readonly MixPart<KeptTolerance>[]) => {
    const all = parts.map(({ weight, kept: { model, result } }) => ({
      weight,
      ...{ model, axis: result.axis, result },
    }));
    for (const [i, { weight }] of all.entries()) reported[i] = { ...reported[i], weight };
    const sums = mixedSensitivity(all);
    const tolerance = await mixedTolerance(all, percents);
    together.push({ ...sums, tolerance });
    return toleranceMixView(sums, all[0].axis, tolerance);
  };
  const { answer } = await ofSeveralQuery(programs, { ...flags, output: undefined }, { ask, mix });
  const source = answer.json().machine?.source;
  const { renderSeveral } = await import('../report/page/report-page.js');
  const page = renderSeveral({
    title: flags.title ?? names.join(', '),
    version: packageVersion(),
    machine: typeof source === 'string' ? source : null,
    programs: reported,
    mix: together[0] ?? null,
  });
  return { page, file, answer: { ...answer, text: () => `${answer.text()}\n${file}\n` } };
}

export default class ReportCommand extends LlampCommand {
  static override summary = 'Write one self-contained HTML page: curve, critical path, sources of λ.';
  static override description =
    'The page loads nothing from the network, so it can be sent by mail. It also compares lists of algorithms for the collectives of traces; its other parts use the first algorithm of each list.';
  static override examples = [
    '<%= config.bin %> report trace.goal --output report.html',
    '<%= config.bin %> report trace.goal --latency-range +0..+50us --measured runs.csv --title "LULESH on 27 ranks"',
    '<%= config.bin %> report traces/cg-4 traces/sweep-4 --weight cg-4=3 --output programs.html',
    '<%= config.bin %> report traces/cg-4 --collective allreduce=recursive-doubling,ring --output cg.html',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = reportFlags;
  static override mostUsed: readonly (keyof typeof reportFlags)[] = [
    'output',
    'title',
    'latency-range',
    'measured',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ReportCommand);
    const { page, file, answer } = await reportsAnswer(await this.programs(argv), flags);
    await this.put(page, file);
    if (file === '-') return;
    await this.answer('report', { ...flags, output: undefined }, answer);
  }
}
