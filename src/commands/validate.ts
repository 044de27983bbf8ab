import { type Held, validateAnswer } from '../cli/answers/validate.js';
import { predictedFlags, withMeasured } from '../cli/answers/validate-run.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { type ValidateFlags, validateAsked, validateFlags } from '../cli/flags/validate.js';
import { plot } from '../cli/output/plot.js';
import { loadModel } from '../cli/pipeline/pipeline.js';
import { runText } from '../cli/present/inject.js';

export default class ValidateCommand extends LlampCommand {
  static override summary = 'Predicted against measured runtimes of a program under injected latency.';
  static override examples = [
    '<%= config.bin %> validate traces/app --measured runs.csv',
    '<%= config.bin %> validate --trace traces/app --measured runs.csv -o 1.7us -G 0 -S none',
    '<%= config.bin %> validate traces/app --measured runs.csv --fail-above 5%',
    '<%= config.bin %> validate traces/app --measured runs.csv --plot validation.svg',
    "<%= config.bin %> validate --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
  ];
  static override strict = false;
  static override runsProgram = true;
  static override args = inputArgs;
  static override flags = validateFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ValidateCommand);
    const { inputs, run, ...held } = validateAsked(argv, () => this.behindDashes(argv), flags);
    if (run === null) return this.#validate(inputs, held, flags);
    const told = (one: Parameters<typeof runText>[0]): void => {
      if (!flags.quiet) this.tell(() => runText(one, false));
    };
    await withMeasured(run, flags, told, (program) =>
      this.#validate([program.trace], { ...held, ...program }, predictedFlags(program, run, flags)),
    );
  }

  async #validate(inputs: readonly unknown[], held: Held, flags: ValidateFlags): Promise<void> {
    const loaded = await loadModel(await this.onlyOne(inputs, 'validate'), flags);
    const { answer, picture, unmet } = await validateAnswer(loaded, held, flags);
    await plot(flags.plot, picture);
    await this.answer('validate', flags, answer);
    if (unmet !== null) throw unmet;
  }
}
