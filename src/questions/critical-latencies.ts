/** `critical-latencies`: every latency in a range at which λ changes. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type CurveMethod, exactCurve, type RangingOptions } from '../analysis/exact-curve.js';
import { type Curve, criticalValues } from '../analysis/piecewise.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import {
  commonFlags,
  LATENCY_RANGE,
  latencyRangeFlag,
  parameterFlag,
  refuseEngine,
  weightFlag,
} from '../cli/flags/common-flags.js';
import { type Answer, type Answered, plotFlag } from '../cli/output/answer.js';
import { envelopeOf, type LoadedModel, loadModel } from '../cli/pipeline/pipeline.js';
import { criticalForms } from '../cli/present/curve-tables.js';
import { criticalMix } from '../cli/present/program-mix.js';
import { count, formatOn, inputText, machineText } from '../cli/present/solution-text.js';
import { UsageError } from '../errors.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { parseOn, parseRange } from '../timing/axis-values.js';

const METHODS = ['passes', 'envelope', 'ranging'] as const satisfies readonly CurveMethod[];

/** From the machine's value up, by the parameter's unit. */
const DEFAULT_RANGE: Readonly<Record<Axis['unit'], string>> = {
  ns: '+0..+100us',
  'ns/B': '+0..+1ns/B',
};

const criticalLatenciesFlags = {
  ...commonFlags,
  'latency-range': latencyRangeFlag(
    `interval of the parameter [default: ${DEFAULT_RANGE.ns}, gap per byte ${DEFAULT_RANGE['ns/B']}]`,
  ),
  parameter: parameterFlag('parameter that varies: L, G, o or a latency class'),
  method: Flags.option({
    options: METHODS,
    default: 'passes',
    description: 'passes and envelope are exact; ranging is the published method with a step',
  })(),
  step: Flags.string({
    helpValue: '100ns',
    dependsOn: ['method'],
    description: 'smallest step of --method ranging',
  }),
  weight: weightFlag(),
  plot: plotFlag(),
};

type CriticalLatenciesFlags = InferredFlags<typeof criticalLatenciesFlags>;

/** Engine flags, which only ranging has. Throws a UsageError for an engine, or a step, of another method. */
function engineQuery(flags: CriticalLatenciesFlags) {
  if (flags.method === 'ranging') return flags;
  if (flags.step !== undefined)
    throw new UsageError('--step has no meaning without --method ranging', 'leave it out');
  return refuseEngine(flags, `--method ${flags.method} uses longest-path sweeps`, 'use --method ranging');
}

function criticalView(loaded: LoadedModel, method: CurveMethod, curve: Curve): Answer {
  const forms = criticalForms(method, curve);
  const own = loaded.model.warningsAt(`each ${curve.axis.name}`);
  return {
    json: () => envelopeOf(loaded, forms.result(), own, curve),
    csv: forms.csv,
    text: () => `${inputText(loaded)}\n${headText(curve)}\n\n${forms.text()}`,
    shared: () => ({ head: machineText(loaded.resolved), ...forms.rows() }),
  };
}

function headText(curve: Curve): string {
  const { axis, low, high, pieces, lambdaAfter } = curve;
  const found = criticalValues(curve).length;
  const span = `${formatOn(axis, low)} to ${formatOn(axis, high)}`;
  return `${count(found, 'critical value')} of ${axis.name} from ${span}; λ from ${pieces[0].lambda} to ${lambdaAfter}`;
}

async function criticalLatenciesAnswer(
  loaded: LoadedModel,
  flags: CriticalLatenciesFlags,
): Promise<Answered<Curve>> {
  const curve = await curveQuery(loaded, flags);
  return {
    answer: criticalView(loaded, flags.method, curve),
    picture: ({ criticalLatenciesPlot }) => criticalLatenciesPlot(curve),
    line: async () => curve,
    kept: curve,
    runtime: () => loaded.model.runtime(),
  };
}

function curveQuery({ model }: LoadedModel, flags: CriticalLatenciesFlags): Promise<Curve> {
  const { parameter, method } = flags;
  const axis = axisByName(model.machine, parameter);
  const range = flags['latency-range'] ?? DEFAULT_RANGE[axis.unit];
  const [low, high] = parseRange(axis, range, LATENCY_RANGE);
  return exactCurve(model, low, high, { axis, method, ...walkQuery(axis, flags) });
}

/** The step of ranging. Throws UsageError. */
function walkQuery(axis: Axis, { step }: CriticalLatenciesFlags): { readonly ranging?: RangingOptions } {
  if (step === undefined) return {};
  return { ranging: { step: parseOn({ ...axis, base: 0, lowest: 0 }, step, '--step') } };
}

export default class CriticalLatenciesCommand extends LlampCommand {
  static override summary = 'List every latency in a range at which the sensitivity λ changes.';
  static override examples = [
    '<%= config.bin %> critical-latencies trace.goal --latency-range 3us..103us',
    '<%= config.bin %> critical-latencies trace.goal --latency-range +0..+100us --method ranging --step 10ns',
    '<%= config.bin %> critical-latencies trace.goal --plot critical.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = criticalLatenciesFlags;
  static override mostUsed: readonly (keyof typeof criticalLatenciesFlags)[] = ['latency-range', 'parameter'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CriticalLatenciesCommand);
    const engine = engineQuery(flags);
    await this.askAll('critical-latencies', argv, flags, {
      ask: async (inputs) => criticalLatenciesAnswer(await loadModel(inputs, { ...flags, ...engine }), flags),
      mix: criticalMix(flags.method),
    });
  }
}
