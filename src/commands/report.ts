import { Flags } from '@oclif/core';
import { namedCollectives, type VariantAxis } from '../analysis/compare-variants.js';
import { Model } from '../analysis/model.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import type { MachineFlags } from '../cli/flags/machine.js';
import { parsePercents } from '../cli/flags/parameters.js';
import { collectiveAxis, variantsOf } from '../cli/flags/variants.js';
import { choicesOf } from '../cli/input/choices.js';
import { comparedProgram } from '../cli/input/compared.js';
import { loadSchedule } from '../cli/input/load.js';
import { readMeasured } from '../cli/input/measured.js';
import { type LoadedSchedule, scheduleBy } from '../cli/input/schedule.js';
import type { TraceFlags } from '../cli/input/traces.js';
import { machineOf } from '../cli/machine/machine.js';
import { readSite } from '../cli/machine/site-flags.js';
import { describeMachine } from '../cli/machine/text.js';
import { measuredFlag } from '../cli/output/plot.js';
import { ProgressBar } from '../cli/output/progress.js';
import { envelopeOf, modelOptions } from '../cli/pipeline/pipeline.js';
import { comparisonOf } from '../cli/present/compare.js';
import {
  DEFAULT_RANGE,
  makeReport,
  NOTHING_COMPARED,
  type ReportedComparison,
  reportedComparison,
  titleOf,
} from '../cli/present/report.js';
import { sensitivityJson, toleranceJson } from '../cli/present/solution.js';
import type { EvaluationSettings } from '../cli/workers/plan.js';
import { UsageError } from '../errors.js';
import { machineOn, type SitedMachine } from '../platform/site.js';
import type { Program } from '../sources/program.js';

const { csv, output, ...shared } = commonFlags;
const MOST_VARIANTS = 64;

export default class ReportCommand extends LlampCommand {
  static override summary = 'One self-contained HTML page: the curve, the critical path, where λ comes from.';
  static override description =
    'The page asks for nothing from a network: send it to a colleague. Lists of algorithms for the collectives of traces are compared in it; the page itself is about the first of each.';
  static override examples = [
    '<%= config.bin %> report trace.goal --output report.html',
    '<%= config.bin %> report trace.goal --latency-range +0..+50us --measured runs.csv --title "LULESH on 27 ranks"',
    '<%= config.bin %> report traces/cg-4 --collective allreduce=recursive-doubling,ring --output cg.html',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...shared,
    output: Flags.string({
      helpGroup: 'OUTPUT',
      helpValue: 'FILE.html',
      description: "file to write; '-' is standard output [default: named after INPUT, in this folder]",
    }),
    collective: Flags.string({
      helpGroup: 'TRACES',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME=A,B[:option=value]',
      description: 'algorithms of a collective; several of them are compared',
    }),
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: `interval of L on the curve, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
    }),
    measured: measuredFlag(),
    pct: Flags.string({ default: '1,2,5', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    title: Flags.string({ helpValue: 'TEXT', description: 'what the report is about [default: INPUT]' }),
  };

  async run(): Promise<void> {
    const { argv, flags: given } = await this.parse(ReportCommand);
    const inputs = argv.map(String);
    const percents = parsePercents(given.pct);
    const axes = (given.collective ?? []).map((text) => collectiveAxis(text));
    // Where algorithms are compared, the page is about the machine that tells them apart.
    const compares = axes.some(({ values }) => values.length > 1);
    const flags = { ...given, sharing: compares ? ('ordered' as const) : undefined };
    if (flags.json && flags.output === '-')
      throw new UsageError(
        '--json and --output - would mix on standard output',
        'name a file for the report',
      );
    const site = readSite(flags);
    const machine = await machineOf(flags);
    const progress = new ProgressBar(flags.quiet);
    try {
      const { program, ...loaded } = await read(inputs, flags, axes, progress);
      const { schedule, info } = loaded;
      const resolved: SitedMachine = site === null ? machine : machineOn(site, machine, schedule.ranks);
      if (flags['print-machine']) this.tell(describeMachine(resolved));
      const settings = { percents, model: modelOptions(flags) };
      const { unit, title = titleOf(inputs), 'latency-range': range } = flags;
      const follow = range === undefined ? {} : { follow: { range, unit } };
      const asked = { ...settings, ...follow, judged: namedCollectives(axes) };
      const comparison =
        program === null ? NOTHING_COMPARED : await compare(program, asked, axes, flags, progress);
      progress.stop();
      const model = await Model.of(schedule, resolved.machine, settings.model);
      const measured = flags.measured === undefined ? [] : readMeasured(flags.measured, model.latency);
      const warnings = [...loaded.warnings, ...resolved.warnings];
      const { data, result } = await makeReport(model, {
        ...{ info, resolved, percents, range, unit, title, measured, comparison, warnings },
      });
      const { renderReport } = await import('../report/html/render.js');
      const file = flags.output ?? `${titleOf(inputs)}.html`;
      await this.put(renderReport(data), file);
      if (file === '-') return;
      const tolerance = result.tolerance.map((one) => toleranceJson(result.axis, one));
      await this.answer(
        'report',
        { ...flags, output: undefined },
        {
          json: () =>
            envelopeOf(
              { model, resolved, info, warnings },
              { file, headline: data.headline, ...sensitivityJson(result), tolerance },
              result.warnings,
            ),
          text: () => `${data.headline}\n${file}\n`,
        },
      );
    } finally {
      progress.stop();
    }
  }
}

/** The schedule by the first algorithms; with several to compare also the program that its variants are made of. */
async function read(
  inputs: readonly string[],
  flags: TraceFlags,
  axes: readonly VariantAxis[],
  progress: ProgressBar,
): Promise<LoadedSchedule & { readonly program: Program | null }> {
  const collective = axes.map(({ values }) => values[0]);
  if (inputs.length === 0 || axes.every(({ values }) => values.length === 1)) {
    const options = { ...flags, collective, digest: true };
    return { ...(await loadSchedule(inputs, options, progress)), program: null };
  }
  const { program, info } = await comparedProgram(inputs, { ...flags, json: true }, axes, progress);
  return { ...scheduleBy(program, choicesOf(collective)), info, program };
}

async function compare(
  program: Program,
  settings: EvaluationSettings,
  axes: readonly VariantAxis[],
  machine: MachineFlags,
  progress: ProgressBar,
): Promise<ReportedComparison> {
  const { VariantPool } = await import('../cli/workers/pool.js');
  const variants = variantsOf(axes, MOST_VARIANTS);
  const onDone = (done: number, total: number): void => progress.update('comparing', done, total);
  const pool = new VariantPool({ program, ...settings }, { onDone });
  try {
    const outcomes = await pool.evaluate(variants.map(({ values }) => ({ collectives: values, machine })));
    const list = outcomes.map((outcome, i) => ({ variant: variants[i], outcome }));
    return reportedComparison(comparisonOf(axes, list, settings.follow !== undefined));
  } finally {
    await pool.close();
  }
}
