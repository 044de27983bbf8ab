/** Every combination of algorithms and machines that the flags name, side by side. */
import { type Variant, type VariantAxis, valuesOf } from '../../analysis/compare-variants.js';
import { UsageError } from '../../errors.js';
import type { CompareFlags } from '../flags/compare.js';
import { parsePercents } from '../flags/parameters.js';
import { regionOfVariants } from '../flags/region.js';
import { axesOf, variantsOf } from '../flags/variants.js';
import { comparedProgram } from '../input/compared.js';
import { describeMachine } from '../machine/text.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { toPerson } from '../output/streams.js';
import { modelOptions, withProgress } from '../pipeline/pipeline.js';
import { type Comparison, crossoverFacts } from '../present/compare.js';
import { comparisonView } from '../present/compare-view.js';
import { checkMachine, machineFor } from '../workers/evaluator.js';
import type { VariantPlan } from '../workers/plan.js';
import { comparisonWarnings } from './compare-warnings.js';
import { type ComparedVariants, compareVariants } from './variants.js';

/** The answer and its picture. */
export interface CompareAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Machines go to standard error where --print-machine asks for them. Throws all that LlampError is. */
export async function compareAnswer(inputs: readonly string[], flags: CompareFlags): Promise<CompareAnswer> {
  const asked = variantsAsked(flags);
  // A misspelt machine is better known before the first variant is solved.
  for (const { machine } of asked.plans) await checkMachine(machine);
  const { input, comparison } = await withProgress(flags.quiet, async (progress) => {
    const read = await comparedProgram(inputs, flags, asked.axes, progress);
    return { input: read, comparison: await compareVariants(read.program, asked, progress, flags.jobs) };
  });
  const { ranks } = comparison.list[0].outcome.counts;
  if (flags['print-machine']) toPerson(await shownMachines(asked.plans, ranks));
  return {
    answer: comparisonView(input, comparison, comparisonWarnings(comparison)),
    picture: (plots) => picture(plots, comparison),
  };
}

function variantsAsked(flags: CompareFlags): ComparedVariants {
  const axes = axesOf(flags);
  const settings = settingsOf(flags, axes);
  const variants = variantsOf(axes, flags.max, (total) => `, or allow them with --max ${total}`);
  return { axes, settings, variants, plans: variants.map((variant) => planOf(axes, variant, flags)) };
}

function settingsOf(flags: CompareFlags, axes: readonly VariantAxis[]): ComparedVariants['settings'] {
  const plain = {
    percents: parsePercents(flags.pct),
    model: modelOptions(flags),
    region: regionOfVariants(flags),
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

function planOf(axes: readonly VariantAxis[], variant: Variant, flags: CompareFlags): VariantPlan {
  const [machine] = valuesOf(axes, variant, 'machine');
  const [platform] = valuesOf(axes, variant, 'platform');
  const [mapBy] = valuesOf(axes, variant, 'map-by');
  return {
    collectives: valuesOf(axes, variant, 'collective'),
    machine: { ...flags, machine, platform, 'map-by': mapBy, sharing: 'ordered' },
  };
}

/** Each machine once. */
async function shownMachines(plans: readonly VariantPlan[], ranks: number): Promise<string> {
  const texts = new Set<string>();
  for (const { machine } of plans) texts.add(describeMachine(await machineFor(machine, ranks)));
  return [...texts].join('\n');
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
  const { base, asked: curves } = crossoverFacts(comparison);
  const { best, tolerant, crossovers } = judgement;
  return comparePlot(rows, { percent, fastest: best, tolerant, crossovers, base, curves });
}
