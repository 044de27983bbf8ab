import { examine } from '../analysis/examine.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { open, withProgress } from '../cli/pipeline/pipeline.js';
import { checkView } from '../cli/present/check.js';
import { EXIT } from '../cli/run/exit.js';

export default class CheckCommand extends LlampCommand {
  static override summary = 'Validate an input and say what is in it.';
  static override examples = [
    '<%= config.bin %> check trace.goal',
    'zcat trace.goal.gz | <%= config.bin %> check -',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = commonFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CheckCommand);
    const opened = await withProgress(flags.quiet, (progress) => open(argv, flags, progress));
    const found = examine(opened.schedule, opened.resolved.machine);
    await this.answer('check', flags, checkView(opened, found));
    if (found.problems.length > 0) this.exit(EXIT.model);
  }
}
