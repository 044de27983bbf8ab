/**
 * `compare`: runtime, sensitivity and tolerance of every combination of algorithms and machines, or on several topologies;
 * the fastest algorithm of a collective as a map.
 */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type Variant, type VariantAxis, valuesOf } from '../analysis/rank-variants.js';
import { inputArgs, LlampCommand, refuseOfOtherForms } from '../cli/base-command.js';
import { axesOf, variantsOf } from '../cli/flags/collective-choices.js';
import {
  commonFlags,
  jobsFlag,
  latencyRangeFlag,
  machineFlags,
  outputFlags,
  percentsFlag,
  weightFlag,
} from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { regionOfVariants } from '../cli/flags/region-flags.js';
import { type Answered, plotFlag } from '../cli/output/answer.js';
import { comparedProgram, patternFlags } from '../cli/pipeline/compared-programs.js';
import { modelOptions, withProgress } from '../cli/pipeline/pipeline.js';
import { contentionFlag, linkFlags } from '../cli/pipeline/site-of-flags.js';
import {
  type ComparedVariants,
  compareVariants,
  comparisonPicture,
  comparisonView,
} from '../cli/present/compared-variants.js';
import { checkMachine } from '../cli/workers/evaluator.js';
import type { VariantPlan } from '../cli/workers/plan.js';
import { UsageError } from '../errors.js';

const helpGroup = 'VARIANTS';

const ownFlags = {
  ...commonFlags,
  ...patternFlags,
  collective: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=A,B[:option=value]',
    summary: 'algorithms, such as bcast=linear,chain',
    description: 'algorithms of a collective to compare, such as bcast=linear,chain:segment=64KiB',
  }),
  machine: Flags.string({
    char: 'm',
    helpGroup,
    helpValue: 'A,B',
    description: 'machine presets or YAML files to compare',
  }),
  platform: Flags.string({
    helpGroup,
    helpValue: 'A,B',
    summary: 'platforms to compare',
    description: 'platforms to compare, each with a latency per channel between cores',
  }),
  'map-by': Flags.string({
    helpGroup,
    helpValue: 'core,socket,node',
    description: 'mappings of ranks to compare',
  }),
  topology: Flags.string({
    helpGroup: 'PLACE',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'A,B',
    summary: 'topologies to compare, such as fat-tree:k=16',
    description:
      'topologies to compare, such as fat-tree:k=16,dragonfly:g=8,a=4,p=8; together with other lists, one topology for all variants',
  }),
  'wire-classes': Flags.boolean({
    helpGroup: 'PLACE',
    allowNo: true,
    description: 'a separate latency for each class of wires [default for several topologies]',
  }),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  'latency-range': latencyRangeFlag(
    "latencies to search for crossovers [default: until T of one of a pair doubles]; latencies of --map [default: a tenth to ten times the machine's]; latencies per wire for the curves of several topologies",
  ),
  plot: plotFlag(),
  evaluations: Flags.integer({ default: 256, min: 1, description: 'limit on the number of combinations' }),
  jobs: jobsFlag,
};

const { topology, pct, plot, 'latency-range': latencyRange } = ownFlags;

const at = Flags.string({
  multiple: true,
  multipleNonGreedy: true,
  helpValue: '+100ns,+1us|switch:+200ns',
  summary: 'added latencies, also at switches',
  description:
    'with --map, latencies at which borders between sizes are exact to the byte [default: +0]; with topologies, the slowdown for these latencies added to every wire, at each switch (switch:+200ns) or to the wires of a class (core:+100ns,terminal:+50ns at once; core:+3km at 5 ns per metre)',
});

const mapFlags = {
  ...machineFlags,
  ...outputFlags,
  map: Flags.boolean({
    summary: 'map the fastest algorithm by size and latency',
    description:
      'show the fastest algorithm of a collective by message size and latency, for one call by ranks that start together. Covers all --ranks and --bytes, where a range doubles [default: 8B..1MiB]. Exact in the latency at each size, and to the byte between two sizes at the latencies of --at. Algorithms that the model cannot price never win',
  }),
  algorithms: ownFlags.algorithms,
  collective: ownFlags.collective,
  ranks: ownFlags.ranks,
  bytes: ownFlags.bytes,
  root: ownFlags.root,
  'latency-range': latencyRange,
  at,
  plot,
};

const { platform, 'map-by': mapBy, latency, ...wireFlags } = commonFlags;

const topologiesFlags = {
  ...wireFlags,
  topology,
  'latency-range': latencyRange,
  at,
  'wire-length': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'CLASS=2m,…',
    helpGroup: 'PLACE',
    description:
      'length of a wire of each class, to compute the total length; topologies do not define lengths',
  }),
  ...linkFlags,
  contention: contentionFlag(),
  pct,
  weight: weightFlag(),
  plot,
};

const compareFlags = { ...topologiesFlags, ...mapFlags, ...ownFlags };

const OWN = { name: 'compare', flags: ownFlags };
const MAP = { name: 'compare --map', flags: mapFlags };
const TOPOLOGIES = { name: 'compare --topology A,B', flags: topologiesFlags };
const FORMS = [OWN, MAP, TOPOLOGIES];

/** The comma between two topologies; keys of a topology are also separated by commas. */
const NEXT_TOPOLOGY = /,(?=[a-z][a-z-]*(?:[:,]|$))/;

/** Flags of variants, which are on one topology or none. */
type CompareFlags = Omit<InferredFlags<typeof compareFlags>, 'topology'> & {
  readonly topology: string | undefined;
};

async function compareAnswer(inputs: readonly string[], flags: CompareFlags): Promise<Answered> {
  const query = variantsQuery(flags);
  // Reports a misspelt machine before the first variant is solved.
  for (const { machine } of query.plans) await checkMachine(machine);
  const { input, comparison } = await withProgress(flags.quiet, async (progress) => {
    const read = await comparedProgram(inputs, flags, query.axes, progress);
    return { input: read, comparison: await compareVariants(read.program, query, progress, flags.jobs) };
  });
  return {
    answer: comparisonView(input, comparison),
    picture: (plots) => comparisonPicture(plots, comparison),
  };
}

function variantsQuery(flags: CompareFlags): ComparedVariants {
  const axes = axesOf(flags);
  const settings = settingsOf(flags, axes);
  const variants = variantsOf(
    axes,
    flags.evaluations,
    (total) => `, or raise the limit with --evaluations ${total}`,
  );
  return { axes, settings, variants, plans: variants.map((variant) => planOf(axes, variant, flags)) };
}

function settingsOf(flags: CompareFlags, axes: readonly VariantAxis[]): ComparedVariants['settings'] {
  const plain = {
    percents: parsePercents(flags.pct),
    model: modelOptions(flags),
    region: regionOfVariants(flags),
  };
  const { 'latency-range': range } = flags;
  if (range === undefined) return plain;
  const machines = axes.find(({ kind, values }) => kind === 'machine' && values.length > 1);
  if (machines !== undefined && !range.split('..').every((end) => /^\s*[+-]/.test(end))) {
    throw new UsageError(
      `--latency-range '${range}' needs added latencies, because the machines differ`,
      'write added latencies, such as +0..+50us',
    );
  }
  return { ...plain, follow: { range } };
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
export default class CompareCommand extends LlampCommand {
  static override summary = 'Compare runtime, sensitivity and tolerance across algorithms and machines.';
  static override description =
    'Compares all combinations of lists of algorithms, machines, platforms and mappings, or a list of topologies. Every combination is solved exactly; on a platform also for each channel alone, with the limiting channel. Without INPUT the program is --pattern, or a call of the collective of --collective.';
  static override examples = [
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --pct 1',
    '<%= config.bin %> compare --collective bcast=linear,chain,binary --platform epyc-orfeo --map-by core,socket,node',
    '<%= config.bin %> compare trace.goal --machine cscs-testbed,piz-daint --csv',
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --plot compare.svg',
    '<%= config.bin %> compare --map --collective allreduce --ranks 8,64 --bytes 8B..1MiB',
    '<%= config.bin %> compare --map --collective bcast=binomial,scatter-allgather --ranks 16 --latency-range 1us..100us --plot map.svg',
    '<%= config.bin %> compare trace.goal --topology fat-tree:k=16,dragonfly:g=8,a=4,p=8 --latency-range 274ns..424ns',
    '<%= config.bin %> compare a.goal b.goal --topology fat-tree:k=16,torus:dims=8x8x8 --at +100ns,+200ns,+500ns',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = compareFlags;
  static override mostUsed: readonly (keyof typeof compareFlags)[] = [
    'collective',
    'machine',
    'platform',
    'map-by',
    'topology',
    'map',
    'pct',
  ];
  static override forms = [
    'INPUT... [options]',
    '--pattern=NAME --ranks=N [options]',
    '--map --collective=NAME --ranks=N,... [options]',
  ];

  async run(): Promise<void> {
    const parsed = await this.parse(CompareCommand);
    const { argv, flags, metadata } = parsed;
    const topologies = (flags.topology ?? []).flatMap((text) => text.split(NEXT_TOPOLOGY));
    const alone = [flags.collective, flags.machine, flags.platform, flags['map-by']].every(
      (list) => list === undefined,
    );
    const onWires = topologies.length > 1 || (topologies.length === 1 && alone);
    refuseOfOtherForms(parsed, flags.map ? MAP : onWires ? TOPOLOGIES : OWN, FORMS);
    if (flags.map) {
      if (topologies.length > 1) throw new UsageError('--map takes one topology', 'keep one of them');
      const { mapAnswer } = await import('../cli/present/map-question.js');
      const found = await mapAnswer(argv, {
        ...flags,
        topology: topologies[0],
        at: flags.at?.join(','),
      });
      return this.drawAndAnswer('compare-map', flags, found);
    }
    if (onWires) {
      const { topologiesAnswer, topologyMix } = await import('../cli/present/topologies-question.js');
      const unsaid = metadata.flags['wire-classes']?.setFromDefault === true;
      const onThem = { ...flags, topology: topologies, 'wire-classes': unsaid || flags['wire-classes'] };
      return this.askAll('compare-topology', argv, flags, {
        ask: (inputs) => topologiesAnswer(inputs, onThem),
        mix: topologyMix,
      });
    }
    const query = { ...flags, topology: topologies[0] };
    return this.askAll('compare', argv, flags, { ask: (inputs) => compareAnswer(inputs, query) });
  }
}
