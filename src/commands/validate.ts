import { validateAnswer } from '../cli/answers/validate.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { validateAsked, validateFlags } from '../cli/flags/validate.js';
import { plot } from '../cli/output/plot.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class ValidateCommand extends LlampCommand {
  static override summary = 'Predicted against measured runtimes of a program under injected latency.';
  static override examples = [
    '<%= config.bin %> validate traces/app --measured runs.csv',
    '<%= config.bin %> validate --trace traces/app --measured runs.csv -o 1.7us -G 0 -S none',
    '<%= config.bin %> validate traces/app --measured runs.csv --fail-above 5%',
    '<%= config.bin %> validate traces/app --measured runs.csv --plot validation.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = validateFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ValidateCommand);
    const { inputs, gate } = validateAsked(argv, flags);
    const loaded = await loadModel(inputs, flags);
    const { answer, picture, unmet } = await validateAnswer(loaded, gate, flags);
    await plot(flags.plot, picture);
    await this.answer('validate', flags, answer);
    if (unmet !== null) throw unmet;
  }
}
