import { Flags } from '@oclif/core';
import {
  idleAxes,
  idleWarning,
  namedCollectives,
  type Variant,
  type VariantAxis,
  valuesOf,
} from '../analysis/compare-variants.js';
import { supportWarning } from '../analysis/support.js';
import { type CommonFlags, inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { parsePercents } from '../cli/flags/parameters.js';
import { patternFlags } from '../cli/flags/pattern.js';
import { collectiveAxis, namedAxis, variantsOf } from '../cli/flags/variants.js';
import { comparedProgram } from '../cli/input/compared.js';
import type { LoadedProgram } from '../cli/input/load.js';
import { describeMachine } from '../cli/machine/text.js';
import type { Envelope } from '../cli/output/json.js';
import { type Plots, plot, plotFlag } from '../cli/output/plot.js';
import { ProgressBar } from '../cli/output/progress.js';
import { modelOptions } from '../cli/pipeline/pipeline.js';
import {
  type Compared,
  type Comparison,
  comparisonCsv,
  comparisonJson,
  comparisonOf,
  comparisonTable,
  crossoverFacts,
  machinesText,
} from '../cli/present/compare.js';
import { count } from '../cli/present/input.js';
import { checkMachine, machineFor } from '../cli/workers/evaluator.js';
import type { EvaluationSettings, VariantPlan } from '../cli/workers/plan.js';
import { VariantPool } from '../cli/workers/pool.js';
import { UsageError, type Warning } from '../errors.js';

export default class CompareCommand extends LlampCommand {
  static override summary =
    'Runtime, sensitivity and tolerance of every combination of algorithms and machines.';
  static override description =
    'Lists make axes: algorithms of a collective, machines, platforms, mappings. Every combination is solved exactly; on a platform also each channel alone, and which one ends the tolerance. Without INPUT the program is --pattern, or the collective that --collective names.';
  static override examples = [
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --pct 1',
    '<%= config.bin %> compare --collective bcast=linear,chain,binary --platform epyc-orfeo --map-by core,socket,node',
    '<%= config.bin %> compare trace.goal --machine cscs-testbed,piz-daint --csv',
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --plot compare.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    ...patternFlags,
    collective: Flags.string({
      helpGroup: 'VARIANTS',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME=A,B[:option=value]',
      description: 'algorithms of a collective to compare, such as bcast=linear,chain:segment=64KiB',
    }),
    machine: Flags.string({
      char: 'm',
      helpGroup: 'VARIANTS',
      helpValue: 'A,B',
      description: 'machine presets or YAML files to compare',
    }),
    platform: Flags.string({
      helpGroup: 'VARIANTS',
      helpValue: 'A,B',
      description: 'platforms to compare: a latency for each channel between cores',
    }),
    'map-by': Flags.string({
      helpGroup: 'VARIANTS',
      helpValue: 'core,socket,node',
      description: 'mappings of ranks to compare',
    }),
    pct: Flags.string({ default: '1', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: 'where to look for crossovers [default: until one of two takes twice as long]',
    }),
    plot: plotFlag(),
    max: Flags.integer({ default: 256, min: 1, description: 'most combinations' }),
    jobs: Flags.integer({
      char: 'j',
      min: 1,
      description: 'worker threads [default: as many as pay and fit the memory]',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CompareCommand);
    const axes = axesOf(flags);
    const settings = settingsOf(flags, axes);
    const variants = variantsOf(axes, flags.max, (total) => `, or allow them with --max ${total}`);
    const plans = variants.map((variant) => planOf(axes, variant, flags));
    // A misspelt machine is better known before the first variant is solved.
    for (const { machine } of plans) await checkMachine(machine);
    const progress = new ProgressBar(flags.quiet);
    try {
      const input = await comparedProgram(argv.map(String), flags, axes, progress);
      const asked = settings.follow !== undefined;
      const list = await evaluate(input, settings, plans, variants, flags.jobs, progress);
      progress.stop();
      if (flags['print-machine']) await this.tellMachines(plans, list[0].outcome.counts.ranks);
      const comparison = comparisonOf(axes, list, asked);
      await plot(flags.plot, (plots) => picture(plots, comparison));
      await this.answer('compare', flags, {
        json: () => envelopeFor(input, comparison),
        csv: () => comparisonCsv(comparison),
        text: () => text(input, comparison),
      });
    } finally {
      progress.stop();
    }
  }

  private async tellMachines(plans: readonly VariantPlan[], ranks: number): Promise<void> {
    const texts = new Set<string>();
    for (const { machine } of plans) texts.add(describeMachine(await machineFor(machine, ranks)));
    this.tell([...texts].join('\n'));
  }
}

type CompareFlags = CommonFlags & { readonly 'print-machine': boolean };

function settingsOf(
  flags: CommonFlags & {
    readonly pct: string;
    readonly unit?: string | undefined;
    readonly 'latency-range'?: string | undefined;
  },
  axes: readonly VariantAxis[],
): EvaluationSettings {
  const plain = {
    percents: parsePercents(flags.pct),
    model: modelOptions(flags),
    judged: namedCollectives(axes),
  };
  const { unit, 'latency-range': range } = flags;
  if (range === undefined) return plain;
  const machines = axes.find(({ kind, values }) => kind === 'machine' && values.length > 1);
  if (machines !== undefined && !range.split('..').every((end) => /^\s*[+-]/.test(end))) {
    throw new UsageError(
      `--latency-range '${range}' means another range on each machine`,
      'write what is added to the latency of each, such as +0..+50us',
    );
  }
  return { ...plain, follow: { range, unit } };
}

/** Axes in the order of the flags' help: collectives as they stand, machines, platforms, mappings. */
function axesOf(flags: CompareFlags): VariantAxis[] {
  const axes = (flags.collective ?? []).map((text) => collectiveAxis(text));
  for (const kind of ['machine', 'platform', 'map-by'] as const) {
    const text = flags[kind];
    if (text !== undefined) axes.push(namedAxis(kind, text));
  }
  if (axes.length > 0) return axes;
  throw new UsageError(
    'nothing to compare',
    'give a list, such as --collective allreduce=ring,recursive-doubling or --machine A,B',
  );
}

function planOf(axes: readonly VariantAxis[], variant: Variant, flags: CompareFlags): VariantPlan {
  const [machine] = valuesOf(axes, variant, 'machine');
  const [platform] = valuesOf(axes, variant, 'platform');
  const [mapBy] = valuesOf(axes, variant, 'map-by');
  return {
    collectives: valuesOf(axes, variant, 'collective'),
    machine: { ...flags, machine, platform, 'map-by': mapBy, sharing: 'ordered' },
  };
}

async function evaluate(
  { program }: LoadedProgram,
  settings: EvaluationSettings,
  plans: readonly VariantPlan[],
  variants: readonly Variant[],
  jobs: number | undefined,
  progress: ProgressBar,
): Promise<Compared[]> {
  const onDone = (done: number, total: number): void => progress.update('comparing', done, total);
  const pool = new VariantPool({ program, ...settings }, { jobs, onDone });
  try {
    const outcomes = await pool.evaluate(plans);
    return outcomes.map((outcome, i) => ({ variant: variants[i], outcome }));
  } finally {
    await pool.close();
  }
}

function envelopeFor(input: LoadedProgram, comparison: Comparison): Envelope {
  const { axes, list } = comparison;
  const [{ outcome }] = list;
  const { ranks, operations, messages, dependencies } = outcome.counts;
  const same = list.every((one) => one.outcome.counts.operations === operations);
  const counts = same ? { ranks, operations, messages, dependencies } : { ranks };
  return {
    input: { ...input.info, ...counts },
    machine: outcome.machine.json,
    result: comparisonJson(comparison),
    warnings: [...sharedWarnings(list), ...idle(axes, list), ...unsupported(list)],
  };
}

/** Each warning once, with the variant it is about where it does not hold for all. */
function sharedWarnings(list: readonly Compared[]): Warning[] {
  const found = new Map<string, { warning: Warning; names: string[] }>();
  for (const { variant, outcome } of list) {
    for (const warning of [...outcome.warnings, ...outcome.result.warnings]) {
      const kept = found.get(warning.message) ?? { warning, names: [] };
      if (!kept.names.includes(variant.name)) kept.names.push(variant.name);
      found.set(warning.message, kept);
    }
  }
  return [...found.values()].map(({ warning, names }) =>
    names.length === list.length
      ? warning
      : { ...warning, message: `${names.join('; ')}: ${warning.message}` },
  );
}

function idle(axes: readonly VariantAxis[], list: readonly Compared[]): Warning[] {
  const keys = list.map(({ outcome: { result } }) =>
    JSON.stringify([result.runtime, result.lambda, result.tolerance.map(({ delta }) => String(delta))]),
  );
  return idleAxes(axes, keys).map(idleWarning);
}

function unsupported(list: readonly Compared[]): Warning[] {
  const warning = supportWarning(list.map(({ outcome }) => outcome.support));
  return warning === null ? [] : [warning];
}

/** T, λ and the first tolerance of every variant; the most tolerant is marked. */
function picture({ comparePlot }: Plots, comparison: Comparison): string {
  const { list, judgement } = comparison;
  const rows = list.map(({ variant, outcome: { result } }, i) => ({
    name: variant.name,
    runtime: result.runtime,
    lambda: result.lambda.L,
    tolerance: judgement.budgets[i][0].delta,
    without: judgement.budgets[i][0].reason,
    curve: result,
  }));
  const [{ percent }] = list[0].outcome.result.tolerance;
  const { base } = crossoverFacts(comparison);
  const { best, tolerant, crossovers } = judgement;
  return comparePlot(rows, { percent, fastest: best, tolerant, crossovers, base });
}

function text(input: LoadedProgram, comparison: Comparison): string {
  const { axes, list } = comparison;
  const [{ outcome }] = list;
  const varies = axes.some(({ kind, values }) => kind !== 'collective' && values.length > 1);
  const head = `${input.info.source}: ${count(outcome.counts.ranks, 'rank')}, ${count(list.length, 'variant')}\n`;
  const machine = varies ? machinesText(list) : outcome.machine.text;
  return `${head}${machine}\n${comparisonTable(comparison)}`;
}
