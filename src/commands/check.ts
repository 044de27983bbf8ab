import { examine } from '../analysis/examine.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { checkFlags } from '../cli/flags/check.js';
import { open, withProgress } from '../cli/pipeline/pipeline.js';
import { checkView } from '../cli/present/check.js';
import { EXIT } from '../cli/run/exit-codes.js';

export default class CheckCommand extends LlampCommand {
  static override summary = 'Validate an input and say what is in it.';
  static override examples = [
    '<%= config.bin %> check trace.goal',
    'zcat trace.goal.gz | <%= config.bin %> check -',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = checkFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CheckCommand);
    let problems = 0;
    await this.askAll('check', argv, flags, {
      ask: async (inputs) => {
        const opened = await withProgress(flags.quiet, (progress) => open(inputs, flags, progress));
        const found = examine(opened.schedule, opened.resolved.machine);
        problems += found.problems.length;
        return { answer: checkView(opened, found) };
      },
    });
    if (problems > 0) this.exit(EXIT.model);
  }
}
