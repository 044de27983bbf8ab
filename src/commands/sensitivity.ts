import { sensitivityMix } from '../cli/answers/mix.js';
import { sensitivityAnswer } from '../cli/answers/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { refuseUnplaced } from '../cli/flags/by.js';
import { sensitivityFlags } from '../cli/flags/sensitivity.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class SensitivityCommand extends LlampCommand {
  static override summary = 'Runtime, its derivatives by L, G and o, and where they hold.';
  static override examples = [
    '<%= config.bin %> sensitivity trace.goal',
    '<%= config.bin %> sensitivity trace.goal --parameter G --json',
    '<%= config.bin %> sensitivity trace.goal --pairwise --csv',
    '<%= config.bin %> sensitivity trace.goal --pairwise --plot pairs.svg',
    '<%= config.bin %> sensitivity trace.goal --by message-size',
    '<%= config.bin %> sensitivity llamp-trace --by region',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = sensitivityFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SensitivityCommand);
    refuseUnplaced(flags);
    await this.askAll('sensitivity', argv, flags, {
      ask: async (inputs) => sensitivityAnswer(await loadModel(inputs, flags), flags),
      mix: sensitivityMix,
    });
  }
}
