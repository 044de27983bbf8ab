import { Flags } from '@oclif/core';
import { type ToleranceResult, tolerance } from '../analysis/tolerance.js';
import { envelopeOf, inputArgs, LlampCommand, type LoadedModel } from '../cli/base-command.js';
import { csv } from '../cli/csv.js';
import { GateNotMet } from '../cli/exit.js';
import { commonFlags } from '../cli/flags.js';
import { finite } from '../cli/json.js';
import { parseOn, parsePercents } from '../cli/parameters.js';
import { inputText } from '../cli/present/input.js';
import {
  formatOn,
  sensitivityJson,
  sensitivityText,
  toleranceJson,
  toleranceText,
  unitSuffix,
} from '../cli/present/solution.js';
import { axisByName } from '../timing/axis.js';

export default class ToleranceCommand extends LlampCommand {
  static override summary =
    'How much latency (or another parameter) a program bears before it runs x % slower.';
  static override examples = [
    '<%= config.bin %> tolerance trace.goal --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1,2,5 --json',
    '<%= config.bin %> tolerance trace.goal --parameter G --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1 --fail-below 5us',
  ];
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    pct: Flags.string({ default: '1,2,5', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'the parameter that grows',
    }),
    'fail-below': Flags.string({
      helpValue: '5us',
      description: 'exit with 10 when the tolerance at the first --pct is nearer to the machine than this',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ToleranceCommand);
    const percents = parsePercents(flags.pct);
    const loaded = await this.loadModel(argv, flags);
    const axis = axisByName(loaded.model.machine, flags.parameter);
    const gate =
      flags['fail-below'] === undefined
        ? null
        : parseOn({ ...axis, base: 0, lowest: 0 }, flags['fail-below'], '--fail-below', flags.unit);
    const result = await tolerance(loaded.model, percents, axis);
    await this.answer('tolerance', flags, {
      json: () => envelopeOf(loaded, resultJson(result), result.warnings),
      csv: () => toleranceCsv(result),
      text: () => text(loaded, result),
    });
    const [first] = result.tolerance;
    if (gate !== null && first.delta < gate) {
      const found = formatOn(axis, first.delta);
      throw new GateNotMet(
        `${first.percent} % tolerance is ${found} above the machine, below the gate of ${formatOn(axis, gate)}`,
      );
    }
  }
}

function resultJson(result: ToleranceResult): Record<string, unknown> {
  const { axis } = result;
  return { ...sensitivityJson(result), tolerance: result.tolerance.map((one) => toleranceJson(axis, one)) };
}

function toleranceCsv(result: ToleranceResult): string {
  const unit = unitSuffix(result.axis);
  const header = ['pct', 'parameter', `value_${unit}`, `delta_${unit}`, 'runtime_ns', 'lambda_L', 'rho_L'];
  const rows = result.tolerance.map((one) => [
    one.percent,
    result.axis.name,
    finite(one.value),
    finite(one.delta),
    result.runtime,
    result.lambda.L,
    result.rho,
  ]);
  return csv(header, rows);
}

function text(loaded: LoadedModel, result: ToleranceResult): string {
  return `${inputText(loaded)}\n${sensitivityText(result)}\n${toleranceText(result)}`;
}
