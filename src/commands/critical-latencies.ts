import { Flags } from '@oclif/core';
import { type CurveMethod, exactCurve } from '../analysis/exact-curve.js';
import { criticalValues } from '../analysis/piecewise.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { parseOn, parseRange } from '../cli/flags/parameters.js';
import { plot, plotFlag } from '../cli/output/plot.js';
import { envelopeOf, loadModel } from '../cli/pipeline/pipeline.js';
import { criticalCsv, criticalJson, criticalText } from '../cli/present/curve.js';
import { count, inputText } from '../cli/present/input.js';
import { formatOn } from '../cli/present/solution.js';
import { UsageError } from '../errors.js';
import { type Axis, axisByName } from '../timing/axis.js';

const METHODS: readonly CurveMethod[] = ['passes', 'envelope', 'ranging'];

/** From the machine's value up, by the parameter's unit. */
const DEFAULT_RANGE: Readonly<Record<Axis['unit'], string>> = { ns: '+0..+100us', 'ns/B': '+0..+1ns/B' };

export default class CriticalLatenciesCommand extends LlampCommand {
  static override summary = 'Every latency in a range at which the sensitivity λ changes, exactly.';
  static override examples = [
    '<%= config.bin %> critical-latencies trace.goal --latency-range 3us..103us',
    '<%= config.bin %> critical-latencies trace.goal --latency-range +0..+100us --method ranging --step 10ns',
    '<%= config.bin %> critical-latencies trace.goal --plot critical.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: `interval of the parameter [default: ${DEFAULT_RANGE.ns}, of a gap per byte ${DEFAULT_RANGE['ns/B']}]`,
    }),
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'the parameter that varies',
    }),
    method: Flags.string({
      options: [...METHODS],
      default: 'passes',
      description: 'passes and envelope are exact; ranging is the published walk with a step',
    }),
    step: Flags.string({
      helpValue: '100ns',
      dependsOn: ['method'],
      description: 'least step of --method ranging',
    }),
    plot: plotFlag(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CriticalLatenciesCommand);
    const loaded = await loadModel(argv, flags);
    const { model } = loaded;
    const axis = axisByName(model.machine, flags.parameter);
    const range = flags['latency-range'] ?? DEFAULT_RANGE[axis.unit];
    const [low, high] = parseRange(axis, range, '--latency-range', flags.unit);
    const method = METHODS.find((one) => one === flags.method) ?? 'passes';
    if (flags.step !== undefined && method !== 'ranging') {
      throw new UsageError(
        '--step has no meaning without --method ranging',
        'exact methods have no step: leave it out',
      );
    }
    const step =
      flags.step === undefined
        ? {}
        : { ranging: { step: parseOn({ ...axis, base: 0, lowest: 0 }, flags.step, '--step', flags.unit) } };
    const curve = await exactCurve(model, low, high, { axis, method, ...step });
    const values = criticalValues(curve);
    await plot(flags.plot, ({ criticalLatenciesPlot }) => criticalLatenciesPlot(curve));
    const lambdaAtStart = curve.pieces[0].lambda;
    await this.answer('critical-latencies', flags, {
      json: () =>
        envelopeOf(
          loaded,
          {
            method,
            parameter: axis.name,
            critical_latencies: values.map((value) => criticalJson(axis, value)),
            lambda_at_start: lambdaAtStart,
            lambda_at_end: curve.lambdaAfter,
          },
          [...model.warningsAt(`each ${axis.name}`), ...(curve.warnings ?? [])],
        ),
      csv: () => criticalCsv(axis, values),
      text: () => {
        const span = `${formatOn(axis, low)} to ${formatOn(axis, high)}`;
        const head = `${count(values.length, 'critical value')} of ${axis.name} from ${span}; λ from ${lambdaAtStart} to ${curve.lambdaAfter}`;
        return `${inputText(loaded)}\n${head}\n\n${criticalText(axis, values)}`;
      },
    });
  }
}
