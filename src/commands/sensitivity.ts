import { Flags } from '@oclif/core';
import { type Sensitivity, sensitivity } from '../analysis/sensitivity.js';
import { envelopeOf, inputArgs, LlampCommand } from '../cli/base-command.js';
import { csv } from '../cli/csv.js';
import { commonFlags } from '../cli/flags.js';
import { finite } from '../cli/json.js';
import { inputText } from '../cli/present/input.js';
import { sensitivityJson, sensitivityText } from '../cli/present/solution.js';
import { axisByName } from '../timing/axis.js';

export default class SensitivityCommand extends LlampCommand {
  static override summary = 'Runtime, its derivatives by L, G and o, and where they hold.';
  static override examples = [
    '<%= config.bin %> sensitivity trace.goal',
    '<%= config.bin %> sensitivity trace.goal --parameter G --json',
  ];
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'a parameter to look at beside L',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SensitivityCommand);
    const loaded = await this.loadModel(argv, flags);
    const result = await sensitivity(loaded.model, axisByName(loaded.model.machine, flags.parameter));
    await this.answer('sensitivity', flags, {
      json: () => envelopeOf(loaded, sensitivityJson(result), result.warnings),
      csv: () => sensitivityCsv(result),
      text: () => `${inputText(loaded)}\n${sensitivityText(result)}`,
    });
  }
}

function sensitivityCsv(result: Sensitivity): string {
  const { lambda, range } = result;
  const header = ['runtime_ns', 'lambda_L', 'lambda_G', 'lambda_o', 'rho_L', 'range_low_ns', 'range_high_ns'];
  return csv(header, [
    [result.runtime, lambda.L, lambda.G, lambda.o, result.rho, range.low, finite(range.high)],
  ]);
}
